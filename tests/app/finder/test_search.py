"""What a few words find: all that is registered, by its own name and by others, the best hit first."""

import re

import pytest
from cases_in_one import cases_in_one

from explorer.app.finder.entry import Entry, OpenPane
from explorer.app.finder.entry_kind import Kind
from explorer.app.finder.lesson_entries import of_lessons
from explorer.app.finder.pane_buttons import PANE_BUTTONS
from explorer.app.finder.parameter_entries import of_parameters
from explorer.app.finder.plan_entries import of_deployments, of_harms, of_plan_fields
from explorer.app.finder.registry_entries import (
    Pane,
    of_bounds,
    of_buttons,
    of_facts,
    of_mechanisms,
    of_panes,
    of_presets,
    of_rhythms,
)
from explorer.app.finder.search import found, indexed
from explorer.language import LANGUAGES, Language
from explorer.mark import N_

REGISTERED = (
    *(*of_parameters(), *of_mechanisms(), *of_bounds(), *of_plan_fields(None), *of_presets(), *of_rhythms()),
    *(*of_harms(), *of_deployments(), *of_facts(), *of_lessons(None)),
)


@pytest.fixture(scope="module")
def index():
    """What is registered, as it is searched in each language."""
    others = {code: [Language(each).say for each in LANGUAGES if each != code] for code in LANGUAGES}
    return {code: indexed(REGISTERED, Language(code).say, others[code]) for code in LANGUAGES}


def ids(hits):
    return [entry.id for entry in hits]


@cases_in_one("language", LANGUAGES)
@cases_in_one("entry", REGISTERED)
def test_that_whatever_is_registered_is_found_by_its_own_name(index, language, entry):
    name = Language(language).say(entry.title)
    assert entry in found(index[language], name)
    same = [each for each in REGISTERED if Language(language).say(each.title).casefold() == name.casefold()]
    assert found(index[language], name)[0] in same


@cases_in_one("language", LANGUAGES)
@cases_in_one("entry", REGISTERED)
def test_that_whatever_is_registered_is_found_by_its_other_words(index, language, entry):
    for each in entry.synonyms:
        for word in re.split("[,，、]", Language(language).say(each)):
            assert entry in found(index[language], word.strip()), word


@pytest.mark.parametrize(
    ("language", "terms"),
    [
        (
            "en",
            "prior belief; posterior belief; false-positive rate; detection rate; positive predictive value; "
            "random guessing; group of people; household; smallest detectable count; relative error; "
            "severity of harm; contribution limit; basic composition; advanced composition (tight drift); "
            "optimal composition; proven interval; neighbouring datasets; unit of privacy; noise scale; "
            "simulated draws; normal approximation; hash chain; published deployment; preflight; sign off; "
            "KOV closed-form bound; numerical accounting; moments accountant; accuracy of the best attacker",
        ),
        (
            "zh_CN",
            "先验信念; 后验信念; 误报率; 检出率; 阳性预测值; 随机猜测; 一组人; 可检出的最小计数; 相对误差; "
            "危害程度; 贡献上限; 基本组合; 高级组合; 最优组合; 已证明区间; 相邻数据集; 隐私单位; 噪声尺度; "
            "正态近似; 散列链; 部署; 发布前检查; 签核; KOV 闭式界; PLD 数值核算; 最优攻击者",
        ),
    ],
)
def test_that_every_term_of_the_glossary_is_found(language, terms):
    every = (*REGISTERED, *of_buttons({}, [Pane(each.card, N_("a"), "a") for each in PANE_BUTTONS]))
    others = [Language(each).say for each in LANGUAGES if each != language]
    searched = indexed(every, Language(language).say, others)
    assert [term for term in map(str.strip, terms.split(";")) if not found(searched, term)] == []


@cases_in_one("entry", REGISTERED)
def test_that_a_reader_of_chinese_finds_everything_by_its_english_name_too(index, entry):
    assert entry in found(index["zh_CN"], Language("en").say(entry.title))


@cases_in_one(
    "text, first",
    [
        ("gauss", "mechanism:gaussian"),
        ("GAUSSIAN", "mechanism:gaussian"),
        ("eps", "parameter:target.epsilon"),
        ("epsilon", "parameter:target.epsilon"),
        ("ε", "parameter:target.epsilon"),
        ("delta", "parameter:target.delta"),
        ("Δ", "parameter:target.sensitivity"),
        ("PLD", "bound:numerical"),
        ("rdp", "bound:renyi"),
        ("renyi", "bound:renyi"),
        ("moments accountant", "bound:renyi"),
        ("geometric", "mechanism:discrete-laplace"),
        ("randomized response", "mechanism:randomized-response"),
        ("laplace discrete", "mechanism:discrete-laplace"),
        ("k", "parameter:composing.count"),
        ("subsampling", "parameter:shape.sampling_rate"),
        ("witness", "help:ledger-witness"),
    ],
)
def test_that_words_of_the_field_find_what_they_mean(index, text, first):
    assert ids(found(index["en"], text))[0] == first


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("高斯", "mechanism:gaussian"),
        ("正态噪声", "mechanism:gaussian"),
        ("灵敏度", "help:sensitivity"),
        ("隐私预算", "parameter:target.epsilon"),
        ("零集中", "help:rho"),
        ("高斯机制", "mechanism:gaussian"),
        ("离散laplace", "mechanism:discrete-laplace"),
        ("gauss", "mechanism:gaussian"),
        ("eps", "parameter:target.epsilon"),
    ],
)
def test_that_chinese_words_and_english_ones_are_found_in_chinese(index, text, first):
    assert first in ids(found(index["zh_CN"], text))[:3]


def entry(identity, title, synonyms=()):
    return Entry(identity, Kind.PANE, title, OpenPane(identity), synonyms=synonyms)


def test_that_the_beginning_of_a_word_comes_before_its_middle_and_that_before_a_synonym():
    entries = (
        entry("synonym", N_("total"), (N_("noise"),)),
        entry("inside", N_("Denoised")),
        entry("second word", N_("Without noise")),
        entry("first word", N_("Noise")),
    )
    hits = found(indexed(entries, str), "nois")
    assert ids(hits) == ["first word", "second word", "inside", "synonym"]


def test_that_what_bears_the_words_of_a_command_comes_before_an_explanation_that_has_them():
    told = Entry("told", Kind.HELP, N_("Release"), OpenPane("told"), text=(N_("open the total"),))
    index, commands = indexed((told, entry("named", N_("total"))), str), ("open",)
    assert ids(found(index, "open total", (), commands)) == ["named", "told"]
    assert ids(found(index, "open total")) == ["told"]
    assert ids(found(indexed((told,), str), "open total", (), commands)) == ["told"]
    assert ids(found(index, "open", (), commands)) == ["told"]


def test_that_every_word_must_be_found(index):
    assert "mechanism:gaussian" not in ids(found(index["en"], "gaussian textbook"))
    assert ids(found(index["en"], "gaussian textbook"))[0] == "mechanism:gaussian-classical"
    assert found(index["en"], "gaussian zebra") == ()


def test_that_an_explanation_is_found_by_its_source_and_by_words_in_it(index):
    assert "help:renyi" in ids(found(index["en"], "Mironov"))
    assert "help:best-guess" in ids(found(index["en"], "Neyman"))


def test_that_one_mistyped_word_is_mended_and_nonsense_is_not(index):
    assert ids(found(index["en"], "gausian"))[0] == "mechanism:gaussian"
    assert ids(found(index["en"], "expnential"))[0] == "mechanism:exponential"
    assert found(index["en"], "xyz") == ()
    assert found(index["en"], "qqqqq") == ()


def test_that_an_empty_text_finds_everything(index):
    assert set(found(index["en"], "  ")) == set(REGISTERED)


def test_that_a_pane_brings_its_further_pictures_and_the_export_of_each():
    panes = (
        Pane("loss", N_("Privacy loss"), "explore", (("loss", N_("Privacy loss")), ("other", N_("total")))),
        Pane("other-loss", N_("noise"), "compose", (("loss", N_("Privacy loss")), ("other", N_("total")))),
        Pane("words", N_("Risk"), "explore"),
        Pane("figure", N_("Two tables"), "tables", exported=True),
    )
    named = [each.id for each in of_panes(panes, {"explore": N_("Explore")})]
    assert named == [
        *("pane:loss", "pane:other-loss", "pane:words", "pane:figure"),
        *("export:loss", "picture:other", "export:other", "export:figure"),
    ]


def test_that_no_two_entries_have_one_id():
    assert len({each.id for each in REGISTERED}) == len(REGISTERED)
