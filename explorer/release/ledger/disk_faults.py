"""What SQLite and the operating system say about a ledger, as one refusal in plain words."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from explorer.mark import N_, Sentence
from explorer.privacy.refusal import LedgerRefused
from explorer.release.ledger.hash_chain import FILE_NAME, Damaged
from explorer.release.ledger.lock import LOCK, Locked
from explorer.release.ledger.schema import FORMAT, NewerFormat, OtherSchema
from explorer.release.ledger.witness import witness_folder
from explorer.release.values.write_faults import FULL

_DAMAGED = (Damaged, ValueError, KeyError, TypeError, RecursionError)


def exists(folder: Path) -> bool:
    """Whether there is a ledger (or something in its place, which will be refused)."""
    try:
        (folder / FILE_NAME).lstat()
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return True


@contextmanager
def failing_as_refusal(folder: Path) -> Iterator[None]:
    """What SQLite and the operating system say becomes a refusal."""
    try:
        yield
        return
    except (sqlite3.Error, OSError, Locked, NewerFormat, OtherSchema, *_DAMAGED) as error:
        sentence = sentence_of(error, folder)
    raise LedgerRefused(sentence)


def sentence_of(error: Exception, folder: Path) -> Sentence:
    """What an error about the ledger in a folder means to a person."""
    if isinstance(error, sqlite3.OperationalError):
        return _operational(folder, getattr(error, "sqlite_errorcode", 0) & 0xFF)
    if isinstance(error, Locked):
        return _in_use(folder)
    if isinstance(error, OSError):
        if error.errno == errno.EROFS:
            return read_only(folder)
        return full(folder) if error.errno in FULL else not_writable(folder)
    if isinstance(error, NewerFormat):
        return N_(
            "the ledger in {folder} was written by a newer Privacy Explorer (format {found:plain}; this one "
            "reads {known:plain}): use that one, or another folder",
            folder=str(folder),
            found=error.number,
            known=FORMAT,
        )
    if isinstance(error, OtherSchema):
        return N_(
            "the ledger in {folder} was altered: it holds a table or trigger that is not the program's; "
            "bring a whole copy back",
            folder=str(folder),
        )
    return _damaged(folder, error if isinstance(error, Damaged) else Damaged())


def _operational(folder: Path, code: int) -> Sentence:
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return _in_use(folder)
    if code == sqlite3.SQLITE_FULL:
        return full(folder)
    if code == sqlite3.SQLITE_READONLY:
        return read_only(folder)
    return _damaged(folder, Damaged()) if code == sqlite3.SQLITE_ERROR else not_writable(folder)


def _in_use(folder: Path) -> Sentence:
    return N_(
        "the ledger in {folder} is in use by another program: try again; if no other program runs, "
        "remove {lock} there",
        folder=str(folder),
        lock=LOCK,
    )


def full(folder: Path) -> Sentence:
    """There is no room on the ledger's disk."""
    return N_("the disk of the ledger in {folder} is full: make room on it", folder=str(folder))


def read_only(folder: Path) -> Sentence:
    """A ledger whose file may be read, and no more."""
    return N_("the ledger in {folder} is read-only: make the folder writable", folder=str(folder))


def not_writable(folder: Path) -> Sentence:
    """A folder that a spend cannot be written into."""
    return N_("the ledger in {folder} cannot be written: make the folder writable", folder=str(folder))


def not_readable(folder: Path) -> Sentence:
    """A ledger that could not be read right after it was written."""
    return N_("the ledger in {folder} could not be read again: check the disk", folder=str(folder))


def witness_not_written(error: OSError) -> Sentence:
    """The witness, outside the ledger's folder, cannot be written."""
    if error.errno in FULL:
        return N_("the disk of the ledger's witness in {folder} is full: make room on it", folder=_witness())
    return N_(
        "the ledger's witness in {folder} cannot be written: make the folder and its files writable",
        folder=_witness(),
    )


def _witness() -> str:
    return str(witness_folder())


def _damaged(folder: Path, how: Damaged) -> Sentence:
    if how.row:
        return N_(
            "the ledger in {folder} is damaged: {what}; bring a whole copy back",
            folder=str(folder),
            what=what_is_damaged(how),
        )
    return N_("the ledger in {folder} is damaged: bring a whole copy back", folder=str(folder))


def what_is_damaged(how: Damaged) -> Sentence:
    """Which entry is not sound, and which ones before it still are."""
    if how.row == 1:
        return N_("its first entry is missing") if how.missing else N_("its first entry was changed")
    values = {"entry": how.row, "sound": how.row - 1}
    if how.row == 2:
        words = N_("entry 2 is missing (entry 1 is sound)")
        return words if how.missing else N_("entry 2 was changed (entry 1 is sound)")
    if how.missing:
        return N_("entry {entry:plain} is missing (entries 1 to {sound:plain} are sound)", **values)
    return N_("entry {entry:plain} was changed (entries 1 to {sound:plain} are sound)", **values)
