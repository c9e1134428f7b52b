"""The box shapes that are offered."""

SHAPES = ("2x2", "2x3", "3x2", "2x4", "3x3", "2x5", "3x4", "4x4", "4x5", "5x5", "6x6")
"""Any other can be typed."""
