"""The dependencies, which depend on where the program is installed; all else is in pyproject.toml.

Numba has no wheels for musl (Alpine) and none for a Python that is too new;
building it from source needs LLVM.  There the kernels run interpreted: slower,
with the same answers.  No marker can tell musl from glibc, so it is asked here.
"""

from __future__ import annotations

import sysconfig

from setuptools import setup

ALWAYS = [
    "textual>=8.2.8,<8.3",
    "rich>=14.2,<16",
    "platformdirs>=4.2,<5",
    "numpy>=2.0,<3",
    "typing-extensions>=4.12,<5",
    "shtab>=1.7,<2",
]
NUMBA = "numba>=0.61,<1; python_version < '3.15'"


def dependencies(host: str) -> list[str]:
    """What is needed on a host such as ``x86_64-pc-linux-gnu``."""
    return ALWAYS if "musl" in host else [*ALWAYS, NUMBA]


def host() -> str:
    """What this Python was built for."""
    names = ("HOST_GNU_TYPE", "SOABI", "MULTIARCH")
    return " ".join(str(sysconfig.get_config_var(name) or "") for name in names)


if __name__ == "__main__":
    setup(install_requires=dependencies(host()))
