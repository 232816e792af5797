"""What the spends of an account come to under tighter bounds: advice, never a gate.

What gates is the account's own currency. Numerical bounds hold for parameters that are chosen beforehand,
not for those that follow from earlier releases.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from explorer.mark import N_, Sentence
from explorer.privacy.accounting.rho import epsilon_of_rho, rho_of_pure
from explorer.privacy.notation import exact_text
from explorer.release.ledger.accounts import Account, Entry
from explorer.release.values.noise_distribution import GAUSSIAN, LAPLACE

USUAL_DELTA = Fraction(1, 10**6)  # at which an account without a δ is read
_MOST = 2000  # different kinds of release that are still composed by numbers


@dataclass(frozen=True, slots=True)
class Advised:
    """The total ε of an account's spends at `delta` by one bound: lower <= ε <= upper where both are known.

    `epsilon` is None with a `reason` where the bound says nothing; `kind` is "exact", "upper" or "bracket".
    """

    bound: str
    kind: str
    delta: Fraction
    lower: float | None = None
    upper: float | None = None
    reason: Sentence | None = None
    source: str = ""

    def answer(self) -> dict[str, object]:
        """As `ledger show` tells it."""
        estimate = self.upper if self.kind == "exact" else None
        if self.kind == "bracket" and self.lower is not None and self.upper is not None:
            estimate = (self.lower + self.upper) / 2
        return {
            "bound": self.bound,
            "delta": exact_text(self.delta),
            "epsilon": {"lower": self.lower, "estimate": estimate, "upper": self.upper},
            "kind": self.kind,
            "reason": self.reason,
            "source": self.source,
        }


def advice(account: Account) -> tuple[Advised, ...]:
    """Basic composition, the optimum for (ε, δ) alone, zCDP and the noise's own loss, for what was spent.

    Read at the δ of the account's limit, or at 1e-6 where it has none (basic: at the sum of the δ_i).

    Source
    ------
    Dwork & Roth (2014), Theorem 3.16; Murtagh & Vadhan (2016), Theorem 1.5; Canonne, Kamath & Steinke (2020),
    Proposition 12; Sommer, Meiser & Mohammadi (2019), Theorem 1.
    """
    delta = account.limit.delta or USUAL_DELTA
    return (
        _basic_composition(account),
        _optimum(account, delta),
        _concentrated(account, delta),
        _by_numbers(account, delta),
    )


def _basic_composition(account: Account) -> Advised:
    costs = [entry.cost for entry in account.entries]
    epsilon = float(sum((cost.epsilon for cost in costs), Fraction(0)))
    delta = sum((cost.delta for cost in costs), Fraction(0))
    source = "Dwork & Roth 2014, Theorem 3.16"
    return Advised("sequential", "upper", delta, upper=epsilon, source=source)


def _optimum(account: Account, delta: Fraction) -> Advised:
    """The best that holds for every mechanism of these (ε_i, δ_i)."""
    from explorer.privacy.accounting.composition_common import contradiction
    from explorer.privacy.accounting.heterogeneous_optimal import heterogeneous

    source = "Murtagh & Vadhan 2016, Theorem 1.5"
    counted = Counter((float(entry.cost.epsilon), float(entry.cost.delta)) for entry in account.entries)
    if len(counted) > _MOST:
        return Advised("optimal", "bracket", delta, reason=_too_many(), source=source)
    releases = [(epsilon, own, count) for (epsilon, own), count in counted.items()]
    lower, upper = heterogeneous(releases, float(delta))
    if lower != lower:  # NaN: the δ_i alone exceed the total
        reason = N_("the δ of the releases exceeds {delta}", delta=delta)
        return Advised("optimal", "bracket", delta, reason=reason, source=source)
    if lower > upper:
        return Advised("optimal", "bracket", delta, reason=contradiction(), source=source)
    return Advised("optimal", "bracket", delta, lower, upper, source=source)


def _concentrated(account: Account, delta: Fraction) -> Advised:
    """ρ adds up, also where later releases follow from earlier ones."""
    source = "Canonne, Kamath & Steinke 2020, Proposition 12"
    total = Fraction(0)
    for entry in account.entries:
        if entry.cost.rho is None and entry.cost.delta:
            reason = N_("release {sequence:plain} has a threshold, and so no ρ", sequence=entry.sequence)
            return Advised("zcdp", "upper", delta, reason=reason, source=source)
        total += rho_of_pure(entry.cost.epsilon) if entry.cost.rho is None else entry.cost.rho
    return Advised("zcdp", "upper", delta, upper=float(epsilon_of_rho(total, delta)), source=source)


def _by_numbers(account: Account, delta: Fraction) -> Advised:
    """The losses themselves, where a unit moves one cell of each table by one; else those that bound them.

    Any ε-differentially private release is bounded by randomised response, whose loss is that of discrete
    Laplace noise at sensitivity 1. For Gaussian noise on several cells there is no such bound here.
    """
    from explorer.privacy.accounting.composition_common import contradiction
    from explorer.privacy.mechanisms.discrete_gaussian import DiscreteGaussian
    from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
    from explorer.privacy.pld.compose import composed_epsilon

    source = "Sommer, Meiser & Mohammadi 2019, Theorem 1"
    distributions: Counter[DiscreteLaplace | DiscreteGaussian] = Counter()
    for entry in account.entries:
        for noise in entry.noise or _unrecorded(entry):
            width = _width(noise)
            if width is None:
                reason = _unknown_loss(entry)
                return Advised("numerical", "bracket", delta, reason=reason, source=source)
            distributions[
                DiscreteGaussian(width) if "sigma_squared" in noise else DiscreteLaplace(width)
            ] += 1
        if entry.cost.delta and entry.mechanism != GAUSSIAN:
            return Advised("numerical", "bracket", delta, reason=_unknown_loss(entry), source=source)
    found = (
        composed_epsilon(list(distributions.items()), float(delta)) if len(distributions) <= _MOST else None
    )
    if found is None:
        return Advised("numerical", "bracket", delta, reason=_too_many(), source=source)
    if found.contradictory[0]:
        return Advised("numerical", "bracket", delta, reason=contradiction(), source=source)
    return Advised("numerical", "bracket", delta, float(found.lower[0]), float(found.upper[0]), source=source)


def _unrecorded(entry: Entry) -> tuple[Mapping[str, object], ...]:
    """A release from a ledger that kept no parameters: its ε alone."""
    return ({"epsilon": exact_text(entry.cost.epsilon)},) if entry.mechanism == LAPLACE else ({},)


def _width(noise: Mapping[str, object]) -> float | None:
    """The scale or σ at sensitivity 1 whose loss bounds that of one histogram; None where none does."""
    moved = noise.get("sensitivity", {})
    if "sigma_squared" in noise:
        alone = isinstance(moved, Mapping) and moved.get("L2_squared") == "1"
        return float(Fraction(str(noise["sigma_squared"]))) ** 0.5 if alone else None
    if "epsilon" not in noise:
        return None
    return float(1 / Fraction(str(noise["epsilon"])))


def _unknown_loss(entry: Entry) -> Sentence:
    return N_("the privacy loss of release {sequence:plain} is not known here", sequence=entry.sequence)


def _too_many() -> Sentence:
    return N_("too many different releases for numerical composition")
