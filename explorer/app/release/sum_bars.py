"""The picture of a sum: a bar for each group, with its noise margin; the table has the means too."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from explorer.app.plotting.figure import Axis, Floats, Table
from explorer.app.plotting.layers import Layer
from explorer.app.release import cell_bars as placed
from explorer.app.release.cell_labels import label_columns, label_headings
from explorer.mark import N_, Sentence
from explorer.privacy.notation import exact_text
from explorer.privacy.samplers.integer_sampler import Bits
from explorer.release.plan.plan_preview import draws as draws_of
from explorer.release.queries.query import Query
from explorer.release.queries.sum import Sum
from explorer.release.queries.sum_answers import Answer
from explorer.release.queries.terms import Terms

Room = tuple[float, float]


def sum_of(query: Query) -> Sum | None:
    """The query where it is a sum."""
    return query if isinstance(query, Sum) else None


def axis_and_bars(
    declared: Sum, terms: Terms, drawn: Sequence[int], kind: Sentence, around: Sequence[int], room: Room
) -> tuple[Axis, tuple[Layer, ...]]:
    """The axis of the sums and all layers.

    Parameters
    ----------
    drawn : the noised integers
    around : the integers that the axis is chosen for; `room` : how far they may be moved
    """
    cells, margin = placed.cells_of(declared), float(declared.margins(terms).amounts[0])
    axis = placed.count_axis(
        _shaped(cells, declared, terms, around), *room, label=N_("sum of {column}", column=declared.value)
    )
    said = N_("sum = {count:full} ± {margin:full}", margin=margin)
    bars = placed.bars(cells, _shaped(cells, declared, terms, drawn), margin, kind, said)
    return axis, (placed.zero(), *bars, *placed.legend(cells, axis.high))


def _shaped(cells: placed.Cells, declared: Sum, terms: Terms, integers: Sequence[int]) -> Floats:
    """The sums of all groups, as `placed.Cells.shaped` has counts."""
    return cells.shaped([float(each.sum) for each in declared.answers(terms).of(integers)])


def noise_of(declared: Sum, terms: Terms, bits: Bits, times: int) -> Floats:
    """So many draws of the noise of each sum, (times, groups), in its unit: for pictures."""
    draws = [draws_of(part.noise, bits, times * declared.groups) for part in declared.noise_parts(terms)]
    weights = map(float, (declared.step, declared.zero))
    noise = sum(weight * np.array(each, dtype=float) for weight, each in zip(weights, draws, strict=False))
    return np.reshape(noise, (times, declared.groups))


def table(declared: Sum, terms: Terms, drawn: Sequence[int]) -> Table:
    """A row a group: what its file has."""
    answers = list(declared.answers(terms).of(drawn))
    names = tuple(column.name for column in declared.columns)
    each, joint = declared.margins(terms).amounts
    headings = [N_("noised sum"), N_("margin, each"), N_("margin, simultaneous")]
    written = ["noised_sum", "margin_each", "margin_joint"]
    numbers: list[tuple[object, ...]] = [
        tuple(float(answer.sum) for answer in answers),
        (float(each),) * len(answers),
        (float(joint),) * len(answers),
    ]
    if declared.mean:
        headings += [N_("noised number of values"), N_("mean"), N_("from"), N_("to")]
        written += ["noised_rows", "mean", "mean_from", "mean_to"]
        numbers += [tuple(answer.rows for answer in answers), *_means(answers)]
    return Table(
        (*label_headings(declared.columns), *headings),
        (*names, *written),
        (*label_columns(declared.columns), *numbers),
    )


def _means(answers: Sequence[Answer]) -> tuple[tuple[str, ...], ...]:
    """Mean, from, to; empty where there is none."""
    ends = ((answer.mean, answer.low, answer.high) for answer in answers)
    told = [tuple("" if end is None else exact_text(end) for end in each) for each in ends]
    return tuple(zip(*told, strict=True))
