"""What bounds take away from a sum or mean, against the noise that they save: the least error is marked."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from explorer.app.core import wording
from explorer.app.core.sections import Counted, SensitivityInputs
from explorer.app.core.setting import Setting
from explorer.app.core.state import State, mechanism_for
from explorer.app.explore.clipping_samples import described, values_of
from explorer.app.explore.sensitivity_inputs import norms
from explorer.app.plotting.figure import Answers, Axis, Figure, Floats, Picture, Table, read_only
from explorer.app.plotting.layers import Handle, Layer, Line, Note, Points
from explorer.app.plotting.ticks import round_step, round_up, ticks
from explorer.mark import N_, Sentence
from explorer.privacy.clipping_error import Ordered, Trade, least, trade
from explorer.privacy.mechanism import AdditiveNoise
from explorer.privacy.refusal import NotValid, Refusal, Unsupported
from explorer.privacy.target import Neighbours

_POINTS = 301
_BOX = (0.42, 0.27)  # of the picture: how wide and how high the box of words is, about
_ANSWERS = {Counted.SUM: N_("sum"), Counted.MEAN: N_("mean")}


@dataclass(frozen=True)
class _Ground:
    """What the curves stand on: the values, the picture's ends, and by how many their sum is divided."""

    values: Ordered
    low: float  # the lower bound
    left: float
    right: float
    rows: int


class ClippingTrade(Picture):
    """Bias, noise and the error of both against the upper bound, on simulated or public values."""

    id = "clipping"
    order = 45
    title = N_("Bias from clipping, and noise saved")
    source = "Amin, Kulesza, Muñoz Medina & Vassilvitskii 2019"
    reads = ("setting", "framed", "sensitivity_inputs", "sample")

    @staticmethod
    def draw(state: State, answers: Answers) -> Figure:
        try:
            return _picture(state)
        except Refusal as refusal:
            return _nothing(state, refusal.sentence)


def refuse_others(state: State) -> None:
    """Refuse what clipping does not speak of.

    Errors
    ------
    Unsupported
        A histogram, a mechanism whose noise does not fit a sum of real numbers, or a sample that is drawn.
    """
    mechanism = mechanism_for(state.setting)
    if state.sensitivity_inputs.counted is Counted.HISTOGRAM:
        sentence = N_("A histogram clips nothing: choose a sum or a mean under “sensitivity”")
    elif not isinstance(mechanism, AdditiveNoise) or mechanism.coordinates > 1:
        sentence = N_(
            "{mechanism} adds no noise to a single sum: choose Laplace or Gaussian", mechanism=mechanism.title
        )
    elif state.sampling_rate < 1:
        sentence = N_("clipping is shown without sampling: set the sampled share to 1")
    else:
        return
    raise Unsupported(sentence, "clipping")


def unit_noise(setting: Setting) -> float:
    """The standard deviation of the noise for a sensitivity of 1; continuous noise grows with it in step.

    Errors
    ------
    Unsupported
        The mechanism adds no noise to a number.
    """
    found = mechanism_for(replace(setting, target=replace(setting.target, sensitivity=1.0)))
    if not isinstance(found, AdditiveNoise):
        raise Unsupported(N_("{mechanism} adds no noise to a number", mechanism=found.title), "clipping")
    return found.standard_deviation


@lru_cache(maxsize=32)
def _sensitivities(inputs: SensitivityInputs, unit: str, neighbours: Neighbours, right: float) -> Floats:
    """How far one unit can move the answer at each drawn bound; `causes.high` is not read."""
    state = State()
    state = replace(state, target=replace(state.target, unit=unit, neighbours=neighbours))
    highs = _bounds(inputs.low, right)
    moves = [norms(replace(state, sensitivity_inputs=replace(inputs, high=float(high)))) for high in highs]
    return read_only(np.array(moves, dtype=np.float64))


def _bounds(low: float, right: float) -> Floats:
    return read_only(np.linspace(low + (right - low) / 1000, right, _POINTS))


def _ground(state: State) -> _Ground:
    inputs, values = state.sensitivity_inputs, values_of(state.sample)
    largest = float(values.values[-1])
    if not inputs.low < largest:
        raise NotValid(
            N_("no value of this sample is above the lower bound: lower it"), "sensitivity_inputs.low"
        )
    step = round_step(largest - inputs.low, 6)
    left, right = math.floor(inputs.low / step) * step, math.ceil(largest / step) * step
    # What clipping does to a mean, it does to the mean of any number of such values.
    rows = len(values.values) if inputs.counted is Counted.MEAN else 1
    return _Ground(values, inputs.low, left, right, rows)


def _tried(ground: _Ground, highs: Floats, noise: Floats) -> Trade:
    return trade(ground.values, ground.low, highs, noise, ground.rows)


def _picture(state: State) -> Figure:
    refuse_others(state)
    ground, inputs, target = _ground(state), state.sensitivity_inputs, state.target
    present = norms(state)
    if not isinstance(present, float):
        raise NotValid(N_("choose a sum or a mean"), "sensitivity_inputs.counted")
    moves = _sensitivities(replace(inputs, high=ground.right), target.unit, target.neighbours, ground.right)
    highs, noise = _bounds(ground.low, ground.right), unit_noise(state.setting)
    curves = _tried(ground, highs, noise * moves)
    now = _tried(ground, np.array([inputs.high]), np.array([noise * present]))
    top = _top(_tried(ground, highs, _framed_noise(state) * moves))
    best = _least(ground, highs, curves)
    side = _free_side(highs, curves.error, inputs.high, top)
    layers = (*_curves(highs, curves, top), *best, *_handle(state, ground, now, top, side))
    return Figure(
        ClippingTrade.id,
        ClippingTrade.title,
        _assumption(state),
        _description(state, now),
        Axis(N_("upper bound"), ground.left, ground.right, ticks(ground.left, ground.right, 6)),
        Axis(N_("error of the {answer}", answer=_ANSWERS[inputs.counted]), 0.0, top, ticks(0.0, top, 5)),
        layers,
        Table(
            (
                N_("upper bound"),
                N_("shift by clipping"),
                N_("noise, standard deviation"),
                N_("typical error (root mean square)"),
                N_("share of values clipped"),
            ),
            ("upper_bound", "bias", "noise", "error", "clipped"),
            (highs, curves.bias, curves.noise, curves.error, curves.clipped),
        ),
        settings=_settings(state),
    )


def _framed_noise(state: State) -> float:
    """The noise that the axes were chosen for; the present one where the old mechanism added none."""
    kind = type(mechanism_for(state.framed))
    additive = issubclass(kind, AdditiveNoise) and not kind.discrete
    return unit_noise(state.framed if additive else state.setting)


def _top(framed: Trade) -> float:
    """High enough for the least error and, where that leaves it room, for the noise of the widest bounds."""
    lowest = float(framed.error.min())
    return round_up(max(2.5 * lowest, min(1.15 * float(framed.noise[-1]), 6.0 * lowest)) or 1.0, 5)


def _curves(highs: Floats, found: Trade, top: float) -> list[Layer]:
    """What is above the picture is left out, so that names stand at visible ends."""
    lines = (
        ("bias", np.abs(found.bias), "orange", 2.0, N_("bias from clipping")),
        ("noise", found.noise, "sky", 2.0, N_("noise")),
        ("error", found.error, "ink", 3.2, N_("total error")),
    )
    layers: list[Layer] = []
    for name, y, colour, width, label in lines:
        seen = y <= 1.5 * top
        layers.append(
            Line(name, read_only(highs[seen]), read_only(y[seen]), colour, width=width, label=label)
        )
    return layers


def _least(ground: _Ground, highs: Floats, found: Trade) -> list[Layer]:
    """The bound of least error, sought once more between its two neighbours."""
    near = least(found.error)
    between = np.linspace(highs[max(near - 1, 0)], highs[min(near + 1, len(highs) - 1)], 81)
    noise = np.interp(between, highs, found.noise)  # it is piecewise straight in the bound
    finer = _tried(ground, between, noise)
    best = least(finer.error)
    high, error = float(between[best]), float(finer.error[best])
    words = N_("least error {error} at {high}", error=error, high=high)
    span = ground.right - ground.left
    early = high < ground.left + 0.5 * span  # the words stand where neither curve is
    at = (high + 0.12 * span, 0.62 * error) if early else (high - 0.32 * span, 0.22 * error)
    return [
        Points("least", read_only(np.array([high])), read_only(np.array([error])), "ink", 10.0),
        Note("least-words", high, error, (words,), "ink", words_at=at, halo=True, stressed=0),
    ]


def _free_side(highs: Floats, error: Floats, high: float, top: float) -> str:
    """On which side of the handle the box of words covers less of the topmost curve."""
    wide = _BOX[0] * float(highs[-1] - highs[0])
    covered = (error > (1 - _BOX[1]) * top) & (error < 1.05 * top)
    right = covered & (highs > high) & (highs < high + wide)
    left = covered & (highs < high) & (highs > high - wide)
    return "left" if left.sum() < right.sum() and high - wide >= highs[0] else "right"


def _handle(state: State, ground: _Ground, now: Trade, top: float, side: str) -> list[Layer]:
    high, span = state.sensitivity_inputs.high, ground.right - ground.low
    said = (
        N_("typical error {error}", error=float(now.error[0])),
        N_("clipping {bias}, noise ± {noise}", bias=float(now.bias[0]), noise=float(now.noise[0])),
        N_("{clipped:percent} of the values are clipped", clipped=float(now.clipped[0])),
    )
    inside = min(max(high, ground.left), ground.right)
    return [
        Handle(
            "high",
            "sensitivity_inputs.high",
            high,
            round_step(span, 100),
            N_("upper bound {high}", high=high),
            ground.low + span / 1000,
        ),
        Note("present", inside, 0.86 * top, said, "ink", side, boxed=True, stressed=0),
    ]


def _assumption(state: State) -> Sentence:
    words = N_(
        "choose clipping bounds on simulated or public values, never on the private ones; "
        "{sample}; {release}",
        sample=described(state.sample),
        release=wording.guarantee(state),
    )
    if state.sensitivity_inputs.followed:
        return words
    return N_("{words}; the typed sensitivity is not used here", words=words)


def _description(state: State, now: Trade) -> Sentence:
    return N_(
        "Error of the {answer} by upper bound: at {high} clipping shifts it by {bias} and noise by ± {noise}",
        answer=_ANSWERS[state.sensitivity_inputs.counted],
        high=state.sensitivity_inputs.high,
        bias=float(now.bias[0]),
        noise=float(now.noise[0]),
    )


def _settings(state: State) -> dict[str, object]:
    inputs = state.sensitivity_inputs
    said = {"counted": inputs.counted.value, "low": inputs.low, "high": inputs.high}
    return {**wording.settings(state), **said, "sample": state.sample.kind}


def _nothing(state: State, why: Sentence) -> Figure:
    empty = Axis(N_("upper bound"), 0.0, 1.0, ())
    return Figure(
        ClippingTrade.id,
        ClippingTrade.title,
        described(state.sample),
        why,
        empty,
        Axis(N_("error"), 0.0, 1.0, ()),
        (),
        Table((), (), ()),
        empty=why,
        settings=_settings(state),
    )
