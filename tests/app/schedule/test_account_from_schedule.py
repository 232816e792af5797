"""A plan as an account: exact limits into which its releases just fit, and what is refused."""

import math
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plans_of_a_year import example, line, planned

from explorer.app.core.schedule import TIMES
from explorer.app.schedule.account_from_schedule import open_planned, opening, rho_of
from explorer.app.schedule.year_record import amount_of, exact_amount
from explorer.app.schedule.year_totals import groups
from explorer.privacy.accounting.rho import largest_rho
from explorer.privacy.refusal import LedgerRefused, NotValid, OverBudget
from explorer.release.ledger.accounts import RHO, Spending
from explorer.release.ledger.spends import open_account, read_books, spend
from explorer.release.values.amount import Amount, adds_up


@given(st.floats(1e-300, 1e6))
def test_that_an_amount_is_never_less_than_was_meant(value):
    amount = exact_amount(value)
    assert amount >= Fraction(repr(value))
    assert amount <= Fraction(repr(value)) * (1 + Fraction(1, 10**11))
    assert adds_up(amount)


@pytest.mark.parametrize("text", ["0.1", "0.3", "1.1", "2", "1e-6", "0.000123456789"])
def test_that_a_short_decimal_is_meant_as_it_was_typed(text):
    assert exact_amount(float(text)) == Fraction(text)


def test_that_thirds_and_logarithms_fit_too():
    assert exact_amount(1 / 3) >= Fraction(1, 3)
    assert exact_amount(2 / 3) >= Fraction(2, 3)
    assert float(exact_amount(math.log(3))) >= math.log(3)


def test_that_the_limit_is_the_exact_sum_of_a_groups_releases():
    state = example()
    patients, staff = groups(state)
    assert amount_of(state, patients) == Amount(Fraction("9.2"), Fraction("0.000004"))
    assert amount_of(state, staff) == Amount(Fraction("1.1"))


def spending(cost, name):
    return Spending(cost, "discrete-laplace", "row", "add-remove", "", name)


def test_that_the_planned_releases_just_fit(folders_of_its_own):
    state, ledger = example(), folders_of_its_own / "ledger"
    account = open_planned(opening(state, "patients", "patients"), apart=False)
    assert account.limit.text() == {"epsilon": "9.2", "delta": "0.000004"}
    for number in range(12):
        spend(ledger, spending(Amount(Fraction("0.5")), "patients"), bytes([number] * 32))
    for number in range(4):
        cost = Amount(Fraction("0.8"), Fraction("0.000001"))
        spend(ledger, spending(cost, "patients"), bytes([20 + number] * 32))
    assert read_books(ledger).accounts["patients"].remaining == Amount()
    with pytest.raises(OverBudget):
        spend(ledger, spending(Amount(Fraction(1, 10**9)), "patients"), bytes(32))


def test_that_a_further_account_needs_the_statement(folders_of_its_own):
    state = example()
    open_planned(opening(state, "patients", "patients"), apart=False)
    asked = opening(state, "staff", "staff")
    assert asked.further
    with pytest.raises(NotValid):
        open_planned(asked, apart=False)
    assert open_planned(asked, apart=True).limit.epsilon == Fraction("1.1")


def test_that_an_account_that_is_there_is_left_alone(folders_of_its_own):
    open_account(folders_of_its_own / "ledger", "patients", Amount(Fraction(1)))
    with pytest.raises(NotValid) as refused:
        opening(example(), "patients", "patients")
    assert "already" in refused.value.sentence.text


@pytest.mark.parametrize("name", ["x" * 81, "two\nlines", "bell\x07"])
def test_that_a_name_that_is_none_is_refused(name):
    with pytest.raises(NotValid):
        opening(example(), "patients", name)


def test_that_a_plan_without_a_total_opens_nothing():
    with pytest.raises(NotValid):
        opening(planned(), "", "a")
    with pytest.raises(NotValid):
        opening(replace(example(), schedule=replace(example().schedule, disjoint=False)), "", "a")


def test_that_more_than_a_ledger_holds_is_refused():
    asked = opening(planned(line("a", often=TIMES, times=1_000_000, epsilon=50.0)), "", "a")
    with pytest.raises(NotValid):
        open_planned(asked, apart=False)
    tiny = opening(planned(line("a", "gaussian", delta=1e-300)), "", "a")
    assert open_planned(tiny, apart=False).limit.delta == Fraction("1e-300")


def test_that_a_damaged_ledger_is_said(folders_of_its_own):
    open_planned(opening(example(), "patients", "patients"), apart=False)
    (found,) = [each for each in (folders_of_its_own / "ledger").iterdir() if each.is_file()]
    found.write_bytes(b"no ledger")
    with pytest.raises(LedgerRefused):
        opening(example(), "staff", "staff")


@pytest.mark.parametrize(
    ("epsilon", "why"), [(20.0, "does not reach the ε and δ that it claims"), (2.0, "not proven")]
)
def test_that_what_is_no_proven_guarantee_opens_no_account(folders_of_its_own, epsilon, why):
    broken = line("Ages", "gaussian-classical", "monthly", epsilon=epsilon, delta=1e-6)
    for lines in ((broken,), (line("b"), broken)):
        with pytest.raises(NotValid) as refused:
            opening(planned(*lines), "", "a")
        assert why in refused.value.sentence.text
        assert dict(refused.value.sentence.values)["name"] == "Ages"
        assert dict(refused.value.sentence.values)["reason"].text
    proven = line("Ages", "gaussian-classical", "monthly", epsilon=0.5, delta=1e-6)
    assert opening(planned(proven), "", "a").limit.epsilon == 6


def test_that_one_release_is_told_as_one(folders_of_its_own):
    assert "the cost of the planned release" in opening(planned(line("a")), "", "a").summary.text
    assert (
        "sum over the {count} planned releases"
        in opening(planned(line("a", often="daily")), "", "a").summary.text
    )


def in_rho(state, people="", name="a"):
    return opening(state, people, name, currency=RHO)


def yearly_gaussians():
    """Twelve Gaussian releases and two pure ones, of everybody."""
    return planned(
        line("Ages", "gaussian", "monthly", epsilon=0.5, delta=1e-7),
        line("Waiting", "laplace", TIMES, times=2, epsilon=0.3),
        total_delta=1e-6,
    )


def test_that_in_rho_the_planned_releases_just_fit(folders_of_its_own):
    ledger = folders_of_its_own / "ledger"
    account = open_planned(in_rho(yearly_gaussians()), apart=False)
    assert account.currency == RHO
    assert account.limit.delta == Fraction("1e-6")
    gaussian = Amount(Fraction("0.5"), Fraction("1e-7"), largest_rho(Fraction("0.5"), Fraction("1e-7")))
    for number in range(12):
        spend(ledger, spending(gaussian, "a"), bytes([number] * 32))
    for number in range(2):
        spend(ledger, spending(Amount(Fraction("0.3")), "a"), bytes([20 + number] * 32))
    with pytest.raises(OverBudget):
        spend(ledger, spending(gaussian, "a"), bytes(32))


def test_that_a_limit_in_rho_is_the_least_that_holds_them():
    asked, (group,) = in_rho(yearly_gaussians()), groups(yearly_gaussians())
    spent = rho_of(yearly_gaussians(), group)
    assert asked.limit.rho >= spent
    assert largest_rho(asked.limit.epsilon * (1 - Fraction(1, 10**10)), asked.limit.delta) < spent
    assert asked.limit.epsilon < opening(yearly_gaussians(), "", "b").limit.epsilon  # tighter than adding up


@settings(max_examples=20)
@given(st.floats(0.01, 5), st.floats(0.01, 5), st.integers(1, 500), st.sampled_from([1e-9, 1e-6, 0.01, 0.5]))
def test_that_whatever_is_planned_fits_into_its_rho(one, other, times, delta):
    state = planned(
        line("a", epsilon=one),
        line("b", "discrete-gaussian", TIMES, times=times, epsilon=other, delta=1e-9),
        total_delta=delta,
    )
    limit = in_rho(state).limit
    assert limit.rho == largest_rho(limit.epsilon, limit.delta) >= rho_of(state, groups(state)[0])


@pytest.mark.parametrize(
    ("planned_line", "total_delta", "why"),
    [
        (line("Odd", "catastrophe", epsilon=0.5, delta=1e-7), 1e-6, "has a δ and no ρ"),
        (line("Pure"), 0.0, "set a total δ above 0"),
    ],
)
def test_that_what_has_no_rho_opens_no_account_of_it(planned_line, total_delta, why):
    with pytest.raises(NotValid) as refused:
        in_rho(planned(planned_line, total_delta=total_delta))
    assert why in refused.value.sentence.text
