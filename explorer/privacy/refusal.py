"""What is refused, as data: a sentence with its values, the field that it concerns, an exit code.

Window and command line speak the same sentence: beside the field, or as one line on standard error.
"""

from __future__ import annotations

from typing import ClassVar

from explorer.mark import N_, Sentence


class Refusal(Exception):
    """Something that a person can mend. `field` names what is to be mended ("epsilon", "histogram.1.edges").

    No value from private rows may stand in `sentence`.
    """

    exit_code: ClassVar[int] = 2

    def __init__(self, sentence: Sentence, field: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.field = field

    def at(self, field: str) -> Refusal:
        """The same refusal, beside another field."""
        return type(self)(self.sentence, field)


class OutOfRange(Refusal):
    """A number outside the range that its parameter declares."""


class NotANumber(Refusal):
    """Text that does not read as a number."""


class Unsupported(Refusal):
    """A combination that does not exist (δ for a pure mechanism), or a key that is not built yet."""


class NotValid(Refusal):
    """A plan, session or ledger request that contradicts itself or the accounts."""


class NotATable(Refusal):
    """The input is not a well-formed table as declared. Only ever carries a line number."""

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


def out_of_range(name: str, value: object, low: object, high: object, field: str = "") -> OutOfRange:
    """`name` (a symbol or option) was `value` and must lie in [low, high]."""
    sentence = N_(
        "{name} must lie between {low} and {high}, not {value}", name=name, value=value, low=low, high=high
    )
    return OutOfRange(sentence, field or name)
