"""The verb that checks a plan: whether it is valid, and what each of its queries will be like."""

from __future__ import annotations

import argparse

from explorer.cli.answer import Answer
from explorer.cli.command import Verb
from explorer.cli.plans.plan_files import declare_plan, read_plan_file
from explorer.mark import N_, Sentence, at_most
from explorer.privacy.notation import exact_text
from explorer.release.drawn import noised
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.plan_preview import Expected, expected
from explorer.release.plan.sections import Privacy
from explorer.release.queries.terms import noise_described


def _check(arguments: argparse.Namespace) -> Answer:
    plan = read_plan_file(arguments.plan)
    privacy, tables = plan.privacy, expected(plan)
    data = {
        "valid": True,
        "title": plan.title,
        "unit": privacy.unit,
        "neighbours": privacy.neighbours.value,
        "mechanism": privacy.mechanism,
        "epsilon": exact_text(privacy.epsilon),
        "delta": exact_text(privacy.delta),
        **({} if privacy.rho is None else {"rho": exact_text(privacy.rho)}),
        "signed_off": privacy.signed_off or None,
        "locked": privacy.locked,
        "signed_digest": privacy.signed_digest or None,
        "two_signers": privacy.two_signers,
        "second_signed_off": privacy.second_signed_off or None,
        "histograms": [
            _expected_data(table)
            for query, table in zip(plan.queries, tables, strict=True)
            if query.counts_cells
        ],
        "queries": [_query_data(plan, index, table) for index, table in enumerate(tables)],
    }
    lines = [_valid_line(privacy)]
    if privacy.id_column is not None:
        lines.append(N_("rows without an id in “{column}” are not counted", column=privacy.id_column))
        lines.append(N_("ids are compared letter by letter: “Ann” and “ann ” are two"))
    elif not privacy.unit_is_row:
        rows = privacy.rows_per_person
        lines.append(
            N_(
                "without an id column, at most {rows:plain} {rows:row|rows} of one unit is your statement",
                rows=rows,
            )
        )
    return Answer(data, (*lines, *expected_lines(plan)))


def _valid_line(privacy: Privacy) -> Sentence:
    if privacy.rho is not None:
        return N_(
            "the plan is valid: ε {epsilon} at δ {delta}, ρ {rho:full}, unit {unit}",
            epsilon=privacy.epsilon,
            delta=privacy.delta,
            rho=privacy.rho,
            unit=privacy.protected,
        )
    if privacy.delta:
        return N_(
            "the plan is valid: ε {epsilon}, δ {delta}, unit {unit}",
            epsilon=privacy.epsilon,
            delta=privacy.delta,
            unit=privacy.protected,
        )
    return N_("the plan is valid: ε {epsilon}, unit {unit}", epsilon=privacy.epsilon, unit=privacy.protected)


def _expected_data(table: Expected) -> dict[str, object]:
    """Where categories are unknown, so are the number of cells and their joint margin."""
    known = table.threshold is None
    data: dict[str, object] = {
        "name": table.name,
        "cells": table.cells if known else None,
        "epsilon": exact_text(table.epsilon),
        "delta": exact_text(table.delta),
        **noise_described(table.parts),
        "margin_each": table.margins.each,
        "margin_joint": table.margins.joint if known else None,
    }
    if table.threshold is not None:
        least, spent = table.threshold.least, exact_text(table.threshold.delta)
        data["threshold"] = {"least": least, "delta": spent}
    return data


def _query_data(plan: ReleasePlan, index: int, table: Expected) -> dict[str, object]:
    """One query of any kind: what it spends, how it measures, and what the other ways would give."""
    query, terms, known = plan.queries[index], plan.terms_of(index), table.threshold is None
    margins = table.margins.described()
    return {
        "name": table.name,
        "kind": query.id,
        "cells": query.cells if known else None,
        "epsilon": exact_text(table.epsilon),
        "delta": exact_text(table.delta),
        "sensitivity": table.noise.described()["sensitivity"],
        "strategy": query.strategy_id(terms),
        "margin_each": margins["each"],
        "margin_joint": margins["joint"] if known else None,
        "expected_rmse": query.expected_rmse(terms),
        "alternatives": [
            {"strategy": each.strategy, "mechanism": each.mechanism, "expected_rmse": each.expected_rmse}
            for each in query.alternatives(terms)
        ],
    }


def expected_lines(plan: ReleasePlan) -> tuple[Sentence, ...]:
    """What each query of a plan will be like, whatever the rows."""
    return tuple(_expected_line(plan, index, table) for index, table in enumerate(expected(plan)))


def _expected_line(plan: ReleasePlan, index: int, table: Expected) -> Sentence:
    declared = plan.queries[index]
    if not declared.counts_cells:
        margins = declared.margins_sentence(noised(plan, index, ()))
        return N_("{name}: {margins}", name=table.name, margins=margins)
    if table.threshold is not None:
        return N_(
            "{name}: a category is published if its noised count is at least {least:plain}, so a "
            "category of a single unit is published with probability at most {delta}; noise margin "
            "±{each:plain} each",
            name=table.name,
            least=table.threshold.least,
            delta=at_most(float(table.threshold.delta)),
            each=table.margins.each,
        )
    return N_(
        "{name}: {cells:plain} {cells:cell|cells}, noise margin ±{each:plain} each, ±{joint:plain} "
        "simultaneously",
        name=table.name,
        cells=table.cells,
        each=table.margins.each,
        joint=table.margins.joint,
    )


VERBS = (
    Verb(
        "plan check",
        N_("whether a plan is valid, and its noise margins"),
        declare_plan,
        _check,
        example="plan check plan.toml",
    ),
)
