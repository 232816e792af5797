"""Where the ledger and its witness are kept on this computer."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

import platformdirs

_PROGRAM = "privacy-explorer"
_STATE: ContextVar[Path | None] = ContextVar("state", default=None)


def ledger_folder(chosen: Path | None = None) -> Path:
    """The chosen folder, else PRIVACY_EXPLORER_LEDGER, else the platform's folder for a user's data."""
    if chosen is not None:
        return chosen.absolute()
    if named := os.environ.get("PRIVACY_EXPLORER_LEDGER"):
        return Path(named).absolute()
    return platformdirs.user_data_path(_PROGRAM, appauthor=False) / "ledger"


def state_folder() -> Path:
    """PRIVACY_EXPLORER_STATE, else the platform's folder for a user's state; inside `state_in` that one."""
    if (temporary := _STATE.get()) is not None:
        return temporary
    if named := os.environ.get("PRIVACY_EXPLORER_STATE"):
        return Path(named).absolute()
    return platformdirs.user_state_path(_PROGRAM, appauthor=False)


@contextmanager
def state_in(folder: Path) -> Iterator[None]:
    """Inside, in this thread alone, state is kept in a temporary folder: the person's own is not touched."""
    token = _STATE.set(folder)
    try:
        yield
    finally:
        _STATE.reset(token)
