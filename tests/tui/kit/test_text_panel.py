"""What the panel of reasons leaves out where there is little room."""

from __future__ import annotations

import pytest

from core.explain import Sentence, Tone
from tests.tui.bare import bare, drawn
from tui.kit.text import PageText, facts
from tui.kit.text_panel import TextPanel, WhyPanel
from tui.kit.values import WhyValue
from tui.kit.wrapping import wrapped

SENTENCES = [
    Sentence(Tone.PLAIN, "Choice 1: item A by option 2 (1 of 2)."),
    Sentence(Tone.PLAIN, "It rules out 4 and 5."),
    Sentence(Tone.NEXT, "Next is item B, with the fewest."),
]


def shown(height: int, sentences: list[Sentence], path: tuple[str, ...] = (), legend: str = "") -> list[str]:
    panel = bare(WhyPanel)
    panel.why = WhyValue(sentences=sentences, path=path, legend=legend)
    return list(drawn(panel, 24, height))


@pytest.mark.parametrize(
    ("height", "lines"),
    [
        (1, ["Choice 1: item A by …"]),
        (2, ["Choice 1: item A by …", "Next is item B, with …"]),
        (3, ["Choice 1: item A by …", "Next is item B, with the", "fewest."]),
        (4, ["Choice 1: item A by", "option 2 (1 of 2).", "Next is item B, with the", "fewest."]),
        (
            5,
            [
                "Choice 1: item A by",
                "option 2 (1 of 2).",
                "It rules out 4 and 5.",
                "Next is item B, with the",
                "fewest.",
            ],
        ),
    ],
)
def test_what_follows_is_cut_before_what_is_next_and_the_first_keeps_a_line(height: int, lines: list[str]) -> None:
    assert shown(height, SENTENCES) == lines


def test_a_dead_end_comes_before_what_is_next() -> None:
    dead = [*SENTENCES, Sentence(Tone.BAD, "No option is left for item C.")]
    assert shown(3, dead) == ["Choice 1: item A by …", "No option is left for", "item C."]


def test_the_end_of_the_path_stands_below_where_there_is_room() -> None:
    path = ("1. A by 2", "2. B by 3")
    assert shown(5, SENTENCES, path)[-1] == "fewest."
    assert shown(7, SENTENCES, path)[-2:] == ["-", "2. B by 3"]
    assert shown(8, SENTENCES, path)[-3:] == ["-", "1. A by 2", "2. B by 3"]


PATH = ("1. V by V1.8 (1 of 7): V 1.8 1.9 1.10 2.10 3.10", "2. W by W2.1 (2 of 3): W 2.1 3.1 3.2")


def test_free_lines_are_for_choices_too_long_for_one_the_newest_first() -> None:
    assert shown(9, SENTENCES, PATH)[-3:] == [
        "1. V by V1.8 (1 of 7)",
        "2. W by W2.1 (2 of 3): W",
        "   2.1 3.1 3.2",
    ]
    assert shown(11, SENTENCES, PATH)[-5:] == [
        "1. V by V1.8 (1 of 7): V",
        "   1.8 1.9 1.10 2.10",
        "   3.10",
        "2. W by W2.1 (2 of 3): W",
        "   2.1 3.1 3.2",
    ]
    assert shown(8, SENTENCES, PATH)[-2:] == ["1. V by V1.8 (1 of 7)", "2. W by W2.1 (2 of 3)"]
    panel = bare(WhyPanel)
    panel.why = WhyValue(sentences=SENTENCES, path=PATH)
    assert list(drawn(panel, 40, 5))[-1] == "2. W by W2.1 (2 of 3): W 2.1 3.1 3.2"
    assert list(drawn(panel, 40, 6))[-2] == "1. V by V1.8 (1 of 7): V 1.8 + 4 more"


@pytest.mark.parametrize(
    ("width", "lines", "shown"),
    [
        (40, 1, "It rules out 7 squares: r2c8 + 6 more"),
        (40, 2, "It rules out 7 squares: r2c8, r3c7, r4c6, r5c5 and 3 more (column 1); r9c9."),
        (28, 2, "It rules out 7 squares: r2c8, r3c7, r4c6 + 4 more"),
        (30, 1, "It rules out 7 squares: …"),
        (16, 1, "It rules out 7 …"),
    ],
)
def test_a_list_that_is_cut_says_how_many_more_names_there_are(width: int, lines: int, shown: str) -> None:
    text = "It rules out 7 squares: r2c8, r3c7, r4c6, r5c5 and 3 more (column 1); r9c9."
    assert " ".join(wrapped(text, width, lines)) == shown


def test_words_longer_than_a_line_are_cut_as_before() -> None:
    assert wrapped("abcdefghij, klmnopqrst, uvw", 8, 2) == ["abcdefgh", "ij, …"]


def test_a_clause_after_a_comma_is_no_list() -> None:
    assert wrapped("Next is item B, with the fewest left: 2 ways.", 17, 1) == ["Next is item B, …"]


def test_the_legend_stands_at_the_foot_below_an_empty_line() -> None:
    assert shown(6, SENTENCES, legend="x none left")[-1] == "fewest."
    assert shown(8, SENTENCES, legend="x none left")[-3:] == ["-", "-", "x none left"]
    assert set(shown(4, [], legend="x none left")) <= {"-"}


def test_what_is_ruled_out_is_a_line_below_what_is_next_until_it_is_unfolded() -> None:
    panel = bare(WhyPanel)
    panel.key = "W"
    gone = Sentence(Tone.DETAIL, "It rules out 4 and 5 through item A, and 6 through item B.")
    panel.why = WhyValue(sentences=[SENTENCES[0], gone, SENTENCES[2]])
    told = ["Choice 1: item A by", "option 2 (1 of 2).", "Next is item B, with the", "fewest."]
    lines = list(drawn(panel, 24, 6))
    assert lines[:4] == told
    assert lines[4].startswith("It rules out 4 and")
    assert lines[4].endswith(" W")
    assert not any("item B." in line for line in lines)
    in_full = list(drawn(panel, 24, 7))
    assert in_full[:4] == told
    assert " ".join(in_full[4:]) == gone.text, "where there is room for all of it, no key is needed"
    panel.why = panel.why._replace(unfolded=True)
    assert list(drawn(panel, 24, 7)) == in_full
    assert list(drawn(panel, 24, 6)) != lines


def test_a_detail_may_have_hardly_any_room() -> None:
    panel = bare(WhyPanel)
    panel.key = "W"
    panel.why = WhyValue(sentences=[Sentence(Tone.DETAIL, "It rules out 4 and 5.")])
    assert [next(drawn(panel, width, 1)) for width in (2, 3, 4, 12)] == ["-", "It…", "… W", "It rules … W"]


@pytest.mark.parametrize(
    ("height", "lines"),
    [
        (6, ["r1c1 given", "one solution, and it is", "easy", "0:07", "this breaks a rule, as", "box 1 holds 5"]),
        (5, ["r1c1 given", "one solution, and it i…", "0:07", "this breaks a rule, as", "box 1 holds 5"]),
        (4, ["r1c1 given", "0:07", "this breaks a rule, as", "box 1 holds 5"]),
        (3, ["r1c1 given", "this breaks a rule, as", "box 1 holds 5"]),
        (2, ["this breaks a rule, as", "box 1 holds 5"]),
        (1, ["this breaks a rule, as"]),
    ],
)
def test_facts_give_way_and_what_is_said_begins_in_sight(height: int, lines: list[str]) -> None:
    texts = ("r1c1 given", "one solution, and it is easy", "0:07", "this breaks a rule, as box 1 holds 5")
    panel = bare(TextPanel)
    panel.page = PageText(lines=tuple(((text, "plain"),) for text in texts), at=3, give_way=(1, 2))
    assert list(drawn(panel, 23, height)) == lines


@pytest.mark.parametrize(
    ("width", "line"),
    [(40, "bitmask, N 4 · 36.7 ± 1.8 % · 17 nodes"), (37, "bitmask, N 4 · 36.7 ± 1.8 %"), (14, "bitmask, N 4"),
     (10, "bitmask, …")],
)  # fmt: skip
def test_a_line_of_facts_loses_its_last_parts_before_a_word_is_cut(width: int, line: str) -> None:
    panel = bare(TextPanel)
    panel.page = facts([("bitmask, N 4 · 36.7 ± 1.8 % · 17 nodes", "plain")])
    assert list(drawn(panel, width, 1)) == [line]
