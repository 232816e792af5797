"""Numbers as people type them: every spelling of a number is that number, and what is doubtful is refused."""

import math
from fractions import Fraction

import pytest
from cases_in_one import cases_in_one
from hypothesis import given
from hypothesis import strategies as st

from explorer.language import LANGUAGES, Language, editable, number, percent
from explorer.privacy.notation import read, read_exact
from explorer.privacy.refusal import NotANumber
from explorer.privacy.spelling import Ambiguous

FULL_WIDTH = {ord(each): chr(ord(each) + 0xFEE0) for each in "0123456789.,+-%/eE()"}
SPELLINGS = {
    "0.01": [
        "1%",
        "1 %",
        "１％",
        "10‰",
        "1 in 100",
        "1 of 100",
        "1 out of 100",
        "1/100",
        "1 / 100",
        "百分之一",
    ],
    "0.005": [
        "0,5 %",
        "0.5%",
        ",005",
        "5e-3",
        "5·10⁻³",
        "5 in 1000",
        "百分之零点五",
        "千分之五",
        "百分之０．５",
    ],
    "0.5": ["0,5", "０，５", ".5", "1/2", "½", " ½ ", "1 IN 2", "二分之一", "百分之五十", "0,500"],
    "-5": ["−5", "－５", "–5", "-5.0", "-5,0"],
    "1.5": ["１．５", "1,5", "3/2", "1.500", "01,500"],
    "0.000001": [
        "1e-6",
        "10^-6",
        "10⁻⁶",
        "1 in 1 000 000",
        "1 in 1,000,000",
        "百万分之一",
        "0.000 001",
        "10 ^ -6",
        "1x10^-6",
        "1 X 10⁻⁶",
    ],
    "0.001": ["1 in 1,000", "1 out of 1,000", "5 of 5,000", "１ in １，０００"],
    "1234567.8": [
        "1,234,567.8",
        "1.234.567,8",
        "1 234 567.8",
        "1 234 567,8",
        "1'234'567.8",
        "1\u202f234\u202f567,8",
    ],
    "1000": ["1 000", "1000", "1e3", "10³", "1,000.0", "1.000,0", "1'000", "1’000"],
    "1": ["1.000", "1,0000", "100 %", "百分之百", "1.", "1e0"],
}


@cases_in_one("value, text", [(key, each) for key, all in SPELLINGS.items() for each in all])
def test_that_all_spellings_of_a_number_are_the_same_number(value, text):
    assert read_exact(text) == Fraction(value)
    assert read(text) == float(Fraction(value))


@pytest.mark.parametrize(
    ("text", "whole", "decimal"),
    [
        ("1,000", "1000", "1.000"),
        ("12,346", "12346", "12.346"),
        ("−999,999", "-999999", "-999.999"),
        ("１，０００", "1000", "1.000"),
        ("1 in 2,500", "1/2500", "1/2.500"),
        ("1,500e3", "1500e3", "1.500e3"),
        ("1,000 %", "1000 %", "1.000 %"),
    ],
)
def test_that_a_comma_that_two_readers_read_differently_is_refused_with_both_readings(text, whole, decimal):
    for reads in (read, read_exact):
        with pytest.raises(Ambiguous) as refused:
            reads(text)
    for language in LANGUAGES:
        told = Language(language).say(refused.value.sentence)
        assert whole in told
        assert decimal in told
    assert read(whole) != read(decimal)


@cases_in_one(
    "text",
    [
        *(
            "",
            " ",
            "%",
            "1 2",
            "1 1/2",
            "0.5 0.5",
            "1,00,000",
            "2,3,4",
            "1.5.2",
            "5,",
            "1 in",
            "in 100",
            "1 in 2 in 3",
        ),
        *(
            "1/3 %",
            "1 in 100 %",
            "ln 3 %",
            "1 %%",
            "% 1",
            "百分之",
            "分之一",
            "百分之三十二十",
            "一",
            "1 mile",
            "1 off 2",
        ),
        *("nan", "inf", "∞", "much", "1_000", "0x10", "1½", "½ %", "१", "1e99999", "±3"),
    ],
)
def test_that_what_is_no_number_is_refused(text):
    for reads in (read, read_exact):
        with pytest.raises(NotANumber):
            reads(text)


@given(st.floats(-1e300, 1e300), st.integers(2, 17))
def test_that_a_field_can_read_what_the_program_writes_in_it(value, digits):
    assert read(editable(value, digits)) == pytest.approx(value, rel=10.0 ** (1 - digits), abs=0)
    assert editable(read(editable(value, digits)), digits) == editable(value, digits)


@given(st.floats(-1e300, 1e300), st.integers(2, 17))
def test_that_a_number_anywhere_in_the_program_is_read_as_itself_or_refused(value, digits):
    text = number(value, digits)
    try:
        assert read(text) == pytest.approx(value, rel=10.0 ** (1 - digits), abs=0)
    except Ambiguous:
        assert text.count(",") == 1
        assert text.lstrip("−")[0] != "0"


@given(st.floats(1e-12, 1))
def test_that_a_share_that_the_program_writes_is_read_back(share):
    assert read(percent(share)) == pytest.approx(share, rel=5e-3)


@given(st.decimals(0, 10**6, allow_nan=False, places=4))
def test_that_spellings_agree_whatever_the_number(value):
    text, exact = f"{value:f}", Fraction(value)
    assert read_exact(text.translate(FULL_WIDTH)) == exact
    assert read_exact(f"{text} %") == read_exact(f"{text}％") == exact / 100
    assert read_exact(f"{value:,.4f}") == read_exact(f"{value:,.4f}".replace(",", "\u202f")) == exact
    assert read_exact(text.replace(".", ",")) == exact
    assert read_exact(f"{text} in 1 000") == read_exact(f"{text}/1000") == exact / 1000


@given(st.integers(0, 99_999_998))
def test_that_chinese_fractions_are_read(value):
    assert read_exact(f"{numeral(value + 1)}分之{numeral(value)}") == Fraction(value, value + 1)


def numeral(value):
    """A Chinese numeral below a hundred million, as it is spoken."""
    if value >= 10_000:
        below = value % 10_000
        gap = "零" if 0 < below < 1000 else ""
        return f"{numeral(value // 10_000)}万{gap}{numeral(below) if below else ''}"
    spoken, gap = "", False
    for unit, name in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit = value // unit % 10
        if digit:
            spoken += ("零" if gap and spoken else "") + "零一二三四五六七八九"[digit] + name
        gap = not digit
    return spoken or "零"


@given(st.text(alphabet="0123456789.,'’ −-+eE^*/%‰inof百分之一十万点⁻⁵１，．％()ln\u202f", max_size=14))
def test_that_whatever_is_typed_is_a_finite_number_or_refused(text):
    refused = None
    try:
        assert math.isfinite(read(text))
    except NotANumber as refusal:
        refused = refusal.sentence
    assert refused is None or all(Language(language).say(refused) for language in LANGUAGES)


def test_that_long_text_is_refused_at_once():
    for text in ("1 " * 3000, "1," * 3000, "百分之" * 2000, "1'" * 1999):
        with pytest.raises(NotANumber):
            read(text)
