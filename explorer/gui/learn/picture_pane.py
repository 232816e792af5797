"""One picture of a step: its title, that it is simulated, and the chart, the squares or the table."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QToolButton, QVBoxLayout, QWidget

from explorer.app.learn.lesson_figures import SIMULATED, figure_of
from explorer.app.plotting.figure import Figure
from explorer.app.plotting.line_kinds import line_kinds
from explorer.gui.access.roving_focus import Roving
from explorer.gui.canvas.figure_canvas import Canvas
from explorer.gui.canvas.figure_export import export_action
from explorer.gui.canvas.line_key import LineKey
from explorer.gui.canvas.number_table import Numbers
from explorer.gui.learn.sheet_table import SheetTable
from explorer.gui.shell.context import Context
from explorer.gui.widgets.flush_link import Side, flush
from explorer.lessons.parts.lesson import Lesson
from explorer.lessons.parts.picture import Picture, Sheet
from explorer.mark import N_

_HIGH = 10_000  # pixels: the key of a picture whose squares need one never yields to a low card


class PicturePane(QWidget):
    """Built once, it shows any picture. `dragged(path, value)` and `let_go` by a hand on a marker.

    `other_wanted` where the other picture of the step is asked for.
    """

    dragged = Signal(str, float)
    other_wanted = Signal()
    let_go = Signal()

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self.figure: Figure | None = None
        self._kept: Picture | None = None
        self._current = True
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(0)
        lines.addLayout(self._head())
        self._beneath = context.label(None, "label", self, wrap=True)
        lines.addWidget(self._beneath)
        self._aside = context.label(None, "label", self, wrap=True)
        lines.addWidget(self._aside)
        lines.addSpacing(context.theme.size(4))
        self.canvas = Canvas(context.theme, context.language, self)
        self.canvas.dragged.connect(self.dragged)
        self.canvas.let_go.connect(self.let_go)
        self.numbers: Numbers | None = None
        self.sheet: SheetTable | None = None
        self._stack = QStackedLayout()
        self._stack.addWidget(self.canvas)
        lines.addLayout(self._stack, 1)
        self.key = LineKey(context.theme, context.language, self)
        lines.addWidget(self.key)
        self.setMinimumWidth(1)

    def _head(self) -> QHBoxLayout:
        row, say = QHBoxLayout(), self._context.say
        row.setSpacing(0)
        self._title = self._context.label(None, "pictureTitle", self, wrap=True)
        row.addWidget(self._title, 1)
        self._as_table = QAction(say(N_("table")), self)
        self._as_table.setCheckable(True)
        self._as_table.setToolTip(say(N_("Show the numbers as a table")))
        self._as_table.toggled.connect(self._turned)
        exported = export_action(self._context, self, lambda: self.figure)
        other = QAction(say(N_("other picture")), self)
        other.setToolTip(say(N_("Show the other picture of this step, for which there is no room beside it")))
        other.triggered.connect(self.other_wanted)
        group = Roving(self)
        links = [self._link(action, group) for action in (other, self._as_table, exported)]
        for button in links:
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        self._other, *self._links = links
        self._other.hide()
        return row

    def _link(self, action: QAction, group: Roving) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName("link")
        flush(button, side=Side.RIGHT)
        button.setDefaultAction(action)
        button.setAccessibleName(action.text())
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        group.take(button)
        return button

    def offer_other(self, offered: bool) -> None:
        """Whether another picture waits behind this one."""
        self._other.setVisible(offered)

    # What is shown

    def show_picture(self, picture: Picture, lesson: Lesson, current: bool) -> None:
        """A picture of this lesson; of an earlier setting it is dimmed."""
        if self._kept is picture and self._current == current:
            return
        self._kept, self._current = picture, current
        say = self._context.say
        self._title.setText(say(picture.title))
        is_sheet = isinstance(picture, Sheet)
        for link in self._links:
            link.setVisible(not is_sheet)
        if isinstance(picture, Sheet):
            self._show_sheet(picture)
            return
        self.figure = figure_of(picture, lesson, pending=not current)
        self._turned()  # first: words are placed in a picture that is there
        self.canvas.show_figure(self.figure)
        self.canvas.dim(not current)
        self.canvas.setAccessibleName(say(picture.title))
        self.canvas.setAccessibleDescription(say(picture.description))
        self._beneath.setText(say(self.figure.assumption))
        self._aside.setVisible(False)

    def _show_sheet(self, sheet: Sheet) -> None:
        self.figure = None
        if self.sheet is None:
            self.sheet = SheetTable(self._context, self)
            self._stack.addWidget(self.sheet)
            self.setTabOrder(self.canvas, self.sheet)
        self.sheet.show_sheet(sheet)
        self._stack.setCurrentWidget(self.sheet)
        self.key.show_kinds(())
        self._beneath.setText(self._context.say(SIMULATED))
        self._aside.setVisible(sheet.aside is not None)
        if sheet.aside is not None:
            self._aside.setText(self._context.say(sheet.aside))

    def _turned(self, *_: object) -> None:
        """The picture, or its numbers."""
        if self.figure is None:
            return
        in_numbers = self._as_table.isChecked()
        self.key.show_kinds(() if in_numbers else line_kinds(self.figure))
        if not in_numbers:
            self._stack.setCurrentWidget(self.canvas)
            return
        if self.numbers is None:
            self.numbers = Numbers(self._context.language, self)
            self._stack.addWidget(self.numbers)
            self.setTabOrder(self.canvas, self.numbers)
        self.numbers.setAccessibleName(self._title.text())
        self.numbers.show_table(self.figure.table)
        self._stack.setCurrentWidget(self.numbers)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.key.fit(self.width(), _HIGH)
