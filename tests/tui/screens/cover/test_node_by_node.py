"""A search watched node by node, and by hand: what is said at each of them, and what the views draw."""

from __future__ import annotations

import pytest

from core.running import Move
from tests.rows import Rows
from tests.tui.screens.cover.sessions import driven, opened, rest
from tests.tui.screens.cover.telling import drawn, found, looked, tally, why
from tui.screens.cover import words
from tui.screens.cover.document import open_named
from tui.screens.cover.session import CoverSession

COLOURED = "| colours\na b | x y\na x:1\na x:2\nb x:1 y\nb x:2\n"


def test_every_node_of_a_small_search_says_why() -> None:
    session = opened("knuth-2000")
    said, drawings = [why(session)], [drawn(session.state())]
    with driven(session) as run:
        for move in (1, Move.FORWARD, Move.FORWARD, Move.BACK, Move.BACK, Move.BACK, Move.BACK):
            run.go(move)
            rest(run)
            session.look()
            said.append(why(session))
            drawings.append(drawn(session.state()))
    assert said[:4] == [
        [
            (
                "plain: Wanted: options (rows) that together hold every item (column) exactly once. Nothing is "
                "chosen yet."
            ),
            "next: Press . for the first node (, goes back), or enter to run.",
        ],
        [("next: Next is item A, with the fewest left: 2 ways (2, 4); tied with B, C, E and 1 more (first in order).")],
        [
            "plain: Choice 1: item A by option 2 (1 of 2).",
            "detail: It rules out 4 (through A and D); 5 (through G); 6 (through D and G).",
            "next: Next is item B, with the fewest left: 1 way (3); tied with E (first in order).",
            "plain: Only one choice left: 1 for item E.",
            "1. A by 2 (1 of 2): A D G",
        ],
        [
            "plain: Choice 2: item B by option 3 (the only way).",
            "detail: It rules out 1 (through C and F).",
            "bad: Dead end: choices 1 and 2 leave nothing for item E.",
            "detail: Ruled out: option 6 by choice 1; option 1 by choice 2.",
            "next: Next: back to choice 1, item A in way 2 of 2.",
            "1. A by 2 (1 of 2): A D G",
            "2. B by 3 (1 of 1): B C F",
        ],
    ]
    assert drawings[:4] == [
        "chosen -; next - by -; covered -; sizes 2 2 2 3 2 2 3; gone -; forced -, ruled out -",
        "chosen -; next A by 2 4; covered -; sizes 2 2 2 3 2 2 3; gone -; forced -, ruled out -",
        ("chosen 2; next B by 3; covered A D G; sizes 0 1 2 0 1 2 0; gone 4:2 5:2 6:2; forced 1 3, ruled out 2 4 5 6"),
        (
            "chosen 2 3; next E by -; covered A B C D F G; sizes 0 0 0 0 0 0 0; gone 1:3 4:2 5:2 6:2; forced "
            "-, ruled out 1 2 3 4 5 6"
        ),
    ]
    assert (said[4:7], drawings[4:7]) == (said[2::-1], drawings[2::-1]), "back through the same nodes"
    assert said[7] == ["bad: There is no node before.", *said[0]]


def test_the_next_solution_and_the_end() -> None:
    session = opened("knuth-2000")
    with driven(session) as run:
        run.go(Move.NEXT_SOLUTION)
        rest(run)
        session.look()
        assert looked(session) == [
            "plain: Choice 3: item B by option 5 (the only way).",
            "good: A solution: 1, 4, 5.",
            "next: Next: nothing else is left to try, so this was the last node.",
            "1. A by 4 (2 of 2): A D",
            "2. E by 1 (1 of 1): C E F",
            "3. B by 5 (1 of 1): B G",
            "1 2 2 1; level 3; Solutions 1 / 1, Nodes 6 · depth 3, Updates 29; 1.0",
            (
                "chosen 4 1 5; next - by -; covered A B C D E F G; sizes 0 0 0 0 0 0 0; gone 2:4 3:1 6:4; forced "
                "-, ruled out 1 2 3 4 5 6; complete"
            ),
            "1 found ['4 1 5'], 0 symmetries, None, False: ",
        ]
        run.go(Move.NEXT_SOLUTION)
        rest(run)
        session.look()
        assert looked(session) == [
            "bad: There is no next solution.",
            "good: Every branch searched: 6 nodes, 1 solution.",
            "next: Press , to walk back through the tree, r to start again.",
            "1 2 2 1; level None; Solutions 1 / 1, Nodes 6 of 6 · depth 0, Updates 29; 1.0",
            "chosen -; next - by -; covered -; sizes 2 2 2 3 2 2 3; gone -; forced -, ruled out -",
            "1 found ['4 1 5'], 0 symmetries, None, False: ",
        ]
    session.ended()
    session.forget_run()
    assert (tally(session), found(session)) == (
        "-; level None; ; None",
        (
            "0 found [], 0 symmetries, None, False: proposed: an option clashes with only about 6 others: unlinking "
            "those costs less than any bookkeeping"
        ),
    )


@pytest.mark.parametrize(
    ("name", "text", "nodes"),
    [
        ("queens-4", "", 17),
        ("knuth-dlx2", "", 4),
        ("knuth-dlx3", "", 6),
        ("", COLOURED, 5),
    ],
    ids=["queens-4", "knuth-dlx2", "knuth-dlx3", "coloured"],
)
def test_whole_walks(name: str, text: str, nodes: int, rows: Rows) -> None:
    """Secondary items, colours, multiplicities: all that is said and drawn at every node."""
    session = opened(name, text)
    lines: list[str] = []
    with driven(session) as run:
        for _ in range(nodes):
            run.go(Move.FORWARD)
            rest(run)
            session.look()
            lines += looked(session)
    rows(lines, most=12)


def test_a_solution_with_an_item_left_as_it_is() -> None:
    session = opened("knuth-dlx3")
    with driven(session) as run:
        run.go(Move.NEXT_SOLUTION)
        rest(run)
        assert looked(session) == [
            "plain: Choice 4: item C is left as it is (the only way).",
            "good: A solution: 2, 4, 5.",
            "next: Next: nothing else is left to try, so this was the last node.",
            "1. A by 2 (2 of 2): A C X:1 Y:1",
            "2. B by 4 (1 of 1): B X:1",
            "3. C by 5 (1 of 1): C Y:1",
            "4. C: left as it is",
            "1 2 1 1 1; level 4; Solutions 1 / 1, Nodes 6 · depth 4, Updates 18; 1.0",
            (
                "chosen 2 4 5; next - by -; covered A B C X Y; sizes 0 0 0 0 0; gone 1:2 3:2; forced -, ruled out "
                "1 2 3 4 5; complete"
            ),
            "1 found ['2 4 5'], 0 symmetries, None, False: ",
        ]


def by_hand(session: CoverSession, what: str, option: int | None = None) -> str:
    note = session.use_hand(what, option)
    kept = session.hand.remembered()
    taken, forbidden = (" ".join(map(str, kept.get(part, []))) or "-" for part in ("taken", "forbidden"))
    told = f"taken {taken}, forbidden {forbidden}" + ("" if session.hand.can_undo else ", nothing to undo")
    return f"{told}: {note.text}" if note else told


def test_options_are_taken_forbidden_undone_and_cleared(rows: Rows) -> None:
    session = opened("knuth-2000")
    session.hand.on = True
    moves: tuple[tuple[str, int | None], ...] = (
        ("undo", None), ("take", 0), ("take", 1), ("only", 3), ("forbid", 1), ("forbid", 3), ("forbid", 3), ("take", 0),
        ("undo", None), ("clear", None), ("undo", None),
    )  # fmt: skip
    assert [
        f"{what} {'' if option is None else option}: {by_hand(session, what, option)}" for what, option in moves
    ] == [
        "undo : taken -, forbidden -, nothing to undo: nothing to undo",
        "take 0: taken 0, forbidden -",
        "take 1: taken 0 1, forbidden -",
        "only 3: taken 0 1, forbidden -: option 4 clashes with option 2 (through item A)",
        "forbid 1: taken 0, forbidden 1",
        "forbid 3: taken 0, forbidden 1 3",
        "forbid 3: taken 0, forbidden 1",
        "take 0: taken -, forbidden 1",
        "undo : taken 0, forbidden 1",
        "clear : taken -, forbidden -",
        "undo : taken 0, forbidden 1",
    ]
    assert [*why(session), drawn(session.state())] == [
        "good: By hand: 1 taken; 2 forbidden. Left: 2 options for 4 items.",
        (
            "next: space takes the option, ! wants it in every solution, x forbids it, u undoes; then . "
            "searches on from there."
        ),
        ("plain: Wanted: options (rows) that together hold every item (column) exactly once. Nothing is chosen yet."),
        "next: Press . for the first node (, goes back), or enter to run.",
        ("chosen 1; next - by -; covered C E F; sizes 1 1 0 1 0 0 1; gone 2:-2 3:1 6:1; forced 4 5, ruled out 1 2 3 6"),
    ]
    assert (
        session.command()
        == "python -m core cover solve gallery:knuth-2000 --goal all --take 1 --forbid 2 --algorithm dlx"
    )
    assert session.known is None
    with driven(session) as run:
        rest(run)
        rows(looked(session), most=11)
        run.go(Move.NEXT_SOLUTION)
        rest(run)
        assert looked(session) == [
            "bad: There is no next solution.",
            "good: By hand: 1 taken; 2 forbidden. Left: 2 options for 4 items.",
            (
                "next: space takes the option, ! wants it in every solution, x forbids it, u undoes; then . "
                "searches on from there."
            ),
            "good: Every branch searched: 4 nodes, 1 solution.",
            "next: Press , to walk back through the tree, r to start again.",
            "1 1 1 1; level None; Solutions 1, Nodes 4 · depth 0, Updates 11; 1.0",
            ("chosen -; next - by -; covered -; sizes 1 1 1 1 1 1 1; gone 2:-2 3:1 6:1; forced 1 4 5, ruled out 2 3 6"),
            "1 found ['4 5 1'], 0 symmetries, None, False: ",
        ]
        assert (by_hand(session, "take", 4), by_hand(session, "take", 2)) == (
            "taken 0 4, forbidden 1",
            "taken 0 4, forbidden 1: option 3 clashes with option 5 (through item B)",
        )
    kept = session.remembered()
    assert kept == {
        "algorithm": "dlx",
        "goal": "all",
        "settings": {},
        "name": "gallery:knuth-2000",
        "hand": {"taken": [0, 4], "forbidden": [1]},
        "speed": None,
        "watched_speed": 2,
    }
    again = CoverSession()
    again.recall({**kept, "name": "gallery:knuth-2000"})
    again.document.open(open_named("knuth-2000"))
    again.taken()
    assert (again.hand.remembered(), again.remembered()) == (kept["hand"], kept)


def test_many_options_of_the_hand_are_told_by_the_first_ones() -> None:
    session = opened("queens-6")
    for option in range(9, 20):
        session.use_hand("forbid", option)
    assert words.hand_in_short(session.restricted) == "10, 11, 12, 13, 14 and 6 more forbidden"
    assert words.hand_told(session.restricted, None) == [
        ("good", "By hand: 10, 11, 12, 13, 14 and 6 more forbidden. Left: 25 options for 12 items.")
    ]
