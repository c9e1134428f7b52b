"""The exact cover screen: choose an algorithm, watch it search, browse what it finds."""
