"""The rules of Sudoku as values: rows, columns and boxes, and what variants add to them.

    >>> from core.sudoku.rules import USUAL, Cage, Thermometer
    >>> from core.sudoku import Shape, Sudoku
    >>> puzzle = Sudoku(Shape(2, 2), rules=[*USUAL, Cage((0, 1), 7), Thermometer((5, 6, 7))])
    >>> puzzle.count()
    24

Cells are numbered row by row from 0.  `KINDS` has every kind by the word that its lines begin with.  A kind of your own
is a subclass of `Rule` (mostly of `OnCells`, `WithNumber` or `Wide`).  It says what it comes to in forms (`Distinct`,
`Pair`, `Sets`, `Sum`, `Regular`, `Required`, `Allowed`), and `register` makes it known.  Every public name is imported
when first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core._lazy import on_demand

if TYPE_CHECKING:
    from core.sudoku.rules._arrow import Arrow as Arrow
    from core.sudoku.rules._arrow import DoubleArrow as DoubleArrow
    from core.sudoku.rules._between import Between as Between
    from core.sudoku.rules._between import Lockout as Lockout
    from core.sudoku.rules._cage import Cage as Cage
    from core.sudoku.rules._cage import EqualityCage as EqualityCage
    from core.sudoku.rules._cage import LittleKiller as LittleKiller
    from core.sudoku.rules._cage import SumCage as SumCage
    from core.sudoku.rules._cell_values import Even as Even
    from core.sudoku.rules._cell_values import Highest as Highest
    from core.sudoku.rules._cell_values import Lowest as Lowest
    from core.sudoku.rules._cell_values import Odd as Odd
    from core.sudoku.rules._cell_values import OneOf as OneOf
    from core.sudoku.rules._chess import AntiKing as AntiKing
    from core.sudoku.rules._chess import AntiKnight as AntiKnight
    from core.sudoku.rules._chess import AntiTaxicab as AntiTaxicab
    from core.sudoku.rules._chess import NonConsecutive as NonConsecutive
    from core.sudoku.rules._circles import Circles as Circles
    from core.sudoku.rules._classes import Entropic as Entropic
    from core.sudoku.rules._classes import GlobalEntropy as GlobalEntropy
    from core.sudoku.rules._classes import GlobalModular as GlobalModular
    from core.sudoku.rules._classes import Modular as Modular
    from core.sudoku.rules._common import OnCells as OnCells
    from core.sudoku.rules._common import Wide as Wide
    from core.sudoku.rules._common import WithNumber as WithNumber
    from core.sudoku.rules._common import pair_table as pair_table
    from core.sudoku.rules._contents import Flatmates as Flatmates
    from core.sudoku.rules._contents import Holds as Holds
    from core.sudoku.rules._contents import Lunchbox as Lunchbox
    from core.sudoku.rules._contents import Rellik as Rellik
    from core.sudoku.rules._dots import Black as Black
    from core.sudoku.rules._dots import Difference as Difference
    from core.sudoku.rules._dots import Five as Five
    from core.sudoku.rules._dots import Greater as Greater
    from core.sudoku.rules._dots import NoOtherDifferences as NoOtherDifferences
    from core.sudoku.rules._dots import NoOtherDots as NoOtherDots
    from core.sudoku.rules._dots import NoOtherRatios as NoOtherRatios
    from core.sudoku.rules._dots import NoOtherXV as NoOtherXV
    from core.sudoku.rules._dots import Ratio as Ratio
    from core.sudoku.rules._dots import Ten as Ten
    from core.sudoku.rules._dots import White as White
    from core.sudoku.rules._forms import Allowed as Allowed
    from core.sudoku.rules._forms import Automaton as Automaton
    from core.sudoku.rules._forms import Board as Board
    from core.sudoku.rules._forms import Distinct as Distinct
    from core.sudoku.rules._forms import Form as Form
    from core.sudoku.rules._forms import Helper as Helper
    from core.sudoku.rules._forms import Pair as Pair
    from core.sudoku.rules._forms import Regular as Regular
    from core.sudoku.rules._forms import Required as Required
    from core.sudoku.rules._forms import Sets as Sets
    from core.sudoku.rules._forms import Sum as Sum
    from core.sudoku.rules._forms import bits_of as bits_of
    from core.sudoku.rules._forms import values_in as values_in
    from core.sudoku.rules._house import USUAL as USUAL
    from core.sudoku.rules._house import Boxes as Boxes
    from core.sudoku.rules._house import Columns as Columns
    from core.sudoku.rules._house import Diagonal as Diagonal
    from core.sudoku.rules._house import DisjointGroups as DisjointGroups
    from core.sudoku.rules._house import ExtraRegion as ExtraRegion
    from core.sudoku.rules._house import Regions as Regions
    from core.sudoku.rules._house import Rows as Rows
    from core.sudoku.rules._house import Windows as Windows
    from core.sudoku.rules._indexing import BoxIndex as BoxIndex
    from core.sudoku.rules._indexing import ColumnIndex as ColumnIndex
    from core.sudoku.rules._indexing import RowIndex as RowIndex
    from core.sudoku.rules._indexing import ValueIndex as ValueIndex
    from core.sudoku.rules._kinds import KINDS as KINDS
    from core.sudoku.rules._kinds import parse_rule as parse_rule
    from core.sudoku.rules._kinds import register as register
    from core.sudoku.rules._outside import FullRank as FullRank
    from core.sudoku.rules._outside import HiddenSkyscraper as HiddenSkyscraper
    from core.sudoku.rules._outside import NumberedRoom as NumberedRoom
    from core.sudoku.rules._outside import Outside as Outside
    from core.sudoku.rules._outside import Sandwich as Sandwich
    from core.sudoku.rules._outside import Skyscraper as Skyscraper
    from core.sudoku.rules._outside import XSum as XSum
    from core.sudoku.rules._quadruple import Quadruple as Quadruple
    from core.sudoku.rules._reading import Misread as Misread
    from core.sudoku.rules._rule import Look as Look
    from core.sudoku.rules._rule import Mark as Mark
    from core.sudoku.rules._rule import Rule as Rule
    from core.sudoku.rules._sums import Clone as Clone
    from core.sudoku.rules._sums import EqualSums as EqualSums
    from core.sudoku.rules._sums import RegionSum as RegionSum
    from core.sudoku.rules._sums import SameValues as SameValues
    from core.sudoku.rules._sums import SumLine as SumLine
    from core.sudoku.rules._sums import Zipper as Zipper
    from core.sudoku.rules._thermometer import SlowThermometer as SlowThermometer
    from core.sudoku.rules._thermometer import Thermometer as Thermometer
    from core.sudoku.rules._value_sets import Nabner as Nabner
    from core.sudoku.rules._value_sets import Renban as Renban
    from core.sudoku.rules._whispers import Palindrome as Palindrome
    from core.sudoku.rules._whispers import Relation as Relation
    from core.sudoku.rules._whispers import Whispers as Whispers

if not TYPE_CHECKING:
    __getattr__, __dir__ = on_demand(__name__)
