"""What taking a hit of the palette does in the window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QAbstractScrollArea, QMenu, QToolButton, QWidget

from explorer.app.core.message import PictureShown, Settled
from explorer.app.explore.deployments import deployments
from explorer.app.finder.entry import (
    Explanation,
    ExportMenu,
    MenuAction,
    Messages,
    OpenPane,
    PlanField,
    PressButton,
    PublishedUse,
    Taking,
)
from explorer.app.release.plan.plan_field_titles import general
from explorer.gui.access.tab_order import first_within, takes_tab
from explorer.gui.access.widgets_below import widgets_below
from explorer.gui.explore.deployments_table import show_deployed
from explorer.gui.finder.command import Command, Opener
from explorer.gui.release.plan.plan_fields import Field
from explorer.gui.shell.context import Context
from explorer.gui.shell.notices import tell
from explorer.gui.widgets.card import Card
from explorer.gui.widgets.explain import explain
from explorer.gui.widgets.fold import reveal
from explorer.gui.workspaces.card_layout import spec_of
from explorer.mark import N_, Sentence

PLAN = "plan"  # the card with the form of the plan
Places = tuple[QWidget, QWidget | None]  # the field, and where the focus was before


def take(
    context: Context, opener: Opener, commands: Sequence[Command], taking: Taking, places: Places
) -> None:
    """Do it; an explanation opens under the field, and gives the focus back to where it was."""
    if isinstance(taking, Messages):
        _say(context, opener, taking)
    elif isinstance(taking, OpenPane):
        _in(context, opener, taking, _focus)
    elif isinstance(taking, ExportMenu):
        _in(context, opener, taking, partial(_export, context))
    elif isinstance(taking, PressButton):
        _in(context, opener, taking, partial(_press, context, (taking.words, *taking.also)))
    elif isinstance(taking, PlanField):
        _in(context, opener, OpenPane(PLAN), partial(_plan_field, context, taking))
    elif isinstance(taking, PublishedUse):
        show_deployed(context, deployments()[taking.place])
    elif isinstance(taking, MenuAction):
        next(each.action for each in commands if each.id == taking.action).trigger()
    elif isinstance(taking, Explanation):
        field, back = places
        explain(context, taking.fact, field, back=back)


def _say(context: Context, opener: Opener, taking: Messages) -> None:
    """Where it can be seen, as one step that is undone at once."""
    if taking.seen_in and context.store.state.workspace.value not in taking.seen_in:
        opener.open_workspace(taking.seen_in[0])
    if taking.card:
        opener.open_card(taking.card)
    for message in taking.messages:
        context.store.dispatch(message)
    context.store.dispatch(Settled())


def _in(
    context: Context,
    opener: Opener,
    taking: OpenPane | ExportMenu | PressButton,
    act: Callable[[Card], None],
) -> None:
    """Bring the pane to the front, with the picture that is asked for; then do something in it.

    What lay behind a tab can be used only after its workspace has been laid out.
    """
    name = taking.card
    opener.open_card(name)
    picture = "" if isinstance(taking, PressButton) else taking.picture
    if picture and dict(context.store.state.shown).get(name, name) != picture:
        context.store.dispatch(PictureShown(name, picture))
    context.store.frame()
    card = context.window.every_card()[name]
    QTimer.singleShot(0, card, partial(act, card))


def _focus(card: Card) -> None:
    """Into its first control that can be reached; what scrolls it is none, where there is another inside."""
    first = first_within(card)
    inside = first_within(first) if isinstance(first, QAbstractScrollArea) else None
    if (control := inside or first) is not None:
        control.setFocus(Qt.FocusReason.TabFocusReason)


def _export(context: Context, card: Card) -> None:
    """Open the menu of its export link, under the link."""
    words = context.say(N_("export"))
    for link in card.head.findChildren(QToolButton):
        menu = link.defaultAction().menu() if link.defaultAction() is not None else None
        if link.text() == words and isinstance(menu, QMenu) and link.isVisibleTo(card):
            link.setFocus()
            menu.popup(link.mapToGlobal(QPoint(0, link.height())))
            return
    _missing(context, card, N_("export"))


def _plan_field(context: Context, taking: PlanField, card: Card) -> None:
    """Into the first field of the plan that is meant."""
    for field in card.findChildren(Field):
        if general(field.path) == taking.path and field.isEnabled():
            reveal(field)
            focused = next(each for each in widgets_below(field) if takes_tab(each))
            focused.setFocus(Qt.FocusReason.OtherFocusReason)
            return
    _missing(context, card, taking.title)


def _press(context: Context, named: tuple[Sentence, ...], card: Card) -> None:
    """Press the button, or choose the entry of a menu, that bears one of the words."""
    words = [context.say(each) for each in named]
    for button in card.findChildren(QAbstractButton):
        if _words_on(button) in words and button.isVisibleTo(card) and button.isEnabled():
            button.setFocus()
            button.click()
            return
    for action in card.findChildren(QAction):
        if action.text() in words and action.isVisible() and action.isEnabled():
            action.trigger()
            return
    _missing(context, card, named[0])


def _words_on(button: QAbstractButton) -> str:
    """A link shows its action's words without the … at their end."""
    action = button.defaultAction() if isinstance(button, QToolButton) else None
    return button.text() if action is None else action.text()


def _missing(context: Context, card: Card, words: Sentence) -> None:
    """It can't be done yet: the pane is in front, and says what comes first."""
    title = spec_of(card.objectName()).title
    sentence = N_("“{name}” is not possible yet: see the pane “{pane}”", name=words, pane=title)
    tell(context.window, context.say(sentence))
