"""A number that is claimed as a bound is one as it is shown: rounded to its side, in both languages."""

import math
import re
from decimal import Decimal
from fractions import Fraction

import pytest
from cases_in_one import cases_in_one
from hypothesis import example, given, settings
from hypothesis import strategies as st
from thoroughness import tries

from explorer.language import LANGUAGES, Language, full, number, percent
from explorer.mark import N_, RoundedBound, Rounding, Sentence, at_least, at_most
from explorer.privacy.notation import read_exact

HAIR = Fraction(1, 10**9)  # of a number: by no more may what is shown of it fail
both = pytest.mark.parametrize("language", [Language(code) for code in LANGUAGES], ids=LANGUAGES)
bounds = st.floats(1e-300, 1e300) | st.floats(1e-6, 1e6) | st.floats(1e-3, 200)
claims = bounds | bounds.map(lambda value: -value)


def exactly(value):
    """The shortest decimal that is this float."""
    return Fraction(Decimal(repr(value)))


def shown(text):
    return read_exact(text.replace(",", ""))


def last_digit(value, digits):
    """What one more in the last digit that is shown is worth."""
    place = math.floor(math.log10(abs(value))) - digits + 1
    return Fraction(10) ** (min(place, 0) if 1e-4 < abs(value) < 1e7 else place)


# One number


@cases_in_one(
    "value, up, down",
    [
        (64.45499999, "64.46", "64.45"),
        (64.454, "64.46", "64.45"),
        (0.5, "0.5", "0.5"),
        (10.0, "10", "10"),
        (0.3, "0.3", "0.3"),
        (0.1 + 0.2, "0.3", "0.3"),
        (1 - 0.9, "0.1", "0.1"),  # 0.09999999999999998
        (0.300001, "0.3001", "0.3"),
        (0.299999, "0.3", "0.2999"),
        (1.00000001, "1.001", "1"),
        (1 + 5e-10, "1", "1"),
        (9.9999, "10", "9.999"),
        (12345.2, "12,346", "12,345"),
        (9_999_999.5, "10⁷", "9,999,999"),
        (1.23456e-7, "1.235·10⁻⁷", "1.234·10⁻⁷"),
        (9.99961e-5, "10⁻⁴", "9.999·10⁻⁵"),
        (1e-5, "10⁻⁵", "10⁻⁵"),
        (1.00004e-4, "0.0001001", "10⁻⁴"),
        (-1.23456, "−1.234", "−1.235"),
        (0.0, "0", "0"),
        (math.inf, "∞", "∞"),
        (math.nan, "–", "–"),
    ],
)
def test_that_a_bound_is_rounded_to_its_side(value, up, down):
    assert (number(at_most(value)), number(at_least(value))) == (up, down)


def test_that_any_other_number_is_rounded_to_the_nearest_as_ever():
    assert [number(each) for each in (64.454, 64.456, 0.29999, 1.00000001)] == ["64.45", "64.46", "0.3", "1"]


@settings(max_examples=tries(400))
@given(claims, st.integers(2, 8))
@example(0.30000000000000004, 4)
@example(9.9995, 4)
def test_that_what_is_shown_of_an_upper_bound_is_one(value, digits):
    text = number(at_most(value), digits)
    assert shown(text) >= exactly(value) - abs(exactly(value)) * HAIR
    assert shown(text) - exactly(value) < last_digit(value, digits) * (1 + HAIR)  # and no more than that
    assert len(text) < 40


@settings(max_examples=tries(400))
@given(claims, st.integers(2, 8))
def test_that_what_is_shown_of_a_lower_bound_is_one(value, digits):
    text = number(at_least(value), digits)
    assert shown(text) <= exactly(value) + abs(exactly(value)) * HAIR
    assert exactly(value) - shown(text) < last_digit(value, digits) * (1 + HAIR)


@given(st.integers(1, 9999), st.integers(-12, 12), st.sampled_from(Rounding))
def test_that_a_number_that_is_shown_whole_is_not_moved(digits, power, towards):
    value = float(f"{digits}e{power}")
    assert number(RoundedBound(value, towards)) == number(value)
    assert shown(number(RoundedBound(value, towards))) == exactly(value)


@given(st.lists(st.integers(1, 99), min_size=2, max_size=200), st.integers(1, 3), st.sampled_from(Rounding))
def test_that_a_sum_is_not_moved_by_what_floating_point_leaves(parts, places, towards):
    total = Fraction(sum(parts), 10**places)
    adding = sum(each / 10**places for each in parts)  # not `fsum`: with all that it loses
    assert shown(number(RoundedBound(adding, towards), 8)) == total


@given(bounds, st.sampled_from(Rounding))
def test_that_all_digits_are_all_digits(value, towards):
    assert full(RoundedBound(value, towards)) == full(value)


# A share


@settings(max_examples=tries(400))
@given(st.floats(1e-9, 1) | st.floats(0, 16).map(lambda nines: 1 - 10**-nines))
@example(0.99949)
@example(1 - 2**-53)
@example(0.9999000000000001)
def test_that_what_is_shown_of_a_share_is_a_bound(share):
    up, down = percent(at_most(share)), percent(at_least(share))
    assert shown(up.removesuffix(" %")) >= 100 * exactly(share) * (1 - HAIR)
    assert shown(down.removesuffix(" %")) <= 100 * exactly(share) * (1 + HAIR)
    assert share == 1 or "100 %" not in (up, down)


@pytest.mark.parametrize(
    ("share", "up", "down"),
    [
        (0.5, "50 %", "50 %"),
        (0.73106, "73.2 %", "73.1 %"),
        (0.9994, "99.94 %", "99.9 %"),
        (0.9999546, "99.996 %", "99.995 %"),
        (0.9999999, "99.99999 %", "99.999 %"),
        (1.0, "100 %", "100 %"),
    ],
)
def test_that_a_share_that_is_a_bound_keeps_its_nines(share, up, down):
    assert (percent(at_most(share)), percent(at_least(share))) == (up, down)


# In a sentence


@both
@settings(max_examples=tries(200))
@given(low=st.floats(1e-3, 1e6), apart=st.floats(1e-12, 1e-2))
def test_that_an_interval_is_within_what_is_said_of_it(language, low, apart):
    high = low * (1 + apart)
    words = N_("proven: {lower:6} … {upper:6}", lower=at_least(low), upper=at_most(high))
    below, above = (shown(each) for each in re.findall(r"[\d.,]*\d(?:·10\S+)?", language.say(words)))
    assert below <= exactly(low) * (1 + HAIR)
    assert above >= exactly(high) * (1 - HAIR)


@both
def test_that_a_sentence_asks_for_the_digits_of_a_bound_as_of_any_number(language):
    values = (
        ("all", at_most(0.123456)),
        ("share", at_most(0.12341)),
        ("some", (at_least(0.5), at_most(2.71))),
    )
    said = language.say(Sentence("{all} {all:2} {all:full} {share:percent} {some:2}", values))
    assert said == f"0.1235 0.13 0.123456 12.4 % {language.listed(['0.5', '2.8'])}"
