"""What the spends of an account come to under tighter bounds: said, never a gate."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from ledgers import FILE, asking

from explorer.privacy.accounting.rho import epsilon_of_rho, largest_rho, rho_of_pure
from explorer.release.ledger.accounts import Account
from explorer.release.ledger.advice import USUAL_DELTA, advice
from explorer.release.ledger.spends import open_account, spend
from explorer.release.values.amount import Amount

DELTA = Fraction(1, 10**6)


def after(folder: Path, limit: Amount, *costs: Amount, square: str = "1") -> Account:
    open_account(folder, "default", limit)
    for cost in costs:
        spending = replace(asking(account="default"), cost=cost)
        if cost.rho is not None:
            sigma_squared = str(Fraction(square) / (2 * cost.rho))
            noise = ({"sensitivity": {"L2_squared": square}, "sigma_squared": sigma_squared},)
            spending = replace(spending, mechanism="discrete-gaussian", noise=noise)
        spend(folder, spending, FILE)
    return open_account(folder, "default", limit)


def test_that_many_small_laplace_releases_come_to_less_than_their_sum(folder: Path) -> None:
    account = after(folder, Amount(Fraction(9)), *[Amount(Fraction(1, 10))] * 40)
    added, optimum, zcdp, numbers = advice(account)
    assert (added.upper, added.delta) == (4.0, 0)
    assert optimum.delta == zcdp.delta == USUAL_DELTA
    assert zcdp.upper == float(epsilon_of_rho(40 * rho_of_pure(Fraction(1, 10)), USUAL_DELTA))
    for tighter in (optimum, numbers):
        assert tighter.lower is not None
        assert tighter.upper is not None
        assert tighter.lower <= tighter.upper < zcdp.upper < 4
    assert numbers.upper == pytest.approx(optimum.upper, rel=1e-3)


def test_that_gaussian_releases_are_read_by_their_rho_and_pld_accounting(folder: Path) -> None:
    rho = largest_rho(Fraction(1), DELTA)
    account = after(folder, Amount(Fraction(9), Fraction(1, 10**5)), *[Amount(Fraction(1), DELTA, rho)] * 5)
    added, optimum, zcdp, numbers = advice(account)
    assert (added.upper, added.delta) == (5.0, 5 * DELTA)
    assert zcdp.upper == float(epsilon_of_rho(5 * rho, Fraction(1, 10**5)))
    assert numbers.upper is not None
    assert optimum.upper is not None
    assert numbers.upper < zcdp.upper < optimum.upper <= 5


def test_that_nothing_is_claimed_where_nothing_is_known(folder: Path) -> None:
    rho = largest_rho(Fraction(1), DELTA)
    threshold, several = Amount(Fraction(1), DELTA), Amount(Fraction(1), DELTA, rho)
    account = after(folder, Amount(Fraction(9), Fraction(1, 10**5)), threshold, several, square="9")
    _, optimum, zcdp, numbers = advice(account)
    assert optimum.upper is not None
    assert zcdp.upper is numbers.upper is None
    for silent in (zcdp, numbers):
        assert silent.reason is not None
        assert silent.answer()["epsilon"] == {"lower": None, "estimate": None, "upper": None}


def test_that_deltas_beyond_the_total_are_told(folder: Path) -> None:
    rho = largest_rho(Fraction(1), DELTA)
    open_account(folder, "default", Amount(Fraction(9), DELTA), currency="rho")
    for _ in range(2):
        cost = Amount(Fraction(1), DELTA, rho)
        spend(folder, replace(asking(account="default"), cost=cost, mechanism="discrete-gaussian"), FILE)
    account = open_account(folder, "default", Amount(Fraction(9)))
    _, optimum, zcdp, _ = advice(account)
    assert optimum.reason is not None
    assert zcdp.upper == float(account.spent.epsilon)
