"""Figures as people read them."""

from __future__ import annotations

GROUP = " "


def grouped(number: int) -> str:
    """14772512 as ``14 772 512``."""
    return f"{number:,}".replace(",", GROUP)


def rate(per_second: float) -> str:
    """1310000.0 as ``1.31 M/s``."""
    for factor, unit in ((1e9, " G/s"), (1e6, " M/s"), (1e3, " k/s")):
        if per_second >= factor:
            return f"{_three_figures(per_second / factor)}{unit}"
    return f"{_three_figures(per_second)}/s"


def _three_figures(value: float) -> str:
    if value >= 100:
        return f"{value:.0f}"
    if value >= 10:
        return f"{value:.1f}"
    return f"{value:.2f}".rstrip("0").rstrip(".")


def duration(seconds: float) -> str:
    """0.00042 as ``0.42 ms``, 75.2 as ``1 min 15 s``."""
    if seconds < 1e-3:
        return f"{seconds * 1e3:.3f} ms"
    if seconds < 1:
        return f"{_three_figures(seconds * 1e3)} ms"
    if seconds < 60:
        return f"{seconds:.1f} s"
    if seconds < 3600:
        return f"{int(seconds // 60)} min {int(seconds % 60):02d} s"
    if seconds < 86400:
        return f"{int(seconds // 3600)} h {int(seconds % 3600 // 60):02d} min"
    days = seconds / 86400
    if days < 1000:
        return f"{days:.1f} days"
    years = days / 365.25
    return f"{years:,.0f} years".replace(",", GROUP) if years < 1e9 else f"{years:.1e} years"
