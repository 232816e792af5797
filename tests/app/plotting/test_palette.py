"""Colours that tell apart: lines and words that can be read, and no two bounds of nearly the same colour."""

from itertools import combinations

import pytest
from cases_in_one import cases_in_one

from explorer.app.plotting.palette import THEMES, bound_colour, ink_of, palette
from explorer.app.release.cell_bars import SERIES, SPECIAL_SERIES
from explorer.privacy.composition import every_composition

BOUNDS = tuple(bound_colour(bound, place) for place, bound in enumerate(every_composition()))
HUES = tuple(dict.fromkeys((*BOUNDS, bound_colour("a bound that is added", len(BOUNDS)))))
CURVES = (*HUES, "rival", "unproven", "without", "with")


def channels(colour):
    shares = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    return [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in shares]


def luminance(colour):
    red, green, blue = channels(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


# Machado, Oliveira & Fernandes (2009), severity 1.0, for linear RGB: what such an eye sees.
EYES = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
}


def seen(colour, eye):
    """Linear RGB as an eye without one kind of cone sees it."""
    mixed = [
        sum(share * each for share, each in zip(row, channels(colour), strict=True)) for row in EYES[eye]
    ]
    return [min(max(each, 0.0), 1.0) for each in mixed]


def lab(colour):
    return lab_of(channels(colour))


def lab_of(linear):
    red, green, blue = linear
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    x, y, z = (each ** (1 / 3) if each > 0.008856 else 7.787 * each + 16 / 116 for each in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one, other):
    """CIE76, of two colours in Lab."""
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5


def apart(one, other):
    return distance(lab(one), lab(other))


def test_that_each_bound_has_a_colour_of_its_own():
    assert len(set(BOUNDS)) == len(BOUNDS) == len(every_composition())
    assert "rival" not in BOUNDS


@cases_in_one("theme", THEMES)
@cases_in_one("role", sorted(set(CURVES)))
def test_that_lines_and_their_words_can_be_seen_on_a_card(theme, role):
    colours = palette(theme)
    assert contrast(colours[role], colours["card"]) >= 3
    assert contrast(colours[ink_of(role)], colours["card"]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_that_no_two_bounds_look_alike(theme):
    colours = palette(theme)
    for one, other in combinations((*HUES, "rival"), 2):
        assert apart(colours[one], colours[other]) > 13, (one, other)
        assert apart(colours[ink_of(one)], colours[ink_of(other)]) > 13, (one, other)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("eye", EYES)
def test_that_no_two_bounds_look_alike_to_a_colour_blind_reader(theme, eye):
    """Ten is some four times what is just seen side by side; also where dashes differ, for a dot has none."""
    colours = palette(theme)
    for one, other in combinations((*HUES, "rival"), 2):
        off = distance(lab_of(seen(colours[one], eye)), lab_of(seen(colours[other], eye)))
        assert off > 10, (one, other)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("eye", EYES)
def test_that_no_two_series_of_a_query_look_alike_to_a_colour_blind_reader(theme, eye):
    """Bars and dots side by side, which nothing else tells apart."""
    colours = palette(theme)
    for one, other in combinations((*SERIES, *SPECIAL_SERIES), 2):
        off = distance(lab_of(seen(colours[one], eye)), lab_of(seen(colours[other], eye)))
        assert off > 10, (one, other)
        assert apart(colours[one], colours[other]) > 10, (one, other)


def test_that_a_simulated_eye_takes_red_for_green_and_leaves_greys_alone():
    for eye in EYES:
        assert distance(lab_of(seen("#808080", eye)), lab("#808080")) < 1
        mixed = distance(lab_of(seen("#B04040", eye)), lab_of(seen("#6B6B30", eye)))
        assert mixed < 0.5 * apart("#B04040", "#6B6B30")
