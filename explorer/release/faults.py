"""What SQLite and the operating system say about a ledger, as one of two refusals."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from explorer.mark import N_, Sentence
from explorer.privacy.refusal import LedgerRefused
from explorer.release.chain import FILE_NAME, Damaged

_DAMAGED = (Damaged, ValueError, KeyError, TypeError)


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
    """What SQLite and the operating system say becomes one of two refusals."""
    try:
        yield
        return
    except sqlite3.OperationalError as error:
        sentence = _operational(folder, getattr(error, "sqlite_errorcode", 0) & 0xFF)
    except OSError:
        sentence = not_writable(folder)
    except (sqlite3.Error, *_DAMAGED):
        sentence = _damaged(folder)
    raise LedgerRefused(sentence)


def _operational(folder: Path, code: int) -> Sentence:
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return N_("the ledger in {folder} is in use by another program: try again", folder=str(folder))
    return _damaged(folder) if code == sqlite3.SQLITE_ERROR else not_writable(folder)


def not_writable(folder: Path) -> Sentence:
    """A folder that a spend cannot be written into."""
    return N_("the ledger in {folder} cannot be written: make the folder writable", folder=str(folder))


def _damaged(folder: Path) -> Sentence:
    return N_("the ledger in {folder} is damaged: bring a whole copy back", folder=str(folder))
