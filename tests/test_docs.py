"""The pages of ``docs`` say what is so: their files are written, their code and their commands are run."""

from __future__ import annotations

import ast
import importlib
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import core
from core import Shape
from core._cli.command_line import parser
from core.explain import pseudocode_of
from core.sudoku import parse
from core.sudoku.rules import KINDS
from docs import site
from docs.links import troubles
from docs.made import PUBLIC, cells, pages, run_cell
from docs.pictures import ASKED_FOR, SHOTS, pictures
from docs.pictures import README as KEPT
from tests import ROOT

PAGE = (ROOT / "docs" / "your-own-algorithm.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"<!-- file: (\S+) -->\n```\w+\n(.*?)```", PAGE, re.DOTALL))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The folder of the page, as if it had been installed."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    info = tmp_path / "middle_out-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: middle-out\nVersion: 1.0\n")
    points = re.search(r"\[project\.entry-points\.\"(.*?)\"\]\n(.*?)\n\n", FILES["pyproject.toml"], re.DOTALL)
    assert points is not None
    target = points[2].replace('"', "")
    (info / "entry_points.txt").write_text(f"[{points[1]}]\n{target}\n")
    return tmp_path


def run(folder: Path, *arguments: str, **environment: str) -> str:
    path = f"{folder}{os.pathsep}{ROOT}"
    done = subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, cwd=folder, check=False,
        env={**os.environ, "PYTHONPATH": path, "DANCING_QUEENS_HOME": str(folder), **environment},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_the_page_from_nothing_to_a_comparison(project: Path) -> None:
    commands = [line.removeprefix("dq ") for line in PAGE.splitlines() if line.startswith("dq ")]
    assert len(commands) == 5
    out = [run(project, "-m", "core", *shlex.split(command)) for command in commands]
    assert "From the middle" in out[0]
    assert "92 solutions (A000170): agrees" in out[1]
    assert out[2].count('"schema"') == 3
    assert out[3].count("2 057") == 2
    assert "199 636         206" in out[4]
    assert "`naive` visits 199 636 nodes before its first solution, yours 206" in PAGE


def test_the_code_without_a_package(project: Path) -> None:
    (snippet,) = re.findall(r"^```python\nimport core\n.*?```", PAGE, re.DOTALL | re.MULTILINE)
    code = snippet.removeprefix("```python\n").removesuffix("```")
    for switched_off in ("0", "1"):
        count, placement = run(project, "-c", code, NUMBA_DISABLE_JIT=switched_off).split("\n", 1)
        assert count == "92"
        assert placement.count("♛") == 20


def test_start_up_stays_fast_with_the_entry_alone(project: Path) -> None:
    info = project / "middle_out-1.0.dist-info" / "entry_points.txt"
    info.write_text(info.read_text().replace("middle_out:ENTRY", "middle_out_entry:ENTRY"))
    code = "import sys, core; assert core.algorithm('queens', 'middle-out'); assert 'numpy' not in sys.modules"
    run(project, "-c", code)


@pytest.mark.parametrize("page", sorted((ROOT / "docs").glob("*.md")), ids=lambda page: page.stem)
def test_commands_of_the_pages_are_understood(page: Path) -> None:
    for line in re.findall(r"^(?:dq|python -m core) ([^#\n]+)", page.read_text("utf-8"), re.MULTILINE):
        parser().parse_args(shlex.split(line))


@pytest.mark.real_time("the page asks for answers within ten seconds")
def test_the_code_about_the_library_does_what_its_comments_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs" / "python.md").read_text("utf-8")
    module = ModuleType("a_page")
    monkeypatch.setitem(sys.modules, "a_page", module)  # where dataclasses look
    names = vars(module)
    kinds = [*KINDS]
    try:
        for block in re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE):
            exec(compile(block, "python.md", "exec"), names)
            for line in block.splitlines():
                code, _, said = line.partition("  # ")
                if re.match(r"[\[('\d]", said) and not re.match(r"\w+ = |print|\s", code):
                    assert ast.literal_eval(re.sub(r"(?<=[)\d]): .*", "", said)) == eval(code, names), line
    finally:
        for kind in [*KINDS][len(kinds) :]:
            del KINDS[kind]


WRITTEN = {page.name: page.read_text("utf-8") for page in (ROOT / "docs").glob("*.md")}


@pytest.fixture(scope="module")
def made() -> dict[str, str]:
    """The pages that the program makes."""
    return pages()


def test_the_menu_leads_to_every_page_once(made: dict[str, str]) -> None:
    menu = (ROOT / "mkdocs.yml").read_text("utf-8").partition("\nnav:\n")[2]
    assert sorted(re.findall(r": (\S+\.md)$", menu, re.MULTILINE)) == sorted({**WRITTEN, **made})
    assert not WRITTEN.keys() & made.keys()


@pytest.mark.parametrize("room", PUBLIC)
def test_the_reference_has_every_public_name(room: str, made: dict[str, str]) -> None:
    package = importlib.import_module(room)
    listed = re.findall(r"^::: (\S+)$", made[f"reference/{room}.md"], re.MULTILINE)
    assert sorted(listed) == sorted(f"{room}.{name}" for name in package.__all__)
    rows = re.findall(r"^\| \[`\w+`\]\(#(\S+)\)", made[f"reference/{room}.md"], re.MULTILINE)
    assert sorted(rows) == sorted(listed)
    for module, name in (path.rsplit(".", 1) for path in listed):
        assert hasattr(importlib.import_module(module), name)


@pytest.mark.parametrize("room", PUBLIC)
def test_the_table_of_a_package_says_what_each_name_is(room: str, made: dict[str, str]) -> None:
    said = dict(re.findall(r"^\| \[`(\w+)`\]\(.*?\) \| (.*) \|$", made[f"reference/{room}.md"], re.MULTILINE))
    assert [name for name, sentence in said.items() if not sentence.endswith((".", ":"))] == []
    assert not any("Built-in" in sentence for sentence in said.values())


def test_what_doctest_runs_is_code_on_the_pages_of_the_reference(made: dict[str, str]) -> None:
    for room in PUBLIC:
        fence = False
        for line in made[f"reference/{room}.md"].splitlines():
            fence ^= line.startswith("```")
            assert fence or not line.startswith(">>> "), (room, line)


def test_the_tutorial_shows_what_its_cells_do(made: dict[str, str]) -> None:
    assert "(980, 15607, 92)" in made["first-steps.md"]
    assert made["first-steps.md"].count("<svg") == 3


def test_the_recipes_do_what_they_say(made: dict[str, str]) -> None:
    page = made["recipes.md"]
    for said in (
        "16\n```", "50 have exactly one solution", "extreme 1316 66 steps", "('choir', 1), ('exam', 2)",
        "Dead end: queens", "Status.STOPPED", "5000 nodes so far\n724 solutions", "<svg",
    ):  # fmt: skip
        assert said in page
    assert (page.count("\n## "), page.count('<div class="shown"><svg')) == (12, 4)
    imports = re.findall(r"^from (core[\w.]*) import", page, re.MULTILINE)
    assert set(imports) <= set(PUBLIC)


RECIPES = ROOT / "docs" / "tutorials" / "recipes.py"


@pytest.mark.slow
def test_the_recipe_that_measures_makes_the_table_that_the_page_shows(made: dict[str, str]) -> None:
    ((_, code),) = (cell for cell in cells(RECIPES.read_text("utf-8")) if cell[0] == "measures")
    printed, _ = run_cell(f"from core import Queens\n{code}", {}, RECIPES)
    shown = [line.split(" | ") for line in made["recipes.md"].splitlines() if re.match(r"\| (N|10|12) ", line)]
    measured = [line.split(" | ") for line in printed.splitlines() if re.match(r"\| (N|10|12) ", line)]
    assert [(row[0], row[-1]) for row in shown] == [(row[0], row[-1]) for row in measured]
    assert shown[0] == measured[0]


@pytest.mark.slow
def test_the_recipes_are_typed() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", str(RECIPES)], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert done.stdout.startswith("Success"), done.stdout


def test_every_tree_search_has_its_pseudocode(made: dict[str, str]) -> None:
    for entry in core.algorithms():
        assert (entry.title in made["pseudocode.md"]) == (pseudocode_of(entry) is not None), entry.key
    assert "  for c = 1 to n:" in made["pseudocode.md"]


def test_every_command_and_every_key_has_its_place(made: dict[str, str]) -> None:
    for wanted in ("## dq\n", "### dq sudoku generate\n", "### dq compare\n", "## dancing-queens\n", "--fail-on"):
        assert wanted in made["options.md"]
    assert not {"question_mark", "('"} & {*re.findall(r"question_mark|\('", made["every-key.md"])}
    for wanted in (
        "## Everywhere",
        "## Cover",
        "| `glossary` | `?` |",
        "| `switch_mode queens` | `F2` |",
        "| `pair` | `b` | Two searches side by side, in lockstep: ",
    ):
        assert wanted in made["every-key.md"]


def test_every_kind_of_rule_is_told_in_plain_words(made: dict[str, str]) -> None:
    page = made["sudoku-rules.md"]
    for kind in KINDS.values():
        (row,) = (line for line in page.splitlines() if f"| `{kind.usage}` |" in line)
        demands = row.split(" | ")[2]
        assert demands.endswith("."), row
        assert "``" not in demands, row
    (example,) = re.findall(r"```text\n(.*?)```", page, re.DOTALL)
    shape = Shape(2, 2)
    assert [rule.words(shape) for rule in parse(example).grid.layout.untold] == [
        "r1c1 and r1c2 add up to 5 and differ", "values rise along r2c1, r2c2 and r2c3",
    ]  # fmt: skip


def test_links_and_pictures_of_all_pages_are_there(made: dict[str, str]) -> None:
    everything = {**WRITTEN, **made}
    there = everything.keys() | {f"pictures/{name}.svg" for name in SHOTS}
    for page, text in everything.items():
        assert {*_targets(site.on_the_site(text))} <= there, page


@pytest.mark.parametrize("page", [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")], ids=lambda page: page.stem)
def test_links_of_written_pages_lead_to_files_where_no_site_is_built(page: Path) -> None:
    for target in _targets(page.read_text("utf-8")):
        assert (page.parent / target).exists(), target


def _targets(text: str) -> list[str]:
    return re.findall(r"\]\((?!https?:|#)([^)#]+)", text)


def test_a_picture_is_taken_where_a_search_is_paused() -> None:
    (svg,) = pictures(["queens"]).values()
    assert "node&#160;7" in svg


def test_all_that_the_site_is_made_of_is_put_into_one_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, made: dict[str, str]
) -> None:
    monkeypatch.setattr(site, "pages", lambda: made)
    monkeypatch.setattr(site, "for_the_site", lambda: dict.fromkeys(SHOTS, "<svg/>"))
    site.gather(tmp_path)
    there = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()}
    settings = (ROOT / "mkdocs.yml").read_text("utf-8")
    assert {*WRITTEN, *made, *re.findall(r"assets/[\w.-]+", settings)} <= there
    texts = [path.read_text("utf-8") for path in tmp_path.rglob("*.md")]
    assert "](pictures/queens-pair.svg)" in (tmp_path / "queens.md").read_text("utf-8")
    assert not any(asked.search(text) for text in texts for asked in (ASKED_FOR, site.PAGE_ASKED_FOR))


def test_a_build_of_the_site_measures_nothing() -> None:
    kept = {name for name, shot in SHOTS.items() if shot.measures}
    assert kept == {"compare", "lesson-6"}  # the shots that begin a comparison
    assert all((KEPT / f"{name}.svg").is_file() for name in kept)
    ran = [text for path in RECIPES.parent.glob("*.py") for kind, text in cells(path.read_text("utf-8")) if not kind]
    assert not any("compare" in text for text in ran)


def test_a_link_that_leads_nowhere_and_what_comes_from_elsewhere_are_found(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(
        '<a href="other.html#here">1</a><a href="other.html#gone">2</a><a href="none.html">3</a><a href="#top">4</a>'
        '<a href="https://example.org">5</a><img src="https://example.org/6.png"><link href="https://example.org/7.css">'
    )
    (tmp_path / "other.html").write_text('<h1 id="here">Here</h1><a href="./">back</a>')
    found = [line.partition(": ")[2] for line in troubles(tmp_path)]
    assert found == [
        "other.html#gone has no such anchor", "none.html is not there", "#top has no such anchor",
        "fetches https://example.org/6.png", "fetches https://example.org/7.css",
    ]  # fmt: skip
