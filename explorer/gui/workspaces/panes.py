"""F6: from one pane of the window to the next, each announced by its name."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu, QScrollArea, QWidget

from explorer.gui.access.announcement import announce
from explorer.gui.access.tab_order import first_within, takes_tab
from explorer.gui.access.widgets_below import widgets_below
from explorer.gui.shell.context import Context
from explorer.gui.shell.window import Window
from explorer.gui.widgets.card import Card
from explorer.gui.widgets.explain import InfoButton
from explorer.mark import N_

_LINE = 16  # pixels: panes whose tops differ by less stand side by side


def panes(window: Window) -> list[QWidget]:
    """The top bar, left column and foot where they are shown, the cards in sight, as one reads; a tour."""
    room = window.rooms[window.workspace]
    shown = [card for card in window.left.cards.values() if card.isVisible()]
    cards = [card for card in room.cards.values() if card.isVisible() and not card.behind]
    bar = window.menuWidget()
    top = [] if bar is None else [bar]
    foot = [window.docks.foot] if window.docks.foot.isVisible() else []
    tour = window.findChild(QWidget, "tour", Qt.FindChildOption.FindDirectChildrenOnly)
    led = [tour] if tour is not None and tour.isVisible() else []
    return [*top, *shown, *sorted(cards, key=lambda card: _corner(card, window)), *foot, *led]


def _corner(card: Card, window: Window) -> tuple[bool, int, int]:
    """Floating cards come last; the others by line, and in a line from the left."""
    corner = card.mapToGlobal(QPoint(0, 0)) - window.mapToGlobal(QPoint(0, 0))
    return card.isFloating(), corner.y() // _LINE, corner.x()


def pane_of(window: Window, focused: QWidget | None) -> QWidget | None:
    """The pane in which something stands; None where it is in none of them."""
    inside = [each for each in panes(window) if focused is not None and _holds(each, focused)]
    return inside[0] if inside else None


def _holds(pane: QWidget, widget: QWidget) -> bool:
    return pane is widget or pane.isAncestorOf(widget)


def pane_entries(window: Window) -> list[QAction]:
    """What opens or closes each card that can be seen here, marked while it is open.

    Those of a workspace behind are hidden, whether they are open or not: nothing could be told of them.
    """
    rooms = [*([window.left] if window.left.isVisible() else []), window.rooms[window.workspace]]
    return [card.toggleViewAction() for room in rooms for card in room.cards.values()]


class PaneKeys:
    """Remembers in each pane where the focus was."""

    def __init__(self, context: Context) -> None:
        self._context, self._window = context, context.window
        self._left: dict[str, str] = {}  # pane -> the accessible name and object name of what had the focus

    def next_pane(self) -> None:
        """To the pane after the one in focus."""
        self._go(1)

    def previous_pane(self) -> None:
        """To the pane before it."""
        self._go(-1)

    def _go(self, step: int) -> None:
        known, focused = panes(self._window), QApplication.focusWidget()
        here = pane_of(self._window, focused)
        if here is not None and focused is not None:
            self._left[here.objectName()] = _mark(focused)
        place = known.index(here) + step if here is not None else (1 if step > 0 else -1)
        self._enter(known[place % len(known)])

    def _enter(self, pane: QWidget) -> None:
        """Where the focus was, else the first stop of Tab, else the head of a pane that has none."""
        target = self._before(pane) or first_within(pane)
        if target is None:
            target = pane.head if isinstance(pane, Card) else pane
        target.window().activateWindow()
        target.setFocus(Qt.FocusReason.TabFocusReason)
        _scroll_to(target)
        announce(target, self.name(pane))

    def _before(self, pane: QWidget) -> QWidget | None:
        mark = self._left.get(pane.objectName())
        if mark is None:
            return None
        there = (each for each in widgets_below(pane) if each.isVisible() and each.isEnabled())
        return next((each for each in there if takes_tab(each) and _mark(each) == mark), None)

    def name(self, pane: QWidget) -> str:
        """What a pane is called."""
        if isinstance(pane, Card) or pane.objectName() == "tour":
            return pane.accessibleName()
        if pane is self._window.docks.foot:
            return self._context.say(N_("What the release spends, and its button"))
        return self._context.say(N_("Workspaces, search and menu"))


def _mark(widget: QWidget) -> str:
    """The same for a widget that is built anew with its pane."""
    return f"{type(widget).__name__} {widget.objectName()} {widget.accessibleName()}"


def _scroll_to(target: QWidget) -> None:
    """Bring what has the focus into sight, where it stands in a column that scrolls."""
    above = target.parentWidget()
    while above is not None and not isinstance(above, QScrollArea):
        above = above.parentWidget()
    if above is not None:
        above.ensureWidgetVisible(target)


def offer_explanations(context: Context) -> None:
    """A menu of all that the pane in focus explains; of all that the window explains, where none has it."""
    focused = QApplication.focusWidget()
    pane = pane_of(context.window, focused)
    found = explanations(context.window if pane is None or not explanations(pane) else pane)
    anchor = focused or context.window
    menu = QMenu(context.window)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.setObjectName("explanations")
    menu.setAccessibleName(context.say(N_("Explanations in this pane")))
    for button in found:
        menu.addAction(button.toolTip(), button.click)
    if found:
        menu.setActiveAction(menu.actions()[0])
        menu.popup(anchor.mapToGlobal(QPoint(0, anchor.height())))


def explanations(within: QWidget) -> list[InfoButton]:
    """The “i” that can be seen in a part of the window, from above; each explanation once."""
    origin = within.mapToGlobal(QPoint(0, 0))
    ordered = sorted(
        (each for each in within.findChildren(InfoButton) if each.isVisible() and each.isEnabled()),
        key=lambda each: ((at := each.mapToGlobal(QPoint(0, 0)) - origin).y() // _LINE, at.x()),
    )
    return list({each.toolTip(): each for each in reversed(ordered)}.values())[::-1]
