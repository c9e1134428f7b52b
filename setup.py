"""The dependencies, which depend on where the program is installed, and the build; all else is in pyproject.toml.

Numba has no wheels for musl (Alpine) and none for a Python that is too new;
building it from source needs LLVM.  There the kernels run interpreted: slower,
with the same answers.  No marker can tell musl from glibc, so it is asked here.
A build takes only the modules that there are: an earlier one leaves others in ``build``.
"""

from __future__ import annotations

import sysconfig
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

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


class FreshBuild(build_py):
    """Builds without what an earlier build has left of modules that are no longer there."""

    def run(self) -> None:
        """Delete the copies of our packages, and make them again."""
        for package in {name.partition(".")[0] for name in self.packages or ()}:
            copy = Path(self.build_lib, package)
            if copy.resolve() != Path(self.get_package_dir(package)).resolve():
                for file in filter(Path.is_file, copy.rglob("*")):
                    file.unlink()
        super().run()


if __name__ == "__main__":
    setup(install_requires=dependencies(host()), cmdclass={"build_py": FreshBuild})
