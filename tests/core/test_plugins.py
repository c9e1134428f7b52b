"""Algorithms of other packages: found by their entry points, and told where they are broken."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core._plugins import announced
from tests.cases import slow
from tests.core.plugin_sites import offer, python

MODULE = """
from core import Algorithm, Goal, Source, algorithms

assert algorithms("queens")  # a plug-in may look at the catalog while it is being imported
MINE = Algorithm("corners", "Corners first", "queens", "As naive.", Source("Me", 2024, "Here"),
                 "core._queens.naive:NaiveSearch", goals=(Goal.COUNT,), maximum_size=16)

def several():
    return [MINE]
"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder for ``PYTHONPATH`` with an installed plug-in."""
    (tmp_path / "corners.py").write_text(MODULE)
    return tmp_path


@pytest.mark.parametrize("point", ["corners:MINE", slow("corners:several")])
def test_a_plug_in_is_an_algorithm_like_any_other(site: Path, point: str) -> None:
    offer(site, f"corners = {point}")
    listed = python(site, "-m", "core", "algorithms", "queens")
    assert (listed.returncode, listed.stderr) == (0, "")
    assert "Corners first" in listed.stdout
    counted = python(site, "-m", "core", "queens", "8", "--algorithm", "corners", "--json")
    assert json.loads(counted.stdout)["solutions"] == 92
    refused = python(site, "-m", "core", "queens", "20", "--algorithm", "corners")
    assert "corners goes up to size 16; these can: " in refused.stderr
    compared = python(site, "-m", "core", "compare", "queens", "5", "--algorithms", "corners,dlx", "--repeat", "1")
    assert compared.returncode == 0, compared.stderr
    assert "corners" in compared.stdout


TWO_THREADS = """
import sys, threading
begun, go, found = threading.Event(), threading.Event(), []
sys.modules["gate"] = type("Gate", (), {"begun": begun, "go": go})

def look():
    from core import algorithms
    found.append("corners" in [entry.key for entry in algorithms("queens")])

def within(frame):
    while frame is not None:
        yield frame.f_code.co_name
        frame = frame.f_back

first, second = threading.Thread(target=look), threading.Thread(target=look)
first.start()
begun.wait()  # the plug-in is being imported
second.start()
while second.is_alive() and "plugin_troubles" not in within(sys._current_frames().get(second.ident)):
    second.join(0.01)
go.set()
first.join()
second.join()
print(found)
"""


def test_who_asks_while_plug_ins_are_loaded_waits_for_them(site: Path) -> None:
    (site / "corners.py").write_text(f"import gate\ngate.begun.set()\ngate.go.wait()\n{MODULE}")
    offer(site, "corners = corners:MINE")
    ran = python(site, "-c", TWO_THREADS)
    assert (ran.stdout, ran.stderr) == ("[True, True]\n", "")


@pytest.mark.parametrize(
    ("point", "why"),
    [
        ("nowhere:MINE", "ModuleNotFoundError"),
        ("corners:NOTHING", "AttributeError"),
        ("corners:Source", "TypeError"),
        ("json:__name__", "expected an Algorithm, not str"),
        ("core._queens.entries:ENTRIES", "queens already has an algorithm called 'brute-force'"),
    ],
)
def test_a_broken_plug_in_is_told_and_costs_nothing_else(site: Path, point: str, why: str) -> None:
    offer(site, f"broken = {point}\ncorners = corners:MINE")
    listed = python(site, "-m", "core", "algorithms")
    assert listed.returncode == 0
    assert f"plug-in broken ({point}) is left out: " in listed.stderr
    assert why in listed.stderr
    assert len(listed.stderr.splitlines()) == 1
    assert "Corners first" in listed.stdout


@pytest.mark.parametrize(
    ("harm", "why"),
    [
        ("raise SystemExit(7)", "SystemExit: 7"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("def broken(:", "SyntaxError: "),
    ],
)
def test_whatever_a_plug_in_does_when_imported_the_program_goes_on(site: Path, harm: str, why: str) -> None:
    (site / "harmful.py").write_text(harm + "\n")
    offer(site, "harmful = harmful:MINE\ncorners = corners:MINE")
    counted = python(site, "-m", "core", "queens", "6", "--json")
    assert (counted.returncode, json.loads(counted.stdout)["solutions"]) == (0, 4)
    assert f"plug-in harmful (harmful:MINE) is left out: {why}" in counted.stderr
    missing = python(site, "-m", "core", "queens", "6", "--algorithm", "middle-out")
    assert (missing.returncode, missing.stdout) == (2, "")
    assert "no queens algorithm is called 'middle-out'" in missing.stderr
    assert f"plug-in harmful (harmful:MINE) is left out: {why}" in missing.stderr


def test_what_a_plug_in_prints_when_imported_is_no_result(site: Path) -> None:
    (site / "corners.py").write_text("print('hello')\n" + MODULE)
    offer(site, "corners = corners:MINE")
    counted = python(site, "-m", "core", "queens", "8", "--algorithm", "corners", "--json")
    assert json.loads(counted.stdout)["solutions"] == 92
    assert counted.stderr == "hello\n"


def test_a_plug_in_that_never_ends_is_left_to_itself(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import core._plugins

    (site / "endless_plugin.py").write_text("import threading\nthreading.Event().wait()\n")
    offer(site, "endless = endless_plugin:MINE")
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.setattr(core._plugins, "PATIENCE_SECONDS", 0.01)
    (trouble,) = core._plugins.load(lambda entry: None)
    assert str(trouble).startswith("plug-in endless (endless_plugin:MINE) is left out: it was not imported within ")


@pytest.mark.parametrize(
    ("harm", "why"), [("return 1 // 0", "ZeroDivisionError: "), ("raise SystemExit(0)", "SystemExit: 0")]
)
def test_a_plug_in_that_fails_while_it_searches_is_named_with_its_line(site: Path, harm: str, why: str) -> None:
    failing = (
        MODULE.replace("core._queens.naive:NaiveSearch", "corners:Failing")
        + f"""
from core._queens.naive import NaiveSearch

class Failing(NaiveSearch):
    def advance(self, budget, quota=None):
        {harm}
"""
    )
    (site / "corners.py").write_text(failing)
    offer(site, "corners = corners:MINE")
    line = failing.splitlines().index(f"        {harm}") + 1
    done = python(site, "-m", "core", "queens", "8", "--algorithm", "corners")
    assert (done.returncode, done.stdout) == (5, "")
    assert f"a plug-in failed at corners.py:{line}: {why}" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_what_starts_an_algorithm_must_make_a_search(site: Path) -> None:
    (site / "corners.py").write_text(
        MODULE.replace("core._queens.naive:NaiveSearch", "corners:start")
        + "def start(problem, goal, limit):\n    return 92\n"
    )
    offer(site, "corners = corners:MINE")
    for command in ("queens", "tree queens"):
        done = python(site, "-m", "core", *command.split(), "8", "--algorithm", "corners")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == "python -m core: corners cannot be used: expected a Search from corners:start, not int\n"


def test_a_plug_in_that_names_what_explains_it_is_explained(site: Path) -> None:
    explained = MODULE.replace("maximum_size=16)", "maximum_size=16, explained_by='core._queens.explain:RowByRow')")
    (site / "corners.py").write_text(explained)
    offer(site, "corners = corners:MINE")
    done = python(site, "-m", "core", "explain", "queens", "6", "--algorithm", "corners", "--node", "3")
    assert done.returncode == 0, done.stderr
    assert "node 3" in done.stdout.lower()


def test_an_algorithm_whose_code_is_not_there_is_told_when_it_is_started(site: Path) -> None:
    (site / "corners.py").write_text(MODULE.replace("naive:NaiveSearch", "naive:Missing"))
    offer(site, "corners = corners:MINE")
    done = python(site, "-m", "core", "queens", "8", "--algorithm", "corners")
    assert (done.returncode, done.stdout) == (2, "")
    assert "corners cannot be loaded: core._queens.naive:Missing: " in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_plug_ins_are_looked_for_where_packages_announce_them(tmp_path: Path) -> None:
    """Unannounced, Python's own search for them is not even begun: it would take as long as all of `core`."""
    for name in ("other-1.0.dist-info", "third-1.0.egg-info"):
        (tmp_path / name).mkdir()
    (tmp_path / "other-1.0.dist-info" / "entry_points.txt").write_text("[console_scripts]\nx = y:z\n")
    (tmp_path / "a.zip").write_bytes(b"")
    assert not announced([])
    assert not announced([str(tmp_path), str(tmp_path / "nowhere")])
    assert announced([str(tmp_path), str(tmp_path / "a.zip")])
    offer(tmp_path, "corners = corners:MINE")
    assert announced([str(tmp_path / "nowhere"), str(tmp_path)])
    done = python(tmp_path / "third-1.0.egg-info", "-c", "import sys, core; core.algorithms(); print(*sys.modules)")
    assert "core._queens.entries" in done.stdout.split()
    assert "importlib.metadata" not in done.stdout.split()


BARE = """
from core import Search, Snapshot, Status

class {name}:
    def advance(self, budget, quota=None):
        self.status = Status.COMPLETE
        return self.status

class Bare({name}, Search):
    def snapshot(self):
        return Snapshot(self.status, 1, len(self.solutions))
    def counts(self):
        return len(self.solutions), 1
    @property
    def solutions(self):
        return [{board}] if self.status is Status.COMPLETE else []
    def state(self):
        return {{}}
    def restore(self, state):
        pass
"""


@pytest.mark.parametrize(
    ("board", "status", "said"),
    [
        ("(0, 1, 2, 3, 4, 5)", 3, "6 queens: a solution found does not solve it: [0, 1, 2, 3, 4, 5]"),
        ("(1, 3, 5)", 3, "6 queens: a solution found does not solve it: [1, 3, 5]"),
        ("(1, 3, 5, 0, 2, 4)", 0, "6 queens: a solution"),
    ],
)
def test_whatever_a_search_is_its_solutions_are_verified(site: Path, board: str, status: int, said: str) -> None:
    module = MODULE.replace("core._queens.naive:NaiveSearch", "corners:Bare").replace("(Goal.COUNT,)", "tuple(Goal)")
    (site / "corners.py").write_text(module + BARE.format(name="Steps", board=board))
    offer(site, "corners = corners:MINE")
    done = python(site, "-m", "core", "queens", "6", "--algorithm", "corners", "--goal", "first")
    assert done.returncode == status, done.stderr
    assert said in done.stderr
    assert bool(done.stdout) == (status == 0)


def test_a_search_that_keeps_solutions_in_its_own_way_is_not_trusted_with_them(site: Path) -> None:
    own = """
from core._queens.naive import NaiveSearch

class Own(NaiveSearch):
    @property
    def solutions(self):
        return [(0,) * 6]
"""
    module = MODULE.replace("core._queens.naive:NaiveSearch", "corners:Own").replace("(Goal.COUNT,)", "tuple(Goal)")
    (site / "corners.py").write_text(module + own)
    offer(site, "corners = corners:MINE")
    done = python(site, "-m", "core", "queens", "6", "--algorithm", "corners", "--goal", "first")
    assert (done.returncode, done.stdout) == (3, "")


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ("('x',)", "corners: each of parameters must be a Parameter, not 'x'"),
        ("(Parameter('goal', 'Goal', 1),)", "parameter 'goal': this name means something else"),
        ("'x'", "corners: parameters: expected a list, not 'x'"),
    ],
)
def test_a_plug_in_with_wrong_parameters_is_left_out_and_stops_nobody(site: Path, parameters: str, said: str) -> None:
    module = MODULE.replace("maximum_size=16)", f"maximum_size=16, parameters={parameters})")
    (site / "corners.py").write_text(module.replace("import Algorithm", "import Parameter, Algorithm"))
    offer(site, "corners = corners:MINE")
    done = python(site, "-m", "core", "queens", "6", "--goal", "count")
    assert done.returncode == 0, done.stderr
    listed = python(site, "-m", "core", "algorithms", "queens")
    assert said in listed.stderr


def test_a_parameter_called_like_an_option_has_a_flag_of_its_own(site: Path) -> None:
    module = MODULE.replace("core._queens.naive:NaiveSearch", "corners:start").replace(
        "maximum_size=16)", "maximum_size=16, parameters=(Parameter('json', 'J', 1, help='100% %s'),))"
    )
    start = "def start(problem, goal, limit, json):\n    print(json)\n    raise SystemExit(0)\n"
    (site / "corners.py").write_text(module.replace("import Algorithm", "import Parameter, Algorithm") + start)
    offer(site, "corners = corners:MINE")
    done = python(site, "-m", "core", "queens", "6", "-a", "corners", "--own-json", "7")
    assert "7" in done.stdout, done.stderr
    for command in ("queens --help", "explain queens --help", "tree queens --help"):
        assert python(site, "-m", "core", *command.split()).returncode == 0
