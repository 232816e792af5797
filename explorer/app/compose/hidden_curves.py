"""Curves that a person left out of the picture of the total ε; their numbers stand wherever they did."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from explorer.app.core.message import AllCurvesShown, CurveHidden
from explorer.app.core.state import State
from explorer.mark import N_, Sentence
from explorer.privacy.composition import every_composition


def hidden_of(bounds: Iterable[str]) -> frozenset[str]:
    """Those that are bounds here: another version of the program may know others.

    Where none is named no bound is looked up: a start with a kept session would import them all.
    """
    named = frozenset(bounds)
    return named & frozenset(every_composition()) if named else named


def hidden(state: State, message: CurveHidden) -> State:
    """The curve of one bound is left out, or drawn again."""
    one = hidden_of((message.bound,))
    return replace(state, hidden=state.hidden | one if message.hidden else state.hidden - one)


def all_shown(state: State, _: AllCurvesShown) -> State:
    """Every curve is drawn."""
    return replace(state, hidden=frozenset())


UPDATES: Mapping[type, Callable[[State, Any], State]] = MappingProxyType(
    {CurveHidden: hidden, AllCurvesShown: all_shown}
)


def with_hidden(said: Sentence, state: State) -> Sentence:
    """`said`, and how many curves the picture leaves out, where there are any."""
    count = len(state.hidden)
    if not count:
        return said
    if count == 1:
        return N_("{said}; 1 curve is hidden", said=said)
    return N_("{said}; {count} {count:curve is|curves are} hidden", said=said, count=count)


def hidden_first(said: Sentence, state: State) -> Sentence:
    """The same for a line that may be cut at its end: what somebody has hidden is told before the rest."""
    count = len(state.hidden)
    if not count:
        return said
    return N_("{count} {count:curve is|curves are} hidden; {said}", said=said, count=count)


def all_hidden(state: State) -> Sentence | None:
    """What to do where every curve is left out; None where one is drawn."""
    if len(state.hidden) < len(every_composition()):
        return None
    return N_("Every curve is hidden. “Show all curves”, beside the list of bounds, brings them back")


def turned(title: Sentence, hidden: bool) -> Sentence:
    """What a press on the dot of a bound does to its curve."""
    if hidden:
        return N_("Show {bound} in the picture", bound=title)
    return N_("Hide {bound} in the picture", bound=title)
