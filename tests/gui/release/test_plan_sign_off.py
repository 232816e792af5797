"""A plan is signed off and locked in the window; then nothing of it changes but a copy."""

import tomllib
from fractions import Fraction

import pytest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QScrollArea
from stewards import agree, chosen, settle_folder, spent, summary, with_people

from explorer.gui.release.plan_sign_off import SignOffQuestion
from explorer.gui.widgets.explain import InfoButton
from explorer.gui.widgets.fold import READS
from explorer.release.ledger.locations import ledger_folder
from explorer.release.ledger.spends import open_account
from explorer.release.plan.plan_file import read_plan
from explorer.release.values.amount import Amount

pytestmark = pytest.mark.begins_in("release", "plan", "publish")


def question(hand):
    hand.until(lambda: any(each.isVisible() for each in hand.window.findChildren(SignOffQuestion)))
    return next(each for each in hand.window.findChildren(SignOffQuestion) if each.isVisible())


@pytest.fixture(scope="module")
def signed():
    """The plan that Ada has signed, once a test has signed it in the window."""
    return []


@pytest.fixture
def locked(request, signed, open_window, begun_in, tmp_path):
    """The example's plan, signed off by Ada: in the first test by hand, which leaves it to the others."""
    if signed:
        return with_people(open_window, begun_in, tmp_path, signed[0])
    example = request.getfixturevalue("example")
    example.click("Sign off", example.card("plan"))
    asked = question(example)
    example.qtbot.keyClicks(example.editor("full name", asked), "Ada Example")
    example.qtbot.keyClicks(example.editor("role", asked), "officer")
    example.qtbot.keyClicks(example.editor("statement", asked), "for the yearbook")
    example.click("Sign off and lock", asked)
    example.settled()
    signed.append(example.store.state.releasing.plan)
    return example


def test_that_nobody_signs_without_a_name(example):
    before = example.store.state.releasing.plan
    example.click("Sign off", example.card("plan"))
    asked = question(example)
    assert "not a cryptographic signature" in example.said(asked)
    assert not example.find(QAbstractButton, "Sign off and lock", asked).isEnabled()
    example.click("Cancel", asked)
    example.settled()
    assert example.store.state.releasing.plan == before


def test_that_who_signed_is_said_and_kept_in_the_plan(locked):
    said = locked.said(locked.card("plan"))
    assert "signed off by Ada Example (officer), 20" in said
    assert "for the yearbook; locked" in said
    privacy = read_plan(locked.store.state.releasing.plan).privacy
    assert privacy.locked
    assert privacy.signed_digest


def test_that_every_field_of_a_locked_plan_is_read_only_and_says_why(locked):
    form = locked.panel("plan").findChild(QScrollArea).widget()
    of_the_plan = [each for each in form.findChildren(QLineEdit) if not each.property(READS)]
    assert all(line.isReadOnly() for line in of_the_plan)
    for kind in (QAbstractButton, QComboBox):
        for widget in form.findChildren(kind):
            free = isinstance(widget, InfoButton) or widget.property(READS)
            assert free or not widget.isEnabled()
    locked.plan_field("histogram.1.name")  # what is folded can be opened and read
    assert locked.find(QAbstractButton, "other file …", form).isEnabled()
    epsilon = locked.plan_field("privacy.epsilon").editor
    assert "Make an unlocked copy" in epsilon.toolTip()
    before = locked.store.state.releasing.plan
    locked.type(epsilon, "2")
    assert locked.store.state.releasing.plan == before


def test_that_an_unlocked_copy_is_signed_by_nobody_and_can_be_changed(locked):
    locked.click("Unlocked copy", locked.card("plan"))
    locked.settled()
    assert "signed off by" not in locked.said(locked.card("plan"))
    assert locked.store.state.releasing.plan_path == ""
    locked.type(locked.plan_field("privacy.epsilon").editor, "0.5")
    privacy = tomllib.loads(locked.store.state.releasing.plan)["privacy"]
    assert privacy["epsilon"] == "0.5"
    assert not {"signed_off", "locked", "signed_digest"} & set(privacy)


def test_that_a_locked_plan_runs_and_its_summary_names_who_signed(locked):
    locked.click("Release", locked.card("publish"))
    asked = summary(locked)
    assert "signed off by Ada Example" in locked.said(asked)
    locked.click("Spend and release", asked)
    locked.until(lambda: not locked.furnished.busy)
    locked.settled()
    assert len(locked.store.state.releasing.drawn) == 1


def test_that_a_locked_plan_that_was_edited_elsewhere_does_not_run(locked, tmp_path, monkeypatch):
    text = locked.store.state.releasing.plan.replace("rows_per_person = 3", "rows_per_person = 30")
    (tmp_path / "edited.toml").write_text(text, "utf-8")
    chosen(monkeypatch, tmp_path / "edited.toml")
    locked.click("Open", locked.card("plan"))
    locked.settled()
    assert "was changed after" in locked.said(locked.card("plan"))
    assert not locked.find(QAbstractButton, "Release …", locked.card("publish")).isEnabled()
    locked.click("Unlocked copy", locked.card("plan"))
    locked.settled()
    assert locked.find(QAbstractButton, "Release …", locked.card("publish")).isEnabled()
    assert spent() == 0


def test_that_a_second_draw_asks_for_a_second_spend_and_says_so(example):
    open_account(ledger_folder(), "default", Amount(Fraction(2)))
    agree(example)
    settle_folder(example)
    example.click("Release again", example.card("publish"))
    asked = summary(example)
    assert "spends a second time" in example.said(asked)
    example.click("Cancel", asked)
    example.settled()
    assert spent() == 1


def test_that_a_plan_for_two_signers_waits_for_another_person_and_says_so(example):
    example.click("Sign off …", example.card("plan"))
    first = question(example)
    example.editor("full name", first).setText("Ada Example")
    example.find(QAbstractButton, "A second, different person", first).click()
    example.click("Sign off and lock", first)
    example.settled()
    assert "a second signer is needed before it is released" in example.said(example.card("plan"))
    assert "needs a second signer before it is released" in example.said(example.card("publish"))
    assert not example.find(QAbstractButton, "Release", example.card("publish")).isEnabled()
    example.click("Second sign-off …", example.card("publish"))
    second = question(example)
    example.editor("full name", second).setText("ada example")
    example.click("Sign off and lock", second)
    assert "has signed this plan already" in "".join(example.refusals(second))
    example.editor("full name", second).setText("Bo Sample")
    example.click("Sign off and lock", second)
    example.settled()
    assert "signed off by Ada Example, 20" in example.said(example.card("plan"))
    agree(example)
    assert spent() == 1
