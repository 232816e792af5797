"""The census block: 31 triples, forms that fall row by row, and one block that is left."""

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations
from statistics import mean, median

import numpy as np
import pytest
from cases_in_one import cases_in_one

from explorer.language import Language
from explorer.lessons.census_block import CensusBlock
from explorer.lessons.simulations.block_counts import (
    AGES,
    BLACK,
    BLACK_WOMEN,
    EVERYBODY,
    MARRIED,
    MEN,
    OF_AGES,
    ROWS,
    WHITE,
    WOMEN,
    fitting_men,
    forms,
    the_block,
    triples,
)
from explorer.lessons.simulations.noised_block import (
    Published,
    each_statistic,
    fitting,
    published,
    some_fitting,
)

WAYS_TO_BE_MARRIED = 35


def values(scene):
    return {each.id: each.value for each in scene.all_numbers}


def published_as(ages, row):
    return (len(ages), median(ages), round(mean(ages), 1)) == (row.count, row.median, row.mean)


def test_that_the_row_of_the_men_leaves_31_sets_of_ages():
    every = triples()
    likely = every[np.round(every.mean(axis=1), 1) == MEN.mean]
    found = [three for three in likely.tolist() if published_as(three, MEN)]
    assert len(every) == len(set(map(tuple, every.tolist()))) == 341_376
    assert len(found) == 31
    assert [0, 30, 102] in found
    assert fitting_men().tolist() == found
    shown = values(CensusBlock().scene("attack"))
    assert (shown["triples"], shown["all_triples"], shown["from_one"]) == (31, 341_376, 30)


def test_that_the_block_is_the_known_one():
    black_women, (black_man, white_woman, *white_men) = the_block()[:3], the_block()[3:]
    assert (black_women, black_man, white_woman, white_men) == ((8, 36, 66), 84, 24, [18, 30])


def test_that_the_block_is_published_so():
    x, (y, z, u, v) = the_block()[:3], the_block()[3:]
    groups = (
        ((*x, y, z, u, v), EVERYBODY),
        ((y, u, v), MEN),
        ((*x, z), WOMEN),
        ((*x, y), BLACK),
        ((z, u, v), WHITE),
        (x, BLACK_WOMEN),
        ((30, 36, 66, 84), MARRIED),
    )
    assert all(published_as(ages, row) and row.fits(ages) for ages, row in groups)


@cache
def men_and_women():
    """Every form that fits men and women: ages of black women, black man, white woman, white men."""
    women = [(a, b, 60 - b, 74 - a) for b in range(31) for a in range(b + 1) if a <= 60 - b <= 74 - a < AGES]
    assert all(published_as(four, WOMEN) for four in women)
    found = set()
    for three in fitting_men().tolist():
        for four in women:
            for man in range(3):
                for woman in range(4):
                    others = [age for place, age in enumerate(three) if place != man]
                    sisters = [age for place, age in enumerate(four) if place != woman]
                    found.add((tuple(sisters), three[man], four[woman], tuple(others)))
    return found


FURTHER = [names for count in range(4) for names in combinations(("black", "white", "black-women"), count)]


@cache
def further_rows_of_forms():
    """How many of these forms fit which of the further rows."""
    found = Counter()
    for x, y, z, others in men_and_women():
        groups = {"black": (*x, y), "white": (z, *others), "black-women": x}
        found[frozenset(name for name, ages in groups.items() if ROWS[name].fits(ages))] += 1
    return found


@cases_in_one("names", FURTHER)
def test_that_forms_are_counted_as_if_each_was_written_down(names):
    expected = sum(many for held, many in further_rows_of_forms().items() if held.issuperset(names))
    assert forms(frozenset(("men", "women", *names))) == WAYS_TO_BE_MARRIED * expected


def test_that_each_row_leaves_fewer_forms_and_the_last_one_stands_alone():
    left = [forms(frozenset(list(ROWS)[:count])) // WAYS_TO_BE_MARRIED for count in range(6)]
    assert left == [43_362_902_693_376, 3_957_230_592, 176_824, 21, 2, 1]
    assert forms(frozenset(ROWS)) == 1


@pytest.mark.parametrize("last", OF_AGES)
def test_that_rows_never_add_forms(last):
    others = [name for name in OF_AGES if name != last]
    for count in range(len(others) + 1):
        for known in combinations(others, count):
            assert forms(frozenset((*known, last))) <= forms(frozenset(known))


def test_that_rows_are_added_as_they_are_played():
    lesson = CensusBlock(moves=("black-women", "black-women", "married", "men"))
    assert lesson.added == ("black-women", "men")  # once each; who is married waits for the ages
    refusals = {each.id: each.refusal for each in lesson.scene("rows").actions}
    assert [name for name, refusal in refusals.items() if refusal is None] == ["women", "black", "white"]
    assert values(lesson.scene("rows"))["forms"] == 428_904 * WAYS_TO_BE_MARRIED
    assert values(lesson.demonstrated().scene("rows"))["forms"] == 1


def test_that_six_subtractions_name_everybody():
    sheet = CensusBlock().scene("hand").pictures[0]
    found = [dict(row[2].values) for row in sheet.rows]
    assert found[:4] == [{"age": 84}, {"age": 24}, {"age": 48}, {"younger": 18, "older": 30}]
    assert [each["ages"] for each in found[4:]] == [(8, 36, 66), (30, 36, 66, 84)]


@pytest.mark.parametrize("release", [Published(30, 132, 0), Published(33, 120, 7), Published(-5, 400, 60)])
def test_that_what_fits_a_noised_row_is_counted_as_if_each_was_tried(release):
    found = triples()
    near = (np.abs(found[:, 1] - release.median) <= release.margin) & (
        np.abs(found.sum(axis=1) - release.total) <= release.margin
    )
    assert fitting(release) == int(near.sum())
    some = some_fitting(release, 50)
    assert len(some) <= 50
    assert {tuple(each) for each in some.tolist()} <= {tuple(each) for each in found[near].tolist()}


def test_that_an_absurd_row_fits_nobody():
    assert fitting(Published(500, 132, 10)) == 0
    assert fitting(Published(30, -50, 10)) == 0
    assert len(some_fitting(Published(500, 132, 10), 50)) == 0


def test_that_with_noise_thousands_fit():
    typical = [fitting(published(seed, 1000.0)) for seed in range(40)]
    assert 1000 < np.median(typical) < 5000
    assert np.median([fitting(published(seed, 1.0)) for seed in range(40)]) > 100_000
    assert values(CensusBlock(seed=1).scene("drag"))["fitting"] == 2511


def test_that_the_truth_is_within_the_margin_as_often_as_is_said():
    runs = 400
    inside = sum(
        abs(release.median - 30) <= release.margin and abs(release.total - 132) <= release.margin
        for release in (published(seed, 100.0) for seed in range(runs))
    )
    assert inside >= (0.95 - 3 * (0.95 * 0.05 / runs) ** 0.5) * runs


def test_that_eight_numbers_share_the_total():
    for epsilon in (0.1, 1.0, 1000.0):
        assert 8 * each_statistic(epsilon).pure_epsilon <= epsilon * (1 + 1e-12)


def test_that_an_epsilon_that_explore_or_a_plan_has_not_is_not_opened_there():
    def opened(epsilon):
        openings = replace(CensusBlock(), epsilon=epsilon).scene("drag").openings
        of_one = {"explore": "target.epsilon", "release": "epsilon"}
        return [(each.workspace, each.settings[of_one[each.workspace]]) for each in openings]

    assert opened(400.0) == [("explore", 50.0), ("release", "400")]
    assert opened(1000.0) == [("release", "1000")]
    assert opened(1001.0) == [("explore", 50.0)]
    assert "50" in Language("en").say(replace(CensusBlock(), epsilon=1001.0).scene("drag").openings[0].label)


def test_that_steps_without_noise_open_an_epsilon_that_protects_whatever_is_dragged():
    for step in ("guess", "attack", "rows", "hand"):
        openings = replace(CensusBlock(), epsilon=100_000.0).scene(step).openings
        assert openings[0].settings["target.epsilon"] == 1 / 8
        assert [each.settings["epsilon"] for each in openings[1:]] in ([], ["1"])
