"""Passes over a diagram: each is one loop over its nodes, children first or parents first.

Numbers of covers are rows of words of 64 bits, the lowest first, as many as the largest of them needs.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from core._kernels.kernel import inline_kernel, kernel
from core.exact_cover._diagram.nodes import EMPTY, FIRST, NONE, STOP, find

_U0, _U1 = np.uint64(0), np.uint64(1)


@kernel
def count_covers(start: Any, child: Any, counts: Any) -> Any:
    """Fill in the number of covers of every node; returns the first node whose number has too few words, or 0."""
    words = counts.shape[1]
    counts[EMPTY, 0] = _U1
    for node in range(FIRST, counts.shape[0]):
        for b in range(start[node], start[node + 1]):
            below = child[b]
            carry = _U0
            for w in range(words):
                total = counts[node, w] + counts[below, w]
                over = total < counts[below, w]
                total += carry
                carry = _U1 if over or (carry != _U0 and total == _U0) else _U0
                counts[node, w] = total
            if carry != _U0:
                return node
    return 0


@inline_kernel
def _reaches(ranks: Any, r: Any, counts: Any, node: Any) -> Any:
    """Whether a rank is at least the number of covers of a node."""
    for back in range(counts.shape[1]):
        w = counts.shape[1] - 1 - back
        if ranks[r, w] != counts[node, w]:
            return ranks[r, w] > counts[node, w]
    return True


@kernel
def take_ranks(start: Any, option: Any, child: Any, counts: Any, root: Any, ranks: Any, rows: Any) -> None:
    """Write the covers of these ranks into rows of options, padded with -1; ``ranks`` is used up."""
    for r in range(ranks.shape[0]):
        node = np.int64(root)
        width = 0
        while node > EMPTY:
            b = np.int64(start[node])
            while b + 1 < start[node + 1] and _reaches(ranks, r, counts, child[b]):
                borrow = _U0
                for w in range(counts.shape[1]):
                    less = counts[child[b], w]
                    own = ranks[r, w]
                    ranks[r, w] = own - less - borrow
                    borrow = _U1 if own < less or (own == less and borrow != _U0) else _U0
                b += 1
            if option[b] != STOP and width < rows.shape[1]:
                rows[r, width] = option[b]
                width += 1
            node = np.int64(child[b])


@kernel
def count_options(
    start: Any, option: Any, child: Any, root: Any, prime: Any, below: Any, above: Any, times: Any
) -> None:  # fmt: skip
    """How many covers have each option, modulo a prime below 2^31.

    ``below`` becomes the number of covers of each node, ``above`` that of the paths to it, both modulo the prime.
    """
    nodes = below.shape[0]
    below[NONE], below[EMPTY] = _U0, _U1
    for node in range(FIRST, nodes):
        total = _U0
        for b in range(start[node], start[node + 1]):
            total += below[child[b]]
        below[node] = total % prime
    above[root] = _U1
    for back in range(nodes - FIRST):
        node = nodes - 1 - back
        if above[node] != _U0:
            for b in range(start[node], start[node + 1]):
                to = child[b]
                above[to] = (above[to] + above[node]) % prime
                if option[b] != STOP:
                    times[option[b]] = (times[option[b]] + above[node] * below[to]) % prime


@kernel
def least_costs(start: Any, option: Any, child: Any, costs: Any, least: Any) -> None:
    """The least cost of a cover of each node."""
    least[NONE], least[EMPTY] = np.inf, 0.0
    for node in range(FIRST, least.shape[0]):
        best = np.inf
        for b in range(start[node], start[node + 1]):
            cost = least[child[b]]
            if option[b] != STOP:
                cost += costs[option[b]]
            best = min(best, cost)
        least[node] = best


@inline_kernel
def _node_of(
    start: Any, option: Any, child: Any, unique: Any, nodes: Any, options: Any, children: Any, size: Any
) -> Any:  # fmt: skip
    """The node with these branches, made if there is none yet; and how many nodes there are now."""
    if size == 0:
        return np.int64(NONE), nodes
    if size == 1 and options[0] == STOP:
        return np.int64(children[0]), nodes
    node, place = find(start, option, child, unique, options, children, 0, size)
    if node < 0:
        node = nodes
        branches = np.int64(start[nodes])
        for b in range(size):
            option[branches + b] = options[b]
            child[branches + b] = children[b]
        nodes += 1
        start[nodes] = branches + size
        unique[place] = node
    return node, nodes


@kernel
def restrict(
    start: Any, option: Any, child: Any, root: Any, allowed: Any, wanted: Any, new_start: Any, new_option: Any,
    new_child: Any, unique: Any, options: Any, children: Any, without: Any, having: Any,
) -> Any:  # fmt: skip
    """Make the diagram of the covers that have ``wanted`` (-1 for any) and otherwise only allowed options.

    ``options`` and ``children`` have room for the branches of one node.  ``without`` and ``having`` receive, for
    every node, the new node of its covers without ``wanted`` and of those with it.  Returns the new root and the
    number of nodes.
    """
    nodes = np.int64(FIRST)
    without[EMPTY] = EMPTY
    for node in range(FIRST, without.shape[0]):
        size = 0
        for b in range(start[node], start[node + 1]):
            if (option[b] == STOP or allowed[option[b]]) and without[child[b]] != NONE:
                options[size] = option[b]
                children[size] = without[child[b]]
                size += 1
        without[node], nodes = _node_of(new_start, new_option, new_child, unique, nodes, options, children, size)
        if wanted >= 0:
            size = 0
            for b in range(start[node], start[node + 1]):
                # A cover has it once at most.
                to = without[child[b]] if option[b] == wanted else having[child[b]]
                if (option[b] == STOP or option[b] == wanted or allowed[option[b]]) and to != NONE:
                    options[size] = option[b]
                    children[size] = to
                    size += 1
            having[node], nodes = _node_of(new_start, new_option, new_child, unique, nodes, options, children, size)
    return (np.int64(having[root]) if wanted >= 0 else np.int64(without[root])), nodes


@kernel
def reach(
    start: Any, option: Any, child: Any, nodes: Any, root: Any, number: Any, new_start: Any, new_option: Any,
    new_child: Any,
) -> Any:  # fmt: skip
    """Copy the nodes that can be reached from a root into other arrays; returns their number, with the two without
    branches.

    ``number`` is empty and becomes the new number of each node.
    """
    number[root] = 1
    for back in range(nodes - FIRST):
        node = nodes - 1 - back
        if number[node] != 0:
            for b in range(start[node], start[node + 1]):
                number[child[b]] = 1
    number[NONE], number[EMPTY] = NONE, EMPTY
    made = np.int64(FIRST)
    branches = np.int64(0)
    for node in range(FIRST, nodes):
        if number[node] != 0:
            number[node] = made
            for b in range(start[node], start[node + 1]):
                new_option[branches] = option[b]
                new_child[branches] = number[child[b]]
                branches += 1
            made += 1
            new_start[made] = branches
    return made
