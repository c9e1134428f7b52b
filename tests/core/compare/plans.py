"""For transcripts that are still to become tests."""

from tests.core.compare.tables import plan as plan
