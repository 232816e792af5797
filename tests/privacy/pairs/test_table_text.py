"""Two columns of probabilities as people paste them."""

from fractions import Fraction

import pytest
from cases_in_one import cases_in_one
from hypothesis import given, settings
from hypothesis import strategies as st
from thoroughness import tries

from explorer.privacy.notation import exact_text
from explorer.privacy.pairs.table_text import MOST_OUTCOMES, exact_sum, read_two_columns, shown_number
from explorer.privacy.refusal import NotValid

SEPARATORS = {"\t": "\t", ";": "; ", ",": " ,", " ": "   "}
SHARES = st.integers(0, 10**9).map(lambda part: Fraction(part, 10**9))
WORDS = st.text(st.characters(categories=["L"]), min_size=1, max_size=5)


def written(value: Fraction, style: str, comma: bool) -> str:
    if style == "fraction":
        return f"{value.numerator}/{value.denominator}"
    text = exact_text(value * 100) + " %" if style == "percent" else exact_text(value)
    return text.replace(".", ",") if comma else text


@settings(max_examples=tries(200))
@given(
    st.lists(st.tuples(SHARES, SHARES), min_size=1, max_size=8),
    st.sampled_from(list(SEPARATORS)),
    st.sampled_from(["decimal", "fraction", "percent"]),
    st.booleans(),
    st.booleans(),
    st.data(),
)
def test_that_what_is_written_is_read_exactly(
    rows: list[tuple[Fraction, Fraction]],
    separator: str,
    style: str,
    header: bool,
    labelled: bool,
    data: st.DataObject,
) -> None:
    comma = separator in "\t;" and data.draw(st.booleans())
    count = len(rows)
    labels = data.draw(st.lists(WORDS, min_size=count, max_size=count, unique=True)) if labelled else []
    lines = [["outcome", "P", "Q"][0 if labelled else 1 :]] if header else []
    for i, row in enumerate(rows):
        lines.append([*labels[i : i + 1], *(written(each, style, comma) for each in row)])
    text = "\r\n".join(SEPARATORS[separator].join(line) for line in lines) + "\n\n"
    found = read_two_columns(text)
    assert list(zip(found.one, found.other, strict=True)) == rows
    assert found.labels == (tuple(labels) if labelled else ("",) * count)


@cases_in_one(
    "text, one, other",
    [
        ("1 in 100\t1 out of 50\n99 in 100\t49 of 50", "1/100 99/100", "1/50 49/50"),
        ("1 in 100 1 in 50\n99 in 100 49 in 50", "1/100 99/100", "1/50 49/50"),
        ("1 in 1 000 0.5\n999 in 1 000 0.5", "1/1000 999/1000", "1/2 1/2"),
        ("0 100 in 200\n1 in 1 100 in 200", "0 1", "1/2 1/2"),
        ("1% 2 %\n99 ％ 98%", "1/100 99/100", "1/50 49/50"),
        ("2 / 3 1/3\n1/3 2 / 3", "2/3 1/3", "1/3 2/3"),
        ("0,5; 0,25\n0,5; 0,75", "1/2 1/2", "1/4 3/4"),
        ("０，５；０，２５\n０，５；０，７５", "1/2 1/2", "1/4 3/4"),
        ("0,5 0,25\n0,5 0,75", "1/2 1/2", "1/4 3/4"),
        ("P Q\n0,5 0,25\n0,5 0,75", "1/2 1/2", "1/4 3/4"),
        ("０．５ ０．２５\n０．５ ０．７５", "1/2 1/2", "1/4 3/4"),
        ("百分之一 百分之二\n百分之九十九 百分之九十八", "1/100 99/100", "1/50 49/50"),
        ("yes，1 in 4，25%\nno，3 in 4，75%", "1/4 3/4", "1/4 3/4"),
        ("yes 1 in 4 1/4\nno 3 out of 4 3/4", "1/4 3/4", "1/4 3/4"),
        ("1,0\n0,1", "1 0", "0 1"),
    ],
)
def test_that_probabilities_are_read_as_people_type_them(text: str, one: str, other: str) -> None:
    found = read_two_columns(text)
    assert found.one == tuple(map(Fraction, one.split()))
    assert found.other == tuple(map(Fraction, other.split()))


@pytest.mark.parametrize("text", ["0,5,0,5", "0,5, 0,5", "1/3 % 0.5\n0.5 0.5", "1 in 0 0.5\n0.5 0.5"])
def test_that_what_can_be_read_in_two_ways_is_refused(text: str) -> None:
    with pytest.raises(NotValid):
        read_two_columns(text)


def test_that_a_label_may_hold_the_separator_and_blanks() -> None:
    assert read_two_columns('"yes, always", 0.5, 1\nno, 1/2, 0').labels == ("yes, always", "no")
    assert read_two_columns("not at all 0.5 1\nyes 50 % 0").labels == ("not at all", "yes")
    assert read_two_columns("1e-3 10⁻³\n0.999 99.9%").other == (Fraction(1, 1000), Fraction(999, 1000))


@cases_in_one(
    "text, line",
    [
        ("0.5, 0.5\n# a note, 0\n0.5, 0.5", 2),
        ("0.5, 0.5\n\n0.5, half", 3),
        ("0.5, 0.5\n0.5", 2),
        ("0.5, 0.5\n0.1, 0.2, 0.3, 0.4", 2),
        ("a, 0.5, 0.5\n0.5, 0.5", 2),
        ("a, 0.5, 0.5\nb, 0.2, 0.1\na, 0.3, 0.4", 3),
        ("0.5, 0.5\n-0.5, 0.5", 2),
        ("1.5, 0.5", 1),
        ("110 %, 0.5", 1),
        ("1e-301, 1", 1),
        ("0,5, 0,5", 1),
        ("0.5, 0.5\nP, Q", 2),
        ('"a, 0.5, 0.5', 1),
        ("nan, 1", 1),
        ("0.5, 0.5\n, 0.5", 2),
    ],
)
def test_that_a_line_that_does_not_read_is_named(text: str, line: int) -> None:
    with pytest.raises(NotValid) as refused:
        read_two_columns(text)
    assert dict(refused.value.sentence.values)["number"] == line
    assert refused.value.field == "table"


@pytest.mark.parametrize("text", ["", "\n \n", "P, Q", "0.1 0.1\n" * (MOST_OUTCOMES + 1), "1" * 2_000_001])
def test_that_no_outcome_and_too_many_are_refused(text: str) -> None:
    with pytest.raises(NotValid):
        read_two_columns(text)


def test_that_a_sum_is_exact_and_never_longer_than_anybody_can_wait_for() -> None:
    assert exact_sum((Fraction(1, 3), Fraction(1, 6))) == Fraction(1, 2)
    unlike = tuple(Fraction(1, 10**30 + 2 * i + 1) for i in range(1000))
    with pytest.raises(NotValid):
        exact_sum(unlike)
    assert shown_number(Fraction(2, 3)) == "2/3"
    assert shown_number(Fraction(1, 3**90)) == float(Fraction(1, 3**90))
