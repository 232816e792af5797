"""The plan as a form: what is counted, whom it protects, how much is spent, how the file is written."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from explorer.app.core import wording
from explorer.app.core.release_messages import PlanEdited
from explorer.app.core.request import Request
from explorer.app.core.state import State
from explorer.app.release.dialect_suggestion import MARK_NAMES
from explorer.app.release.plan_draft import (
    Document,
    Edits,
    document,
    judged,
    queries_of,
    unit_edits,
    value_of,
)
from explorer.gui.release.column_names import ColumnNames, asked_names
from explorer.gui.release.plan_counted import Counted
from explorer.gui.release.plan_fields import (
    ChoiceField,
    ShareField,
)
from explorer.gui.release.plan_files import example_plan, new_plan, open_plan, save_plan
from explorer.gui.release.plan_form import Form
from explorer.gui.release.plan_sign_off import SignOffRow, hold
from explorer.gui.release.plan_spent import Spent
from explorer.gui.shell.context import Context
from explorer.gui.widgets.card import Card
from explorer.gui.widgets.roving import Roving
from explorer.gui.workspaces.panel import Panel
from explorer.jobs import Answered
from explorer.mark import N_, Sentence
from explorer.privacy.refusal import Refusal
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.key import keys
from explorer.release.plan.sections import DECIMALS, DELIMITERS, Input, Privacy

UNITS = {**wording.UNITS, "other": N_("another unit")}
UNITS_HELP = {
    "row": N_(
        "Each record is protected on its own; a person with several records is protected for only "
        "one of them."
    ),
    "person": N_("All rows of one person are protected together, up to the contribution limit below."),
    "household": N_("All rows of one household are protected together; the id identifies the household."),
    "other": N_("All rows of one unit that you name, such as a school or a device, are protected together."),
}
NEIGHBOURS = {neighbours.value: words for neighbours, words in wording.NEIGHBOURS.items()}
NEIGHBOURS_HELP = {
    "add-remove": N_("The number of rows is not public either"),
    "substitute": N_("The number of rows is public; the noise is twice as wide"),
}


class FormArea(QScrollArea):
    """Scrolls up and down alone: it is never narrower than what stands in it."""

    def minimumSizeHint(self) -> QSize:
        hint, inside = super().minimumSizeHint(), self.widget()
        if inside is None:
            return hint
        wide = inside.minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width()
        return hint.expandedTo(QSize(wide, 0))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Another form, or another word in it, may need more."""
        if event.type() == QEvent.Type.LayoutRequest and watched is self.widget():
            self.updateGeometry()
        return super().eventFilter(watched, event)


class PlanEditor(Panel):
    """Everything that is declared before the file is read, each refusal beside its field."""

    def __init__(self, context: Context, card: Card) -> None:
        super().__init__(card.inside)
        self._context, self._names = context, ColumnNames(context)
        self._seen: tuple[object, ...] = ()
        self._shape: object = "nothing built yet"
        self._proposed = False
        self._form: Form | None = None
        self._bound: QLabel | None = None
        self._unit: ChoiceField | None = None
        self._counted: Counted | None = None
        self._spent: Spent | None = None
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        row = self._add_links(context)
        self._sign_off = SignOffRow(context, self._links)
        row.addWidget(self._sign_off.act)
        self._roving.take(self._sign_off.act)
        outer.addWidget(self._links)
        outer.addWidget(self._sign_off)
        self._scroll = FormArea(self)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
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
            row.addWidget(button)
            self._roving.take(button)
        row.addStretch(1)
        return row

    # What a person does

    def _edited(self, path: str, value: object) -> None:
        if path == "privacy.delta":
            self._proposed = False
        self._context.store.dispatch(PlanEdited(path, value))

    def _changed(self, edits: Edits) -> None:
        """Several values that one choice changes, a proposed δ among them: one step of history."""
        if any(path == "privacy.delta" for path, _ in edits):
            self._proposed = True
        *also, (path, value) = edits
        self._context.store.dispatch(PlanEdited(path, value, tuple(also)))

    def _unit_changed(self, path: str, value: object) -> None:
        plan = document(self._context.store.state.releasing.plan)
        self._context.store.dispatch(PlanEdited(path, value, unit_edits(plan, str(value))))

    # What is shown

    def wanted(self, state: State) -> tuple[Request, ...]:
        names = asked_names(state)
        if self._spent is None or not state.releasing.plan:
            return names
        return (*names, *self._spent.margin.wanted(state, judged(state.releasing.plan)[0]))

    def show_state(self, state: State, answers: Answered) -> None:
        self._show_plan(state)
        self._names.follow(state, answers, self._form)
        if self._spent is not None:
            self._spent.margin.follow(state, judged(state.releasing.plan)[0], answers)

    def _show_plan(self, state: State) -> None:
        seen = (state.releasing.plan, state.releasing.locked, state.refused)
        if seen == self._seen:
            return
        self._seen = seen
        text = state.releasing.plan
        plan = document(text)
        self._links.setVisible(bool(plan))
        held = self._sign_off.show_plan(text)
        shape = _shape(plan), held
        if shape != self._shape:
            self._shape = shape
            self._build(plan)
        valid, problems = judged(text) if text else (None, ())
        beside = {refusal.field: refusal for refusal in reversed(problems)}
        if self._counted is not None and self._spent is not None:
            self._counted.show(state, plan, valid, beside)
            self._spent.show(plan, valid, self._proposed)
        if self._unit is not None:
            self._unit.tell(UNITS_HELP.get(str(value_of(plan, "privacy.unit"))))
        self._show(plan, beside, state.refused.get("plan"))
        if self._bound is not None:
            self._bound.setText(self._context.say(_bound_sentence(valid)))
        if held and self._form is not None:
            hold(self._context, self._form.parent)

    def _show(self, plan: Document, beside: dict[str, Refusal], said: Refusal | None) -> None:
        """Every refusal beside its field; what has no field stands beneath."""
        for field in self._form.fields if self._form else ():
            refusal = beside.pop(field.path, None)
            if not isinstance(field, ShareField):  # it also knows what was typed and is not in the plan
                field.show_value(plan)
                field.refuse(refusal)
        left = [*beside.values(), *([said] if said else [])]
        self._rest.setText("\n".join(self._context.say(refusal.sentence) for refusal in left[:3]))
        self._rest.setVisible(bool(left))

    def _build(self, plan: Document) -> None:
        inside = QWidget(self._scroll.viewport())  # where it will stand: another parent reads the sheet again
        form = self._form = Form(self._context, inside, self._edited)
        self._bound, self._counted, self._spent, self._unit = None, None, None, None
        if not plan:
            self._invite(inside, form.lines)
        else:
            self._counted = Counted(self._context, self._changed)
            self._counted.build(form, plan)
            self._whom(form, plan)
            self._spent = Spent(self._context, self._changed, form)
            self._file(form)
        form.lines.addStretch(1)
        self._scroll.setWidget(inside)

    def _invite(self, parent: QWidget, lines: QVBoxLayout) -> None:
        """An empty pane says what to do next."""
        words = N_(
            "A plan states what is counted, whom it protects and how much noise is added, before "
            "any file is opened."
        )
        lines.addWidget(self._context.label(words, "muted", parent, wrap=True))
        for title, act, name in (
            (N_("Try the example"), example_plan, "primary"),
            (N_("Start a new plan"), new_plan, ""),
            (N_("Open a plan …"), open_plan, ""),
        ):
            button = QPushButton(self._context.say(title), parent)
            button.setObjectName(name)
            button.clicked.connect(partial(act, self._context))
            lines.addWidget(button)

    def _whom(self, form: Form, plan: Document) -> None:
        context, parent = self._context, form.parent
        unit = plan.get("privacy", {}).get("unit")
        form.section(N_("Whom it protects"))
        units = ChoiceField(context, "privacy.unit", N_("unit"), UNITS, parent, UNITS_HELP)
        self._unit = form.add(units, self._unit_changed)
        if unit == "other":
            form.add_key("privacy", keys(Privacy)["unit_name"])
        if unit != "row":
            form.add_keys("privacy", Privacy)
        words = N_("neighbours")
        form.add(ChoiceField(context, "privacy.neighbours", words, NEIGHBOURS, parent, NEIGHBOURS_HELP))
        self._bound = form.label()

    def _file(self, form: Form) -> None:
        form.section(N_("File format"))
        marks = {
            key: {mark: MARK_NAMES[mark] for mark in offered}
            for key, offered in (("delimiter", DELIMITERS), ("decimal", DECIMALS))
        }
        form.add_keys("input", Input, marks)


def _shape(plan: Document) -> object:
    """What decides which fields there are."""
    if not plan:
        return None
    queries = [
        (path, [column.get("kind") for column in each.get("column", [])]) for path, each in queries_of(plan)
    ]
    return plan.get("privacy", {}).get("unit"), queries


def _bound_sentence(plan: ReleasePlan | None) -> Sentence:
    """How far one unit can move the counts, and who vouches for it."""
    if plan is None:
        return N_("The sensitivity is computed once the plan is complete.")
    values = {"l1": plan.sensitivity.L1, "linf": plan.sensitivity.Linf}
    if plan.privacy.unit == "row":
        return N_("One record can change the counts by a total of {l1} (L1 = {l1}).", **values)
    if plan.privacy.id_column is None:
        return N_(
            "L1 = {l1}: stated by you, because no id column is named. The program doesn't enforce it.",
            **values,
        )
    return N_(
        "L1 = {l1}: enforced by the id column. Further rows are left out and not included in any "
        "margin; rows without an id are not counted.",
        **values,
    )
