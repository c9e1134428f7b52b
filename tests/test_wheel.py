"""What a package index would give out: the wheel, built and installed without a network, far from the checkout."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

import core
from tests import ROOT

PACKAGES = "core", "tui", "puzzles"
SCREENS = """
import asyncio
from pathlib import Path
import core, tui, puzzles
from tui.app import DancingQueens

async def look():
    app = DancingQueens()
    async with app.run_test(size=(80, 24)) as pilot:
        for key in "f2", "f3", "f4", "f5", "f6":
            await pilot.press(key)
            print(app.current_mode, type(app.screen).__name__)

print(*{str(Path(package.__file__).parent.parent) for package in (core, tui, puzzles)})
asyncio.run(look())
"""


class Installed:
    """The wheel in an environment that sees nothing else of the project."""

    def __init__(self, folder: Path) -> None:
        sources = folder / "sources"
        unwanted = shutil.ignore_patterns("__pycache__")
        for package in PACKAGES:
            shutil.copytree(ROOT / package, sources / package, ignore=unwanted)
        for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE", "MANIFEST.in"):
            shutil.copy(ROOT / name, sources)
        deleted = sources / "build" / "lib" / "core" / "deleted.py"  # what an earlier build has left
        deleted.parent.mkdir(parents=True)
        deleted.touch()
        self.sources, self.folder = sources, folder
        pip(folder, "wheel", "--no-build-isolation", "--no-deps", "--wheel-dir", folder / "wheels", sources)
        (self.wheel,) = (folder / "wheels").glob("*.whl")
        venv.create(folder / "venv", with_pip=False)
        self.bin = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
        python = self.bin / Path(sys.executable).name
        pip(folder, "--python", python, "install", "--no-deps", "--no-compile", self.wheel)
        self.site = Path(self.run(python.name, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
        # A line in such a file adds a folder, but not what other such files in it name: not the checkout.
        places = {sysconfig.get_path(name) for name in ("purelib", "platlib")}
        (self.site / "libraries.pth").write_text("\n".join(places), encoding="utf-8")

    def run(self, program: str, *arguments: str) -> str:
        """What a program of this environment prints, in a folder where nothing lies; it must end well."""
        (self.folder / "empty").mkdir(exist_ok=True)
        bare = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        done = subprocess.run(
            [self.bin / program, *arguments], cwd=self.folder / "empty", env=bare, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, encoding="utf-8", check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


def pip(folder: Path, *arguments: str | Path) -> None:
    command = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input", *arguments]
    offline = os.environ | {"PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull, "PIP_CACHE_DIR": str(folder / "cache")}
    done = subprocess.run(command, env=offline, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return Installed(tmp_path_factory.mktemp("wheel"))


def test_every_file_of_the_packages_is_in_it(installed: Installed) -> None:
    with ZipFile(installed.wheel) as wheel:
        names = {name for name in wheel.namelist() if ".dist-info/" not in name}
        (metadata,) = (wheel.read(name).decode() for name in wheel.namelist() if name.endswith("/METADATA"))
        licences = [name for name in wheel.namelist() if name.endswith("/LICENSE")]
    ours = {
        path.relative_to(installed.sources).as_posix()
        for package in PACKAGES
        for path in (installed.sources / package).rglob("*")
        if path.is_file() and path.suffix != ".svg"  # which the README shows, and the program does not
    }
    assert names == ours
    assert {f"Version: {core.__version__}", "License-Expression: MIT"} <= {*metadata.splitlines()}
    assert len(licences) == 1


@pytest.mark.slow
@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13", "3.14"])
def test_what_it_needs_has_wheels_for_every_python(installed: Installed, python: str, tmp_path: Path) -> None:
    """On Linux with glibc; nothing is installed.  For musl there is no Numba, whatever the wheel says."""
    asked = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "install", "--dry-run"]
    if subprocess.run([*asked, "--ignore-installed", "--no-deps", "rich"], capture_output=True, check=False).returncode:
        pytest.skip("no package index answers")
    asked += ["--ignore-installed", "--only-binary=:all:", "--python-version", python, "--target", str(tmp_path)]
    asked += ["--platform", "manylinux_2_28_x86_64", "--platform", "manylinux2014_x86_64", "--report", "-"]
    done = subprocess.run([*asked, "--quiet", str(installed.wheel)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    names = {found["metadata"]["name"].lower() for found in json.loads(done.stdout)["install"]}
    assert {"dancing-queens", "textual", "rich", "numpy", "numba"} <= names


def test_its_commands_run(installed: Installed) -> None:
    assert installed.run("dq", "--version") == f"dancing-queens {core.__version__}\n"
    assert json.loads(installed.run("dq", "queens", "6", "--algorithm", "backtracking", "--json"))["solutions"] == 4
    python = Path(sys.executable).name
    for program in (("dancing-queens",), (python, "-m", "tui")):
        assert f" {core.__version__}\n" in installed.run(*program, "--version")
        assert "--keys" in installed.run(*program, "--help")


def test_what_it_brings_is_read_and_its_screens_open(installed: Installed) -> None:
    assert "2 056 options" in installed.run("dq", "cover", "check", "gallery:pentominoes-6x10")
    assert "paper-000" in installed.run("dq", "compare", "papers")
    assert "how the links dance" in installed.run("dancing-queens", "lesson", "links", "--plain")
    python = Path(sys.executable).name
    where, *screens = installed.run(python, "-c", SCREENS).splitlines()
    assert Path(where).samefile(installed.site)
    assert len({*screens}) == 5, screens
