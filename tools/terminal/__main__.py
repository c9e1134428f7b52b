"""``python -m tools.terminal``: everything a terminal can do to the program, tried and told in tables."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import chain

from tools.terminal import death, lines, pastes, soak, terminals

PARTS = ("death", "lines", "terminals", "pastes", "soak")


def table(title: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> bool:
    """Print rows as they come; the last column says what is wrong, or that all is well.  Whether all was."""
    print(f"\n## {title}\n\n| {' | '.join(head)} |\n|{'---|' * len(head)}", flush=True)
    fine = True
    for row in rows:
        print(f"| {' | '.join(text.replace('|', '¦').replace(chr(10), ' ') for text in row)} |", flush=True)
        fine = fine and row[-1] == FINE
    return fine


FINE = "fine"


def of_death(seed: int, times: int) -> Iterable[Sequence[str]]:
    """Rows of the first table."""
    for tally in chain(death.tries(seed, times), death.command_line(seed, times * 2)):
        yield (
            tally.fault, str(tally.times), str(tally.lost), f"{tally.slowest:.2f} s",
            "; ".join(tally.wrong or []) or FINE,
        )  # fmt: skip


def of_lines(quick: bool) -> Iterable[Sequence[str]]:
    """Rows of the second."""
    for seen in lines.every(quick):
        figures = (f"{seen.key * 1000:.0f} ms", f"{seen.key_95 * 1000:.0f} ms", f"{seen.idle} B", seen.note or "-")
        rate = f"{seen.rate / 1024:.1f} KiB/s"
        verdict = "; ".join(seen.wrong) or FINE
        yield seen.line, seen.colours, seen.screen, rate, f"{seen.palette:.2f} s", *figures, verdict


def of_terminals(quick: bool) -> Iterable[Sequence[str]]:
    """Rows of the third."""
    kinds = dict(list(terminals.KINDS.items())[: 3 if quick else None])
    for seen in terminals.all_kinds(kinds):
        yield seen.kind, " ".join(seen.sizes), seen.text if not seen.wrong else "-", "; ".join(seen.wrong) or FINE


def of_pastes(quick: bool) -> Iterable[Sequence[str]]:
    """Rows of the fourth."""
    for case in pastes.cases(1 << 16 if quick else pastes.MEGABYTE):
        yield case.name, pastes.trouble(case) or FINE


def of_soak(seed: int, minutes: float) -> Iterable[Sequence[str]]:
    """Rows of the fifth: first the lists that once failed, then random ones."""
    for name, listed in soak.kept():
        yield f"list {name}", str(len(listed)), "", "", "", soak.play(listed) or FINE
    for result in soak.sessions(seed, minutes):
        words = f"{result.fault}; {len(result.events)} events: {list(result.events)!r}" if result.fault else FINE
        yield (
            f"seed {result.seed}", str(result.count), f"{result.megabytes:.0f} MB", str(result.threads),
            f"{result.slowest * 1000:.0f} ms", words,
        )  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    """Try everything; 0 if all of it held."""
    options = argparse.ArgumentParser(prog="python -m tools.terminal", description=__doc__)
    options.add_argument("parts", nargs="*", metavar="PART", help=f"only these: {', '.join(PARTS)} (default: all)")
    options.add_argument("--quick", action="store_true", help="once each, the commonest terminals, a minute of soak")
    options.add_argument("--seed", type=int, default=1, help="of all that is random (default 1)")
    options.add_argument("--minutes", type=float, help="of random keys (default 10; 1 with --quick)")
    options.add_argument("--times", type=int, help="each way to die on each screen (default 5; 1 with --quick)")
    asked = options.parse_args(arguments)
    wanted = asked.parts or PARTS
    if unknown := set(wanted) - set(PARTS):
        options.error(f"there is no part {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    quick = asked.quick
    minutes = asked.minutes if asked.minutes is not None else (1.0 if quick else 10.0)
    times = asked.times or (1 if quick else 5)
    work: dict[str, tuple[str, Sequence[str], Callable[[], Iterable[Sequence[str]]]]] = {
        "death": (
            "Death, with a solver at full speed on each screen", ("fault", "times", "lost", "gone within", "verdict"),
            partial(of_death, asked.seed, times),
        ),
        "lines": (
            "Lines, a search at full speed on an 80×24 terminal",
            ("line", "colours", "screen", "output", "ctrl+p", "other keys", "95 of 100", "idle", "it says", "verdict"),
            partial(of_lines, quick),
        ),
        "terminals": ("Terminals", ("kind", "sizes", "seen", "verdict"), partial(of_terminals, quick)),
        "pastes": ("Pastes and typing ahead", ("what", "verdict"), partial(of_pastes, quick)),
        "soak": (
            "Random events", ("list", "events", "memory", "threads", "answer", "verdict"),
            partial(of_soak, asked.seed, minutes),
        ),
    }  # fmt: skip
    begun = time.monotonic()
    held = [table(title, head, rows()) for title, head, rows in (work[part] for part in PARTS if part in wanted)]
    verdict = "all held" if all(held) else "NOT all held"
    print(f"\nseed {asked.seed}, {(time.monotonic() - begun) / 60:.1f} minutes: {verdict}")
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
