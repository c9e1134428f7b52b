"""No module of ours is part of an import circle, imports inside functions included."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import import_circles


@pytest.mark.parametrize("package", ["core", "tui"])
def test_no_module_imports_itself_by_way_of_others(package: str) -> None:
    assert import_circles.circles(package) == []


def test_circles_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_circles, "ROOT", tmp_path)
    texts = {
        "__init__": "", "one": "def f():\n    from p.two import x\n", "two": "import p.three\n",
        "three": "from typing import TYPE_CHECKING\nfrom p import one\nif TYPE_CHECKING:\n    from p.four import y\n",
        "four": "from p.three import y\n",
    }  # fmt: skip
    (tmp_path / "p").mkdir()
    for name, text in texts.items():
        (tmp_path / "p" / f"{name}.py").write_text(text)
    assert import_circles.circles("p") == [("p.one", "p.three", "p.two")]
