"""Each step of a lesson as a card that is presented: which one it is, its number, its notes, its controls."""

from __future__ import annotations

from dataclasses import replace

from explorer.app.core.lesson_place import SECTION
from explorer.app.core.request import Request
from explorer.app.core.state import State
from explorer.app.plotting.figure import Answers
from explorer.mark import Sentence, verbatim

PREFIX = "lesson/"  # of the names of such cards: "lesson/differencing/guess"


def is_step(card: str) -> bool:
    """Whether a presented card is a step of a lesson."""
    return card.startswith(PREFIX)


def card_of(lesson: str, step: str) -> str:
    """The name of a step as a card."""
    return f"{PREFIX}{lesson}/{step}"


def step_cards(state: State) -> tuple[tuple[str, ...], str]:
    """The steps of the lesson in hand as cards, and the one in hand."""
    from explorer.app.learn.lesson_way import way_of  # no start imports a lesson

    way = way_of(state)
    return tuple(card_of(way.kind.id, step) for step in way.ids), card_of(way.kind.id, way.step.id)


def followed(state: State) -> State:
    """The state with the lesson in the step that is presented: an audience waits for no typed guess."""
    card = state.presentation.card
    if not is_step(card):
        return state
    from explorer.app.learn.lesson_updates import stand_in  # as above

    _, lesson, step = card.split("/", 2)
    return stand_in(replace(state, lessons=replace(state.lessons, lesson=lesson)), step)


def controls_of(state: State) -> tuple[str, ...]:
    """The paths of what can be moved in the step in hand."""
    from explorer.app.learn.lesson_way import way_of

    return tuple(f"{SECTION}.{name}" for name in way_of(state).step.controls)


def questions(state: State) -> tuple[Request, ...]:
    """What its scene asks in the background."""
    from explorer.app.learn.step_scene import questions as asked

    return tuple(asked(state))


def title_of(card: str) -> Sentence:
    """What a step is called."""
    from explorer.lessons.parts.lesson import every_lesson, step_of

    _, lesson, step = card.split("/", 2)
    return step_of(every_lesson()[lesson], step).title


def lesson_of(card: str) -> Sentence:
    """What the lesson of a step is called."""
    from explorer.lessons.parts.lesson import every_lesson

    return every_lesson()[card.split("/", 2)[1]].title


def notes_in(card: str) -> tuple[Sentence, ...]:
    """What the lesson says to who speaks; nothing of a card that is no step."""
    if not is_step(card):
        return ()
    from explorer.lessons.parts.lesson import every_lesson, step_of

    _, lesson, step = card.split("/", 2)
    return step_of(every_lesson()[lesson], step).notes


def number_of(
    state: State, answers: Answers
) -> tuple[tuple[Sentence, Sentence, Sentence, Sentence], int | None, bool] | None:
    """What heads the number, the words before it, the number, those after; how many of a hundred squares.

    And whether it is of the settings of now. None where the step has no large number.
    """
    from explorer.app.learn.lesson_way import way_of
    from explorer.app.learn.step_scene import shown

    found, way = shown(state, answers), way_of(state)
    if found.scene is None or found.scene.key is None:
        return None
    key, words = found.scene.key, found.scene.key_words
    before = key.label if words is None else way.step.title
    filled = None if key.share is None else round(100 * key.share)
    return (way.kind.title, before, key.said, words or verbatim("")), filled, found.current
