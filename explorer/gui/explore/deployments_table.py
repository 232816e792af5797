"""What others have released: a table of published deployments, opened beside ε."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from explorer.app.explore.deployments import CAUTION, Deployment, by_name, by_year
from explorer.gui.shell.context import Context
from explorer.language import number
from explorer.mark import N_, Sentence, verbatim

HEADINGS = (
    (N_("who"), 104),
    (N_("what"), 150),
    (N_("year"), 46),
    (verbatim("ε"), 104),
    (verbatim("δ"), 72),
    (N_("unit"), 150),
    (N_("model"), 84),
    (N_("neighbours"), 92),
    (N_("source"), 142),
    (N_("note"), 150),
)
ORDERS = {"name": by_name, "year": by_year}  # never by ε: units and models differ
_SORTS = {0: "name", 1: "name", 2: "year"}  # the headings that a press sorts by


class Deployed(QTableWidget):
    """The table. Rows are as high as what stands in them: nothing is cut off."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self.setAccessibleName(context.say(N_("Published deployments")))
        self.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.setWordWrap(True)
        self.setTabKeyNavigation(False)  # Tab leaves the table, arrows walk it
        self.verticalHeader().setVisible(False)
        self.setColumnCount(len(HEADINGS))
        self.setHorizontalHeaderLabels([context.say(heading) for heading, _ in HEADINGS])
        self.setHorizontalScrollMode(QTableWidget.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QTableWidget.ScrollMode.ScrollPerPixel)
        header = self.horizontalHeader()
        for column, (_, width) in enumerate(HEADINGS):
            header.resizeSection(column, context.theme.size(width))
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(len(HEADINGS) - 1, QHeaderView.ResizeMode.Stretch)
        header.sectionResized.connect(self.resizeRowsToContents)

    def show_rows(self, rows: tuple[Deployment, ...]) -> None:
        """Show these, in this order."""
        self.setRowCount(len(rows))
        for row, each in enumerate(rows):
            for column, text in enumerate(cells_of(self._context.say, each)):
                item = QTableWidgetItem(text)
                item.setTextAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
                self.setItem(row, column, item)
        self.resizeRowsToContents()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resizeRowsToContents()


def cells_of(say: Callable[[Sentence], str], each: Deployment) -> tuple[str, ...]:
    """What the table says of one deployment, below each of its headings."""
    return (
        say(each.who),
        say(each.what),
        str(each.year),
        say(_loss(each)),
        "–" if each.delta is None else number(each.delta),
        say(each.unit),
        say(each.model),
        say(each.relation),
        each.source or say(N_("not recorded")),
        say(each.remark) if each.remark else "",
    )


def _loss(each: Deployment) -> Sentence:
    if not each.printed:
        return N_("only ρ = {rho}", rho=each.rho)
    return (
        N_("{epsilon} (ρ = {rho})", epsilon=each.printed, rho=each.rho)
        if each.rho
        else verbatim(each.printed)
    )


class _Page(QDialog):
    """Caution, order, table."""

    def __init__(self, context: Context) -> None:
        super().__init__(context.window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(context.say(N_("Published deployments")))
        room, size = context.window.screen().availableSize(), context.theme.size
        self.resize(min(size(1120), room.width() - 40), min(size(640), room.height() - 60))
        lines = QVBoxLayout(self)
        lines.setSpacing(size(8))
        lines.addWidget(context.label(N_("ε in use elsewhere"), "value", self))
        lines.addWidget(context.label(CAUTION, "body", self, wrap=True))
        row = QHBoxLayout()
        row.addWidget(context.label(N_("sort by"), "muted", self))
        self._order = QComboBox(self)
        self._order.setAccessibleName(context.say(N_("sort by")))
        for order, words in (("name", N_("name")), ("year", N_("year"))):
            self._order.addItem(context.say(words), order)
        self._order.currentIndexChanged.connect(self._show)
        row.addWidget(self._order)
        row.addStretch(1)
        lines.addLayout(row)
        self._table = Deployed(context, self)
        self._table.horizontalHeader().setSectionsClickable(True)
        self._table.horizontalHeader().sectionClicked.connect(self._pressed)
        lines.addWidget(self._table, 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        lines.addWidget(buttons)
        self._show()

    def _show(self) -> None:
        self._table.show_rows(ORDERS[str(self._order.currentData())]())

    def _pressed(self, column: int) -> None:
        if column in _SORTS:
            self._order.setCurrentIndex(self._order.findData(_SORTS[column]))

    def choose(self, deployment: Deployment) -> None:
        """The row of one of them, in sight."""
        row = ORDERS[str(self._order.currentData())]().index(deployment)
        self._table.selectRow(row)
        self._table.scrollTo(self._table.model().index(row, 0), QTableWidget.ScrollHint.PositionAtCenter)
        self._table.setFocus()


def show_deployed(context: Context, chosen: Deployment | None = None) -> None:
    """Open the table, at the row of one of them where one is `chosen`; Escape closes it."""
    page = _Page(context)
    page.open()
    if chosen is not None:
        page.choose(chosen)
