"""All solutions of an exact cover problem as one decision diagram: building it, asking it, keeping it."""
