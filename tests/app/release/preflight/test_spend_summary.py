"""What a release would cost its account, in the account's own currency."""

from fractions import Fraction

import pytest
from states import planned

from explorer.app.release.plan.plan_draft import edited, judged
from explorer.app.release.preflight.spend_summary import account_line, outlay
from explorer.language import Language
from explorer.privacy.accounting.rho import largest_rho
from explorer.release.ledger.accounts import RHO
from explorer.release.ledger.spends import open_account, read_books
from explorer.release.values.amount import Amount

SAY = Language("en").say
MILLIONTH = Fraction(1, 10**6)


def plan(mechanism="discrete-laplace", epsilon="1", delta="0", **edits):
    text = planned("people").releasing.plan
    given = {"mechanism": mechanism, "epsilon": epsilon, "delta": delta}
    for key, value in given.items():
        text = edited(text, f"privacy.{key}", value)
    for path, value in edits.items():
        text = edited(text, path.replace("__", "."), value)
    return judged(text)[0]


def gaussian(epsilon="1"):
    return plan("discrete-gaussian", epsilon, "1e-6")


def unknown():
    column = {"histogram__2__column__1": {"name": "region", "kind": "category-unknown"}}
    return plan(delta="1e-6", **column)


@pytest.fixture
def account(tmp_path):
    def opening(epsilon, delta=Fraction(0), currency=None):
        open_account(tmp_path / "ledger", "a", Amount(Fraction(epsilon), delta), False, currency)
        return tmp_path / "ledger"

    return opening


def test_that_delta_and_rho_are_spoken_of_where_they_are_spent(tmp_path):
    told = [SAY(outlay(each, None, tmp_path / "ledger").line) for each in (plan(), unknown(), gaussian())]
    assert "δ" not in told[0]
    assert "ε = 1, δ = 10⁻⁶ and" in told[1]
    assert "ε = 1, δ = 10⁻⁶ as ρ = 0.02436 and" in told[2]
    assert all("opens the account" in each for each in told)


def test_that_an_account_of_epsilon_and_delta_says_both(account):
    folder = account(2, 2 * MILLIONTH)
    told = outlay(gaussian(), "a", folder)
    assert "ε 1 of 2 left, δ 10⁻⁶ of 2·10⁻⁶" in SAY(told.line)
    assert "ε 2 of 2 left, δ 2·10⁻⁶ of 2·10⁻⁶" in SAY(account_line("a", read_books(folder).accounts["a"]))
    assert not told.over


def test_that_an_account_without_delta_cannot_pay_one(account):
    told = outlay(gaussian(), "a", account(2))
    assert told.over
    assert "is more than “a” has" in SAY(told.line)


def test_that_an_account_of_rho_says_what_remains_of_rho_and_what_that_gives(account):
    folder = account(2, MILLIONTH, RHO)
    limit, spent = largest_rho(Fraction(2), MILLIONTH), largest_rho(Fraction(1), MILLIONTH)
    told = outlay(gaussian(), "a", folder)
    assert f"ρ ≈ {float(limit - spent):.6g} of ≈ {float(limit):.6g} left" in SAY(told.line)
    assert "which gives about ε = 1.678" in SAY(told.line)
    line = SAY(account_line("a", read_books(folder).accounts["a"], example=True))
    assert line.startswith("Account “a” of a temporary ledger: ρ")
    assert not told.over


def test_that_pure_epsilon_is_charged_as_its_rho(account):
    folder = account(2, MILLIONTH, RHO)
    assert "ε = 0.1, charged as ρ = 0.005" in SAY(outlay(plan(epsilon="0.1"), "a", folder).line)
    assert outlay(plan(), "a", folder).over


def test_that_a_threshold_cannot_be_paid_in_rho(account):
    told = outlay(unknown(), "a", account(100, MILLIONTH, RHO))
    assert told.over
    assert "but a threshold has no ρ" in SAY(told.line)
