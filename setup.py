"""What pyproject.toml cannot say: whether this host needs Numba, and what a package index shows as the README.

Numba has no wheels for musl (Alpine) and none for a Python that is too new; building it from source needs LLVM.  There
the kernels run interpreted: slower, with the same answers.  No environment marker tells musl from glibc, so the host is
asked here, where the package is built: on musl install it from its sources (`--no-binary dancing-queens`), as a wheel
that was made elsewhere asks for Numba.  On an index there is no folder to look into, so the README's pictures and links
get whole addresses.

What does without this file was looked at: `tool.setuptools.dynamic` reads files and changes nothing in them; a backend
of our own (`backend-path`) would have to patch what setuptools has read; a metadata hook of Hatchling does the same as
this file, is no shorter, and needs Hatchling.
"""

from __future__ import annotations

import re
import shutil
import sysconfig
import tomllib
from pathlib import Path

from setuptools import setup

HERE = Path(__file__).parent
SOURCE = tomllib.loads((HERE / "pyproject.toml").read_text("utf-8"))["project"]["urls"]["Source"]
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
    return " ".join(str(sysconfig.get_config_var(name)) for name in ("HOST_GNU_TYPE", "SOABI", "MULTIARCH"))


def readme() -> str:
    """The README with whole addresses."""
    text = (HERE / "README.md").read_text("utf-8")
    text = re.sub(r"(!\[[^]]*]\(|\bsrc(?:set)?=\")(?!https?:|#)", rf"\1{SOURCE}/raw/main/", text)
    return re.sub(r"(?<!!)(\[[^]]*]\()(?!https?:|#)", rf"\1{SOURCE}/blob/main/", text)


if __name__ == "__main__":
    shutil.rmtree(HERE / "build" / "lib", ignore_errors=True)  # it keeps modules that have been deleted since
    setup(
        install_requires=dependencies(host()), long_description=readme(), long_description_content_type="text/markdown"
    )
