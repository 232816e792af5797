"""The intervals of a date column while its plan is being written: by period, or by edges of one's own."""

from __future__ import annotations

from collections.abc import Mapping

from explorer.app.release.plan.plan_draft import Edits
from explorer.mark import N_, Sentence
from explorer.release.columns.date import DateColumn
from explorer.release.columns.date_pattern import DatePattern, faults
from explorer.release.columns.periods import name_of

OWN = ""
"""What a form chooses instead of a period: edges of one's own."""
_EXAMPLE = 20250131183000


def drafted(column: Mapping[str, object]) -> DateColumn:
    """A column of a document as far as it is declared by now."""
    edges = column.get("edges", ())
    texts = tuple(map(str, edges)) if isinstance(edges, list) else ()
    every, start, end = (
        value if isinstance(value := column.get(key), str) else None for key in ("every", "from", "to")
    )
    return DateColumn(str(column.get("name", "")), str(column.get("format", "")), every, start, end, texts)


def period_edits(column: Mapping[str, object], path: str, every: str) -> Edits:
    """Another period, or edges of one's own, for the column whose period stands at `path`: what was declared
    the other way is taken along.

    >>> column = {"every": "month", "from": "2025-01-01", "to": "2025-03-01"}
    >>> period_edits(column, "column.1.every", "")[0]
    ('column.1.edges', ['2025-01-01', '2025-02-01', '2025-03-01'])
    """
    place, edges = path.removesuffix(".every"), drafted(column).edge_names
    if every == OWN:
        gone = ((f"{place}.from", None), (f"{place}.to", None), (path, None))
        return ((f"{place}.edges", list(edges)), *gone)
    if "every" in column:
        return ((path, every),)
    start, end = (edges[0][:10], edges[-1][:10]) if edges else ("", "")
    return ((f"{place}.edges", None), (f"{place}.from", start), (f"{place}.to", end), (path, every))


def intervals_sentence(column: Mapping[str, object]) -> Sentence | None:
    """How many intervals a column has, and from which to which; None where that is not declared yet."""
    made = drafted(column)
    count = len(made.intervals)
    if not count or any(made.unread):
        return None
    first, last = made.names[0], made.names[count - 1]
    if count == 1:
        return N_("1 interval: {first}", first=first)
    values = {"count": count, "first": first, "last": last}
    if made.every is not None and name_of(*made.ends[-2:]) is None:
        return N_("{count} intervals: {first} … {last}; the last one is shorter", **values)
    return N_("{count} intervals: {first} … {last}", **values)


def format_sentence(pattern: str) -> Sentence | None:
    """What a format reads, by an example; None where the format does not hold."""
    if any(faults(pattern)):
        return None
    example = DatePattern(pattern).spelled(_EXAMPLE)
    return N_(
        "for example {example}, without a time zone; what is written otherwise counts as unreadable",
        example=example,
    )
