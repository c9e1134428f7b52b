"""What a package index and an installer are told."""

from __future__ import annotations

import re
import runpy
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

import core
from tests import ROOT

CHANGELOG = (ROOT / "CHANGELOG.md").read_text("utf-8")
CITATION = (ROOT / "CITATION.cff").read_text("utf-8")
RELEASE = re.compile(r"^## \[?([\d.]+)]? - (\d{4}-\d\d-\d\d)$", re.MULTILINE)
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


def test_every_address_follows_from_one() -> None:
    setup = runpy.run_path(str(ROOT / "setup.py"), run_name="setup")
    urls = PROJECT["urls"]
    source = urls["Source"]
    assert {name: urls[name].removeprefix(source) for name in ("Homepage", "Source", "Issues", "Changelog")} == {
        "Homepage": "", "Source": "", "Issues": "/issues", "Changelog": "/blob/main/CHANGELOG.md",
    }  # fmt: skip
    assert max(map(len, urls)) <= 32, "an index takes no longer names"
    assert f"repository-code: {source}" in CITATION.splitlines()
    assert "readme" in PROJECT["dynamic"]
    # On an index, README's pictures and links are nowhere but there.
    links = re.findall(r"(!?)\[[^]]*\]\(([^)]*)\)", setup["readme"]())
    assert {"!", ""} == {kind for kind, _ in links}
    links += re.findall(r'(\bsrc)(?:set)?="([^"]*)"', setup["readme"]())
    assert len({target for kind, target in links if kind == "src"}) == 2
    for picture, target in links:
        start = f"{source}/{'raw' if picture else 'blob'}/main/"
        assert target.startswith(start)
        assert (ROOT / target.removeprefix(start)).exists()


def test_one_version_everywhere() -> None:
    assert PROJECT["version"] == core.__version__
    newest = RELEASE.search(CHANGELOG)
    assert newest is not None
    version, date = newest.groups()
    now = Version(core.__version__)
    assert now > Version(version) if now.is_devrelease else now == Version(version), "the next one begins as .dev0"
    lines = [line.strip() for line in CITATION.splitlines()]  # of the program, and of how it wants to be cited
    assert (lines.count(f"version: {version}"), lines.count(f"date-released: {date}")) == (2, 2)


def test_the_list_of_changes_is_dated_and_grouped() -> None:
    head, *parts = re.split(r"^## ", CHANGELOG, flags=re.MULTILINE)
    assert head.startswith("# Changelog")
    assert parts[0].startswith("[Unreleased]\n")
    dates = [RELEASE.match(f"## {part}") for part in parts[1:]]
    assert all(dates)
    assert [found[2] for found in dates if found] == sorted((found[2] for found in dates if found), reverse=True)
    groups = [re.findall(r"^### (.*)", part, re.MULTILINE) for part in parts]
    known = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]
    for names in groups:
        assert len(names) == len({*names} & {*known})


def test_every_form_for_an_issue_asks_and_labels_in_the_form_that_github_reads() -> None:
    forms = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
    assert len(forms) >= 3
    for form in forms:
        text = form.read_text("utf-8")
        wanted = ("blank_issues_enabled:",) if form.name == "config.yml" else ("name: ", "description: ", "body:")
        assert all(re.search(f"^{key}", text, re.MULTILINE) for key in wanted), form.name
        names = re.findall(r"^    id: (\S+)", text, re.MULTILINE)
        assert len(names) == len({*names}), form.name


def test_the_scripts_are_there() -> None:
    import importlib

    for target in PROJECT["scripts"].values():
        module, _, name = target.partition(":")
        assert callable(getattr(importlib.import_module(module), name))
