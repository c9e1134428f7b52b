"""Files: searches saved and resumed, documents that survive a crash.

Every public name is imported when first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core._lazy import on_demand

if TYPE_CHECKING:
    from core.storage._checkpoint import Checkpoint as Checkpoint
    from core.storage._checkpoint import CheckpointError as CheckpointError
    from core.storage._files import CannotWrite as CannotWrite
    from core.storage._files import FormatError as FormatError
    from core.storage._store import Store as Store
    from core.storage._store import StoreError as StoreError

if not TYPE_CHECKING:
    __getattr__, __dir__ = on_demand(__name__)
