"""How far a ledger has come, written outside its folder: an old copy put back, or none at all, is found out.

A chain of hashes cannot see that its tail is missing; the witness can. It is written after each commit,
so a crash in between leaves it behind the ledger, never ahead. Beside it stands which ledger each folder
holds, so that a folder that is emptied does not give a fresh budget unsaid.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from explorer.mark import N_
from explorer.privacy.refusal import LedgerRefused
from explorer.release.ledger.locations import state_folder
from explorer.release.values.atomic_file import make_folder, write_whole
from explorer.release.values.process_mark import sweep

_LARGEST = 1 << 12  # bytes of a file of this program's
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Witness:
    """The number of rows of a ledger, and the hash of the last one."""

    row: int
    head: str


def witness_folder() -> Path:
    """Where all witnesses lie: outside the folder of any ledger."""
    return state_folder() / "witness"


def witness_path(identity: str) -> Path:
    """One file a ledger, named by the ledger's random identity."""
    return witness_folder() / f"{identity}.json"


def home_paths(folder: Path) -> tuple[Path, ...]:
    """The files of a folder that has held a ledger, each named by a hash of a path to it.

    Two where links lead to it: by its own path and by the one that was given, as a link may be lost as well.
    """
    places = (os.path.realpath(folder), str(folder.absolute()))
    named = dict.fromkeys(map(os.path.normcase, places))
    digests = (hashlib.sha256(place.encode("utf-8", "surrogateescape")).hexdigest() for place in named)
    return tuple(state_folder() / "ledgers" / f"{digest[:32]}.json" for digest in digests)


def read_witness(identity: str) -> Witness | None:
    """What was last witnessed; None where there is none (another computer, a first use).

    Raises
    ------
    LedgerRefused
        The file is there and tells nothing.
    """
    return _read(witness_path(identity), lambda held: Witness(int(str(held["row"])), str(held["head"])))


def missing_ledger(folder: Path) -> str | None:
    """The identity of the ledger that a folder without one has held; None where none is known.

    Raises
    ------
    LedgerRefused
        What was written about the folder tells nothing.
    """
    for path in home_paths(folder):
        identity = _read(path, lambda held: str(held["ledger"]))
        if identity is not None and os.path.lexists(witness_path(identity)):
            return identity
    return None


def is_another(folder: Path, identity: str) -> bool:
    """Whether the ledger that this computer last knew of in a folder is another one than this.

    Raises
    ------
    LedgerRefused
        What was written about the folder tells nothing.
    """
    known = _read(home_paths(folder)[0], lambda held: str(held["ledger"]))
    return known not in (None, identity) and os.path.lexists(witness_path(str(known)))


def _read(path: Path, parsed: Callable[[dict[str, object]], T]) -> T | None:
    """What a small file of this program's tells. A device or a pipe is not opened: it might never end."""
    try:
        found = path.stat()
        if stat.S_ISREG(found.st_mode) and found.st_size <= _LARGEST:
            return parsed(dict(json.loads(path.read_bytes())))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        pass
    raise LedgerRefused(N_("the ledger's witness {path} cannot be read", path=str(path)))


def write_witness(identity: str, witness: Witness) -> None:
    """Witness that the ledger has come this far.

    Raises
    ------
    OSError
    """
    content = {"schema": 1, "row": witness.row, "head": witness.head}
    _write(witness_path(identity), content)


def write_home(folder: Path, identity: str) -> None:
    """Witness that the ledger of this identity lies in a folder; nothing is written where that is known.

    Raises
    ------
    OSError
    """
    for path in home_paths(folder):
        known = None
        with suppress(LedgerRefused):
            known = _read(path, lambda held: str(held["ledger"]))
        if known != identity:
            _write(path, {"schema": 1, "ledger": identity})


def forget(folder: Path, identity: str) -> None:
    """Remove what was witnessed of a temporary ledger.

    Raises
    ------
    OSError
    """
    for path in (witness_path(identity), *home_paths(folder)):
        path.unlink(missing_ok=True)


def _write(path: Path, content: dict[str, object]) -> None:
    make_folder(path.parent)
    sweep(path.parent, [path.name])
    write_whole(path, json.dumps(content, sort_keys=True).encode())
