"""The values of a sum: clipped, rounded to steps by exact decimals, and counted in steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import ClassVar

from explorer.mark import N_, Sentence
from explorer.privacy.notation import exact_text
from explorer.release.columns.column import BLANK_LINE, Column
from explorer.release.columns.numeric import number_reader
from explorer.release.columns.quick import Steps
from explorer.release.plan.labels import UNREADABLE
from explorer.release.plan.sections import BLANKS, Input

_EXACT, _LARGEST_POWER = 10**15, 22  # whole numbers and powers of ten whose quotient is the nearest double


@dataclass(frozen=True, slots=True)
class SteppedColumn(Column):
    """A column of numbers, each clipped to [low, high] and rounded to a multiple of `step`, half to even.

    Its cells are the multiples of `step` from `low` to `high`, numbered from 0, and behind them one for what
    is missing or no number. `low` and `high` are multiples of `step`.
    """

    id: ClassVar[str] = "stepped"
    special: ClassVar[tuple[str, ...]] = (UNREADABLE,)
    special_described: ClassVar[Sentence] = N_("A value that is missing or no number adds nothing to a sum.")
    low: Fraction
    high: Fraction
    step: Fraction

    @property
    def first(self) -> int:
        """The lower bound in steps."""
        return int(self.low / self.step)

    @property
    def last(self) -> int:
        """The upper bound in steps."""
        return int(self.high / self.step)

    @property
    def nothing(self) -> int:
        """The cell of what is missing or no number."""
        return self.last - self.first + 1

    @property
    def size(self) -> int:
        """All multiples, and one cell more."""
        return self.nothing + 1

    @property
    def declared_labels(self) -> tuple[str, ...]:
        """The multiples: there may be more than fit into memory, so that nothing but a test asks for them."""
        return tuple(exact_text(self.step * each) for each in range(self.first, self.last + 1))

    @property
    def described(self) -> Sentence:
        """From where to where they count."""
        return N_(
            "numbers, counted as at least {low} and at most {high}, in steps of {step}",
            low=self.low,
            high=self.high,
            step=self.step,
        )

    def classifier(self, declared: Input) -> Callable[[str], int]:
        """From a raw text to the number of its cell, by comparing exact decimals."""
        read, (half, places) = number_reader(declared.decimal), self._half
        missing_values = declared.missing_values | {BLANK_LINE}
        low, high = self._decimal(self.low), self._decimal(self.high)
        first, last, step = self.first, self.last, float(self.step)

        def between(steps: int) -> Decimal:
            """In the middle between so many steps and one more."""
            return Decimal(f"{(2 * steps + 1) * half}e-{places}")

        def rounded(value: Decimal) -> int:
            near = min(max(round(float(value) / step), first), last)
            while value < between(near - 1) or (value == between(near - 1) and near % 2):
                near -= 1
            while value > between(near) or (value == between(near) and near % 2):
                near += 1
            return near

        def classify(raw: str) -> int:
            text = raw.strip(BLANKS)
            if text in missing_values or raw in missing_values or (value := read(text)) is None:
                return self.nothing
            if value <= low or value >= high:
                return 0 if value <= low else last - first
            return rounded(value) - first

        return classify

    @property
    def _half(self) -> tuple[int, int]:
        """Half a step as a whole number and the places behind its point."""
        text = exact_text(self.step / 2)
        return int(text.replace(".", "")), len(text.partition(".")[2])

    @staticmethod
    def _decimal(value: Fraction) -> Decimal:
        return Decimal(exact_text(value))

    def quick(self, declared: Input) -> Steps | None:
        """Where doubles can tell on which side of the middle between two steps a number is."""
        half, places = self._half
        farthest = 2 * max(abs(self.first), abs(self.last)) + 1
        if farthest * half >= _EXACT or places > _LARGEST_POWER:
            return None
        read = number_reader(declared.decimal)
        tokens = [read(token.strip(BLANKS)) for token in declared.missing_values]
        known = tuple(token for token in tokens if token is not None)
        return Steps((), known, declared.decimal, False, half, places, self.first, self.last)

    def examples(self, declared: Input) -> Iterator[str]:
        """Both bounds, the farther one from 0 first; numbers beyond and between; what is no number."""
        ends = sorted((self.low, self.high), key=abs, reverse=True)
        middle = self.step * ((self.first + self.last) // 2)
        for value in (*ends, self.high + self.step, self.low - self.step, middle):
            yield exact_text(value).replace(".", declared.decimal)
        yield from ("x", "?", "no number")
        yield from declared.missing
