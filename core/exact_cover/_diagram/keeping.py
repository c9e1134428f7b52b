"""Diagrams on disk: an ``.npz`` with the three arrays and a text that says what they are, then a line with a checksum.

No key is needed to read a file.  The checksum, which finds damage, is compared before anything is unpacked.  The arrays
are then checked to be a diagram over the problem's options before a kernel sees them, so that no index leads outside.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core._search import ProblemError
from core.exact_cover._diagram.mark import MARK, TRAILER
from core.exact_cover._diagram.nodes import trouble
from core.exact_cover._formats import json_form
from core.exact_cover._problem import ExactCover
from core.storage._files import replacing

FORM = 1
"""The version of the file's form; only this one is read."""
_ARRAYS = ("start", "option", "child")


class Kept(NamedTuple):
    """What a file holds."""

    problem: ExactCover
    arrays: Mapping[str, NDArray[np.int32]]
    """``start``, ``option`` and ``child``."""
    root: int
    complete: bool
    drawing: str = ""
    """The text that the problem was drawn in; empty for what was not drawn."""


def save(path: Path, kept: Kept) -> None:
    """Write a diagram.  Raises OSError."""
    header = {
        "diagram": FORM, "root": kept.root, "complete": kept.complete,
        "problem": json_form.write(kept.problem, kept.drawing),
    }  # fmt: skip
    content = io.BytesIO()
    arrays: dict[str, Any] = {name: kept.arrays[name].astype("<i4") for name in _ARRAYS}
    np.savez_compressed(content, header=np.array(json.dumps(header)), **arrays)
    with replacing(path, mode=0o644) as file:
        file.write(content.getbuffer())
        file.write(MARK + hashlib.sha256(content.getbuffer()).hexdigest().encode() + b"\n")


def load(path: Path) -> Kept:
    """Read a diagram.  Raises ProblemError naming the file, and OSError."""
    content = path.read_bytes()
    content, trailer = content[:-TRAILER], content[-TRAILER:]
    if not trailer.startswith(MARK):
        raise ProblemError(f"{path}: this is not a diagram, or its end is missing")
    if trailer[len(MARK) :] != hashlib.sha256(content).hexdigest().encode() + b"\n":
        raise ProblemError(f"{path}: this diagram is damaged: its checksum does not match its content")
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as file:
            header = json.loads(str(file["header"]))
            arrays = {name: np.ascontiguousarray(file[name], dtype=np.int32) for name in _ARRAYS}
        form, root, complete, text = (header[name] for name in ("diagram", "root", "complete", "problem"))
    except Exception as error:  # NumPy and the formats below it raise exceptions of all kinds
        raise ProblemError(f"{path}: this is not a diagram: {error}") from None
    if form != FORM:
        raise ProblemError(f"{path}: a diagram of a later version of this program, in form {form}; expected {FORM}")
    if any(array.ndim != 1 for array in arrays.values()) or type(complete) is not bool or not isinstance(text, str):
        raise ProblemError(f"{path}: this is not a diagram: expected three rows of numbers, and a problem")
    problem = json_form.read(text, str(path))
    wrong = trouble(arrays["start"], arrays["option"], arrays["child"], len(problem.options))
    if wrong or type(root) is not int or not 0 <= root < len(arrays["start"]) - 1:
        raise ProblemError(f"{path}: this is not a diagram: {wrong or 'its root is not a node'}")
    return Kept(problem, arrays, root, complete, json_form.drawing_of(text))
