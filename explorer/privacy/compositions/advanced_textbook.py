"""The textbook's formula 2ε√(2k ln 1/δ'): proven for small k, checked beyond, false further out."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from explorer.mark import N_, Sentence
from explorer.privacy.accounting.composition_common import (
    bound_of,
    largest_of,
    log_crossing,
    log_total,
    missing_reason,
    theorem_delta,
)
from explorer.privacy.composition import (
    Bound,
    Composition,
    Counts,
    Crossing,
    Family,
    Floats,
    Kind,
    Release,
    Status,
)
from explorer.privacy.compositions.optimal import Optimal, optimal_epsilon, remaining_delta
from explorer.privacy.numerics.root import root

_STEPS = 64  # of a search for the first k at which the formula is false


@dataclass(frozen=True)
class AdvancedTextbook(Composition):
    """2ε√(2k ln 1/δ'), a theorem only while k <= 2 ln(1/δ')/tanh²(ε/2).

    There it lies above the tanh form. Beyond, each k is held against the exact optimum.

    Source
    ------
    Dwork & Roth (2014), Corollary 3.21 read backwards (the corollary asks for ε' < 1).
    """

    id: ClassVar[str] = "advanced-textbook"
    order: ClassVar[int] = 20
    title: ClassVar[Sentence] = N_("Dwork–Roth shortcut")
    short: ClassVar[Sentence] = N_("D–R shortcut")
    source: ClassVar[str] = "Dwork & Roth 2014, Corollary 3.21, read backwards"
    formula: ClassVar[str] = (
        "ε′ = 2ε√(2k ln(1/δ′)),  δ′ = total δ − kδ,  proven for k ≤ 2 ln(1/δ′)/tanh²(ε/2)"
    )
    latex: ClassVar[str] = r"\varepsilon'=2\,\varepsilon\sqrt{2k\ln\frac{1}{\delta'}}"
    about: ClassVar[Sentence | None] = N_(
        "The Dwork–Roth shortcut: the total grows with √k. Correct for few releases, false for many."
    )
    holds: ClassVar[Sentence] = N_(
        "Proven while k ≤ 2 ln(1/δ')/tanh²(ε/2), where δ' = total δ − kδ; beyond, each k is "
        "compared with optimal composition."
    )
    kind: ClassVar[Kind] = Kind.UPPER
    closed: ClassVar[bool] = False
    family: ClassVar[Family] = Family.BASIC

    def total(self, release: Release, counts: Counts, total_delta: float) -> Bound:
        """The formula at each k, with what it is worth there."""
        values = self.formula_epsilon(release, counts, total_delta)
        statuses = [Status.PROVEN] * len(counts)
        reasons: list[Sentence | None] = [None] * len(counts)
        doubtful = np.flatnonzero(np.isfinite(values) & ~_proven(release, counts, total_delta))
        if doubtful.size:
            exact = Optimal().total(release, counts[doubtful], total_delta).value
            for i, true in zip(doubtful, exact, strict=True):
                holds = bool(values[i] >= true)
                statuses[i] = Status.CONFIRMED if holds else Status.FALSE
                reasons[i] = _confirmed() if holds else _refuted(float(true))
        return bound_of(self, counts, values, missing_reason(release), statuses, reasons)

    def formula_epsilon(self, release: Release, counts: Counts, total_delta: float) -> Floats:
        """The formula alone, (n,) with NaN where it has no value: cheap enough for every frame."""
        return log_total(release, counts, total_delta, _form)

    def proven_until(self, release: Release, total_delta: float) -> float:
        """The k at which the proof ends: the least root of k tanh²(ε/2) = 2 ln(1/(total − kδ)).

        Where it never does, the k at which the releases' own δ has used up the total. NaN where the ε of
        one release is unknown or the total leaves no δ'.
        """
        if release.epsilon is None or total_delta <= 0:
            return math.nan
        square, delta = math.tanh(release.epsilon / 2) ** 2, release.delta
        if delta == 0 or total_delta >= 1:
            return max(0.0, -2 * math.log(total_delta)) / square

        def short(k: float) -> float:
            left = total_delta - k * delta
            return k * square + 2 * math.log(left) if left > 0 else -math.inf

        end, top = total_delta / delta, total_delta / delta - 2 / square
        if top <= 0 or short(top) <= 0:
            return end
        return root(short, 0.0, top)

    def first_false(self, release: Release, total_delta: float, most: int = 1_000_000) -> int | None:
        """The first k, up to `most`, at which the formula is below optimal composition, or None.

        Sought from the end of its proof on, in ever finer steps, each held against the optimum to nearest:
        exact where it stays false once it is.
        """
        until = self.proven_until(release, total_delta)
        if not math.isfinite(until) or until >= most:
            return None
        low, high = max(1, math.floor(until)), most
        while high - low > 1:
            steps = np.unique(np.rint(np.geomspace(low, high, _STEPS)).astype(np.int64))
            formula = self.formula_epsilon(release, steps, total_delta)
            left = np.maximum(remaining_delta(release.delta, steps, total_delta), 0.0)
            false = np.flatnonzero(formula < optimal_epsilon(release.epsilon or 0.0, steps, left))
            if not false.size:
                return None
            at = int(false[0])
            if at == 0:
                return int(steps[0])
            low, high = int(steps[at - 1]), int(steps[at])
        return high

    def crossing(self, release: Release, total_delta: float) -> Crossing:
        """k = 8 ln(1/δ'), whatever ε is; with a reason where the formula is not proven there."""
        found = log_crossing(release, total_delta, 8.0)
        if found.first_count is None:
            return found
        there = self.total(release, np.array([found.first_count], dtype=np.int64), total_delta)
        return Crossing(found.real, found.first_count, found.epsilon, there.reasons[0])

    def largest_epsilon(self, total_epsilon: float, total_delta: float, count: int, delta: float) -> float:
        """ε'/(2√(2k ln 1/δ')), Corollary 3.21; whether it is a guarantee, `total` tells."""
        left = float(theorem_delta(delta, np.array([float(count)]), total_delta)[0])
        if left <= 0:
            return math.nan
        root_of = math.sqrt(2 * count * -math.log(min(left, 1.0)))
        guess = total_epsilon / (2 * root_of) if root_of > 0 else math.inf
        return largest_of(self, guess, total_epsilon, total_delta, count, delta)


def _form(epsilon: float, counts: Floats, logs: Floats) -> Floats:
    return 2 * epsilon * np.sqrt(2 * counts * logs)


def _proven(
    release: Release, counts: Counts, total_delta: float
) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Where the formula lies above the tanh form."""
    if release.epsilon is None:
        return np.zeros(len(counts), dtype=np.bool_)
    left = theorem_delta(release.delta, counts.astype(np.float64), total_delta)
    logs = -np.log(np.clip(left, 5e-324, 1.0))
    proven = (left > 0) & (counts * math.tanh(release.epsilon / 2) ** 2 <= 2 * logs)
    return np.asarray(proven | (counts == 0), dtype=np.bool_)


def _confirmed() -> Sentence:
    return N_("not proven for this many releases; it holds when compared with optimal composition")


def _refuted(exact: float) -> Sentence:
    return N_("not a guarantee: optimal composition gives {exact}", exact=exact)
