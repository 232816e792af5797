"""From how many coordinates on Gaussian noise is smaller than Laplace's, where one unit moves all of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from explorer.app.core import wording
from explorer.app.core.state import State, within_sample
from explorer.app.plotting.figure import Answers, Axis, Figure, Floats, Picture, Table, read_only
from explorer.app.plotting.layers import Dash, Layer, Line, Note, Points
from explorer.app.plotting.ticks import round_up, ticks
from explorer.mark import N_, Sentence
from explorer.privacy.mechanism import AdditiveNoise, every_additive
from explorer.privacy.status import Kind, Status
from explorer.privacy.vectors import first_dimension

_POINTS = 241
_WORTH: dict[Status, Kind | Sentence] = {
    Status.PROVEN: Kind.UPPER,
    Status.FALSE: wording.STATUSES[Status.FALSE],
}  # else: not proven
_FEWEST, _MOST = 10, 2000  # coordinates that the picture shows


@dataclass(frozen=True)
class Begin:
    """Where a Gaussian curve crosses Laplace's: at a real d, and the first whole one at which it is lower."""

    real: float
    first: int


class Dimension(Picture):
    """Standard deviation of each coordinate against the number of coordinates."""

    id = "dimension"
    order = 46
    title = N_("When Gaussian noise is smaller")
    source = "Dwork & Roth 2014, Theorems 3.6 and A.1; Balle & Wang 2018, Theorem 8"
    reads = ("setting", "framed", "reading")

    @staticmethod
    def draw(state: State, answers: Answers) -> Figure:
        epsilon, delta = within_sample(state.setting)
        framed = within_sample(state.framed)
        most = _horizon(*framed)
        d = read_only(np.linspace(1.0, float(most), _POINTS))
        laplace, gaussian, classical = _deviations(epsilon, delta, d)
        top = round_up(float(_deviations(*framed, np.array([float(most)]))[0][0]), 5)
        layers = [
            *_curve("laplace", d, laplace, "orange", top, N_("Laplace")),
            *_curve("gaussian", d, gaussian, "exact", top, N_("Gaussian")),
            *_textbook(epsilon, delta, d, classical, top),
            *_crossings(state, most, top),
        ]
        whole = np.arange(1.0, most + 1.0)
        columns = _deviations(epsilon, delta, whole)
        return Figure(
            Dimension.id,
            Dimension.title,
            _assumption(state),
            _description(epsilon, delta),
            Axis(N_("coordinates d"), 1.0, float(most), _whole_ticks(most), symbol="d"),
            Axis(N_("standard deviation per coordinate"), 0.0, top, ticks(0.0, top, 5)),
            tuple(layers),
            Table(
                (N_("coordinates d"), N_("Laplace"), N_("Gaussian"), N_("Gaussian, textbook σ")),
                ("dimension", "laplace", "gaussian", "gaussian_classical"),
                (whole, *columns),
            ),
            settings={**wording.settings(state), "delta": state.target.delta},
        )


@lru_cache(maxsize=128)
def crossing(epsilon: float, delta: float, confidence: float | None = None, classical: bool = False) -> Begin:
    """Where Gaussian noise begins to be smaller: by standard deviation, or by the margin at a confidence."""
    if confidence is None:
        return Begin(*first_dimension(epsilon, delta, classical=classical))
    return Begin(*first_dimension(epsilon, delta, "margin", confidence, classical))


@lru_cache(maxsize=128)
def _for_one(epsilon: float, delta: float) -> tuple[AdditiveNoise, AdditiveNoise, AdditiveNoise]:
    """The three mechanisms for a single coordinate; for d of them L1 is d times and L2 √d times as large."""
    names = ("laplace", "gaussian", "gaussian-classical")
    made = [every_additive()[name].calibrated(epsilon, delta, 1.0) for name in names]
    return made[0], made[1], made[2]


def _deviations(epsilon: float, delta: float, d: Floats) -> tuple[Floats, Floats, Floats]:
    laplace, gaussian, classical = _for_one(epsilon, delta)
    root = np.sqrt(d)
    return (
        read_only(laplace.standard_deviation * d),
        read_only(gaussian.standard_deviation * root),
        read_only(classical.standard_deviation * root),
    )


def _horizon(epsilon: float, delta: float) -> int:
    """So far that both crossings stand well inside."""
    furthest = max(crossing(epsilon, delta, classical=each).real for each in (False, True))
    return int(min(max(_FEWEST, round_up(2.2 * furthest, 5)), _MOST))


def _whole_ticks(most: int) -> tuple[float, ...]:
    """From 1, where the axis begins; the others are round."""
    return (1.0, *(tick for tick in ticks(0.0, float(most), 6, whole=True) if tick > 0.04 * most))


def _kept(epsilon: float, delta: float) -> Status:
    """Whether the textbook σ keeps what it claims; the same for every d, since μ is."""
    return _for_one(epsilon, delta)[2].claim(epsilon, delta).status


def _curve(
    name: str, d: Floats, y: Floats, colour: str, top: float, label: Sentence, dash: Dash = Dash.EXACT
) -> list[Line]:
    seen = y <= 1.0001 * top
    width = 3.0 if dash is Dash.EXACT else 2.2
    return (
        [Line(name, read_only(d[seen]), read_only(y[seen]), colour, dash, width, label)] if seen.any() else []
    )


def _textbook(epsilon: float, delta: float, d: Floats, y: Floats, top: float) -> list[Layer]:
    status = _kept(epsilon, delta)
    label = {
        Status.PROVEN: N_("textbook σ"),
        Status.CONFIRMED: N_("textbook σ: not proven"),
        Status.FALSE: N_("textbook σ: not a guarantee"),
    }[status]
    colour = "pink" if status is Status.PROVEN else "unproven"
    lines = _curve("gaussian-classical", d, y, colour, top, label, Dash.UNPROVEN)
    return [replace(each, kind=_WORTH.get(status)) for each in lines]


def _crossings(state: State, most: int, top: float) -> list[Layer]:
    """Each crossing with its words above it; those of the textbook stand clear of the other's lead."""
    epsilon, delta = within_sample(state.setting)
    layers: list[Layer] = []
    left = 0.03 * most
    for name, classical, colour in (("gaussian", False, "exact"), ("textbook", True, "unproven")):
        if classical and _kept(epsilon, delta) is Status.FALSE:
            continue
        begin = crossing(epsilon, delta, None, classical)
        height = begin.real * _for_one(epsilon, delta)[0].standard_deviation
        if begin.real > most or height > top:
            continue
        by_margin = crossing(epsilon, delta, state.reading.confidence, classical).first
        lines = (_words(begin, classical), _by_margin(state.reading.confidence, by_margin))
        marked = begin.real >= 1
        at = (begin.real, height) if marked else (left, (0.9 - 0.17 * classical) * top)
        if marked:
            x, y = read_only(np.array(at[:1])), read_only(np.array(at[1:]))
            layers.append(Points(f"crossing-{name}", x, y, colour, 10.0))
        place = (left, (0.9 - 0.17 * classical) * top) if marked else None
        words = Note(f"crossing-words-{name}", *at, lines, colour, words_at=place, halo=True, stressed=0)
        brief = (_in_brief(begin, classical), lines[1])
        layers.append(replace(words, free=True, brief=brief, least=brief[:1]))
        left = max(left, begin.real + 0.02 * most)
    return layers


def _words(begin: Begin, classical: bool) -> Sentence:
    if classical:
        return N_("with the textbook σ for d ≥ {first} ({real})", first=begin.first, real=begin.real)
    return N_("Gaussian is smaller for d ≥ {first} (crossing at {real})", first=begin.first, real=begin.real)


def _in_brief(begin: Begin, classical: bool) -> Sentence:
    if classical:
        return N_("with the textbook σ for d ≥ {first}", first=begin.first)
    return N_("Gaussian is smaller for d ≥ {first}", first=begin.first)


def _by_margin(confidence: float, first: int) -> Sentence:
    return N_("by {confidence:percent} noise margin for d ≥ {first}", confidence=confidence, first=first)


def _assumption(state: State) -> Sentence:
    target, rate = state.target, state.sampling_rate
    promise = N_("ε = {epsilon}, δ = {delta} (Laplace: 0)", epsilon=target.epsilon, delta=target.delta)
    if rate < 1:
        promise = N_("{promise} on a sample of {rate:percent}", promise=promise, rate=rate)
    return N_(
        "one unit changes each of d coordinates by 1 (L1 = d, L2 = √d); {promise} in total; {unit}",
        promise=promise,
        unit=wording.unit(state),
    )


def _description(epsilon: float, delta: float) -> Sentence:
    begin = crossing(epsilon, delta)
    return N_(
        "Standard deviation per coordinate for d coordinates: Laplace noise grows with d, Gaussian "
        "noise with √d; Gaussian is smaller for d ≥ {first}",
        first=begin.first,
    )
