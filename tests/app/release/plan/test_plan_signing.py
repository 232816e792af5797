"""A plan that was signed off runs as it was signed, whatever becomes of its file."""

import tomllib
from dataclasses import replace

import pytest
import tomli_w

from explorer.app.release.plan.plan_sign_off import signed, standing, unlocked
from explorer.language import Language
from explorer.privacy.refusal import NotValid, Refusal
from explorer.release.plan.plan_file import document, read_plan, signed_content, write_plan
from explorer.release.plan.signatures import SignOff, digest_of
from explorer.resources import resource

PLAN = resource("examples", "people.toml").read_text("utf-8")
WHO = SignOff("Ada Example", "2026-01-31", "privacy officer", "for the yearbook")
SIGNED = signed(PLAN, WHO)


def edited(text: str, change) -> str:
    plan = tomllib.loads(text)
    change(plan)
    return tomli_w.dumps(plan)


def test_that_a_signed_plan_declares_the_same_and_says_by_whom() -> None:
    plan, before = read_plan(SIGNED), read_plan(PLAN)
    assert plan.privacy.signed_off == "Ada Example (privacy officer), 2026-01-31: for the yearbook"
    assert plan.privacy.locked
    privacy = replace(plan.privacy, signed_off="", signed_digest="", locked=False)
    assert replace(plan, privacy=privacy) == before


CHANGES = {
    "epsilon": lambda plan: plan["privacy"].update(epsilon="2"),
    "unit": lambda plan: plan["privacy"].update(rows_per_person=4),
    "title": lambda plan: plan.update(title="Another"),
    "name": lambda plan: plan["privacy"].update(signed_off="Bob Example, 2026-01-31"),
    "share": lambda plan: plan["histogram"][0].update(share="7"),
    "edge": lambda plan: plan["histogram"][0]["column"][0].update(name="elsewhere"),
    "delimiter": lambda plan: plan["input"].update(delimiter=";"),
    "confidence": lambda plan: plan["output"].update(confidence="0.9"),
    "lock taken away": lambda plan: plan["privacy"].pop("locked"),
    "name taken away": lambda plan: plan["privacy"].pop("signed_off"),
    "digest of another": lambda plan: plan["privacy"].update(signed_digest="sha256:00"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_that_no_edit_runs_under_the_name_that_signed(change) -> None:
    with pytest.raises(NotValid) as refused:
        read_plan(edited(SIGNED, change))
    assert refused.value.field == "privacy.signed_digest"
    assert refused.value.exit_code == 2


def test_that_another_spelling_of_the_same_plan_is_the_same_plan() -> None:
    def spell(plan):
        plan["privacy"]["epsilon"] = "1.000"
        plan["output"].pop("nonnegative", None)
        plan["input"]["trim"] = False

    assert read_plan(edited(SIGNED, spell)) == read_plan(SIGNED)
    assert read_plan(write_plan(read_plan(SIGNED))) == read_plan(SIGNED)
    assert read_plan("# a remark\n" + SIGNED) == read_plan(SIGNED)


def test_that_an_optional_key_of_a_later_version_leaves_the_digest_as_it_is() -> None:
    plan = read_plan(SIGNED)
    whole, blank = document(plan), document(replace(plan, input=type(plan.input)(), title=""))
    later = [{**each, "output": {**each["output"], "new": 1}} for each in (whole, blank)]
    assert digest_of(*later) == digest_of(whole, blank)
    used = {**whole, "output": {**whole["output"], "new": 2}}
    assert digest_of(used, later[1]) != digest_of(whole, blank)


def test_that_a_plan_locked_by_hand_is_held_to_no_digest() -> None:
    text = edited(PLAN, lambda plan: plan["privacy"].update(signed_off="R. Roe, 2026-01-05", locked=True))
    assert read_plan(text).privacy.locked
    assert "without a digest" in standing(text).why.text


def test_that_a_copy_is_unlocked_and_unsigned() -> None:
    copy = unlocked(SIGNED)
    assert read_plan(copy) == read_plan(PLAN)
    assert standing(copy).signable
    assert standing(copy).line is None
    assert signed_content(read_plan(copy)) != signed_content(read_plan(SIGNED))  # the name is in it


def test_how_a_plan_stands() -> None:
    assert not standing("").signable
    assert "Ada Example" in Language("en").say(standing(SIGNED).line)
    assert standing(SIGNED).locked
    altered = standing(edited(SIGNED, CHANGES["epsilon"]))
    assert altered.locked
    assert "was changed after" in altered.line.text
    assert not standing("schema = 1\n[privacy]\n[[histogram]]\n").signable


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "a\0", "x" * 500])
def test_that_nobody_and_no_line_cannot_sign(name: str) -> None:
    with pytest.raises(NotValid):
        signed(PLAN, replace(WHO, name=name))


def test_that_a_locked_or_unfinished_plan_cannot_be_signed() -> None:
    for text in (SIGNED, "", edited(PLAN, lambda plan: plan["privacy"].pop("epsilon"))):
        with pytest.raises(Refusal):
            signed(text, WHO)


def test_that_a_plan_without_a_title_is_not_offered_for_signing() -> None:
    assert standing(PLAN).signable
    untitled = standing(edited(PLAN, lambda plan: plan.pop("title")))
    assert not untitled.signable
    assert Language("en").say(untitled.missing) == "Give the plan a title to sign it off"
