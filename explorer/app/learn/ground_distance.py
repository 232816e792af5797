"""How far sensitive values are apart, as a person says it: equally, in an order, or in groups.

Without a ground distance t-closeness has no meaning, so that one of the three is always chosen.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from enum import Enum

import numpy as np

from explorer.mark import N_, Sentence
from explorer.privacy.anonymity import (
    Equal,
    EquivalenceClasses,
    GroundDistance,
    Hierarchical,
    Ordered,
)
from explorer.privacy.refusal import NotValid

FIELD = "ground"
MOST_TYPED = 20_000  # characters
_ALONE = "\0"  # the family of missing values: no name of a group can be that
_LINES, _PARTS = re.compile(r"[;；\n]"), re.compile(r"[,，、]")
_COLON = re.compile(r"[:：]")


class Ground(Enum):
    """Which ground distance is meant."""

    EQUAL = "equal"
    ORDERED = "ordered"
    GROUPS = "groups"


NAMES = {
    Ground.EQUAL: N_("unordered"),
    Ground.ORDERED: N_("in an order"),
    Ground.GROUPS: N_("in groups"),
}
HINTS = {
    Ground.EQUAL: N_("Two different values are at distance 1. For categories without an order."),
    Ground.ORDERED: N_(
        "The lowest and the highest value are at distance 1. Empty: numbers by size, texts by alphabet. Else "
        "the values from low to high, with commas."
    ),
    Ground.GROUPS: N_(
        "Values of one group are closer to each other than to others. One group a line: “lungs: flu, "
        "pneumonia”. “chest/lungs: flu” is a group within a group."
    ),
}


def grounded(
    table: EquivalenceClasses, values: Sequence[str | None], ground: Ground, words: str
) -> tuple[EquivalenceClasses, GroundDistance]:
    """The distance that is meant, and the table with its values in the order that was said.

    Parameters
    ----------
    values : the sensitive values in their order; None is a missing one, and stays the last
    words : the order or the groups, as typed

    Raises
    ------
    NotValid
        Values are left out, or named twice; the sentence names none of them.
    """
    if len(words) > MOST_TYPED:
        raise NotValid(N_("at most {most:plain} characters can be typed here", most=MOST_TYPED), FIELD)
    if ground is Ground.GROUPS:
        return table, Hierarchical(_families(values, words))
    if ground is Ground.ORDERED:
        return (_ordered(table, values, words) if words.strip() else table), Ordered()
    return table, Equal()


def _ordered(table: EquivalenceClasses, values: Sequence[str | None], words: str) -> EquivalenceClasses:
    named = [each.strip() for line in _LINES.split(words) for each in _PARTS.split(line) if each.strip()]
    place = {name: at for at, name in enumerate(named)}
    _check_once(named)
    _check_all(values, place)
    known = [value for value in values if value is not None]
    rank = {value: at for at, value in enumerate(sorted(known, key=lambda value: place[value]))}
    ranks = np.array([len(known) if value is None else rank[value] for value in values], dtype=np.int64)
    moved = ranks[table.value]
    order = np.lexsort((moved, table.place))
    return replace(table, place=table.place[order], value=moved[order], count=table.count[order])


def _families(values: Sequence[str | None], words: str) -> tuple[tuple[str, ...], ...]:
    groups: dict[str, tuple[str, ...]] = {}
    named: list[str] = []
    for line in filter(str.strip, _LINES.split(words)):
        head, *rest = _COLON.split(line, maxsplit=1)
        if not rest:
            raise NotValid(N_("write each group with a colon: “lungs: flu, pneumonia”"), FIELD)
        path = tuple(each.strip() for each in head.split("/"))
        for value in filter(None, map(str.strip, _PARTS.split(rest[0]))):
            named.append(value)
            groups[value] = path
    if not named:
        raise NotValid(N_("say which values belong together: “lungs: flu, pneumonia”"), FIELD)
    _check_once(named)
    _check_all(values, groups)
    depth = len(groups[named[0]])
    if any(len(path) != depth for path in groups.values()):
        raise NotValid(N_("all groups need the same number of levels"), FIELD)
    return tuple((_ALONE,) * depth if value is None else groups[value] for value in values)


def _check_once(named: Sequence[str]) -> None:
    if len(set(named)) < len(named):
        raise NotValid(N_("a value is named twice: name each once"), FIELD)


def _check_all(values: Sequence[str | None], known: object) -> None:
    named = known if isinstance(known, dict) else {}
    left = sum(value is not None and value not in named for value in values)
    if left:
        sentence = N_(
            "{left} {left:value|values} of the column {left:is|are} not named here: name all of them",
            left=left,
        )
        raise NotValid(sentence, FIELD)


def distance_named(ground: Ground, numeric: bool, words: str) -> Sentence:
    """The distance as it stands beside t."""
    if ground is Ground.EQUAL:
        return N_("values equally far apart")
    if ground is Ground.GROUPS:
        return N_("values in groups")
    if words.strip():
        return N_("values in the order typed")
    return N_("values ordered by size") if numeric else N_("values in alphabetical order")
