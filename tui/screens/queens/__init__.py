"""The N queens screen: choose an algorithm, watch it search, browse what it finds."""
