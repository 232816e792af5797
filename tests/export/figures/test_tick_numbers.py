"""The numbers of one axis have one format."""

import pytest

from explorer.app.plotting.logarithmic_axes import logarithmic_axis
from explorer.app.plotting.ticks import round_up, ticks
from explorer.export.figures.tick_numbers import tick_numbers, tick_texts
from explorer.language import Language
from explorer.mark import N_
from explorer.privacy.notation import read

POWER = "·10"


@pytest.mark.parametrize("top", [3e-5, 2e-4, 0.7, 90.0, 9e6, 1e7, 4e7, 3e12])
def test_that_a_straight_axis_has_plain_numbers_or_all_of_one_power(top):
    places = ticks(0.0, round_up(top), 5)
    texts = tick_numbers(places)
    powers = {text.partition(POWER)[2] for text in texts if text != "0"}
    assert len(powers) == 1
    assert len(set(texts)) == len(texts)
    for place, text in zip(places, texts, strict=True):
        assert read(text.replace(",", "")) == pytest.approx(place, rel=1e-8)


def test_that_negative_numbers_have_the_same_power():
    assert tick_numbers((-1e7, -5e6, 0.0, 5e6, 1e7)) == ("−10·10⁶", "−5·10⁶", "0", "5·10⁶", "10·10⁶")


def test_that_a_logarithmic_axis_has_plain_numbers_or_powers():
    small = logarithmic_axis(N_("δ"), -8.0, 0.0, 4)
    assert tick_texts(small, Language()) == ("10⁻⁸", "10⁻⁶", "10⁻⁴", "10⁻²", "1")
    few = logarithmic_axis(N_("rows"), 0.0, 3.0, 3)
    assert tick_texts(few, Language()) == ("1", "10", "100", "1,000")
