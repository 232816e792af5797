"""The whole statement: every row to its cells, the rows of people bounded, the rest counted in groups.

Its answer has one row a group that a kept row is in: the group's cells (NULL of columns that a group is not
by), how many rows it has, and sums. At most the declared cells of all queries come back, as whole numbers,
and of categories that were found their texts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from sqlglot import exp

from explorer.mark import N_
from explorer.privacy.refusal import NotValid
from explorer.release.columns.column import Column
from explorer.release.counting.contribution_bounding import seeds_of
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import BLANKS, Input
from explorer.release.queries.groupings import Summed
from explorer.release.statements.column_cells import Cells, cell_of, check_counted, is_text
from explorer.release.statements.column_types import Family, TableColumn, column_named
from explorer.release.statements.dialects import Dialect
from explorer.release.statements.expressions import (
    IN_ZONE,
    VERBATIM,
    Expression,
    Parameters,
    any_of,
    called,
    case,
    cast,
    compared,
    marked,
    named,
    number,
    text,
)
from explorer.release.statements.kept_people import PERSON, kept

COUNT = "count"


@dataclass(frozen=True)
class PlanStatement:
    """A statement that counts a plan.

    Attributes
    ----------
    parameters : what travels beside it, numbered from 1
    columns : the plan's columns that the answer's first columns are the cells of
    sets : which of `columns` each grouping is by, none twice
    sums : what the columns behind the number of rows are the sums of, two each: steps, and rows added
    """

    tree: exp.Select = field(repr=False)
    parameters: tuple[str, ...] = field(repr=False)
    columns: tuple[Column, ...]
    sets: tuple[frozenset[Column], ...]
    sums: tuple[Summed, ...]

    def text(self, dialect: Dialect) -> str:
        """As an engine reads it."""
        return dialect.printed(self.tree)


def table_of_names(names: Sequence[str]) -> Expression:
    """A table by up to three names (catalog, schema, table), each letter by letter."""
    catalog, schema, table = [None, None, *names][-3:]
    return exp.table_(table, db=schema, catalog=catalog, quoted=True)


def nothing_of(rows: Expression, dialect: Dialect) -> str:
    """The statement by which an engine tells the columns of a table, and none of its rows."""
    return dialect.printed(exp.select(exp.Star()).from_(rows).limit(0))


def check_plan(plan: ReleasePlan, table: tuple[TableColumn, ...]) -> None:
    """Whether a table has what a plan counts, in types that can be counted.

    Raises
    ------
    NotATable, NotValid
    """
    for column in dict.fromkeys(plan.classified):
        check_counted(column, column_named(table, column.name), plan.input)
    if plan.privacy.id_column is not None:
        column_named(table, plan.privacy.id_column).check_identifies()
        if len(_sets(plan)) > 1 and set(plan.privacy.bounds) != {"rows_per_person"}:
            sentence = N_(
                "a database bounds rows per cell and cells per person in one table at a time: release the "
                "tables by plans of their own, or bound the rows of a person alone"
            )
            raise NotValid(sentence, "privacy.rows_per_cell")


def _sets(plan: ReleasePlan) -> tuple[frozenset[Column], ...]:
    groupings = (each for query in plan.queries for each in query.groupings)
    return tuple(dict.fromkeys(frozenset(each.columns) for each in groupings))


def statement_of(
    plan: ReleasePlan, table: tuple[TableColumn, ...], rows: Expression, key: bytes
) -> PlanStatement:
    """The statement that counts a plan.

    Parameters
    ----------
    table : the columns of the table
    rows : the table, or what stands for it
    key : secret; decides which rows of a person are kept

    Raises
    ------
    NotATable, NotValid
        As `check_plan`.
    """
    check_plan(plan, table)
    parameters, columns = Parameters(), tuple(dict.fromkeys(plan.classified))
    sources = [column_named(table, each.name) for each in columns]
    typed = [
        replace(each, family=Family.TIMESTAMP) if each.family is Family.ZONED else each for each in sources
    ]
    values = _values(plan, columns, sources, table, rows, parameters)
    cells = [
        cell_of(column, source, named(_value(column, source, plan.input)), plan.input, parameters)
        for column, source in zip(columns, typed, strict=True)
    ]
    inner = _rows_of_cells(cells, values, plan.privacy.id_column is not None)
    sets, names = _sets(plan), {column: _cell(at) for at, column in enumerate(columns)}
    if plan.privacy.id_column is not None:
        found = [names[each.column] for each in cells if each.found]
        bounded = [names[column] for column in columns if column in sets[0]]
        order = parameters.text(seeds_of(key).order)
        is_short = column_named(table, plan.privacy.id_column).family is not Family.TEXT
        inner = kept(inner, order, list(names.values()), found, bounded, plan.privacy, is_short)
    sums = tuple(
        dict.fromkeys(each.summed for query in plan.queries for each in query.groupings if each.summed)
    )
    tree = _counted(inner, columns, names, sets, sums)
    return PlanStatement(tree, tuple(parameters.numbers), columns, sets, sums)


def _cell(at: int) -> str:
    return f"c{at}"


def _value(column: Column, source: TableColumn, declared: Input) -> str:
    return ("t " if is_text(column, declared) else "v ") + source.name


def spelled(source: TableColumn, declared: Input, parameters: Parameters) -> Expression:
    """A value of a table as text: what a file would hold, without the blanks that the plan trims."""
    value: Expression = named(source.name)
    if source.family is Family.BOOLEAN:
        return case([(value, text("true")), (exp.Not(this=value.copy()), text("false"))], exp.Null())
    spelled: Expression = cast(value, "text")
    if declared.trim and source.family is Family.TEXT:
        blanks = parameters.text(BLANKS)
        spelled = exp.Trim(this=spelled, expression=blanks, position="BOTH")
    return marked(VERBATIM, spelled)


def _plain(source: TableColumn, declared: Input, parameters: Parameters) -> Expression:
    """A number or a date as it is; a moment as the time of the declared zone."""
    value = named(source.name)
    return (
        marked(IN_ZONE, value, parameters.text(declared.time_zone))
        if source.family is Family.ZONED
        else value
    )


def _values(
    plan: ReleasePlan,
    columns: Sequence[Column],
    sources: Sequence[TableColumn],
    table: tuple[TableColumn, ...],
    rows: Expression,
    parameters: Parameters,
) -> exp.Select:
    """Of each row that counts its values, and where people are bounded whose it is."""
    declared, asked = plan.input, {}
    for column, source in zip(columns, sources, strict=True):
        name = _value(column, source, declared)
        as_text = is_text(column, declared)
        asked[name] = (spelled if as_text else _plain)(source, declared, parameters)
    if plan.privacy.id_column is None:
        return exp.select(*(called(part, name) for name, part in asked.items())).from_(rows)
    identity = column_named(table, plan.privacy.id_column)
    person = spelled(identity, declared, parameters)
    if identity.family is Family.INTEGER:
        person = named(identity.name)  # quicker to sort by
    inner = exp.select(called(person, PERSON), *(called(part, name) for name, part in asked.items())).from_(
        rows
    )
    return (
        exp.select(exp.Star())
        .from_(inner.subquery("people", copy=False))
        .where(_somebody(identity, declared, parameters))
    )


def _somebody(identity: TableColumn, declared: Input, parameters: Parameters) -> Expression:
    """Whether a row has an id: neither empty nor what the plan lists as missing."""
    person = named(PERSON)
    nobody: list[Expression] = [exp.Is(this=person.copy(), expression=exp.Null())]
    tokens = sorted(each for each in {"", *declared.missing_values} if "\0" not in each)
    if identity.family is Family.INTEGER:
        person = cast(person, "text")
        tokens = [each for each in tokens if each.removeprefix("-").isdecimal()]
    nobody += [compared(exp.EQ, person, parameters.text(each)) for each in tokens]
    return exp.Not(this=exp.Paren(this=any_of(nobody)))


def _rows_of_cells(cells: Sequence[Cells], values: exp.Select, with_people: bool) -> exp.Select:
    asked = [called(each.cell, _cell(at)) for at, each in enumerate(cells)]
    person = [named(PERSON)] if with_people else []
    return exp.select(*person, *asked).from_(values.subquery("values", copy=False))


def _counted(
    inner: exp.Select,
    columns: Sequence[Column],
    names: dict[Column, str],
    sets: Sequence[frozenset[Column]],
    sums: Sequence[Summed],
) -> exp.Select:
    """The groups of all sets, each set as often as a single query needs it: once."""
    used = [column for column in columns if any(column in each for each in sets)]
    parts: list[Expression] = [
        named(names[column]) if column in used else called(exp.Null(), names[column]) for column in columns
    ]
    parts.append(called(exp.Count(this=exp.Star()), COUNT))
    for at, summed in enumerate(sums):
        parts += _summed(summed, named(names[summed.column]), at)
    asked = exp.select(*parts).from_(inner.subquery("kept", copy=False))
    groups = [[named(names[column]) for column in columns if column in each] for each in sets]
    if len(groups) == 1:
        return asked.group_by(*groups[0]) if groups[0] else asked
    tuples = [exp.Tuple(expressions=each) for each in groups]
    asked.set("group", exp.Group(grouping_sets=[exp.GroupingSets(expressions=tuples)]))
    return asked


def _summed(summed: Summed, cell: Expression, at: int) -> list[Expression]:
    """The steps, and how many rows added some."""
    nothing = compared(exp.EQ, cell, number(summed.nothing))
    steps = exp.Add(this=cell.copy(), expression=number(summed.offset))
    return [
        called(exp.Sum(this=case([(nothing, number(0))], steps)), f"steps{at}"),
        called(exp.Sum(this=case([(nothing.copy(), number(0))], number(1))), f"rows{at}"),
    ]
