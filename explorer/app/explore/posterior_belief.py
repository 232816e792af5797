"""What one released value tells: how much likelier it is with you, and what somebody then believes."""

from __future__ import annotations

import math

from explorer.app.core.state import State, mechanism_of
from explorer.app.plotting.distributions import belief_after
from explorer.app.plotting.layers import Note
from explorer.mark import N_, Sentence

_LARGEST = 700.0  # in the exponent of a number that a float holds


def reading_note(state: State, value: float | Sentence, log_ratio: float, x: float, y: float) -> Note:
    """The box beside the observed number or option."""
    seen = N_("if {value} were released", value=value)
    return _box((seen, *_lines(state, log_ratio)), x, y)


def answer_note(
    state: State, value: Sentence, answers: tuple[Sentence, Sentence], log_ratio: float, x: float, y: float
) -> Note:
    """The box beside the observed answer of one person whose true answer is one of two."""
    first, second = answers
    likelihood = N_("equally likely from both")
    if log_ratio > 0:
        likelihood = N_("{ratio:3} × likelier from {answer}", ratio=times(log_ratio), answer=second)
    elif log_ratio < 0:
        likelihood = N_("{ratio:3} × likelier from {answer}", ratio=times(-log_ratio), answer=first)
    prior = state.reading.prior
    belief = N_(
        "belief in {answer}: {before:percent} → {after:percent}",
        answer=second,
        before=prior,
        after=belief_after(log_ratio, prior),
    )
    return _box((N_("if {value} were said", value=value), likelihood, belief), x, y)


def times(log_ratio: float) -> Sentence:
    """A ratio in figures; as a power of e where no float holds it."""
    if abs(log_ratio) > _LARGEST and math.isfinite(log_ratio):
        return N_("e^{power:3}", power=log_ratio)
    return N_("{value:3}", value=math.exp(log_ratio))


def _box(lines: tuple[Sentence, ...], x: float, y: float) -> Note:
    least = lines[:2] if len(lines) > 2 else ()
    brief = lines[:3] if len(lines) > 3 else least
    return Note(
        *("reading", x, y, lines, "ink", "right"),
        boxed=True,
        stressed=1,
        near=True,
        brief=brief,
        least=least if brief is not least else (),
    )


def _lines(state: State, log_ratio: float) -> tuple[Sentence, ...]:
    if math.isnan(log_ratio):
        return (N_("impossible in both cases"),)
    if log_ratio == math.inf:
        likelier = N_("possible only with you")
    elif log_ratio == -math.inf:
        likelier = N_("possible only without you")
    elif log_ratio >= 0:
        likelier = N_("{ratio:3} × likelier with you", ratio=times(log_ratio))
    else:
        likelier = N_("{ratio:3} × likelier without you", ratio=times(-log_ratio))
    prior = state.reading.prior
    after = belief_after(log_ratio, prior)
    belief = N_("belief {before:percent} → {after:percent}", before=prior, after=after)
    if mechanism_of(state).pure:
        return likelier, belief
    return likelier, belief, N_("with δ > 0 there is no limit for every result")
