"""A ledger whose tables or triggers are not the program's own refuses, however whole its rows are."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from fractions import Fraction
from pathlib import Path

import pytest
from ledgers import FILE, asking

from explorer.privacy.refusal import LedgerRefused
from explorer.release.ledger.hash_chain import FILE_NAME
from explorer.release.ledger.spends import open_account, read_books, spend
from explorer.release.ledger.verification import is_whole, verified
from explorer.release.values.amount import Amount

ALTERED = {
    "a guard is gone": ["DROP TRIGGER entry_DELETE"],
    "spends are deleted": [
        "DROP TRIGGER entry_DELETE",
        "DROP TRIGGER local_DELETE",
        "CREATE TRIGGER forget AFTER INSERT ON local BEGIN "
        "DELETE FROM local WHERE row = (SELECT max(row) FROM entry WHERE kind = 'spend'); "
        "DELETE FROM entry WHERE kind = 'spend'; END",
    ],
    "spends are ignored": [
        "CREATE TRIGGER ignore BEFORE INSERT ON entry WHEN new.kind = 'spend' BEGIN SELECT RAISE(IGNORE); END"
    ],
    "a guard does nothing": [
        "DROP TRIGGER entry_DELETE",
        "CREATE TRIGGER entry_DELETE BEFORE DELETE ON entry BEGIN SELECT 1; END",
    ],
    "a table stands beside": ["CREATE TABLE other (x)"],
    "a view stands beside": ["CREATE VIEW other AS SELECT 1"],
    "an index stands beside": ["CREATE INDEX other ON entry (kind)"],
    "a column was added": ["ALTER TABLE entry ADD COLUMN more TEXT"],
    "a table is a view of another": [
        "PRAGMA legacy_alter_table = ON",
        "ALTER TABLE local RENAME TO hidden",
        "CREATE VIEW local AS SELECT row, fingerprint, moment FROM hidden",
    ],
}


@pytest.mark.parametrize("statements", ALTERED.values(), ids=ALTERED)
def test_that_an_altered_schema_refuses_and_spends_nothing(folder: Path, statements: list[str]) -> None:
    open_account(folder, "default", Amount(Fraction(3)))
    spend(folder, asking(), FILE)
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()
    attempts: list[Callable[[], object]] = [
        lambda: read_books(folder),
        lambda: verified(folder),
        lambda: spend(folder, asking(), FILE),
        lambda: open_account(folder, "default", Amount(Fraction(9))),
    ]
    for attempt in attempts:
        with pytest.raises(LedgerRefused, match="table or trigger"):
            attempt()
    assert not is_whole(folder)
