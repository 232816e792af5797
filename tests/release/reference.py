"""The slow way to count, as it is specified: one record after the other, one person after the other."""

import codecs
import csv
import hashlib
import io
from collections import Counter, defaultdict

from count_cases import KEY

from explorer.release.columns.column import BLANK_LINE
from explorer.release.counting.classify import cells_of
from explorer.release.counting.contribution_bounding import row_words, seeds_of
from explorer.release.counting.counts import Counts
from explorer.release.counting.layout import Layout, layout_of
from explorer.release.partition_selection import Found, category_of
from explorer.release.plan.columns import Column
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.queries.histogram import Histogram
from explorer.release.sources.table import Shape


def reference(content: bytes, plan: ReleasePlan) -> list[list] | None:
    """The counts of every cell by the standard library alone; None for what is no table."""
    try:
        # As a stream is decoded: "utf-16" needs its mark, as nobody may guess the order of its bytes
        decoder = codecs.getincrementaldecoder(plan.input.encoding)()
        text = decoder.decode(content, final=True).removeprefix("\ufeff")
        records = list(
            csv.reader(
                io.StringIO(text, newline=""),
                delimiter=plan.input.delimiter,
                quotechar=plan.input.quote or None,
                quoting=csv.QUOTE_MINIMAL if plan.input.quote else csv.QUOTE_NONE,
                strict=True,
            )
        )
    except (UnicodeError, csv.Error):
        return None
    if "\0" in text or not text or (plan.input.header and not records[0]):
        return None
    width = len(next((record for record in records if record), [""]))
    names = tuple(records[0]) if plan.input.header else tuple(map(str, range(1, width + 1)))
    rows = [record for record in records[plan.input.header :] if record or width == 1]
    if any(row and len(row) != width for row in rows):
        return None
    used = [column.name for column in plan.columns]
    used += [plan.privacy.id_column] if plan.privacy.id_column else []
    if any(names.count(name) != 1 for name in used):
        return None
    return _tables(rows, plan, layout_of(plan, Shape(width, names)))


Row = tuple[int | str, ...]


def _tables(rows: list[list[str]], plan: ReleasePlan, layout: Layout) -> list[list]:
    cells = [
        tuple(
            _cell(column, row[at] if row else BLANK_LINE, plan)
            for column, at in zip(layout.columns, layout.places, strict=True)
        )
        for row in rows
    ]
    if layout.identity is not None:
        cells = list(_kept(rows, cells, plan, layout))
    return [
        _table([_places(row, layout)[at] for row in cells], histogram)
        for at, histogram in enumerate(plan.queries)
    ]


def _cell(column: Column, raw: str, plan: ReleasePlan) -> int | str:
    """The number of a declared cell, or the text of an undeclared category."""
    if column.found:
        return category_of(raw, plan.input)
    return cells_of(column, plan.input)[raw]


def _table(places: list[int | str], histogram: Histogram) -> list:
    counts = Counter(places)
    if histogram.unknown is None:
        return [counts[place] for place in range(histogram.cells)]
    special = [counts.pop(each, 0) for each in ("(other)", "(missing)")]
    return [*sorted(counts.items()), *special]


def told(counts: Counts) -> list[list]:
    """Counts of either reader as `reference` gives them."""
    return [
        [*zip(table.labels, table.counts.tolist(), strict=False), *table.counts.tolist()[-2:]]
        if isinstance(table, Found)
        else table.tolist()
        for table in counts.queries
    ]


def _places(row: Row, layout: Layout) -> list[int | str]:
    places = []
    for histogram in layout.queries:
        mine = [row[layout.columns.index(column)] for column in histogram.columns]
        place = mine[0]
        for each, column in zip(mine[1:], histogram.columns[1:], strict=True):
            place = place * len(column.labels) + each
        places.append(place)
    return places


def _kept(rows, cells, plan, layout):
    privacy = plan.privacy
    people = defaultdict(list)
    for row, mine in zip(rows, cells, strict=True):
        person = plan.input.value(row[layout.identity]) if row else ""
        if person and person not in plan.input.missing_values:
            people[person].append(mine)
    for person, mine in people.items():
        mine.sort(key=_in_order)
        hashed = row_words(seeds_of(KEY).order, spelled_id(person), len(mine))
        numbered = [(hashed[4 * at : 4 * at + 4], at, row) for at, row in enumerate(mine)]
        taken = [Counter() for _ in layout.queries]
        kept = 0
        for _, _, row in sorted(numbered):
            places = _places(row, layout)
            if kept < privacy.rows_per_person and all(
                (privacy.rows_per_cell is None or mine_here[place] < privacy.rows_per_cell)
                and (
                    privacy.cells_per_person is None
                    or place in mine_here
                    or len(mine_here) < privacy.cells_per_person
                )
                for mine_here, place in zip(taken, places, strict=True)
            ):
                kept += 1
                for mine_here, place in zip(taken, places, strict=True):
                    mine_here[place] += 1
                yield row


def _in_order(row: Row) -> list[tuple[int, str]]:
    """Cell after cell; found categories by code points, after (other) and (missing)."""
    special = ("(other)", "(missing)")
    return [
        (special.index(cell) if cell in special else len(special), cell)
        if isinstance(cell, str)
        else (cell, "")
        for cell in row
    ]


def spelled_id(person: str) -> bytes:
    """What an id is hashed by."""
    spelled = person.encode("utf-8", "surrogatepass")
    return spelled if len(spelled) <= 64 else hashlib.sha256(spelled).hexdigest()[:16].encode()
