"""A name and a number: which parameter is meant, what becomes of it, and why a value can't be."""

from dataclasses import replace

import pytest
from cases_in_one import cases_in_one

from explorer.app.core.message import Typed
from explorer.app.core.state import SECTIONS, State, Workspace, value_at
from explorer.app.finder.entry import Messages
from explorer.app.finder.parameter_entries import named, of_parameters, parameter_at, seen_in, valued
from explorer.app.update import update
from explorer.language import LANGUAGES, Language
from explorer.privacy.parameter import parameters

SAY = Language("en").say


def asked(text, state=None, say=SAY):
    return valued(text, state or State(), say, update)


def after(text, state=None):
    """The state once the first of what a text asks for is done."""
    state = state or State()
    for message in asked(text, state)[0].taking.messages:
        state = update(state, message)
    return state


@cases_in_one(
    "text, path, value",
    [
        ("eps 0.5", "target.epsilon", 0.5),
        ("epsilon 0.5", "target.epsilon", 0.5),
        ("ε 0,5", "target.epsilon", 0.5),
        ("ε=0.5", "target.epsilon", 0.5),
        ("ε：０．５", "target.epsilon", 0.5),
        ("ｅｐｓ　０．５", "target.epsilon", 0.5),
        ("ｋ１２０", "composing.count", 120),
        ("eps ln3", "target.epsilon", 1.0986122886681098),
        ("ε0.5", "target.epsilon", 0.5),
        ("Epsilon = 1/4", "target.epsilon", 0.25),
        ("eps 5·10⁻¹", "target.epsilon", 0.5),
        ("k 120", "composing.count", 120),
        ("k120", "composing.count", 120),
        ("releases 120", "composing.count", 120),
        ("k max 500", "composing.horizon", 500),
        ("delta 1e-7", "target.delta", 1e-7),
        ("δ 1e-7", "target.delta", 1e-7),
        ("sensitivity 2", "target.sensitivity", 2),
        ("sens 2", "target.sensitivity", 2),
        ("Δ 2", "target.sensitivity", 2),
        ("total epsilon 3", "composing.total_epsilon", 3),
        ("budget 3", "composing.total_epsilon", 3),
        ("prior 0.1", "reading.prior", 0.1),
        ("sampling rate 0.1", "shape.sampling_rate", 0.1),
    ],
)
def test_that_a_value_after_a_name_is_taken(text, path, value):
    assert value_at(after(text), path) == value


@pytest.mark.parametrize("text", ["灵敏度 2", "灵敏度=2", "Δ 2", "sensitivity 2"])
def test_that_a_parameter_has_its_chinese_name_in_chinese(text):
    (first, *_) = asked(text, say=Language("zh_CN").say)
    assert first.entry.id == "parameter:target.sensitivity"


def test_that_a_name_that_several_parameters_have_offers_each():
    paths = [each.entry.id for each in asked("ε 0.5")]
    assert paths[:2] == ["parameter:target.epsilon", "parameter:composing.total_epsilon"]
    assert "parameter:target.sensitivity" not in [each.entry.id for each in asked("δ 0.1")]


def test_that_the_tables_in_front_have_their_own_k_and_delta():
    state = replace(State(), workspace=Workspace.TABLES)
    assert asked("k 7", state)[0].entry.id == "parameter:tables.count"
    assert asked("δ 1e-3", state)[0].entry.id == "parameter:tables.delta"
    assert asked("k 7")[0].entry.id == "parameter:composing.count"


def test_that_a_value_opens_a_workspace_in_which_it_is_seen():
    (first, *_) = asked("k 120")
    assert first.taking == Messages((Typed("composing.count", "120"),), ("compose",))
    assert {each.taking.card for each in asked("simulated rows 50")} == {"clipping"}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("eps 500", "ε must lie between 10⁻⁶ and 50, not 500"),
        ("eps -1", "ε must lie between 10⁻⁶ and 50, not −1"),
        ("k 2.5", "k must be a whole number, not 2.5"),
        ("eps 1,000", "“1,000” can mean 1000 or 1.000"),
        ("eps 0.5x", "“0.5x” is not a number"),
    ],
)
def test_that_a_refused_value_says_why_in_one_line_and_does_nothing(text, why):
    first = asked(text)[0]
    assert first.refused
    assert first.taking is None
    assert SAY(first.title).startswith(why)
    assert "\n" not in SAY(first.title)


def test_that_a_refusal_is_said_once_beside_those_that_take_the_value():
    assert [each.refused for each in asked("eps 0.5x")] == [True]
    assert [each.refused for each in asked("eps 500")] == [True, False, False]


def test_that_a_value_says_where_the_parameter_stands_now():
    assert SAY(asked("eps 0.5")[0].title) == "ε = 0.5: privacy loss"
    assert SAY(asked("eps 0.5")[0].detail) == "now 1; from 10⁻⁶ to 50"


def test_that_a_parameter_without_effect_says_so():
    assert SAY(asked("delta 1e-6")[0].detail) == "this mechanism has pure ε: δ stays 0"
    assert SAY(asked("steps 10")[0].detail) == "this mechanism does not use it"
    gaussian = State(mechanism="gaussian")
    assert SAY(asked("delta 1e-7", gaussian)[0].detail).startswith("now 10⁻⁶")


@pytest.mark.parametrize("text", ["", "eps", "eps ", "0.5", "gauss", "3.20", "delta profile", "theorem 3"])
def test_that_other_texts_ask_for_no_value(text):
    assert asked(text) == ()


EVERY = [f"{section}.{name}" for section, kind in SECTIONS.items() for name in parameters(kind)]


@cases_in_one("language", LANGUAGES)
@cases_in_one("path", EVERY)
def test_that_every_declared_number_is_set_by_its_symbol_its_title_and_its_field(path, language):
    say, parameter = Language(language).say, parameter_at(path)
    for name in (parameter.symbol, say(parameter.title), path.partition(".")[2].replace("_", " ")):
        assert f"parameter:{path}" in [each.id for each in named(name, say)]
    value = f"{parameter.default:g}"
    offered = {each.entry.id: each for each in asked(f"{parameter.symbol} {value}", say=say)}
    assert f"parameter:{path}" in offered


def test_that_every_declared_number_has_an_entry_and_a_workspace():
    assert {each.id.partition(":")[2] for each in of_parameters()} == set(EVERY)
    for path in EVERY:
        assert set(seen_in(path)) <= {each.value for each in Workspace}
