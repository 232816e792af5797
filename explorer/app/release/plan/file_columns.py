"""What a plan says of each column of the file, in a few words beside its name."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.app.release.plan.column_suggestion import ID, kind_words
from explorer.app.release.plan.date_edits import intervals_sentence
from explorer.app.release.plan.dialect_suggestion import Look, columns_of
from explorer.app.release.plan.plan_draft import Document, queries_of, value_of
from explorer.app.release.plan.plan_tables import summed_in, used_in
from explorer.mark import N_, Sentence, verbatim
from explorer.release.columns.date import DateColumn

_LONGEST = 24  # characters of edges that are named one by one


@dataclass(frozen=True, slots=True)
class FileColumn:
    """`kind` : what the plan declares of it, "" where it declares nothing. `facts` in a few words."""

    name: str
    kind: str = ""
    facts: Sentence | None = None
    suits: str = ""


def file_columns(
    plan: Document | None, names: tuple[str, ...], look: Look | None = None
) -> tuple[FileColumn, ...]:
    """The columns of a file as a plan counts them; what their values are where the file tells it."""
    types = {} if look is None else {each.name: each for each in look.columns}
    found = []
    for name in names:
        column = _column(plan or {}, name)
        if (told := types.get(name)) is not None:
            facts = column.facts if column.facts is not None else told.values
            column = FileColumn(name, column.kind, facts, told.suits)
        found.append(column)
    return tuple(found)


def of_another_file(plan: Document, look: Look | None) -> bool:
    """Whether a plan names columns, and the chosen file has none of them, however its first line is read."""
    if look is None or not (look.suggested or look.columns):
        return False
    wanted = {
        str(column["name"])
        for _, query in queries_of(plan)
        for column in query.get("column", [])
        if column.get("name")
    } | summed_in(plan)
    if id_column := value_of(plan, "privacy.id_column"):
        wanted.add(str(id_column))
    return bool(wanted) and wanted.isdisjoint({*columns_of(plan, look), *columns_of(None, look)})


def _column(plan: Document, name: str) -> FileColumn:
    uses = used_in(plan, name)
    if uses:
        kind = str(uses[0][1].get("kind", ""))
        return FileColumn(name, kind if kind in kind_words() else "", _facts(uses[0][1]))
    if value_of(plan, "privacy.id_column") == name:
        return FileColumn(name, ID, N_("one person each"))
    return FileColumn(name, facts=N_("summed") if name in summed_in(plan) else None)


def _facts(column: Document) -> Sentence:
    """What is typed of it."""
    if column.get("kind") == DateColumn.id:
        return intervals_sentence(column) or N_("counted")
    edges, categories = column.get("edges"), column.get("categories")
    if isinstance(edges, list) and len(edges) > 1:
        text = " · ".join(map(str, edges))
        return verbatim(text) if len(text) <= _LONGEST else N_("{count} bins", count=len(edges) - 1)
    if isinstance(categories, list) and categories:
        return N_("{count} typed", count=len(categories))
    return N_("counted")
