"""What a processor can do that ``NUMBA_CPU_NAME`` and ``NUMBA_CPU_FEATURES`` name instead of the one at hand.

Machine code is then made for that one, so what we choose for it has to follow.
Nothing is imported for this: which kernel to take is asked before any is compiled.
The sets are the microarchitecture levels of the x86-64 psABI, with what Ice Lake
and Zen 4 have beyond level 4; only what our kernels ask for is listed.
"""

from __future__ import annotations

import os

_SSSE3 = frozenset({"ssse3"})
_LEVEL_2 = _SSSE3 | {"sse4.1", "sse4.2", "popcnt"}
_LEVEL_3 = _LEVEL_2 | {"avx", "avx2", "bmi", "bmi2"}
_LEVEL_4 = _LEVEL_3 | {"avx512f", "avx512vl", "avx512bw", "avx512dq", "avx512cd"}
_BEYOND = _LEVEL_4 | {"avx512vpopcntdq", "avx512bitalg", "avx512vbmi", "avx512vbmi2"}

_NAMES = {
    _SSSE3: "core2 penryn bonnell btver1",
    _LEVEL_2: (
        "x86-64-v2 nehalem corei7 westmere sandybridge corei7-avx ivybridge core-avx-i silvermont slm goldmont "
        "goldmont-plus tremont btver2 bdver1 bdver2 bdver3"
    ),
    _LEVEL_3: (
        "x86-64-v3 haswell core-avx2 broadwell skylake znver1 znver2 znver3 bdver4 alderlake raptorlake meteorlake "
        "arrowlake lunarlake gracemont sierraforest"
    ),
    _LEVEL_4: "x86-64-v4 skylake-avx512 skx cascadelake cooperlake",
    _BEYOND: (
        "icelake-client icelake-server tigerlake rocketlake sapphirerapids emeraldrapids graniterapids znver4 znver5"
    ),
}
"""LLVM's names of processors, by what they have; one that is not here is taken to have none of it."""
_FEATURES = {name: features for features, names in _NAMES.items() for name in names.split()}


def named_features() -> frozenset[str] | None:
    """What machine code may use by the two variables, in LLVM's words; None where they leave that to the machine."""
    name, given = os.environ.get("NUMBA_CPU_NAME", ""), os.environ.get("NUMBA_CPU_FEATURES")
    if name in ("", "host") and given is None:
        return None
    words = [word.strip() for word in (given or "").split(",")]
    more = {word[1:] for word in words if word.startswith("+")}
    fewer = {word[1:] for word in words if word.startswith("-")}
    return (_FEATURES.get(name, frozenset()) | more) - fewer
