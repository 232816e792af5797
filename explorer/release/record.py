"""The files of a release as text: one CSV a histogram, and beside it what it means (W3C CSVW).

Everything here is post-processing of noised counts and of what was declared. Nothing else about the
file stands in it: no number of rows, no name, size or hash of the input, no time of day.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import math
from collections.abc import Iterable
from fractions import Fraction
from itertools import product

import explorer
from explorer.privacy.notation import exact_text
from explorer.release.drawn import NoisedHistogram
from explorer.release.ledger.spends import Paid
from explorer.release.plan.declarations import Column, NumericColumn, ReleasePlan, UnknownColumn
from explorer.release.plan.labels import (
    COUNT,
    MARGIN_EACH,
    MARGIN_JOINT,
    NONNEGATIVE,
    column_names,
    header_of,
    written_cells,
)
from explorer.release.values.noise_law import Noise

METADATA = ".csv-metadata.json"


def file_names(plan: ReleasePlan) -> tuple[str, ...]:
    """The names of all files of a release; a table's metadata come after it."""
    return tuple(name for each in plan.histograms for name in (f"{each.name}.csv", f"{each.name}{METADATA}"))


def files_of(
    plan: ReleasePlan, paid: Paid, histograms: Iterable[NoisedHistogram]
) -> tuple[tuple[str, str], ...]:
    """Name and text of every file of a release, in the order of `file_names`."""
    files: list[tuple[str, str]] = []
    for histogram in histograms:
        table = table_text(plan, histogram)
        files.append((f"{histogram.name}.csv", table))
        metadata = metadata_of(plan, paid, histogram, table)
        text = json.dumps(metadata, ensure_ascii=False, indent=2) + "\n"
        files.append((f"{histogram.name}{METADATA}", text))
    return tuple(files)


def table_text(plan: ReleasePlan, histogram: NoisedHistogram) -> str:
    """The released CSV: a header and one row a cell, LF, quoted where needed."""
    lines = [_line(header_of(histogram.declared, plan.output))]
    margins = (histogram.margins.each, histogram.margins.joint)
    cells = product(*(written_cells(column) for column in histogram.declared.columns))
    for cell, count in zip(cells, histogram.counts, strict=True):
        extra = (max(count, 0),) if plan.output.nonnegative else ()
        lines.append(_line((*(part for parts in cell for part in parts), count, *margins, *extra)))
    return "".join(lines)


def _line(values: Iterable[object]) -> str:
    """One row, ended by LF. Older Pythons quote a CR in a value only where CR is part of the line's end."""
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\r\n").writerow(values)
    return text.getvalue().removesuffix("\r\n") + "\n"


def metadata_of(plan: ReleasePlan, paid: Paid, histogram: NoisedHistogram, table: str) -> dict[str, object]:
    """The CSVW description of one released table, with the object "privacy"."""
    return {
        "@context": ["http://www.w3.org/ns/csvw", {"@language": "en"}],
        "dc:title": plan.title,
        "tables": [
            {
                "url": f"{histogram.name}.csv",
                "dialect": {"encoding": "utf-8", "delimiter": ",", "lineTerminators": ["\n"], "header": True},
                "tableSchema": {"columns": _columns(plan, histogram)},
            }
        ],
        "privacy": {
            **_promise(plan, histogram),
            "sequence": paid.sequence,
            "release": paid.release,
            "program": {"name": "Privacy Explorer", "version": explorer.__version__},
            "date": paid.date,
            "sha256": hashlib.sha256(table.encode()).hexdigest(),
        },
    }


def _columns(plan: ReleasePlan, histogram: NoisedHistogram) -> list[dict[str, object]]:
    columns: list[dict[str, object]] = []
    for column in histogram.declared.columns:
        datatypes = ("string", "number", "number")
        columns.extend(
            {"titles": name, "datatype": datatype}
            for name, datatype in zip(column_names(column), datatypes, strict=False)
        )
    cells = histogram.declared.cells
    confidence = exact_text(plan.output.confidence)
    described = {
        COUNT: "count after bounding, with noise; may be negative",
        MARGIN_EACH: f"noise margin of each cell by itself, at {confidence}",
        MARGIN_JOINT: f"noise margin of all {cells} cells together, at {confidence}",
    }
    if plan.output.nonnegative:
        described[NONNEGATIVE] = (
            "noised_count, or 0 where that is negative; "
            f"an empty cell gains {clamping_bias(histogram.noise):.4g} on average"
        )
    columns.extend(
        {"titles": name, "datatype": "integer", "dc:description": text} for name, text in described.items()
    )
    return columns


def clamping_bias(noise: Noise) -> float:
    r"""What an empty cell gains on average where negative counts are set to 0: the mean of max(N, 0).

    a/(1−a²), a = e^(−1/scale), for discrete Laplace noise; Σ x P(x) over x > 0 for discrete Gaussian noise,
    which is σ/√2π from σ = 10 on.

    >>> [round(clamping_bias(Noise("discrete-laplace", s, Fraction(1))), 2) for s in (1, 10)]
    [0.43, 4.99]
    >>> round(clamping_bias(Noise("discrete-gaussian", 1, Fraction(1, 2))), 2)
    0.4
    """
    width = noise.width
    if not noise.is_gaussian:
        return 0.5 / math.sinh(1 / width) if width > Fraction(1, 500) else 0.0
    if width > 100:
        return math.sqrt(width / 2) / math.sqrt(math.pi)
    masses = [math.exp(-place * place / (2 * width)) for place in range(400) if place * place < 1400 * width]
    return sum(place * mass for place, mass in enumerate(masses)) / (2 * sum(masses) - 1)


def _promise(plan: ReleasePlan, histogram: NoisedHistogram) -> dict[str, object]:
    privacy = plan.privacy
    bounds = {
        "rows_per_person": privacy.rows_per_person,
        "rows_per_cell": privacy.rows_per_cell,
        "cells_per_person": privacy.cells_per_person,
    }
    return {
        "mechanism": privacy.mechanism,
        "epsilon": exact_text(histogram.epsilon),
        "delta": exact_text(histogram.delta),
        "release_epsilon": exact_text(privacy.epsilon),
        "release_delta": exact_text(privacy.delta),
        **({} if privacy.rho is None else {"release_rho": exact_text(privacy.rho)}),
        "unit": privacy.unit,
        **({"unit_name": privacy.unit_name} if privacy.unit_name else {}),
        "neighbours": privacy.neighbours.value,
        **{key: bound for key, bound in bounds.items() if bound is not None},
        "bound_vouched_by": "steward" if _stated(plan) else "program",
        "columns": [_declared(column) for column in histogram.declared.columns],
        "cells": histogram.declared.cells,
        **histogram.noise.described(),
        **({} if histogram.threshold is None else {"threshold": _threshold(histogram)}),
        "margins": {
            "confidence": exact_text(plan.output.confidence),
            "each": histogram.margins.each,
            "joint": histogram.margins.joint,
            "about": _ABOUT if histogram.threshold is None else f"{_ABOUT}; {_LEANING}",
        },
    }


_ABOUT = "noise around the counts after bounding; rows that bounding leaves out are in no margin"
_LEANING = "noise before the threshold: a category that is kept near it leans upward"


def _declared(column: Column) -> dict[str, object]:
    if isinstance(column, NumericColumn):
        return {"name": column.name, "kind": column.kind, "edges": list(column.edges)}
    if isinstance(column, UnknownColumn):
        return {"name": column.name, "kind": column.kind}
    return {"name": column.name, "kind": column.kind, "categories": list(column.categories)}


def _threshold(histogram: NoisedHistogram) -> dict[str, object]:
    """From which noisy count on a category was published, and what that spends."""
    threshold = histogram.threshold
    if threshold is None:
        return {}
    least, delta = threshold.least, exact_text(threshold.delta)
    return {
        "least": least,
        "delta": delta,
        "about": (
            f"categories were found in the file; one is published where its noised count is {least} or more, "
            f"so that categories of a single unit show with a probability of at most {delta}"
        ),
    }


def _stated(plan: ReleasePlan) -> bool:
    """Whether the bound on a person's rows is the steward's own statement."""
    return not plan.privacy.unit_is_row and plan.privacy.id_column is None
