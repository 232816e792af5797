"""The left column of a release: its file, its tables, whom they protect, and the account that is charged."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from explorer.app.core.release_messages import PlanEdited, PlanOpened, QueryMoved, TablesAdded
from explorer.app.core.request import Request
from explorer.app.core.state import State
from explorer.app.release.plan import kind_errors, range_search
from explorer.app.release.plan.dialect_suggestion import declared_input
from explorer.app.release.plan.plan_draft import (
    Document,
    Edits,
    document,
    judged,
    no_delta,
    queries_of,
    text_of,
    value_of,
    with_delta,
)
from explorer.app.release.plan.plan_tables import (
    Kept,
    blank_plan,
    first_unfinished,
    kind_edits_kept,
    shape_of,
)
from explorer.gui.access.focus_place import FocusPlace
from explorer.gui.access.roving_focus import Roving
from explorer.gui.access.tab_order import form_before
from explorer.gui.release.plan.column_names import ColumnNames, asked_names
from explorer.gui.release.plan.column_rows import CROSSTAB, EACH, LINKED, Choices
from explorer.gui.release.plan.file_drop import FileDrop
from explorer.gui.release.plan.plan_fields import Field, ShareField, TextField, path_of
from explorer.gui.release.plan.plan_form import Form, FormArea
from explorer.gui.release.plan.plan_sections import Sections
from explorer.gui.release.plan_files import example_plan, new_plan, open_plan, save_plan
from explorer.gui.release.plan_sign_off import SignOffRow, hold
from explorer.gui.shell.context import Context
from explorer.gui.shell.first_frame import FirstFrame
from explorer.gui.widgets.card import Card
from explorer.gui.widgets.flush_link import flush
from explorer.gui.widgets.fold import bring_into_sight, reveal
from explorer.gui.workspaces.panel import Panel
from explorer.jobs import Answered
from explorer.mark import N_
from explorer.privacy.refusal import Refusal


class PlanEditor(Panel):
    """Everything that is declared before the file is read, each refusal beside its field."""

    def __init__(self, context: Context, card: Card) -> None:
        super().__init__(card.inside)
        self._context, self._names = context, ColumnNames(context)
        self._seen: tuple[object, ...] = ()
        self._shape: object = "nothing built yet"
        self._proposed = False
        self._form: Form | None = None
        self._held: FirstFrame | None = None  # what is painted, while a form is built
        self._sections: Sections | None = None
        self._choices = Choices()
        self._plan: Document = {}
        self._left: set[str] = set()  # fields that somebody was at: what they lack is no hint any more
        self._refused: set[str] = set()
        self._kept: Kept = {}  # what a column held under another kind
        self._drop = FileDrop(context, self)
        self._next = ""  # the path of the field, or of the table, that gets the focus in the next form
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        row = self._add_links(context)
        self._sign_off = SignOffRow(context, self._links)
        row.addWidget(self._sign_off.act)
        self._roving.take(self._sign_off.act)
        outer.addWidget(self._links)
        outer.addWidget(self._sign_off)
        self._scroll = FormArea(self)
        outer.addWidget(self._scroll, 1)
        self._rest = context.label(None, "refusal", self, wrap=True)
        outer.addWidget(self._rest)

    def _add_links(self, context: Context) -> QHBoxLayout:
        self._links = QWidget(self)
        row = QHBoxLayout(self._links)
        row.setContentsMargins(0, 0, 0, 0)
        self._roving = Roving(self._links)
        for words, act in (
            (N_("New"), new_plan),
            (N_("Open …"), open_plan),
            (N_("Save …"), save_plan),
            (N_("Example"), example_plan),
        ):
            button = QToolButton(self._links)
            button.setObjectName("link")
            button.setText(context.say(words))
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(partial(act, context))
            flush(button)
            row.addWidget(button)
            self._roving.take(button)
        row.addStretch(1)
        return row

    # What a person does

    def _edited(self, path: str, value: object) -> None:
        if path == "privacy.delta":
            self._proposed = False
        self._left.add(path)
        self._context.store.dispatch(PlanEdited(path, value))

    def _changed(self, edits: Edits) -> None:
        """Several values that one choice changes, a proposed δ among them: one step of history."""
        if any(path == "privacy.delta" for path, _ in edits):
            self._proposed = True
        *also, (path, value) = edits
        self._context.store.dispatch(PlanEdited(path, value, tuple(also)))

    def _kinds_chosen(self, path: str, kind: object) -> None:
        """Another kind for a column of a table, with what it held under that kind before."""
        edits, self._kept = kind_edits_kept(self._plan, path, str(kind), self._kept)
        self._changed(with_delta(self._context.store.state.releasing.plan, edits))

    def _growing(self, path: str) -> None:
        self._next = path

    def _going(self, path: str, by: int) -> None:
        """A table goes up or down; the focus goes with it."""
        kind, _, number = path.partition(".")
        self._next, self._shape = f"{kind}.{int(number) + by}", "moved"
        self._context.store.dispatch(QueryMoved(path, by))

    def _added(self, how: str) -> None:
        """Tables of the ticked columns; what is to be typed next gets the focus."""
        store, look = self._context.store, self._names.look
        wanted = self._choices.wanted
        if look is None or not wanted:
            return
        declared = declared_input(self._plan) if self._plan else look.input
        self._choices.ticked.clear()
        more = (declared, self._choices.id_column, how == LINKED, look.whole)
        store.dispatch(TablesAdded(wanted, how == CROSSTAB, *more))
        text = store.state.releasing.plan
        self._proposed = self._proposed or (no_delta(self._plan) and not no_delta(document(text)))
        if text:
            at = len(queries_of(document(text))) - (len(wanted) if how == EACH else 1)
            self._next = first_unfinished(text, at) or ""

    def _begin(self) -> None:
        """A plan of the file without a table, so that the dialect can be changed."""
        look = self._names.look
        if look is not None and look.suggested is not None:
            self._next = "input.encoding"
            plan = blank_plan(look.suggested.input, self._choices.id_column)
            self._context.store.dispatch(PlanOpened(text_of(plan)))

    # What is shown

    def wanted(self, state: State) -> tuple[Request, ...]:
        names = asked_names(state)
        if self._sections is None or not state.releasing.plan:
            return names
        search = range_search.wanted(state.releasing.plan)
        plan = judged(state.releasing.plan)[0]
        kinds = None if plan is None else kind_errors.question_of(plan)
        search = search if kinds is None else (*search, kinds)
        return (*names, *search, *self._sections.wanted(state, plan))

    def show_state(self, state: State, answers: Answered) -> None:
        searched = all(each in answers for each in range_search.wanted(state.releasing.plan))
        try:
            self._show_plan(state, searched)
            self._names.follow(state, answers, self._form)
            if self._sections is not None:
                self._sections.follow(state, answers, self._names.look)
        finally:
            if self._held is not None:
                self._held.rendered()
            self._held = None

    def _show_plan(self, state: State, searched: bool) -> None:
        releasing = state.releasing
        seen = (releasing.plan, releasing.locked, state.refused, bool(releasing.csv), searched)
        if seen == self._seen:
            return
        self._seen = seen
        text = releasing.plan
        plan = document(text)
        self._links.setVisible(bool(plan))
        held = self._sign_off.show_plan(text)
        valid, problems = judged(text) if text else (None, ())
        shape = shape_of(plan), held, bool(releasing.csv)
        if shape != self._shape:
            self._shape = shape
            self._build(plan, problems)
        self._plan = plan
        beside = {refusal.field: refusal for refusal in reversed(problems)}
        if self._sections is not None:
            self._sections.show(state, plan, valid, beside, self._proposed, searched)
        self._show(plan, beside, state.refused.get("plan"))
        if held and self._form is not None:
            hold(self._context, self._form.whole)

    def _show(self, plan: Document, beside: dict[str, Refusal], said: Refusal | None) -> None:
        """Every refusal beside its field; what has no field stands beneath."""
        new: Field | None = None
        refused: set[str] = set()
        for field in self._form.fields if self._form else ():
            refusal = beside.pop(field.path, None)
            if isinstance(field, ShareField):  # it also knows what was typed and is not in the plan
                continue
            hint = field.path not in self._left and value_of(plan, field.path) in (None, "", [])
            field.show_value(plan)
            field.refuse(refusal, hint)
            if refusal is not None and not hint:
                refused.add(field.path)
                new = field if new is None and field.path not in self._refused else new
        self._refused = refused
        if new is not None:
            reveal(new)
        left = [each for each in beside.values() if queries_of(plan) or "." in each.field]
        self._rest.setText(
            "\n".join(self._context.say(each.sentence) for each in [*left, *([said] if said else [])][:3])
        )
        self._rest.setVisible(bool(left or said))

    def _gone_on(self, path: str) -> None:
        """What a field lacks that somebody has been at is no hint any more."""
        if path not in self._left:
            self._left.add(path)
            self._seen = ()
            self._context.store.request_frame()

    def _build(self, plan: Document, problems: tuple[Refusal, ...]) -> None:
        self._held = FirstFrame(self._context.window)  # there are turns before its values are shown
        old, self._refused = self._sections, set()  # what is refused in a new form is revealed anew
        before = None if self._form is None else self._form.whole
        place = FocusPlace(before, path_of)
        inside = QWidget(self._scroll.place)
        form = self._form = Form(self._context, inside, self._edited)
        sections = self._sections = Sections(self._context, form, self._choices, self._changed)
        sections.added.connect(self._added)
        sections.begun.connect(self._begin)
        sections.kind_chosen.connect(self._kinds_chosen)
        sections.going.connect(self._going)
        sections.growing.connect(self._growing)
        sections.build(plan, self._opened(old, plan, problems), bool(self._context.store.state.releasing.csv))
        form.lines.addStretch(1)
        for field in form.fields:
            field.left.connect(self._gone_on)
        form.turn()
        self._scroll.stand(inside, before)
        form.turn()
        form_before(self._rest, inside)
        self._focus(form, {each.field for each in problems}, place)
        if before is not None:
            self._scroll.remove(before, form.turn)

    def _opened(self, old: Sections | None, plan: Document, problems: tuple[Refusal, ...]) -> set[str]:
        """Which folds are open: those that were, and tables in which something is still to be typed."""
        before, names = queries_of(self._plan), set()
        if not before or old is None:
            self._left.clear()
        opened = old.opened() if old is not None else set()
        names = {str(query.get("name")) for path, query in before if path in opened}
        known = {str(query.get("name")) for _, query in before}
        found = {each for each in opened if each not in dict(before)}
        for path, query in queries_of(plan):
            name = str(query.get("name"))
            unfinished = any(each.field.startswith(f"{path}.") for each in problems)
            if name in names or (name not in known and unfinished):
                found.add(path)
            if name not in known:
                self._left -= {each for each in self._left if each.startswith(f"{path}.")}
        return found

    def _focus(self, form: Form, wrong: set[str], place: FocusPlace) -> None:
        """On the field that is typed next: the one at a path, or the first wrong one below "path."."""
        wanted, self._next = self._next, ""
        paths = wrong if wanted.endswith(".") else {wanted}
        known = [each for each in form.fields if each.path in paths and each.path.startswith(wanted)]
        field = known[0] if known else None
        head = self._sections.head_of(wanted) if self._sections is not None and wanted else None
        if isinstance(field, TextField):
            bring_into_sight(field)
            field.editor.setFocus(Qt.FocusReason.OtherFocusReason)
        elif head is not None:
            bring_into_sight(head)
            head.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            place.give_back(form.whole, self._scroll)
