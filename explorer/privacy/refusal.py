"""What is refused, as data: a sentence with its values, the field that it concerns, an exit code.

Window and command line speak the same sentence: beside the field, or as one line on standard error.
"""

from __future__ import annotations

import math
from typing import ClassVar

from explorer.mark import N_, Sentence


class Refusal(Exception):
    """Something that a person can mend. `field` names what is to be mended ("epsilon", "histogram.1.edges").

    No value from private rows may stand in `sentence`. `hint` is the option or verb that mends it: only the
    command line says it, since the window has a button or a field there.
    """

    exit_code: ClassVar[int] = 2

    def __init__(self, sentence: Sentence, field: str = "", hint: Sentence | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.field = field
        self.hint = hint

    def at(self, field: str) -> Refusal:
        """The same refusal, beside another field."""
        return type(self)(self.sentence, field, self.hint)

    def kept(self) -> Refusal:
        """The same refusal, to be kept as a value: without the frames that it came through.

        Python leaves them on an exception that was caught, and with them everything that stood in them.
        """
        self.__context__ = self.__cause__ = None
        return self.with_traceback(None)


class OutOfRange(Refusal):
    """A number outside the range that its parameter declares."""


class NotANumber(Refusal):
    """Text that does not read as a number."""


class Unsupported(Refusal):
    """A combination that does not exist (δ for a pure mechanism), or a key that is not built yet."""


class NotValid(Refusal):
    """A plan, session or ledger request that contradicts itself or the accounts."""


class NotATable(Refusal):
    """The input is not a well-formed table as declared. Of a private file at most a line number."""

    exit_code: ClassVar[int] = 3


class OverBudget(Refusal):
    """More is asked than the account has left."""

    exit_code: ClassVar[int] = 4


class LedgerRefused(Refusal):
    """The ledger is damaged, rolled back, or cannot be written."""

    exit_code: ClassVar[int] = 5


class NotWritten(Refusal):
    """Paid and drawn, but the files could not be written: `ledger export` writes them again, free."""

    exit_code: ClassVar[int] = 6


_HUGE = 1e300  # what is larger may be no double


def out_of_range(name: str, value: float, low: float, high: float, field: str = "") -> OutOfRange:
    """`name` (a symbol or option) was `value` and must lie in [low, high]; inside, where `value` is an end.

    The sentence never contradicts itself: what four digits would round into the range is written out.
    """
    least, most = distinguished(low), distinguished(high)
    shown = distinguished(value, low, high)
    values = {"name": name, "value": shown, "low": least, "high": most}
    if low <= value <= high:
        return OutOfRange(
            N_("{name} must be above {low} and below {high}, not {value}", **values), field or name
        )
    return OutOfRange(N_("{name} must lie between {low} and {high}, not {value}", **values), field or name)


def distinguished(value: float, low: float = math.nan, high: float = math.nan) -> object:
    """A number as it is; with all its digits where four of them make 1 of it, or put it into [low, high]."""
    if not abs(value) < _HUGE:
        return value
    rounded = float(f"{value:.3e}")
    if rounded == value or not (low <= rounded <= high or rounded == 1.0):
        return value
    return N_("{value:full}", value=value)
