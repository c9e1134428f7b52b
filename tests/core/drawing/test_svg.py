"""What all SVG pictures share: escaping, numbers, groups, and paper that reaches to every edge."""

from __future__ import annotations

from xml.etree import ElementTree

from core._drawing import svg

SVG = "{http://www.w3.org/2000/svg}"


def test_texts_and_attributes_come_back_as_they_were() -> None:
    said = 'a < b & "c"'
    shape = svg.element("rect", id=said, fill=None)
    root = ElementTree.fromstring(svg.document([shape, svg.lettering(said, said)], 3, 4, title=said))
    assert root.findtext(f"{SVG}title") == root.findtext(f"{SVG}text") == root.findtext(f"{SVG}text/{SVG}title") == said
    assert [each.attrib for each in root.iter(f"{SVG}rect")][1:] == [{"id": said}]


def test_what_steers_a_terminal_or_is_no_text_is_left_out() -> None:
    said = "</title><script>a\x1b\0\x7f\x85\u202e\ud800\ufffe\nb\tc"
    root = ElementTree.fromstring(
        svg.document([svg.lettering(said, said), svg.element("g", id=said)], 3, 4, title=said)
    )
    kept = "</title><script>a\ufffd\ufffd\nb\tc"
    assert root.findtext(f"{SVG}title") == root.findtext(f"{SVG}text") == root.findtext(f"{SVG}text/{SVG}title") == kept
    assert [each.attrib for each in root.iter(f"{SVG}g")] == [{"id": kept}]


def test_the_paper_covers_the_whole_picture() -> None:
    root = ElementTree.fromstring(svg.document([], 300, 200.5, left=-7.25, top=-1, unit="pt", paper="#eee"))
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("300pt", "200.5pt", "-7.25 -1 300 200.5")
    assert root[0].attrib == {"x": "-7.25", "y": "-1", "width": "300", "height": "200.5", "fill": "#eee"}


def test_a_group_has_a_line_for_each_of_its_elements() -> None:
    lines = svg.group([svg.element("path", d="M0 0"), svg.lettering("x")], fill="#222").splitlines()
    assert lines == ['<g fill="#222">', '<path d="M0 0"/>', "<text>x</text>", "</g>"]
