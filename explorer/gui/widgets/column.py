"""A column of controls that scrolls where there is no room, and rows for declared parameters in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from explorer.app.core.message import Mended, Moved, Settled, Typed
from explorer.app.core.state import State, declared, value_at
from explorer.gui.fields.parameter_control import ParameterRow
from explorer.gui.shell.context import Context
from explorer.mark import Sentence
from explorer.privacy.parameter import Parameter

EPSILON = "target.epsilon"
ONE_LINE = "oneLine"
"""The name of a layout whose parts are one line where there is room: so they are read out, also stacked."""
_ALL_USED: Mapping[str, tuple[Sentence, Sentence]] = MappingProxyType({})


class Column(QScrollArea):
    """`lines` is the layout to fill, `inside` the parent of what is put there.

    Tab stops at it only where there is something to scroll; `by_buttons` says that it holds buttons that
    Tab always reaches. Page Up and Page Down scroll it from there, so it is no stop of its own.
    """

    def __init__(self, spacing: int, parent: QWidget, by_buttons: bool = False) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        if not by_buttons:
            self.verticalScrollBar().rangeChanged.connect(self._scrolled)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.inside = _Ground(self.viewport())
        self.inside.setMinimumWidth(1)  # never wider than what is seen of it: nothing scrolls sideways
        self.lines = QVBoxLayout(self.inside)
        self.lines.setContentsMargins(0, 0, 2, 0)
        self.lines.setSpacing(spacing)
        self.setWidget(self.inside)

    def _scrolled(self, low: int, high: int) -> None:
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if high > low else Qt.FocusPolicy.NoFocus)


class Lines(QWidget):
    """The same for controls that always stay in sight: `lines` to fill, `inside` the parent."""

    def __init__(self, spacing: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.setMinimumWidth(1)  # what stands in it follows its width, and never holds the card open
        self.inside = self
        self.lines = QVBoxLayout(self)
        self.lines.setContentsMargins(0, 0, 2, 0)
        self.lines.setSpacing(spacing)


class _Ground(QWidget):
    """What the controls stand on: the colour of cards, solid, so that nothing beneath is painted too."""

    def showEvent(self, event: QShowEvent) -> None:
        """Only now: a style sheet takes it from each widget that it polishes."""
        super().showEvent(event)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(event.rect(), QGuiApplication.palette().alternateBase())


class ParameterRows:
    """Rows for the parameters at some paths: what a person does goes to the store.

    Without `ends` a slider does not say in words what lies at either end of it.
    """

    def __init__(
        self, context: Context, paths: Sequence[str], column: Column | Lines, ends: bool = True
    ) -> None:
        self._store = context.store
        self.rows: dict[str, ParameterRow] = {}
        for path in paths:
            parameter = declared(context.store.state, path)
            row = ParameterRow(parameter, context.theme, context.language, column.inside, ends)
            row.setObjectName(path)
            row.moved.connect(partial(self._moved, path))
            row.typed.connect(partial(self._typed, path))
            row.mended.connect(partial(self._mended, path))
            row.let_go.connect(self._let_go)
            self.rows[path] = row
            column.lines.addWidget(row)
            if path == EPSILON:  # what others use waits for the first paint
                row.seen.connect(partial(_put_in_context, context, row, parameter))

    def _moved(self, path: str, value: float) -> None:
        self._store.dispatch(Moved(path, value))

    def _typed(self, path: str, text: str) -> None:
        self._store.dispatch(Typed(path, text))

    def _mended(self, path: str) -> None:
        self._store.dispatch(Mended(path))

    def _let_go(self) -> None:
        self._store.dispatch(Settled())

    def show(self, state: State, unused: Mapping[str, tuple[Sentence, Sentence]] = _ALL_USED) -> None:
        """Every row as the state has it, with what was refused beside it.

        Of an `unused` one: what stands for its number, and why.
        """
        for path, row in self.rows.items():
            if path in unused:
                row.show_unused(*unused[path])
                continue
            refusal = state.refused.get(path)
            sentence = refusal.sentence if refusal is not None else None
            row.show_value(declared(state, path), value_at(state, path), sentence)


def _put_in_context(context: Context, row: ParameterRow, parameter: Parameter) -> None:
    """Published deployments as ticks under ε, and a link to all of them."""
    from explorer.app.explore.deployments import marks
    from explorer.gui.fields.slider import Tick

    def opened() -> None:
        from explorer.gui.explore.deployments_table import show_deployed

        show_deployed(context)

    ticks = tuple(
        Tick(mark.position, "\n".join(map(context.say, mark.deployment.sentences)), mark.beyond)
        for mark in marks(parameter)
    )
    row.show_context(ticks, opened)
