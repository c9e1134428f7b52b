"""The Sudoku screen: an editor for the keyboard, every solver to watch, and hints that teach.

`session` holds all that happens, without Textual; `screen` shows it.
"""
