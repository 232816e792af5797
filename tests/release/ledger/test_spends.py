"""The ledger: nothing is drawn before its cost is durably written, and accounts are who is in a file."""

import sqlite3
from contextlib import closing
from fractions import Fraction
from pathlib import Path

import pytest
from ledgers import EDITED, FILE, accounts_of, asking, rows_of

from explorer.privacy.refusal import NotValid, OverBudget
from explorer.release.ledger.hash_chain import FILE_NAME
from explorer.release.ledger.kept_draws import entry_of
from explorer.release.ledger.spends import keep, open_account, spend
from explorer.release.values.amount import Amount


def test_that_the_first_release_opens_an_account_with_its_own_cost_as_the_limit(folder: Path) -> None:
    paid = spend(folder, asking(), FILE)
    assert (paid.sequence, paid.account, paid.remaining) == (1, "default", Amount())
    (account,) = accounts_of(folder)
    assert (account.limit, account.spent) == (Amount(Fraction(1)), Amount(Fraction(1)))
    assert (account.unit, account.neighbours) == ("person", "add-remove")
    with pytest.raises(OverBudget):
        spend(folder, asking("1e-30"), FILE)


def test_that_exact_amounts_of_thirty_digits_sum_to_nothing_left(folder: Path) -> None:
    small = "0.123456789012345678901234567891"
    open_account(folder, "default", Amount(3 * Fraction(small)))
    for _ in range(3):
        paid = spend(folder, asking(small, "default"), FILE)
    assert paid.remaining == Amount()
    with pytest.raises(OverBudget):
        spend(folder, asking("1e-31"), FILE)


def test_that_a_raised_limit_is_logged_and_spent(folder: Path) -> None:
    spend(folder, asking(), FILE)
    assert open_account(folder, "default", Amount(Fraction(5, 2))).remaining == Amount(Fraction(3, 2))
    assert spend(folder, asking(), FILE).remaining == Amount(Fraction(1, 2))
    with pytest.raises(NotValid):
        open_account(folder, "default", Amount(Fraction(1)))
    assert [row["kind"] for row in rows_of(folder)] == ["ledger", "open", "attach", "spend", "limit", "spend"]


@pytest.mark.parametrize(
    "limit",
    [
        *(Amount(), Amount(Fraction(-1)), Amount(Fraction(10**9999)), Amount(Fraction(1, 10**9999))),
        *(Amount(Fraction(1), Fraction(1)), Amount(Fraction(1), Fraction(1, 10**5000))),
        *(Amount(Fraction(1), Fraction(-1)), Amount(Fraction(1, 10**50 + 1))),
    ],
)
def test_that_a_limit_must_be_one(folder: Path, limit: Amount) -> None:
    with pytest.raises(NotValid):
        open_account(folder, "a", limit)
    assert not folder.exists()


def test_that_a_further_account_needs_the_statement_and_logs_it(folder: Path) -> None:
    spend(folder, asking(), FILE)
    with pytest.raises(NotValid, match="nobody in this file is in any other account"):
        spend(folder, asking(account="b"), EDITED)
    with pytest.raises(NotValid, match="nobody in it is in any other account"):
        open_account(folder, "b", Amount(Fraction(1)))
    spend(folder, asking(account="b", apart=True), EDITED)
    assert [(each.name, each.apart) for each in accounts_of(folder)] == [("default", False), ("b", True)]
    assert [entry.sequence for each in accounts_of(folder) for entry in each.entries] == [1, 2]


def test_that_a_new_or_edited_file_must_be_attached_on_purpose(folder: Path) -> None:
    spend(folder, asking(), FILE)
    open_account(folder, "default", Amount(Fraction(9)))
    with pytest.raises(NotValid, match="new or edited"):
        spend(folder, asking(), EDITED)
    spend(folder, asking(account="default"), EDITED)
    assert spend(folder, asking(), EDITED).sequence == 3


def test_that_a_file_of_one_account_gets_no_budget_from_another(folder: Path) -> None:
    spend(folder, asking(), FILE)
    with pytest.raises(NotValid, match="belongs to the account"):
        spend(folder, asking(account="b", apart=True), FILE)


def test_that_an_account_opened_beforehand_takes_its_first_file_on(folder: Path) -> None:
    open_account(folder, "default", Amount(Fraction(2)))
    assert spend(folder, asking(), FILE).remaining == Amount(Fraction(1))


def test_that_an_account_fixes_unit_and_neighbours_with_its_first_plan(folder: Path) -> None:
    open_account(folder, "default", Amount(Fraction(9)))
    spend(folder, asking(), FILE)
    with pytest.raises(NotValid) as refusal:
        spend(folder, asking(unit="row"), FILE)
    assert refusal.value.field == "privacy.unit"


@pytest.mark.parametrize("name", ["", " a", "a\n", "a\tb", "x" * 81])
def test_that_an_account_has_a_plain_name(folder: Path, name: str) -> None:
    with pytest.raises(NotValid):
        open_account(folder, name, Amount(Fraction(1)))


def test_that_a_refusal_writes_nothing(folder: Path) -> None:
    spend(folder, asking(), FILE)
    before = (folder / FILE_NAME).read_bytes()
    for spending in (asking(), asking(account="b"), asking(unit="row"), asking(account="b", apart=True)):
        with pytest.raises((NotValid, OverBudget)):
            spend(folder, spending, FILE)
    assert (folder / FILE_NAME).read_bytes() == before
    assert [each.name for each in folder.iterdir()] == [FILE_NAME]


def test_that_what_was_drawn_is_kept_and_what_was_not_stays_spent(folder: Path) -> None:
    open_account(folder, "default", Amount(Fraction(2)))
    paid = spend(folder, asking(), FILE)
    keep(folder, paid, [(1, -2)], [("a.csv", "a\n")])
    lost = spend(folder, asking(), FILE)
    entry, plan, body = entry_of(folder, paid.sequence)
    assert (entry.drawn, plan, body["counts"], body["files"]) == (
        True,
        "schema = 1\n",
        [[1, -2]],
        [["a.csv", "a\n"]],
    )
    with pytest.raises(NotValid, match="never drawn"):
        entry_of(folder, lost.sequence)
    with pytest.raises(NotValid, match="no release"):
        entry_of(folder, 3)
    assert accounts_of(folder)[0].remaining == Amount()


def test_that_rows_are_only_ever_appended(folder: Path) -> None:
    spend(folder, asking(), FILE)
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
        for table in ("entry", "local", "secret"):
            column = "key" if table == "secret" else "row"
            for verb in (f"DELETE FROM {table}", f"UPDATE {table} SET {column} = {column}"):  # noqa: S608
                with pytest.raises(sqlite3.IntegrityError):
                    connection.execute(verb)


def test_that_odd_fractions_never_grow_too_long_to_be_written(folder: Path) -> None:
    open_account(folder, "default", Amount(Fraction(10)))
    for denominator in (997, 991, 983, 977, 971, 967, 953, 947):
        paid = spend(folder, asking(f"1/{denominator}", "default"), FILE)
        keep(folder, paid, [(1,)], [("a.csv", "a\n")])
    assert accounts_of(folder)[0].remaining == paid.remaining
    assert len(str(paid.remaining.epsilon)) < 80
