"""The handout of a lesson: complete, said to be simulated, questions without answers, in both languages."""

from dataclasses import replace

import pytest
from specimen_lesson import Specimen

from explorer.export.reports.blocks import Drawing, Grid, Paragraph, Points
from explorer.export.reports.handout import handout
from explorer.export.reports.report_html import report_html
from explorer.language import LANGUAGES, Language
from explorer.lessons.parts.lesson import every_lesson

ENGLISH = Language("en")
DATE = "2026-11-01"


def made(guesses=None, lesson=None, language=ENGLISH):
    return handout(lesson or Specimen(), guesses or {}, language, DATE)


def words(report):
    return [block.text for block in report.blocks if isinstance(block, Paragraph)]


def grids(report):
    return [block for block in report.blocks if isinstance(block, Grid)]


def test_that_every_step_has_its_words_pictures_and_numbers():
    report = made()
    titles = [block.text for block in report.blocks if type(block).__name__ == "Heading"]
    assert titles == ["1. Guess", "2. Attack", "3. Drag", "4. Cost", "Questions", "Sources"]
    assert [block.figure.id for block in report.blocks if isinstance(block, Drawing)] == ["tosses", "bound"]
    numbers = [row for grid in grids(report) for row in grid.rows]
    assert ("at most", "73.1 %", "proven upper bound", "Nobody 2026") in numbers
    assert ("the right one", "right", "exact") in numbers
    assert "Ten tosses prove nothing." in words(report)


def test_that_guesses_stand_there_as_they_were_made_or_leave_a_line():
    assert words(made()).count("Your guess: ________") == 2
    said = words(made({"guess": 0.25, "drag": 1}))
    assert "Your guess: 25 %" in said
    assert "Your guess: right" in said


def test_that_pictures_are_those_of_the_settings_as_played():
    one, other = (made(lesson=replace(Specimen(), epsilon=each)) for each in (1.0, 2.0))
    values = [
        dict(block.figure.settings)["ε"]
        for report in (one, other)
        for block in report.blocks
        if isinstance(block, Drawing) and block.figure.id == "bound"
    ]
    assert values == [1.0, 2.0]
    assert "ε = 2" in repr(other.blocks)


def test_that_small_tables_mark_what_matters_without_colour():
    sheet = next(grid for grid in grids(made()) if grid.headings[0] == "name")
    assert sheet.rows == (("Ann", "• 3"), ("=SUM(1)", "none"))
    assert "• seen" in words(made())


def test_that_everything_is_said_to_be_simulated():
    report = made()
    page = report_html(report)
    assert "All people and all noise are simulated, draw 1." in page
    assert "Two people (simulated)" in page
    assert "simulated" in report.foot
    drawings = page.split("<figure")[1:]
    assert len(drawings) == 2
    assert all("simulated" in each.split("</figure>")[0] for each in drawings)


def test_that_questions_have_no_answers():
    points = [block.texts for block in made().blocks if isinstance(block, Points)]
    assert ("What would ten more tosses show?",) in points
    for kind in every_lesson().values():
        assert len(kind.questions) >= 1, kind.id


def test_that_sources_are_named_once():
    assert made().blocks[-1] == Points(("Nobody 2026, Theorem 1", "Nobody 2026"))


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("lesson", every_lesson())
def test_that_the_page_of_every_lesson_is_alone_and_in_its_language(lesson, code):
    kind = every_lesson()[lesson]
    guesses = {step.id: 0.0 for step in kind.steps if step.guess is not None}
    page = report_html(made(guesses, kind().demonstrated(), Language(code)))
    assert "http" not in page.replace("http-equiv", "").replace("http://www.w3.org/1999/xhtml", "")
    assert "<script" not in page
    assert f'lang="{code.replace("_", "-")}"' in page
    assert Language(code).say(kind.title) in page
    assert ("模拟" if code == "zh_CN" else "simulated") in page
