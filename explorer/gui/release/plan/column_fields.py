"""The fields of one column of a plan: for each key that its kind declares.

A kind whose keys are plain needs nothing here (`explorer.release.plan.key`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

from PySide6.QtWidgets import QWidget

from explorer.app.release.plan.date_edits import OWN, format_sentence, intervals_sentence, period_edits
from explorer.app.release.plan.plan_draft import Document, Edits, document, value_of
from explorer.gui.release.plan.list_fields import CategoriesField, EdgesField
from explorer.gui.release.plan.plan_fields import ChoiceField, Field, ListField, TextField
from explorer.gui.release.plan.plan_form import Form
from explorer.gui.shell.context import Context
from explorer.mark import N_, Sentence
from explorer.release.columns.column import every_column
from explorer.release.columns.periods import SEVERAL
from explorer.release.plan.key import form_keys

PERIODS: Mapping[str, Sentence] = MappingProxyType({**SEVERAL, OWN: N_("edges of my own")})


class DateFormatField(TextField):
    """How the file writes a date, with an example beneath."""

    def show_value(self, plan: Document) -> None:
        """Show the format, and what it reads."""
        super().show_value(plan)
        self.tell(format_sentence(str(value_of(plan, self.path, ""))))


class PeriodField(ChoiceField):
    """By day, week, month, quarter, year, or between edges of one's own."""

    def __init__(self, context: Context, path: str, title: Sentence, parent: QWidget) -> None:
        super().__init__(context, path, title, PERIODS, parent, default=OWN)


class PeriodEndField(TextField):
    """The first day that is counted, or the first that is not any more; only where periods are counted."""

    def show_value(self, plan: Document) -> None:
        """Show the day; beneath the last one how many periods there are."""
        super().show_value(plan)
        column = value_of(plan, self.path.rpartition(".")[0], {})
        self.setVisible("every" in column)
        self.tell(intervals_sentence(column) if self.path.endswith(".to") else None)


class DateEdgesField(ListField):
    """Edges of one's own; only where no period is chosen."""

    def show_value(self, plan: Document) -> None:
        """Show the edges, and how many intervals they make."""
        super().show_value(plan)
        column = value_of(plan, self.path.rpartition(".")[0], {})
        self.setVisible("every" not in column)
        self.tell(intervals_sentence(column))


Editor = Callable[[Context, str, Sentence, QWidget], Field]
EDITORS: Mapping[tuple[str, str], Editor] = MappingProxyType(
    {
        ("numeric", "edges"): EdgesField,
        ("category", "categories"): CategoriesField,
        ("date", "format"): DateFormatField,
        ("date", "every"): PeriodField,
        ("date", "from"): PeriodEndField,
        ("date", "to"): PeriodEndField,
        ("date", "edges"): DateEdgesField,
    }
)
"""Editors of their own, by kind and key."""


def add_column_fields(form: Form, path: str, kind: str, changed: Callable[[Edits], None]) -> None:
    """Fields for all keys that a kind of column declares for a form."""
    declaring = every_column().get(kind)
    for key in form_keys(declaring) if declaring is not None else ():
        editor = EDITORS.get((kind, key.name))
        if editor is None or key.title is None:
            form.add_key(path, key)
            continue
        field = editor(form.context, f"{path}.{key.name}", key.title, form.parent)
        form.add(field, partial(_period_chosen, form, changed) if isinstance(field, PeriodField) else None)


def _period_chosen(form: Form, changed: Callable[[Edits], None], path: str, every: object) -> None:
    plan = document(form.context.store.state.releasing.plan)
    column = value_of(plan, path.removesuffix(".every"), {})
    changed(period_edits(column, path, str(every)))
