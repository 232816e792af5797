"""What one released value tells: how much likelier it is with you, and what somebody then believes."""

from __future__ import annotations

import math

from explorer.app.figure import Note
from explorer.app.laws import belief_after
from explorer.app.state import State, mechanism_of
from explorer.mark import N_, Sentence


def reading_note(state: State, value: float | Sentence, ratio: float, x: float, y: float) -> Note:
    """The box beside the observed number or option."""
    seen = N_("if {value} were released", value=value)
    return _box((seen, *_lines(state, ratio)), x, y)


def answer_note(
    state: State, value: Sentence, answers: tuple[Sentence, Sentence], ratio: float, x: float, y: float
) -> Note:
    """The box beside the observed answer of one person whose true answer is one of two."""
    first, second = answers
    told = N_("equally likely from both")
    if ratio > 1:
        told = N_("{ratio:3} × likelier from {answer}", ratio=ratio, answer=second)
    elif ratio < 1:
        told = N_("{ratio:3} × likelier from {answer}", ratio=1 / ratio if ratio else math.inf, answer=first)
    prior = state.reading.prior
    belief = N_(
        "belief in {answer}: {before:percent} → {after:percent}",
        answer=second,
        before=prior,
        after=belief_after(ratio, prior),
    )
    return _box((N_("if {value} were said", value=value), told, belief), x, y)


def _box(lines: tuple[Sentence, ...], x: float, y: float) -> Note:
    return Note("reading", x, y, lines, "ink", "right", boxed=True, stressed=1)


def _lines(state: State, ratio: float) -> tuple[Sentence, ...]:
    if math.isnan(ratio):
        return (N_("neither explains it"),)
    if ratio == math.inf:
        likelier = N_("possible only with you")
    elif ratio == 0:
        likelier = N_("possible only without you")
    elif ratio >= 1:
        likelier = N_("{ratio:3} × likelier with you", ratio=ratio)
    else:
        likelier = N_("{ratio:3} × likelier without you", ratio=1 / ratio)
    prior = state.reading.prior
    belief = N_("belief {before:percent} → {after:percent}", before=prior, after=belief_after(ratio, prior))
    if mechanism_of(state).pure:
        return likelier, belief
    return likelier, belief, N_("with δ > 0 no limit holds for all")
