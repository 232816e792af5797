"""What is written for a label: nothing that a spreadsheet takes for a formula, and no two alike."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.release.partition_selection import category_of
from explorer.release.plan.columns import CategoryColumn, NumericColumn
from explorer.release.plan.labels import OTHER, spelled
from explorer.release.plan.sections import Input

STARTS = ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"]
"""As OWASP's page on CSV injection lists them."""


@pytest.mark.parametrize("start", STARTS, ids=map(repr, STARTS))
def test_that_a_label_and_a_header_that_may_begin_a_formula_get_a_leading_quote(start: str) -> None:
    text = f"{start}HYPERLINK(1)"
    assert CategoryColumn("region", (text, "north")).written_cells[:2] == (("'" + text,), ("north",))
    assert NumericColumn(text, ("0", "1")).written_names == tuple(
        "'" + name for name in (text, f"{text}_from", f"{text}_to")
    )


@given(st.text(max_size=6).filter(lambda text: not text.startswith(tuple(STARTS))))
def test_that_any_other_label_stands_as_it_is(text: str) -> None:
    assert spelled(text) == text


PIECES = st.lists(st.sampled_from([*STARTS, "'", "a"]), max_size=3).map("".join)


@given(PIECES, PIECES)
def test_that_no_two_categories_found_in_a_file_are_written_alike(one: str, other: str) -> None:
    """Of two that would be, one is no category but (other)."""
    kept = [text for text in (one, other) if category_of(text, Input(missing=())) == text]
    assert len(set(map(spelled, kept))) == len(set(kept))


@pytest.mark.parametrize("start", STARTS, ids=map(repr, STARTS))
def test_that_a_text_spelled_like_a_quoted_one_is_no_category(start: str) -> None:
    assert category_of(f"{start}a", Input()) == f"{start}a"
    assert category_of(f"'{start}a", Input()) == OTHER
