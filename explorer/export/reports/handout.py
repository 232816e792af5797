"""The handout of a lesson: its steps with their pictures as they were played, for people to take along.

Questions stand without answers. Everything in it is simulated, and says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import explorer
from explorer.app.core import wording
from explorer.app.learn.guess import guess_said
from explorer.app.learn.lesson_figures import SIMULATED, figure_of
from explorer.export.reports.blocks import (
    Block,
    Drawing,
    Facts,
    Grid,
    Heading,
    Paragraph,
    Points,
    Report,
)
from explorer.language import Language
from explorer.lessons.parts.lesson import Guess, Lesson, Step
from explorer.lessons.parts.picture import Cell, Picture, Sheet
from explorer.lessons.parts.scene import Number, Scene
from explorer.mark import N_, Sentence
from explorer.privacy.status import Kind

FORMATS = ("html", "pdf")
_LINE = "________"  # to write on
_MARK = "• "  # before a cell that matters, and before what is said of such cells


def handout(lesson: Lesson, guesses: Mapping[str, float], language: Language, date: str) -> Report:
    """A lesson with its settings, seed and moves as they are.

    Parameters
    ----------
    guesses : what was guessed, by the id of the step that asks; of a choice its place
    date : for the PDF's own record; it is not shown
    """
    say = language.say
    title = say(lesson.title)
    foot = N_(
        "{title}; simulated, draw {seed:plain}; Privacy Explorer {version}",
        title=title,
        seed=lesson.seed,
        version=explorer.__version__,
    )
    identity = f"{lesson.id} {lesson.seed}"
    blocks = tuple(_blocks(lesson, guesses, language))
    return Report(title, date, identity, language, blocks, say(foot))


def _blocks(lesson: Lesson, guesses: Mapping[str, float], language: Language) -> Iterator[Block]:
    say = language.say
    yield Paragraph(say(lesson.about), "lead")
    about = N_(
        "{minutes} {minutes:minute|minutes}. All people and all noise are simulated, draw {seed:plain}.",
        minutes=lesson.minutes,
        seed=lesson.seed,
    )
    yield Paragraph(say(about), "muted")
    if settings := _settings(lesson):
        yield Facts(tuple((say(title), say(value)) for title, value in settings))
    scenes = []
    for number, step in enumerate(lesson.steps, 1):
        scene = lesson.scene(step.id)
        scenes.append(scene)
        yield from _step(number, step, scene, lesson, guesses, language)
    if lesson.questions:
        yield Heading(say(N_("Questions")))
        yield Points(tuple(map(say, lesson.questions)))
    yield Heading(say(N_("Sources")))
    cited = [lesson.source, *(each.source for scene in scenes for each in scene.all_numbers if each.source)]
    yield Points(tuple(dict.fromkeys(cited)))


def _settings(lesson: Lesson) -> list[tuple[Sentence, Sentence]]:
    """The parameters as they were played."""
    return [
        (each.title, N_("{name} = {value}", name=each.symbol or name, value=getattr(lesson, name)))
        for name, each in lesson.parameters().items()
    ]


def _step(
    number: int, step: Step, scene: Scene, lesson: Lesson, guesses: Mapping[str, float], language: Language
) -> Iterator[Block]:
    say = language.say
    yield Heading(say(N_("{number}. {title}", number=number, title=step.title)))
    yield Paragraph(say(scene.heading), "lead")
    for text in scene.text:
        yield Paragraph(say(text))
    if step.guess is not None:
        yield from _guess(step.guess, guesses.get(step.id), language)
    for picture in scene.pictures:
        yield from _picture(picture, lesson, language)
    if scene.all_numbers:
        yield _numbers(scene, language)
    if scene.caution is not None:
        yield Paragraph(say(scene.caution), "key")


def _guess(guess: Guess, value: float | None, language: Language) -> Iterator[Block]:
    """The question, and what was guessed; a line to write on where nothing was."""
    say = language.say
    yield Paragraph(say(guess.question), "key")
    if guess.choices:
        yield Points(tuple(map(say, guess.choices)))
    said = (
        N_("Your guess: {guess}", guess=_LINE)
        if value is None
        else N_("Your guess: {guess}", guess=guess_said(guess, value))
    )
    yield Paragraph(say(said))


def _picture(picture: Picture, lesson: Lesson, language: Language) -> Iterator[Block]:
    say = language.say
    if not isinstance(picture, Sheet):
        yield Drawing(figure_of(picture, lesson), say(picture.description))
        return
    yield Paragraph(say(N_("{title} ({simulated})", title=picture.title, simulated=SIMULATED)))
    rows = tuple(
        tuple(
            _MARK * ((line, place) in picture.marked) + _cell(cell, language)
            for place, cell in enumerate(row)
        )
        for line, row in enumerate(picture.rows)
    )
    yield Grid(tuple(map(say, picture.headings)), rows, 0)
    if picture.aside is not None:
        yield Paragraph(_MARK * bool(picture.marked) + say(picture.aside), "muted")


def _cell(cell: Cell, language: Language) -> str:
    if isinstance(cell, Sentence):
        return language.say(cell)
    return cell if isinstance(cell, str) else language.say(N_("{value}", value=cell))


def _numbers(scene: Scene, language: Language) -> Grid:
    """Every number with its kind, and with its source where any has one; the large one first."""
    say = language.say
    headings = (N_("what"), N_("number"), N_("kind"), N_("source"))
    rows = [(say(each.label), say(each.said), say(_kind(each)), each.source) for each in scene.all_numbers]
    wide = 4 if any(each.source for each in scene.all_numbers) else 3
    return Grid(tuple(map(say, headings[:wide])), tuple(row[:wide] for row in rows), 0)


def _kind(number: Number) -> Sentence:
    return wording.KINDS[number.kind] if isinstance(number.kind, Kind) else number.kind
