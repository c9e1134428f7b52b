"""What MkDocs is given beside the written pages, and how the site that it has built is checked.

MkDocs calls these functions by their names (``hooks`` in ``mkdocs.yml``).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

from docs.links import troubles
from docs.made import pages
from docs.pictures import ASKED_FOR, SHOTS, pictures


def on_files(files: Files, config: Any) -> Files:
    """Add the pages and the pictures that the program makes."""
    made = {**pages(), **{f"pictures/{name}.svg": svg for name, svg in pictures().items()}}
    for name, text in made.items():
        files.append(File.generated(config, name, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Put a picture where a page asks for one; whoever searches for a term finds what it means first."""
    if page.file.src_uri == "glossary.md":
        page.meta["search"] = {"boost": 4}
    return ASKED_FOR.sub(lambda match: f"![{SHOTS[match[1]].alt}](pictures/{match[1]}.svg)", markdown)


def on_post_build(config: Any) -> None:
    """Refuse a site with a link that leads nowhere, or with anything that is fetched from another host."""
    wrong = troubles(Path(config.site_dir))
    if wrong:
        raise PluginError("\n".join(wrong))
