"""Which pictures a record can have: none of a budget or a total that nobody asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from explorer.app.core.decision import Subject
from explorer.app.core.state import State
from explorer.app.plotting.figure import Figure

_DELTA, _BUDGET = "composing.total_delta", "composing.total_epsilon"
_OF_ONE = (
    "released-value",
    "trade-off",
    "privacy-loss",
    "delta-profile",
    "renyi",
    "equally-likely",
    "clipping",
    "dimension",
    "range-strategies",
    "learning",
)
_OF_MANY = ("composition", "noise-per-release", "loss-of-many", "regions-of-many", "delta-of-many")
PICTURES: Mapping[Subject, tuple[str, ...]] = MappingProxyType(
    {
        Subject.RELEASE: _OF_ONE,
        Subject.REPEATED: (*_OF_MANY, *_OF_ONE),
        Subject.YEAR: ("year",),
        Subject.PLAN: ("expected-counts", "noise-alone", "released-counts"),
        Subject.ACCOUNT: (),
    }
)
_RESTS_ON: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        **dict.fromkeys((*_OF_MANY, "year"), (_DELTA,)),
        **dict.fromkeys(("loss-of-many", "regions-of-many", "delta-of-many"), (_DELTA, "composing.count")),
        "noise-per-release": (_DELTA, _BUDGET),
    }
)


def pictures_of(state: State) -> tuple[str, ...]:
    """The pictures that the record can have: all that they rest on was set by somebody."""
    listed = PICTURES[state.decision.subject]
    return tuple(each for each in listed if state.given.issuperset(_RESTS_ON.get(each, ())))


def shown_picture(state: State) -> str | None:
    """The picture of the record; None where it has none, or none that it can have."""
    picture = state.decision.picture
    return picture if picture in pictures_of(state) else None


def withheld(state: State) -> bool:
    """Whether a picture was chosen that rests on a total δ or a budget that nobody set."""
    picture = state.decision.picture
    return picture in PICTURES[state.decision.subject] and picture not in pictures_of(state)


def recorded(figure: Figure, state: State) -> Figure:
    """The figure as it stands in the record: without the line of a budget that nobody set."""
    if _BUDGET in state.given:
        return figure
    layers = tuple(each for each in figure.layers if not each.id.startswith("budget"))
    settings = {key: value for key, value in figure.settings.items() if key != "budget_epsilon"}
    return replace(figure, layers=layers, settings=MappingProxyType(settings))
