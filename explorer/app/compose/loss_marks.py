"""Marks of the pictures of k releases: the dash of a curve, and the words at the distribution of a loss."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from explorer.app.compose.repeated_release import Losses, together
from explorer.app.core.request import release_of
from explorer.app.core.state import State, guarantee_for, mechanism_for
from explorer.app.plotting.figure import Floats, read_only
from explorer.app.plotting.layers import Area, Bars, Dash, Layer, Note, Points, Rule
from explorer.app.plotting.told import Told
from explorer.mark import N_, Sentence, at_most
from explorer.privacy.status import Kind

_ABOVE, _BELOW = 0.86, 0.6  # of the height: where the words about the total stand
_CLEAR = 0.15  # of the width: nearer to the edge, or to the head of the distribution, words stand elsewhere
_EDGE = 0.965  # of the x axis: where what is infinite stands
_NEAR = 1e-3  # relative: a total so near to the largest loss is that one
_SAME = 1e-9  # relative: an atom so near to the total is at it, not beyond

Ends = tuple[float, float]


def cost_marks(
    state: State,
    found: Losses,
    ends: Ends,
    top: float,
    curve: tuple[Floats, Floats],
    atoms: tuple[Floats, Floats, float],
    head: float,
) -> list[Layer]:
    """The best proven total ε as a line with its words; what lies beyond it shaded.

    `curve` and `atoms` (places, heights, thickness) are the distribution as it is drawn, `head` where it is
    highest, `top` the upper end of the axis.
    """
    delta = state.composing.total_delta
    if found.total is None:
        words = (N_("no total ε at δ = {delta}", delta=delta),)
        return [Note("no-total", ends[1], 0.6 * top, words, "ink", "left", halo=True)]
    beyond, nothing = N_("probability beyond: {mass}", mass=found.beyond), nothing_beyond(found)
    if nothing:
        beyond = N_("no loss exceeds {most:4}", most=at_most(found.most))
    lines: tuple[Sentence, ...] = (
        N_("total ε = {epsilon}", epsilon=at_most(found.total)),
        N_("at δ = {delta}", delta=delta),
    )
    if nothing or found.beyond >= 0:
        lines = (*lines, beyond)
    if not ends[0] <= found.total <= ends[1]:
        at, side = (ends[1], "left") if found.total > ends[1] else (ends[0], "right")
        return [_total_note(lines, (at, _ABOVE * top), side)]
    clear = _CLEAR * (ends[1] - ends[0])
    side = "left" if ends[1] - found.total < clear else "right"
    words_at = (_BELOW if abs(head - found.total) < clear else _ABOVE) * top
    layers: list[Layer] = []
    if not nothing and found.beyond >= 0:
        layers += _beyond(found.total, curve, atoms)
    layers.append(Rule("total-rule", found.total, "ink", upright=True))
    layers.append(_total_note(lines, (found.total, words_at), side))
    return layers


def _total_note(lines: tuple[Sentence, ...], at: tuple[float, float], side: str) -> Note:
    note = Note("total", *at, lines, "ink", side, stressed=0, halo=True)
    return replace(note, free=True, brief=lines[:1])


def nothing_beyond(found: Losses) -> bool:
    """Whether the total is as good as the largest loss that there can be: what is beyond is so by a hair."""
    return found.total is not None and found.total >= (1 - _NEAR) * found.most


def _beyond(total: float, curve: tuple[Floats, Floats], atoms: tuple[Floats, Floats, float]) -> list[Layer]:
    layers: list[Layer] = []
    x, y = curve
    if (past := x >= total).any():
        x, y = np.append(total, x[past]), np.append(np.interp(total, x, y), y[past])
        layers.append(Area("beyond", read_only(x), read_only(np.zeros(len(x))), read_only(y), "with", 0.6))
    where, height, thick = atoms
    if (far := where > total + _SAME * abs(total)).any():
        layers.append(Bars("beyond-atoms", read_only(where[far]), read_only(height[far]), thick, "with"))
    return layers


def infinite_marks(mass: float, ends: Ends) -> list[Layer]:
    """What tells everything, as an atom at the right edge with a dot on its head: it is mostly tiny."""
    if not mass:
        return []
    at = ends[0] + _EDGE * (ends[1] - ends[0])
    where, height = read_only(np.array([at])), read_only(np.array([min(1.0, mass)]))
    words = (N_("∞: {mass}", mass=mass),)
    name, thick = N_("infinite privacy loss"), 0.014 * (ends[1] - ends[0])
    told = Told((N_("probability {mass}", mass=mass),))
    return [
        Bars("infinite", where, height, thick, "with", name=name, told=told),
        Points("infinite-head", where, height, "with", 8.0, name=name, told=told),
        Note("infinite-words", at, float(height[0]), words, "with", "above", stressed=0, halo=True),
    ]


def described(state: State, found: Losses | None) -> Sentence:
    """The distribution in a sentence."""
    count = state.composing.count
    if found is None:
        return N_("Distribution of the total privacy loss of {count} {count:release|releases}", count=count)
    at_k = found.distributions[-1][1]
    values: dict[str, object] = {"count": count, "mean": at_k.mean, "deviation": at_k.deviation}
    if found.total is None:
        return N_(
            "Distribution of the total privacy loss of {count} {count:release|releases}: mean {mean}, "
            "standard deviation {deviation}, infinite with probability {infinite}: no total ε holds at "
            "δ = {delta}",
            infinite=at_k.infinite,
            delta=state.composing.total_delta,
            **values,
        )
    values |= {"epsilon": at_most(found.total), "mass": found.beyond}
    if nothing_beyond(found):
        return N_(
            "Distribution of the total privacy loss of {count} {count:release|releases}: mean {mean}, "
            "standard deviation {deviation}. The total ε = {epsilon} is nearly the largest loss: no "
            "loss exceeds {most:4}",
            most=at_most(found.most),
            **values,
        )
    if not found.beyond >= 0:
        return N_(
            "Distribution of the total privacy loss of {count} {count:release|releases}, over all "
            "scores: mean {mean}, standard deviation {deviation}. The total ε for any scores is at most "
            "{epsilon}",
            **values,
        )
    return N_(
        "Distribution of the total privacy loss of {count} {count:release|releases}: mean {mean}, standard "
        "deviation {deviation}. It exceeds the total ε = {epsilon} with probability {mass}; "
        "δ is smaller, because each such result is weighted by 1 − e^(ε−loss)",
        **values,
    )


def unknown_distribution(state: State) -> Sentence:
    """Why the loss of this mechanism cannot be drawn."""
    return N_(
        "The privacy loss of {mechanism} is not known precisely enough here for numerical "
        "composition; choose another mechanism or a smaller ε",
        mechanism=mechanism_for(state.setting).title,
    )


def with_reason(why: Sentence | None, said: Sentence) -> Sentence:
    """What is assumed, and before it why a curve is missing, where one is."""
    return (
        said
        if why is None
        else N_("no curve from numerical (PLD) accounting: {why}; {said}", why=why, said=said)
    )


def together_at(state: State) -> Sentence:
    """`together`, and the δ that all of them are allowed."""
    return N_("{said}; total δ = {total}", said=together(state), total=state.composing.total_delta)


def dash_of_many(state: State, exact: bool) -> Dash:
    """Solid for what is exact; dashed for a proven bound, also where only its pair's loss is known."""
    attained = release_of(state.setting).attained
    kept = guarantee_for(state.setting).profile_kind is Kind.EXACT
    return Dash.EXACT if exact and attained and kept else Dash.UPPER
