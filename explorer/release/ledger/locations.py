"""Where the ledger and its witness are kept on this computer."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

import platformdirs

from explorer.mark import N_
from explorer.privacy.refusal import NotValid

_PROGRAM = "privacy-explorer"
_STATE: ContextVar[Path | None] = ContextVar("state", default=None)


def ledger_folder(chosen: Path | None = None) -> Path:
    """The chosen folder, else PRIVACY_EXPLORER_LEDGER, else the platform's folder for a user's data.

    Raises
    ------
    NotValid: there is no home folder that the last one could lie in.
    """
    if chosen is not None:
        return chosen.absolute()
    if named := os.environ.get("PRIVACY_EXPLORER_LEDGER"):
        return Path(named).absolute()
    return _of_the_person(platformdirs.user_data_path) / "ledger"


def state_folder() -> Path:
    """PRIVACY_EXPLORER_STATE, else the platform's folder for a user's state; inside `state_in` that one.

    Raises
    ------
    NotValid: as for `ledger_folder`.
    """
    if (temporary := _STATE.get()) is not None:
        return temporary
    if named := os.environ.get("PRIVACY_EXPLORER_STATE"):
        return Path(named).absolute()
    return _of_the_person(platformdirs.user_state_path)


def _of_the_person(kind: Callable[..., Path]) -> Path:
    try:
        return kind(_PROGRAM, appauthor=False)
    except RuntimeError:  # an account that is a mere number, as in some containers
        why = N_("Your account has no home folder: set HOME to a folder that you may write")
        raise NotValid(why) from None


@contextmanager
def state_in(folder: Path) -> Iterator[None]:
    """Inside, in this thread alone, state is kept in a temporary folder: the person's own is not touched."""
    token = _STATE.set(folder)
    try:
        yield
    finally:
        _STATE.reset(token)
