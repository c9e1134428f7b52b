"""The site, built and checked: ``python -m docs.site``, which needs the extra ``docs`` and no network.

The written pages, and the pages and pictures that the program makes, are put into ``build/pages``; Zensical makes
``build/docs`` of them, as ``mkdocs.yml`` says.  A link that leads nowhere, or anything fetched from another host, is
an error.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from docs.links import troubles
from docs.made import pages
from docs.pictures import ASKED_FOR, SHOTS, for_the_site

ROOT = Path(__file__).parent.parent
PAGES, SITE = ROOT / "build" / "pages", ROOT / "build" / "docs"
PAGE_ASKED_FOR = re.compile(r"<!-- page: ([\w-]+) -->")
"""How a written page names one that is made: a link to it would lead nowhere but on the site."""


def gather(folder: Path) -> None:
    """Put all that the site is made of into an empty folder."""
    written = {path.name: path.read_text("utf-8") for path in (ROOT / "docs").glob("*.md")}
    for name, text in {**written, **pages()}.items():
        _write(folder / name, on_the_site(text))
    for name, svg in for_the_site().items():
        _write(folder / "pictures" / f"{name}.svg", svg)
    for path in (ROOT / "docs" / "assets").iterdir():
        _write(folder / "assets" / path.name, path.read_text("utf-8"))


def on_the_site(text: str) -> str:
    """A page with the pictures and the made pages that it asks for; its links to sources lead to pages made of them."""
    text = ASKED_FOR.sub(lambda match: f"![{SHOTS[match[1]].alt}](pictures/{match[1]}.svg)", text)
    text = PAGE_ASKED_FOR.sub(lambda match: f" ([{match[1].replace('-', ' ')}]({match[1]}.md))", text)
    text = text.replace("](../tui/glossary.md", "](glossary.md")
    return re.sub(r"\]\(tutorials/(\w+)\.py\)", lambda match: f"]({match[1].replace('_', '-')}.md)", text)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def main() -> int:
    """Build the site; what is wrong is printed, and the status is 1."""
    shutil.rmtree(PAGES, ignore_errors=True)
    gather(PAGES)
    built = subprocess.run([sys.executable, "-m", "zensical", "build", "--clean", "--strict"], cwd=ROOT, check=False)
    wrong = troubles(SITE) if SITE.is_dir() else []
    print("\n".join(wrong), file=sys.stderr, end="\n" if wrong else "")
    return 1 if wrong or built.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
