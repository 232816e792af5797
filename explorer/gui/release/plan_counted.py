"""What is counted, as a part of the plan's form: queries, columns, and the shares of what is spent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from explorer.app.core.message import Mended
from explorer.app.core.release_messages import PlanExtended, PlanReduced, ShareLocked, ShareTyped
from explorer.app.core.state import State
from explorer.app.release.budget_split import parts_of, shown_part
from explorer.app.release.plan_draft import (
    Document,
    has_unknown,
    kind_edits,
    queries_of,
    value_of,
    with_delta,
)
from explorer.app.release.plan_summary import error_sentence, threshold_sentence
from explorer.gui.release.column_fields import add_column_fields
from explorer.gui.release.plan_fields import ChoiceField, ShareField, TextField, optional
from explorer.gui.release.plan_form import Form
from explorer.gui.shell.context import Context
from explorer.gui.widgets.label import Label
from explorer.mark import N_
from explorer.privacy.refusal import Refusal
from explorer.release.columns.column import every_column
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.queries.query import every_query

_MOST_COLUMNS = 3  # that a form offers in one crosstab

Changed = Callable[[tuple[tuple[str, object], ...]], None]


@dataclass
class Counted:
    """The fields and sentences of one built form that do more than show a value of the plan."""

    context: Context
    changed: Changed
    shares: list[ShareField] = field(default_factory=list)
    errors: list[Label] = field(default_factory=list)
    thresholds: list[tuple[int, ChoiceField]] = field(default_factory=list)

    def build(self, form: Form, plan: Document) -> None:
        """Fields for all queries of a plan."""
        context = self.context
        form.section(N_("What is counted"))
        form.add(TextField(context, "title", N_("title"), form.parent, optional))
        queries = queries_of(plan)
        for position, (path, query) in enumerate(queries):
            self._query(form, position, path, query.get("column", []), len(queries) > 1)
        for name, kind in every_query().items():
            form.link(kind.another, partial(self._extended, name))

    def _query(self, form: Form, position: int, path: str, columns: list[Document], several: bool) -> None:
        kind, _, number = path.partition(".")
        words = every_query()[kind]
        form.add(TextField(self.context, f"{path}.name", words.numbered(int(number)), form.parent))
        form.add_keys(path, words)
        for place, column in enumerate(columns, 1):
            self._column(form, f"{path}.column.{place}", str(column.get("kind")), position)
        if len(columns) < _MOST_COLUMNS and not has_unknown(columns):
            form.link(N_("+ a column: counts become a crosstab"), partial(self._extended, path))
        if several:
            share = ShareField(self.context, f"{path}.share", N_("share"), form.parent)
            form.add(share, partial(self._share_typed, position))
            share.locked.connect(partial(self._share_locked, position))
            share.editor.given_up.connect(partial(self._given_up, share.path))
            self.shares.append(share)
        self.errors.append(form.label())
        if several:
            form.link(words.removed, partial(self._reduced, path))

    def _column(self, form: Form, path: str, kind: str, position: int) -> None:
        context = self.context
        form.add(TextField(context, f"{path}.name", N_("column"), form.parent))
        known = every_column()
        titles = {name: each.title for name, each in known.items()}
        helps = {name: each.help for name, each in known.items() if each.help is not None}
        holds = ChoiceField(context, f"{path}.kind", N_("content"), titles, form.parent, helps)
        form.add(holds, self._kind_changed)
        add_column_fields(form, path, kind, self.changed)
        if has_unknown([{"kind": kind}]):
            self.thresholds.append((position, holds))
        if not path.endswith("column.1"):
            form.link(N_("remove this column"), partial(self._reduced, path))

    # What a person does

    def _extended(self, to: str, _: bool = False) -> None:
        self.context.store.dispatch(PlanExtended(to))

    def _reduced(self, path: str, _: bool = False) -> None:
        self.context.store.dispatch(PlanReduced(path))

    def _kind_changed(self, path: str, value: object) -> None:
        text = self.context.store.state.releasing.plan
        self.changed(with_delta(text, kind_edits(path, str(value))))

    def _share_typed(self, position: int, path: str, value: object) -> None:
        self.context.store.dispatch(ShareTyped(position, str(value)))

    def _share_locked(self, position: int, locked: bool) -> None:
        self.context.store.dispatch(ShareLocked(position, locked))

    def _given_up(self, path: str) -> None:
        self.context.store.dispatch(Mended(path))

    # What is shown

    def show(
        self, state: State, plan: Document, valid: ReleasePlan | None, beside: dict[str, Refusal]
    ) -> None:
        """The parts, each with its lock; what each query spends, and how far its noise reaches."""
        parts = parts_of(plan)
        for position, share in enumerate(self.shares):
            shown = shown_part(parts[position]) if parts else str(value_of(plan, share.path, ""))
            typed = state.refused.get(share.path)
            refusal = typed or beside.get(share.path)
            share.show_part(shown, position in state.releasing.locked, refusal, typed is not None)
        for position, label in enumerate(self.errors):
            label.setVisible(valid is not None)
            if valid is not None:
                label.setText(self.context.say(error_sentence(valid, position)))
        for position, holds in self.thresholds:
            holds.tell(threshold_sentence(valid, position))
