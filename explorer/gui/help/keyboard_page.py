"""Every key of the window: read off its actions, so that the page says what they are now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from explorer.gui.canvas.picture_keys import PICTURE_KEYS
from explorer.gui.help.page_dialog import Section, show_page
from explorer.gui.shell.context import Context
from explorer.mark import N_

TITLE = N_("Keyboard")
PANE_KEYS = (
    N_(
        "F6 goes to the next pane, Shift+F6 to the previous one. Inside a pane, Tab goes from control to "
        "control; the arrow keys go along links that stand together, along tabs and along tables."
    ),
    N_(
        "F1 explains the number that has the focus. Shift+F1 lists everything that the pane explains. "
        "Page Up and Page Down scroll a pane; in a lesson they go from step to step."
    ),
    N_(
        "Space plays or pauses the simulated draws. In the plan of a year, Ctrl+Shift+Up and Ctrl+Shift+Down "
        "move the line in hand."
    ),
)
PRESENTER_KEYS = (
    N_(
        "F5 begins presenter mode, and F5 or Escape ends it. Page Down and Page Up turn the cards. R sets "
        "everything as it was at the beginning, D shows the next draw, N opens your notes, F11 fills the "
        "screen. In a lesson, 1 to 9 play the actions of the step, 0 draws anew, and G writes down what the "
        "audience guesses."
    ),
)


def show_keyboard(context: Context, menu: QMenu) -> None:
    """Open the page of all keys."""
    show_page(context, TITLE, sections(context, menu))


def sections(context: Context, menu: QMenu) -> tuple[Section, ...]:
    """The keys by the menus whose actions they are, those of no menu, and what panes and pictures know."""
    say = context.say
    found, told = [], set()
    for opening in menu.actions():
        inner = opening.menu()
        if isinstance(inner, QMenu):
            actions = list(_actions_in(inner))
            told |= set(actions)
            found.append(Section(opening.text(), tuple(_rows(actions))))
    others = [each for each in context.window.actions() if each not in told]
    found.append(Section(say(N_("Everywhere")), tuple(_rows(others))))
    panes = (
        (N_("In panes"), PANE_KEYS),
        (N_("In pictures"), PICTURE_KEYS),
        (N_("In presenter mode"), PRESENTER_KEYS),
    )
    found += [Section(say(title), lines=tuple(map(say, lines))) for title, lines in panes]
    return tuple(each for each in found if each.rows or each.lines)


def keyed(actions: Iterable[QAction]) -> list[QAction]:
    """Those of these actions that have a key."""
    return [each for each in actions if each.shortcuts()]


def _actions_in(menu: QMenu) -> Iterator[QAction]:
    for action in menu.actions():
        inner = action.menu()
        if isinstance(inner, QMenu):
            yield from _actions_in(inner)
        elif not action.isSeparator():
            yield action


def _rows(actions: Iterable[QAction]) -> Iterator[tuple[str, str]]:
    for action in keyed(actions):
        yield " / ".join(keys_of(action)), action.text()


def keys_of(action: QAction) -> tuple[str, ...]:
    """As a keyboard of this system has them written; none that hardly any keyboard has ("Undo", F14)."""
    native = QKeySequence.SequenceFormat.NativeText
    told = (each for each in action.shortcuts() if _is_usual(each[0].key()))  # type: ignore[index]
    return tuple(dict.fromkeys(each.toString(native) for each in told))


def _is_usual(key: Qt.Key) -> bool:
    return key < Qt.Key.Key_Help and not Qt.Key.Key_F13 <= key <= Qt.Key.Key_F35
