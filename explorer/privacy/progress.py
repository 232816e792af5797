"""How far a long computation has come, told to whoever asked for it, who may stop it there.

The mathematics calls `progress` where it can stop; it knows neither threads nor windows. Whoever listens
does so for what runs inside its own `listening`, in its own thread alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class Cancelled(Exception):
    """Raised by a listener where what is computed is no longer wanted."""


def _nobody(share: float) -> None:
    """Nobody listens."""


_LISTENER: ContextVar[Callable[[float], None]] = ContextVar("listener", default=_nobody)


def progress(share: float) -> None:
    """This share of the work is done, from 0 to 1; a checkpoint.

    Raises
    ------
    Cancelled
        Where the listener does.
    """
    _LISTENER.get()(share)


@contextmanager
def listening(listener: Callable[[float], None]) -> Iterator[None]:
    """Whatever is computed inside tells `listener`."""
    token = _LISTENER.set(listener)
    try:
        yield
    finally:
        _LISTENER.reset(token)


@contextmanager
def part(first: float, last: float) -> Iterator[None]:
    """What is computed inside is the part from `first` to `last` of the work around it."""
    whole = _LISTENER.get()
    with listening(lambda share: whole(first + share * (last - first))):
        yield
