"""What the menu beside the exports offers for the newest release: copies, forms, words, its plan."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QMimeData, QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu

from explorer.app.core.message import Settled
from explorer.app.core.publication import Publication
from explorer.app.core.release_messages import PlanOpened, ReleaseStatusGiven
from explorer.app.core.state import State
from explorer.app.release.plan.plan_noise import shown_query
from explorer.export.forms import Forms
from explorer.gui.shell.context import Context
from explorer.mark import N_, Sentence
from explorer.release.drawn import Drawn
from explorer.release.plan.plan_file import write_plan

Export = Callable[[Path, Drawn, Forms, bool], None]
Word = Callable[[Drawn, Publication], None]


class PublicationMenu(QObject):
    """Entries of one menu, which are there once something was released.

    They belong to this object: entries that a menu makes for itself were lost to Python in long sessions of
    random actions, while the menu still showed them.
    """

    def __init__(self, context: Context, menu: QMenu, export: Export, word: Word) -> None:
        super().__init__(menu.parent())
        self._context, self._menu, self._export, self._word = context, menu, export, word
        self._line()
        self._entries = [self._entry(N_("Copy the table"), lambda: self._copied(across=False))]
        self._across = self._entry(N_("Copy the table as rows by columns"), lambda: self._copied(across=True))
        self._entries += [
            self._across,
            self._entry(N_("Export in other forms …"), self._forms_asked),
            self._line(),
            self._entry(N_("Title, note, dataset, publisher …"), self._words_asked),
        ]
        self._special = self._entry(N_("Special cells in the picture"), self._special_turned)
        self._special.setCheckable(True)
        self._entries += [
            self._special,
            self._line(),
            self._entry(N_("Compare with an earlier release …"), self._compared),
            self._entry(N_("Use this plan again"), self._plan_used),
        ]

    def _entry(self, words: Sentence, act: Callable[[], None]) -> QAction:
        action = QAction(self._context.say(words), self)
        self._menu.addAction(action)
        action.triggered.connect(lambda *_: act())
        return action

    def _line(self) -> QAction:
        line = QAction(self)
        line.setSeparator(True)
        self._menu.addAction(line)
        return line

    def _newest(self) -> Drawn | None:
        drawn = self._context.store.state.releasing.drawn
        return drawn[-1] if drawn else None

    def show_state(self, state: State) -> None:
        """Nothing can be made of a release before there is one."""
        for entry in self._entries:
            entry.setVisible(bool(state.releasing.drawn))
        drawn = self._newest()
        if drawn is not None:
            self._across.setVisible(drawn.plan.queries[shown_query(state, drawn.plan)].counts_cells)
        self._special.setChecked(state.releasing.publication.special)

    # What a person does

    def _copied(self, across: bool) -> None:
        drawn = self._newest()
        if drawn is not None:
            index = shown_query(self._context.store.state, drawn.plan)
            self._context.store.dispatch(ReleaseStatusGiven(copy_table(drawn, index, across)))

    def _forms_asked(self) -> None:
        from explorer.gui.release.publication.forms_dialog import FormsDialog  # rarely asked for

        drawn = self._newest()
        if drawn is None:
            return
        ledger = self._context.demonstration.ledger_of(drawn.identity)

        def export(folder: Path, forms: Forms, shared: bool) -> None:
            self._export(folder, drawn, forms, shared)

        FormsDialog(self._context, drawn, ledger, export).open()

    def _words_asked(self) -> None:
        from explorer.gui.release.publication.words_dialog import WordsDialog  # as above

        drawn = self._newest()
        if drawn is not None:
            context = self._context
            releasing = context.store.state.releasing
            ledger = context.demonstration.ledger_of(drawn.identity)
            WordsDialog(context, drawn, releasing.publication, ledger, partial(self._word, drawn)).open()

    def _compared(self) -> None:
        from explorer.gui.release.publication.comparison_dialog import ComparisonDialog  # as above

        drawn = self._newest()
        if drawn is not None:
            ledger = self._context.demonstration.ledger_of(drawn.identity)
            ComparisonDialog(self._context, drawn, ledger).open()

    def _special_turned(self) -> None:
        drawn, publication = self._newest(), self._context.store.state.releasing.publication
        if drawn is not None:
            self._word(drawn, replace(publication, special=self._special.isChecked()))

    def _plan_used(self) -> None:
        drawn = self._newest()
        if drawn is not None:
            self._context.store.dispatch(PlanOpened(write_plan(drawn.plan)))
            self._context.store.dispatch(Settled())


def copy_table(drawn: Drawn, index: int, across: bool) -> Sentence:
    """Put one table on the clipboard, as in its file, or `across` as rows by columns; what to say of it.

    Tab-separated for spreadsheets, HTML for word processors. A copy is no file: what is on the clipboard
    could as well be read off the screen, and the ledger logs neither.
    """
    from explorer.export.layouts import copied_lines, html_table, tab_separated
    from explorer.release.crosstab import crosstab

    query = drawn.queries[index]
    lines = crosstab(drawn, query) if across else copied_lines(query)
    held = QMimeData()
    held.setText(tab_separated(lines))
    held.setHtml(html_table(lines, drawn))
    QApplication.clipboard().setMimeData(held)
    if across:
        return N_("Table “{name}” copied as rows by columns, with totals", name=query.name)
    return N_("Table “{name}” copied, one line per cell", name=query.name)
