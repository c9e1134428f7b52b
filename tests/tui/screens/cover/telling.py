"""What a session of the exact cover screen says, and what its views draw, as lines to compare."""

from __future__ import annotations

from core import ExactCover
from tui.screens.cover import words
from tui.screens.cover.session import CoverSession
from tui.screens.cover.state import CoverState


def why(session: CoverSession) -> list[str]:
    """The sentences, each with its tone, and the choices that led here."""
    sentences, path = words.why(session)
    return [*(f"{tone}: {text}" for tone, text in sentences), *(line.strip() for line in path)]


def tally(session: CoverSession) -> str:
    """Nodes by level, the level, the figures, the share done."""
    profile, depth, rows, share, *_ = words.tally(session)
    figures = ", ".join(f"{label} {' '.join(value.split())}" for label, value in rows)
    return (
        f"{' '.join(map(str, profile)) or '-'}; level {depth}; {figures}; {None if share is None else round(share, 4)}"
    )


def found(session: CoverSession) -> str:
    """What there is to browse, with the note below it."""
    browser, remark = session.browser, session.remark
    total, place = len(browser.listed()), browser.place if browser.solution is not None else None
    first = [" ".join(map(session.problem.label, browser.at(each))) for each in range(min(total, 3))]
    return f"{total} found {first}, {session.symmetries} symmetries, {place}, {browser.by_class}: {remark}"


def drawn(state: CoverState) -> str:
    """What the views draw: chosen options, the next item and its options, sizes, what is ruled out by what."""
    problem = state.problem

    def labels(options: object) -> str:
        return " ".join(problem.label(option) for option in options) or "-"  # type: ignore[attr-defined]

    covered = " ".join(problem.items[item].name for item in sorted(state.covered)) or "-"
    following = "-" if state.branch is None else problem.items[state.branch].name
    hidden = {problem.label(option): cause for option, cause in sorted(state.hidden.items())}
    causes = " ".join(f"{label}:{each if each < 0 else problem.label(each)}" for label, each in hidden.items())
    parts = [
        f"chosen {labels(state.chosen)}", f"next {following} by {labels(state.candidates)}", f"covered {covered}",
        f"sizes {' '.join(map(str, state.sizes))}", f"gone {causes or '-'}",
    ]  # fmt: skip
    if standing := state.standing():
        out = [option for option in range(len(problem.options)) if option in standing.ruled_out]
        parts.append(f"forced {labels(standing.forced)}, ruled out {labels(out)}")
    return "; ".join([*parts, *(["complete"] if state.complete else [])])


def looked(session: CoverSession) -> list[str]:
    """All of it."""
    return [*why(session), tally(session), drawn(session.state()), found(session)]


def in_short(problem: ExactCover) -> str:
    """A problem on one line: its items, then the options."""
    from core.exact_cover._formats import write

    lines = write(problem, "matrix" if not problem.colours and not problem.multiple else "knuth").splitlines()
    return " / ".join(line for line in lines if not line.startswith("#"))
