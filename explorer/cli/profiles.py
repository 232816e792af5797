"""What `profile` answers at one number: δ at an ε, ε at a δ, misses at false alarms, D at an order."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from explorer.app.core.wording import no_less, no_more
from explorer.cli.answer import Row
from explorer.cli.options import AT_EPSILON, SHARE, finite, sides
from explorer.cli.registers import worth
from explorer.cli.tables import directed, of_both_directions
from explorer.cli.target import RequestedRelease
from explorer.mark import N_, RoundedBound, Sentence
from explorer.privacy.guarantee import Guarantee
from explorer.privacy.parameter import Parameter, Scale
from explorer.privacy.status import Kind

Found = tuple[dict[str, object], Row]

ORDER = Parameter("order", "α", N_("order"), 1 + 1e-9, 1e12, 2, Scale.LOG)


@dataclass(frozen=True)
class Axis:
    """One option of `profile`: what it takes, and what is answered at each number."""

    field: str
    summary: Sentence
    titles: tuple[Sentence, Sentence]
    range: Parameter
    answer: Callable[[RequestedRelease, float], Found]

    @property
    def option(self) -> str:
        """As it is typed."""
        return "--" + self.field.replace("_", "-")


def _guarantee(release: RequestedRelease) -> Guarantee:
    found = release.guarantee
    if found is None:
        raise TypeError("a profile is that of a mechanism")
    return found


def _at_epsilon(release: RequestedRelease, epsilon: float) -> Found:
    guarantee = _guarantee(release)
    kind, log_delta = guarantee.profile_kind, float(guarantee.log_delta(np.array([epsilon]))[0])
    delta = math.exp(log_delta)
    both = of_both_directions(release, lambda each: math.exp(each.log_delta(epsilon)))
    reason = N_("not 0, but too small to show") if delta == 0 < -log_delta < math.inf else None
    result = {"epsilon": epsilon, "delta": _sides(delta, kind), "log_delta": finite(log_delta)}
    row = Row((epsilon, no_more(delta, kind), *_at_most(both, kind), worth(kind, reason)))
    return result | {"kind": kind.value, "reason": reason} | directed(both), row


def _at_delta(release: RequestedRelease, delta: float) -> Found:
    guarantee = _guarantee(release)
    kind, epsilon = guarantee.profile_kind, guarantee.epsilon_at(delta)
    both = of_both_directions(release, lambda each: each.epsilon_at(delta))
    reason = None if math.isfinite(epsilon) else N_("no ε is large enough for this δ")
    result = {"delta": delta, "epsilon": _sides(epsilon, kind)}
    (shown,) = _at_most((epsilon,), kind)
    row = Row((shown, delta, *_at_most(both, kind), worth(kind, reason)))
    return result | {"kind": kind.value, "reason": reason} | directed(both), row


def _at_alarm(release: RequestedRelease, alarm: float) -> Found:
    """Fewer misses are the less private side: what bounds δ from above bounds them from below."""
    guarantee = _guarantee(release)
    kind, misses = guarantee.profile_kind, float(guarantee.trade_off(np.array([alarm]))[0])
    both = of_both_directions(release, lambda each: float(each.misses(np.array([alarm]))[0]))
    exact = math.nan if kind is Kind.UPPER else misses
    result = {"false_alarm": alarm, "miss": sides(misses, exact, exact), "kind": kind.value}
    worded = N_("proven lower bound") if kind is Kind.UPPER else worth(kind, None)
    row = Row((alarm, no_less(misses, kind), *(no_less(each, kind) for each in both), worded))
    return result | {"reason": None} | directed(both), row


def _at_order(release: RequestedRelease, order: float) -> Found:
    """Of the pair; where no pair of neighbours has all of the curves at once, an upper bound."""
    guarantee, mechanism = _guarantee(release), release.mechanism
    own = mechanism is None or mechanism.attained
    kind, divergence = guarantee.profile_kind, float(guarantee.renyi(np.array([order]))[0])
    kind = kind if own else Kind.UPPER
    both = of_both_directions(release, lambda each: float(each.renyi(np.array([order]))[0]))
    reason = None if math.isfinite(divergence) else N_("infinite: some outputs identify a person")
    result = {"order": order, "divergence": _sides(divergence, kind), "kind": kind.value, "reason": reason}
    (shown,) = _at_most((divergence,), kind)
    return result | directed(both), Row((order, shown, *_at_most(both, kind), worth(kind, reason)))


def _at_most(found: tuple[float, ...], kind: Kind) -> tuple[float | RoundedBound | None, ...]:
    """As they are shown; nothing of what is infinite."""
    return tuple(no_more(each, kind) if math.isfinite(each) else None for each in found)


def _sides(value: float, kind: Kind) -> dict[str, float | None]:
    """An exact number fills all three alike, an upper bound its own place alone."""
    below = math.nan if kind is Kind.UPPER else value
    return sides(below, below, value)


AXES = (
    Axis("at_epsilon", N_("the smallest δ at each of these ε"), (N_("ε"), N_("δ")), AT_EPSILON, _at_epsilon),
    Axis("at_delta", N_("the smallest ε at each of these δ"), (N_("ε"), N_("δ")), SHARE, _at_delta),
    Axis(
        "at_alarm",
        N_(
            "the smallest false-negative rate of any test for whether you are in the data, at "
            "these false-positive rates"
        ),
        (N_("false-positive rate"), N_("false-negative rate")),
        SHARE,
        _at_alarm,
    ),
    Axis(
        "at_order",
        N_("the Rényi divergence at each of these orders above 1"),
        (N_("order"), N_("divergence")),
        ORDER,
        _at_order,
    ),
)
