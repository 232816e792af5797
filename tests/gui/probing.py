"""Random actions over the real widgets of a window, one after the other in its event loop.

`Probe(furnished, seed).run(actions)` does them and gives a `Found`: what was raised, what Qt or Python warned
of, the longest turns of the event loop, and how much was there before and after. `furnished` gives the
controller of the window, which a change of look replaces. The same seed does the same as long as the window
answers in the same order. Files are never chosen and nothing outside is opened.
"""

import ctypes
import gc
import os
import random
import sys
import threading
import traceback
import warnings
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QPoint, Qt, QTimer, qInstallMessageHandler
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTabBar,
    QWidget,
)
from shiboken6 import getAllValidWrappers, isValid

from explorer.app.core.state import State, Workspace
from explorer.gui.canvas.figure_canvas import Canvas
from explorer.gui.fields.slider import Slider
from explorer.gui.tours.guide import TourGuide

KEYS = (
    *(Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down),
    *(Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_PageDown, Qt.Key.Key_PageUp),
    *(Qt.Key.Key_F1, Qt.Key.Key_F6, Qt.Key.Key_C, Qt.Key.Key_Plus, Qt.Key.Key_0),
)
TEXTS = (
    "1",
    "0.5",
    "1e-6",
    "1/3",
    "0",
    "-1",
    "1e400",
    "ln 3",
    "",
    "age",
    "0, 20, 40",
    "1 %",
    "=1+1",
    "x" * 300,
)
PATIENCE = 3000  # looks of up to 20 ms at whether all is done
LEFT = Qt.MouseButton.LeftButton
NEVER = ("Quit", "退出")
KINDS = (QAbstractButton, QLineEdit, QComboBox, Slider, QTabBar, QAbstractItemView, QPlainTextEdit, Canvas)


class _Handled(Exception):
    """Nothing went wrong."""


@dataclass(frozen=True)
class Held:
    """What is there at one moment, with nothing open and everything as at a start."""

    widgets: int
    timers: int
    threads: int
    kilobytes: int


@dataclass
class Found:
    """What was seen. `turns` : milliseconds of the processor for turns of the loop, and what was done."""

    raised: list[str] = field(default_factory=list)
    warned: list[str] = field(default_factory=list)
    turns: list[tuple[float, str]] = field(default_factory=list)
    before: Held | None = None
    after: Held | None = None


class Probe:
    """Works one furnished window.

    `began` is how many actions are done before what is there is counted; of the workspaces only those that
    are `counted` are opened by their names. `anew` builds the content as at a start, before it is counted.
    `clock` tells the seconds of the processor: none in a test.
    """

    def __init__(
        self, furnished, seed, began=0, counted=tuple(Workspace), anew=lambda: None, clock=lambda: 0.0
    ):
        self.furnished, self.window, self.counted = furnished, furnished().window, counted
        self.dice, self.found, self.began = random.Random(seed), Found(), began
        self.anew, self.clock = anew, clock
        self.doing, self.left, self.done, self._counting = "", 0, 0, False
        self.loop = QEventLoop()

    @property
    def controller(self):
        return self.furnished()

    @property
    def store(self):
        return self.furnished().store

    def run(self, actions):
        """So many actions, and what came of them."""
        self.left = actions
        kept = self._guarded()
        beat, closer = QTimer(), QTimer()
        beat.timeout.connect(self._beat)
        closer.timeout.connect(self._close_popup)
        closer.start(50)
        try:
            if not self.began:
                self.found.before = self.held()
            self._last = self.clock()
            beat.start(0)
            QTimer.singleShot(0, self._turn)
            self._loop()
            beat.stop()
            self.found.after = self.held()
        finally:
            closer.stop()
            for put_back in kept:
                put_back()
        return self.found

    def _loop(self):
        """As the program runs its own (`event_loop`): what Qt's own methods raise is told, not fatal."""
        try:
            raise _Handled
        except _Handled:
            self.loop.exec()

    # What is watched

    def _guarded(self):
        """Nothing leaves the window, and all that is said is kept; what puts everything back."""
        hook, chosen, opened = sys.excepthook, {}, QDesktopServices.openUrl
        sys.excepthook = self._raised
        said = qInstallMessageHandler(lambda _kind, _context, text: self._warned(text))
        for name in ("getOpenFileName", "getSaveFileName", "getExistingDirectory"):
            chosen[name] = getattr(QFileDialog, name)
            setattr(QFileDialog, name, lambda *_, empty=("" if "Directory" in name else ("", "")): empty)
        QDesktopServices.openUrl = lambda *_: True
        show = warnings.showwarning
        warnings.showwarning = lambda message, *_, **__: self._warned(str(message))

        def put_back():
            sys.excepthook, QDesktopServices.openUrl, warnings.showwarning = hook, opened, show
            qInstallMessageHandler(said)
            for name, function in chosen.items():
                setattr(QFileDialog, name, function)

        return (put_back,)

    def _raised(self, kind, fault, trace):
        places = traceback.format_list(traceback.extract_tb(trace)[-3:])
        self.found.raised.append(f"{self.doing}: {kind.__name__}: {fault}\n{''.join(places)}")

    def _warned(self, text):
        if "This plugin does not support" not in text:
            self.found.warned.append(f"{self.doing}: {text}")

    def _beat(self):
        now = self.clock()
        if self._counting:
            return
        self.found.turns.append((1000 * (now - self._last), self.doing))
        if len(self.found.turns) > 400:
            self.found.turns = sorted(self.found.turns, reverse=True)[:40]
        self._last = now

    def _close_popup(self):
        popup = QApplication.activePopupWidget()
        if popup is not None:
            popup.close()

    def held(self):
        """Everything open is closed, the state is that of a start, and what is left is counted."""
        self._counting = True
        self._closed()
        self.store.replace(State())
        for guide in self.window.findChildren(TourGuide):
            guide.leave()
        for panel in self.controller.panels.values():
            panel.show_numbers(in_numbers=False)
        self.anew()
        self.controller.arrange()
        for workspace in self.counted:
            self.controller.open_workspace(workspace.value)
            self._settled()
        self.controller.open_workspace(Workspace.EXPLORE.value)
        self._settled()
        for _ in range(3):
            gc.collect()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            QApplication.processEvents()
        self._counting = False
        timers = self.window.findChildren(QTimer)  # one that waits now may rest in a moment
        return Held(len(QApplication.allWidgets()), len(timers), threading.active_count(), kilobytes())

    def _settled(self):
        for _ in range(PATIENCE):
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
            if not self.store.busy and not self.controller.busy:
                return

    def _closed(self):
        for each in QApplication.topLevelWidgets():
            if each is not self.window and isValid(each) and each.isVisible():
                each.close()
        for each in self.window.findChildren(QDialog):
            if each.isVisible():
                each.close()

    # What is done

    def _turn(self):
        if self.left == 0:
            self.loop.quit()
            return
        if self.controller.building:  # a person's keys and clicks wait
            QTimer.singleShot(0, self._turn)
            return
        self.left -= 1
        self.done += 1
        if self.done == self.began:
            self.found.before = self.held()
            self._last = self.clock()
        try:
            self._act()
        except RuntimeError as gone:  # a widget that what was done has deleted
            if "already deleted" not in str(gone):
                raise
        finally:
            QTimer.singleShot(0, self._turn)

    def _act(self):
        dialog = self._dialog()
        if dialog is not None and self.dice.random() < 0.2:
            self.doing = "close a dialog"
            dialog.close()
            return
        ways = (
            self._widget,
            self._widget,
            self._widget,
            self._key,
            self._workspace,
            self._history,
            self._action,
        )
        self.dice.choice(ways[:4] if dialog is not None else ways)(dialog or self.window)

    def _dialog(self):
        shown = [
            each for each in QApplication.topLevelWidgets() if isinstance(each, QDialog) and each.isVisible()
        ]
        return QApplication.activeModalWidget() or (shown[-1] if shown else None)

    def _workspace(self, _within):
        self.doing = "open a workspace"
        self.controller.open_workspace(self.dice.choice(self.counted).value)

    def _history(self, _within):
        self.doing = "undo or redo"
        self.dice.choice((self.store.undo, self.store.redo))()

    def _action(self, _within):
        known = self.controller.actions.found.items()
        found = {name: action for name, action in known if not any(each in name for each in NEVER)}
        name = self.dice.choice(sorted(found))
        self.doing = f"action {name}"
        if found[name].isEnabled():
            found[name].trigger()

    def _key(self, within):
        key = self.dice.choice(KEYS)
        focused = QApplication.focusWidget()
        name = "" if focused is None else f" in {type(focused).__name__} {focused.accessibleName()}"
        self.doing = f"key {key.name}{name}"[:80]
        pressed(within, key)

    def _widget(self, within):
        kind = self.dice.choice(KINDS)
        there = within_reach(within, kind)
        if not there:
            return
        widget = self.dice.choice(there)
        name = widget.accessibleName() or getattr(widget, "text", str)()
        self.doing = f"{kind.__name__} {name}"[:80]
        if kind is QAbstractButton:
            self._click(widget)
        elif kind is Canvas:
            self._drag(widget)
        else:
            widget.setFocus()
            if kind in (QLineEdit, QPlainTextEdit):
                widget.selectAll()
                for letter in self.dice.choice(TEXTS)[:40]:
                    pressed(within, letter)
                pressed(within, self.dice.choice((Qt.Key.Key_Return, Qt.Key.Key_Tab, Qt.Key.Key_Escape)))
            else:
                for _ in range(self.dice.randint(1, 4)):
                    pressed(within, self.dice.choice(KEYS[2:6]))

    def _click(self, button):
        """With the mouse, at its middle; what opens a menu would wait there for a choice."""
        if button.findChild(QMenu) is None and "menu" not in button.objectName().lower():
            place = button.mapTo(button.window(), button.rect().center())
            QTest.mouseClick(button.window().windowHandle(), LEFT, Qt.KeyboardModifier.NoModifier, place)

    def _drag(self, canvas):
        """From one place of a picture to another."""
        window = canvas.window()
        places = [
            canvas.mapTo(
                window, QPoint(self.dice.randrange(canvas.width()), self.dice.randrange(canvas.height()))
            )
            for _ in range(2)
        ]
        handle, plain = window.windowHandle(), Qt.KeyboardModifier.NoModifier
        QTest.mousePress(handle, LEFT, plain, places[0])
        for step in (1, 2, 3):
            QTest.mouseMove(handle, places[0] + (places[1] - places[0]) * step / 3)
        QTest.mouseRelease(handle, LEFT, plain, places[1])


def pressed(within, key):
    """To whatever has the focus of a window, which the key may delete: a widget would not survive that."""
    handle = within.window().windowHandle()
    if handle is not None:
        QTest.keyClick(handle, key)


def within_reach(within, kind):
    """The widgets of a kind that a person could use now, in an order that is the same in every run.

    `findChildren` and `allWidgets` would do, but for what PySide then keeps: a Python object for each widget
    of Qt's own that was found, as long as its window lives or for ever.
    """
    found = [each for each in getAllValidWrappers() if isinstance(each, kind) and within.isAncestorOf(each)]
    return sorted((each for each in found if usable(each)), key=lambda each: placed(each, within))


def placed(widget, within):
    """Where it stands, with its class and name for what stands in one place."""
    corner = widget.mapTo(within, QPoint())
    return corner.y(), corner.x(), type(widget).__name__, widget.objectName(), widget.accessibleName()


def usable(widget: QWidget) -> bool:
    """Whether a person could use it now."""
    return (
        isValid(widget) and widget.isVisible() and widget.isEnabled() and not widget.visibleRegion().isEmpty()
    )


def kilobytes() -> int:
    """What the process holds in memory; 0 where the system does not tell it in a file.

    What was given back, and only the allocator keeps, goes back to the system first, as far as it can.
    """
    if sys.platform == "linux" and hasattr(ctypes.CDLL(None), "malloc_trim"):
        ctypes.CDLL(None).malloc_trim(0)
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") // 1024
    except OSError:
        return 0
