"""Accounts whose currency is ρ: it is summed, is read at a fixed δ, and takes what has a ρ."""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from ledgers import FILE, accounts_of, asking, rows_of

from explorer.privacy.accounting.rho import epsilon_of_rho, largest_rho, rho_of_pure
from explorer.privacy.refusal import LedgerRefused, NotValid, OverBudget
from explorer.release.ledger import hash_chain
from explorer.release.ledger.accounts import Spending
from explorer.release.ledger.hash_chain import FILE_NAME
from explorer.release.ledger.spends import open_account, read_books, spend
from explorer.release.values.amount import Amount

DELTA = Fraction(1, 10**6)
LIMIT = Amount(Fraction(3), DELTA)


def gaussian(epsilon: str = "1", account: str = "default") -> Spending:
    cost = Amount(Fraction(epsilon), DELTA, largest_rho(Fraction(epsilon), DELTA))
    return replace(asking(account=account), cost=cost, mechanism="discrete-gaussian")


def test_that_rho_is_summed_and_is_read_at_the_fixed_delta(folder: Path) -> None:
    account = open_account(folder, "default", LIMIT, currency="rho")
    most, each = largest_rho(Fraction(3), DELTA), largest_rho(Fraction(1), DELTA)
    assert account.limit == Amount(Fraction(3), DELTA, most)
    assert account.remaining == account.limit
    for _ in range(2):
        paid = spend(folder, gaussian(), FILE)
    assert paid.remaining.rho == most - 2 * each
    (held,) = accounts_of(folder)
    assert held.spent == Amount(epsilon_of_rho(2 * each, DELTA), DELTA, 2 * each)
    assert held.remaining == Amount(epsilon_of_rho(most - 2 * each, DELTA, up=False), DELTA, most - 2 * each)
    assert held.spent.epsilon < 2


def test_that_pure_epsilon_enters_as_half_its_square_rounded_up(folder: Path) -> None:
    open_account(folder, "default", LIMIT, currency="rho")
    spend(folder, asking("1/3", "default"), FILE)
    (held,) = accounts_of(folder)
    assert held.total.rho == rho_of_pure(Fraction(1, 3)) == Fraction("0.0555555555556")


def test_that_what_remains_may_be_asked_for_and_then_nothing_is_left(folder: Path) -> None:
    open_account(folder, "default", LIMIT, currency="rho")
    spend(folder, gaussian(), FILE)
    (held,) = accounts_of(folder)
    left = held.remaining
    last = replace(gaussian(), cost=Amount(left.epsilon, DELTA, largest_rho(left.epsilon, DELTA)))
    spend(folder, last, FILE)
    with pytest.raises(OverBudget):
        spend(folder, asking("0.001", "default"), FILE)


def test_that_a_budget_is_used_to_exactly_zero(folder: Path) -> None:
    most = largest_rho(Fraction(3), DELTA)
    open_account(folder, "default", LIMIT, currency="rho")
    cost = Amount(Fraction(3), DELTA, most)
    assert spend(folder, replace(gaussian(), cost=cost), FILE).remaining.rho == 0
    least = replace(gaussian(), cost=Amount(Fraction(1, 10**9), DELTA, Fraction(1, 10**30)))
    with pytest.raises(OverBudget):
        spend(folder, least, FILE)
    assert read_books(folder).releases == 1


def test_that_a_threshold_has_no_place_in_it(folder: Path) -> None:
    open_account(folder, "default", LIMIT, currency="rho")
    with pytest.raises(NotValid, match="threshold"):
        spend(folder, replace(asking(account="default"), cost=Amount(Fraction(1), DELTA)), FILE)
    assert read_books(folder).releases == 0


def test_that_a_gaussian_spends_its_epsilon_and_delta_in_an_account_of_those(folder: Path) -> None:
    open_account(folder, "default", Amount(Fraction(2), 2 * DELTA))
    spend(folder, gaussian(), FILE)
    (held,) = accounts_of(folder)
    assert held.spent == Amount(Fraction(1), DELTA)
    assert held.entries[0].cost.rho == largest_rho(Fraction(1), DELTA)
    spend(folder, gaussian(), FILE)
    with pytest.raises(OverBudget):
        spend(folder, gaussian("0.001"), FILE)


def test_that_currency_and_delta_stay_for_good(folder: Path) -> None:
    with pytest.raises(NotValid, match="needs a limit of δ"):
        open_account(folder, "default", Amount(Fraction(1)), currency="rho")
    open_account(folder, "default", LIMIT, currency="rho")
    for limit, currency in ((LIMIT, "epsilon-delta"), (Amount(Fraction(4), 2 * DELTA), None)):
        with pytest.raises(NotValid, match="always"):
            open_account(folder, "default", limit, currency=currency)
    raised = open_account(folder, "default", Amount(Fraction(4)))
    assert raised.limit == Amount(Fraction(4), DELTA, largest_rho(Fraction(4), DELTA))
    spend(folder, gaussian("3"), FILE)
    with pytest.raises(NotValid, match="below"):
        open_account(folder, "default", Amount(Fraction(2)))


def test_that_exact_parameters_are_kept(folder: Path) -> None:
    noise = ({"histogram": "h", "sensitivity": {"L1": "3"}, "scale": "3", "epsilon": "1"},)
    spend(folder, replace(asking(), noise=noise), FILE)
    assert accounts_of(folder)[0].entries[0].noise == noise
    body = json.loads(next(row["body"] for row in rows_of(folder) if row["kind"] == "spend"))
    assert body["noise"] == list(noise)


def test_that_a_ledger_of_the_first_version_still_reads(folder: Path) -> None:
    """Its rows, as that version wrote them: no ρ, no parameters."""
    amounts = {"epsilon": "2", "delta": "0"}
    rows = [
        ("open", {"account": "default", "currency": "epsilon-delta", "limit": amounts, "apart": False}, ""),
        ("attach", {"account": "default"}, "f" * 64),
        (
            "spend",
            {
                "account": "default",
                "sequence": 1,
                "release": "1d" * 16,
                "date": "2026-01-02",
                "mechanism": "discrete-laplace",
                "unit": "person",
                "neighbours": "add-remove",
                "epsilon": "1",
                "delta": "0",
                "plan": "schema = 1\n",
            },
            "f" * 64,
        ),
        ("drawn", {"sequence": 1, "remaining": amounts, "counts": [[1]], "files": [["a.csv", "a\n"]]}, ""),
    ]
    hash_chain.create(folder)
    with closing(sqlite3.connect(folder / FILE_NAME, isolation_level=None)) as connection:
        _, last = hash_chain.end_of(connection)
        for number, (kind, body, fingerprint) in enumerate(rows, 1):
            last = hash_chain.append(connection, number, last, kind, body, fingerprint)
    (held,) = accounts_of(folder)
    assert (held.spent, held.remaining) == (Amount(Fraction(1)), Amount(Fraction(1)))
    assert (held.entries[0].noise, held.entries[0].drawn) == ((), True)
    assert spend(folder, asking(account="default"), FILE).remaining == Amount()


@pytest.mark.parametrize("change", ['"rho":"0.0243559703595"', '"rho":"0.185069840653"'])
def test_that_an_edited_rho_refuses(folder: Path, change: str) -> None:
    open_account(folder, "default", LIMIT, currency="rho")
    spend(folder, gaussian(), FILE)
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        edit = "UPDATE entry SET body = replace(body, ?, ?)"
        done = connection.execute(f"{edit} WHERE body LIKE ?", (change, '"rho":"0.01"', f"%{change}%"))
        assert done.rowcount == 1
        connection.commit()
    with pytest.raises(LedgerRefused):
        spend(folder, gaussian(), FILE)
