"""Figures as people read them: those of `core.wording`."""

from __future__ import annotations

from core.wording import duration, grouped, rate

__all__ = ["duration", "grouped", "rate"]
