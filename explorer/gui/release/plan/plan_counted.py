"""What is counted, as a part of the plan's form: tables that open, their columns, their parts of ε."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton

from explorer.app.core.message import Mended
from explorer.app.core.release_messages import (
    PlanExtended,
    PlanReduced,
    QueryDoubled,
    ShareLocked,
    ShareTyped,
    TableShareTyped,
)
from explorer.app.core.state import State
from explorer.app.release.plan.budget_split import parts_of, shown_part
from explorer.app.release.plan.column_suggestion import kind_words
from explorer.app.release.plan.kind_errors import kinds_sentence
from explorer.app.release.plan.plan_draft import (
    Document,
    Edits,
    document,
    has_unknown,
    queries_of,
    value_of,
)
from explorer.app.release.plan.plan_summary import error_sentence, threshold_sentence
from explorer.app.release.plan.plan_tables import table_size
from explorer.app.release.plan.range_search import SEARCHING, is_slow
from explorer.app.release.plan.table_shares import locked_edits
from explorer.gui.access.roving_focus import Roving
from explorer.gui.release.plan.column_fields import add_column_fields
from explorer.gui.release.plan.plan_fields import ChoiceField, ShareField, TextField, optional
from explorer.gui.release.plan.plan_form import Form
from explorer.gui.release.plan.table_head import TableHead
from explorer.gui.release.plan.table_shares_field import TableSharesField
from explorer.gui.shell.context import Context
from explorer.gui.widgets.flush_link import Side, flush
from explorer.gui.widgets.fold import Fold
from explorer.gui.widgets.label import Label
from explorer.jobs import Answered
from explorer.mark import N_
from explorer.privacy.refusal import Refusal
from explorer.release.columns.column import every_column
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.queries.query import every_query

_INSET = 8  # pixels: what stands in a table


@dataclass
class Counted:
    """The tables of one built form. `kind_chosen(path, kind)` of a column, `going(path, by)` of a table,
    `growing(path)` before there is a further table, or a further column: that ends in a point.

    `opened` holds the paths of the tables that are open, and outlives the form.
    """

    context: Context
    opened: set[str]
    changed: Callable[[Edits], None]
    kind_chosen: Callable[[str, object], None]
    going: Callable[[str, int], None]
    growing: Callable[[str], None]
    heads: dict[str, TableHead] = field(default_factory=dict)
    folds: dict[str, Fold] = field(default_factory=dict)
    shares: list[ShareField] = field(default_factory=list)
    table_shares: list[TableSharesField] = field(default_factory=list)
    errors: list[Label] = field(default_factory=list)
    kinds: list[Label] = field(default_factory=list)
    thresholds: list[tuple[int, ChoiceField]] = field(default_factory=list)

    def build(self, form: Form, plan: Document, stops: Roving) -> None:
        """All tables of a plan, and what adds another one; their heads belong to one stop of Tab."""
        queries = queries_of(plan)
        stops.take(self._add_line(form, len(queries)))
        for position, (path, query) in enumerate(queries):
            form.turn()
            self._table(form, stops, position, path, query.get("column", []), len(queries) > 1)
        form.add(TextField(self.context, "title", N_("title"), form.parent, optional))

    def _add_line(self, form: Form, count: int) -> QToolButton:
        """How many tables there are, and a link that adds one; a menu where there are several kinds."""
        row = QHBoxLayout()
        words = N_("{count} {count:table|tables}", count=count)
        label = self.context.label(words, "body", form.parent)
        label.setFont(self.context.theme.font(strong=True))
        button = QToolButton(form.parent)
        button.setObjectName("link")
        flush(button, side=Side.RIGHT)
        kinds = every_query()
        if len(kinds) == 1:
            (name, kind), *_ = kinds.items()
            button.setText(self.context.say(kind.another))
            button.clicked.connect(partial(self._extended, name))
        else:
            menu = QMenu(button)
            for name, kind in kinds.items():
                menu.addAction(self.context.say(kind.another)).triggered.connect(
                    partial(self._extended, name)
                )
            button.setText(self.context.say(N_("+ table")))
            button.setMenu(menu)
            button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        row.addWidget(label, 1)
        row.addWidget(button)
        form.lines.addLayout(row)
        return button

    def _table(
        self, form: Form, stops: Roving, position: int, path: str, columns: list[Document], several: bool
    ) -> None:
        head = TableHead(self.context, form.parent, stops, several)
        head.moved.connect(partial(self.going, path))
        self._add_acts(head, path, several)
        form.lines.addWidget(head)
        fold = Fold(head.fold, form.parent, path in self.opened)
        fold.turned.connect(partial(self._turned, path))
        self.heads[path], self.folds[path] = head, fold
        with form.within(fold, _INSET):
            self._query(form, position, path, columns, several)

    def _add_acts(self, head: TableHead, path: str, several: bool) -> None:
        """The same as the links within, so that a folded table can be doubled and removed too."""
        acts = [(N_("duplicate"), self._doubled)]
        if several:
            acts.append((every_query()[path.partition(".")[0]].removed, self._reduced))
        for words, act in acts:
            head.acts.addAction(self.context.say(words)).triggered.connect(partial(act, path))

    def _query(self, form: Form, position: int, path: str, columns: list[Document], several: bool) -> None:
        kind, _, number = path.partition(".")
        words = every_query()[kind]
        form.add(TextField(self.context, f"{path}.name", words.numbered(int(number)), form.parent))
        form.add_keys(path, words, words.choice_words)
        for place, column in enumerate(columns, 1):
            to_keep = place == 1 and words.needs_columns
            self._column(form, f"{path}.column.{place}", str(column.get("kind")), position, to_keep)
        if len(columns) < words.most_columns and not has_unknown(columns):
            form.link(words.further_column, partial(self._extended, path))
        if several:
            share = ShareField(self.context, f"{path}.share", N_("share"), form.parent)
            form.add(share, partial(self._share_typed, position))
            share.locked.connect(partial(self._share_locked, position))
            share.editor.given_up.connect(partial(self._given_up, share.path))
            self.shares.append(share)
        if words.has_table_shares:
            acts = (self._table_share_typed, self._table_share_locked, self._given_up)
            self.table_shares.append(form.add(TableSharesField(self.context, path, form.parent, *acts)))
        self.errors.append(form.label())
        self.kinds.append(form.label())
        form.link(N_("duplicate"), partial(self._doubled, path))
        if several:
            form.link(words.removed, partial(self._reduced, path), beside=True)

    def _column(self, form: Form, path: str, kind: str, position: int, to_keep: bool) -> None:
        context = self.context
        form.add(TextField(context, f"{path}.name", N_("column"), form.parent))
        helps = {name: each.help for name, each in every_column().items() if each.help is not None}
        holds = ChoiceField(context, f"{path}.kind", N_("content"), kind_words(), form.parent, helps)
        form.add(holds, self.kind_chosen)
        add_column_fields(form, path, kind, self.changed)
        if has_unknown([{"kind": kind}]):
            self.thresholds.append((position, holds))
        if not to_keep:
            form.link(N_("remove this column"), partial(self._reduced, path))

    # What a person does

    def _turned(self, path: str, opened: bool) -> None:
        (self.opened.add if opened else self.opened.discard)(path)

    def _extended(self, to: str, _: bool = False) -> None:
        """A further table of a kind, or a further column of a table."""
        columns = value_of(document(self.context.store.state.releasing.plan), f"{to}.column", [])
        self.growing(f"{to}.column.{len(columns) + 1}." if "." in to else f"{self._next_of(to)}.")
        self.context.store.dispatch(PlanExtended(to))

    def _next_of(self, kind: str) -> str:
        """Where a further table of a kind will stand."""
        return f"{kind}.{1 + sum(path.partition('.')[0] == kind for path in self.heads)}"

    def _reduced(self, path: str, _: bool = False) -> None:
        self.context.store.dispatch(PlanReduced(path))

    def _doubled(self, path: str, _: bool = False) -> None:
        self.growing(self._next_of(path.partition(".")[0]))
        self.context.store.dispatch(QueryDoubled(path))

    def _share_typed(self, position: int, path: str, value: object) -> None:
        self.context.store.dispatch(ShareTyped(position, str(value)))

    def _share_locked(self, position: int, locked: bool) -> None:
        self.context.store.dispatch(ShareLocked(position, locked))

    def _table_share_typed(self, path: str, table: int, text: str) -> None:
        self.context.store.dispatch(TableShareTyped(path, table, text))

    def _table_share_locked(self, path: str, table: int, locked: bool) -> None:
        plan = document(self.context.store.state.releasing.plan)
        if edits := locked_edits(plan, path, table, locked):
            self.changed(edits)

    def _given_up(self, path: str) -> None:
        self.context.store.dispatch(Mended(path))

    # What is shown

    def show(
        self,
        state: State,
        plan: Document,
        valid: ReleasePlan | None,
        beside: dict[str, Refusal],
        searched: bool,
    ) -> None:
        """The parts, each with its lock; what each query spends, and how far its noise reaches.

        `searched` : whether the strategies of its ranges are known by now
        """
        parts = parts_of(plan)
        self._show_heads(plan, [shown_part(each) for each in parts] if parts else [])
        for position, share in enumerate(self.shares):
            shown = shown_part(parts[position]) if parts else str(value_of(plan, share.path, ""))
            typed = state.refused.get(share.path)
            refusal = typed or beside.get(share.path)
            share.show_part(shown, position in state.releasing.locked, refusal, typed is not None)
        for each in self.table_shares:
            each.show_shares(plan, state.refused)
        for position, label in enumerate(self.errors):
            label.setVisible(valid is not None)
            if valid is not None:
                awaited = not searched and is_slow(valid, position)
                said = SEARCHING if awaited else error_sentence(valid, position)
                label.setText(self.context.say(said))
        for position, holds in self.thresholds:
            holds.tell(threshold_sentence(valid, position))

    def follow(self, valid: ReleasePlan | None, answers: Answered) -> None:
        """What each table with one column of intervals errs as a histogram and as ranges."""
        for position, label in enumerate(self.kinds):
            told = valid is not None and position < len(valid.queries)
            words = kinds_sentence(valid, position, answers) if valid is not None and told else None
            label.setVisible(words is not None)
            if words is not None:
                label.setText(self.context.say(words))

    def _show_heads(self, plan: Document, parts: list[str]) -> None:
        several, paths = len(self.heads) > 1, list(self.heads)
        for position, (path, query) in enumerate(queries_of(plan)):
            kind, _, number = path.partition(".")
            name = str(query.get("name", "")) or self.context.say(every_query()[kind].numbered(int(number)))
            part = N_("{share} of ε", share=parts[position]) if several and parts else None
            here = [each for each in paths if each.partition(".")[0] == kind]
            ends = path == here[0], path == here[-1]
            self.heads[path].say(name, table_size(query), part, *ends)
