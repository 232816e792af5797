"""Rules that the round of plans in `test_plan` does not reach."""

from dataclasses import replace
from fractions import Fraction

import pytest
from counting import REGION, plan_of

from explorer.privacy.refusal import Refusal
from explorer.release.declared import CategoryColumn, Input, Output, ReleasePlan
from explorer.release.plan import check_unchanged, read_plan, write_plan

PLAN = plan_of(REGION)


def refused_at(plan: ReleasePlan) -> str:
    with pytest.raises(Refusal) as caught:
        read_plan(write_plan(plan))
    return caught.value.field


def test_that_a_confidence_too_fine_to_compute_with_is_refused() -> None:
    assert refused_at(replace(PLAN, output=Output(Fraction(1, 10**4000)))) == "output.confidence"
    fine = replace(PLAN, output=Output(1 - Fraction(1, 10**300)))
    assert read_plan(write_plan(fine)) == fine


def test_that_a_unit_of_blanks_has_no_name() -> None:
    other = replace(PLAN.privacy, unit="other", unit_name=" ", rows_per_person=1)
    assert refused_at(replace(PLAN, privacy=other)) == "privacy.unit_name"


def test_that_a_category_is_compared_with_missing_values_as_they_are_trimmed() -> None:
    declared = Input(missing=(" NA",), trim=True)
    plan = plan_of(CategoryColumn("region", ("NA",)), declared=declared)
    assert refused_at(plan) == "histogram.1.column.1.categories"
    kept = plan_of(CategoryColumn("region", ("NA",)), declared=replace(declared, trim=False))
    assert read_plan(write_plan(kept)) == kept


def signed(epsilon: int, signature: str = "B. Ona, 3 May", title: str = "T", locked: bool = True) -> str:
    privacy = replace(PLAN.privacy, epsilon=Fraction(epsilon), signed_off=signature, locked=locked)
    return write_plan(replace(PLAN, privacy=privacy, title=title))


def test_that_a_locked_plan_runs_only_as_it_was_signed_off() -> None:
    ran = [write_plan(PLAN), signed(1)]
    check_unchanged(signed(1), ran)
    with pytest.raises(Refusal, match="locked plan") as caught:
        check_unchanged(signed(2), ran)
    assert caught.value.field == "privacy.locked"


@pytest.mark.parametrize(
    "text",
    [signed(2, title="Another"), signed(2, "C. Ude, 4 May"), signed(2, ""), signed(2, locked=False)],
)
def test_that_a_plan_of_another_name_or_without_lock_is_free(text: str) -> None:
    check_unchanged(text, [signed(1), signed(1, "")])
