"""What people type into the plan's form, and what then stands in the plan."""

from fractions import Fraction

import pytest

from explorer.app.release.plan.bin_edges import of_width
from explorer.app.release.plan.margin_solver import read_wish
from explorer.app.release.plan.typed_amounts import amount, optional_amount, whole
from explorer.language import Language
from explorer.privacy.refusal import Refusal
from explorer.release.plan.toml_reader import Table


@pytest.mark.parametrize("text", ["1", "0.1", "1/3", "1e-6", "10⁻⁶", "-2", ""])
def test_that_what_a_plan_always_took_stays_as_it_was_typed(text):
    assert amount(f" {text} ") == text


@pytest.mark.parametrize(
    ("typed", "planned"),
    [
        ("1 %", "0.01"),
        ("0,5", "0.5"),
        ("１．５", "1.5"),
        ("1 in 3", "1/3"),
        ("百分之一", "0.01"),
        ("1 000", "1000"),
    ],
)
def test_that_any_other_notation_is_planned_as_a_decimal_or_a_ratio(typed, planned):
    assert amount(typed) == planned
    assert Fraction(planned)


@pytest.mark.parametrize("text", ["much", "1,000", "ln 3", "1 2", "9" * 500])
def test_that_what_is_no_exact_number_stays_for_the_plan_to_refuse(text):
    assert amount(text) == text


def test_that_whole_numbers_are_numbers_and_nothing_is_nothing():
    assert [whole(each) for each in ("12", "1 000", "１２", "1,000", "1.5", "-3", " ")] == [
        *(12, 1000, 12, "1,000", "1.5", "-3", None)
    ]
    assert (optional_amount(" "), optional_amount("50 %")) == (None, "0.5")


BOTH = "“1,000” can mean 1000 or 1.000: write one of these"


@pytest.mark.parametrize("reading", [read_wish, lambda text: of_width("0", text, "10")])
def test_that_a_number_that_can_be_read_in_two_ways_is_refused_with_both(reading):
    with pytest.raises(Refusal) as refused:
        reading("1,000")
    assert Language("en").say(refused.value.sentence) == BOTH


def test_that_a_plan_file_names_the_key_whose_number_can_be_read_in_two_ways():
    found = []
    assert Table({"epsilon": "1,000"}, "privacy", found).exact("epsilon") is None
    assert [Language("en").say(each.sentence) for each in found] == [f"privacy.epsilon: {BOTH}"]
