"""The tables of a plan as a whole: made of the columns of a file, doubled, moved."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import deepcopy
from fractions import Fraction
from itertools import count
from typing import Any
from unicodedata import combining, normalize

from explorer.app.core.release_messages import TablesAdded
from explorer.app.release.plan.budget_split import Split, grown, parts_of
from explorer.app.release.plan.column_suggestion import holds_whole_numbers
from explorer.app.release.plan.date_edits import drafted
from explorer.app.release.plan.plan_draft import (
    Document,
    Edits,
    document,
    kind_edits,
    queries_of,
    steps,
    text_of,
    value_of,
)
from explorer.app.release.plan.plan_skeleton import BLANK
from explorer.mark import N_, Sentence
from explorer.privacy.notation import exact_text, read_exact
from explorer.release.columns.column import every_column
from explorer.release.columns.date import DateColumn
from explorer.release.columns.numeric import NumericColumn
from explorer.release.plan.rules import is_device
from explorer.release.plan.sections import Input
from explorer.release.queries.histogram import Histogram
from explorer.release.queries.marginals import Marginals
from explorer.release.queries.query import every_query

_LONGEST = 64  # characters of a table's name
_DIGRAPHS = (
    "ä ae, ö oe, ü ue, Ä Ae, Ö Oe, Ü Ue, ß ss, æ ae, Æ Ae, œ oe, Œ Oe, ø oe, Ø Oe, å aa, Å Aa, "
    "ñ ny, Ñ Ny, ł l, Ł L, đ d, Đ D"
)
_SPELLED = str.maketrans(dict(pair.split(" ") for pair in _DIGRAPHS.split(", ")))


def blank_plan(declared: Input, id_column: str | None) -> Document:
    """A plan of which no table is declared yet, for a file that is written so.

    NA is proposed as a missing value, as R and many other programs write it; the format's fields show it.
    """
    plan = deepcopy({key: value for key, value in BLANK.items() if key != Histogram.id})
    plan["input"]["missing"] = ["", "NA"]
    for name in ("encoding", "delimiter", "quote", "header", "decimal"):
        plan["input"][name] = getattr(declared, name)
    del plan["privacy"]["id_column"]
    if id_column is not None:
        plan["privacy"]["id_column"] = id_column
    return plan


def with_tables(text: str, wanted: TablesAdded) -> str:
    """The plan with the tables that are wanted at its end; one is begun with them where there was none."""
    plan = document(text) if text else blank_plan(wanted.declared, wanted.id_column)
    privacy = plan.setdefault("privacy", {})
    if wanted.id_column is not None and not privacy.get("id_column") and privacy.get("unit") != "row":
        privacy["id_column"] = wanted.id_column
    tables = plan.setdefault(Histogram.id, [])
    tables[:] = [each for each in tables if not _untouched(each)]
    share = _fair_share(plan)
    several = [wanted.columns] if wanted.crosstab else [(each,) for each in wanted.columns]
    for some in () if wanted.linked else several:
        name = table_name([column for column, _ in some], [str(each.get("name")) for each in tables])
        tables.append({"name": name, "share": share, "column": _columns(some, wanted.whole)})
    if wanted.linked:
        _link(plan, wanted, share)
    if not plan.get("title") and not text:
        plan["title"] = ", ".join(dict.fromkeys(column for column, _ in wanted.columns))
    return text_of(plan)


def _link(plan: Document, wanted: TablesAdded, share: str) -> None:
    """All pairs of the wanted columns, as tables that agree."""
    if not plan[Histogram.id]:
        del plan[Histogram.id]
    linked = plan.setdefault(Marginals.id, [])
    taken = [str(each.get("name")) for _, each in queries_of(plan)]
    name = table_name([column for column, _ in wanted.columns], taken)
    columns = _columns(wanted.columns, wanted.whole)
    linked.append({**Marginals.draft(name), "share": share, "column": columns})


def _fair_share(plan: Document) -> str:
    """As much as the tables that are there have on average; "1" where they are none, or one reads not."""
    shares = [str(each.get("share", "1")) for _, each in queries_of(plan)]
    if not shares or parts_of(plan) is None:
        return "1"
    return exact_text(sum(map(read_exact, shares), Fraction(0)) / len(shares))


def resettled(before: str, after: str, locked: frozenset[int]) -> Split:
    """The text with further tables, each the last of its kind: each takes a fair part of what is not locked.

    Where tables went too, no lock stays.
    """
    old, new = document(before), document(after)
    now = {kind: old[kind] for kind in every_query() if kind in old}
    if not locked or any(new.get(kind, [])[: len(tables)] != tables for kind, tables in now.items()):
        return after, frozenset()
    for kind in every_query():
        for each in new.get(kind, [])[len(old.get(kind, [])) :]:
            text, locked = grown(now, {**now, kind: [*now.get(kind, []), each]}, locked)
            now = document(text)
    return text_of({**new, **now}), locked


def _untouched(table: Document) -> bool:
    """A table that was begun with a new plan and of which nothing was declared."""
    columns = table.get("column", [])
    return len(columns) <= 1 and not any(each.get("name") or each.get("categories") for each in columns)


def _columns(wanted: Iterable[tuple[str, str]], whole: Collection[str]) -> list[Document]:
    """Columns of which nothing but name and kind is declared, and what name and type say of the kind."""
    return [_column(name, kind, name in whole or holds_whole_numbers(name)) for name, kind in wanted]


def _column(name: str, kind: str, whole: bool) -> Document:
    known = every_column()
    more = {"whole": True} if kind == NumericColumn.id and whole else {}
    return {"name": name, "kind": kind, **(known[kind].draft() if kind in known else {}), **more}


def _in_ascii(text: str) -> str:
    """With Western letters as people write them where ASCII is all there is; other scripts stay."""
    spelled = normalize("NFKD", normalize("NFC", text).translate(_SPELLED))
    return "".join(part for part in spelled if not combining(part))


def table_name(columns: Sequence[str], taken: Iterable[str]) -> str:
    """A name for a table of these columns that a file may have: free, and counted up where it is not.

    >>> table_name(["Age", "home region"], []), table_name(["年龄"], [])
    ('Age_by_home_region', 'histogram_1')
    >>> table_name(["Größe", "région"], []), table_name(["año"], [])
    ('Groesse_by_region', 'anyo')
    >>> table_name(["age"], ["age", "AGE_2"])
    'age_3'
    """
    words = [re.sub(r"[^A-Za-z0-9_-]+", "_", _in_ascii(each), flags=re.ASCII).strip("_") for each in columns]
    name = "_by_".join(word for word in words if word)[: _LONGEST - 4]
    known = {each.casefold() for each in taken}
    if not name or is_device(name):
        return next(each for n in count(len(known) + 1) if (each := f"{Histogram.id}_{n}") not in known)
    if name.casefold() not in known:
        return name
    return next(each for n in count(2) if (each := f"{name}_{n}").casefold() not in known)


def doubled(text: str, path: str) -> str:
    """The plan with a copy of the table at `path`, under a name of its own, at the end of its section."""
    plan = document(text)
    kind = path.partition(".")[0]
    copy = deepcopy(value_of(plan, path))
    taken = [str(each.get("name", "")) for _, each in queries_of(plan)]
    stem = re.sub(r"_\d{1,4}$", "", str(copy.get("name", "")))[: _LONGEST - 5]
    copy["name"] = table_name([stem or kind], taken)
    plan[kind].append(copy)
    return text_of(plan)


def moved(text: str, path: str, by: int) -> str:
    """The plan with the table at `path` so many places further on within its section, or as it was."""
    plan = document(text)
    kind, place = steps(path)
    tables = plan[str(kind)]
    if not isinstance(place, int) or not 0 <= place + by < len(tables):
        return text
    tables.insert(place + by, tables.pop(place))
    return text_of(plan)


def moved_places(text: str, path: str, by: int) -> dict[int, int]:
    """Where each query stands afterwards, by where it stood: positions from 0."""
    paths = [each for each, _ in queries_of(document(text))]
    kind, place = path.split(".")
    other = f"{kind}.{int(place) + by}"
    order = list(range(len(paths)))
    if other in paths:
        order.insert(paths.index(other), order.pop(paths.index(path)))
    return {old: new for new, old in enumerate(order)}


def used_in(plan: Document, name: str) -> list[tuple[str, Document]]:
    """Every column of the plan's tables that has this name, with its path."""
    return [
        (f"{path}.column.{place}", column)
        for path, query in queries_of(plan)
        for place, column in enumerate(query.get("column", []), 1)
        if column.get("name") == name
    ]


def summed_in(plan: Document) -> set[str]:
    """The columns that a sum of the plan names."""
    return {str(query["value"]) for _, query in queries_of(plan) if query.get("value")}


def kind_everywhere(plan: Document, name: str, kind: str) -> Edits:
    """Another kind for a column of the file, in all tables that count it."""
    found: list[tuple[str, Any]] = []
    for path, column in used_in(plan, name):
        if column.get("kind") != kind:
            found += kind_edits(f"{path}.kind", kind)
    return tuple(found)


def table_size(table: Document) -> Sentence | None:
    """How large a table is, special cells apart, or what is summed; None while a column has no cells yet."""
    if summed := str(table.get("value", "")):
        return N_("sum of “{column}”", column=summed)
    found = []
    for column in table.get("column", []):
        edges, categories = (column.get(key) for key in ("edges", "categories"))
        if isinstance(categories, list):
            found.append((len(categories), False))
        elif column.get("kind") == DateColumn.id:
            found.append((len(drafted(column).intervals), True))
        else:
            found.append((len(edges) - 1 if isinstance(edges, list) else 0, True))
    if not found or any(size < 1 for size, _ in found):
        return None
    if len(found) > 1:
        return N_("{sizes} cells", sizes=" × ".join(str(size) for size, _ in found))
    ((size, binned),) = found
    if binned:
        return N_("1 bin") if size == 1 else N_("{count} bins", count=size)
    return N_("1 category") if size == 1 else N_("{count} categories", count=size)


def first_unfinished(text: str, at: int) -> str | None:
    """The path of the first empty key of a column, from table number `at` (from 0) on: it is typed next."""
    for path, table in queries_of(document(text))[at:]:
        for place, column in enumerate(table.get("column", []), 1):
            for key, value in column.items():
                if value in ("", []) and key != "name":
                    return f"{path}.column.{place}.{key}"
    return None


Kept = Mapping[tuple[str, str], Document]
"""What a column held under a kind, by its path and that kind."""


def kind_edits_kept(plan: Document, path: str, kind: str, kept: Kept) -> tuple[Edits, Kept]:
    """Another kind for the column whose kind stands at `path`, with what it held under that kind before.

    Beside the edits, what is kept then.
    """
    place = path.removesuffix(".kind")
    column = value_of(plan, place, {})
    own = {key: value for key, value in column.items() if key not in ("name", "kind")}
    known = {**kept, (place, str(column.get("kind"))): own}
    back = known.get((place, kind))
    edits = kind_edits(path, kind)
    if back is None or kind == column.get("kind"):
        return edits, known
    gone = [key for key, value in edits if value is not None and key != path]
    return (
        *((key, None) for key, value in edits if value is None or key in gone),
        *((f"{place}.{key}", value) for key, value in back.items()),
        (path, kind),
    ), known


def shape_of(plan: Document) -> object:
    """What decides which fields a form of the plan has: its unit, its tables, the kinds of their columns.

    >>> shape_of({"privacy": {"unit": "row"}, "histogram": [{"column": [{"kind": "numeric"}]}]})
    ('row', [('histogram.1', ['numeric'])])
    """
    if not plan:
        return None
    queries = [
        (path, [column.get("kind") for column in each.get("column", [])]) for path, each in queries_of(plan)
    ]
    return plan.get("privacy", {}).get("unit"), queries
