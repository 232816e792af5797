"""A plan that asks for two signers is released once two different people have signed it off."""

import pytest

from explorer.app.release.plan.plan_sign_off import signed, standing, unlocked
from explorer.privacy.refusal import NotValid, Refusal
from explorer.release.ledger.journal import EntryKind, Journal
from explorer.release.ledger.spends import read_books
from explorer.release.ledger.verification import verified
from explorer.release.plan.plan_file import check_signed, read_plan
from explorer.release.plan.signatures import SignOff, is_same_person
from explorer.release.publish import spend_and_draw

PLAN = """schema = 1
title = "Wards"
[privacy]
unit = "row"
epsilon = "0.5"
[[histogram]]
name = "wards"
[[histogram.column]]
name = "ward"
kind = "category"
categories = ["north", "south"]
"""
ADA, BO = SignOff("Ada Example", "2026-01-31"), SignOff("Bo Sample", "2026-02-01", "data steward")
ONCE = signed(PLAN, ADA, two=True)
TWICE = signed(ONCE, BO)


@pytest.fixture
def table(tmp_path):
    place = tmp_path / "wards.csv"
    place.write_text("ward\nnorth\n")
    return place


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (PLAN.replace("[privacy]", "[privacy]\ntwo_signers = true"), "nobody has signed"),
        (ONCE, "needs a second signer"),
        (PLAN.replace("[privacy]", '[privacy]\ntwo_signers = true\nsigned_off = "A"'), "nobody has signed"),
    ],
)
def test_that_a_plan_without_its_two_signers_is_valid_and_not_released(folder, table, text, why):
    with pytest.raises(NotValid, match=why):
        spend_and_draw(read_plan(text), table, folder)
    assert not folder.exists()
    assert read_books(folder).releases == 0


def test_that_a_plan_signed_twice_is_released_and_both_signatures_are_logged(folder, table):
    drawn = spend_and_draw(read_plan(TWICE), table, folder)
    journal = Journal()
    verified(folder, journal)
    found = [entry for entry in journal.entries if entry.kind is EntryKind.SIGNED]
    assert [entry.signer for entry in found] == [ADA.text(), BO.text()]
    assert {entry.sequence for entry in found} == {drawn.sequence}
    (paid,) = (entry for entry in journal.entries if entry.kind is EntryKind.SPENT)
    assert paid.signer == f"{ADA.text()}; {BO.text()}"


@pytest.mark.parametrize("name", ["Ada Example", "ada  example", "ＡＤＡ Example "])
def test_that_the_first_signer_cannot_be_the_second(name):
    with pytest.raises(NotValid, match="signed this plan already"):
        signed(ONCE, SignOff(name, "2026-02-02", "in another role"))


def test_that_two_signatures_of_one_person_are_refused_however_they_came_into_the_plan():
    plan = read_plan(TWICE)
    assert check_signed(plan) is None
    forged = TWICE.replace("Bo Sample", "Ada Example")
    with pytest.raises(Refusal, match="changed after"):
        read_plan(forged)
    assert is_same_person("Ada Example (a), 2026-01-31: x", "ADA EXAMPLE")
    assert not is_same_person(ADA.text(), BO.text())


@pytest.mark.parametrize("change", [("0.5", "0.6"), ("two_signers = true", "two_signers = false")])
@pytest.mark.parametrize("text", [ONCE, TWICE])
def test_that_what_was_signed_cannot_be_changed_nor_its_second_signer_waived(text, change):
    with pytest.raises(Refusal, match="changed after"):
        read_plan(text.replace(*change))


def test_that_a_second_signature_typed_by_hand_is_refused():
    with pytest.raises(Refusal, match="changed after"):
        read_plan(ONCE.replace("two_signers", 'second_signed_off = "Bo Sample, 2026-02-01"\ntwo_signers'))


def test_that_a_plan_signed_twice_takes_no_third_and_an_unlocked_copy_asks_for_two_again():
    with pytest.raises(NotValid, match="locked already"):
        signed(TWICE, SignOff("Cy", "2026-03-01"))
    again = read_plan(unlocked(TWICE)).privacy
    assert (again.signers, again.two_signers, again.locked) == ((), True, False)


def test_that_a_plan_says_that_it_awaits_its_second_signer():
    assert standing(ONCE).awaits
    assert not standing(TWICE).awaits
    assert not standing(signed(PLAN, ADA)).awaits


def test_that_the_digest_of_a_plan_with_one_signer_is_what_it_was():
    """The new keys are written only where they are used: earlier signed plans run on."""
    text = signed(PLAN, ADA)
    assert "two_signers" not in text
    assert read_plan(text).privacy.signed_digest == (
        "sha256:c4eaff2ae48935ac04840633028eb8236459bc3cbe1da2bbf6e39b5c783522c8"
    )
