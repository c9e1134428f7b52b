"""``sudoku rate``, ``hint``, ``path``, ``train`` and ``generate --level`` as a script sees them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from core import Shape, Sudoku
from core._cli.command_line import main
from core.sudoku import NotFound, Stopped, Symmetry, Wish, generate_rated
from core.sudoku._formats.line import line_of
from core.sudoku._verdict import Finding, check
from core.sudoku.human import Level, Position, find, next_step, solve_by_logic, technique
from core.sudoku.human._exercises import exercise
from core.sudoku.human._jigsaw import jigsaw
from tests.cases import slow
from tests.cli import Cli

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
HARD = ".1.73....3..5..41.8.....3...3812.5.4.........2.1.7386...7.....1.89..2..3....57.4."

BEYOND = "........3..1..56...9..4..7......9.5.7.......8.5.4.2....8..2..9...35..1..6........"
"""Platinum Blonde: one solution, and our techniques find one hidden single."""


@pytest.fixture
def puzzles(tmp_path: Path) -> str:
    path = tmp_path / "two.sdm"
    path.write_text(f"{EASY}\n{HARD}\n", encoding="utf-8")
    return str(path)


@pytest.fixture
def run(cli: Cli) -> Cli:
    return cli.under("sudoku")


def test_rate_tells_level_score_and_our_figure(puzzles: str, run: Cli) -> None:
    status, out, _ = run("rate", puzzles)
    assert status == 0
    first, second, total = out.splitlines()
    assert first.startswith("line 1: easy, score 204, hardest Naked Single, 1.2/1.2/1.2 (SE scale, our reckoning)")
    assert second.startswith("line 2: hard, score 864")
    assert total in ("# 1 easy, 1 hard", "# 1 hard, 1 easy")
    status, out, _ = run("rate", puzzles, "--json", "--no-scale")
    easy, hard = map(json.loads, out.splitlines())
    assert (easy["level"], easy["score"], easy["solved"], easy["rating"]) == ("easy", 204, True, None)
    assert hard["level"] == "hard"
    assert sum(hard["techniques"].values()) == hard["steps"]


def test_rate_tells_puzzles_from_others(tmp_path: Path, run: Cli) -> None:
    path = tmp_path / "bad.sdm"
    path.write_text(f"{'.' * 81}\n{'55' + EASY[2:]}\n{'x' * 80}\n", encoding="utf-8")
    status, out, err = run("rate", str(path))
    assert status == 2
    assert "line 1: several solutions" in out
    assert "line 2: no solution" in out
    assert "line 3" in err


def test_puzzles_beyond_logic_say_so_and_sort_last(tmp_path: Path, run: Cli) -> None:
    path = tmp_path / "three.sdm"
    path.write_text(f"{BEYOND}\n{EASY}\n{HARD}\n", encoding="utf-8")
    _, out, _ = run("rate", str(path), "--json", "--no-scale")
    told = [json.loads(line) for line in out.splitlines()]
    beyond = told[0]
    assert (beyond["level"], beyond["score"], beyond["hardest"], beyond["solved"]) == (
        "beyond logic",
        None,
        None,
        False,
    )
    assert beyond["score_at_least"] < told[1]["score"] == told[1]["score_at_least"], "what was found is but a bound"
    told.sort(key=lambda each: (each["rank"], each["score_at_least"]))
    assert [each["level"] for each in told] == ["easy", "hard", "beyond logic"]
    _, out, _ = run("rate", str(path), "--no-scale")
    assert out.startswith("line 1: beyond logic: logic ends with ")
    assert f"candidates left, score at least {beyond['score_at_least']}" in out.splitlines()[0]


def test_hints_give_as_much_as_was_asked_for(puzzles: str, run: Cli) -> None:
    step = next_step(Position.of(Sudoku.parse(EASY)))
    assert step is not None
    texts = [run("hint", puzzles, "--stage", stage)[1].splitlines()[0] for stage in "123"]
    assert step.name not in texts[0]
    assert step.name in texts[1]
    assert step.consequence not in texts[1]
    assert step.sentence in texts[2]
    _, out, _ = run("hint", puzzles, "--all", "--json")
    steps = [json.loads(line) for line in out.splitlines()]
    assert {"technique", "placements", "eliminations", "sentence", "pattern"} <= steps[0].keys()
    assert len(steps) > 40
    assert {step["line"] for step in steps} == {1, 2}
    assert step.line in [each["notation"] for each in steps]


def test_every_hint_is_an_object_of_its_own(tmp_path: Path, run: Cli) -> None:
    lines = (SOLVED, "." * 81, "11" + "." * 79, EASY)
    file = tmp_path / "puzzles.txt"
    file.write_text("\n".join(lines) + "\n")
    _, out, _ = run("hint", str(file), "--json")
    told = [json.loads(line) for line in out.splitlines()]
    assert [each["line"] for each in told] == [1, 2, 2, 3, 4]
    assert [each["technique"] for each in told] == [None, None, None, None, "naked-single"]
    assert [each["reason"] for each in told[:3]] == [
        "solved already", "at least 1000 solutions", "no technique works here, 81 empty cells and 729 candidates left",
    ]  # fmt: skip
    assert told[3]["reason"].startswith("no solution: row 1 holds 1 twice")


def test_paths_end_at_the_solution(puzzles: str, run: Cli) -> None:
    _, out, _ = run("path", puzzles, "--json")
    for line in out.splitlines():
        told = json.loads(line)
        assert told["solved"]
        placed = sum(len(step["placements"]) for step in told["path"])
        assert placed == (EASY if told["line"] == 1 else HARD).count(".")
    _, out, _ = run("path", puzzles, "--explain")
    assert "Naked Single. r5c5 has no candidate left but 5: r5c5=5." in out
    status, out, _ = run("path", puzzles, "--without", "naked-single")
    assert status == 0
    assert "Hidden Single" in out
    assert "Naked Single" not in out
    assert run("path", puzzles, "--without", "magic")[0] == 2


def test_generate_by_level_score_and_technique(run: Cli) -> None:
    _, out, _ = run("generate", "--level", "hard", "--count", "2", "--symmetry", "half-turn", "--json", "--seed", "7")
    for line in out.splitlines():
        told = json.loads(line)
        path = solve_by_logic(Sudoku.parse(told["givens"]))
        assert (path.level, path.score) == (Level.HARD, told["score"])
        assert [c == "." for c in told["givens"]] == [c == "." for c in reversed(told["givens"])]
    _, out, _ = run("generate", "--score", "300-900", "--requires", "pointing", "--json", "--seed", "4")
    told = json.loads(out)
    assert 300 <= told["score"] <= 900
    assert told["techniques"]["pointing"]
    for wrong in (["--score", "many"], ["--requires", "magic"], ["--level", "easy", "--requires", "x-wing"]):
        assert run("generate", *wrong)[0] == 2


def test_training_positions_have_the_technique_next(run: Cli) -> None:
    _, out, _ = run("train", "pointing", "--count", "2", "--json")
    lines = out.splitlines()
    assert len(lines) == 2
    assert all(json.loads(line)["step"]["technique"] == "pointing" for line in lines)
    made = exercise(technique("naked-pair"), Shape(3, 3), 1)
    assert made.strict
    assert next_step(Position.of(made.grid, unique=True)) == made.step
    assert made.step in find(Position.of(made.grid), "naked-pair")
    assert "forcing-net-verity" in run("train", "list")[1]


@pytest.mark.parametrize(("level", "minimal"), [*((level, False) for level in Level), (Level.MEDIUM, True)])
def test_rated_puzzles_are_as_wished(level: Level, minimal: bool) -> None:
    seed = 5 if level is Level.EXTREME else 3  # it comes after a few attempts, not after many
    made = generate_rated(Shape(3, 3), seed, Wish(level=level, minimal=minimal))
    assert check(made.problem, 2).kind is Finding.UNIQUE
    assert made.path.level is level
    assert solve_by_logic(made.problem).steps == made.path.steps
    if minimal:
        for cell, value in enumerate(made.problem.givens):
            if value:
                without = tuple(0 if at == cell else given for at, given in enumerate(made.problem.givens))
                assert check(Sudoku.of(made.problem.shape, without), 2).kind is Finding.SEVERAL
    assert generate_rated(Shape(3, 3), seed, Wish(level=level, minimal=minimal)).problem == made.problem


@pytest.mark.parametrize("symmetry", Symmetry)
def test_rated_puzzles_have_their_symmetry(symmetry: Symmetry) -> None:
    from core.sudoku.human._generator import orbits

    made = generate_rated(Shape(2, 3), 1, Wish(symmetry=symmetry))
    for group in orbits(Shape(2, 3), symmetry):
        assert len({made.problem.givens[cell] == 0 for cell in group}) == 1


def test_generating_ends_when_it_is_told_to() -> None:
    tried: list[int] = []
    with pytest.raises(Stopped):
        generate_rated(
            Shape(1, 4), 1, Wish(level=Level.EXTREME), progress=tried.append, stopped=lambda: len(tried) > 30
        )
    assert tried[:3] == [0, 1, 2]
    with pytest.raises(NotFound, match="5 grids from seed 1: 5 too easy"):
        generate_rated(Shape(1, 4), 1, Wish(level=Level.EXTREME), attempts=5)


class Shown:
    """A line of progress: what it said, and what was on standard output when it went."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.told: list[str] = []
        self.gone: list[str] = []
        self._capsys = capsys
        monkeypatch.setattr("core._cli.sudoku.puzzle_file.wants_progress", lambda: True)
        monkeypatch.setattr("core._cli.progress.status_line", self._line)

    @contextmanager
    def _line(self) -> Iterator[Callable[[str], None]]:
        assert not self.gone, "what was printed before stood beside the line"
        yield self.told.append
        self.gone.append(self._capsys.readouterr().out)


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (["generate", "--variant", "x", "--level", "medium"], "0 of 1 made; 1 grid tried for the next"),
        (["generate", "--boxes", "2x2"], "0 of 1 made; 0 grids tried for the next"),
        (["rate", "LARGE"], "line 1: 2 steps, 254 of 256 cells filled, last Naked Single"),
        (["path", "LARGE"], "line 1: 3 steps, 255 of 256 cells filled, last Naked Single"),
    ],
)
def test_what_takes_long_says_how_far_it_is(
    asked: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shape = Shape(4, 4)
    full = [(row * 4 + row // 4 + column) % 16 + 1 for row in range(16) for column in range(16)]
    for cell in (0, 17, 34, 51):
        full[cell] = 0
    (tmp_path / "large").write_text(line_of(full) + "\n")
    assert Sudoku.of(shape, tuple(full)).clues == 252
    shown = Shown(monkeypatch, capsys)
    status = main(["sudoku", *(str(tmp_path / "large") if word == "LARGE" else word for word in asked)])
    assert status == 0
    assert says.split(", last")[0] in "\n".join(shown.told)
    assert shown.gone == [""], "the line goes before anything is printed"
    assert capsys.readouterr().out


def test_a_small_grid_is_rated_without_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "small").write_text(EASY)
    shown = Shown(monkeypatch, capsys)
    main(["sudoku", "rate", str(tmp_path / "small")])
    assert shown.told == []


@pytest.mark.parametrize(
    ("level", "seeds"), [(Level.MEDIUM, (1, 2)), (Level.HARD, (3, 4)), (Level.UNFAIR, (1,)), slow(Level.UNFAIR, (2, 4))]
)
def test_jigsaws_of_every_level_are_made_soon(level: Level, seeds: tuple[int, ...]) -> None:
    for seed in seeds:
        made = generate_rated(jigsaw(9, seed), seed, Wish(level=level), attempts=6)
        assert made.path.level is level
        assert not made.problem.layout.rectangular


def test_a_level_by_score_says_so(run: Cli) -> None:
    _, out, _ = run("generate", "--variant", "jigsaw", "--level", "hard", "--json", "--seed", "7")
    told = json.loads(out)
    hardest = technique(told["hardest"])
    assert (told["level"], told["by_score"]) == ("hard", hardest.level < Level.HARD)
    assert told["by_score"]
    title = run("generate", "--variant", "jigsaw", "--level", "hard", "--to", "sdk", "--seed", "7").out.splitlines()[0]
    assert title == f"#H9×9 Jigsaw hard, by its score {told['score']}, seed 7"
    assert (
        run("generate", "--level", "hard", "--to", "sdk", "--seed", "2")
        .out.splitlines()[0]
        .startswith("#H3×3 hard, score ")
    )
