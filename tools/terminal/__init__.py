"""The real program in real terminals: killed, on slow lines, in every terminal, pasted into, pressed at random.

``python -m tools.terminal`` tries all of it and prints what was seen.  A short
form of its core runs in the ordinary suite (tests/tui/terminal/test_terminal_pty.py).
"""
