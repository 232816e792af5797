"""The privacy loss of k releases together: a few spikes at first, a bell in the end."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import cast

import numpy as np

from explorer.app.compose.loss_marks import (
    cost_marks,
    described,
    infinite_marks,
    together_at,
    unknown_distribution,
)
from explorer.app.compose.repeated_release import Losses, frame_of, losses_of, repeated_settings, standing
from explorer.app.core import wording
from explorer.app.core.request import Request
from explorer.app.core.state import State, guarantee_for
from explorer.app.core.wording import over_all_scores
from explorer.app.plotting.comparison_curves import OWN
from explorer.app.plotting.figure import Answers, Axis, Figure, Floats, Picture, Table, read_only
from explorer.app.plotting.layers import Area, Bars, Dash, Layer, Line, Note, Rule
from explorer.app.plotting.ticks import ticks
from explorer.app.plotting.told import Told
from explorer.mark import N_, Sentence
from explorer.privacy.composition import Kind
from explorer.privacy.mechanism import Mechanism
from explorer.privacy.pld.composed_distribution import ComposedDistribution

_TOP = 1.18  # of the highest of each distribution: room for words
_BELL = 10  # releases, from which on the normal distribution is drawn beside
_CLEAR = 0.3  # a smaller distribution is named only where the picture has so much room
_SEEN = 2e-4  # of the highest: less is the ground itself
_PLAIN = read_only(np.zeros(0))


class LossOfManyPicture(Picture):
    """Each distribution at its own height: that of k filled, of fewer releases faint, without you dashed."""

    id = "loss-of-many"
    order = 52
    title = N_("Privacy loss of k releases")
    source = "Sommer, Meiser & Mohammadi 2019, Theorem 1"
    reads = ("setting", "framed", "composing")

    @staticmethod
    def draw(state: State, answers: Answers) -> Figure:
        answer, now = standing(losses_of(state), answers)
        found = cast("Losses | None", answer)
        ends = frame_of(state) or (-1.0, 1.0)
        layers: list[Layer] = []
        if found is not None:
            layers += _layers(state, found, ends, now)
        empty = unknown_distribution(state) if now and found is None else None
        if not layers and empty is None:
            layers.append(Rule("zero", 0.0, "faint", upright=True, dashed=False))
        return Figure(
            LossOfManyPicture.id,
            LossOfManyPicture.title,
            _assumption(state, found),
            described(state, found if now else None),
            Axis(N_("total privacy loss"), *ends, ticks(*ends, 8)),
            Axis(N_("density, relative to its maximum"), 0.0, _TOP, (0.0, 0.5, 1.0)),
            tuple(layers),
            _table(found if now else None),
            pending=not now,
            empty=empty,
            settings={**repeated_settings(state), "kind": _kind(found)},
        )

    @staticmethod
    def wanted(state: State) -> tuple[Request, ...]:
        return (losses_of(state),)


def _kind(found: Losses | None) -> Sentence:
    return wording.KINDS[Kind.EXACT if found is not None and found.exact else Kind.ESTIMATE]


def _assumption(state: State, found: Losses | None) -> Sentence:
    said = together_at(state)
    if found is not None and found.exact:
        return N_("exact; {release}", release=said)
    built = guarantee_for(state.setting)
    if isinstance(built, Mechanism) and over_all_scores(built):
        return N_("estimate on a grid, over all scores; {release}", release=said)
    return N_("estimate on a grid; {release}", release=said)


def _layers(state: State, found: Losses, ends: tuple[float, float], now: bool) -> list[Layer]:
    layers: list[Layer] = []
    *before, (count, distribution) = found.distributions
    taken = [_highest(distribution)[0], _highest(found.without)[0]]
    for fewer, each in before:
        layers += _faint(fewer, each, ends, taken)
    layers += _without(found.without, ends, Kind.EXACT if found.exact else Kind.ESTIMATE)
    layers += _whole(distribution, ends, now)
    if count >= _BELL and distribution.deviation > 0 and not found.exact:
        layers += _normal(distribution, ends)
    if now:
        drawn = _curve(distribution, ends), (*_atoms(distribution, ends), _thickness(distribution, ends))
        layers += cost_marks(state, found, ends, _TOP, *drawn, _highest(distribution)[0])
    layers += infinite_marks(distribution.infinite, ends)
    return layers


def _scale(distribution: ComposedDistribution) -> float:
    """What is drawn as 1: the largest probability of an atom, or density, whichever is the larger."""
    return max(
        float(distribution.mass.max(initial=0.0)), float(distribution.density.max(initial=0.0)), 1e-300
    )


def _highest(distribution: ComposedDistribution) -> tuple[float, float]:
    """Where the distribution is highest, and how high as it is drawn."""
    scale = _scale(distribution)
    if distribution.mass.max(initial=0.0) >= distribution.density.max(initial=0.0) and len(
        distribution.where
    ):
        return float(distribution.where[int(np.argmax(distribution.mass))]), float(
            distribution.mass.max()
        ) / scale
    if not len(distribution.at):
        return 0.0, 0.0
    return float(distribution.at[int(np.argmax(distribution.density))]), 1.0


def _curve(distribution: ComposedDistribution, ends: tuple[float, float]) -> tuple[Floats, Floats]:
    """The part of the density within the picture, from the ground to the ground."""
    if not len(distribution.at):
        return _PLAIN, _PLAIN
    inside = (distribution.at >= ends[0]) & (distribution.at <= ends[1])
    inside &= distribution.density > _SEEN * distribution.density.max(initial=0.0)
    places = np.flatnonzero(inside)
    if not len(places):
        return _PLAIN, _PLAIN
    whole = slice(places[0], places[-1] + 1)
    x, y = distribution.at[whole], distribution.density[whole] / _scale(distribution)
    return read_only(np.concatenate((x[:1], x, x[-1:]))), read_only(np.concatenate(([0.0], y, [0.0])))


def _atoms(distribution: ComposedDistribution, ends: tuple[float, float]) -> tuple[Floats, Floats]:
    inside = (distribution.where >= ends[0]) & (distribution.where <= ends[1])
    return read_only(distribution.where[inside]), read_only(distribution.mass[inside] / _scale(distribution))


def _bars(
    identity: str, distribution: ComposedDistribution, ends: tuple[float, float], name: Sentence
) -> list[Bars]:
    """The atoms in the picture; asked, each tells its own probability, not its height in the picture."""
    where, height = _atoms(distribution, ends)
    if not len(where):
        return []
    columns = ("mass", read_only(height * _scale(distribution))), ("x", where)
    told = Told((N_("probability {mass}"), N_("at {at} = {x:5}", at=N_("total privacy loss"))), columns)
    return [Bars(identity, where, height, _thickness(distribution, ends), OWN, name=name, told=told)]


def _thickness(distribution: ComposedDistribution, ends: tuple[float, float]) -> float:
    """Of a bar: less than half of the room between two atoms."""
    span = ends[1] - ends[0]
    apart = float(np.diff(distribution.where).min()) if len(distribution.where) > 1 else span
    return float(min(0.011 * span, max(0.45 * apart, 0.002 * span)))


def _faint(
    count: int, distribution: ComposedDistribution, ends: tuple[float, float], taken: list[float]
) -> list[Layer]:
    layers: list[Layer] = []
    x, y = _curve(distribution, ends)
    if len(x):
        layers.append(Line(f"fewer-{count}", x, y, "faint", Dash.EXACT, 1.0, name=_name_of(count)))
    for bars in _bars(f"fewer-atoms-{count}", distribution, ends, _name_of(count)):
        layers.append(replace(bars, width=0.6 * bars.width, colour="muted", opacity=0.45))
    at, top = _highest(distribution)
    free = all(abs(at - other) > _CLEAR / 3 * (ends[1] - ends[0]) for other in taken)
    if layers and ends[0] <= at <= ends[1] and free:
        taken.append(at)
        words = (_name_of(count),)
        layers.append(Note(f"fewer-name-{count}", at, top, words, "muted", "above", optional=True))
    return layers


def _name_of(count: int) -> Sentence:
    return N_("k = {count}", count=count)


def _without(distribution: ComposedDistribution, ends: tuple[float, float], kind: Kind) -> list[Layer]:
    """The same loss where you are not in the data."""
    layers: list[Layer] = []
    x, y = _curve(distribution, ends)
    if len(x):
        layers.append(Line("without", x, y, "without", Dash.UPPER, 1.2, name=N_("without you"), kind=kind))
    for bars in _bars("without-atoms", distribution, ends, N_("without you")):
        layers.append(replace(bars, colour="without", opacity=0.9, outlined=True, kind=kind))
    at, top = _highest(distribution)
    if layers and ends[0] <= at <= ends[1]:
        words = (N_("without you"),)
        layers.append(Note("without-name", at, top, words, "without", "above", halo=True, optional=True))
    return layers


def _whole(distribution: ComposedDistribution, ends: tuple[float, float], now: bool) -> list[Layer]:
    """The distribution of all k releases, with you."""
    layers: list[Layer] = []
    x, y = _curve(distribution, ends)
    if len(x):
        layers.append(
            Area("distribution-area", x, read_only(np.zeros(len(x))), y, OWN, 0.22 if now else 0.08)
        )
        layers.append(Line("distribution", x, y, OWN, Dash.EXACT, 2.2, dimmed=not now, name=N_("with you")))
    for bars in _bars("distribution-atoms", distribution, ends, N_("with you")):
        layers.append(bars if now else replace(bars, opacity=0.35, name=None))
    at, top = _highest(distribution)
    if layers and ends[0] <= at <= ends[1]:
        words = (N_("with you"),)
        layers.append(Note("distribution-name", at, top, words, OWN, "above", stressed=0, halo=True))
    return layers


def _normal(distribution: ComposedDistribution, ends: tuple[float, float]) -> list[Layer]:
    """The bell of the same mean and deviation: no bound."""
    x = np.linspace(*ends, 241)
    y = np.exp(-(((x - distribution.mean) / distribution.deviation) ** 2) / 2) / (
        math.sqrt(2 * math.pi) * distribution.deviation
    )
    if not len(distribution.at):  # beside atoms, what one of them has
        y = y * float(np.diff(distribution.where).mean()) if len(distribution.where) > 1 else y
    y = y * (1 - distribution.infinite) / _scale(distribution)
    seen = y <= _TOP
    if not seen.any():
        return []
    place = float(distribution.mean + 0.8 * distribution.deviation)
    height = float(np.interp(place, x, y))
    line = Line("normal", read_only(x[seen]), read_only(y[seen]), "ink", Dash.ESTIMATE, 1.0)
    line = replace(line, name=N_("normal approximation"))
    words = (N_("normal approximation:"), N_("estimate"))
    return [line, Note("normal-name", place, height, words, "muted", "right", halo=True, optional=True)]


def _table(found: Losses | None) -> Table:
    headings = (N_("privacy loss"), N_("probability (bars), density (curve)"))
    names = ("loss", "probability_or_density")
    if found is None:
        return Table(headings, names, (_PLAIN, _PLAIN))
    distribution = found.distributions[-1][1]
    return Table(
        headings,
        names,
        (
            read_only(np.concatenate((distribution.where, distribution.at))),
            read_only(np.concatenate((distribution.mass, distribution.density))),
        ),
    )
