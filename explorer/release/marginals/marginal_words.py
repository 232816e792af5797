"""What is said of marginals: their margins, the fit, what was measured and what a check tells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from explorer.mark import N_, Sentence
from explorer.release.marginals.marginal_answers import MarginalAnswers
from explorer.release.marginals.marginal_files import cell_text
from explorer.release.plan.sections import Output
from explorer.release.queries.terms import Margins


def margins_words(margins: Sequence[Margins], tables: int, cells: int, output: Output) -> Sentence:
    """From the least to the largest margin of a table, and that of all cells that are measured together."""
    each, joint = [float(one.each) for one in margins], max(float(one.joint) for one in margins)
    said = {"confidence": output.confidence, "joint": joint, "cells": cells, "tables": tables}
    if min(each) == max(each):
        return N_(
            "{confidence:percent} noise margin of the measured counts, exact: each ± {each}, simultaneously "
            "for all {cells:plain} {cells:cell|cells} of {tables} {tables:table|tables} ± {joint}.",
            each=max(each),
            **said,
        )
    return N_(
        "{confidence:percent} noise margin of the measured counts, exact: each ± {least} to ± {most}, by "
        "table; simultaneously for all {cells:plain} {cells:cell|cells} of {tables} "
        "{tables:table|tables} ± {joint} at most.",
        least=min(each),
        most=max(each),
        **said,
    )


def fit_words() -> Sentence:
    """What fitted counts are, and that nothing is promised of them."""
    return N_(
        "Fitted counts come from one table over all columns that fits everything measured: they are never "
        "negative, and all tables agree. They are usually closer to the truth than the measured counts, "
        "but no noise margin holds for them."
    )


def rounds_words(rounds: int, tables: int) -> Sentence:
    """How tables are chosen."""
    return N_(
        "The smallest table is measured first; then {rounds} of the other {others} {rounds:is|are} chosen "
        "privately, each where the fit is worst by then. What is not measured is inferred from the fit.",
        rounds=rounds,
        others=tables - 1,
    )


def answer_remarks(answers: MarginalAnswers) -> Iterator[Sentence]:
    """Which tables were measured, where not all were; and what the check found."""
    tables = answers.tables
    if len(answers.drawn.tables) < len(tables.axes):
        yield N_("Measured: {tables}.", tables=tuple(map(tables.title, answers.drawn.tables)))
    if (check := answers.check) is not None:
        yield N_(
            "Private check ({confidence:percent}): no cell of these tables is off by more than {bound} in "
            "the fit. Checked: “{cell}” of {table}, fitted {fitted:4}, measured {noised:plain}.",
            confidence=answers.confidence,
            bound=check.bound,
            cell=cell_text(tables.declared(check.table), check.place),
            table=tables.title(check.table),
            fitted=check.fitted,
            noised=check.noised,
        )


FIT_TEXT = (
    "one joint table with the largest entropy among those that fit the measured counts as closely as their "
    "noise can tell; multiplicative weights on all tables at once"
)
