"""Facts are what a search does, by a count of one's own; what is answered wrongly is told why."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tui.lessons.facts import check_answer, fact, is_right, malformed, why_not
from tui.lessons.place import place_of
from tui.lessons.step import FactError, Kind, LessonStep

SIX = LessonStep("queens", "6", "backtracking", (), 3)
WORD = LessonStep("queens", "8", "bitmask", (), 3, answer="word right")


def by_hand(n: int) -> dict[str, int]:
    """Backtracking, row by row, with a look at every line at every node."""
    count = dict.fromkeys(("nodes", "solutions", "dead ends", "unnoticed", "wasted"), 0)

    def free(queens: list[int], row: int, column: int) -> bool:
        return all(c != column and abs(c - column) != row - r for r, c in enumerate(queens))

    def visit(queens: list[int], below: bool) -> None:
        row = len(queens)
        count["nodes"] += 1
        count["wasted"] += below
        if row == n:
            count["solutions"] += 1
            return
        ways = [c for c in range(n) if free(queens, row, c)]
        count["dead ends"] += not ways
        rows = [any(free(queens, r, c) for c in range(n)) for r in range(row, n)]
        columns = [any(free(queens, r, c) for r in range(row, n)) for c in range(n) if c not in queens]
        empty = bool(ways) and not (all(rows) and all(columns))
        count["unnoticed"] += empty
        for column in ways:
            visit([*queens, column], below or empty)

    visit([], False)
    return count


@pytest.mark.parametrize("n", [4, 5, 6])
def test_the_figures_of_a_whole_search_are_those_counted_by_hand(n: int) -> None:
    step = LessonStep("queens", str(n), "backtracking")
    assert {name: fact(step, name).raw for name in by_hand(n)} == by_hand(n)


def test_backtracking_for_eight_queens_has_the_figures_of_the_documents() -> None:
    step = LessonStep("queens", "8", "backtracking")
    assert (fact(step, "nodes").raw, fact(step, "dlx-s: nodes").raw, fact(step, "solutions").raw) == (2057, 980, 92)
    assert fact(step, "dlx-s: unnoticed").raw == 0


@pytest.mark.parametrize(
    ("words", "kind", "said"),
    [
        ("next", Kind.SQUARE, "r3c5"),
        ("line", Kind.NAME, "row 3"),
        ("ways", Kind.NUMBER, "2"),
        ("left column 6", Kind.NUMBER, "2"),
        ("names row 3", Kind.TEXT, "r3c5 and r3c6"),
        ("node", Kind.NUMBER, "3"),
        ("depth", Kind.NUMBER, "2"),
        ("below", Kind.NUMBER, "5"),
        ("outcome", Kind.TEXT, "branch"),
        ("ways = 2", Kind.YES, "yes"),
        ("nodes < dlx-s: nodes", Kind.YES, "no"),
        ("nodes - dlx-s: nodes = 62", Kind.YES, "yes"),
    ],
)
def test_a_fact_at_a_node(words: str, kind: Kind, said: str) -> None:
    value = fact(SIX, words)
    assert (value.kind, str(value)) == (kind, said)


def test_named_nodes_are_found() -> None:
    found = {
        name: fact(LessonStep("queens", "6", "backtracking", (), name), "node").raw
        for name in ("first dead end", "first solution", "first waste")
    }
    assert found == {"first dead end": 6, "first solution": 32, "first waste": 4}


@pytest.mark.parametrize(
    ("answer", "given", "why"),
    [
        ("next", "r1c1", "r1c1 is taken already."),
        ("next", "r3c2", "r3c2 is out: queen 2 rules it out through diagonal r1c4-r4c1."),
        ("next", "r3c6", "r3c6 is tried later: it is number 2 of 2."),
        ("next", "r4c2", "r4c2 is free, but next is row 3, row by row: 2 squares (r3c5, r3c6)."),
        ("line", "column 5", "Next is row 3, row by row: 2 squares (r3c5, r3c6)."),
        ("line", "r1", "Row 1 has its queen already."),
        ("left column 6", "1", "More: r4c6 is still free, for one."),
        ("left column 6", "3", "Fewer: r5c6 is out: queen 2 rules it out through diagonal r1c2-r5c6."),
        ("nodes", "100", "It is more."),
        ("empty", "r4", "Row 4 still has r4c2."),
        ("empty", "c1", "Column 1 has its queen already."),
        ("ways > 5", "y", "2 ways are open for it."),
        ("ways", "1", "There is none with so few."),
        ("ways", "3", "There is one with fewer than 3."),
        ("nodes < dlx-s: nodes", "y", "This search has 153 nodes and DLX + S heuristic has 91 nodes."),
        ("nodes - dlx-s: nodes = 60", "y", "This search has 153 nodes and DLX + S heuristic has 91 nodes."),
    ],
)
def test_a_wrong_answer_is_told_the_searchs_own_reason(answer: str, given: str, why: str) -> None:
    step = LessonStep(SIX.screen, SIX.problem, SIX.algorithm, (), 4 if answer == "empty" else 3, ask="?", answer=answer)
    assert not is_right(fact(step, answer), given)
    assert why_not(step, given) == why


def test_after_a_dead_end_next_is_where_it_goes_back_to() -> None:
    step = LessonStep("queens", "6", "backtracking", (), "first dead end", ask="?", answer="next")
    assert is_right(fact(step, "next"), "r3c6")
    assert why_not(step, "r4c4").startswith("Next: back to queen 3")


def test_the_smallest_line_is_told_apart_by_its_size() -> None:
    step = LessonStep("queens", "8", "dlx-s", (), 3, ask="?", answer="line")
    assert is_right(fact(step, "line"), "c3")
    assert why_not(step, "c5") == "Column 5 has 5 squares left, and there is one with only 3."


@pytest.mark.parametrize("words", ["left column 9", "names item Q"])
def test_a_line_that_is_not_there_is_an_error(words: str) -> None:
    with pytest.raises(FactError, match=r"there is no (column 9|item Q); there are row 3"):
        fact(SIX, words)


@pytest.mark.parametrize("node", [2, 5, 9, 17])
def test_the_words_of_a_row_are_what_the_queens_attack_there(node: int) -> None:
    step = LessonStep("queens", "8", "bitmask", (), node)
    queens = [int(taken.option.name.partition("c")[2]) for taken in place_of(step).reason.path if taken.option]
    row = len(queens)
    hit = {"columns": set(queens), "right": set(), "left": set()}
    for above, column in enumerate(queens):
        hit["right"].add(column + row - above)
        hit["left"].add(column - row + above)
    hit["attacked"] = set.union(*hit.values())
    hit["free"] = {*range(1, 9)} - hit["attacked"]
    for word, columns in hit.items():
        assert fact(step, f"word {word}").raw == "".join(str(int(c in columns)) for c in range(1, 9)), word


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("01110000", "Digit 2 is 0: no queen attacks it down to the right."),
        ("00100000", "Digit 4 is 1: queen 2 attacks it down to the right."),
    ],
)
def test_a_wrong_word_is_told_its_first_wrong_digit(given: str, why: str) -> None:
    step = replace(WORD, ask="?")
    assert why_not(step, given) == why


LINKS = LessonStep("cover", "knuth-2000", "dlx", (), 1)


@pytest.mark.parametrize(
    ("links", "facts"),
    [
        (0, {"headers": "A B C D E F G", "size D": "3", "links": "9"}),
        (1, {"link": "header A leaves the list of items", "headers": "B C D E F G", "size D": "3"}),
        (2, {"link": "option 2 leaves the list of D", "size D": "2", "size A": "2"}),
        (8, {"link": "header G leaves the list of items", "headers": "B C E F"}),
    ],
)
def test_links_are_as_knuths_paper_has_them(links: int, facts: dict[str, str]) -> None:
    step = replace(LINKS, links=links)
    assert {words: str(fact(step, words)) for words in facts} == facts


def test_no_link_changes_beyond_the_next_node() -> None:
    with pytest.raises(FactError, match="the next node comes after 9 changes"):
        fact(replace(LINKS, links=9), "headers")


def test_a_link_that_comes_back_is_told_so() -> None:
    step = replace(LINKS, node=3, links=12, ask="?", answer="headers")
    assert str(fact(step, "link")) == "header D comes back to the list of items"
    assert is_right(fact(step, "headers"), "bcdefg")
    assert why_not(step, "a") == "A is not in the list."
    assert why_not(step, "bcd") == "E is in the list too."


@pytest.mark.parametrize(
    ("step", "given", "said"),
    [
        (
            replace(SIX, node=4, answer="empty"),
            "x",
            "There is no x; there are row 4, row 5, row 6, column 2 and others.",
        ),
        (replace(SIX, node=3, answer="line"), "c9", "There is no c9; there are row 3, row 4, row 5, row 6 and others."),
        (WORD, "101", "Expected 8 digits, each 0 or 1."),
        (WORD, "00110002", "Expected 8 digits, each 0 or 1."),
        (replace(SIX, node=3, answer="left row 3"), "9", ""),
        (replace(SIX, node=3, answer="nodes < 100"), "y", ""),
    ],
)
def test_what_can_be_no_answer_at_all_is_told_apart_from_a_wrong_one(step: LessonStep, given: str, said: str) -> None:
    assert malformed(step, given) == said


@pytest.mark.parametrize(
    ("words", "figure"),
    [
        ("nodes - wasted", 153 - 32),
        ("nodes - wasted - solutions", 153 - 32 - 4),
        ("nodes - dlx-s: nodes", 153 - 91),
        ("solutions - nodes", 4 - 153),
    ],
)
def test_facts_are_subtracted_from_left_to_right(words: str, figure: int) -> None:
    step = replace(SIX, answer=words)
    value = fact(step, words)
    assert (value.kind, value.raw) == (Kind.NUMBER, figure)
    assert is_right(value, str(figure))
    assert not is_right(value, str(figure + 1))
    check_answer(step)
    assert "This search has" in why_not(step, "0")


def test_an_unknown_screen_is_an_error_and_no_sudoku() -> None:
    with pytest.raises(FactError, match="expected queens, sudoku, cover or compare, not 'chess'") as error:
        fact(replace(SIX, screen="chess"), "nodes")
    assert error.value.name == "screen"
