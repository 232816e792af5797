"""The plan as a form: what is counted, whom it protects, how much is spent, how the file is written."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
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

from explorer.app import wording
from explorer.app.drafting import Document, document, judged, kind_edits, unit_edits
from explorer.app.message import PlanEdited, PlanExtended, PlanReduced
from explorer.app.state import State
from explorer.gui.context import Context
from explorer.gui.panel import Panel
from explorer.gui.panels.fields import (
    ChoiceField,
    Field,
    ListField,
    SwitchField,
    TextField,
    missing_tokens,
    optional,
    shown_tokens,
    whole,
)
from explorer.gui.plans import example_plan, new_plan, open_plan, save_plan
from explorer.jobs import Answered
from explorer.mark import N_, Sentence
from explorer.privacy.refusal import Refusal
from explorer.release.declared import ReleasePlan

UNITS = {**wording.UNITS, "other": N_("another unit")}
NEIGHBOURS = {neighbours.value: words for neighbours, words in wording.NEIGHBOURS.items()}
NEIGHBOURS_HELP = {
    "add-remove": N_("The number of rows is not public either"),
    "substitute": N_("The number of rows is public; the noise is twice as wide"),
}
KINDS = {"numeric": N_("numbers"), "category": N_("categories")}
DELIMITERS = {",": N_("comma"), ";": N_("semicolon"), "\t": N_("tab"), "|": N_("bar")}
DECIMALS = {".": N_("point"), ",": N_("comma")}


class PlanEditor(Panel):
    """Everything that is declared before the file is read, each refusal beside its field."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self._seen: tuple[object, ...] = ()
        self._shape: object = "nothing built yet"
        self._bound: QLabel | None = None
        self._fields: list[Field] = []
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        self._links = QWidget(self)
        row = QHBoxLayout(self._links)
        row.setContentsMargins(0, 0, 0, 0)
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
        row.addStretch(1)
        outer.addWidget(self._links)
        self._scroll = QScrollArea(self)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        outer.addWidget(self._scroll, 1)
        self._rest = context.label(None, "refusal", self, wrap=True)
        outer.addWidget(self._rest)

    # What a person does

    def _edited(self, path: str, value: object) -> None:
        self._context.store.dispatch(PlanEdited(path, value))

    def _extended(self, histogram: int | None) -> None:
        self._context.store.dispatch(PlanExtended(histogram))

    def _reduced(self, path: str) -> None:
        self._context.store.dispatch(PlanReduced(path))

    def _kind_changed(self, path: str, value: object) -> None:
        *also, (last, kind) = kind_edits(path, str(value))
        self._context.store.dispatch(PlanEdited(last, kind, tuple(also)))

    def _unit_changed(self, path: str, value: object) -> None:
        plan = document(self._context.store.state.releasing.plan)
        self._context.store.dispatch(PlanEdited(path, value, unit_edits(plan, str(value))))

    # What is shown

    def show_state(self, state: State, answers: Answered) -> None:
        seen = (state.releasing.plan, state.refused.get("plan"))
        if seen == self._seen:
            return
        self._seen = seen
        text = state.releasing.plan
        plan = document(text)
        self._links.setVisible(bool(plan))
        shape = _shape(plan)
        if shape != self._shape:
            self._shape = shape
            self._build(plan)
        valid, problems = judged(text) if text else (None, ())
        self._show(plan, valid, problems, state.refused.get("plan"))

    def _show(
        self, plan: Document, valid: ReleasePlan | None, problems: tuple[Refusal, ...], said: Refusal | None
    ) -> None:
        beside = {refusal.field: refusal for refusal in reversed(problems)}
        for field in self._fields:
            field.show_value(plan)
            field.refuse(beside.pop(field.path, None))
        left = [*beside.values(), *([said] if said else [])]
        self._rest.setText("\n".join(self._context.say(refusal.sentence) for refusal in left[:3]))
        self._rest.setVisible(bool(left))
        if self._bound is not None:
            self._bound.setText(self._context.say(_bound_sentence(valid)))

    def _build(self, plan: Document) -> None:
        inside = QWidget(self._scroll)
        self._fields, self._bound = [], None
        lines = QVBoxLayout(inside)
        lines.setContentsMargins(0, 0, 6, 0)
        lines.setSpacing(self._context.theme.size(6))
        if not plan:
            self._invite(inside, lines)
        else:
            self._what(inside, lines, plan)
            self._whom(inside, lines, plan)
            self._how_much(inside, lines)
            self._file(inside, lines)
        lines.addStretch(1)
        self._scroll.setWidget(inside)

    def _invite(self, parent: QWidget, lines: QVBoxLayout) -> None:
        """An empty pane says what to do next."""
        words = N_(
            "A plan says what is counted, for whom, and with how much noise: before any file is opened."
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

    def _add(self, lines: QVBoxLayout, field: Field, act: object = None) -> None:
        field.edited.connect(act or self._edited)
        self._fields.append(field)
        lines.addWidget(field)

    def _link(self, lines: QVBoxLayout, words: Sentence, act: object, parent: QWidget) -> None:
        button = QToolButton(parent)
        button.setObjectName("link")
        button.setText(self._context.say(words))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(act)
        lines.addWidget(button)

    def _what(self, parent: QWidget, lines: QVBoxLayout, plan: Document) -> None:
        context = self._context
        lines.addWidget(context.label(N_("What is counted"), "section", parent))
        self._add(lines, TextField(context, "title", N_("title"), parent, optional))
        for number, histogram in enumerate(plan.get("histogram", []), 1):
            path = f"histogram.{number}"
            self._add(
                lines, TextField(context, f"{path}.name", N_("histogram {number}", number=number), parent)
            )
            for place, column in enumerate(histogram.get("column", []), 1):
                self._column(parent, lines, f"{path}.column.{place}", str(column.get("kind")))
            more = N_("+ a column: counts become a crosstab")
            self._link(lines, more, partial(self._extended_by_click, number), parent)
            if len(plan["histogram"]) > 1:
                self._add(lines, TextField(context, f"{path}.share", N_("share of ε"), parent))
                self._link(lines, N_("remove this histogram"), partial(self._reduced_by_click, path), parent)
        self._link(lines, N_("+ another histogram"), partial(self._extended_by_click, None), parent)

    def _extended_by_click(self, histogram: int | None, _: bool = False) -> None:
        self._extended(histogram)

    def _reduced_by_click(self, path: str, _: bool = False) -> None:
        self._reduced(path)

    def _column(self, parent: QWidget, lines: QVBoxLayout, path: str, kind: str) -> None:
        context = self._context
        self._add(lines, TextField(context, f"{path}.name", N_("column"), parent))
        self._add(lines, ChoiceField(context, f"{path}.kind", N_("holds"), KINDS, parent), self._kind_changed)
        if kind == "numeric":
            self._add(lines, ListField(context, f"{path}.edges", N_("edges"), parent))
        else:
            self._add(lines, ListField(context, f"{path}.categories", N_("categories"), parent))
        if not path.endswith("column.1"):
            self._link(lines, N_("remove this column"), partial(self._reduced_by_click, path), parent)

    def _whom(self, parent: QWidget, lines: QVBoxLayout, plan: Document) -> None:
        context = self._context
        unit = plan.get("privacy", {}).get("unit")
        lines.addWidget(context.label(N_("Whom it protects"), "section", parent))
        self._add(lines, ChoiceField(context, "privacy.unit", N_("unit"), UNITS, parent), self._unit_changed)
        if unit == "other":
            self._add(lines, TextField(context, "privacy.unit_name", N_("called"), parent, optional))
        if unit != "row":
            self._add(lines, TextField(context, "privacy.id_column", N_("id column"), parent, optional))
            self._add(
                lines, TextField(context, "privacy.rows_per_person", N_("rows, at most"), parent, whole)
            )
        self._add(
            lines,
            ChoiceField(context, "privacy.neighbours", N_("neighbours"), NEIGHBOURS, parent, NEIGHBOURS_HELP),
        )
        self._bound = context.label(None, "label", parent, wrap=True)
        lines.addWidget(self._bound)

    def _how_much(self, parent: QWidget, lines: QVBoxLayout) -> None:
        context = self._context
        lines.addWidget(context.label(N_("How much is spent"), "section", parent))
        self._add(lines, TextField(context, "privacy.epsilon", N_("ε, in all"), parent))
        self._add(lines, TextField(context, "output.confidence", N_("confidence"), parent))
        words = N_("counts of at least 0 as well")
        self._add(lines, SwitchField(context, "output.nonnegative", N_("write"), words, parent))

    def _file(self, parent: QWidget, lines: QVBoxLayout) -> None:
        context = self._context
        lines.addWidget(context.label(N_("How the file is written"), "section", parent))
        self._add(lines, TextField(context, "input.encoding", N_("encoding"), parent))
        self._add(lines, ChoiceField(context, "input.delimiter", N_("delimiter"), DELIMITERS, parent))
        self._add(lines, ChoiceField(context, "input.decimal", N_("decimal mark"), DECIMALS, parent))
        words = N_("the first line names the columns")
        self._add(lines, SwitchField(context, "input.header", N_("header"), words, parent, default=True))
        tokens = TextField(context, "input.missing", N_("missing when"), parent, missing_tokens, shown_tokens)
        tokens.editor.setPlaceholderText(context.say(N_("empty; further words, like NA")))
        self._add(lines, tokens)
        blanks = N_("around values do not count")
        self._add(lines, SwitchField(context, "input.trim", N_("blanks"), blanks, parent))


def _shape(plan: Document) -> object:
    """What decides which fields there are."""
    if not plan:
        return None
    histograms = [
        [column.get("kind") for column in each.get("column", [])] for each in plan.get("histogram", [])
    ]
    return plan.get("privacy", {}).get("unit"), histograms


def _bound_sentence(plan: ReleasePlan | None) -> Sentence:
    """How far one unit can move the counts, and who vouches for it."""
    if plan is None:
        return N_("What one unit can change follows once the plan is complete.")
    values = {"l1": plan.sensitivity.L1, "linf": plan.sensitivity.Linf}
    if plan.privacy.unit == "row":
        return N_("One row can change the counts by {l1} in all (L1 = {l1}).", **values)
    if plan.privacy.id_column is None:
        return N_("L1 = {l1}: on your word, since no id column is named. Nothing enforces it.", **values)
    return N_(
        "L1 = {l1}: enforced by the id column. Further rows are left out, and are in no margin; rows "
        "without an id are not counted.",
        **values,
    )
