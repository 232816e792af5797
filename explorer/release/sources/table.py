"""What every table has in common while it is read: its shape, how far it is, and how reading ends early."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Progress = Callable[[int, int], None]  # bytes read, bytes in all
Cancelled = Callable[[], bool]


class Interrupted(Exception):
    """The person cancelled; nothing was spent."""


class Irregular(Exception):
    """A quick way is not sure of this table: another one decides. Holds nothing of it."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The number of columns, and the names in the header (numbers from "1" where there is none)."""

    width: int
    names: tuple[str, ...]


def half_of(progress: Progress | None, before: int) -> Progress | None:
    """The progress of one of two passes over the file, `before` of which are done."""
    if progress is None:
        return None

    def report(done: int, size: int) -> None:
        progress(before * size + done, 2 * size)

    return report
