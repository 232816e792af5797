"""What the tests of the ledger share."""

import sqlite3
from contextlib import closing
from fractions import Fraction
from pathlib import Path

from explorer.release.ledger.accounts import Account, Spending
from explorer.release.ledger.hash_chain import FILE_NAME
from explorer.release.ledger.spends import read_books
from explorer.release.values.amount import Amount

FILE, EDITED = b"f" * 32, b"e" * 32


def asking(
    epsilon: str = "1", account: str | None = None, apart: bool = False, unit: str = "person"
) -> Spending:
    cost = Amount(Fraction(epsilon))
    return Spending(cost, "discrete-laplace", unit, "add-remove", "schema = 1\n", account, apart)


def rows_of(folder: Path) -> list[dict[str, str]]:
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
        connection.row_factory = sqlite3.Row
        query = "SELECT * FROM entry JOIN local USING (row) ORDER BY row"
        return [dict(row) for row in connection.execute(query)]


def accounts_of(folder: Path) -> tuple[Account, ...]:
    """All accounts, in the order of their opening."""
    return tuple(read_books(folder).accounts.values())
