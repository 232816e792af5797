"""The newest release beside an earlier one of the same tables: what differs beyond both margins. Free."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton

from explorer.app.core.release_messages import LedgerExported
from explorer.app.release.release_comparison import comparison_sentence, comparison_table
from explorer.gui.canvas.number_table import Numbers
from explorer.gui.reports.logged_exports import Afterwards, written_and_logged
from explorer.gui.shell.context import Context
from explorer.gui.shell.file_dialogs import TABLES, ask_new_file, kinds_of
from explorer.gui.tasks import BackgroundTask
from explorer.gui.widgets.question import Question
from explorer.mark import N_, Sentence
from explorer.privacy.refusal import NotValid, Refusal
from explorer.release.comparison import Comparison, compared, comparison_lines, file_of
from explorer.release.drawn import Drawn
from explorer.release.ledger.act import Act
from explorer.release.ledger.export_log import form
from explorer.release.ledger.kept_draws import drawn_again
from explorer.release.ledger.locations import ledger_folder
from explorer.release.ledger.spends import read_books

_WIDTH, _HEIGHT = 640, 260

Found = tuple[tuple[Drawn, tuple[Comparison, ...]], ...]


def earlier_releases(later: Drawn, ledger: Path | None) -> Found:
    """The earlier releases of the same account that have a table in common, newest first; spends nothing.

    Raises
    ------
    LedgerRefused
    """
    folder = ledger_folder(ledger)
    account = read_books(folder).accounts.get(later.account)
    entries = () if account is None else account.entries
    found = []
    for entry in sorted(entries, key=lambda each: -each.sequence):
        if entry.sequence >= later.sequence or not entry.drawn:
            continue
        drawn = drawn_again(entry.sequence, folder)
        try:
            found.append((drawn, compared(drawn, later)))
        except NotValid:  # other tables
            continue
    return tuple(found)


class ComparisonDialog(Question):
    """Reads the ledger in the background; then an earlier release and a table can be chosen."""

    def __init__(self, context: Context, later: Drawn, ledger: Path | None) -> None:
        super().__init__(context, _WIDTH)
        self._context, self._later, self._ledger = context, later, ledger
        self._afterwards = Afterwards(self)
        self._afterwards.done.connect(self._told)
        self._found: Found = ()
        say, lines = context.say, self.lines
        title = N_("Release {sequence:plain} beside an earlier one", sequence=later.sequence)
        self.setWindowTitle(say(title))
        lines.addWidget(context.label(title, "section", self))
        self._words = context.label(N_("the ledger is being read"), "body", self, wrap=True)
        row = QHBoxLayout()
        self._releases, self._tables = QComboBox(self), QComboBox(self)
        self._releases.setAccessibleName(say(N_("earlier release")))
        self._tables.setAccessibleName(say(N_("table")))
        for choice in (self._releases, self._tables):
            choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
            row.addWidget(choice)
        row.addStretch(1)
        self._releases.currentIndexChanged.connect(self._release_chosen)
        self._tables.currentIndexChanged.connect(self._show)
        lines.addLayout(row)
        self._numbers = Numbers(context.language, self)
        self._numbers.setAccessibleName(say(N_("differences between two releases")))
        self._numbers.setFixedHeight(context.theme.size(_HEIGHT))
        lines.addWidget(self._numbers)
        lines.addWidget(self._words)
        lines.addLayout(self._buttons())
        self._show_choices()
        self._task = BackgroundTask(lambda _: earlier_releases(later, ledger), self)
        self._task.done.connect(self._read)
        self._task.refused.connect(self._refused)
        self._task.ended.connect(self._ended)
        self._reading = True
        self._task.start()

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addStretch(1)
        self._export = QPushButton(self._context.say(N_("Export the differences …")), self)
        self._export.setAutoDefault(False)
        self._export.clicked.connect(self._exported)
        close = QPushButton(self._context.say(N_("Close")), self)
        close.clicked.connect(self.accept)
        for button in (self._export, close):
            row.addWidget(button)
        return row

    def _show_choices(self) -> None:
        for widget in (self._releases, self._tables, self._numbers, self._export):
            widget.setVisible(bool(self._found))

    def _read(self, found: Found) -> None:
        self._found = found
        self._show_choices()
        if not found:
            self._say(N_("The account has no earlier release of these tables."))
            return
        for drawn, _ in found:
            words = N_("release {sequence:plain} of {date}", sequence=drawn.sequence, date=drawn.date)
            self._releases.addItem(self._context.say(words))

    def _ended(self) -> None:
        self._reading = False

    def done(self, result: int) -> None:
        """Not while the ledger is read for it, or the export is logged."""
        if not self._reading and not self._afterwards.busy:
            super().done(result)

    def _refused(self, refusal: Refusal) -> None:
        self._say(refusal.sentence)

    def _say(self, words: Sentence) -> None:
        self._words.setText(self._context.say(words))

    # What is chosen

    def _release_chosen(self, place: int) -> None:
        self._tables.clear()
        self._tables.addItems([each.later.name for each in self._found[place][1]])

    def _chosen(self) -> tuple[Drawn, Comparison] | None:
        place, table = self._releases.currentIndex(), self._tables.currentIndex()
        if place < 0 or table < 0:
            return None
        earlier, comparisons = self._found[place]
        return earlier, comparisons[table]

    def _show(self, _: int) -> None:
        chosen = self._chosen()
        if chosen is not None:
            earlier, comparison = chosen
            self._numbers.show_table(comparison_table(comparison))
            self._say(comparison_sentence(comparison, earlier, self._later))

    def _exported(self) -> None:
        chosen = self._chosen()
        if chosen is None:
            return
        earlier, comparison = chosen
        name = file_of(comparison.later.name, earlier, self._later)
        title, kinds = N_("Export the differences"), kinds_of(("csv",))
        path = ask_new_file(self._context, self, title, TABLES, name, kinds)
        if path is None:
            return
        from explorer.export.files import write_atomically
        from explorer.export.layouts import comma_separated

        lines = comparison_lines(comparison, earlier, self._later)
        try:
            write_atomically(path, comma_separated(lines).encode())
        except Refusal as refusal:
            self._refused(refusal)
            return
        status = N_("{name} written to {folder}; nothing was spent", name=path.name, folder=str(path.parent))
        given = (status, self._ledger, self._later, (form("differences", path),), self._act)
        self._afterwards.run(partial(written_and_logged, *given))

    @property
    def _act(self) -> Act:
        return Act(self._context.store.state.ledger.act.actor)

    def _told(self, status: Sentence) -> None:
        self._say(status)
        self._context.store.dispatch(LedgerExported(status))
