"""Numbers and sentences as a person reads them, in both languages."""

import math
import string
import unicodedata
from fractions import Fraction
from functools import cache

import pytest
from babel.messages.mofile import read_mo
from cases_in_one import cases_in_one
from hypothesis import given
from hypothesis import strategies as st

from explorer.language import (
    LANGUAGES,
    LONGEST,
    MOST_LISTED,
    Language,
    number,
    percent,
    readable,
    system_language,
)
from explorer.mark import N_, Rounding, Sentence, at_least, at_most, verbatim
from explorer.privacy.notation import read
from explorer.privacy.target import Target
from explorer.resources import resource

ENGLISH, CHINESE = Language("en"), Language("zh_CN")
both = pytest.mark.parametrize("language", [ENGLISH, CHINESE], ids=LANGUAGES)


# Numbers


@cases_in_one(
    "value, text",
    [
        (0.0, "0"),
        (-0.0, "0"),
        (1, "1"),
        (0.30000000000000004, "0.3"),
        (73.683, "73.68"),
        (-3.0, "−3"),
        (12345.678, "12,346"),
        (1234567, "1,234,567"),
        (1e-5, "10⁻⁵"),
        (-1e-5, "−10⁻⁵"),
        (2.5e-7, "2.5·10⁻⁷"),
        (1e7, "10⁷"),
        (0.00012, "0.00012"),
        (9999.6, "10,000"),
        (math.inf, "∞"),
        (-math.inf, "−∞"),
        (math.nan, "–"),
    ],
)
def test_that_a_number_is_written_for_a_person(value, text):
    assert number(value) == text


def test_that_sentences_without_a_number_are_the_same_sentence():
    """On Python 3.13 each repaint said them anew."""
    one, other = (N_("total {total}", total=at_most(float("nan"))) for _ in range(2))
    assert one == other
    assert len({one, other, N_("total {total}", total=at_least(math.nan))}) == 2
    assert at_most(1.0) == at_most(1.0) != at_most(math.nan)
    assert at_most(1.0) != (1.0, Rounding.UP)


def test_that_fewer_digits_can_be_asked_for():
    assert number(73.683, 3) == "73.7"
    assert number(0.0123456, 2) == "0.012"
    assert number(123456, 2) == "123,456"


@given(st.floats(-1e300, 1e300), st.integers(2, 8))
def test_that_a_number_means_what_it_says(value, digits):
    text = number(value, digits)
    assert len(text) < 40
    assert "e" not in text
    assert read(text.replace(",", "")) == pytest.approx(value, rel=10.0 ** (1 - digits), abs=0)


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.0, "0 %"),
        (0.5, "50 %"),
        (0.0267, "2.67 %"),
        (0.73106, "73.1 %"),
        (0.9994, "99.9 %"),
        (0.99999, "99.999 %"),
        (0.9999546, "99.995 %"),
        (1 - 2**-53, "99.999 %"),
        (1.0, "100 %"),
        (1e-9, "10⁻⁷ %"),
    ],
)
def test_that_a_share_is_written_as_per_cent(share, text):
    assert percent(share) == text


@given(st.floats(0, 1, exclude_max=True))
def test_that_less_than_all_is_never_called_all(share):
    assert percent(share) != "100 %"


# Text from outside

HOSTILE = [
    *(
        "\x1b[2J\x1b[31m",
        "\a\b\r\n\t\0",
        "\x7f\x85\x9b31m",
        "\u202eevil\u202c",
        "\u2066a\u2069",
        "\u200e\u200f\u061c",
    ),
    *(
        "\u2028\u2029",
        "\ufeff",
        "\ud800",
        "\U000e0041",
        "\u200b",
        "x" * 3_000,
        "\x1b" * 3_000,
        "北" * 3_000,
    ),
]
CONTROLS = {"Cc", "Cs", "Zl", "Zp"}
TURNING = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
with resource("locale", "zh_CN", "LC_MESSAGES", "privacy-explorer.mo").open("rb") as catalogue:
    TEXTS = tuple(sorted(each.id for each in read_mo(catalogue) if each.id))


def filled(text, value):
    places = {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
    return Sentence(text, tuple((name, value) for name in sorted(places))), len(places)


def obeyed(said):
    """The characters that a terminal would obey, or that turn or hide text."""
    return {each for each in set(said) if unicodedata.category(each) in CONTROLS or each in TURNING}


@cache
def harmless(language, text):
    """What is obeyed of the sentence with a letter in each of its places, and how long it is."""
    said = language.say(filled(text, "x")[0])
    return obeyed(said), len(said)


@both
@pytest.mark.parametrize("value", HOSTILE, ids=range(len(HOSTILE)))
def test_that_no_sentence_lets_text_from_outside_act(language, value):
    placed = 0
    for text in TEXTS:
        sentence, places = filled(text, value)
        if not places:  # nothing from outside is in it
            continue
        said, (calm, length) = language.say(sentence), harmless(language, text)
        assert obeyed(said) == calm
        assert len(said) <= length + text.count("{") * LONGEST
        placed += 1
    assert placed > len(TEXTS) // 5


@given(st.text(), st.sampled_from(TEXTS), st.sampled_from(LANGUAGES))
def test_that_whatever_stands_in_a_sentence_is_seen(value, text, code):
    sentence, places = filled(text, value)
    plain, _ = filled(text, "x")
    assert obeyed(Language(code).say(sentence)) == obeyed(Language(code).say(plain))
    assert places == 0 or readable(value) in Language(code).say(sentence)


@given(st.text(st.characters(categories=["L", "M", "N", "P", "S", "Zs"]), max_size=LONGEST))
def test_that_what_is_seen_stands_as_it_is(text):
    assert readable(text) == text


def test_that_persian_and_emoji_keep_their_joiners():
    assert readable("می\u200cخواهم") == "می\u200cخواهم"
    assert readable("👩\u200d🔬") == "👩\u200d🔬"


def test_that_a_long_text_keeps_its_beginning_and_its_end():
    said = readable("/folder" + "/deep" * 1000 + "/plan.toml")
    assert len(said) == LONGEST
    assert said.startswith("/folder/deep")
    assert said.endswith("/plan.toml")


@both
def test_that_a_long_list_is_cut(language):
    assert language.say(Sentence("{a}", (("a", ("x",) * 60),))).count("x") == MOST_LISTED
    assert language.say(Sentence("{a}", (("a", ("x",) * 60),))).endswith("…")
    assert language.say(Sentence("{a}", (("a", ("x",) * MOST_LISTED),))).count("x") == MOST_LISTED


def test_that_a_file_for_programs_holds_text_as_it_is():
    assert Language("en", exact=True).say(verbatim("a\x1b" + "b" * 1000)) == "a\x1b" + "b" * 1000


# Sentences


@both
def test_that_values_are_filled_in(language):
    assert language.say(Sentence("{a} + {b:2} + {c:percent}", (("a", 1e-5), ("b", 0.123), ("c", 0.5)))) == (
        "10⁻⁵ + 0.12 + 50 %"
    )


@both
def test_that_text_stands_as_it_is(language):
    assert language.say(verbatim("age {x} % 1,5")) == "age {x} % 1,5"
    assert language.say(verbatim("")) == ""


@both
def test_that_counting_numbers_can_be_written_plainly(language):
    assert language.say(Sentence("{n:plain}", (("n", 12345),))) == "12345"
    assert language.say(Sentence("{n}", (("n", 12345),))) == "12,345"


@both
def test_that_exact_amounts_stay_exact(language):
    amounts = (("a", Fraction(1, 3)), ("b", Fraction(1, 8)), ("c", Fraction(1, 2)))
    assert language.say(Sentence("{a} {b} {c:percent}", amounts)) == "1/3 0.125 50 %"


def test_that_a_sentence_in_a_sentence_is_said_in_the_same_language():
    inner = N_("more privacy and noise")
    outer = Sentence("({inner})", (("inner", inner),))
    assert ENGLISH.say(outer) == "(more privacy and noise)"
    assert CHINESE.say(outer) == f"({CHINESE.say(inner)})"
    assert CHINESE.say(inner) != ENGLISH.say(inner)


def test_that_several_things_are_listed_in_the_languages_own_way():
    assert ENGLISH.listed(["a", "b"]) == "a, b"
    assert CHINESE.listed(["a", "b"]) == "a、b"
    several = Sentence("{all}", (("all", (0.5, "b", N_("exact"))),))
    assert ENGLISH.say(several) == "0.5, b, exact"
    assert CHINESE.say(several) == "0.5、b、" + CHINESE.say(N_("exact"))


def test_that_a_sentence_is_translated_before_its_values_are_filled_in():
    said = CHINESE.say(
        N_("{name} must lie between {low} and {high}, not {value}", name="ε", low=0, high=50, value=-1)
    )
    assert not set("{}") & set(said)
    assert "must" not in said
    for value in ("ε", "0", "50", "−1"):
        assert value in said


@both
def test_that_what_the_catalogue_lacks_is_said_in_english(language):
    assert (
        language.say(Sentence("nobody ever translated {this}", (("this", 1),))) == "nobody ever translated 1"
    )


@both
def test_that_the_empty_sentence_is_empty(language):
    """The catalogue's own header stands under the empty text; it must never be said."""
    assert language.say(Sentence("")) == ""


def test_that_a_sentence_for_logs_is_its_english_text():
    assert str(N_("one {unit}", unit="clinic")) == "one {unit}"


def test_that_equal_sentences_are_equal_whatever_the_order_of_their_values():
    assert N_("{whom} ({neighbours})", whom=1, neighbours=2) == N_(
        "{whom} ({neighbours})", neighbours=2, whom=1
    )


def test_that_an_unknown_language_is_no_silent_english():
    with pytest.raises(FileNotFoundError):
        Language("xx").say(N_("exact"))


def test_that_nothing_is_read_before_something_is_said():
    assert Target().epsilon == 1.0
    assert Language("xx").code == "xx"


@pytest.mark.parametrize(
    ("named", "language"),
    [
        ("zh_CN.UTF-8", "zh_CN"),
        ("zh_TW", "zh_CN"),
        ("Chinese_China.936", "zh_CN"),
        ("en_GB.UTF-8", "en"),
        ("de_DE", "en"),
        ("C", "en"),
        ("POSIX", "en"),
    ],
)
def test_that_the_systems_language_is_taken(monkeypatch, named, language):
    for key in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(key, raising=False)
    monkeypatch.setenv("LANG", named)
    assert system_language() == language
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert system_language() == "zh_CN"


# Blanks between Chinese and Latin


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("people.csv", "people.csv 可以读取"),
        ("统计2024表", "统计2024表可以读取"),  # a name stays as it is
        ("数据.csv", "数据.csv 可以读取"),
        ("“x”", "“x”可以读取"),
    ],
)
def test_that_a_value_stands_apart_from_chinese_by_a_blank_and_stays_as_it_is(file, said):
    sentence = N_("{file} is there", file=file)
    assert CHINESE.say(sentence) == said
    assert ENGLISH.say(sentence) == f"{file} is there"


@pytest.mark.parametrize("folder", ["/home/ada", r"\\server\share", "C:/data"])
def test_that_the_path_of_a_folder_stands_apart_from_chinese(folder):
    assert CHINESE.say(N_("{folder} is read-only", folder=folder)) == f"{folder} 为只读"
    assert f"文件将写入 {folder}" in CHINESE.say(N_("The files go to {folder}", folder=folder))


def test_that_a_sentence_in_a_sentence_stands_apart_too():
    count = N_("{count} {count:table|tables}", count=2)
    assert CHINESE.say(N_("{file} is there", file=count)) == "2 张表可以读取"
    assert CHINESE.say(N_("{file}: {why}", file="x", why=count)) == "x：2 张表"


def test_that_chinese_has_no_blank_between_sentences():
    assert ENGLISH.told(["One.", "Two."]) == "One. Two."
    assert CHINESE.told(["一。", "二。"]) == "一。二。"
