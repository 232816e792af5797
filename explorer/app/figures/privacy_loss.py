"""The privacy loss: how much one released value can tell, and how often it tells that much."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from explorer.app import wording
from explorer.app.comparing import OWN, dash_of, kept_kind, told_of
from explorer.app.figure import (
    Answers,
    Area,
    Axis,
    Bars,
    Dash,
    Figure,
    Floats,
    Layer,
    Line,
    Note,
    Picture,
    Points,
    Table,
    read_only,
)
from explorer.app.state import Setting, State, guarantee_for, guarantee_of
from explorer.app.ticks import round_up, ticks
from explorer.mark import N_, Sentence
from explorer.privacy.mechanism import Loss
from explorer.privacy.status import Kind

_MOST_ATOMS = 60
_MOST_POINTS = 1000
_EDGE = 0.955  # of the x axis: where what is infinite stands


class PrivacyLoss(Picture):
    """Atoms as bars, the continuous part as an area, on one scale; an infinite loss at the right edge."""

    id = "privacy-loss"
    order = 30
    title = N_("Privacy loss")
    source = "Sommer, Meiser & Mohammadi 2019"
    reads = ("setting", "framed")

    @staticmethod
    def draw(state: State, answers: Answers) -> Figure:
        guarantee = guarantee_of(state)
        loss = guarantee.loss()
        reach, top = _frame(state.framed)
        high = reach * (1.5 if _infinite(guarantee_for(state.framed).loss()) else 1.0)
        where, mass = loss.atoms[:, 0], loss.atoms[:, 1]
        return Figure(
            PrivacyLoss.id,
            PrivacyLoss.title,
            kept_kind(wording.guarantee(state), guarantee),
            _description(loss),
            Axis(N_("loss, in nats"), -reach, high, ticks(-reach, reach, 4)),
            Axis(N_("probability, density"), 0.0, top, ticks(0.0, top, 3)),
            tuple(_layers(loss, dash_of(guarantee), (-reach, high), top)),
            Table(
                (N_("loss, in nats"), N_("probability, density")),
                ("loss", "probability_or_density"),
                (np.concatenate([where, loss.support]), np.concatenate([mass, loss.density])),
            ),
            settings=told_of(state, guarantee.profile_kind is Kind.UPPER),
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
    heights = np.concatenate([mass, loss.density, [_infinite(loss)]])
    reach = round_up(1.1 * float(np.max(np.abs(places), initial=1e-9)), 4)
    return reach, round_up(1.15 * float(np.max(heights)), 4)


def _layers(loss: Loss, dash: Dash, ends: tuple[float, float], top: float) -> list[Layer]:
    layers: list[Layer] = []
    low, high = ends
    if len(loss.support):
        base = np.zeros_like(loss.density)
        layers.append(Area("density-area", loss.support, base, loss.density, OWN, 0.25))
        layers.append(Line("density", loss.support, loss.density, OWN, dash, 2.0))
    where, mass = _finite(loss)
    if 0 < len(where) <= _MOST_ATOMS:
        layers.append(Bars("atoms", where, mass, 0.022 * (high - low), OWN))
        largest = int(np.argmax(mass))
        at, height = float(where[largest]), float(mass[largest])
        if low <= at <= high:
            words = (N_("{mass:percent}", mass=height),)
            place = "left" if at > 0 else "right"
            beside = min(max(height, 0.08 * top), top)  # words on the axis could not be read
            layers.append(Note("largest", at, beside, words, OWN, place, stressed=0, halo=True))
    elif len(where):
        thin = slice(None, None, math.ceil(len(where) / _MOST_POINTS))
        layers.append(Line("atoms", where[thin], mass[thin], OWN, dash, 2.0))
    return layers + _at_infinity(_infinite(loss), low + _EDGE * (high - low), 0.022 * (high - low), top)


def _at_infinity(mass: float, at: float, width: float, top: float) -> list[Layer]:
    """What tells everything: an atom at the right edge, with a dot on its head, for it is mostly tiny."""
    if not mass:
        return []
    where, height = read_only(np.array([at])), read_only(np.array([min(mass, top)]))
    words = (N_("∞: {mass:3}", mass=mass),)
    return [
        Bars("infinite", where, height, width, "with"),
        Points("infinite-head", where, height, "with", 8.0),
        Note("infinite-words", at, float(height[0]), words, "with", "above", stressed=0, halo=True),
    ]


def _description(loss: Loss) -> Sentence:
    where, _ = _finite(loss)
    places = np.concatenate([where, loss.support])
    values = {"low": float(places.min(initial=math.inf)), "high": float(places.max(initial=-math.inf))}
    if not (infinite := _infinite(loss)):
        return N_("The loss lies between {low:3} and {high:3}", **values)
    return N_(
        "The loss lies between {low:3} and {high:3}, or is infinite with probability {mass:3}: then the "
        "released value tells everything",
        mass=infinite,
        **values,
    )
