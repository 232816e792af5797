"""How often a row is published whole, and how two mechanisms with one (ε, δ) differ beyond ε."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from explorer.lessons.parts.picture import (
    Axis,
    CellKind,
    Chart,
    Curve,
    Dots,
    Grid,
    Level,
    Marker,
    Sheet,
)
from explorer.mark import N_, Sentence
from explorer.privacy.accounting.gaussian_calibration import gaussian_loss_above, sigmas
from explorer.privacy.mechanisms.catastrophe import Catastrophe, catastrophes
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.samplers.integer_sampler import Bits

Floats = NDArray[np.float64]

RELEASES = 100
_LEAST = 1e-13  # of the axis of δ
_RAREST = 1e-11  # of the axis of how often somebody is published
_FARTHEST = 4.0  # of the axis of ε


def releases(people: int, bits: Bits) -> NDArray[np.bool_]:
    """Of a hundred releases with δ = 1/n, exactly: which publish a row of anybody."""
    coins = bits.below(people, RELEASES * people).reshape(RELEASES, people)
    return np.asarray(np.any(coins == 0, axis=1))


def published(delta: float, people: int) -> float:
    """The probability that somebody is published; nothing is certain."""
    return min(catastrophes(delta, people), float(np.nextafter(1.0, 0.0)))


def sigma(epsilon: float, delta: float) -> float:
    """Of the Gaussian for a count."""
    return float(sigmas(np.array([epsilon]), np.array([delta]), 1.0)[0])


def rule() -> Sheet:
    """What the mechanism does to each row."""
    return Sheet(
        "rule",
        N_("What happens to each row"),
        N_("A table of the rule: with probability δ the row is published whole, else nothing is said of it."),
        (N_("probability"), N_("what is published")),
        ((N_("δ"), N_("the whole row, with its name")), (N_("1 − δ"), N_("nothing"))),
        {(0, 1): "with"},
    )


def hundred(hit: NDArray[np.bool_]) -> Grid:
    """A square a release."""
    return Grid(
        "hundred",
        N_("A hundred releases with δ = 1/n"),
        N_("Squares of a hundred releases; those that published a whole row bear a cross."),
        hit.astype(np.int64),
        20,
        (
            CellKind(N_("nobody published"), "without"),
            CellKind(N_("somebody published whole"), "with", crossed=True),
        ),
    )


def by_people(delta: float, people: int) -> Chart:
    """The probability that somebody is published, by the number of people."""
    n = np.geomspace(10.0, 10_000.0, 121)
    here = np.array([catastrophes(delta, round(each)) for each in n])
    return Chart(
        "by-people",
        N_("How often somebody is published whole"),
        N_("The probability that a row is published rises with the number of people, from nδ towards one."),
        Axis(N_("people"), 10.0, 10_000.0, logarithmic=True, whole=True),
        Axis(N_("probability"), _RAREST, 1.0, logarithmic=True),
        (
            Curve("here", n, here, "with", N_("this δ"), wide=True),
            Curve(
                "inverse",
                n,
                np.array([catastrophes(1 / round(each), round(each)) for each in n]),
                "ink",
                N_("δ = 1/n"),
            ),
            Curve(
                "square",
                n,
                np.array([catastrophes(round(each) ** -2.0, round(each)) for each in n]),
                "without",
                N_("δ = 1/n²"),
            ),
            Marker("people", N_("n = {people}", people=people)),
        ),
    )


def profiles(gaussian: Gaussian, catastrophe: Catastrophe, epsilon: float, delta: float) -> Chart:
    """δ at each ε of both mechanisms: they meet at one point."""
    at = np.linspace(0.0, _FARTHEST, 321)
    return Chart(
        "profiles",
        N_("One (ε, δ), two curves"),
        N_("Both curves of δ meet at the chosen ε. Beyond it the Gaussian's falls and the other stays."),
        Axis(N_("ε"), 0.0, _FARTHEST),
        Axis(N_("δ"), _LEAST, 1.0, logarithmic=True),
        (
            _above(at, np.exp(catastrophe.log_delta(at)), "catastrophe", "with", N_("catastrophe")),
            _above(at, np.exp(gaussian.log_delta(at)), "gaussian", "without", N_("Gaussian")),
            Dots("chosen", np.array([epsilon]), np.array([delta]), "ink", N_("(ε, δ)"), 9.0, 1.0),
            Marker("epsilon", N_("ε = {epsilon}", epsilon=epsilon)),
        ),
    )


def tail_and_delta(gaussian: Gaussian, epsilon: float) -> Chart:
    """The probability that the loss exceeds ε, above δ at that ε."""
    at = np.linspace(0.0, _FARTHEST, 321)
    return Chart(
        "tail-and-delta",
        N_("The loss exceeds ε more often than δ"),
        N_("Two falling curves; the probability that the loss exceeds ε is above δ at every ε."),
        Axis(N_("ε"), 0.0, _FARTHEST),
        Axis(N_("probability"), _LEAST, 1.0, logarithmic=True),
        (
            _above(at, gaussian_loss_above(at, gaussian.mu), "tail", "with", N_("Pr[L > ε]")),
            _above(at, np.exp(gaussian.log_delta(at)), "delta", "without", N_("δ at ε")),
            Marker("epsilon", N_("ε = {epsilon}", epsilon=epsilon)),
        ),
    )


def noise_by_delta(epsilon: float, people: int) -> Chart:
    """σ of the Gaussian at each δ, and the scale of the catastrophe's noise, which is the same at all."""
    delta = np.geomspace(1e-12, 1e-1, 67)
    found = sigmas(np.full(delta.size, epsilon), delta, 1.0)
    return Chart(
        "noise-by-delta",
        N_("The noise of a count at each δ"),
        N_("The Gaussian's σ rises slowly as δ falls; the scale of the catastrophe's noise does not change."),
        Axis(N_("δ"), 1e-12, 1e-1, logarithmic=True),
        Axis(N_("noise, people"), 0.1, 100.0, logarithmic=True),
        (
            Curve("gaussian", delta, found, "without", N_("σ of the Gaussian"), wide=True),
            Curve(
                "catastrophe", delta, np.full(delta.size, 1 / epsilon), "with", N_("scale of the catastrophe")
            ),
            Level("inverse", 1 / people, N_("δ = 1/n"), upright=True),
            Level("square", people**-2.0, N_("δ = 1/n²"), upright=True),
        ),
    )


def _above(at: Floats, values: Floats, identity: str, colour: str, label: Sentence) -> Curve:
    """A curve as far as it stays on the axis."""
    seen = values >= _LEAST
    return Curve(identity, at[seen], values[seen], colour, label, wide=True)
