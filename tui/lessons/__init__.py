"""Lessons on the real screens: files that a teacher writes, read, computed, shown and kept."""
