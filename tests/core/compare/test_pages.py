"""A comparison as a page: whole, by itself, and true to the table."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from core.compare import Plan, Quantity, Table
from core.compare._exports import export
from core.compare._view import View
from tests.core.compare.tables import cell, noisy, plan, table

NEVER_CLOSED = {"meta", "br", "img"}


class Read(HTMLParser):
    """The cells of all tables by row, the ids, and what refers to something; every element must be closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.tags: Counter[str] = Counter()
        self.ids: Counter[str] = Counter()
        self.refers: set[str] = set()
        self._open: list[str] = []
        self.feed(page)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        if tag not in NEVER_CLOSED:
            self._open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
        for name, value in attrs:
            if name == "id":
                self.ids[str(value)] += 1
            elif name in ("href", "src", "xlink:href"):
                self.refers.add(str(value))
            self.refers.update(re.findall(r"url\((.*?)\)", str(value)))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] in ("td", "th"):
            self.rows[-1][-1] += data


def measured(of: Plan) -> Table:
    cells = [
        cell((label, size), noisy(seconds * int(size), seed=int(size), nodes=nodes))
        for label, seconds, nodes in (("dlx", 2e-3, 54), ("dlx-s", 1e-3, 46), ("bitmask", 1.001e-3, 54))
        for size in ("5", "6")
    ]
    return table(of, *cells, environment={"machine": "lab", "python": "CPython 3.11", "libraries": {"numba": "9.9"}})


def test_a_report_is_one_file_with_tables_charts_and_what_must_be_known() -> None:
    of = replace(plan("dlx", "dlx-s", "bitmask", instances="5-6", precision=0.05), name="<b> & \x1b[1m")
    page = export(measured(of), "html", View(Quantity.TIME))
    read = Read(page)
    assert "<h1>&lt;b&gt; &amp; �[1m</h1>" in page
    assert [
        "5",
        "10.1 ms ± 0.5 % · 2.00 ×",
        "5.07 ms ± 0.5 % · too close",
        "5.08 ms ± 0.5 % · too close",
        "1",
    ] in read.rows
    assert ["6", "54", "46", "54", "1"] in read.rows
    assert [row[-1] for row in read.rows if row[:2] == ["5", "dlx"]] == ["2.00 ×"]
    assert ["machine", "lab"] in read.rows
    assert ["numba", "9.9"] in read.rows
    assert "until the 95 % interval of its median is within ± 5.0 %" in page
    assert 'algorithms = [\n    {key = "dlx"},' in page
    assert read.tags["svg"] == 5
    assert not read.tags.keys() & {"script", "link", "img", "metadata"}
    assert set(read.ids.values()) <= {1}
    assert read.refers <= {f"#{each}" for each in read.ids}  # nothing is fetched, and nothing is missing
    assert "prefers-color-scheme: dark" in page


def test_a_report_says_what_is_wrong_and_needs_no_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    of = measured(plan("dlx", "dlx-s", "bitmask", instances="5-6"))
    page = export(replace(of, reference="dlx"), "html", View(Quantity.RELATIVE, hidden=frozenset({"bitmask"})))
    read = Read(page)
    assert page.count("<svg ") > 1
    assert "<h2>CPU time relative to dlx</h2>" in page
    assert ["5", "1.00 ×", "0.50 ± 0.01 ×", "1"] in read.rows
    assert not any("bitmask" in each for row in read.rows for each in row)
