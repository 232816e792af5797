"""The year's picture beside its plan, the same numbers as a table, and room for both."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QBoxLayout, QStackedLayout, QWidget

from explorer.app.core.schedule import MONTHS
from explorer.app.plotting.figure import Figure
from explorer.app.schedule.figures.year import Year
from explorer.gui.canvas.canvas_links import connect_canvas
from explorer.gui.canvas.figure_canvas import Canvas
from explorer.gui.canvas.number_table import Numbers
from explorer.gui.shell.context import Context
from explorer.gui.widgets.card import Card
from explorer.gui.widgets.column import Column
from explorer.mark import N_

_SHARES = (10, 3)  # of the width, for plan and picture
_HIGH = 420  # pixels, from which on the picture stands below the plan
_LEAST = 120  # pixels of width that a picture needs beside the plan


class YearPicture(QWidget):
    """One figure as a picture or as a table, as its link says."""

    def __init__(self, context: Context, card: Card, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self.figure: Figure | None = None
        self.canvas = Canvas(context.theme, context.language, self)
        self.table = Numbers(context.language, self)
        self._stack = QStackedLayout(self)
        for widget in (self.canvas, self.table):
            widget.setAccessibleName(context.say(Year.title))
            self._stack.addWidget(widget)
        self.as_table = QAction(context.say(N_("table")), self)
        self.as_table.setCheckable(True)
        self.as_table.setToolTip(context.say(N_("Show the numbers as a table")))
        self.as_table.toggled.connect(self._turned)
        self.as_table_link = card.head.add_link(self.as_table)
        connect_canvas(context, card, self.canvas)

    def show_figure(self, figure: Figure, why: str) -> None:
        """Show it; dimmed where `why` says that it is the one before something refused."""
        self.figure = figure
        self.canvas.show_figure(figure)
        self.canvas.setAccessibleDescription(self._context.say(figure.description))
        self.canvas.dim(bool(why))
        self.canvas.setToolTip(why)
        self._tell()

    def _turned(self, table: bool) -> None:
        self._stack.setCurrentIndex(1 if table else 0)
        self._tell()

    def _tell(self) -> None:
        """The table, its months by name, as the plan has them."""
        if self.figure is None or not self.as_table.isChecked():
            return
        table, say = self.figure.table, self._context.say
        names = tuple(say(MONTHS[int(month) - 1]) for month in table.columns[0] if isinstance(month, float))
        self.table.show_table(replace(table, columns=(names, *table.columns[1:])))


class ScheduleLayout:
    """Plan and picture beside each other; below each other in a high card, one at a time in a narrow one."""

    def __init__(self, context: Context, card: Card, plan: Column, picture: YearPicture) -> None:
        self._theme, self._plan, self._picture = context.theme, plan, picture
        self.lines = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self.lines.setSpacing(context.theme.size(12))
        self.lines.addWidget(plan, _SHARES[0])
        self.lines.addWidget(picture, _SHARES[1])
        self._narrow = self._offered = False
        self._as_picture = QAction(context.say(N_("picture")), picture)
        self._as_picture.setCheckable(True)
        self._as_picture.setToolTip(context.say(N_("Show the picture instead of the plan")))
        self._as_picture.toggled.connect(self._arrange)
        picture.as_table.toggled.connect(self._arrange)
        self._link = card.head.add_link(self._as_picture)
        self._link.hide()

    def fit(self, width: int, height: int) -> None:
        """Room for the plan first: no cell of it is ever cut for the picture's sake."""
        size = self._theme.size
        high = height > size(_HIGH)
        way = QBoxLayout.Direction.TopToBottom if high else QBoxLayout.Direction.LeftToRight
        if way != self.lines.direction():
            self.lines.setDirection(way)
            for place, share in enumerate((1, 1) if high else _SHARES):
                self.lines.setStretch(place, share)
        self._plan.lines.activate()  # cells may have grown since
        inside = (
            self._plan.inside.minimumSizeHint().width() + self._plan.verticalScrollBar().sizeHint().width()
        )
        narrow = not high and width < inside + self.lines.spacing() + size(_LEAST)
        self._plan.setMinimumWidth(0 if high or narrow else inside)
        if narrow != self._narrow:
            self._narrow = narrow
            self._arrange()

    def offer(self, planned: bool) -> None:
        """Picture and table, where something is planned that they show."""
        self._offered = planned
        self._picture.as_table_link.setVisible(planned)
        self._link.setVisible(self._narrow and planned)

    def _arrange(self, *_: object) -> None:
        instead = self._as_picture.isChecked() or self._picture.as_table.isChecked()
        self._link.setVisible(self._narrow and self._offered)
        self._plan.setVisible(not (self._narrow and instead))
        self._picture.setVisible(instead or not self._narrow)
