"""The ledger as it is looked at: read anew each turn, told exactly, without what recognises a file."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from states import drawn

from explorer.app.core import message as said
from explorer.app.core import release_messages
from explorer.app.core.history import History
from explorer.app.core.state import State, Workspace
from explorer.app.ledger.ledger_view import (
    Advising,
    Ledger,
    LedgerRead,
    advised_value,
    balance,
    chosen,
    currency,
    outlays,
    protects,
    share,
    short,
    spends,
    standing,
)
from explorer.app.ledger.verification_summary import entries, meaning
from explorer.app.session import loaded, saved
from explorer.app.update import update
from explorer.jobs import Answered
from explorer.language import Language, number
from explorer.mark import at_most
from explorer.privacy.accounting.rho import epsilon_of_rho, largest_rho
from explorer.privacy.refusal import NotValid
from explorer.release.ledger.accounts import Account, Spending
from explorer.release.ledger.hash_chain import FILE_NAME
from explorer.release.ledger.spends import keep, open_account, spend
from explorer.release.values.amount import Amount

SAY = Language("en").say
MILLIONTH = Fraction(1, 10**6)
PLAN = 'schema = 1\ntitle = "Ages"\n[[histogram]]\nname = "ages"\n'
UNTITLED = 'schema = 1\n[[histogram]]\nname = "regions"\n'


def asked(epsilon, account="default", plan=PLAN, unit="person"):
    noise = ({"histogram": "ages", "epsilon": epsilon, "sensitivity": {"L1": "1"}},)
    cost = Amount(Fraction(epsilon))
    return Spending(cost, "discrete-laplace", unit, "add-remove", plan, account, noise=noise)


@pytest.fixture
def folder(tmp_path):
    """Two accounts: ε and δ with two releases, the second never drawn; ρ with one."""
    place = tmp_path / "ledger"
    open_account(place, "default", Amount(Fraction(2), Fraction(1, 10**5)))
    keep(place, spend(place, asked("1/2"), b"f" * 32), [[1]], [("ages.csv", "1\n")])
    spend(place, asked("1/3", plan=UNTITLED), b"f" * 32)
    open_account(place, "staff", Amount(Fraction(1), MILLIONTH), True, "rho")
    spend(place, asked("1/10", "staff", unit="other: shift"), b"e" * 32)
    return place


@pytest.fixture
def ledger(folder):
    return LedgerRead(folder, 0)()


def test_that_nothing_that_recognises_a_file_is_read_out(ledger):
    assert all(account.fingerprints == frozenset() for account in ledger.accounts)


def test_that_where_there_is_no_ledger_nothing_is_made(tmp_path):
    for place in (None, tmp_path / "ledger"):
        found = LedgerRead(place, 0)()
        assert (found.accounts, found.releases, found.verified, found.refused) == ((), 0, None, None)
    assert list(tmp_path.iterdir()) == []


def test_that_what_is_left_is_told_in_the_currency_of_the_account(ledger):
    default, staff = ledger.accounts
    assert SAY(balance(default)) == "ε 7/6 of 2 left, δ 10⁻⁵ of 10⁻⁵"
    assert SAY(outlays(default)) == "ε 5/6 spent; releases: 2"
    assert share(default) == pytest.approx(5 / 12)
    limit = largest_rho(Fraction(1), MILLIONTH)
    left = limit - Fraction("0.005")
    assert (float(left), float(limit)) == pytest.approx((0.0193559, 0.0243559), abs=1e-7)
    assert SAY(balance(staff)) == "ρ ≈ 0.0193559 of ≈ 0.024356 left"  # what is left down, the limit up
    spent = float(epsilon_of_rho(Fraction("0.005"), MILLIONTH))
    assert (
        SAY(outlays(staff)) == f"ρ 0.005 spent, converted ε ≈ {number(at_most(spent), 6)} of 1; releases: 1"
    )
    assert share(staff) == pytest.approx(0.005 / float(limit))


def test_that_an_account_says_whom_it_protects_and_what_is_summed(ledger):
    default, staff = ledger.accounts
    assert SAY(protects(default)) == "one person (add or remove)"
    assert SAY(protects(staff)) == "one shift (add or remove)"
    assert "set by its first release" in SAY(protects(replace(default, unit="", neighbours="")))
    assert SAY(currency(default)) == "sums of ε and δ"
    assert SAY(currency(staff)) == "sum of ρ, converted at δ = 10⁻⁶"


def test_that_a_limit_of_delta_counts_for_the_share():
    limit = Amount(Fraction(1), Fraction(1, 10**5))
    account = Account("default", limit, total=Amount(Fraction(1, 10), Fraction(9, 10**6)))
    assert share(account) == pytest.approx(0.9)


def test_that_an_account_without_limit_on_delta_says_nothing_of_it():
    account = Account("default", Amount(Fraction(1)))
    assert SAY(balance(account)) == "ε 1 of 1 left"


def test_that_releases_are_listed_with_cumulative_totals(ledger):
    first, second = spends(ledger, ledger.accounts[0])
    assert (first.sequence, SAY(first.title), first.drawn) == (1, "Ages", True)
    assert (second.sequence, SAY(second.title), second.drawn) == (2, "regions", False)
    assert [SAY(each.cost) for each in (first, second)] == ["ε 0.5", "ε 1/3"]
    assert [SAY(each.total) for each in (first, second)] == ["ε 0.5", "ε 5/6"]
    assert SAY(first.mechanism) == "discrete Laplace"
    (other,) = spends(ledger, ledger.accounts[1])
    assert (SAY(other.cost), SAY(other.total)) == ("ρ 0.005", "ρ 0.005")


@pytest.mark.parametrize(
    ("exact", "told"),
    [("1", "1"), ("1/3", "1/3"), ("0.25", "0.25"), ("1/100000", "10⁻⁵"), ("0.1234567890123", "≈ 0.123457")],
)
def test_that_a_number_is_exact_or_says_that_it_is_rounded(exact, told):
    assert SAY(short(Fraction(exact))) == told


def test_that_a_ledger_that_is_whole_says_what_was_checked(ledger):
    rows = 9  # the ledger's own, two openings, two files, three spends, one draw
    assert ledger.verified.rows == rows
    assert f"{rows} entries" in SAY(entries(ledger.verified))
    assert ledger.verified.head[:8] not in SAY(entries(ledger.verified))  # the statement has it, in full


def test_that_damage_and_an_old_copy_are_told_apart(folder):
    place = folder / FILE_NAME
    old = place.read_bytes()
    spend(folder, asked("1/10", "staff", unit="other: shift"), b"e" * 32)
    newest = place.read_bytes()
    place.write_bytes(old)
    back = LedgerRead(folder, 1)()
    place.write_bytes(newest.replace(b'"title = ', b'"titel = ').replace(b"1/3", b"1/9"))
    broken = LedgerRead(folder, 2)()
    assert back.refused is not None
    assert back.whole
    assert broken.refused is not None
    assert not broken.whole
    assert back.accounts == broken.accounts == ()
    assert meaning(back) != meaning(broken)
    assert "older copy" in SAY(meaning(back)[0])


def test_that_an_older_answer_stands_in_until_the_new_one_comes(ledger, folder):
    answers = Answered()
    asked_now = LedgerRead(folder, 3)
    assert standing(asked_now, answers) == (None, False)
    answers.keep(LedgerRead(folder, 2), ledger)
    answers.keep(LedgerRead(Path("elsewhere"), 3), Ledger())
    assert standing(asked_now, answers) == (ledger, False)
    answers.keep(asked_now, ledger)
    assert standing(asked_now, answers) == (ledger, True)


def test_that_the_account_that_is_asked_for_is_shown_else_the_first(ledger):
    assert chosen(ledger, "staff").name == "staff"
    assert chosen(ledger, "nobody", "staff").name == "staff"
    assert chosen(ledger, "nobody", "").name == "default"
    assert chosen(Ledger(), "default") is None


def test_that_tighter_bounds_are_advice_at_a_delta(ledger):
    question = Advising(ledger.accounts[0])
    again = Advising(replace(ledger.accounts[0]))
    assert (question, hash(question)) == (again, hash(again))
    assert question != Advising(replace(ledger.accounts[0], limit=Amount(Fraction(9))))
    found = {each.bound: each for each in question()}
    assert found["sequential"].upper == pytest.approx(5 / 6)
    assert found["optimal"].upper <= found["sequential"].upper
    assert SAY(advised_value(found["optimal"])).endswith("at δ 10⁻⁵")
    assert SAY(advised_value(replace(found["optimal"], upper=None))) == "–"


# How the state follows


def test_that_the_ledger_is_read_anew_when_its_workspace_is_opened():
    state = update(State(), said.WorkspaceOpened(Workspace.LEDGER))
    assert state.ledger.revision == 1
    assert update(state, said.WorkspaceOpened(Workspace.RELEASE)).ledger.revision == 1
    assert update(state, said.WorkspaceOpened(Workspace.LEDGER)).ledger.revision == 2


def test_that_the_ledger_is_read_anew_after_a_release():
    assert update(State(), release_messages.ReleaseDrawn(drawn())).ledger.revision == 1


def test_that_what_was_done_and_refused_is_gone_with_the_next_act():
    refused = update(State(), said.Refused("ledger", NotValid(short(Fraction(1)), "account")))
    told = update(refused, release_messages.LedgerChanged(short(Fraction(2))))
    assert "ledger" not in told.refused
    assert told.ledger.status == short(Fraction(2))
    shown = update(told, release_messages.AccountShown("staff"))
    assert (shown.ledger.account, shown.ledger.status, shown.ledger.revision) == (
        "staff",
        None,
        told.ledger.revision,
    )
    written = update(shown, release_messages.LedgerExported(short(Fraction(3))))
    assert written.ledger.exported == short(Fraction(3))
    assert written.ledger.revision == told.ledger.revision + 1  # it is an entry: the ledger is read again
    assert update(written, release_messages.LedgerShown(True)).ledger.exported is None


def test_that_another_ledger_keeps_no_account_of_the_first():
    state = update(
        update(State(), release_messages.AccountShown("staff")), release_messages.LedgerShown(True)
    )
    assert (state.ledger.account, state.ledger.example) == ("", True)


def test_that_a_session_remembers_the_account_and_nothing_else_of_the_ledger():
    state = update(State(), release_messages.LedgerShown(True))
    state = update(
        update(state, release_messages.AccountShown("staff")),
        release_messages.LedgerChanged(short(Fraction(2))),
    )
    assert loaded(saved(state)) == update(State(), release_messages.AccountShown("staff"))
    with pytest.raises(NotValid):
        loaded('{"schema": 1, "ledger": 7}')


def test_that_undo_leaves_the_ledger_as_it_is_looked_at():
    before = State()
    after = update(before, said.Moved("target.epsilon", 2.0))
    history = History().kept(before, after)
    looked = update(after, release_messages.AccountShown("staff"))
    assert history.kept(after, looked) is history
    _, back = history.undone(looked)
    assert back.target == before.target
    assert back.ledger.account == "staff"
