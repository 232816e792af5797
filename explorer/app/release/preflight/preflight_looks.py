"""What is looked at before a release, in the background: the file's place, the ledger's, the destination.

No row is read, and nothing is written. Each check is the one that the release itself makes.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from explorer.app.core.request import Request
from explorer.mark import N_, Sentence
from explorer.privacy.refusal import Refusal
from explorer.release.free_room import check_ledger_room, check_out_room
from explorer.release.ledger.spends import check_writable, read_books
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.plan_file import check_unchanged, write_plan
from explorer.release.plan.sections import Input
from explorer.release.publish import check_apart_from, check_out
from explorer.release.record import file_names
from explorer.release.sources.servers.sign_in import SIGN_INS
from explorer.release.sources.table_address import is_address, place_of


@dataclass(frozen=True, slots=True)
class Found:
    """What was refused, if anything, and of which `field`. `names` : files that are in the way."""

    first: Sentence | None = None
    field: str = ""
    names: tuple[str, ...] = ()


def _found(*checks: Callable[[], object]) -> Found:
    for check in checks:
        try:
            check()
        except Refusal as refusal:
            return Found(refusal.sentence, refusal.field)
    return Found()


@dataclass(frozen=True, slots=True)
class FileThere(Request):
    """Whether there is a file that can be read. `stamp` tells another file of that name apart."""

    path: str
    stamp: tuple[int, int]

    def __call__(self) -> Found:
        if is_address(self.path):
            from explorer.release.sources.source import source_of

            return _found(lambda: source_of(place_of(self.path)).names(Input()))
        try:
            mode = Path(self.path).stat().st_mode
        except OSError:
            return Found(N_("the file does not exist; check its path"))
        if stat.S_ISDIR(mode):
            return Found(N_("this is a folder: choose a file"))
        if not os.access(self.path, os.R_OK):
            return Found(N_("the file cannot be read; check its permissions"))
        if stat.S_ISREG(mode) and not self.stamp[1]:
            return Found(N_("the file is empty"))
        return Found()


def file_there(csv: str) -> FileThere | None:
    """What is asked about the chosen file; None where there is none."""
    if not csv:
        return None
    if is_address(csv):
        return FileThere(csv, (SIGN_INS.revision, 1))
    try:
        status = Path(csv).stat()
    except OSError:
        return FileThere(csv, (0, 0))
    return FileThere(csv, (status.st_mtime_ns, status.st_size))


@dataclass(frozen=True, slots=True)
class LedgerReady(Request):
    """Whether a ledger takes a spend, and its disk what is drawn; of a locked plan also whether it is the one
    that was signed off.
    """

    folder: Path
    revision: int
    plan: ReleasePlan

    def __call__(self) -> Found:
        locked = (lambda: check_unchanged(write_plan(self.plan), read_books(self.folder).plans.values()),)
        return _found(
            *(locked if self.plan.privacy.locked else ()),
            lambda: check_writable(self.folder),
            lambda: check_ledger_room(self.plan, self.folder),
        )


def ledger_ready(folder: Path, revision: int, plan: ReleasePlan) -> LedgerReady:
    """What is asked of the ledger that is to be charged."""
    return LedgerReady(folder, revision, plan)


@dataclass(frozen=True, slots=True)
class FolderFree(Request):
    """Whether the files of a `plan` can go to a folder. `revision` grows when it is to be looked at anew."""

    folder: str
    plan: ReleasePlan
    csv: str
    revision: int

    def __call__(self) -> Found:
        out, files = Path(self.folder), file_names(self.plan)
        found = _found(
            lambda: check_apart_from(place_of(self.csv), out, files),
            lambda: check_out(files, out, overwrite=True),
            lambda: check_out_room(self.plan, out),
        )
        if found.first is not None:
            return found
        there = tuple(name for name in files if os.path.lexists(out / name))
        return Found(names=there)
