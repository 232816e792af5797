"""Text whose categories are found in the file: each is published from a noisy count on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from explorer.mark import N_, Sentence
from explorer.release.columns.category import OF_CATEGORIES
from explorer.release.columns.column import Column
from explorer.release.plan.labels import CATEGORY_SPECIAL, OTHER
from explorer.release.plan.sections import Input

_OWN = 100  # simulated categories


@dataclass(frozen=True, slots=True)
class UnknownColumn(Column):
    """A column of text whose categories are found in the file: each is kept from a noisy count on.

    `categories` is empty in a plan. In what was drawn it holds those that were kept, in the order of their
    code points.
    """

    id: ClassVar[str] = "category-unknown"
    kind: ClassVar[str] = id
    order: ClassVar[int] = 3
    title: ClassVar[Sentence] = N_("categories found in the data")
    help: ClassVar[Sentence | None] = N_(
        "Only those with a noised count of at least a threshold are published; spends a δ"
    )
    found: ClassVar[bool] = True
    special: ClassVar[tuple[str, ...]] = CATEGORY_SPECIAL
    special_described: ClassVar[Sentence] = OF_CATEGORIES
    categories: tuple[str, ...] = ()

    @property
    def declared_labels(self) -> tuple[str, ...]:
        """The categories that were kept."""
        return self.categories

    @property
    def described(self) -> Sentence:
        """What it holds."""
        return N_("categories that were found in the file")

    def classifier(self, declared: Input) -> Callable[[str], int]:
        """Its categories are numbered as they come: `explorer.release.counting.cell_readers.Categories`."""
        raise TypeError("the file decides about these cells")

    def examples(self, declared: Input) -> Iterator[str]:
        """Categories that nobody declared."""
        yield OTHER
        yield from declared.missing
        yield from (f"category {number}" for number in range(1, _OWN))
        yield from (f"category{number}" for number in range(1, _OWN))
