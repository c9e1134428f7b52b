"""What a package index and an installer are told."""

from __future__ import annotations

import re
import runpy
import tomllib

import pytest
from packaging.requirements import Requirement

import core
from tests import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


@pytest.mark.parametrize(
    ("host", "numba"),
    [
        ("x86_64-pc-linux-gnu cpython-312-x86_64-linux-gnu", True),
        ("x86_64-alpine-linux-musl", False),
        ("cpython-313-aarch64-linux-musl", False),
        ("", True),
    ],
)
def test_alpine_installs_without_numba(host: str, numba: bool) -> None:
    dependencies = runpy.run_path(str(ROOT / "setup.py"), run_name="setup")["dependencies"](host)
    names = {Requirement(text).name for text in dependencies}
    assert ("numba" in names) is numba
    assert {"textual", "rich", "platformdirs", "numpy"} <= names


def test_a_python_without_numba_does_not_ask_for_it() -> None:
    setup = runpy.run_path(str(ROOT / "setup.py"), run_name="setup")
    marker = Requirement(setup["NUMBA"]).marker
    assert marker is not None
    assert [marker.evaluate({"python_version": version}) for version in ("3.11", "3.14", "3.15")] == [True, True, False]


def test_one_version_everywhere() -> None:
    assert PROJECT["version"] == core.__version__
    assert f"version: {core.__version__}\n" in (ROOT / "CITATION.cff").read_text("utf-8")
    newest = re.search(r"^## ([\d.]+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert newest is not None
    assert newest[1] == core.__version__


def test_the_scripts_are_there() -> None:
    import importlib

    for target in PROJECT["scripts"].values():
        module, _, name = target.partition(":")
        assert callable(getattr(importlib.import_module(module), name))
