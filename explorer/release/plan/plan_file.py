"""A release plan as TOML: read, checked and written back.

What is declared stands in `explorer.release.plan.declarations`, the rules in `explorer.release.plan.rules`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

import tomli_w

from explorer.mark import N_
from explorer.privacy.notation import exact_text
from explorer.privacy.refusal import NotValid, Refusal
from explorer.privacy.target import Neighbours
from explorer.release.plan.declarations import (
    MECHANISMS,
    UNITS,
    CategoryColumn,
    Column,
    Histogram,
    Input,
    NumericColumn,
    Output,
    Privacy,
    ReleasePlan,
    UnknownColumn,
)
from explorer.release.plan.rules import broken
from explorer.release.plan.signatures import altered, digest_of
from explorer.release.plan.toml_reader import Table

_SCHEMA = 1


def read_plan(text: str) -> ReleasePlan:
    """The plan that a TOML text declares.

    Raises
    ------
    Refusal
        The first thing that is wrong with it (`problems` gives all); `field` is the path of the key,
        like "histogram.1.column.2.edges", counted from 1.
    """
    plan, found = _read(_parsed(text))
    if found or plan is None:
        raise found[0]
    return plan


def problems(document: Mapping[str, object]) -> tuple[Refusal, ...]:
    """Everything that is wrong with a parsed plan, each beside its key; empty for a valid plan."""
    return tuple(_read(document)[1])


def write_plan(plan: ReleasePlan) -> str:
    """The plan as TOML; `read_plan` gives the same plan back."""
    return tomli_w.dumps(document(plan))


def document(plan: ReleasePlan) -> dict[str, object]:
    """The plan as the tables of its TOML file: what `problems` reads. Optional keys only where declared."""
    declared = plan.input
    return {
        "schema": _SCHEMA,
        "title": plan.title,
        "input": {
            "encoding": declared.encoding,
            "delimiter": declared.delimiter,
            "quote": declared.quote,
            "header": declared.header,
            "decimal": declared.decimal,
            "missing": list(declared.missing),
            "trim": declared.trim,
        },
        "privacy": _privacy_document(plan.privacy),
        "histogram": [
            {
                "name": histogram.name,
                "share": exact_text(histogram.share),
                "column": [_column_document(column) for column in histogram.columns],
            }
            for histogram in plan.histograms
        ],
        "output": {
            "confidence": exact_text(plan.output.confidence),
            "nonnegative": plan.output.nonnegative,
        },
    }


def signed_content(plan: ReleasePlan) -> str:
    """The digest that a sign-off of this plan carries: `signatures.digest_of` all that it declares."""
    return digest_of(document(plan), document(ReleasePlan(plan.privacy, plan.histograms)))


def check_unchanged(text: str, ran: Iterable[str]) -> None:
    """Hold that a locked plan runs unchanged or not at all.

    Title and `signed_off` name what somebody has signed. Where a locked plan of that name has run, the only
    one that runs is the same plan; without a signature there is nothing to hold it to.

    Parameters
    ----------
    text : what `write_plan` gives
    ran : the same of every plan that has run

    Raises
    ------
    NotValid
        A locked plan of this title and signature has run that declares something else.
    """
    plan = tomllib.loads(text)
    if (signed := _signed(plan)) is None:
        return
    locked = (each for each in dict.fromkeys(ran) if "locked" in each)  # most others need not be parsed
    for earlier in map(tomllib.loads, locked):
        if _signed(earlier) == signed and earlier != plan:
            sentence = N_(
                "this locked plan is not the one that was signed off by “{signed_off}”: have it signed anew",
                signed_off=signed[1],
            )
            raise NotValid(sentence, "privacy.locked")


def _signed(plan: Mapping[str, Any]) -> tuple[str, str] | None:
    signed_off = plan["privacy"].get("signed_off")
    return (plan["title"], signed_off) if signed_off and plan["privacy"].get("locked") else None


def _privacy_document(privacy: Privacy) -> dict[str, object]:
    optional = {
        "unit_name": privacy.unit_name or None,
        "id_column": privacy.id_column,
        "rows_per_person": privacy.rows_per_person,
        "rows_per_cell": privacy.rows_per_cell,
        "cells_per_person": privacy.cells_per_person,
        "signed_off": privacy.signed_off or None,
        "signed_digest": privacy.signed_digest or None,
        "locked": privacy.locked or None,
    }
    return {
        "unit": privacy.unit,
        **{key: value for key, value in optional.items() if value is not None},
        "neighbours": privacy.neighbours.value,
        "mechanism": privacy.mechanism,
        "epsilon": exact_text(privacy.epsilon),
        "delta": exact_text(privacy.delta),
    }


def _column_document(column: Column) -> dict[str, object]:
    if isinstance(column, NumericColumn):
        return {"name": column.name, "kind": column.kind, "edges": list(column.edges)}
    if isinstance(column, UnknownColumn):
        return {"name": column.name, "kind": column.kind}
    return {"name": column.name, "kind": column.kind, "categories": list(column.categories)}


def _parsed(text: str) -> Mapping[str, object]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # ValueError: also a whole number of too many digits
        detail = str(error)
    raise NotValid(N_("the plan is not valid TOML: {detail}", detail=detail), "")


def _read(values: Mapping[str, object]) -> tuple[ReleasePlan | None, list[Refusal]]:
    found: list[Refusal] = []
    top = Table(values, "", found)
    if top.whole("schema", required=True) not in (None, _SCHEMA):
        top.note("schema", N_("schema must be 1: this plan is for another version"))
    title = top.text("title") or ""
    declared = _input(top.table("input"))
    privacy = _privacy(top.table("privacy", required=True))
    histograms = tuple(_histogram(each) for each in top.tables("histogram"))
    output = _output(top.table("output"))
    top.close()
    complete = tuple(histogram for histogram in histograms if histogram is not None)
    if declared is not None:
        unreadable = {refusal.field for refusal in found}
        rules = broken(declared, privacy, histograms, output)
        found.extend(refusal for refusal in rules if refusal.field not in unreadable)
    if found or declared is None or privacy is None or output is None:
        return None, found
    plan = ReleasePlan(privacy, complete, title, declared, output)
    if privacy.signed_digest:
        refusal = altered(privacy.signed_digest, privacy.signed_off, privacy.locked, signed_content(plan))
        found.extend([refusal] if refusal is not None else [])
    return plan, found


def _input(table: Table) -> Input | None:
    plain = Input()
    texts = {
        key: default if (typed := table.text(key)) is None else typed
        for key, default in (
            ("encoding", plain.encoding),
            ("delimiter", plain.delimiter),
            ("quote", plain.quote),
            ("decimal", plain.decimal),
        )
    }
    missing = table.texts("missing")
    header, trim = table.flag("header", plain.header), table.flag("trim", plain.trim)
    table.close()
    return Input(**texts, header=header, missing=plain.missing if missing is None else missing, trim=trim)


def _privacy(table: Table) -> Privacy | None:
    unit = table.choice("unit", UNITS, required=True)
    unit_name, id_column = table.text("unit_name"), table.text("id_column")
    bounds = {key: table.whole(key) for key in ("rows_per_person", "rows_per_cell", "cells_per_person")}
    neighbours = table.choice("neighbours", [each.value for each in Neighbours])
    mechanism = table.choice("mechanism", MECHANISMS) or MECHANISMS[0]
    epsilon, delta = table.exact("epsilon", required=True), table.exact("delta")
    signed_off, locked = table.text("signed_off"), table.flag("locked", False)
    signed_digest = table.text("signed_digest")
    table.close()
    if unit is None or epsilon is None:
        return None
    return Privacy(
        unit=unit,
        unit_name=unit_name or "",
        id_column=id_column,
        **bounds,
        neighbours=Neighbours(neighbours or Neighbours.ADD_REMOVE.value),
        mechanism=mechanism,
        epsilon=epsilon,
        delta=Fraction(0) if delta is None else delta,
        signed_off=signed_off or "",
        locked=locked,
        signed_digest=signed_digest or "",
    )


def _histogram(table: Table) -> Histogram | None:
    name, share = table.text("name", required=True), table.exact("share")
    columns = [_column(each) for each in table.tables("column")]
    table.close()
    whole = [column for column in columns if column is not None]
    if name is None or len(whole) < len(columns) or not columns:
        return None
    return Histogram(name, tuple(whole), Fraction(1) if share is None else share)


def _column(table: Table) -> Column | None:
    name = table.text("name", required=True)
    kind = table.choice("kind", ("numeric", "category", "category-unknown"), required=True)
    column: Column | None = None
    if kind == "numeric":
        edges = table.texts("edges", required=True)
        column = None if name is None or edges is None else NumericColumn(name, edges)
    elif kind == "category":
        categories = table.texts("categories", required=True)
        column = None if name is None or categories is None else CategoryColumn(name, categories)
    elif kind == "category-unknown":
        column = None if name is None else UnknownColumn(name)
    else:
        table.forget("edges", "categories")
    table.close()
    return column


def _output(table: Table) -> Output | None:
    plain = Output()
    confidence, nonnegative = table.exact("confidence"), table.flag("nonnegative", plain.nonnegative)
    table.close()
    return Output(plain.confidence if confidence is None else confidence, nonnegative)
