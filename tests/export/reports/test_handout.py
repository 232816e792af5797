"""The handout of a lesson: complete, said to be simulated, questions without answers, in both languages."""

from dataclasses import replace

import pytest
from example_lesson import ExampleLesson

from explorer.export.reports.blocks import Drawing, Grid, Paragraph, Points
from explorer.export.reports.handout import handout
from explorer.export.reports.report_html import report_html
from explorer.language import LANGUAGES, Language
from explorer.lessons.parts.lesson import every_lesson

ENGLISH = Language("en")
DATE = "2026-11-01"
LAST = ("Questions", "Sources")


def made(guesses=None, lesson=None, language=ENGLISH):
    return handout(lesson or ExampleLesson(), guesses or {}, language, DATE)


def words(report):
    return [block.text for block in report.blocks if isinstance(block, Paragraph)]


def grids(report):
    return [block for block in report.blocks if isinstance(block, Grid)]


def test_that_every_step_has_its_words_pictures_and_numbers():
    report = made()
    titles = [block.text for block in report.blocks if type(block).__name__ == "Heading"]
    assert titles == [
        *(f"{at}. {step.title.values[0][1]}" for at, step in enumerate(ExampleLesson.steps, 1)),
        *LAST,
    ]
    drawn = [block.figure.id for block in report.blocks if isinstance(block, Drawing)]
    assert drawn == ["bits", "share", "bits", "columns", "columns"]
    numbers = [row for grid in grids(report) for row in grid.rows]
    assert ("at most", "62.5 %", "proven upper bound", "Nobody 2026") in numbers
    assert ("answers", "0", "exact", "Nobody 2026") in numbers
    assert "ε = 100 is far too large to protect anybody." in words(report)


def test_that_guesses_stand_there_as_they_were_made_or_leave_a_line():
    assert words(made()).count("Your guess: ________") == 2
    said = words(made({"guess": 0.25, "pick": 1}))
    assert "Your guess: 25 %" in said
    assert "Your guess: that one" in said


def test_that_pictures_are_those_of_the_settings_as_played():
    one, other = (made(lesson=replace(ExampleLesson(), epsilon=each)) for each in (100.0, 200.0))
    values = [
        dict(block.figure.settings)["ε"]
        for report in (one, other)
        for block in report.blocks
        if isinstance(block, Drawing) and block.figure.id == "share"
    ]
    assert values == [100.0, 200.0]
    assert "ε = 200" in repr(other.blocks)


def test_that_small_tables_mark_what_matters_without_colour():
    sheet = next(grid for grid in grids(made()) if grid.headings[0] == "number")
    assert sheet.rows[1] == ("1", "31", "• yes")
    assert sheet.rows[3] == ("3", "=SUM(1)", "no")
    assert "• marked: found" in words(made())


def test_that_everything_is_said_to_be_simulated():
    report = made()
    page = report_html(report)
    assert "All people and all noise are simulated, draw 1." in page
    assert "The people (simulated)" in page
    assert "simulated" in report.foot
    drawings = page.split("<figure")[1:]
    assert len(drawings) == 5
    assert all("simulated" in each.split("</figure>")[0] for each in drawings)


def test_that_questions_have_no_answers():
    points = [block.texts for block in made().blocks if isinstance(block, Points)]
    assert ("What would ten more runs show?",) in points
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
