"""Experiments measure within the test's own process, unless their plans say otherwise: three for each take a second."""

from __future__ import annotations

from core.compare import _plan as plan

plan.PROCESSES = 0
