"""Text for LaTeX, free of commands."""

from __future__ import annotations

_LATEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "×": r"$\times$", "≠": r"$\neq$", "µ": r"$\mu$",
    "–": "--", "…": r"\ldots{}", "∞": r"$\infty$", "<": r"$<$", ">": r"$>$", "·": r"$\cdot$", "±": r"$\pm$",
    "|": r"\textbar{}", "♛": "Q", "→": r"$\to$", "¬": r"$\neg$", "≥": r"$\geq$", "▸": r"$\triangleright$",
    "�": "?", "✓": "yes", "✗": "no", "τ": r"$\tau$", "≤": r"$\leq$",
} | {raised: f"\\textsuperscript{{{digit}}}" for digit, raised in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")}  # fmt: skip


def latex(text: str) -> str:
    """The text, escaped so that LaTeX sees no commands in it."""
    return "".join(_LATEX.get(c, c if c.isprintable() else "?") for c in text)
