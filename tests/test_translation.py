"""What the program says, held by reading its source: the English itself, and every translation of it."""

import re
import string

import pytest
from babel.messages.pofile import read_po
from sentences import TRANSLATIONS, chinese, texts

from explorer.language import LANGUAGES, Language
from explorer.mark import Sentence, at_most

NAMES = {
    *(
        "Privacy",
        "Explorer",
        "bash",
        "zsh",
        "fish",
        "shell",
        "man",
        "CSV",
        "Parquet",
        "Spark",
        "SPARK_MASTER",
        "SPARK_REMOTE",
        "Java",
        "openpyxl",
        "gzip",
        "tar",
        "NIST",
        "SP",
        "PLD",
        "TOML",
        "JSON",
        "UTF",
        "UTC",
        "json",
        "NUL",
        "XML",
        "PDF",
        "zip",
        "Alt",
        "Excel",
        "Office",
        "OpenDocument",
        "SQLite",
        "DuckDB",
        "Postgres",
        "PGUSER",
        "PGPASSWORD",
        "Debian",
        "Ubuntu",
        "ln",
        "tanh",
        "rho",
    ),
    *(
        "Schema",
        "SIL",
        "MIT",
        "Inter",
        "GNU",
        "Qt",
        "PySide",
        "psycopg",
        "macOS",
        "WCAG",
        "AA",
        "AT",
        "SPI",
        "Orca",
    ),
    *(
        "DISPLAY",
        "HOME",
        "PRIVACY_EXPLORER_DEBUG",
        "schema",
        "rows_per_person",
        "unit_name",
        "header",
        "trim",
    ),
    *("true", "false", "row", "add", "substitute", "svg", "png", "pdf", "csv", "html", "HTML", "NA"),
    *(
        "HealthKit",
        "QuickType",
        "Safari",
        "COVID",
        "API",
        "URL",
        "DHC",
        "Windows",
        "Ctrl",
        "Tab",
        "Shift",
        "Enter",
        "Esc",
        "nyi",
        "low",
        "high",
        "zCDP",
        "OpenDP",
        "KOV",
        "Python",
        "PDF",
        "HTML",
        "SHA",
        "MB",
        "TMPDIR",
        "PLAN",
        *("signed_digest", "rows_per_cell", "cells_per_person"),
    ),
    *("Canonne", "Kamath", "Steinke", "Ghosh", "Roughgarden", "Sundararajan", "Kairouz", "Oh", "Viswanath"),
    *("Dong", "Durfee", "Dwork", "Feldman", "Rogers", "Roth", "Ullman", "Vadhan", "Whitehouse", "Zrnic"),
    *("Smith", "Thakurta"),
    *("et", "al"),
}
"""Words that are the same in Chinese: names, functions, and what is typed into plans and commands."""

HALF_WIDTH = re.compile(r"[一-鿿][,;:?!]|[,;:?!][一-鿿]|[一-鿿]\.(?![\w.])")
PLACES_AND_CODE = re.compile(
    r"\{[^}]*\}|`[^`]*`|\[\[?[^]]*\]\]?|--?[a-z][a-z-]*|\.[a-z]{2,3}(?![a-z])|\((?:below|above|missing|unreadable|other)\)|“[^”]*”"
)


def places(text):
    """What is filled in, with how it is written, by the alphabet; no words that agree with it."""
    parsed = string.Formatter().parse(text)
    return sorted((name, form) for _, name, form, _ in parsed if name is not None and "|" not in (form or ""))


def agreeing(text):
    """The words that agree with a number: its name, the word with 1, the word with several."""
    parsed = string.Formatter().parse(text)
    return [
        (name, *form.split("|")) for _, name, form, _ in parsed if name is not None and "|" in (form or "")
    ]


def catalogue():
    with TRANSLATIONS.path_of("zh_CN", "po").open("rb") as file:
        return read_po(file)


# The English


def test_that_every_sentence_is_a_literal():
    assert len(texts()) > 300  # extraction raises where one is not


@pytest.mark.parametrize(
    "call", ["N_(text)", "N_(f'{x}')", "N_('a' + b)", "N_('a %s' % b)", "N_(*texts)", "N_()"]
)
def test_that_a_sentence_that_is_no_literal_is_refused(call):
    with pytest.raises(TRANSLATIONS.NotLiteral, match="line 2"):
        list(TRANSLATIONS.marked(f"x = 1\nsaid({call})\n"))


def test_that_a_sentence_over_several_lines_is_one_text():
    assert list(TRANSLATIONS.marked("N_(\n    'one '\n    'two', count=3)")) == [(1, "one two")]


def test_that_english_sentences_are_calm_and_clean():
    unwanted = re.compile(r"\S  |!|\bplease\b|(?<!\b[k\d]-)anonym|GDPR|\t|\beps\b", re.IGNORECASE)
    assert [text for text in texts() if unwanted.search(text)] == []


def test_that_english_sentences_have_no_blanks_around_them():
    assert [text for text in texts() if text != text.strip()] == []


def test_that_every_place_has_a_name():
    assert [text for text in texts() if any(not name.isidentifier() for name, _ in places(text))] == []


# Every translation


def test_that_every_language_has_a_catalogue():
    assert set(LANGUAGES) == {"en", *TRANSLATIONS.TRANSLATED}


def test_that_the_catalogue_holds_every_sentence_and_nothing_else():
    entries = catalogue()
    assert [str(each.id) for each in entries if each.id] == list(texts())
    assert not entries.obsolete
    assert not [each.id for each in entries if each.fuzzy]


def test_that_every_sentence_is_translated():
    assert [text for text in texts() if not chinese().get(text)] == []


def test_that_a_translation_fills_in_the_same_values_in_the_same_way():
    assert [text for text, said in chinese().items() if places(said) != places(text)] == []


def test_that_the_compiled_catalogue_is_that_of_the_translators():
    made = TRANSLATIONS.merged("zh_CN", texts(), chinese())
    assert TRANSLATIONS.path_of("zh_CN", "mo").read_bytes() == TRANSLATIONS.compiled(made)
    assert TRANSLATIONS.path_of("zh_CN", "po").read_bytes() == TRANSLATIONS.readable(made)


def test_that_the_catalogue_holds_no_dates_lines_or_paths():
    text = TRANSLATIONS.path_of("zh_CN", "po").read_text("utf-8")
    assert not re.search(r"-Date:|Generated-By|\.py:\d|#: /", text)


def test_that_the_program_speaks_what_was_translated():
    spoken = Language("zh_CN")
    for text, said in chinese().items():
        assert spoken.say(Sentence(text)) == said


NAMED = "name|file|path|total|confidence|each"  # what is no number of the word that follows
NEVER_ONE = re.compile(
    "|".join(
        (
            r"\{(most|count)[^}]*\} (bins(: | of width)|lines|categories|characters)",
            r"\{most[^}]*\} (cells|histograms|rejected|numbers)",
            r"a (day|week|month) for \{count\}",
            r"for a year: ",
            r"\{horizon\} releases",
            r"All? \{cells\}",
            r"the \{count\} planned",
            r"the \{nodes\} noisy",
            r"Stop at",
            r"releases fit",
            r"\{count\} (bins|categories|outcomes)$",
            r"\{size\} units",
            r"\{sizes\} cells",
            r"\{count\} tables, one each",
            r"\{count\} options",
            r"\{sizes\} cells",
            r"\{count\} answers",
            r"\{count\} coordinates",
            r"\{count\} running",
            r"\{least:plain\} cells",
            r"is the most",
            r"\{count\} terms",
            r"a PDF of",
            r"\{runs:plain\} times",
            r"\{most:plain\} columns",
            r"\{count\} files written",
            r"smaller than \{most\}",
            r"too large for a workbook",
            r"\{count\} curves are hidden",
            r"\{sizes\} cells",
            r"\{count\} tables",
            r"of \{all\} (bounds|outcomes|curves)",
        )
    )
)
"""Limits and lists that are longer than one; or where one is said by another sentence."""


def test_that_a_word_agrees_with_the_number_before_it():
    said = [words for text in texts() for words in agreeing(text)]
    several = {each.split()[0] for _, _, each in said} - {"are", "give", "point"}
    bare = re.compile(rf"{{(?!{NAMED})[a-z_]+(:plain)?}}[ \xa0]([a-z]+ )?({'|'.join(sorted(several))})\b")
    assert len(said) > 60
    assert [text for text in texts() if bare.search(text) and not NEVER_ONE.search(text)] == []


@pytest.mark.parametrize(
    ("shown", "place"), [(1, 1), (1.0, 1), (at_most(0.99999), 1), (2, 2), (0, 2), (1.5, 2)]
)
def test_that_the_form_is_that_of_the_number_as_it_is_shown(shown, place):
    for text in texts():
        for words in agreeing(text):
            asked = Sentence("{{{}:{}|{}}}".format(*words), ((words[0], shown),))
            assert Language("en").say(asked) == words[place]


# The Chinese


def test_that_chinese_has_one_form_of_a_word():
    assert [said for said in chinese().values() if agreeing(said)] == []


def test_that_chinese_sentences_have_chinese_marks():
    assert [said for said in chinese().values() if HALF_WIDTH.search(PLACES_AND_CODE.sub("", said))] == []


BESIDE = re.compile(r"[一-鿿](?:[A-Za-zα-ω0-9±−%√\[]|\((?!&))|[A-Za-zα-ω0-9±−%)\]'′][一-鿿]|[一-鿿] +[一-鿿]")
"""No blank between Chinese and Latin, Greek, a number or a formula; or one between Chinese and Chinese."""


def test_that_chinese_and_latin_or_numbers_stand_apart_by_one_blank():
    spoken, wrong = Language("zh_CN"), {}
    for said in chinese().values():
        parts = re.split(r"(\{[^}]*\})", said)
        if any(BESIDE.search(part) or "  " in part for part in parts[::2]):
            wrong[said] = "in its words"
        if re.search(r"[一-鿿] \{|\} [一-鿿]", said):
            wrong[said] = "beside a place, where the language sets it"
    assert wrong == {}
    assert spoken.say(Sentence("{count} {count:table|tables}", (("count", 2),))) == "2 张表"


@pytest.mark.parametrize(
    ("text", "spaced"),
    [
        ("有2张表", "有 2 张表"),
        ("ε为{x} 时，第 {n} 条", "ε 为{x}时，第{n}条"),
        ("误差范围95 %的", "误差范围 95 % 的"),
        ("同时成立±{joint}", "同时成立 ±{joint}"),
        ("10⁻⁶是δ（上限）", "10⁻⁶ 是 δ（上限）"),
        ("{count:a1甲|b}个", "{count:a1甲|b}个"),
        ("此(ε, δ)的√k 与 D′成立", "此 (ε, δ) 的 √k 与 D′ 成立"),
        ("类型(&T)：在[0, 1)内", "类型(&T)：在 [0, 1) 内"),
    ],
)
def test_that_blanks_are_set_in_the_words_and_nowhere_else(text, spaced):
    assert TRANSLATIONS.spaced(text) == spaced
    assert TRANSLATIONS.spaced(spaced) == spaced


def test_that_what_opens_a_dialog_says_so_in_both_languages():
    def opens(text):
        return re.search(r"[^,，、] …$", text) is not None

    assert [text for text, said in chinese().items() if opens(text) != opens(said)] == []


def test_that_chinese_sentences_keep_no_english_words():
    left = {
        said: words
        for said in chinese().values()
        if (words := set(re.findall(r"[A-Za-z_]{2,}", PLACES_AND_CODE.sub("", said))) - NAMES)
    }
    assert left == {}


def test_that_chinese_sentences_are_calm_too():
    loud = re.compile(r"[!！]|\S  |[请您]|(?<![k\d]-)匿名")
    assert [said for said in chinese().values() if loud.search(said)] == []


def test_that_chinese_sentences_keep_the_blanks_around_them():
    def edges(text):
        return len(text) - len(text.lstrip()), len(text) - len(text.rstrip())

    assert [text for text, said in chinese().items() if edges(text) != edges(said)] == []


def test_that_the_glossary_is_kept():
    glossary = {
        "sensitivity": "灵敏度",
        "neighbours": "相邻",
        "ledger": "账本",
        "account": "账户",
        "histogram": "直方图",
        "mechanism": "机制",
        "noise margin": "误差范围",
    }
    strayed = {
        text: said
        for text, said in chinese().items()
        for term, chinese in glossary.items()
        if re.search(rf"\b{term}s?\b", PLACES_AND_CODE.sub("", text)) and chinese not in said
    }
    assert strayed == {}
