"""Two published releases side by side, from their files alone: what differs beyond both margins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from explorer.mark import N_
from explorer.privacy.notation import exact_text
from explorer.privacy.refusal import NotValid
from explorer.release.differences import Differences, why_none
from explorer.release.published_tables import PublishedRelease, PublishedTable
from explorer.release.values.decimal_text import DIGITS


@dataclass(frozen=True, slots=True)
class PublishedComparison(Differences):
    """One table in two releases, as `explorer.release.comparison.Comparison` for those of a ledger."""

    earlier: PublishedTable
    later: PublishedTable

    @property
    def pair(self) -> tuple[PublishedTable, PublishedTable]:
        """The earlier one and the later one."""
        return self.earlier, self.later

    @property
    def margin(self) -> float:
        """How far two noised counts of the same count may lie apart."""
        return round(self.earlier.joint + self.later.joint, DIGITS)

    @property
    def confidence(self) -> Fraction:
        """How often both margins hold at once, at least; never below 0."""
        return max(self.earlier.confidence + self.later.confidence - 1, Fraction(0))

    @property
    def bounded(self) -> bool:
        """Whether rows were left out by ids in either: which ones is chosen anew for each release."""
        return self.earlier.bounded or self.later.bounded

    def answer(self) -> Mapping[str, object]:
        """Every cell of it."""
        cells = zip(self.later.cells, self.earlier.counts, self.later.counts, self.beyond, strict=True)
        return {
            "name": self.later.name,
            "columns": list(self.later.columns),
            "margin_of_both": self.margin,
            "confidence": exact_text(self.confidence),
            "count_beyond": sum(self.beyond),
            "cells": [
                {
                    "cell": list(cell),
                    "earlier": before,
                    "later": after,
                    "difference": round(after - before, DIGITS),
                }
                | {"beyond_both_margins": beyond}
                for cell, before, after, beyond in cells
            ],
        }


def compared_files(earlier: PublishedRelease, later: PublishedRelease) -> tuple[PublishedComparison, ...]:
    """Every table that both have: of the same name, columns, unit, limits and cells.

    Tables of categories that were found in the file are left out: which ones are published is random. So are
    tables that only one of the releases has measured (`unmeasured`).

    Raises
    ------
    NotValid
        They have none in common, or are one release.
    """
    if earlier.identity == later.identity:
        words = N_("both are release {identity}: there is nothing to compare", identity=later.identity)
        raise NotValid(words, "release")
    pairs = tuple(_pairs(earlier, later))
    common = tuple(PublishedComparison(*pair) for pair in pairs if all(each.measured for each in pair))
    if common:
        return common
    comparable = bool(earlier.tables and later.tables)
    why = why_none(earlier.sequence, later.sequence, common=bool(pairs), comparable=comparable)
    raise NotValid(why, "release")


def unmeasured(earlier: PublishedRelease, later: PublishedRelease) -> tuple[str, ...]:
    """The tables that both have, and at least one of them has not measured but inferred."""
    return tuple(pair[1].name for pair in _pairs(earlier, later) if not all(each.measured for each in pair))


def _pairs(
    earlier: PublishedRelease, later: PublishedRelease
) -> Iterator[tuple[PublishedTable, PublishedTable]]:
    before = {table.name: table for table in earlier.tables if not table.found}
    for table in later.tables:
        one = before.get(table.name)
        if one is None or table.found:
            continue
        if (one.counted, one.known_by) == (table.counted, table.known_by):
            yield one, table
