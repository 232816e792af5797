"""The privacy loss: how much one released value can tell, and how often it tells that much."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache

import numpy as np

from explorer.app.core import wording
from explorer.app.core.setting import Setting
from explorer.app.core.state import State, guarantee_for, guarantee_of
from explorer.app.plotting.comparison_curves import (
    OTHER,
    OWN,
    curve_settings,
    dash_of_other,
    dash_of_pair,
    kept_pair,
    other_title,
)
from explorer.app.plotting.distributions import compared
from explorer.app.plotting.figure import Answers, Axis, Figure, Floats, Picture, Table, read_only
from explorer.app.plotting.layers import Area, Bars, Dash, Layer, Line, Note, Points
from explorer.app.plotting.ticks import round_up, ticks
from explorer.app.plotting.told import Told
from explorer.mark import N_, Sentence
from explorer.privacy.mechanism import Loss
from explorer.privacy.status import Kind

_MOST_ATOMS = 60
_DENSITY, _MASS = N_("density of the privacy loss"), N_("probability of each privacy loss")
_MOST_POINTS = 1000
_WIDER = 3.0  # times, at most, for the sake of what the present setting is compared with
_USUAL = 0.99  # of the axis: the density of all but so narrow a part is drawn whole
_SPIKE = 20.0  # times as high as that: what is cut off, and said
_EDGE = 0.955  # of the x axis: where what is infinite stands


class PrivacyLoss(Picture):
    """Atoms as bars, the continuous part as an area, on one scale; an infinite loss at the right edge."""

    id = "privacy-loss"
    order = 30
    title = N_("Privacy loss")
    source = "Sommer, Meiser & Mohammadi 2019"
    reads = ("setting", "framed", "pinned")

    @staticmethod
    def draw(state: State, answers: Answers) -> Figure:
        loss = guarantee_of(state).loss()
        reach, top = _both_framed(state)
        high = reach * (1.5 if _infinite(guarantee_for(state.framed).loss()) else 1.0)
        where, mass = loss.atoms[:, 0], loss.atoms[:, 1]
        return Figure(
            PrivacyLoss.id,
            PrivacyLoss.title,
            kept_pair(state),
            _description(loss),
            Axis(N_("privacy loss"), -reach, high, ticks(-reach, reach, 4)),
            Axis(N_("probability (bars), density (curve)"), 0.0, top, ticks(0.0, top, 3)),
            (
                *_pinned(state, (-reach, high), top),
                *_layers(loss, dash_of_pair(state.setting), (-reach, high), top),
            ),
            Table(
                (N_("privacy loss"), N_("probability (bars), density (curve)")),
                ("loss", "probability_or_density"),
                (np.concatenate([where, loss.support]), np.concatenate([mass, loss.density])),
            ),
            settings=curve_settings(state, wording.pair_kind(state.setting) is Kind.UPPER),
        )


def _infinite(loss: Loss) -> float:
    """The probability of an infinite loss."""
    return float(loss.atoms[np.isposinf(loss.atoms[:, 0]), 1].sum())


def _finite(loss: Loss) -> tuple[Floats, Floats]:
    """The finite atoms: where, with what probability."""
    atoms = loss.atoms[np.isfinite(loss.atoms[:, 0])]
    return read_only(atoms[:, 0].copy()), read_only(atoms[:, 1].copy())


@lru_cache(maxsize=32)
def _frame(framed: Setting) -> tuple[float, float]:
    """How far the finite losses reach, and how high the picture is."""
    loss = guarantee_for(framed).loss()
    where, mass = _finite(loss)
    places = np.concatenate([where, loss.support])
    drawn = loss.density[loss.density <= _highest(loss)]
    heights = np.concatenate([mass, drawn, [_infinite(loss)]])
    reach = round_up(1.1 * float(np.max(np.abs(places), initial=1e-9)), 4)
    return reach, round_up(1.15 * float(np.max(heights)), 4)


def _both_framed(state: State) -> tuple[float, float]:
    """The same for two settings that are compared, as long as the present one can still be made out."""
    own, setting = _frame(state.framed), compared(state)
    if setting is None:
        return own
    ends = [max(here, min(there, _WIDER * here)) for here, there in zip(own, _frame(setting), strict=True)]
    return round_up(ends[0], 4), round_up(ends[1], 4)


def _highest(loss: Loss) -> float:
    """Up to where the density is drawn: to its top; of a spike, as high as the rest of the axis needs.

    A sample leaves a narrow peak at ln(1 − q) that may be higher by many powers of ten than all beside it.
    """
    if len(loss.support) < 2:
        return math.inf
    widths = np.gradient(loss.support)
    order = np.argsort(loss.density)
    share = np.cumsum(widths[order]) / widths.sum()
    usual = float(loss.density[order][np.searchsorted(share, _USUAL)])
    return math.inf if loss.density.max() <= _SPIKE * usual else usual


def _spike(loss: Loss, ends: tuple[float, float], top: float) -> list[Layer]:
    """That the density leaves the picture at its top, and how much probability lies where it does."""
    above = loss.density > top
    if not above.any():
        return []
    widths = np.gradient(loss.support)
    mass = min(1.0, float((loss.density * widths)[above].sum()))
    at = float(loss.support[int(np.argmax(loss.density))])
    words = (N_("higher than shown"), N_("{mass:percent} of the probability", mass=mass))
    place = "left" if at > sum(ends) / 2 else "right"
    return [Note("spike", at, 0.9 * top, words, OWN, place, stressed=1, halo=True)]


def _pinned(state: State, ends: tuple[float, float], top: float) -> list[Layer]:
    """The loss of the setting that this one is compared with, where it lies on the same axes."""
    setting = compared(state)
    return [] if setting is None else list(_kept(setting, dash_of_other(state, setting), ends, top))


@lru_cache(maxsize=8)
def _kept(setting: Setting, dash: Dash, ends: tuple[float, float], top: float) -> tuple[Layer, ...]:
    """The distribution of the loss of a setting that stays while another is moved."""
    loss = guarantee_for(setting).loss()
    layers: list[Layer] = []
    at: tuple[float, float] | None = None
    if len(loss.support):
        height = read_only(np.minimum(loss.density, 1.5 * top))
        layers.append(Line("pinned", loss.support, height, OTHER, dash, 1.2, name=other_title()))
        middle = len(loss.support) // 2
        at = float(loss.support[middle]), float(height[middle])
    where, mass = _finite(loss)
    if 0 < len(where) <= _MOST_ATOMS:
        wide = 0.011 * (ends[1] - ends[0])
        bars = Bars("pinned-atoms", where, mass, wide, OTHER, name=other_title())
        layers.append(replace(bars, kind=wording.pair_kind(setting)))
        most = int(np.argmax(mass))
        at = float(where[most]), float(mass[most])
    elif len(where):
        layers.append(Line("pinned-atoms", where, mass, OTHER, dash, 1.2, name=other_title()))
        at = float(where[len(where) // 2]), float(mass[len(where) // 2])
    if at is None:
        return ()
    x, y = min(max(at[0], ends[0]), ends[1]), min(at[1], 0.9 * top)
    return (*layers, Note("pinned-name", x, y, (N_("A"),), OTHER, "above", halo=True))


def _layers(loss: Loss, dash: Dash, ends: tuple[float, float], top: float) -> list[Layer]:
    layers: list[Layer] = []
    low, high = ends
    if len(loss.support):
        base, curve = np.zeros_like(loss.density), read_only(np.minimum(loss.density, 1.5 * top))
        layers.append(Area("density-area", loss.support, base, curve, OWN, 0.25))
        layers.append(Line("density", loss.support, curve, OWN, dash, 2.0, name=_DENSITY))
        layers += _spike(loss, ends, top)
    where, mass = _finite(loss)
    if 0 < len(where) <= _MOST_ATOMS:
        layers.append(
            Bars("atoms", where, mass, 0.022 * (high - low), OWN, name=N_("probability of this privacy loss"))
        )
        largest = int(np.argmax(mass))
        at, height = float(where[largest]), float(mass[largest])
        if low <= at <= high:
            words = (N_("{mass:percent}", mass=height),)
            place = "left" if at > 0 else "right"
            beside = min(max(height, 0.08 * top), top)  # words on the axis could not be read
            layers.append(Note("largest", at, beside, words, OWN, place, stressed=0, halo=True))
    elif len(where):
        thin = slice(None, None, math.ceil(len(where) / _MOST_POINTS))
        layers.append(Line("atoms", where[thin], mass[thin], OWN, dash, 2.0, name=_MASS))
    return layers + _at_infinity(_infinite(loss), low + _EDGE * (high - low), 0.022 * (high - low), top)


def _at_infinity(mass: float, at: float, width: float, top: float) -> list[Layer]:
    """What tells everything: an atom at the right edge, with a dot on its head, for it is mostly tiny."""
    if not mass:
        return []
    where, height = read_only(np.array([at])), read_only(np.array([min(mass, top)]))
    words = (N_("∞: {mass}", mass=mass),)
    name, told = N_("infinite privacy loss"), Told((N_("probability {mass}", mass=mass),))
    return [
        Bars("infinite", where, height, width, "with", name=name, told=told),
        Points("infinite-head", where, height, "with", 8.0, name=name, told=told),
        Note("infinite-words", at, float(height[0]), words, "with", "above", stressed=0, halo=True),
    ]


def _description(loss: Loss) -> Sentence:
    where, _ = _finite(loss)
    places = np.concatenate([where, loss.support])
    values = {"low": float(places.min(initial=math.inf)), "high": float(places.max(initial=-math.inf))}
    if not (infinite := _infinite(loss)):
        return N_("The privacy loss lies between {low} and {high}", **values)
    return N_(
        "The privacy loss lies between {low} and {high}, or is infinite with probability "
        "{mass}: then the released value reveals everything",
        mass=infinite,
        **values,
    )
