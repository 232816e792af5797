"""Lists in one line: what is typed or pasted is read, and what is shown is read back as it is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.app.release.plan.typed_lists import listed, listed_numbers, shown_list, shown_numbers

LISTABLE = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1)


@pytest.mark.parametrize(
    ("typed", "values"),
    [
        ("north, south", ["north", "south"]),
        ("north，south、east", ["north", "south", "east"]),
        ("Smith, J; Doe, A", ["Smith, J", "Doe, A"]),
        ("one\n\n two \n", ["one", "two"]),
        (" , ", []),
        ("", []),
    ],
)
def test_that_a_typed_or_pasted_list_is_read(typed, values):
    assert listed(typed) == values


@given(st.lists(LISTABLE, max_size=5))
def test_that_a_list_that_is_shown_is_read_back_as_it_is(values):
    assert listed(shown_list(values)) == values


def test_that_what_is_no_list_is_shown_all_the_same():
    assert shown_list(None) == ""
    assert shown_list("0.5") == "0.5"


def test_that_a_spreadsheet_column_with_commas_and_quotes_is_one_category_a_cell():
    assert listed('"Smith, J"\n"the ""old"" ward"\nDoe, A\n') == ["Smith, J", 'the "old" ward', "Doe, A"]
    assert listed('"a\tb"\tc') == ["a\tb", "c"]


def test_that_a_quote_inside_of_a_word_is_a_part_of_it():
    assert listed('5" pipe, 6" pipe') == ['5" pipe', '6" pipe']


@pytest.mark.parametrize("decimal", [".", ","])
def test_that_numbers_that_are_shown_are_read_back_under_the_declared_mark(decimal):
    numbers = ["-0.5", "0", "1.25", "1000"]
    assert listed_numbers(shown_numbers(numbers, decimal), decimal) == numbers


def test_that_a_comma_between_digits_is_the_declared_decimal_mark():
    assert listed_numbers("0,5; 1,5; 2", ",") == ["0.5", "1.5", "2"]
    assert listed_numbers("0,5, 1,5, 2", ",") == ["0.5", "1.5", "2"]
    assert listed_numbers("0,20,40") == ["0", "20", "40"]
