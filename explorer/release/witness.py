"""How far a ledger has come, written outside its folder: an old copy put back is found out.

A chain of hashes cannot see that its tail is missing; the witness can. It is written after each commit,
so a crash in between leaves it behind the ledger, never ahead.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from explorer.mark import N_
from explorer.privacy.refusal import LedgerRefused
from explorer.release.places import state_folder
from explorer.release.writing import make_folder, write_whole


@dataclass(frozen=True, slots=True)
class Witness:
    """The number of rows of a ledger, and the hash of the last one."""

    row: int
    head: str


def witness_path(identity: str) -> Path:
    """One file a ledger, named by the ledger's random identity."""
    return state_folder() / "witness" / f"{identity}.json"


def read_witness(identity: str) -> Witness | None:
    """What was last witnessed; None where there is none (another computer, a first use).

    Raises
    ------
    LedgerRefused
        The file is there and tells nothing.
    """
    path = witness_path(identity)
    try:
        held = json.loads(path.read_text("utf-8"))
        return Witness(int(held["row"]), str(held["head"]))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError):
        pass
    raise LedgerRefused(N_("the ledger's witness {path} cannot be read", path=str(path)))


def write_witness(identity: str, witness: Witness) -> None:
    """Witness that the ledger has come this far.

    Raises
    ------
    OSError
    """
    path = witness_path(identity)
    make_folder(path.parent)
    content = json.dumps({"schema": 1, "row": witness.row, "head": witness.head}, sort_keys=True)
    write_whole(path, content.encode())
