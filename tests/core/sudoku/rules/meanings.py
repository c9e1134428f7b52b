"""What each kind of rule means, said again in a line or two, apart from all forms: see `test_meanings`."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, combinations, pairwise, product

from core import Shape

Grid = Sequence[int]
Meaning = Callable[[Grid], bool]
Told = tuple[list[str], Meaning]
"""Lines as a person writes them, and what they demand together."""


class Dice:
    """What rules are made from: chance, the shape, its boxes or regions, and a grid that they should mostly allow."""

    def __init__(self, chance: random.Random, shape: Shape, boxes: Sequence[int], aim: Grid) -> None:
        self.chance, self.shape, self.n, self.aim = chance, shape, shape.order, aim
        self.boxes = [[c for c in range(shape.cells) if boxes[c] == box] for box in range(shape.order)]
        self.rows = [list(range(r * self.n, r * self.n + self.n)) for r in range(self.n)]
        self.columns = [list(range(c, shape.cells, self.n)) for c in range(self.n)]

    def at(self, *cells: int) -> str:
        return " ".join(f"r{c // self.n + 1}c{c % self.n + 1}" for c in cells)

    def some(self, least: int, most: int) -> list[int]:
        return self.chance.sample(range(self.shape.cells), self.chance.randint(least, min(most, self.shape.cells)))

    def around(self, cell: int, diagonal: bool = True) -> list[int]:
        r, c = divmod(cell, self.n)
        steps = [(a, b) for a, b in product((-1, 0, 1), repeat=2) if (a, b) != (0, 0) and (diagonal or not a * b)]
        return [(r + a) * self.n + c + b for a, b in steps if 0 <= r + a < self.n and 0 <= c + b < self.n]

    def path(self, least: int, most: int, *, crossing: bool = False) -> list[int]:
        """A line by king's moves."""
        wanted = self.chance.randint(least, most)
        while True:
            cells = [self.chance.randrange(self.shape.cells)]
            while len(cells) < wanted:
                after = [c for c in self.around(cells[-1]) if crossing or c not in cells]
                if not after:
                    break
                cells.append(self.chance.choice(after))
            if len(cells) == wanted:
                return cells

    def two(self) -> tuple[int, int]:
        """Neighbours."""
        cell = self.chance.randrange(self.shape.cells)
        return cell, self.chance.choice(self.around(cell, diagonal=False))

    def neighbours(self) -> list[tuple[int, int]]:
        return [(c, d) for c in range(self.shape.cells) for d in self.around(c, diagonal=False) if c < d]

    def side(self) -> tuple[str, list[int]]:
        """A place outside and its line from there."""
        kind, k = self.chance.choice("rc"), self.chance.randrange(self.n)
        line = (self.rows if kind == "r" else self.columns)[k]
        back = self.chance.random() < 0.5
        name = {"r": ("left", "right"), "c": ("top", "bottom")}[kind][back]
        return f"{kind}{k + 1} {name}", line[::-1] if back else line

    def every_line(self) -> list[list[int]]:
        straight = self.rows + self.columns
        return straight + [line[::-1] for line in straight]

    def near(self, number: int, least: int = 0) -> int:
        """The number that the aim has, mostly."""
        return max(least, number if self.chance.random() < 0.8 else number + self.chance.randint(-3, 3))

    def sum(self, cells: Sequence[int]) -> int:
        return sum(self.aim[c] for c in cells)


MEANINGS: dict[str, Callable[[Dice], Told]] = {}


def means(make: Callable[[Dice], Told]) -> Callable[[Dice], Told]:
    MEANINGS[make.__name__.strip("_").replace("_", "-")] = make
    return make


def differ(v: Grid, cells: Sequence[int]) -> bool:
    return len({v[c] for c in cells}) == len(cells)


def held(v: Grid, cells: Sequence[int]) -> list[int]:
    return [v[c] for c in cells]


# Houses


@means
def rows(d: Dice) -> Told:
    return ["rows"], lambda v: all(differ(v, row) for row in d.rows)


@means
def columns(d: Dice) -> Told:
    return ["columns"], lambda v: all(differ(v, column) for column in d.columns)


@means
def boxes(d: Dice) -> Told:
    s = d.shape
    made = [[(r + i) * d.n + c + j for i in range(s.box_rows) for j in range(s.box_columns)]
            for r in range(0, d.n, s.box_rows) for c in range(0, d.n, s.box_columns)]  # fmt: skip
    return ["boxes"], lambda v: all(differ(v, box) for box in made)


@means
def regions(d: Dice) -> Told:
    letters = [letter for letter in "ABCDEFGHI"[: d.n] for _ in range(d.n)]
    if d.chance.random() < 0.5:
        d.chance.shuffle(letters)
    return ["regions " + "".join(letters)], lambda v: all(
        differ(v, [c for c, own in enumerate(letters) if own == letter]) for letter in letters
    )


@means
def diagonal(d: Dice) -> Told:
    main = d.chance.random() < 0.5
    cells = [k * d.n + (k if main else d.n - 1 - k) for k in range(d.n)]
    return [f"diagonal {'main' if main else 'anti'}"], lambda v: differ(v, cells)


@means
def windows(d: Dice) -> Told:
    if (d.shape.box_rows, d.shape.box_columns) != (2, 2):
        return [], lambda v: True
    return ["windows"], lambda v: differ(v, [5, 6, 9, 10])


@means
def disjoint(d: Dice) -> Told:
    h, w, n = d.shape.box_rows, d.shape.box_columns, d.n
    return ["disjoint"], lambda v: all(
        differ(v, [c for c in range(n * n) if c // n % h == i and c % n % w == j]) for i in range(h) for j in range(w)
    )


@means
def region(d: Dice) -> Told:
    cells = d.some(2, d.n)
    return [f"region: {d.at(*cells)}"], lambda v: differ(v, cells)


# Cells, chess


@means
def odd(d: Dice) -> Told:
    cells = d.some(1, 3)
    return [f"odd: {d.at(*cells)}"], lambda v: all(v[c] in (1, 3, 5, 7, 9) for c in cells)


@means
def even(d: Dice) -> Told:
    cells = d.some(1, 3)
    return [f"even: {d.at(*cells)}"], lambda v: all(v[c] in (2, 4, 6, 8) for c in cells)


@means
def one_of(d: Dice) -> Told:
    cells, few = d.some(1, 4), sorted(d.chance.sample(range(1, d.n + 1), d.chance.randint(1, d.n)))
    return [f"one-of {' '.join(map(str, few))}: {d.at(*cells)}"], lambda v: all(v[c] in few for c in cells)


@means
def lowest(d: Dice) -> Told:
    cells = d.some(1, 3)
    lines = [f"lowest: {d.at(*cells)}"] if d.chance.random() < 0.5 else [f"lowest: {d.at(c)}" for c in cells]
    return lines, lambda v: all(v[c] < v[o] for c in cells for o in d.around(c, diagonal=False) if o not in cells)


@means
def highest(d: Dice) -> Told:
    cells = d.some(1, 3)
    lines = [f"highest: {d.at(*cells)}"] if d.chance.random() < 0.5 else [f"highest: {d.at(c)}" for c in cells]
    return lines, lambda v: all(v[c] > v[o] for c in cells for o in d.around(c, diagonal=False) if o not in cells)


def apart(d: Dice, steps: Callable[[int, int], bool], clash: Callable[[int, int], bool]) -> Meaning:
    """No two cells so far apart, down and across, clash."""
    pairs = [(a, b) for a, b in combinations(range(d.shape.cells), 2)
             if steps(*sorted((abs(a // d.n - b // d.n), abs(a % d.n - b % d.n))))]  # fmt: skip
    return lambda v: not any(clash(v[a], v[b]) for a, b in pairs)


@means
def anti_knight(d: Dice) -> Told:
    return ["anti-knight"], apart(d, lambda a, b: (a, b) == (1, 2), lambda x, y: x == y)


@means
def anti_king(d: Dice) -> Told:
    return ["anti-king"], apart(d, lambda a, b: b == 1, lambda x, y: x == y)


@means
def non_consecutive(d: Dice) -> Told:
    return ["non-consecutive"], apart(d, lambda a, b: a + b == 1, lambda x, y: abs(x - y) == 1)


@means
def anti_taxicab(d: Dice) -> Told:
    return (
        ["anti-taxicab"],
        lambda v: (
            not any(
                v[a] == v[b] == abs(a // d.n - b // d.n) + abs(a % d.n - b % d.n)
                for a, b in combinations(range(d.shape.cells), 2)
            )
        ),
    )


# Cages and sums


@means
def cage(d: Dice) -> Told:
    cells = d.some(1, d.n)
    if len(cells) > 1 and d.chance.random() < 0.2:
        return [f"cage: {d.at(*cells)}"], lambda v: differ(v, cells)
    total = d.near(d.sum(cells))
    return [f"cage {total}: {d.at(*cells)}"], lambda v: differ(v, cells) and sum(held(v, cells)) == total


@means
def _sum(d: Dice) -> Told:
    cells = d.some(1, 6)
    total = d.near(d.sum(cells))
    return [f"sum {total}: {d.at(*cells)}"], lambda v: sum(held(v, cells)) == total


@means
def little_killer(d: Dice) -> Told:
    n, at = d.n, d.chance.randrange(d.n)
    cells = [at + k * (n - 1) for k in range(at + 1)] if d.chance.random() < 0.5 else [
        at + k * (n + 1) for k in range(n - at)]  # fmt: skip
    total = d.near(d.sum(cells))
    run = d.at(cells[0]) + (f"-{d.at(cells[-1])}" if len(cells) > 1 else "")
    return [f"little-killer {total}: {run}"], lambda v: sum(held(v, cells)) == total


@means
def equality(d: Dice) -> Told:
    cells = d.some(2, min(4, d.n))

    def balanced(v: Grid) -> bool:
        own = held(v, cells)
        low, high = sum(x < (d.n + 1) / 2 for x in own), sum(x > (d.n + 1) / 2 for x in own)
        return differ(v, cells) and sum(x % 2 for x in own) * 2 == len(own) and low == high

    return [f"equality: {d.at(*cells)}"], balanced


@means
def rellik(d: Dice) -> Told:
    cells, total = d.some(1, min(4, d.n)), d.chance.randint(1, 2 * d.n)
    parts = [part for k in range(1, 5) for part in combinations(cells, k)]
    return [
        f"rellik {total}: {d.at(*cells)}"
    ], lambda v: differ(v, cells) and all(sum(held(v, part)) != total for part in parts)


@means
def lunchbox(d: Dice) -> Told:
    cells = d.some(2, min(5, d.n))

    def inside(v: Grid) -> int:
        own = held(v, cells)
        first, last = sorted((own.index(min(own)), own.index(max(own))))
        return sum(own[first + 1 : last])

    total = d.near(inside(d.aim))
    return [f"lunchbox {total}: {d.at(*cells)}"], lambda v: differ(v, cells) and inside(v) == total


@means
def holds(d: Dice) -> Told:
    cells = d.some(1, 6)
    few = [d.aim[c] for c in d.chance.sample(cells, d.chance.randint(1, len(cells)))]
    if d.chance.random() < 0.2:
        few.append(d.chance.randint(1, d.n))
    exactly = d.chance.random() < 0.5
    wanted = Counter(few)
    return [f"holds {'exactly ' if exactly else ''}{' '.join(map(str, few))}: {d.at(*cells)}"], lambda v: all(
        (own := held(v, cells).count(x)) == often or (own > often and not exactly) for x, often in wanted.items()
    )


@means
def quadruple(d: Dice) -> Told:
    corner = d.chance.randrange(d.n - 1) * d.n + d.chance.randrange(d.n - 1)
    four = [corner, corner + 1, corner + d.n, corner + d.n + 1]
    few = [d.aim[c] for c in d.chance.sample(four, d.chance.randint(1, 4))]
    if d.chance.random() < 0.2:
        few[0] = d.chance.randint(1, d.n)
    return [f"quadruple {' '.join(map(str, few))}: {d.at(corner)}"], lambda v: not Counter(few) - Counter(held(v, four))


# Lines


@means
def thermo(d: Dice) -> Told:
    cells = d.path(2, 4)
    return [f"thermo: {d.at(*cells)}"], lambda v: all(a < b for a, b in pairwise(held(v, cells)))


@means
def slow_thermo(d: Dice) -> Told:
    cells = d.path(2, 5, crossing=True)
    return [f"slow-thermo: {d.at(*cells)}"], lambda v: all(a <= b for a, b in pairwise(held(v, cells)))


@means
def arrow(d: Dice) -> Told:
    head, shaft = d.some(1, 2), d.path(1, 4)
    if len(head) == 2:  # a pill: rows first, then from the left
        head.sort()
    tens = [10 ** (len(head) - 1 - k) for k in range(len(head))]
    return [
        f"arrow {d.at(*head[::-1])}: {d.at(*shaft)}"
    ], lambda v: sum(held(v, shaft)) == sum(a * b for a, b in zip(tens, held(v, head), strict=True))


@means
def double_arrow(d: Dice) -> Told:
    cells = d.path(3, 5, crossing=True)
    return [f"double-arrow: {d.at(*cells)}"], lambda v: v[cells[0]] + v[cells[-1]] == sum(held(v, cells[1:-1]))


@means
def whispers(d: Dice) -> Told:
    cells, k = d.path(2, 5, crossing=True), d.chance.randint(1, d.n // 2)
    return [f"whispers {k}: {d.at(*cells)}"], lambda v: all(abs(a - b) >= k for a, b in pairwise(held(v, cells)))


@means
def palindrome(d: Dice) -> Told:
    cells = d.path(2, 6, crossing=True)
    return [f"palindrome: {d.at(*cells)}"], lambda v: held(v, cells) == held(v, cells)[::-1]


@means
def relation(d: Dice) -> Told:
    cells, every = d.some(2, 4), d.chance.random() < 0.5
    table = [d.chance.getrandbits(d.n) for _ in range(d.n)]
    pairs = list(combinations(cells, 2) if every else pairwise(cells))
    if d.chance.random() < 0.8:
        for a, b in pairs:
            table[d.aim[a] - 1] |= 1 << (d.aim[b] - 1)
    told = f"{'each ' if every else ''}{','.join(map(str, table))}"
    return [f"relation {told}: {d.at(*cells)}"], lambda v: all(table[v[a] - 1] >> (v[b] - 1) & 1 for a, b in pairs)


@means
def renban(d: Dice) -> Told:
    cells = d.path(2, min(4, d.n))
    return [
        f"renban: {d.at(*cells)}"
    ], lambda v: differ(v, cells) and max(held(v, cells)) - min(held(v, cells)) == len(cells) - 1


@means
def nabner(d: Dice) -> Told:
    cells = d.path(2, 3)
    return [f"nabner: {d.at(*cells)}"], lambda v: all(abs(a - b) > 1 for a, b in combinations(held(v, cells), 2))


@means
def modular(d: Dice) -> Told:
    cells, k = d.path(2, 6, crossing=True), d.chance.randint(1, 4)
    return [f"modular {k}: {d.at(*cells)}"], lambda v: all(
        v[a] % k != v[b] % k for (i, a), (j, b) in combinations(enumerate(cells), 2) if j - i < k
    )


THIRDS = {3: [{1}, {2}, {3}], 4: [{1}, {2, 3}, {4}], 6: [{1, 2}, {3, 4}, {5, 6}]}


def third(n: int, value: int) -> int:
    return next(k for k, part in enumerate(THIRDS[n]) if value in part)


@means
def entropic(d: Dice) -> Told:
    cells = d.path(2, 6, crossing=True)
    return [f"entropic: {d.at(*cells)}"], lambda v: all(
        third(d.n, v[a]) != third(d.n, v[b]) for (i, a), (j, b) in combinations(enumerate(cells), 2) if j - i < 3
    )


def squares(d: Dice) -> Iterator[list[int]]:
    for c in range(d.shape.cells):
        if c % d.n < d.n - 1 and c // d.n < d.n - 1:
            yield [c, c + 1, c + d.n, c + d.n + 1]


@means
def global_entropy(d: Dice) -> Told:
    return ["global-entropy"], lambda v: all(len({third(d.n, v[c]) for c in four}) == 3 for four in squares(d))


@means
def global_mod(d: Dice) -> Told:
    return ["global-mod"], lambda v: all({v[c] % 3 for c in four} == {0, 1, 2} for four in squares(d))


@means
def between(d: Dice) -> Told:
    cells = d.path(3, 5, crossing=True)

    def inside(v: Grid) -> bool:
        low, high = sorted((v[cells[0]], v[cells[-1]]))
        return all(low < x < high for x in held(v, cells[1:-1]))

    return [f"between: {d.at(*cells)}"], inside


@means
def lockout(d: Dice) -> Told:
    cells, k = d.path(2, 5, crossing=True), d.chance.randint(1, d.n // 2)

    def outside(v: Grid) -> bool:
        low, high = sorted((v[cells[0]], v[cells[-1]]))
        return high - low >= k and all(x < low or x > high for x in held(v, cells[1:-1]))

    return [f"lockout {k}: {d.at(*cells)}"], outside


@means
def region_sum(d: Dice) -> Told:
    cells = d.path(2, 6, crossing=True)
    box = {c: k for k, own in enumerate(d.boxes) for c in own}

    def equal(v: Grid) -> bool:
        sums, last = list[int](), -1
        for c in cells:
            if box[c] != last:
                sums.append(0)
            sums[-1] += v[c]
            last = box[c]
        return len(set(sums)) == 1

    return [f"region-sum: {d.at(*cells)}"], equal


def falls(own: list[int], total: int) -> bool:
    """Whether it falls into pieces of this sum."""
    return not own or any(sum(own[:k]) == total and falls(own[k:], total) for k in range(1, len(own) + 1))


@means
def sum_line(d: Dice) -> Told:
    cells, loop = d.path(2, 6, crossing=True), d.chance.random() < 0.5
    k = d.chance.randint(1, len(cells))
    total = d.near(d.sum(cells[:k]), 1)
    turns = range(len(cells)) if loop else range(1)
    return [f"sum-line {total}{' loop' if loop else ''}: {d.at(*cells)}"], lambda v: any(
        falls(held(v, cells[at:] + cells[:at]), total) for at in turns
    )


@means
def zipper(d: Dice) -> Told:
    cells = d.path(3, 6, crossing=True)

    def zipped(v: Grid) -> bool:
        own, half = held(v, cells), len(cells) // 2
        sums = {own[k] + own[-1 - k] for k in range(half)} | ({own[half]} if len(own) % 2 else set())
        return len(sums) == 1

    return [f"zipper: {d.at(*cells)}"], zipped


def groups(d: Dice, size: int | None) -> list[list[int]]:
    return [d.some(size or 1, size or 3) for _ in range(d.chance.randint(2, 3))]


@means
def equal_sums(d: Dice) -> Told:
    sets = groups(d, None)
    return [f"equal-sums: {' = '.join(d.at(*g) for g in sets)}"], lambda v: len({sum(held(v, g)) for g in sets}) == 1


@means
def same_values(d: Dice) -> Told:
    sets = groups(d, d.chance.randint(1, 3))
    return [
        f"same-values: {' = '.join(d.at(*g) for g in sets)}"
    ], lambda v: len({tuple(sorted(held(v, g))) for g in sets}) == 1


@means
def clone(d: Dice) -> Told:
    sets = groups(d, d.chance.randint(1, 3))
    return [f"clone: {' = '.join(d.at(*g) for g in sets)}"], lambda v: len({tuple(held(v, g)) for g in sets}) == 1


# Signs


def sign(d: Dice, word: str, fits: Callable[[int, int], bool]) -> Told:
    a, b = d.two()
    return [f"{word}: {d.at(a, b)}"], lambda v: fits(v[a], v[b])


def consecutive(x: int, y: int) -> bool:
    return abs(x - y) == 1


def twice(x: int, y: int) -> bool:
    return 2 * x == y or 2 * y == x


def times(k: int) -> Callable[[int, int], bool]:
    return lambda x, y: x * k == y or y * k == x


@means
def white(d: Dice) -> Told:
    return sign(d, "white", consecutive)


@means
def black(d: Dice) -> Told:
    return sign(d, "black", twice)


@means
def x(d: Dice) -> Told:
    return sign(d, "x", lambda x, y: x + y == 10)


@means
def v(d: Dice) -> Told:
    return sign(d, "v", lambda x, y: x + y == 5)


@means
def greater(d: Dice) -> Told:
    return sign(d, "greater", lambda x, y: x > y)


@means
def difference(d: Dice) -> Told:
    k = d.chance.randint(0, d.n - 1)
    return sign(d, f"difference {k}", lambda x, y: abs(x - y) == k)


@means
def ratio(d: Dice) -> Told:
    k = d.chance.randint(1, 3)
    return sign(d, f"ratio {k}", times(k))


def no_other(d: Dice, word: str, drawn: dict[str, Callable[[int, int], bool]],
             never: Callable[[set[str]], Callable[[int, int], bool]]) -> Told:  # fmt: skip
    """The signs of the aim, nearly all, and the rule that there are no others."""
    lines, told, kinds = [word], dict[tuple[int, int], list[str]](), set[str]()
    for a, b in d.neighbours():
        fitting = [kind for kind, fits in drawn.items() if fits(d.aim[a], d.aim[b])]
        if fitting and d.chance.random() < 0.95:
            kind = d.chance.choice(fitting)
            kinds.add(kind)
            told.setdefault((a, b), []).append(kind)
            lines.append(f"{kind}: {d.at(*d.chance.sample((a, b), 2))}")
    wrong, others = never(kinds), [two for two in d.neighbours() if two not in told]
    return (
        lines,
        lambda v: (
            all(drawn[kind](v[a], v[b]) for (a, b), own in told.items() for kind in own)
            and not any(wrong(v[a], v[b]) for a, b in others)
        ),
    )


@means
def all_dots(d: Dice) -> Told:
    return no_other(d, "all-dots", {"white": consecutive, "black": twice},
                    lambda kinds: lambda x, y: consecutive(x, y) or twice(x, y))  # fmt: skip


@means
def all_differences(d: Dice) -> Told:
    return no_other(d, "all-differences", {"white": consecutive}, lambda kinds: consecutive)


@means
def all_ratios(d: Dice) -> Told:
    drawn = {"black": twice, "ratio 3": times(3)}
    return no_other(d, "all-ratios", drawn, lambda kinds: lambda x, y: any(drawn[k](x, y) for k in kinds or {"black"}))


@means
def all_xv(d: Dice) -> Told:
    drawn = {"x": lambda x, y: x + y == 10, "v": lambda x, y: x + y == 5}
    return no_other(d, "all-xv", drawn, lambda kinds: lambda x, y: x + y in (5, 10))


# Outside


@means
def sandwich(d: Dice) -> Told:
    place, line = d.side()

    def inside(v: Grid) -> int:
        own = held(v, line)
        if own.count(1) != 1 or own.count(d.n) != 1:
            return -1
        first, last = sorted((own.index(1), own.index(d.n)))
        return sum(own[first + 1 : last])

    total = d.near(inside(d.aim))
    return [f"sandwich {total}: {place.split()[0]}"], lambda v: inside(v) == total


@means
def x_sum(d: Dice) -> Told:
    place, line = d.side()
    total = d.near(d.sum(line[: d.aim[line[0]]]))
    return [f"x-sum {total}: {place}"], lambda v: sum(held(v, line[: v[line[0]]])) == total


@means
def skyscraper(d: Dice) -> Told:
    place, line = d.side()

    def seen(v: Grid) -> int:
        own = held(v, line)
        return sum(all(b < a for b in own[:k]) for k, a in enumerate(own))

    number = d.near(seen(d.aim))
    return [f"skyscraper {number}: {place}"], lambda v: seen(v) == number


@means
def hidden_skyscraper(d: Dice) -> Told:
    place, line = d.side()

    def hidden(v: Grid) -> int:
        own = held(v, line)
        return next((a for k, a in enumerate(own) if any(b >= a for b in own[:k])), -1)

    number = d.near(hidden(d.aim))
    return [f"hidden-skyscraper {number}: {place}"], lambda v: hidden(v) == number


@means
def numbered_room(d: Dice) -> Told:
    place, line = d.side()
    number = d.near(d.aim[line[d.aim[line[0]] - 1]])
    return [f"numbered-room {number}: {place}"], lambda v: v[line[v[line[0]] - 1]] == number


@means
def full_rank(d: Dice) -> Told:
    place, line = d.side()
    others = [other for other in d.every_line() if other != line]

    def rank(v: Grid) -> int:
        if any(held(v, other) == held(v, line) for other in others):
            return -1  # no ties
        return 1 + sum(held(v, other) < held(v, line) for other in others)

    number = d.near(rank(d.aim), 1)
    return [f"full-rank {number}: {place}"], lambda v: rank(v) == number


# The whole grid


@means
def column_index(d: Dice) -> Told:
    cells = d.some(1, 3)
    return [f"column-index: {d.at(*cells)}"], lambda v: all(v[c - c % d.n + v[c] - 1] == c % d.n + 1 for c in cells)


@means
def row_index(d: Dice) -> Told:
    cells = d.some(1, 3)
    return [f"row-index: {d.at(*cells)}"], lambda v: all(v[(v[c] - 1) * d.n + c % d.n] == c // d.n + 1 for c in cells)


@means
def box_index(d: Dice) -> Told:
    cells = d.some(1, 3)
    own = {c: box for box in d.boxes for c in box}
    return [f"box-index: {d.at(*cells)}"], lambda v: all(v[own[c][v[c] - 1]] == own[c].index(c) + 1 for c in cells)


@means
def value_index(d: Dice) -> Told:
    first, second, *rest = cells = d.path(3, 6)
    return [f"value-index: {d.at(*cells)}"], lambda v: v[second] <= len(rest) and v[rest[v[second] - 1]] == v[first]


@means
def circles(d: Dice) -> Told:
    cells = d.some(1, 8)
    return [f"circles: {d.at(*cells)}"], lambda v: all(held(v, cells).count(v[c]) == v[c] for c in cells)


@means
def flatmates(d: Dice) -> Told:
    middle = (d.n + 1) // 2

    def live(v: Grid) -> bool:
        return all(
            (k > 0 and v[column[k - 1]] == 1) or (k < d.n - 1 and v[column[k + 1]] == d.n)
            for column in d.columns for k, c in enumerate(column) if v[c] == middle
        )  # fmt: skip

    return ["flatmates"], live


def together(told: Sequence[Told]) -> Told:
    return list(chain.from_iterable(lines for lines, _ in told)), lambda v: all(meaning(v) for _, meaning in told)
