"""Where bounds cross adding up: a dot each in the picture, and their numbers together where there is room."""

from __future__ import annotations

from typing import cast

import numpy as np

from explorer.app.answering import crossing_of
from explorer.app.drawn_bounds import Ground, roomiest
from explorer.app.figure import Answers, Layer, Line, Note, Points
from explorer.app.palette import bound_colour
from explorer.app.readings import delta_left
from explorer.app.request import Crossed, last_within, release_of
from explorer.app.state import State
from explorer.mark import N_, Sentence
from explorer.privacy.composition import Crossing, every_composition

_WIDTH, _LINE = 0.55, 0.045  # of the picture: about what a line of these words takes
_FOOT = 0.03  # of the height: above the knob of the line that is dragged


def crossing_marks(state: State, answers: Answers, ground: Ground, lines: list[Line]) -> list[Layer]:
    """A dot at each crossing within the picture; k, ε and δ' of all of them in the roomier corner.

    `lines` are the curves as they are drawn. δ' is said once where it is the same for all: where the
    releases have no δ of their own.
    """
    delta, total = release_of(state.setting).delta, state.composing.total_delta
    last = last_within(delta, total, state.composing.horizon)
    dots: list[Layer] = []
    said: list[tuple[float, Sentence]] = []
    for position, (bound, entry) in enumerate(every_composition().items()):
        found = crossing_of(state, bound, answers)
        if found is None and (before := _before(bound, answers)) is not None and before <= last:
            said.append((before, N_("{bound}: …", bound=entry.title)))
        if found is None or found.real is None or found.epsilon is None or found.real > last:
            continue  # none in the picture; beyond the last k adding up has no total either
        x, y = ground.place(found.real), ground.place(found.epsilon)
        if not ground.low <= y <= ground.top:
            continue
        colour = bound_colour(bound, position)
        dots.append(Points(f"crossing-{bound}", np.array([x]), np.array([y]), colour, 9.0))
        said.append((found.real, _numbers(bound, found.real, found.epsilon, delta, total)))
    if not said:
        return []
    ordered = tuple(words for _, words in sorted(said, key=lambda each: each[0]))
    title = (
        N_("crossing adding up") if delta else N_("crossing adding up, all at δ' = {delta:2}", delta=total)
    )
    return [*dots, _together(ground, lines, (title, *ordered))]


def _before(bound: str, answers: Answers) -> float | None:
    """The newest older crossing that keeps a line free for the one that is being searched."""
    for older in reversed(tuple(answers)):
        if isinstance(older, Crossed) and older.bound == bound:
            return cast(Crossing, answers[older]).real
    return None


def _numbers(bound: str, count: float, epsilon: float, delta: float, total: float) -> Sentence:
    entry = every_composition()[bound]
    values = {"bound": entry.title, "count": count, "epsilon": epsilon}
    if not delta:
        return N_("{bound}: k = {count:3}, ε = {epsilon:3}", **values)
    left = delta_left(entry, delta, count, total)
    return N_("{bound}: k = {count:3}, ε = {epsilon:3}, δ' = {delta:2}", delta=left, **values)


def _together(ground: Ground, lines: list[Line], words: tuple[Sentence, ...]) -> Note:
    height = len(words) * _LINE
    if roomiest(ground, lines, _WIDTH, height) == "below":
        return Note(
            "crossings",
            *ground.at(1.0, _FOOT + height / 2),
            words,
            "ink",
            place="left",
            stressed=0,
            halo=True,
        )
    return Note("crossings", *ground.at(0.0, 1.0), words, "ink", stressed=0, halo=True)
