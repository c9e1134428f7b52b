"""Automorphisms by BLISS (Junttila and Kaski 2007), if igraph, which includes it, is installed.

igraph is under the GPL, so it is an extra of its own.  BLISS cannot be told when to stop, so it runs in a process of
its own, which is ended if it takes too long.
"""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec

import numpy as np

from core.exact_cover._symmetry.graph import ColouredGraph
from core.exact_cover._symmetry.refinement import FoundGroup

SECONDS = 60.0
"""The longest that it may take."""

_PROGRAM = """
import json, sys, igraph
kinds, edges = json.load(sys.stdin)
graph = igraph.Graph(n=len(kinds), edges=edges)
json.dump([graph.automorphism_group(color=kinds), str(graph.count_automorphisms(color=kinds))], sys.stdout)
"""


def installed() -> bool:
    """Whether igraph is installed."""
    return find_spec("igraph") is not None


def automorphisms(graph: ColouredGraph, seconds: float = SECONDS) -> FoundGroup | None:
    """The whole group; None if igraph is missing or takes longer than ``seconds``."""
    if not installed():
        return None
    rows = np.repeat(np.arange(graph.size), np.diff(graph.starts))
    once = rows < graph.others
    edges = np.stack([rows[once], graph.others[once]], axis=1)
    try:
        done = subprocess.run(
            [sys.executable, "-c", _PROGRAM], input=json.dumps([graph.kinds.tolist(), edges.tolist()]),
            capture_output=True, text=True, timeout=seconds, check=True,
        )  # fmt: skip
        generators, order = json.loads(done.stdout)
    except (OSError, subprocess.SubprocessError, ValueError):
        return None
    return FoundGroup([np.array(each, dtype=np.int32) for each in generators], int(order), True)
