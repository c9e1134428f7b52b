"""Machine code on disk: never older than what it was made from, private, and dispensable."""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
import textwrap
import time
import types
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tests import ROOT

if find_spec("numba") is None:  # which takes a third of a second to import
    pytest.skip("Numba is not installed or switched off", allow_module_level=True)

from core._kernels.cache import KEPT_DAYS, KeptCode, clean, digest
from core._kernels.kernel import machine_form
from core._kernels.native import NotAlone

SAMPLE = """
import numpy as np
from core._kernels.kernel import kernel
from core._kernels.random_numbers import random_below, seeded

@kernel
def draw(words, values):
    for i in range(len(values)):
        values[i] = random_below(words, 1000)

words, values = seeded(1, 1), np.zeros(5, dtype=np.int64)
draw(words, values)
print(values.tolist())
"""


def drawn(folder: Path, **environment: str) -> str:
    """What the sample prints in a new process, run from a module, its machine code in ``folder``."""
    (folder / "sample.py").write_text(SAMPLE, encoding="utf-8")
    settings = {"PYTHONPATH": f"{folder}{os.pathsep}{ROOT}", "NUMBA_CACHE_DIR": str(folder / "machine code")}
    done = subprocess.run(
        [sys.executable, "-m", "sample"], cwd=folder, capture_output=True, text=True,
        env={**os.environ, **settings, **environment},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sample's machine code, to be copied: making it takes a second of processor time."""
    folder = tmp_path_factory.mktemp("compiled")
    (folder / "said").write_text(drawn(folder))
    return folder


def files(folder: Path) -> list[Path]:
    return sorted(each for each in folder.rglob("*") if each.is_file())


@pytest.mark.slow  # what is compiled again follows from the names tested below
def test_an_edited_helper_of_another_module_is_noticed_and_so_is_its_repair(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "core", tmp_path / "core", ignore=shutil.ignore_patterns("__pycache__"))
    helper = tmp_path / "core" / "_kernels" / "random_numbers.py"
    right = helper.read_text(encoding="utf-8")
    quick = {"PYTHONDONTWRITEBYTECODE": "1"}  # bytecode does not notice an edit within a second
    before = drawn(tmp_path, **quick)
    made = files(tmp_path / "machine code")
    helper.write_text(right.replace("(words[0] + _STEP)", "(words[0] - _STEP)"), encoding="utf-8")
    edited = drawn(tmp_path, **quick)
    assert edited == drawn(tmp_path, NUMBA_DISABLE_JIT="1", **quick) != before
    helper.write_text(right, encoding="utf-8")
    assert drawn(tmp_path, **quick) == before
    assert set(made) < set(files(tmp_path / "machine code"))


SOURCE = """
    import numpy as np
    from core._kernels.kernel import inline_kernel, kernel

    STEP = {step}

    @inline_kernel
    def helper(x):
        \"\"\"{words}\"\"\"
        return x + STEP

    @kernel
    def work(values):
        for i in range(len(values)):
            values[i] = helper(values[i])
"""


def work(**changes: Any) -> Any:
    scope: dict[str, Any] = {"__name__": "a_module"}
    exec(textwrap.dedent(SOURCE.format(**({"step": 1, "words": "Words."} | changes))), scope)
    return scope["work"]


def test_the_name_of_machine_code_says_what_it_was_made_from() -> None:
    assert digest(work()) == digest(work())
    assert digest(work()) == digest(work(words="Other words, which no machine code holds."))
    assert digest(work()) != digest(work(step=2))
    assert digest(work(), {"nogil": True}) != digest(work())


def within(source: str, **names: Any) -> str:
    """The digest of a function ``f`` that a text defines, where these names are known."""
    scope: dict[str, Any] = {"__name__": "a_module", "np": np, **names}
    exec(textwrap.dedent(source), scope)
    return digest(scope["f"])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("def f(x): return x + 1", "def f(x): return x + 2"),
        ("def f(x): return x + 1", "def f(x): return x + 1.0"),
        ("def f(x): return x + 1", "def f(x): return x - 1"),
        ("def f(x): return x in {1, 2}", "def f(x): return x in {1, 3}"),
        ("def f(x, y=1): return x", "def f(x, y=2): return x"),
        ("def f(x): return x.real", "def f(x): return x.imag"),
        ("A = np.arange(3)\ndef f(x): return A[x]", "A = np.arange(1, 4)\ndef f(x): return A[x]"),
        ("A = np.zeros(4)\ndef f(x): return A[x]", "A = np.zeros((2, 2))\ndef f(x): return A[x]"),
        ("A = np.zeros(1, np.int64)\ndef f(x): return A[x]", "A = np.zeros(1, np.uint64)\ndef f(x): return A[x]"),
        ("A = np.uint8(1)\ndef f(x): return A", "A = np.uint16(1)\ndef f(x): return A"),
        ("A = (1, 2)\ndef f(x): return A", "A = (1, 2, 3)\ndef f(x): return A"),
        ("A = {1: 2}\ndef f(x): return A[x]", "A = {1: 3}\ndef f(x): return A[x]"),
        ("A = {1: 2}\ndef f(x): return A[x]", "A = {2: 2}\ndef f(x): return A[x]"),
        ("A = {1, 2}\ndef f(x): return x in A", "A = {1, 4}\ndef f(x): return x in A"),
        ("A = int\ndef f(x): return A(x)", "A = float\ndef f(x): return A(x)"),
        ("A = np.add\ndef f(x): return A(x, x)", "A = np.multiply\ndef f(x): return A(x, x)"),
        ("A = abs\ndef f(x): return A(x)", "A = len\ndef f(x): return A(x)"),
        ("def g(x): return x\ndef f(x): return g(x)", "def g(x): return -x\ndef f(x): return g(x)"),
        ("def made(k): return lambda x: x + k\nf = made(1)", "def made(k): return lambda x: x + k\nf = made(2)"),
        ("def f(x): return [y + 1 for y in x]", "def f(x): return [y + 2 for y in x]"),
        ("def f(x): return f(x - 1) if x else 1", "def f(x): return f(x - 1) if x else 2"),
        ("def g(x): return x\nh = g\ndef f(x): return g(x) + h(x)",
         "def g(x): return x\ndef h(x): return x\ndef f(x): return g(x) + g(x)"),
    ],
)  # fmt: skip
def test_whatever_a_kernel_names_has_a_part_in_its_name(one: str, other: str) -> None:
    assert within(one) == within(one) != within(other) == within(other)


def test_what_machine_code_does_not_hold_has_no_part_in_its_name() -> None:
    plain = within("def f(x): return x + 1")
    assert within('def f(x):\n    """Says what it does."""\n    return x + 1') == within(
        'def f(x):\n    """Says it in other words."""\n    return x + 1'
    )
    assert within("B = 3\ndef f(x): return x + 1") == plain
    assert within("def f(x): return x in {1, 2, 3}") == within("def f(x): return x in {3, 2, 1}")
    assert len(plain) == 24
    first, second = types.ModuleType("first"), types.ModuleType("first")
    first.used, first.other = 1, 2  # type: ignore[attr-defined]
    second.used, second.other = 1, 3  # type: ignore[attr-defined]
    assert within("def f(x): return m.used", m=first) == within("def f(x): return m.used", m=second)
    second.used = 2  # type: ignore[attr-defined]
    assert within("def f(x): return m.used", m=first) != within("def f(x): return m.used", m=second)


def test_machine_code_that_a_module_gives_has_its_text_and_that_of_its_helpers_in_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    package = tmp_path / "forms"
    package.mkdir()
    texts = {
        "__init__": "",
        "far": "WIDTH = 4\n\ndef far():\n    return WIDTH\n",
        "near": "from forms.far import far\n",
    }

    def named(**changes: str) -> str:
        for name in [name for name in sys.modules if name.partition(".")[0] == "forms"]:
            del sys.modules[name]
        for name, text in {**texts, **changes}.items():
            (package / f"{name}.py").write_text(text)
        importlib.invalidate_caches()
        sys.dont_write_bytecode, before = True, sys.dont_write_bytecode
        try:
            return digest(machine_form("forms.near")(lambda x: x))
        finally:
            sys.dont_write_bytecode = before

    first = named()
    assert named(near="from forms.far import far\n\nLANES = 2\n") != first
    assert named(far="WIDTH = 8\n\ndef far():\n    return WIDTH\n") != first
    assert named() == first
    assert digest(lambda x: x) != first


def test_machine_code_is_kept_private_and_read_again(compiled: Path) -> None:
    made = files(compiled / "machine code")
    written = [each.stat().st_ino for each in made]
    for folder in (compiled / "machine code").rglob("*"):
        if folder.is_dir() and sys.platform != "win32":
            assert folder.stat().st_mode & 0o077 == 0
    assert drawn(compiled) == (compiled / "said").read_text()
    assert written
    assert [each.stat().st_ino for each in files(compiled / "machine code")] == written


def test_damaged_machine_code_is_compiled_again(compiled: Path, tmp_path: Path) -> None:
    shutil.copytree(compiled, tmp_path, dirs_exist_ok=True)
    made = files(tmp_path / "machine code")
    for file in made:
        file.write_bytes(file.read_bytes()[:100])
    assert drawn(tmp_path) == (tmp_path / "said").read_text()
    assert made == files(tmp_path / "machine code")
    assert all(file.stat().st_size > 100 for file in made)


def test_what_is_kept_is_not_taken_under_the_name_of_another_function(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "kernels" / "machine"
    folder.mkdir(parents=True)
    monkeypatch.setattr("core._kernels.cache.usable_folder", lambda: folder)
    functions: Any = files, drawn
    one, other = (KeptCode(each, {}) for each in functions)
    one.keep_native("i8", None)
    (of_one,) = folder.iterdir()
    other.keep_native("i8", None)
    (of_other,) = set(folder.iterdir()) - {of_one}
    with pytest.raises(NotAlone):
        other.native("i8")
    of_other.write_bytes(of_one.read_bytes())
    assert other.native("i8") is None
    assert list(folder.iterdir()) == [of_one]


def test_where_nothing_can_be_written_each_process_compiles_for_itself(tmp_path: Path) -> None:
    (tmp_path / "machine code").write_text("a file where the folder should be")
    assert drawn(tmp_path) == drawn(tmp_path, NUMBA_DISABLE_JIT="1")


def test_what_has_not_been_used_for_long_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core._kernels.cache.KEPT_FILES", 5)
    now = time.time()
    monkeypatch.setattr("core._kernels.cache.time", SimpleNamespace(time=lambda: now))
    for machine, days in (("full", range(8)), ("small", (0, KEPT_DAYS - 1, KEPT_DAYS + 1)), ("old", (KEPT_DAYS + 1,))):
        (tmp_path / machine).mkdir()
        for day in days:
            file = tmp_path / machine / f"kernel-{day}"
            file.write_bytes(b"")
            os.utime(file, (now - day * 86_400,) * 2)
    clean(tmp_path)
    assert files(tmp_path) == sorted(
        [tmp_path / "full" / f"kernel-{day}" for day in range(5)]
        + [tmp_path / "small" / f"kernel-{day}" for day in (0, KEPT_DAYS - 1)]
    )
    assert not (tmp_path / "old").exists()


def test_a_kernel_keeps_machine_code_for_each_order_of_fields(tmp_path: Path) -> None:
    """The text of a kernel does not say at which place of its state a field is."""
    script = """
import sys
from typing import NamedTuple
import numpy as np
from core._kernels.kernel import kernel

State = NamedTuple("State", [(name, np.ndarray) for name in sys.argv[1]])

@kernel
def fill(state):
    state.a[0], state.b[0] = 1, 2

state = State(np.zeros(1, np.int64), np.zeros(1, np.int64))
fill(state)
print(int(state.a[0]), int(state.b[0]))
"""
    (tmp_path / "fields.py").write_text(script)
    settings = {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}", "NUMBA_CACHE_DIR": str(tmp_path / "machine code")}
    for order in ("ab", "ba", "ab"):
        done = subprocess.run(
            [sys.executable, "-m", "fields", order], cwd=tmp_path, capture_output=True, text=True,
            env={**os.environ, **settings},
        )  # fmt: skip
        assert done.stdout == "1 2\n", done.stderr
