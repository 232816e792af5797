"""Exact counts of every declared cell, with the rows of a person bounded. Never shown, never kept.

A source (`explorer.release.sources.source`) gives its rows as cells to one tally, whichever way it reads
them.
"""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, field

from explorer.privacy.refusal import NotATable
from explorer.release.counting.layout import layout_of
from explorer.release.counting.tally import Tally, tally_of
from explorer.release.partition_selection import Counted
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.sources.source import CountRequest, Place, Way, source_of
from explorer.release.sources.table import Cancelled, Irregular, Progress, Shape
from explorer.release.values.temporary_files import private_folder


@dataclass(frozen=True)
class Counts:
    """True counts, one (k,) int64 array a query along `Query.labels()` (where categories are unknown, what
    was found), and the file's SHA-256. `kind` : of the source that was counted (`Source.id`).

    Private: they go to `noise.privatize` and nowhere else; `repr` shows nothing of them.
    """

    queries: tuple[Counted, ...] = field(repr=False)
    digest: bytes = field(repr=False)
    kind: str = field(default="", repr=False)


def count(
    plan: ReleasePlan,
    place: Place,
    key: bytes,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
    sheet: str = "",
) -> Counts:
    """The exact counts of every declared cell of a file, or of a table of a server.

    Parameters
    ----------
    key : secret, 16 to 64 bytes; decides with a person's own rows alone which of them count
    progress : called with bytes read and bytes in all
    cancelled : asked between chunks; a partial result is discarded
    sheet : of a workbook; "" for the only one

    Guarantee
    ---------
    Each record moves one count of each histogram by one, and with `id_column` no person more rows, rows
    a cell or cells than declared, the same kept rows in every histogram. Memory is bounded whatever the
    size of the file; what does not fit lies in a private folder that is removed in any case. The digest is
    that of the very bytes that were counted.

    Raises
    ------
    NotATable
        With a line number at most.
    NotValid
        There is no room for what must be set aside; the sheet is not one of the file.
    Interrupted
        On request.
    """
    asked = CountRequest(plan, source_of(place, sheet), key, progress, cancelled)
    if (there := asked.source.counts(asked)) is not None:
        return Counts(*there, asked.source.id)
    *quick, last = asked.source.ways(asked)
    for way in quick:
        if (found := attempted(asked, way)) is not None:
            return found
    return counted(asked, last)


def attempted(asked: CountRequest, way: Way) -> Counts | None:
    """The counts by one way of reading; None where another one must decide. Raises Interrupted."""
    try:
        return counted(asked, way)
    except (Irregular, NotATable, OSError):  # the last way tells what is wrong, if anything is
        return None


def counted(asked: CountRequest, way: Way) -> Counts:
    """The counts by one way of reading. Raises as `count`, or whatever else the way raises."""
    tallies: list[Tally] = []
    with private_folder() as folder, ExitStack() as stack:

        def begin(shape: Shape) -> Tally:
            layout = layout_of(asked.plan, shape)
            tally = tally_of(asked.plan, layout, asked.key, folder, asked.held)
            tallies.append(tally)
            stack.callback(tally.close)
            return tally

        digest = way(asked, begin, folder)
        return Counts(tallies[0].finish(asked.check), digest, asked.source.id)
