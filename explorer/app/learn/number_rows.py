"""The numbers of a step in rows; those that answer a guess stand beneath what was guessed."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.app.core import wording
from explorer.app.learn.guess import guess_said
from explorer.app.learn.lesson_way import Way
from explorer.lessons.parts.scene import Number, Scene
from explorer.mark import N_, Sentence, verbatim
from explorer.privacy.status import Kind


@dataclass(frozen=True)
class Row:
    """One line: what it is, the number, what kind of number. A guess has no kind."""

    label: Sentence
    said: Sentence
    kind: Sentence | None = None
    source: str = ""
    guessed: bool = False


def kind_said(kind: Kind | Sentence) -> Sentence:
    """What kind of number it is."""
    return kind if isinstance(kind, Sentence) else wording.KINDS[kind]


def key_line(scene: Scene) -> tuple[Sentence, Sentence]:
    """The words after the large number, and what kind of number it is. Empty where it has none."""
    if scene.key is None:
        return verbatim(""), verbatim("")
    return scene.key_words or scene.key.label, kind_said(scene.key.kind)


def rows_of(way: Way, scene: Scene) -> tuple[Row, ...]:
    """What was guessed of the large number, then each further number, with its own guess before it."""
    found = list(_guesses(way, scene.key)) if scene.key is not None else []
    for number in scene.numbers:
        found += _guesses(way, number)
        found.append(Row(number.label, number.said, kind_said(number.kind), number.source))
    return tuple(found)


def _guesses(way: Way, number: Number) -> list[Row]:
    """The rows of earlier steps that asked for this number; nothing before the step that shows it."""
    found = []
    for place, step in enumerate(way.steps[: way.here], 1):
        guess, given = step.guess, way.guess_at(step.id)
        if guess is None or given is None or guess.number != number.id:
            continue
        if way.ids.index(guess.revealed) <= way.here:
            label = N_("your guess in step {step}", step=place)
            found.append(Row(label, guess_said(guess, given), guessed=True))
    return found
