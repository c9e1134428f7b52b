"""Every technique: its key, name, HoDoKu code, score, level and place on the Sudoku Explainer scale.

Codes, scores, levels and the order are those of HoDoKu 2.2 (Hobiger); the
ratings are those of Sudoku Explainer 1.2.1 (Juillerat), for the techniques that
it knows.  Steps whose rating grows with their length begin at this figure.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from core.reasons import UnknownName
from core.search import ProblemError


class Level(IntEnum):
    """How hard the techniques are that a puzzle needs."""

    EASY = 1
    MEDIUM = 2
    HARD = 3
    UNFAIR = 4
    EXTREME = 5

    @property
    def title(self) -> str:
        """``easy`` … ``extreme``."""
        return self.name.lower()

    @classmethod
    def named(cls, title: str) -> Level:
        """The level with this title.  Raises ProblemError."""
        try:
            return cls[title.strip().upper()]
        except KeyError:
            titles = ", ".join(level.title for level in cls)
            raise ProblemError(f"expected a level ({titles}), not {title!r}") from None


HIGHEST_SCORE = {Level.EASY: 800, Level.MEDIUM: 1000, Level.HARD: 1600, Level.UNFAIR: 1800}
"""A 9×9 puzzle with a higher score counts as one of the next level."""


def highest_score(level: Level, cells: int) -> float:
    """The same for a grid of so many cells: larger grids have more steps, each with its score."""
    return HIGHEST_SCORE.get(level, float("inf")) * max(1.0, cells / 81)


@dataclass(frozen=True, slots=True)
class Technique:
    """One entry of the list of techniques."""

    key: str
    name: str
    code: str
    """HoDoKu's number of it, as its library lines have it."""
    score: int
    level: Level
    finder: str
    """Module and function, ``module:function``, that finds it."""
    rating: float | None = None
    """On the Sudoku Explainer scale; None where that has no counterpart."""
    needs_uniqueness: bool = False
    """Whether it is sound only where the puzzle has one solution."""

    def __str__(self) -> str:
        return self.name


def _easy(key: str, name: str, code: str, score: int, finder: str, rating: float) -> Technique:
    return Technique(key, name, code, score, Level.EASY, finder, rating)


def _unique(key: str, name: str, code: str, finder: str, rating: float | None, score: int = 100) -> Technique:
    return Technique(key, name, code, score, Level.HARD, finder, rating, True)


_M, _H, _U, _X = Level.MEDIUM, Level.HARD, Level.UNFAIR, Level.EXTREME

TECHNIQUES: tuple[Technique, ...] = (
    _easy("full-house", "Full House", "0000", 4, "singles:full_houses", 1.0),
    _easy("naked-single", "Naked Single", "0003", 4, "singles:naked_singles", 2.3),
    _easy("hidden-single", "Hidden Single", "0002", 14, "singles:hidden_singles", 1.2),
    Technique("locked-pair", "Locked Pair", "0110", 40, _M, "subsets:locked_pairs", 3.0),
    Technique("locked-triple", "Locked Triple", "0111", 60, _M, "subsets:locked_triples", 3.6),
    Technique("pointing", "Locked Candidates (Pointing)", "0100", 50, _M, "locked:pointing", 2.6),
    Technique("claiming", "Locked Candidates (Claiming)", "0101", 50, _M, "locked:claiming", 2.8),
    Technique("naked-pair", "Naked Pair", "0200", 60, _M, "subsets:naked_pairs", 3.0),
    Technique("naked-triple", "Naked Triple", "0201", 80, _M, "subsets:naked_triples", 3.6),
    Technique("hidden-pair", "Hidden Pair", "0210", 70, _M, "subsets:hidden_pairs", 3.4),
    Technique("hidden-triple", "Hidden Triple", "0211", 100, _M, "subsets:hidden_triples", 4.0),
    Technique("naked-quad", "Naked Quad", "0202", 120, _H, "subsets:naked_quads", 5.0),
    Technique("hidden-quad", "Hidden Quad", "0212", 150, _H, "subsets:hidden_quads", 5.4),
    Technique("x-wing", "X-Wing", "0300", 140, _H, "fish:x_wings", 3.2),
    Technique("swordfish", "Swordfish", "0301", 150, _H, "fish:swordfish", 3.8),
    Technique("jellyfish", "Jellyfish", "0302", 160, _H, "fish:jellyfish", 5.2),
    Technique("remote-pair", "Remote Pair", "0703", 110, _H, "wings:remote_pairs", 6.6),
    _unique("bug-plus-one", "BUG+1", "0610", "uniqueness:bug_plus_one", 5.6),
    Technique("skyscraper", "Skyscraper", "0400", 130, _H, "single_digit:skyscrapers", 6.6),
    Technique("two-string-kite", "2-String Kite", "0401", 150, _H, "single_digit:two_string_kites", 6.6),
    Technique("empty-rectangle", "Empty Rectangle", "0402", 120, _H, "single_digit:empty_rectangles"),
    Technique("turbot-fish", "Turbot Fish", "0403", 120, _H, "single_digit:turbot_fish", 6.6),
    Technique("w-wing", "W-Wing", "0803", 150, _H, "wings:w_wings", 6.6),
    Technique("xy-wing", "XY-Wing", "0800", 160, _H, "wings:xy_wings", 4.2),
    Technique("xyz-wing", "XYZ-Wing", "0801", 180, _H, "wings:xyz_wings", 4.4),
    _unique("unique-rectangle-1", "Unique Rectangle 1", "0600", "uniqueness:unique_rectangles_1", 4.5),
    _unique("unique-rectangle-2", "Unique Rectangle 2", "0601", "uniqueness:unique_rectangles_2", 4.5),
    _unique("unique-rectangle-3", "Unique Rectangle 3", "0602", "uniqueness:unique_rectangles_3", 4.6),
    _unique("unique-rectangle-4", "Unique Rectangle 4", "0603", "uniqueness:unique_rectangles_4", 4.5),
    _unique("unique-rectangle-5", "Unique Rectangle 5", "0604", "uniqueness:unique_rectangles_5", 4.5),
    _unique("unique-rectangle-6", "Unique Rectangle 6", "0605", "uniqueness:unique_rectangles_6", None),
    _unique("hidden-rectangle", "Hidden Rectangle", "0606", "uniqueness:hidden_rectangles", None),
    _unique("avoidable-rectangle-1", "Avoidable Rectangle 1", "0607", "uniqueness:avoidable_rectangles_1", None),
    _unique("avoidable-rectangle-2", "Avoidable Rectangle 2", "0608", "uniqueness:avoidable_rectangles_2", None),
    Technique("finned-x-wing", "Finned X-Wing", "0310", 130, _H, "fish:finned_x_wings"),
    Technique("sashimi-x-wing", "Sashimi X-Wing", "0320", 150, _H, "fish:sashimi_x_wings"),
    Technique("simple-colors-trap", "Simple Colors Trap", "0500", 150, _H, "colours:colour_traps"),
    Technique("simple-colors-wrap", "Simple Colors Wrap", "0501", 150, _H, "colours:colour_wraps"),
    Technique("multi-colors-1", "Multi Colors 1", "0502", 200, _H, "colours:multi_colours_1"),
    Technique("multi-colors-2", "Multi Colors 2", "0503", 200, _H, "colours:multi_colours_2"),
    Technique("finned-swordfish", "Finned Swordfish", "0311", 200, _U, "fish:finned_swordfish"),
    Technique("sashimi-swordfish", "Sashimi Swordfish", "0321", 240, _U, "fish:sashimi_swordfish"),
    Technique("finned-jellyfish", "Finned Jellyfish", "0312", 250, _U, "fish:finned_jellyfish"),
    Technique("sashimi-jellyfish", "Sashimi Jellyfish", "0322", 260, _U, "fish:sashimi_jellyfish"),
    Technique("sue-de-coq", "Sue de Coq", "1101", 250, _U, "sue_de_coq:sue_de_coq"),
    Technique("x-chain", "X-Chain", "0701", 260, _U, "chains:x_chains", 6.5),
    Technique("xy-chain", "XY-Chain", "0702", 260, _U, "chains:xy_chains", 6.6),
    Technique("continuous-nice-loop", "Continuous Nice Loop", "0706", 280, _U, "chains:continuous_loops", 7.0),
    Technique("aic", "AIC", "0708", 280, _U, "chains:inference_chains", 7.0),
    Technique("discontinuous-nice-loop", "Discontinuous Nice Loop", "0707", 280, _U, "chains:discontinuous_loops", 7.0),
    Technique(
        "grouped-continuous-nice-loop", "Grouped Continuous Nice Loop", "0709", 300, _U,
        "chains:grouped_continuous_loops",
    ),
    Technique("grouped-aic", "Grouped AIC", "0711", 300, _U, "chains:grouped_inference_chains"),
    Technique(
        "grouped-discontinuous-nice-loop", "Grouped Discontinuous Nice Loop", "0710", 300, _U,
        "chains:grouped_discontinuous_loops",
    ),
    Technique("als-xz", "ALS-XZ", "0901", 300, _U, "almost_locked:als_xz"),
    Technique("als-xy-wing", "ALS-XY-Wing", "0902", 320, _U, "almost_locked:als_xy_wings"),
    Technique("als-chain", "ALS-Chain", "0903", 340, _U, "almost_locked:als_chains"),
    Technique("death-blossom", "Death Blossom", "0904", 360, _U, "almost_locked:death_blossoms"),
    Technique(
        "forcing-chain-contradiction", "Forcing Chain Contradiction", "1301", 500, _X,
        "forcing:contradiction_chains", 7.6,
    ),
    Technique("forcing-chain-verity", "Forcing Chain Verity", "1302", 500, _X, "forcing:verity_chains", 8.2),
    Technique(
        "forcing-net-contradiction", "Forcing Net Contradiction", "1303", 700, _X, "forcing:contradiction_nets", 8.8
    ),
    Technique("forcing-net-verity", "Forcing Net Verity", "1304", 700, _X, "forcing:verity_nets", 8.8),
)  # fmt: skip
"""In the order in which they are tried."""

_BY_KEY = {technique.key: technique for technique in TECHNIQUES}
_BY_CODE = {technique.code: technique for technique in TECHNIQUES}


def technique(key: str) -> Technique:
    """The technique with this key, name or code.  Raises ProblemError with those that may have been meant."""
    text = key.strip()
    found = _BY_KEY.get(text.lower().replace(" ", "-")) or _BY_CODE.get(text)
    found = found or next((entry for entry in TECHNIQUES if entry.name.lower() == text.lower()), None)
    if found is None:
        raise ProblemError(UnknownName("technique", key, tuple(_BY_KEY)))
    return found
