"""Published deployments: whole as recorded, in words of both languages, on the slider where they belong."""

import json
import subprocess
import sys

import pytest

from explorer.app.explore.deployments import CAUTION, WORDS, by_name, by_year, deployments, marks
from explorer.language import Language
from explorer.mark import Sentence
from explorer.privacy.parameter import parameters
from explorer.privacy.target import Neighbours, Target
from explorer.resources import resource

ENGLISH = Language("en")
EPSILON = parameters(Target)["epsilon"]
RECORDED = json.loads(resource("deployments.json").read_text("utf-8"))["deployments"]


def said(each):
    return "\n".join(ENGLISH.say(sentence) for sentence in each.sentences)


def named(what):
    return next(each for each in deployments() if each.what.text == what)


def test_that_every_record_is_read_with_who_what_when_unit_and_model():
    assert len(deployments()) == len(RECORDED) >= 24
    for each in deployments():
        assert ENGLISH.say(each.who)
        assert 2006 <= each.year <= 2026
        assert each.epsilon or each.rho
        assert all(value > 0 for value in (*each.epsilon, *each.rho))
        assert each.delta is None or 0 <= each.delta < 1e-4
        assert bool(each.epsilon) == bool(each.printed) == (each.delta is not None)


@pytest.mark.parametrize("field", ["what", "unit", "model", "remark"])
def test_that_everything_but_names_and_numbers_is_marked_for_translation(field):
    assert {entry[field] for entry in RECORDED} - {""} <= set(WORDS)


def test_that_no_marked_word_is_left_over():
    used = {entry[field] for entry in RECORDED for field in ("what", "unit", "model", "remark")}
    assert set(WORDS) <= used


def test_that_names_of_agencies_stay_as_they_are():
    assert all(isinstance(each.who, Sentence) and each.who.text == "{text}" for each in deployments())


def test_that_a_deployment_says_everything_that_its_epsilon_must_not_be_read_without():
    census = said(named("Redistricting data (P.L. 94-171)"))
    for part in (
        "US Census Bureau",
        "2021",
        "17.14 + 2.47 = 19.61",
        "10⁻¹⁰",
        "person; housing unit",
        "central",
    ):
        assert part in census
    assert "substitute" in census
    assert "as recorded, not checked; arXiv:2204.08986" in census
    assert named("Redistricting data (P.L. 94-171)").neighbours is Neighbours.SUBSTITUTE


def test_that_every_deployment_carries_unit_model_and_the_caution():
    for each in deployments():
        words = said(each)
        assert "as recorded, not checked" in words
        assert ENGLISH.say(each.unit) in words
        assert ENGLISH.say(each.model) in words
        assert each.delta is None or "δ = " in words
    assert "never compare by ε alone" in ENGLISH.say(CAUTION)
    assert "never take one as a default" in ENGLISH.say(CAUTION)


def test_that_what_has_only_rho_has_no_tick_and_says_so():
    only_rho = [each for each in deployments() if not each.epsilon]
    assert {ENGLISH.say(each.what) for each in only_rho} == {
        "Spanish next-word prediction",
        "Page views by country, current",
    }
    for each in only_rho:
        assert "no ε recorded" in said(each)
        assert each not in [mark.deployment for mark in marks(EPSILON)]


def test_that_every_recorded_epsilon_stands_where_the_slider_has_it():
    found = marks(EPSILON)
    assert len(found) == sum(len(each.epsilon) for each in deployments())
    assert [mark.position for mark in found] == sorted(mark.position for mark in found)
    for mark in found:
        if not mark.beyond:
            value = EPSILON.walk[0] * (EPSILON.walk[1] / EPSILON.walk[0]) ** mark.position
            assert any(value == pytest.approx(each) for each in mark.deployment.epsilon)


def test_that_what_the_slider_does_not_reach_is_beyond_its_end():
    beyond = [mark for mark in marks(EPSILON) if mark.beyond]
    assert len(beyond) == sum(value > 10 for each in deployments() for value in each.epsilon) > 3
    assert all(mark.position == 1 for mark in beyond)


def test_that_they_are_ordered_by_name_or_by_year_and_never_by_epsilon():
    names = [ENGLISH.say(each.who).casefold() for each in by_name()]
    assert names == sorted(names)
    years = [each.year for each in by_year()]
    assert years == sorted(years, reverse=True)
    assert set(by_name()) == set(by_year()) == set(deployments())


def test_that_a_name_that_nobody_has_marked_is_said_verbatim():
    from explorer.app.explore.deployments import marked_words

    assert ENGLISH.say(marked_words("{brand} new")) == "{brand} new"


def test_that_the_program_starts_without_reading_them():
    line = (
        "import sys, explorer.gui.shell.main_controller;"
        "sys.exit('explorer.app.explore.deployments' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", line], check=False).returncode == 0
