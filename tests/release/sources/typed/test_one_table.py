"""One table gives the same integers before noise whatever file holds it, and the same kept rows for a key."""

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from hypothesis import given, settings
from one_table import EVERYTHING, Table, plans, tables

from explorer.release.counting.counts import count
from explorer.release.partition_selection import Counted, Found
from explorer.release.plan.declarations import ReleasePlan

KEY = b"sixteen bytes ok"


def told(plan: ReleasePlan, path: Path) -> list[object]:
    def one(counted: Counted) -> object:
        if isinstance(counted, Found):
            return counted.labels, counted.counts.tolist()
        return np.asarray(counted).tolist()

    return [one(each) for each in count(plan, path, KEY).queries]


@settings(deadline=None)
@given(tables(), plans())
def test_that_one_table_is_counted_alike_in_every_form(table: Table, plan: ReleasePlan) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        table.csv(folder / "text")
        others = [table.gzip(folder / "a.gz"), table.parquet(folder / "a.parquet")]
        for each in (plan, EVERYTHING):
            expected = told(each, folder / "text")
            assert [told(each, path) for path in others] == [expected] * len(others)


@settings(deadline=None)
@given(tables(), plans())
def test_that_a_workbook_is_counted_as_what_is_stored_in_it(table: Table, plan: ReleasePlan) -> None:
    with TemporaryDirectory() as name:
        folder, stored = Path(name), table.stored()
        book, text = stored.workbook(folder / "a.csv"), stored.csv(folder / "text")
        for each in (plan, EVERYTHING):
            assert told(each, book) == told(each, text)
