"""Where bounds cross basic composition: a dot each in the picture, and their numbers where there is room."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from explorer.app.compose.bounds_at_k import delta_left
from explorer.app.compose.curve_axes import PlotArea, changed, roomiest
from explorer.app.compose.known_totals import crossing_before, crossing_of
from explorer.app.core.request import last_within, release_of
from explorer.app.core.state import State
from explorer.app.plotting.figure import Answers
from explorer.app.plotting.layers import Layer, Line, Note, Points
from explorer.app.plotting.palette import bound_colour
from explorer.mark import N_, Sentence
from explorer.privacy.composition import Composition, Crossing, every_composition

_WIDTH, _LINE = 0.55, 0.045  # of the picture: about what a line of these words takes
_FOOT = 0.03  # of the height: above the knob of the line that is dragged


@dataclass(frozen=True)
class _Line:
    """What is said of one crossing: whole, in brief, and in the order of `count`."""

    count: float
    whole: Sentence
    brief: Sentence | None = None
    least: Sentence | None = None


def crossing_marks(state: State, answers: Answers, ground: PlotArea, lines: list[Line]) -> list[Layer]:
    """A dot at each crossing of a drawn curve; k, ε and δ' of all of them where there is room.

    `lines` are the curves as they are drawn. δ' is said once where it is the same for all: where the
    releases have no δ of their own.
    """
    delta, total = release_of(state.setting).delta, state.composing.total_delta
    last = last_within(delta, total, state.composing.horizon)
    dots: list[Layer] = []
    said: list[_Line] = []
    for position, (bound, entry) in enumerate(every_composition().items()):
        if bound in state.hidden:
            continue
        found = crossing_of(state, bound, answers)
        if found is None and (before := _before(bound, answers)) is not None and before <= last:
            name = entry.short or entry.title
            whole, least = (N_("{bound}: …", bound=each) for each in (entry.title, name))
            said.append(_Line(before, whole, least=least))
        places = [] if found is None else _places(found, last)
        at = [(ground.place(k), ground.place(k * state.target.epsilon)) for k in places]
        if not at or not all(ground.low <= y <= ground.top for _, y in at):
            continue
        x, y = (np.array(each) for each in zip(*at, strict=True))
        dots.append(
            Points(
                f"crossing-{bound}",
                x,
                y,
                bound_colour(bound, position),
                9.0,
                name=entry.title,
                kind=N_("crossing with basic composition"),
                source=entry.source,
            )
        )
        said.append(_numbers(entry, places, state.target.epsilon, delta, total))
    if not said:
        return []
    return [*dots, _together(ground, lines, sorted(said, key=lambda each: each.count), delta, total)]


def _places(found: Crossing, last: int) -> list[float]:
    """The k of a crossing, both of a stretch; none outside: beyond `last` basic composition has no total."""
    places = [found.real] if found.real is not None else list(found.between or ())
    return places if places and places[0] <= last else []


def _before(bound: str, answers: Answers) -> float | None:
    """The newest older crossing that keeps a line free for the one that is being searched."""
    older = crossing_before(bound, answers)
    return None if older is None else older.real


def _numbers(
    bound: type[Composition], places: list[float], epsilon: float, delta: float, total: float
) -> _Line:
    count = places[0]
    values: dict[str, object] = {"count": count, "epsilon": count * epsilon}
    if len(places) > 1:
        values |= {"until": places[1], "then": places[1] * epsilon}
        numbers = N_("k = {count} … {until}, ε = {epsilon} … {then}", **values)
        brief = N_("{bound}: k = {count} … {until}", bound=bound.title, count=count, until=places[1])
    else:
        numbers = N_("k = {count}, ε = {epsilon}", **values)
        brief = N_("{bound}: k = {count}", bound=bound.title, count=count)
        if delta:
            left = delta_left(bound, delta, count, total)
            numbers = N_("{numbers}, δ' = {delta}", numbers=numbers, delta=left)
    name = bound.short or bound.title
    least = N_("{bound} {count}", bound=name, count=count)
    if len(places) > 1:
        least = N_("{bound} {count} … {until}", bound=name, count=count, until=places[1])
    return _Line(count, N_("{bound}: {numbers}", bound=bound.title, numbers=numbers), brief, least)


def _together(ground: PlotArea, lines: list[Line], said: list[_Line], delta: float, total: float) -> Note:
    """All numbers; in brief k alone, each with the name of its bound."""
    title = N_("crossing basic composition")
    whole = title if delta else N_("crossing basic composition, all at δ' = {delta}", delta=total)
    short = [each.brief for each in said if each.brief is not None]
    brief = (title, *short) if short else ()
    fewest = [each.least for each in said if each.least is not None]
    least = (N_("crossings at k ="), *fewest) if fewest else ()
    words = (whole, *(each.whole for each in said))
    height = len(words) * _LINE
    place, at = "right", ground.at(0.0, 1.0)
    if roomiest(ground, lines, _WIDTH, height) == "below":
        place, at = "left", ground.at(1.0, _FOOT + height / 2)
    kept = Note("crossings", *at, words, "ink", place, stressed=0, halo=True)
    beneath = N_("crossings at k: {crossings}", crossings=tuple(fewest)) if fewest else None
    return changed(kept, optional=True, free=True, brief=brief, least=least, beneath=beneath)
