"""Whether the disks have room for what a release writes, as far as can be told before anything is paid.

What is needed follows from the plan alone. That there is room now is no promise: the ledger takes its own
before it is paid (`explorer.release.ledger.disk_room`), and what is drawn is kept there whatever comes.
"""

from __future__ import annotations

import errno
import shutil
from contextlib import suppress
from pathlib import Path

from explorer.privacy.refusal import LedgerRefused, NotValid
from explorer.release.drawn import noised
from explorer.release.ledger.disk_faults import full
from explorer.release.ledger.disk_room import room_needed
from explorer.release.ledger.kept_size import kept_size
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.values.write_faults import why_not_written

_FEW = 64 << 10  # bytes: folders, and what a file system rounds up


def check_ledger_room(plan: ReleasePlan, folder: Path) -> None:
    """Whether the ledger's disk has room for a release of the plan.

    Raises
    ------
    LedgerRefused
    """
    if _lacks(folder, room_needed(_written(plan))):
        raise LedgerRefused(full(folder))


def check_out_room(plan: ReleasePlan, out: Path) -> None:
    """Whether the disk of a folder, or of the place where it will be made, has room for the tables.

    Raises
    ------
    NotValid
    """
    if _lacks(out, _written(plan) + _FEW):
        raise NotValid(why_not_written(OSError(errno.ENOSPC, ""), out / "tables"), "out")


def _written(plan: ReleasePlan) -> int:
    """The bytes of all tables with their metadata, at most."""
    return kept_size(plan, [noised(plan, index, ()) for index in range(len(plan.queries))])


def _lacks(folder: Path, needed: int) -> bool:
    """Whether less is free there; not where the system does not say how much is."""
    for place in (folder, *folder.absolute().parents):
        with suppress(OSError):
            return shutil.disk_usage(place).free < needed
    return False
