"""The releases of one account, what each cost, and what was drawn written again: free."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
)

from explorer.app.core.request import Request
from explorer.app.core.state import State
from explorer.app.ledger.ledger_view import Spend, chosen, spends
from explorer.gui.ledger.release_acts import ReleaseActs
from explorer.gui.ledger.release_files import ReleaseFiles
from explorer.gui.ledger.shown_ledger import Shown, question
from explorer.gui.reports.report_file import ask_report_path
from explorer.gui.shell.context import Context
from explorer.gui.shell.file_dialogs import TABLES, ask_folder
from explorer.gui.widgets.card import Card
from explorer.gui.workspaces.panel import Panel
from explorer.jobs import Answered
from explorer.mark import N_, Sentence, verbatim

HEADINGS = (
    (verbatim("№"), 36),
    (N_("date"), 92),
    (N_("title"), 190),
    (N_("mechanism"), 124),
    (N_("cost"), 100),
    (N_("cumulative"), 110),
)
_MECHANISM = 3


class Spends(Panel):
    """The entries of the account that is looked at, oldest first."""

    def __init__(self, context: Context, card: Card) -> None:
        super().__init__(card.inside)
        self._context, self._card = context, card
        card.head.stand_alone()
        self._shown = Shown(context)
        self._rows: tuple[Spend, ...] = ()
        self._files = ReleaseFiles(context, self)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(context.theme.size(8))
        self._words = context.label(None, "muted", self, wrap=True)
        self._words.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        lines.addWidget(self._words)
        self._table = self._make_table()
        lines.addWidget(self._table, 1)
        row = QHBoxLayout()
        self._export = QPushButton(self)
        self._export.clicked.connect(self._exporting)
        self._report = QPushButton(context.say(N_("Report …")), self)
        self._report.setToolTip(context.say(N_("HTML or PDF, for readers")))
        self._report.clicked.connect(self._reporting)
        self._line = context.label(None, "muted", self, wrap=True)
        row.addWidget(self._export)
        row.addWidget(self._report)
        self._more = ReleaseActs(context, self, self._files, self._chosen)
        row.addWidget(self._more)
        row.addStretch(1)
        self._refusal = context.label(None, "refusal", self, wrap=True)
        lines.addWidget(self._refusal)
        lines.addWidget(self._line)
        lines.addLayout(row)

    def _make_table(self) -> QTableWidget:
        table, size = QTableWidget(self), self._context.theme.size
        table.setAccessibleName(self._context.say(N_("Releases of the account")))
        table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        table.setSelectionMode(QTableWidget.SelectionMode.SingleSelection)
        table.setTabKeyNavigation(False)
        table.setShowGrid(False)
        table.verticalHeader().setVisible(False)
        table.verticalHeader().setDefaultSectionSize(size(28))
        table.setColumnCount(len(HEADINGS))
        table.setHorizontalHeaderLabels([self._context.say(words) for words, _ in HEADINGS])
        header = table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        for column, (_, width) in enumerate(HEADINGS):
            header.resizeSection(column, size(width))
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        for amount in (4, 5):  # no wider than their numbers: the title has the room
            header.setSectionResizeMode(amount, QHeaderView.ResizeMode.ResizeToContents)
        table.itemSelectionChanged.connect(self._show_export)
        return table

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is no room for all columns the mechanism gives way: what was spent stays in sight."""
        super().resizeEvent(event)
        least = self._context.theme.size(sum(width for _, width in HEADINGS))
        self._table.setColumnHidden(_MECHANISM, event.size().width() < least)

    # What a person does

    def _selected(self) -> Spend | None:
        row = self._table.currentRow()
        return self._rows[row] if 0 <= row < len(self._rows) and self._table.selectedItems() else None

    def _exporting(self) -> None:
        spend = self._selected()
        if spend is None:
            return
        folder = ask_folder(self._context, self, N_("Export into which folder?"), TABLES)
        if folder is not None:
            self.export(spend.sequence, folder)

    def export(self, sequence: int, out: Path) -> None:
        """Take what was drawn from the ledger, in the background, and write it."""
        self._files.export(sequence, out)

    def _reporting(self) -> None:
        spend = self._selected()
        if spend is None or self._files.busy:
            return
        path = ask_report_path(self._context, self, spend.sequence)
        if path is not None:
            self._files.report(spend.sequence, path)

    def _chosen(self) -> int | None:
        spend = self._selected()
        return None if spend is None else spend.sequence

    @property
    def busy(self) -> bool:
        return self._files.busy

    # What is shown

    def wanted(self, state: State) -> tuple[Request, ...]:
        return (question(self._context, state),)

    def show_state(self, state: State, answers: Answered) -> None:
        if not self._shown.follow(state, answers, state.releasing.account):
            return
        ledger = self._shown.ledger
        account = None if ledger is None else chosen(ledger, state.ledger.account, state.releasing.account)
        rows = () if ledger is None or account is None else spends(ledger, account)
        self._card.head.work(not self._shown.current)
        named = N_("account “{name}”", name=account.name) if rows and account is not None else None
        self._card.head.assume(self._context.say(named) if named is not None else "")
        words: Sentence = N_("Releases and their cost will be listed here")
        if ledger is not None and ledger.refused is not None:
            words = N_("A ledger that fails verification is not shown")
        self._words.setText(self._context.say(words))
        self._words.setVisible(not rows)
        self._table.setVisible(bool(rows))
        if rows != self._rows:
            self._show_rows(rows)
        self._show_export()
        refusal = state.refused.get("ledger.export")
        self._refusal.setText(self._context.say(refusal.sentence) if refusal else "")
        self._refusal.setVisible(refusal is not None)

    def _show_rows(self, rows: tuple[Spend, ...]) -> None:
        say = self._context.say
        self._rows = rows
        self._table.setRowCount(len(rows))
        for place, each in enumerate(rows):
            cells = (
                *(str(each.sequence), each.date, say(each.title), say(each.mechanism)),
                *(say(each.cost), say(each.total)),
            )
            for column, text in enumerate(cells):
                item = QTableWidgetItem(text)
                item.setToolTip(text)
                self._table.setItem(place, column, item)
        if rows:
            self._table.selectRow(len(rows) - 1)
            self._table.scrollToBottom()

    def _show_export(self) -> None:
        """What the release that is chosen still allows."""
        spend = self._selected()
        self._export.setVisible(spend is not None)
        self._report.setVisible(spend is not None)
        self._more.setVisible(spend is not None)
        self._line.setVisible(spend is not None)
        if spend is None:
            return
        words = N_("Export release {sequence:plain} again …", sequence=spend.sequence)
        self._export.setText(self._context.say(words))
        self._export.setEnabled(spend.drawn)
        self._report.setEnabled(spend.drawn)
        self._more.setEnabled(spend.drawn)
        line = self._context.store.state.ledger.exported
        if line is None:
            line = N_("The draw is saved: exporting it again is free")
        if not spend.drawn:
            line = N_("Spent, but the program ended before the draw was saved: there is nothing to export")
        self._line.setText(self._context.say(line))
