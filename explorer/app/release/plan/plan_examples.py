"""The further kinds of query in a plan to start from: an example of each, with a line about every key.

A kind for which none is written here has the one that follows from its own declarations.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from explorer.mark import N_, Sentence, verbatim
from explorer.release.plan.key import keys
from explorer.release.queries.histogram import Histogram
from explorer.release.queries.marginals import Marginals
from explorer.release.queries.query import Query, every_query
from explorer.release.queries.ranges import Ranges
from explorer.release.queries.sum import Sum


@dataclass(frozen=True, slots=True)
class Example:
    """A query as a table of a plan, the line that leads to it, and a line about each of its keys.

    `title` : that of a plan that begins with it
    """

    lead: Sentence
    title: str
    section: str
    values: Mapping[str, Any]
    remarks: Mapping[str, Sentence]


_AGE = {"name": "age", "kind": "numeric", "edges": [str(edge) for edge in range(0, 121, 10)]}
_REGION = {"name": "region", "kind": "category", "categories": ["north", "south"]}
_SEX = {"name": "sex", "kind": "category", "categories": ["female", "male"]}
_REMARKS: Mapping[str, Sentence] = MappingProxyType(
    {
        Sum.id: N_("one table of sums; with `mean` also the numbers of values and the means"),
        f"{Sum.id}.name": N_("the name of the file that is written"),
        f"{Sum.id}.share": N_("its weight when several tables share the budget"),
        f"{Sum.id}.value": N_("the column that is summed"),
        f"{Sum.id}.low": N_("values below it count as this"),
        f"{Sum.id}.high": N_("values above it count as this"),
        f"{Sum.id}.step": N_("values are rounded to multiples of it; it divides both bounds"),
        f"{Sum.id}.mean": N_("`true`: also the mean of each group"),
        f"{Sum.id}.column": N_("the groups, as columns of a table of counts; leave out for one sum of all"),
        Ranges.id: N_("counts for any interval between two of the edges, from one measurement"),
        f"{Ranges.id}.name": N_("the name of the file that is written"),
        f"{Ranges.id}.share": N_("its weight when several tables share the budget"),
        f"{Ranges.id}.quantiles": N_("quantiles to be told, each above 0 and below 1; leave out for none"),
        f"{Ranges.id}.strategy": N_(
            "`auto` measures what makes ranges err least; or `identity`, `tree`, `weighted`"
        ),
        f"{Ranges.id}.column": N_(
            "one column of numbers or dates; columns of categories after it are groups"
        ),
        f"{Ranges.id}.column.edges": N_("the edges of the bins, in increasing order"),
        Marginals.id: N_("many small tables of several columns that agree with each other"),
        f"{Marginals.id}.name": N_("the name with which the files begin"),
        f"{Marginals.id}.share": N_("its weight when several tables share the budget"),
        f"{Marginals.id}.tables": N_(
            "`ones`, `pairs` or `triples` of the columns, or a list such as "
            '`[["age", "region"], ["region", "sex"]]`'
        ),
        f"{Marginals.id}.fit": N_("`true`: one joint table is fitted, so that all tables agree"),
        f"{Marginals.id}.column": N_("two columns or more, as those of a table of counts"),
    }
)
_WRITTEN = (
    Example(
        N_("To release a sum and a mean by group as well, remove the # that has no blank behind it:"),
        "Income by region",
        Sum.id,
        {
            **Sum.draft("income_by_region"),
            "value": "income",
            "high": "100000",
            "step": "100",
            "column": [_REGION],
        },
        _REMARKS,
    ),
    Example(
        N_("For any range of a column, and its quantiles:"),
        "Ages",
        Ranges.id,
        {**Ranges.draft("ages"), "quantiles": ["0.25", "0.5", "0.75"], "column": [_AGE]},
        _REMARKS,
    ),
    Example(
        N_("For many tables that agree with each other:"),
        "Age, region and sex",
        Marginals.id,
        {**Marginals.draft("people"), "column": [_AGE, _REGION, _SEX]},
        _REMARKS,
    ),
)


def examples() -> Iterator[Example]:
    """One of each kind of query but tables of counts, which every plan has that names no kind."""
    written = {each.section for each in _WRITTEN}
    yield from _WRITTEN
    for id_, kind in every_query().items():
        if id_ not in written and id_ != Histogram.id:
            yield _drafted(kind)


def _drafted(kind: type[Query]) -> Example:
    """By its draft, with one column of numbers, and a line about each key by what the key is called."""
    values = {**kind.draft(f"{kind.id}_1"), "column": [_AGE]}
    lead = N_("For a query of the kind {kind}:", kind=verbatim(kind.id))
    shared = {each: _REMARKS[f"{Sum.id}.{each}"] for each in ("name", "share")}
    called = {name: each.title for name, each in keys(kind).items() if each.title is not None}
    remarks = {**called, **shared}
    return Example(
        lead,
        kind.id,
        kind.id,
        values,
        {kind.id: lead, **{f"{kind.id}.{name}": remark for name, remark in remarks.items()}},
    )
