"""The shares of the tables of one query, each with its lock."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtWidgets import QWidget

from explorer.app.release.plan.budget_split import shown_part
from explorer.app.release.plan.plan_draft import Document
from explorer.app.release.plan.table_shares import TableShare, table_shares
from explorer.gui.release.plan.plan_fields import Field, ShareField
from explorer.gui.shell.context import Context
from explorer.mark import N_, verbatim
from explorer.privacy.refusal import Refusal

_ABOUT = N_("Locked shares stay; the others divide the rest so that their total squared error is least.")


class TableSharesField(Field):
    """A share for each table of the query at `query`; away while they cannot be told.

    `typed(query, table, text)`, `locked(query, table, whether)`, `given_up(path)` : what a person does
    """

    def __init__(
        self,
        context: Context,
        query: str,
        parent: QWidget,
        typed: Callable[[str, int, str], None],
        locked: Callable[[str, int, bool], None],
        given_up: Callable[[str], None],
    ) -> None:
        super().__init__(context, f"{query}.fixed", N_("shares of tables"), parent)
        self._query, self._typed, self._locked, self._given_up = query, typed, locked, given_up
        self.shares: list[ShareField] = []
        self._titles: tuple[str, ...] = ()
        self.row.addStretch(1)
        self.tell(_ABOUT)

    def show_shares(self, plan: Document, refused: Mapping[str, Refusal]) -> None:
        """The part of each table as it follows from the plan, and what was typed and refused."""
        shown = table_shares(plan, self._query)
        self.setVisible(bool(shown))
        titles = tuple(each.title for each in shown)
        if titles != self._titles:
            self._titles = titles
            self._build(shown)
        for field, each in zip(self.shares, shown, strict=True):
            typed = refused.get(field.path)
            field.show_part(shown_part(each.part), each.fixed, typed, typed is not None)

    def _build(self, shown: tuple[TableShare, ...]) -> None:
        for field in self.shares:
            field.setParent(None)
            field.deleteLater()
        self.shares = []
        for table, each in enumerate(shown):
            field = ShareField(self._context, f"{self.path}.{table}", verbatim(each.title), self)
            field.edited.connect(partial(self._share_typed, table))
            field.locked.connect(partial(self._locked, self._query, table))
            field.editor.given_up.connect(partial(self._given_up, field.path))
            self.layout().addWidget(field)  # type: ignore[union-attr]
            self.shares.append(field)

    def _share_typed(self, table: int, _: str, value: object) -> None:
        self._typed(self._query, table, str(value))
