"""What a record is about when it is asked for: the workspace and the card that are in front."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QWidget

from explorer.app.core.decision import Subject
from explorer.app.core.decision_messages import RecordOpened
from explorer.app.core.state import State, Workspace
from explorer.app.record.pictures import PICTURES, pictures_of
from explorer.gui.shell.window import Window
from explorer.gui.widgets.card import Card

_SUBJECTS = {
    Workspace.EXPLORE: Subject.RELEASE,
    Workspace.COMPOSE: Subject.REPEATED,
    Workspace.RELEASE: Subject.PLAN,
    Workspace.LEDGER: Subject.ACCOUNT,
    Workspace.TABLES: Subject.RELEASE,
    Workspace.LEARN: Subject.RELEASE,
}
_YEAR = "year"


def opened(window: Window, state: State) -> RecordOpened:
    """The record about what is in front, with the picture of the card in focus, or the first one."""
    card = _card_of(window.focusWidget())
    subject = _SUBJECTS[state.workspace]
    if subject is Subject.REPEATED and _year_in_front(window, card, state):
        subject = Subject.YEAR
    listed = PICTURES[subject]
    shown = dict(state.shown).get(card, card)
    if shown in listed:
        return RecordOpened(subject, shown)
    about = replace(state, decision=replace(state.decision, subject=subject))
    return RecordOpened(subject, next(iter((*pictures_of(about), *listed)), None))


def _card_of(widget: QWidget | None) -> str:
    """The card that a widget stands in; "" for none."""
    while widget is not None and not isinstance(widget, Card):
        widget = widget.parentWidget()
    return "" if widget is None else widget.objectName()


def _year_in_front(window: Window, focused: str, state: State) -> bool:
    """Whether the year's card is looked at: it has the focus, or lies in front with a plan in it."""
    if focused:
        return focused == _YEAR
    card = window.card(_YEAR)
    return bool(state.schedule.releases) and card.isVisible() and not card.behind
