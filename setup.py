"""What is computed: dependencies by host, addresses from one, the build; all else is in pyproject.toml.

Numba has no wheels for musl (Alpine) and none for a Python that is too new;
building it from source needs LLVM.  There the kernels run interpreted: slower,
with the same answers.  No marker can tell musl from glibc, so it is asked here.
A build takes only the modules that there are: an earlier one leaves others in ``build``.
"""

from __future__ import annotations

import re
import sysconfig
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

SOURCE = "https://example.org/dancing-queens"
"""Where the project is hosted: a place-holder.  Whoever hosts it puts the address of the repository here, and no
slash at its end; what else names the address follows, or a test says that it does not."""
PAGES = f"{SOURCE}/blob/main"
URLS = {
    "Homepage": SOURCE,
    "Source": SOURCE,
    "Issues": f"{SOURCE}/issues",
    "Changelog": f"{PAGES}/CHANGELOG.md",
    "Dancing Links (Knuth 2000)": "https://arxiv.org/abs/cs/0011047",
    "Counts of N queens (OEIS A000170)": "https://oeis.org/A000170",
}

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


def readme() -> str:
    """The README for a package index: there is no folder to look into, so pictures and links name the address."""
    text = (Path(__file__).parent / "README.md").read_text("utf-8")
    text = re.sub(r"(!\[[^]]*]\(|\bsrc(?:set)?=\")(?!https?:|#)", rf"\1{SOURCE}/raw/main/", text)
    return re.sub(r"(?<!!)(\[[^]]*]\()(?!https?:|#)", rf"\1{PAGES}/", text)


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
    setup(
        install_requires=dependencies(host()), project_urls=URLS, long_description=readme(),
        long_description_content_type="text/markdown", cmdclass={"build_py": FreshBuild},
    )  # fmt: skip
