"""Text in declared categories."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from explorer.mark import N_, Sentence
from explorer.release.columns.column import BLANK_LINE, Column
from explorer.release.columns.intervals import ends_first
from explorer.release.columns.quick import Listed
from explorer.release.plan.key import Kind, required
from explorer.release.plan.labels import CATEGORY_SPECIAL, NUMERIC_SPECIAL, OTHER, spelled
from explorer.release.plan.sections import Input

OF_CATEGORIES = N_("Of categories: (other) than those shown, (missing).")


def _categories(categories: Sequence[str], _: CategoryColumn) -> Iterator[Sentence]:
    if not categories:
        yield N_("list at least one category")
    if repeated := _repeated(categories):
        yield N_("category “{category}” is listed twice", category=repeated[0])
    elif repeated := _repeated(spelled(each) for each in categories):
        yield N_("two categories would be written alike: “{category}”", category=repeated[0])


def _repeated(texts: Iterable[str]) -> list[str]:
    return [text for text, times in Counter(texts).items() if times > 1]


@dataclass(frozen=True, slots=True)
class CategoryColumn(Column):
    """A column of text in declared categories, matched verbatim."""

    id: ClassVar[str] = "category"
    kind: ClassVar[str] = id
    order: ClassVar[int] = 2
    title: ClassVar[Sentence] = N_("categories")
    special: ClassVar[tuple[str, ...]] = CATEGORY_SPECIAL
    special_described: ClassVar[Sentence] = OF_CATEGORIES
    categories: tuple[str, ...] = field(
        metadata=required(Kind.TEXTS, rule=_categories, title=N_("categories"), shown=1)
    )

    @property
    def declared_labels(self) -> tuple[str, ...]:
        """The categories."""
        return self.categories

    @property
    def described(self) -> Sentence:
        """What it holds, each in quotation marks: a category may have a comma."""
        each = tuple(N_("“{category}”", category=category) for category in self.categories)
        return N_("categories: {categories}", categories=each)

    @classmethod
    def draft(cls) -> dict[str, object]:
        """No categories yet."""
        return {"categories": []}

    def unfit(self, declared: Input) -> Iterator[tuple[str, Sentence]]:
        """Categories that no value could be."""
        missing = declared.missing_values
        for each in self.categories:
            if each in NUMERIC_SPECIAL or each in CATEGORY_SPECIAL:
                yield "categories", N_("category “{category}” is spelled like a special cell", category=each)
            elif each in missing:
                yield "categories", N_("category “{category}” is spelled like a missing value", category=each)
            elif each != declared.value(each):
                sentence = N_("category “{category}” has blanks around it, which trim removes", category=each)
                yield "categories", sentence
            elif "\0" in each:
                yield "categories", N_("a category holds a NUL character")

    def classifier(self, declared: Input) -> Callable[[str], int]:
        """From a raw text to the number of its category."""
        place = {category: number for number, category in enumerate(self.categories)}
        other, missing = len(place), len(place) + 1
        missing_values = declared.missing_values | {BLANK_LINE}

        def classify(raw: str) -> int:
            value = declared.value(raw)
            return missing if value in missing_values else place.get(value, other)

        return classify

    def quick(self, declared: Input) -> Listed:
        """Its categories, and what is missing."""
        texts = dict.fromkeys((*self.categories, *sorted(declared.missing_values)))
        return Listed(tuple(texts), len(self.categories))

    def examples(self, declared: Input) -> Iterator[str]:
        """Its categories, then what is none of them."""
        yield from ends_first(self.categories)
        yield from (OTHER, "none of these", "other")
        yield from declared.missing
