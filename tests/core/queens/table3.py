"""Table 3 of Veneroso 2017 (document 000): what every search must come out at, the root counted as a node."""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """One N of the table."""

    solutions: int
    nodes: int
    """Of backtracking, of the bitmasks, and of Dancing Links with the first item."""
    nodes_smallest: int
    """Of Dancing Links with the S heuristic."""


PAPER = {
    4: Row(2, 17, 13),
    5: Row(10, 54, 46),
    6: Row(4, 153, 91),
    7: Row(40, 552, 317),
    8: Row(92, 2057, 980),
    9: Row(352, 8394, 3504),
    10: Row(724, 35539, 11959),
    11: Row(2680, 166926, 45879),
    12: Row(14200, 856189, 213835),
    13: Row(73712, 4674890, 1052203),
    14: Row(365596, 27358553, 5555787),
    15: Row(2279184, 171129072, 31208159),
    16: Row(14772512, 1141190303, 194103108),
}

OTHER_ORDERS = {
    "text": {4: 13, 5: 46, 6: 93, 7: 334, 8: 1049},
    "natural": {4: 17, 5: 52, 6: 111, 7: 372, 8: 1199},
}
"""Nodes with the S heuristic in the other item orders: the paper's words read literally, and plain numbering."""
