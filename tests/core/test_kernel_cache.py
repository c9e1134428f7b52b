"""Machine code on disk: never older than what it was made from, private, and dispensable."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numba")

from core.kernel_cache import KEPT_DAYS, KEPT_VERSIONS, clean, digest

ROOT = Path(__file__).parents[2]
SAMPLE = """
import numpy as np
from core.kernel import kernel
from core.random_numbers import random_below, seeded

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


def files(folder: Path) -> list[Path]:
    return sorted(each for each in folder.rglob("*") if each.is_file())


def test_an_edited_helper_of_another_module_is_noticed_and_so_is_its_repair(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "core", tmp_path / "core", ignore=shutil.ignore_patterns("__pycache__"))
    helper = tmp_path / "core" / "random_numbers.py"
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
    from core.kernel import inline_kernel, kernel

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


def test_machine_code_is_kept_private_and_read_again(tmp_path: Path) -> None:
    before = drawn(tmp_path)
    made = files(tmp_path / "machine code")
    stamps = [each.stat().st_mtime_ns for each in made if each.suffix == ".nbc"]
    for folder in (tmp_path / "machine code").rglob("*"):
        if folder.is_dir():
            assert folder.stat().st_mode & 0o077 == 0
    assert drawn(tmp_path) == before
    assert [each.stat().st_mtime_ns for each in files(tmp_path / "machine code") if each.suffix == ".nbc"] == stamps


def test_damaged_machine_code_is_compiled_again(tmp_path: Path) -> None:
    before = drawn(tmp_path)
    made = files(tmp_path / "machine code")
    for file in made:
        file.write_bytes(b"nonsense" if file.suffix == ".nbi" else file.read_bytes()[:100])
    assert drawn(tmp_path) == before
    assert made == files(tmp_path / "machine code")


def test_where_nothing_can_be_written_each_process_compiles_for_itself(tmp_path: Path) -> None:
    (tmp_path / "machine code").write_text("a file where the folder should be")
    assert drawn(tmp_path) == drawn(tmp_path, NUMBA_DISABLE_JIT="1")


def test_what_has_not_been_used_for_long_goes(tmp_path: Path) -> None:
    machine = tmp_path / "machine"
    machine.mkdir()
    now = time.time()

    def put(name: str, number: int, days: float) -> None:
        for ending in (".nbi", ".1.nbc"):
            file = machine / f"{name}-{number:024x}{ending}"
            file.write_bytes(b"")
            os.utime(file, (now - days * 86_400,) * 2)

    for number in range(KEPT_VERSIONS + 3):
        put("often.changed", number, number)
    put("long.ago", 1, KEPT_DAYS + 1)
    put("lately", 1, KEPT_DAYS - 1)
    (tmp_path / "another machine").mkdir()
    clean(tmp_path)
    assert not (tmp_path / "another machine").exists()
    left = {file.name for file in machine.iterdir()}
    assert len(left) == 2 * KEPT_VERSIONS + 2
    assert {f"often.changed-{number:024x}.nbi" for number in range(KEPT_VERSIONS)} < left
    assert f"lately-{1:024x}.1.nbc" in left
