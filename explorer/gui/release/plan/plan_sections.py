"""The sections of the left column, each a step of a release: file, tables, protection, account."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from explorer.app.core.request import Request
from explorer.app.core.state import State
from explorer.app.release.plan.column_suggestion import ID, SKIP
from explorer.app.release.plan.dialect_suggestion import MARK_NAMES, Look, columns_of
from explorer.app.release.plan.file_columns import FileColumn, file_columns
from explorer.app.release.plan.plan_draft import Document, Edits, document, queries_of, value_of, with_delta
from explorer.app.release.plan.plan_sign_off import standing
from explorer.app.release.plan.plan_tables import kind_everywhere, used_in
from explorer.gui.access.roving_focus import Roving
from explorer.gui.release.plan.account_row import AccountRow
from explorer.gui.release.plan.column_rows import Choices, ColumnRows
from explorer.gui.release.plan.file_box import FileBox
from explorer.gui.release.plan.plan_counted import Counted
from explorer.gui.release.plan.plan_form import Form
from explorer.gui.release.plan.plan_protection import MORE, Protection
from explorer.gui.release.plan.step_heads import ACCOUNT, FILE, PROTECTION, TABLES, StepHead, standings
from explorer.gui.release.plan_files import example_plan, new_plan, open_plan
from explorer.gui.shell.context import Context
from explorer.gui.widgets.fold import Fold
from explorer.jobs import Answered
from explorer.mark import N_, Sentence
from explorer.privacy.refusal import Refusal
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import DECIMALS, DELIMITERS, Input

_FORMAT, _COLUMNS = "format", "columns"  # folds by their names
_NAMES_ONLY = N_("kinds suggested; no value is read")
_EMPTY = N_(
    "A plan states what is counted, whom it protects and how much noise is added, before "
    "any row of the file is read."
)


class Sections(QObject):
    """`added(how)` and `begun` of the file's columns; `kind_chosen(path, kind)`, `going(path, by)` and
    `growing(path)` of tables.
    """

    added = Signal(str)
    begun = Signal()
    kind_chosen = Signal(str, object)
    going = Signal(str, int)
    growing = Signal(str)

    def __init__(
        self, context: Context, form: Form, choices: Choices, changed: Callable[[Edits], None]
    ) -> None:
        super().__init__(form.whole)
        self._context, self._form, self._choices, self._changed = context, form, choices, changed
        self._folds: dict[str, Fold] = {}
        self._steps: list[StepHead] = []
        self._counted: Counted | None = None
        self._protection: Protection | None = None
        self._account: AccountRow | None = None
        self._rows: ColumnRows | None = None
        self._columns: tuple[tuple[FileColumn, ...], bool] | None = None  # and whether they may be changed
        self._plan: Document = {}
        self._valid: ReleasePlan | None = None
        self._wrong: tuple[str, ...] = ()
        self._opened: set[str] = set()

    def build(self, plan: Document, opened: set[str], chosen: bool) -> None:
        """The steps that there are: without a plan the file alone, and its columns once it is chosen."""
        self._plan, self._opened = plan, opened
        form = self._form
        self._steps.append(form.step(FILE))
        stops = Roving(form.whole)
        self._file = FileBox(self._context, form.parent, stops)
        form.lines.addWidget(self._file)
        if plan:
            self._folds[_FORMAT] = fold = Fold(self._file.format, form.whole, _FORMAT in opened)
            with form.within(fold, 8):
                form.add_keys("input", Input, _marks())
        else:
            self._file.format.clicked.connect(self.begun)
        if plan or chosen:
            self._add_tables(plan, stops)
        if plan:
            form.turn()
            self._steps.append(form.step(PROTECTION))
            self._protection = Protection(self._context, self._changed, form, plan, opened)
            self._steps.append(form.step(ACCOUNT))
            self._account = AccountRow(self._context, form.parent)
            form.lines.addWidget(self._account)
        else:
            self._invite()

    def _add_tables(self, plan: Document, stops: Roving) -> None:
        """The columns of the file: in a fold once there are tables, which then matter more.

        The heads of both are one stop of Tab with the links of the file: `stops`.
        """
        form = self._form
        self._steps.append(form.step(TABLES, None if queries_of(plan) else _NAMES_ONLY))
        if queries_of(plan):
            fold = form.fold(N_("Columns of the file"), _COLUMNS in self._opened)
            fold.head.toggled.connect(self._show_columns)
            self._folds[_COLUMNS] = fold
            with form.within(fold):
                self._rows = self._column_rows()
        else:
            self._rows = self._column_rows()
        if plan:
            self._counted = Counted(
                self._context,
                self._opened,
                self._changed,
                self.kind_chosen.emit,
                self.going.emit,
                self.growing.emit,
            )
            if _COLUMNS in self._folds:
                stops.take(self._folds[_COLUMNS].head)
            self._counted.build(form, plan, stops)

    def _column_rows(self) -> ColumnRows:
        rows = ColumnRows(self._context, self._choices, self._form.parent)
        rows.added.connect(self.added)
        rows.kind_chosen.connect(self._file_kind_chosen)
        self._form.lines.addWidget(rows)
        return rows

    def _invite(self) -> None:
        """An empty pane says what else can be done."""
        form = self._form
        form.lines.addSpacing(self._context.theme.size(12))
        form.lines.addWidget(self._context.label(_EMPTY, "muted", form.parent, wrap=True))
        for title, act in (
            (N_("Try the example"), example_plan),
            (N_("Start a new plan"), new_plan),
            (N_("Open a plan …"), open_plan),
        ):
            button = QPushButton(self._context.say(title), form.parent)
            button.clicked.connect(partial(act, self._context))
            form.lines.addWidget(button)

    def opened(self) -> set[str]:
        """What is open now, by the path of a table or the name of another fold."""
        tables = self._counted.folds if self._counted is not None else {}
        more = self._opened & {MORE}
        return {name for name, fold in {**tables, **self._folds}.items() if fold.opened} | more

    def head_of(self, path: str) -> QWidget | None:
        """The line of the table at a path."""
        head = self._counted.heads.get(path) if self._counted is not None else None
        return None if head is None else head.fold

    # What a person does

    def _file_kind_chosen(self, name: str, kind: str) -> None:
        """Of a column of the file: in every table that counts it, or as the id of the plan."""
        plan = document(self._context.store.state.releasing.plan)
        if not plan:
            return
        if kind == ID and value_of(plan, "privacy.unit") != "row":
            self._changed((("privacy.id_column", name),))
        elif kind == SKIP and value_of(plan, "privacy.id_column") == name:
            self._changed((("privacy.id_column", None),))
        elif kind not in (ID, SKIP) and used_in(plan, name):
            edits = kind_everywhere(plan, name, kind)
            if edits:
                self._changed(with_delta(self._context.store.state.releasing.plan, edits))

    # What is shown

    def wanted(self, state: State, plan: ReleasePlan | None) -> tuple[Request, ...]:
        """The long questions of the sections."""
        margin = self._protection.margin.wanted(state, plan) if self._protection is not None else ()
        account = self._account.wanted if self._account is not None else ()
        return (*margin, *account)

    def show(
        self,
        state: State,
        plan: Document,
        valid: ReleasePlan | None,
        beside: dict[str, Refusal],
        proposed: bool,
        searched: bool = True,
    ) -> None:
        """The plan's own sentences; what is refused has its place beside the fields."""
        self._plan, self._valid = plan, valid
        self._wrong = tuple(beside)
        if self._counted is not None and self._protection is not None:
            self._counted.show(state, plan, valid, beside, searched)
            self._protection.show(plan, valid, proposed)

    def follow(self, state: State, answers: Answered, look: Look | None) -> None:
        """The file, its columns, the account, the kinds of tables: what is known of them now."""
        self._file.show_file(state, look)
        valid = self._valid if self._protection is not None else None
        if self._counted is not None:
            self._counted.follow(valid, answers)
        if self._rows is not None:
            names = columns_of(self._plan or None, look)
            shown = bool(names)
            self._rows.setVisible(shown)
            if _COLUMNS in self._folds:
                self._folds[_COLUMNS].head.setVisible(shown)
            if shown:
                held = standing(state.releasing.plan).locked if state.releasing.plan else False
                self._columns = file_columns(self._plan or None, names, look), not held
                self._show_columns()
        if self._protection is not None:
            self._protection.margin.follow(state, valid, answers)
        if self._account is not None:
            self._account.follow(state, answers, valid)
        self._stand(state, look)

    def _show_columns(self, *_: object) -> None:
        """The rows of the columns; those in a fold are made once it is open, not with every form."""
        fold = self._folds.get(_COLUMNS)
        if self._rows is not None and self._columns is not None and (fold is None or fold.opened):
            self._rows.show_columns(*self._columns)

    def _stand(self, state: State, look: Look | None) -> None:
        """How far each step has come."""
        readable = look is None or look.refused is None
        file = bool(state.releasing.csv) and readable
        of_tables = [path for path in self._wrong if not path.startswith(("privacy", "output", "input"))]
        tables = bool(queries_of(self._plan)) and not of_tables
        protection = not any(path.startswith(("privacy", "output")) for path in self._wrong)
        account = self._account is not None and self._account.settled
        for step, standing_now in zip(
            self._steps, standings((file, tables, protection, account)), strict=False
        ):
            step.stand(standing_now)


def _marks() -> dict[str, dict[str, Sentence]]:
    return {
        key: {mark: MARK_NAMES[mark] for mark in offered}
        for key, offered in (("delimiter", DELIMITERS), ("decimal", DECIMALS))
    }
