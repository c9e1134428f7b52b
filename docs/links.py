"""Whether the links of a built site lead somewhere, and whether a browser that shows it asks no other host."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

FETCHED = {("script", "src"), ("img", "src"), ("iframe", "src"), ("link", "href"), ("source", "src")}
"""What a browser fetches by itself; only what a person follows may lead to other hosts."""


class _Links(HTMLParser):
    """The anchors of a page, and what it links to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.targets: list[tuple[str, str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for key, value in attrs:
            if key in ("id", "name") and value:
                self.anchors.add(value)
            if key in ("href", "src") and value and not (tag == "link" and ("rel", "canonical") in attrs):
                self.targets.append(("fetched" if (tag, key) in FETCHED else "followed", value))


def troubles(site: Path) -> list[str]:
    """The links of a built site that lead nowhere, and what would be fetched from other hosts."""
    read = {path: _Links(path.read_text("utf-8")) for path in sorted(site.rglob("*.html"))}
    wrong = []
    for path, page in read.items():
        if path.name == "404.html":  # its links begin at the root of a host
            continue
        for use, target in page.targets:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                wrong += [f"{path}: fetches {target}"] if use == "fetched" and parts.scheme != "data" else []
                continue
            there = (path.parent / unquote(parts.path)).resolve() if parts.path else path.resolve()
            there = there / "index.html" if there.is_dir() else there
            if not there.exists():
                wrong.append(f"{path}: {target} is not there")
            elif parts.fragment and there.suffix == ".html":
                anchors = read[next(each for each in read if each.resolve() == there)].anchors
                if unquote(parts.fragment) not in anchors | {"__skip"}:
                    wrong.append(f"{path}: {target} has no such anchor")
    return wrong
