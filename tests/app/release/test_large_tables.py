"""A table of many cells: its picture draws the first ones and says so, its numbers are all there."""

import pytest

from explorer.app.core import release_messages as said
from explorer.app.core.state import State
from explorer.app.plotting.layers import Bars
from explorer.app.release.cell_bars import MOST_GROUPS, MOST_PICTURED, MOST_SERIES, cells_of
from explorer.app.release.figures.expected_counts import ExpectedCounts
from explorer.app.release.figures.noise_alone import NoiseAlone
from explorer.app.update import update
from explorer.release.plan.columns import CategoryColumn
from explorer.release.queries.histogram import Histogram
from explorer.resources import resource

TEXT = resource("examples", "people.toml").read_text("utf-8")


def categories(count):
    return [f"category {number}" for number in range(count)]


@pytest.mark.parametrize("path", ["histogram.1.column.2.categories", "histogram.2.column.1.categories"])
def test_that_a_picture_of_many_cells_draws_the_first_and_says_so(path):
    state = update(State(), said.PlanOpened(TEXT))
    kind = path.replace("categories", "kind")
    edits = ((path.replace("categories", "edges"), None), (kind, "category"))
    state = update(state, said.PlanEdited(path, categories(2400), edits))
    state = update(state, said.QueryShown(int(path.split(".")[1]) - 1))
    figure = ExpectedCounts.draw(state, {})
    bars = [each for each in figure.layers if isinstance(each, Bars)]
    assert len(bars) <= MOST_SERIES
    assert all(each.height.size <= MOST_GROUPS for each in bars)
    drawn = sum(each.height.size for each in bars)
    cells = len(figure.table.columns[0])
    assert 2400 < cells <= MOST_PICTURED
    assert dict(figure.x.label.values) | {"drawn": drawn, "cells": cells} == dict(figure.x.label.values)
    noise = NoiseAlone.draw(state, {})
    assert len(noise.layers) < 2 * MOST_SERIES


def test_that_cells_keep_their_places_whatever_is_drawn():
    few = Histogram("a", (CategoryColumn("x", tuple("ab")), CategoryColumn("y", tuple("cd"))))
    cells = cells_of(few)
    assert cells.drawn == few.cells == 16
    assert cells.shaped(range(16)).ravel().tolist() == list(range(16))
    many = Histogram(
        "a", (CategoryColumn("x", tuple(categories(200))), CategoryColumn("y", tuple(categories(50))))
    )
    cut = cells_of(many)
    shaped = cut.shaped(range(many.cells))
    assert shaped.shape == (MOST_GROUPS, MOST_SERIES)
    assert shaped[3, 5] == 3 * 52 + 5
