"""What stands on the screen for a card: its picture, or its words; and what it is called there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from PySide6.QtWidgets import QApplication

from explorer.app.core.state import State, Workspace
from explorer.app.figures import picture_of
from explorer.app.plotting.figure import Figure, Picture
from explorer.app.presenter.key_number import DEPLOYMENTS, RECORD
from explorer.app.presenter.lesson_steps import is_step, step_cards, title_of
from explorer.app.record.decision_record import TITLE
from explorer.gui.presenter.card_words import Line, table_lines, words_of
from explorer.gui.record import presented_record
from explorer.gui.shell.context import Context
from explorer.gui.widgets.card import Card
from explorer.gui.workspaces.card_layout import FULL_WIDTH, spec_of, specs_of
from explorer.gui.workspaces.panel import Panel
from explorer.jobs import Answered
from explorer.mark import N_, Sentence

_LESSON = "lesson"
_SHOWN_BY_STEPS = (_LESSON, "lessons")  # cards of Learn that are presented step by step instead
_NO_CARDS: Mapping[str, Sentence] = MappingProxyType({DEPLOYMENTS: N_("ε in use elsewhere"), RECORD: TITLE})
"""What is presented without being a card of the window, and what it is called."""


@dataclass(frozen=True)
class Told:
    """What a card assumes and says; `figure` stands where the lines have the place of a picture.

    Of a step of a lesson: its statement as the title, `others` in the further places of pictures, and
    whether the `figure` is one of now. All of it is `made_up`.
    """

    assumed: str
    lines: tuple[Line, ...]
    figure: Figure | None = None
    others: tuple[Figure, ...] = ()
    title: Sentence | None = None
    made_up: bool = False


def cards_of(context: Context) -> tuple[str, ...]:
    """The cards of the workspace in front that are open: pictures first, then words; the left column last.

    In Explore the table of published deployments follows; everywhere the decision record, if there is one.
    """
    name = context.store.state.workspace.value
    if name == Workspace.LEARN.value:
        steps, _ = step_cards(context.store.state)
        cards = context.window.rooms[name].cards
        return (*steps, *(card for card in _others_of(context, name) if not cards[card].behind))
    return _others_of(context, name)


def _others_of(context: Context, name: str) -> tuple[str, ...]:
    """Those that are cards of the window."""
    room, left = context.window.rooms[name], context.window.left
    specs = [spec for spec in specs_of(name) if spec.card not in _SHOWN_BY_STEPS]
    open_ones = [spec for spec in specs if not room.cards[spec.card].isHidden()]
    shown = [spec.card for spec in sorted(open_ones, key=lambda spec: not spec.exported)]
    if name not in FULL_WIDTH:
        shown += [spec.card for spec in specs_of("left") if not left.cards[spec.card].isHidden()]
    return (
        *shown,
        *((DEPLOYMENTS,) if name == Workspace.EXPLORE.value else ()),
        *((RECORD,) if presented_record.at_hand(context) else ()),
    )


def first_of(context: Context, cards: tuple[str, ...]) -> str:
    """The card that is in hand when a presentation begins: the one in focus, else the first."""
    if RECORD in cards and presented_record.in_front(context):
        return RECORD
    _, step = step_cards(context.store.state) if is_step(cards[0]) else ((), "")
    focus = QApplication.focusWidget()
    held = ((card, card_for(context, card)) for card in cards)
    return next(
        (card for card, shown in held if focus and shown and shown.isAncestorOf(focus)),
        step or cards[0],
    )


def has_picture(card: str) -> bool:
    """Whether a card shows a picture, and not words."""
    return card not in _NO_CARDS and not is_step(card) and spec_of(card).exported


def picture_for(state: State, card: str) -> type[Picture]:
    """The picture that a card shows."""
    if card == "preview":
        return picture_of("released-counts" if state.releasing.drawn else "expected-counts")
    offered = dict(spec_of(card).pictures)
    chosen = dict(state.shown).get(card, card)
    return picture_of(chosen if chosen in offered else card)


def title_for(state: State, card: str) -> Sentence:
    """What a card is called on the screen."""
    if card in _NO_CARDS:
        return _NO_CARDS[card]
    if is_step(card):
        return title_of(card)
    return picture_for(state, card).title if has_picture(card) else spec_of(card).title


def card_for(context: Context, card: str) -> Card | None:
    """The card in the window; None for what is no card there."""
    if is_step(card):
        return context.window.card(_LESSON)
    return None if card in _NO_CARDS else context.window.card(card)


def panel_for(context: Context, card: str) -> Panel | None:
    """What stands in a card."""
    if card == RECORD:
        return presented_record.open_panel(context)
    shown = card_for(context, card)
    return None if shown is None else shown.inside.findChild(Panel)


def lines_of(context: Context, card: str, state: State, answers: Answered) -> Told:
    """What a card assumes, and what it says, line by line.

    One that lies behind another tab is not kept up to date by the window: it is brought up to date here.
    """
    if card == RECORD:
        return Told(*presented_record.told(context, state, answers))
    if is_step(card):
        from explorer.gui.presenter.lesson_lines import lines_of_step  # with the lessons themselves

        return Told(*lines_of_step(context, state, answers), made_up=True)
    shown, panel = card_for(context, card), panel_for(context, card)
    if shown is None or panel is None:
        from explorer.app.explore.deployments import CAUTION, by_name  # read where they are asked for
        from explorer.gui.explore.deployments_table import HEADINGS, cells_of

        headings = tuple(context.say(heading) for heading, _ in HEADINGS)
        rows = tuple(cells_of(context.say, each) for each in by_name())
        return Told(context.say(CAUTION), table_lines(headings, rows))
    panel.show_state(state, answers)
    return Told(shown.head.assumption.text(), words_of(panel))
