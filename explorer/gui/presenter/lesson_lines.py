"""What a step of a lesson says on the screen, line by line, and the pictures on pages of their own."""

from __future__ import annotations

from collections.abc import Iterator

from explorer.app.core.lesson_place import in_hand
from explorer.app.core.state import State
from explorer.app.learn.guess import guess_said
from explorer.app.learn.lesson_figures import figure_of
from explorer.app.learn.lesson_way import Way, way_of
from explorer.app.learn.number_rows import rows_of
from explorer.app.learn.step_scene import shown
from explorer.app.plotting.figure import Answers, Figure
from explorer.gui.learn.sheet_table import cell_text
from explorer.gui.presenter.card_words import PICTURE, Line, Said, table_lines
from explorer.gui.presenter.lesson_keys import MOST
from explorer.gui.shell.context import Context
from explorer.lessons.parts.lesson import Guess
from explorer.lessons.parts.picture import Sheet
from explorer.lessons.parts.scene import Scene
from explorer.mark import N_, Sentence

Step = tuple[str, tuple[Line, ...], Figure | None, tuple[Figure, ...], Sentence | None]


def lines_of_step(context: Context, state: State, answers: Answers) -> Step:
    """What is assumed, the lines, the figures for the places of pictures, and the statement of the step."""
    way, found = way_of(state), shown(state, answers)
    if found.scene is None:
        return "", ((Said(context.say(N_("This is being computed")), quiet=True),),), None, (), None
    scene, lesson = found.scene, in_hand(state.lessons)
    lines = [*_words(context, way, scene)]
    figures: list[Figure] = []
    for picture in scene.pictures:
        if isinstance(picture, Sheet):
            lines += _sheet(context, picture)
        else:
            lines.append(PICTURE)
            figures.append(figure_of(picture, lesson, pending=not found.current))
    first = figures[0] if figures else None
    return "", tuple(lines), first, tuple(figures[1:]), scene.heading


def _words(context: Context, way: Way, scene: Scene) -> Iterator[Line]:
    """Text, the question of the step, numbers, what can be played by which key, what is warned of."""
    say = context.say
    for paragraph in scene.text:
        yield (Said(say(paragraph)),)
    guess = way.step.guess
    if guess is not None:
        yield (Said(say(guess.question), strong=True),)
        for choice in guess.choices:
            yield (Said(f"– {say(choice)}"),)
        yield (_guessed(context, guess, way.guess_at(way.step.id)),)
    for row in rows_of(way, scene):
        yield (Said(say(row.label)), Said(say(row.said), strong=True))
        if row.kind is not None:
            yield (Said(say(row.kind), quiet=True),)
    for key, action in enumerate(scene.actions[:MOST], 1):
        words = say(N_("key {key}: {action}", key=str(key), action=action.label))
        yield (Said(words, quiet=action.refusal is not None),)
    if way.step.redraws:
        yield (Said(say(N_("key {key}: {action}", key="0", action=N_("New draw")))),)
    if scene.caution is not None:
        yield (Said(say(scene.caution), quiet=True),)


def _guessed(context: Context, guess: Guess, given: float | None) -> Said:
    """What the audience guessed, or the key by which that is written down."""
    if given is None:
        key = N_("key {key}: {action}", key="G", action=N_("The audience's guess"))
        return Said(context.say(key), quiet=True)
    told = N_("The audience's guess: {guess}", guess=guess_said(guess, given))
    return Said(context.say(told), strong=True)


def _sheet(context: Context, sheet: Sheet) -> Iterator[Line]:
    """A table under its title; cells that are marked are strong. One without rows yet says nothing."""
    if not sheet.rows:
        return
    say = context.say
    yield (Said(say(sheet.title), strong=True),)
    headings = tuple(say(each) for each in sheet.headings)
    rows = tuple(tuple(cell_text(context, cell) for cell in row) for row in sheet.rows)
    lines = table_lines(headings, rows)
    if len(lines) == len(rows) + 1:
        lines = (lines[0], *(_marked(line, at, sheet) for at, line in enumerate(lines[1:])))
    yield from lines
    if sheet.aside is not None:
        yield (Said(say(sheet.aside), quiet=True),)


def _marked(line: Line, row: int, sheet: Sheet) -> Line:
    return tuple(
        Said(said.text, (row, column) in sheet.marked, text_column=said.text_column)
        for column, said in enumerate(line)
    )
