"""Words before an audience: which page a line stands on, and how tables of many columns are said."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.gui.presenter import sheet
from explorer.gui.presenter.card_words import Said, table_lines
from explorer.gui.presenter.sheet import Sheet, paged
from explorer.gui.widgets.theme import Theme

ROWS = st.lists(st.tuples(st.integers(1, 60), st.booleans()), min_size=1, max_size=40)


@given(ROWS, st.integers(60, 300))
def test_that_every_row_is_on_one_page_and_no_page_is_higher_than_its_room(rows, room):
    starts = paged(rows, room)
    assert starts[0] == 0
    assert list(starts) == sorted(set(starts))
    for start, end in zip(starts, (*starts[1:], len(rows)), strict=True):
        page = rows[start:end]
        heads = 0
        while heads < len(page) and page[heads][1]:
            heads += 1
        if sum(high for high, _ in page) > room:  # only a block of headings with its row
            assert heads + 1 >= len(page)


@given(ROWS, st.integers(200, 300))
def test_that_a_heading_ends_no_page(rows, room):
    starts = paged(rows, room)
    for start in starts[1:]:
        assert not rows[start - 1][1]


def test_that_a_table_of_few_columns_keeps_its_headings():
    lines = table_lines(("who", "how much"), (("a", "1"), ("b", "2")))
    assert lines[0] == (Said("who", quiet=True), Said("how much", quiet=True))
    assert [[said.text for said in line] for line in lines[1:]] == [["a", "1"], ["b", "2"]]


def test_that_each_row_of_a_wide_table_is_a_heading_with_its_cells_by_name():
    headings = ("who", "what", "year", "unit", "note", "source")
    lines = table_lines(headings, (("a", "b", "2020", "person", "", "c"),))
    assert [line[0].text for line in lines] == ["a, b", "year: 2020; unit: person; source: c"]
    assert lines[0][0].strong


@pytest.mark.parametrize("room", [1, 10])
def test_that_a_row_that_is_higher_than_a_page_has_one_of_its_own(room):
    assert paged([(50, False), (50, False)], room) == (0, 1)


def test_that_lines_are_laid_out_once_in_the_room_that_they_have_when_that_is_asked(qtbot, monkeypatch):
    laid_out = []

    def noted(rows, room, repeated):
        laid_out.append(room)
        return paged(rows, room, repeated)

    monkeypatch.setattr(sheet, "paged", noted)
    shown = Sheet(Theme("light", 1.0), None)
    qtbot.addWidget(shown)
    shown.show_lines(tuple((Said(f"line {number}"),) for number in range(40)))
    for high in (40, 200, 600):
        shown.resize(800, high)
    many = shown.pages
    assert shown.cells()
    assert not shown.pictured
    assert laid_out == [600]
    shown.resize(800, 300)
    assert shown.pages > many
    assert laid_out == [600, 300]
