"""The file of a release: which one, what its first line says, and another one. No row is looked at."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from explorer.app.core.release_messages import FileChosen, PlanEdited
from explorer.app.core.state import State
from explorer.app.release.plan.dialect_suggestion import Advice, Look, draft_advice, facts
from explorer.app.release.plan.file_columns import of_another_file
from explorer.app.release.plan.plan_draft import document, judged
from explorer.gui.access.roving_focus import Roving
from explorer.gui.release.plan_files import new_plan
from explorer.gui.shell.context import Context
from explorer.gui.shell.file_dialogs import CSV_FILES, DATA, ask_file
from explorer.gui.widgets.flush_link import flush
from explorer.gui.widgets.fold import READS
from explorer.language import readable
from explorer.mark import N_, Sentence
from explorer.release.sources.table_address import is_address, place_name

_FOREIGN = N_("The plan names no column of this file.")
_NO_FILE = N_("or drop it on the window; only its first line is read before the release")


def choose_file(context: Context, *_: object) -> None:
    """Ask for the private file."""
    path = ask_file(context, context.window, N_("Choose the file"), DATA, CSV_FILES)
    if path is not None:
        context.store.dispatch(FileChosen(str(path)))


def choose_table(context: Context, *_: object) -> None:
    """Ask for a table of a server or a cluster."""
    from explorer.gui.release.plan.table_question import TableQuestion  # with the first one

    question = TableQuestion(context, context.store.state.releasing.csv)
    question.chosen.connect(lambda address: context.store.dispatch(FileChosen(address)))
    question.open()


class FileBox(QFrame):
    """`format` is the link that opens how the file is written; its links are one stop of Tab with `stops`."""

    def __init__(self, context: Context, parent: QWidget, stops: Roving) -> None:
        super().__init__(parent)
        self._context = context
        self._advice: Advice | None = None
        self._seen: object = None
        self.setObjectName("box")
        size = context.theme.size
        lines = QVBoxLayout(self)
        lines.setContentsMargins(size(10), size(6), size(6), size(6))
        lines.setSpacing(size(2))
        self._choose = QPushButton(context.say(N_("Choose a file …")), self)
        self._choose.setObjectName("primary")
        self._choose.setProperty(READS, True)
        self._choose.clicked.connect(partial(choose_file, context))
        lines.addWidget(self._choose)
        row = QHBoxLayout()
        row.setSpacing(0)
        self._name = context.label(None, "boxTitle", self)
        row.addWidget(self._name, 1)
        self._other = self._link(N_("other file …"), row)
        self._other.setProperty(READS, True)
        self._other.clicked.connect(partial(choose_file, context))
        self.format = self._link(N_("format"), row)
        lines.addLayout(row)
        self._sheets = QComboBox(self)
        self._sheets.setAccessibleName(context.say(N_("sheet")))
        self._sheets.activated.connect(self._sheet_chosen)
        lines.addWidget(self._sheets)
        self._facts = context.label(_NO_FILE, "label", self, wrap=True)
        lines.addWidget(self._facts)
        self._table = self._link(N_("a table of a server …"), lines)
        self._table.clicked.connect(partial(choose_table, context))
        self._adopt = self._link(N_("use this in the plan"), lines)
        self._adopt.clicked.connect(self._adopted)
        self._anew = self._link(N_("new plan for this file"), lines)
        self._anew.clicked.connect(partial(new_plan, context))
        flush(self._table, self._adopt, self._anew)
        stops.take(self._other, self.format, self._table, self._adopt, self._anew)

    def _link(self, words: Sentence, into: QHBoxLayout | QVBoxLayout) -> QToolButton:
        link = QToolButton(self)
        link.setObjectName("link")
        link.setText(self._context.say(words))
        link.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        into.addWidget(link)
        return link

    def _adopted(self) -> None:
        """The steward confirms what the first line suggests: one step of history."""
        if self._advice is not None and self._advice.edits:
            *also, (path, value) = self._advice.edits
            self._context.store.dispatch(PlanEdited(path, value, tuple(also)))

    def _sheet_chosen(self, place: int) -> None:
        """The sheet of the workbook that is counted."""
        chosen = self._context.store.state.releasing
        if place > 0 and self._sheets.itemText(place) != chosen.sheet:
            self._context.store.dispatch(FileChosen(chosen.csv, self._sheets.itemText(place)))

    def _show_sheets(self, sheets: tuple[str, ...], chosen: str) -> None:
        """The sheets to choose from, where there are several; the chosen one stays while it is looked at."""
        self._sheets.setVisible(len(sheets) > 1)
        self._sheets.clear()
        self._sheets.addItems([self._context.say(N_("choose a sheet")), *sheets])
        self._sheets.setCurrentIndex(max(0, self._sheets.findText(chosen)) if chosen in sheets else 0)

    def show_file(self, state: State, look: Look | None) -> None:
        """The file that is chosen now, and what its first line says where it has been looked at."""
        releasing = state.releasing
        seen = (releasing.csv, releasing.sheet, releasing.plan, look)
        if self._seen == seen:
            return
        self._seen = seen
        chosen, plan = bool(releasing.csv), document(releasing.plan) if releasing.plan else None
        self._choose.setVisible(not chosen)
        self._table.setVisible(not chosen or is_address(releasing.csv))
        for widget in (self._name, self._other):
            widget.setVisible(chosen)
        self.format.setVisible(plan is not None or (chosen and look is not None and look.refused is None))
        if look is not None or not chosen:
            self._show_sheets(look.sheets if look is not None and chosen else (), releasing.sheet)
        has_dialect = look is None or look.title is None
        self.format.setVisible(self.format.isVisibleTo(self) and has_dialect)
        self._name.setText(readable(place_name(releasing.csv)))
        self._name.setToolTip(readable(releasing.csv))
        refused = look.refused if look is not None else None
        words = refused or facts(plan, look) if chosen else _NO_FILE
        valid = plan is not None and judged(releasing.plan)[0] is not None
        self._advice = draft_advice(plan, look) if plan is not None and not valid else None
        foreign = plan is not None and refused is None and of_another_file(plan, look)
        if self._advice is not None:
            words = self._advice.sentence
        elif foreign:
            words = _FOREIGN
        self._facts.setText(self._context.say(words))
        name = "refusal" if refused is not None else "label"
        if self._facts.objectName() != name:
            self._facts.setObjectName(name)
            self._facts.style().polish(self._facts)
        self._adopt.setVisible(self._advice is not None and bool(self._advice.edits))
        self._anew.setVisible(foreign)
