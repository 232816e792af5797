"""What a person sees of a window that is no part of the state: the focus, what is half typed, how far is
scrolled, which numbers stand as a table, which card has the whole room, what a card alone holds. Kept while
the content is rebuilt."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, replace

from PySide6.QtWidgets import QAbstractScrollArea, QAbstractSpinBox, QApplication, QLineEdit, QWidget

from explorer.gui.shell.window import Window
from explorer.gui.workspaces.panel import Panel

_TOP = ""  # stands for the bar above all cards, where others have the id of a card


@dataclass(frozen=True, slots=True)
class Spot:
    """The `place`-th widget of a kind in a card, or in the top bar."""

    card: str
    kind: type[QWidget]
    place: int

    def within(self, window: Window) -> QWidget | None:
        """The widget that stands there now."""
        root = window.menuWidget() if self.card == _TOP else window.every_built_card().get(self.card)
        alike = [] if root is None else _alike(root, self.kind)
        return alike[self.place] if self.place < len(alike) else None


@dataclass(frozen=True, slots=True)
class Typed:
    """A line that is being typed: its text, and where in it the cursor is."""

    text: str
    cursor: int


@dataclass(frozen=True, slots=True)
class KeptView:
    """`taken` from the old content, put back into the new by `put_back`."""

    focus: Spot | None
    typed: Typed | None
    scrolled: tuple[tuple[Spot, float, float], ...]  # as shares of what can be scrolled
    in_numbers: frozenset[str]
    playing: bool
    held: Mapping[str, object]  # of panels that hold what no state does: in memory, and nowhere else

    @staticmethod
    def taken(window: Window, panels: Mapping[str, Panel], playing: bool) -> KeptView:
        """Look at the window before its content goes."""
        focused = QApplication.focusWidget()
        focus = None if focused is None else _spot_of(focused, window)
        line = _line_of(focused)
        typed = Typed(line.text(), line.cursorPosition()) if line is not None and line.isModified() else None
        areas = [each for each in window.findChildren(QAbstractScrollArea) if each.isVisible()]
        scrolled = [
            (spot, *_shares(each))
            for each in areas
            if any(_shares(each)) and (spot := _spot_of(each, window)) is not None
        ]
        in_numbers = frozenset(name for name, panel in panels.items() if panel.in_numbers)
        held = {name: panel.held for name, panel in panels.items() if panel.held is not None}
        typed = typed if focus is not None else None
        return KeptView(focus, typed, tuple(scrolled), in_numbers, playing, held)

    def with_unseen(self, earlier: KeptView, panels: Container[str]) -> KeptView:
        """With what was kept of cards that nobody has come back to since: they are not among the `panels`."""
        in_numbers = frozenset(name for name in earlier.in_numbers if name not in panels)
        held = {name: each for name, each in earlier.held.items() if name not in panels}
        return replace(self, in_numbers=self.in_numbers | in_numbers, held={**held, **self.held})

    def put_into(self, name: str, panel: Panel) -> None:
        """Give a new panel what the one of its card showed and held."""
        if name in self.in_numbers:
            panel.show_numbers(in_numbers=True)
        if name in self.held:
            panel.hold_again(self.held[name])

    def put_back(self, window: Window) -> None:
        """Once the new content is laid out."""
        for spot, across, down in self.scrolled:
            area = spot.within(window)
            if isinstance(area, QAbstractScrollArea):
                for bar, share in ((area.horizontalScrollBar(), across), (area.verticalScrollBar(), down)):
                    bar.setValue(round(share * bar.maximum()))

    def focus_again(self, window: Window) -> None:
        """Give the focus back, with what was half typed, before any key arrives."""
        widget = None if self.focus is None else self.focus.within(window)
        if widget is None:
            return
        widget.setFocus()
        line = _line_of(widget)
        if line is not None and self.typed is not None:
            line.setText(self.typed.text)
            line.setModified(True)
            line.setCursorPosition(self.typed.cursor)


def _alike(root: QWidget, kind: type[QWidget]) -> list[QWidget]:
    return [each for each in root.findChildren(kind) if type(each) is kind]


def _spot_of(widget: QWidget, window: Window) -> Spot | None:
    roots = {**window.every_built_card(), _TOP: window.menuWidget()}
    for name, root in roots.items():
        if root is not None and root.isAncestorOf(widget):
            return Spot(name, type(widget), _alike(root, type(widget)).index(widget))
    return None


def _line_of(widget: QWidget | None) -> QLineEdit | None:
    if isinstance(widget, QAbstractSpinBox):
        return widget.lineEdit()
    return widget if isinstance(widget, QLineEdit) else None


def _shares(area: QAbstractScrollArea) -> tuple[float, float]:
    across, down = area.horizontalScrollBar(), area.verticalScrollBar()
    return across.value() / max(across.maximum(), 1), down.value() / max(down.maximum(), 1)
