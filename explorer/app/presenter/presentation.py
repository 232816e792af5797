"""How a presentation goes on: from card to card, frozen, reset, ended; and the notes of who speaks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from explorer.app.core import presenter_messages as said
from explorer.app.core.history import returned
from explorer.app.core.state import LONGEST_NOTES, Presentation, State, mechanism_of
from explorer.app.presenter.lesson_steps import controls_of, followed, is_step

_EXPLORED = ("target.epsilon", "target.delta", "target.sensitivity")
_REPEATED = ("target.epsilon", "composing.count", "composing.total_delta")
_PARAMETERS = {  # that the column can move, by card; those of Explore for any other
    **dict.fromkeys(("composition", "readout"), _REPEATED),
    "crossings": ("target.epsilon", "composing.total_delta"),
    "inverse": ("composing.total_epsilon", "composing.count", "composing.total_delta"),
    **dict.fromkeys(("year", "preview", "plan", "publish", "testing", "deployments", "record"), ()),
    **dict.fromkeys(("accounts", "spends", "entries", "advice", "verification"), ()),
    "tables": ("tables.epsilon", "tables.delta"),
    "table-bounds": ("tables.count", "tables.total_delta"),
    "table-outcomes": ("tables.epsilon",),
    "table-profile": ("tables.epsilon", "tables.delta"),
    "table-composed": ("tables.count", "tables.total_delta"),
}


def presenting(state: State) -> bool:
    """Whether cards are presented."""
    return bool(state.presentation.cards)


def on_screen(state: State) -> State:
    """What the audience sees: the state, or the one that was frozen."""
    return state.presentation.frozen or state


def place(presentation: Presentation) -> int:
    """The place of the card in hand among all, from 0."""
    return presentation.cards.index(presentation.card)


def following(presentation: Presentation) -> str:
    """The next card; empty after the last."""
    later = presentation.cards[place(presentation) + 1 :]
    return later[0] if later else ""


def notes_of(presentation: Presentation, card: str) -> str:
    """The notes to a card; empty where there are none."""
    return dict(presentation.notes).get(card, "")


def parameters_of(state: State) -> tuple[str, ...]:
    """The paths of the parameters that the column can show beside the card in hand: those in use."""
    if is_step(state.presentation.card):
        return controls_of(state)
    paths = _PARAMETERS.get(state.presentation.card, _EXPLORED)
    if mechanism_of(state).pure:
        paths = tuple(path for path in paths if path != "target.delta")
    return paths


def parameter_of(state: State) -> str:
    """The path of the parameter that the column shows; empty where the card has none."""
    paths = parameters_of(state)
    chosen = state.presentation.parameter
    return chosen if chosen in paths else next(iter(paths), "")


def _begun(state: State, message: said.PresentationBegun) -> State:
    """Without cards nothing begins."""
    if not message.cards:
        return state
    first = message.first if message.first in message.cards else message.cards[0]
    notes = state.presentation.notes
    begun = replace(state, presentation=Presentation(notes=notes))
    return followed(replace(state, presentation=Presentation(message.cards, first, begun=begun, notes=notes)))


def _changed(state: State, **changes: Any) -> State:
    return replace(state, presentation=replace(state.presentation, **changes))


def _turned(state: State, message: said.CardTurned) -> State:
    shown = state.presentation
    if not shown.cards:
        return state
    to = min(max(place(shown) + message.by, 0), len(shown.cards) - 1)
    return followed(_changed(state, card=shown.cards[to]))


def _parameter_chosen(state: State, message: said.PresentedParameterChosen) -> State:
    return _changed(state, parameter=message.path)


def _frozen(state: State, message: said.ScreenFrozen) -> State:
    """What is frozen holds no earlier one in itself, and stays what it was where it is frozen again."""
    if not presenting(state) or message.frozen == (state.presentation.frozen is not None):
        return state
    return _changed(state, frozen=state if message.frozen else None)


def _reset(state: State, _: said.PresentationReset) -> State:
    """As it was when the presentation began, but for what undo leaves alone, the plan, and the card."""
    begun = state.presentation.begun
    if begun is None:
        return state
    return followed(_changed(replace(returned(begun, state), releasing=state.releasing), frozen=None))


def _ended(state: State, _: said.PresentationEnded) -> State:
    return replace(state, presentation=Presentation(notes=state.presentation.notes))


def _noted(state: State, message: said.NotesWritten) -> State:
    others = [(card, text) for card, text in state.presentation.notes if card != message.card]
    text = message.text.encode(errors="replace").decode()[:LONGEST_NOTES]  # a session holds only text
    return _changed(state, notes=tuple(sorted([*others, *([(message.card, text)] if text else [])])))


UPDATES: Mapping[type, Callable[[State, Any], State]] = MappingProxyType(
    {
        said.PresentationBegun: _begun,
        said.CardTurned: _turned,
        said.PresentedParameterChosen: _parameter_chosen,
        said.ScreenFrozen: _frozen,
        said.PresentationReset: _reset,
        said.PresentationEnded: _ended,
        said.NotesWritten: _noted,
    }
)
