"""The verbs of the lessons: what there is, and one of them played to its end without a window."""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from explorer.app.plotting.palette import THEMES
from explorer.cli.answer import Answer, Line, Row
from explorer.cli.command import Painter, Verb, help_text
from explorer.cli.options import number_of
from explorer.cli.registers import KINDS
from explorer.language import Language
from explorer.lessons.parts.lesson import HIGHEST_SEED, SEED, Lesson, every_lesson
from explorer.lessons.parts.scene import Number, Scene
from explorer.mark import N_, Sentence
from explorer.privacy.parameter import Parameter, Scale
from explorer.privacy.refusal import NotValid, Unsupported
from explorer.privacy.status import Kind
from explorer.release.values.atomic_file import make_folder
from explorer.release.values.write_faults import why_not_written

_EPSILON = "epsilon"  # what a lesson calls its ε, where it has one
_SEEDS = Parameter("seed", "--seed", N_("seed"), 0, HIGHEST_SEED, SEED, Scale.LINEAR, integer=True)


def _lessons(chosen: argparse.Namespace) -> Answer:
    known = every_lesson().values()
    head = Row((N_("id"), N_("name"), N_("minutes"), N_("source")))
    rows = tuple(Row((each.id, each.title, each.minutes, each.source)) for each in known)
    return Answer({"results": [_described(each) for each in known]}, (head, *rows))


def _described(lesson: type[Lesson]) -> dict[str, object]:
    return {
        "id": lesson.id,
        "name": lesson.title,
        "about": lesson.about,
        "minutes": lesson.minutes,
        "parameters": [
            {
                "name": each.name,
                "symbol": each.symbol,
                "unit": each.unit,
                "low": each.low,
                "high": each.high,
                "default": each.default,
            }
            for each in lesson.parameters().values()
        ],
        "steps": [{"id": step.id, "title": step.title} for step in lesson.steps],
        "source": lesson.source,
    }


def asked_lesson(chosen: argparse.Namespace) -> Lesson:
    """The lesson that is asked for, with its seed and ε, played as before an audience.

    Raises
    ------
    Refusal
        There is none of this id, it has no ε, or a number is outside its range.
    """
    lesson = every_lesson().get(chosen.lesson)
    if lesson is None:
        sentence = N_(
            "there is no lesson “{lesson}”; there are: {lessons}",
            lesson=chosen.lesson,
            lessons=tuple(every_lesson()),
        )
        raise Unsupported(sentence, "lesson")
    settings: dict[str, Any] = {}
    if chosen.seed is not None:
        settings["seed"] = int(number_of(chosen.seed, "--seed", _SEEDS))
    if chosen.epsilon is not None:
        settings[_EPSILON] = number_of(chosen.epsilon, "--epsilon", _epsilon_of(lesson))
    return replace(lesson(), **settings).demonstrated()


def _epsilon_of(lesson: type[Lesson]) -> Parameter:
    if (declared := lesson.parameters().get(_EPSILON)) is not None:
        return declared
    sentence = N_("the lesson “{lesson}” has no ε to set: leave out --epsilon", lesson=lesson.id)
    raise Unsupported(sentence, _EPSILON)


def _lesson(chosen: argparse.Namespace) -> Answer:
    if chosen.pdf:
        sentence = N_("only the window's part makes a PDF; let the command begin with “lesson”")
        raise Unsupported(sentence, "pdf")
    return _answer(chosen, asked_lesson(chosen))


def _painted(chosen: argparse.Namespace, painter: Painter) -> Answer | int:
    """With the handout as PDF too."""
    _check_folder(chosen)
    chosen.played = asked_lesson(chosen)  # the painter knows nothing of options
    _make(chosen.out)
    found = painter(chosen)
    return found if isinstance(found, int) else _answer(chosen, chosen.played, found)


def _answer(chosen: argparse.Namespace, lesson: Lesson, painted: Sequence[Path] = ()) -> Answer:
    written = [*_written(chosen, lesson), *map(str, painted)]
    played = tuple((step, lesson.scene(step.id)) for step in lesson.steps)
    data: dict[str, object] = {
        "id": lesson.id,
        "seed": lesson.seed,
        "steps": [{"title": step.title, "id": step.id, **_numbers(scene)} for step, scene in played],
    }
    lines = [line for step, scene in played for line in _told(step.title, scene)]
    about = N_("{title}; simulated people, seed {seed:plain}", title=lesson.title, seed=lesson.seed)
    if written:
        data["written"] = written
        lines += [N_("written: {path}", path=path) for path in written]
    return Answer(data, (about, *lines))


def _written(chosen: argparse.Namespace, lesson: Lesson) -> list[str]:
    """The pictures and the handout, where they are asked for; files of these names are replaced."""
    _check_folder(chosen)
    if chosen.out is None:
        return []
    from explorer.export.figures.lesson_files import lesson_files  # typesets: only where it is asked for
    from explorer.export.files import write_atomically
    from explorer.export.reports.handout import handout
    from explorer.export.reports.report_html import report_html

    language = Language(chosen.language)
    _make(chosen.out)
    written = []
    for name, content in lesson_files(lesson, THEMES[0], language):
        write_atomically(chosen.out / name, content)
        written.append(str(chosen.out / name))
    if chosen.handout:
        page = chosen.out / f"{lesson.id}-handout.html"
        write_atomically(page, report_html(handout(lesson, {}, language, "")).encode())
        written.append(str(page))
    return written


def _check_folder(chosen: argparse.Namespace) -> None:
    if chosen.out is None and (chosen.handout or chosen.pdf):
        raise Unsupported(N_("a handout is a file: say with {option} where it goes", option="--out"), "out")


def _make(folder: Path) -> None:
    why: Sentence | None = None
    try:
        make_folder(folder)
    except OSError as fault:
        why = why_not_written(fault, folder)
    if why is not None:
        raise NotValid(why, "out")


def _numbers(scene: Scene) -> dict[str, object]:
    """The numbers of a step by their ids, and of each what it is; why one has no value."""
    numbers = {each.id: _plain(each.value) for each in scene.all_numbers}
    missing = {each.id: each.said for each in scene.all_numbers if numbers[each.id] is None}
    said: dict[str, object] = {
        "heading": scene.heading,
        "numbers": numbers,
        "kinds": {each.id: _kind(each) for each in scene.all_numbers},
    }
    return {**said, **({"reasons": missing} if missing else {})}


def _plain(value: object) -> object:
    """As JSON has it: None for what is no number there."""
    value = value.item() if isinstance(value, np.generic) else value
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _kind(number: Number) -> object:
    return number.kind.value if isinstance(number.kind, Kind) else number.kind


def _told(title: Sentence, scene: Scene) -> Iterable[Line]:
    """A step for a person: its statement, its numbers, and what must not be concluded."""
    yield N_("{title}: {heading}", title=title, heading=scene.heading)
    for each in scene.all_numbers:
        kind = KINDS[each.kind] if isinstance(each.kind, Kind) else each.kind
        yield Row(("", each.label, each.said, kind, each.source or None))
    if scene.caution is not None:
        yield scene.caution


def _no_options(parser: argparse.ArgumentParser) -> None:
    """`lessons` takes none of its own."""


def _declare_lesson(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(verb="lesson")
    parser.add_argument("lesson", metavar="ID", help=help_text(parser, N_("an id that `lessons` lists")))
    options: Mapping[str, tuple[str, Sentence]] = {
        "--seed": ("N", N_("a whole number: the same one gives the same numbers")),
        "--epsilon": ("E", N_("the lesson's ε, where it has one")),
    }
    for option, (value, words) in options.items():
        parser.add_argument(option, metavar=value, help=help_text(parser, words))
    text = help_text(parser, N_("the folder for its pictures and their numbers"))
    parser.add_argument("--out", type=Path, metavar="DIR", help=text)
    text = help_text(parser, N_("write the handout there too, as HTML"))
    parser.add_argument("--handout", action="store_true", help=text)
    parser.add_argument(
        "--pdf", action="store_true", help=help_text(parser, N_("write the handout there too, as PDF"))
    )


VERBS = (
    Verb("lessons", N_("list the lessons"), _no_options, _lessons, example="lessons"),
    Verb(
        "lesson",
        N_("play a lesson on simulated people to its end"),
        _declare_lesson,
        _lesson,
        _painted,
        example="lesson differencing --epsilon 0.5 --out pictures",
    ),
)
