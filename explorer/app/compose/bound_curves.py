"""What a curve of a composition bound answers where somebody points at it: kind, source, doubts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from explorer.app.core import wording
from explorer.app.plotting.figure import Line
from explorer.mark import Rounding, Sentence
from explorer.privacy.composition import Bound, Kind, Status, every_composition


def asked(line: Line, bound: str, answer: Bound | None) -> Line:
    """`line` with what is known of `bound`, whose numbers it shows: a total is quoted rounded up.

    The upper end of a proven interval is drawn. Where a number is not proven, what it is worth there is said.
    """
    entry = every_composition()[bound]
    kind = line.kind if answer is None else line.kind or answer.kind
    estimate = kind is Kind.ESTIMATE
    return replace(
        line,
        name=entry.title,
        kind=kind,
        towards=None if estimate else Rounding.UP,
        source=entry.source,
        remarks=_remarks(answer),
    )


def _remarks(answer: Bound | None) -> Mapping[int, Sentence]:
    """What is said instead of the kind, at each k where the number is not proven."""
    # Compared by identity, which tuples do: a hash of each status would cost a frame more than all of this.
    if answer is None or answer.statuses.count(Status.PROVEN) == len(answer.statuses):
        return {}
    counts = answer.counts.tolist()
    return {
        count: said
        for worth, said in wording.STATUSES.items()
        for count, status in zip(counts, answer.statuses, strict=True)
        if status is worth
    }
