"""Composition bounds side by side, in units of the ε of one release, and where they overtake each other."""

from __future__ import annotations

import math
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from explorer.lessons.parts.picture import Axis, Chart, Curve, Dots, Layer, Level, Marker, Sheet
from explorer.mark import N_, Sentence, at_most
from explorer.privacy.composition import Composition, Crossing, Release, every_composition
from explorer.privacy.compositions.advanced_textbook import AdvancedTextbook
from explorer.privacy.compositions.optimal import optimal_epsilon
from explorer.privacy.status import Kind, Status

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]

BASIC, SHORTCUT, THEOREM, TIGHT = "sequential", "advanced-textbook", "advanced", "advanced-tanh"
CLOSED, OPTIMAL = "kov-closed", "optimal"
ALL = (BASIC, THEOREM, TIGHT, CLOSED, OPTIMAL, SHORTCUT)
FALSE_EPSILON, FALSE_DELTA = 1.0, 1e-5  # where the shortcut is seen to fail
MOST = 1000  # releases
_RACE = 250  # releases of the race, and the axis beside it
EXAMPLE = (1 / 801, 10_000, math.exp(-32))  # ε, k and δ' of Example 3.7
_COLOURS = {BASIC: "ink", SHORTCUT: "crimson", THEOREM: "pink", TIGHT: "orange", OPTIMAL: "exact"}
_SHORT = {
    BASIC: N_("basic"),
    SHORTCUT: N_("D–R shortcut"),
    THEOREM: N_("Dwork–Roth Theorem 3.20"),
    TIGHT: N_("tight drift"),
    OPTIMAL: N_("optimal"),
}


def bound(name: str) -> Composition:
    """A composition bound of the program."""
    return every_composition()[name]()


def totals(name: str, epsilon: float, delta: float, counts: Counts) -> Floats:
    """The total ε of each number of pure releases at a total δ of δ'; the shortcut's is its formula alone."""
    release = Release(epsilon)
    if name == SHORTCUT:
        return AdvancedTextbook().formula_epsilon(release, counts, delta)
    return bound(name).total(release, counts, 0.0 if name == BASIC else delta).value


@lru_cache(maxsize=64)
def total_at(name: str, epsilon: float, delta: float, count: int) -> float:
    """The total ε of one number of releases, as `totals`: a step tells some twice, in a table and a line."""
    return float(totals(name, epsilon, delta, np.array([count], dtype=np.int64))[0])


def _drawn(name: str, epsilon: float, delta: float, counts: Counts) -> Floats:
    """As `totals`, for curves: the optimum to nearest, since no number is read off them."""
    if name == OPTIMAL:
        return optimal_epsilon(epsilon, counts, np.full(len(counts), delta))
    return totals(name, epsilon, delta, counts)


def crossing(name: str, epsilon: float, delta: float) -> Crossing:
    """Where a bound starts to beat basic composition."""
    return bound(name).crossing(Release(epsilon), delta)


def status(epsilon: float, delta: float, count: int) -> Status:
    """What the shortcut is worth at one k."""
    return AdvancedTextbook().total(Release(epsilon), np.array([count], dtype=np.int64), delta).statuses[0]


@cache
def first_false() -> int:
    """The first number of releases at which the shortcut is false, at ε = 1 and δ' = 10⁻⁵."""
    found = AdvancedTextbook().first_false(Release(FALSE_EPSILON), FALSE_DELTA)
    return MOST if found is None else found


@cache
def _where_false() -> tuple[Counts, Floats, Floats]:
    """Some k up to `MOST`, the shortcut and optimal composition there: always the same."""
    counts = np.union1d(np.rint(np.linspace(1, MOST, 160)).astype(np.int64), [first_false()])
    formula = totals(SHORTCUT, FALSE_EPSILON, FALSE_DELTA, counts)
    return counts, formula, _drawn(OPTIMAL, FALSE_EPSILON, FALSE_DELTA, counts)


def start() -> Chart:
    """Basic composition alone."""
    counts = np.arange(1, _RACE + 1)
    return Chart(
        "start",
        N_("Total ε by the number of releases"),
        N_("A straight line: by basic composition the total is k times the ε of one release."),
        *_axes(),
        (_curve(BASIC, 1.0, 1e-4, counts),),
    )


def race(epsilon: float, delta: float) -> Chart:
    """Basic composition and three forms of advanced composition, with their crossings."""
    counts = np.arange(1, _RACE + 1)
    layers: list[Layer] = [_curve(name, epsilon, delta, counts) for name in (BASIC, THEOREM, TIGHT, SHORTCUT)]
    for name in (THEOREM, TIGHT, SHORTCUT):
        real = crossing(name, epsilon, delta).real
        if real is not None and 1 <= real <= _RACE:
            place = np.array([real])
            layers.append(Dots(f"crossing-{name}", place, place, _COLOURS[name], None, 9.0, 1.0))
    return Chart(
        "race",
        N_("Which bound is lowest, by the number of releases"),
        N_("Basic composition is a straight line; the others bend and cross it, or never do."),
        *_axes(),
        tuple(layers),
    )


def falsehood(count: int) -> Chart:
    """The shortcut against optimal composition, apart where it is false."""
    first, (counts, formula, optimal) = first_false(), _where_false()
    x, wrong = counts.astype(np.float64), counts >= first
    return Chart(
        "falsehood",
        N_("The shortcut and what is truly lost"),
        N_(
            "The shortcut lies above optimal composition for few releases and below it from k = {first} on.",
            first=first,
        ),
        Axis(N_("releases k"), 1.0, float(MOST), whole=True),
        Axis(N_("total ε"), 0.0, 700.0),
        (
            Curve("optimal", x, optimal, "exact", N_("optimal"), wide=True),
            Curve("kept", x[~wrong], formula[~wrong], "crimson", None, Kind.UPPER),
            Curve("false", x[wrong], formula[wrong], "unproven", N_("not a guarantee"), Kind.ESTIMATE),
            Level("first", float(first), N_("false from here"), upright=True),
            Marker("count", N_("k = {count}", count=count)),
        ),
    )


def by_count(epsilon: float, delta: float, count: int) -> Chart:
    """Basic, advanced and optimal composition up to a thousand releases."""
    return Chart(
        "by-count",
        N_("What the releases cost together"),
        N_("Three curves of the total; optimal composition is the lowest at every number of releases."),
        Axis(N_("releases k"), 1.0, float(MOST), logarithmic=True, whole=True),
        Axis(N_("total ε over ε of one release"), 0.1, 10_000.0, logarithmic=True),
        (
            *_costs(epsilon, delta),
            Marker("count", N_("k = {count}", count=count)),
        ),
    )


@lru_cache(maxsize=8)
def _costs(epsilon: float, delta: float) -> tuple[Curve, ...]:
    """Basic, advanced and optimal composition up to a thousand releases: the same while k is dragged."""
    counts = np.unique(np.rint(np.geomspace(1, MOST, 120)).astype(np.int64))
    return tuple(_curve(name, epsilon, delta, counts, 1e4) for name in (BASIC, TIGHT, OPTIMAL))


def table(epsilon: float, delta: float, count: int, identity: str, title: Sentence) -> Sheet:
    """What each bound says of one k."""
    rows = []
    for name in ALL:
        value = total_at(name, epsilon, delta, count)
        rows.append((bound(name).title, _shown(name, value, epsilon, delta, count)))
    return Sheet(
        identity,
        title,
        N_("A table of the total ε by each composition bound; optimal composition is marked."),
        (N_("bound"), N_("total ε")),
        tuple(rows),
        {(ALL.index(OPTIMAL), 1): "exact"},
        N_("Marked: exact. No smaller total holds for every mechanism."),
    )


def _shown(name: str, value: float, epsilon: float, delta: float, count: int) -> Sentence:
    """A proven bound is rounded up; what is none says so."""
    if name == SHORTCUT and status(epsilon, delta, count) is Status.FALSE:
        return N_("{value}, not a guarantee", value=value)
    return N_("{value}", value=value if name == OPTIMAL else at_most(value))


def _axes() -> tuple[Axis, Axis]:
    return (
        Axis(N_("releases k"), 1.0, float(_RACE), whole=True),
        Axis(N_("total ε over ε of one release"), 0.0, float(_RACE)),
    )


def _curve(name: str, epsilon: float, delta: float, counts: Counts, top: float = float(_RACE)) -> Curve:
    """A bound in units of one release's ε, as far as it stays on the axis."""
    ratio = _drawn(name, epsilon, delta, counts) / epsilon
    seen = np.isfinite(ratio) & (ratio <= top)
    exact = name in (BASIC, OPTIMAL)
    return Curve(
        name,
        counts[seen].astype(np.float64),
        np.maximum(ratio[seen], 0.1),
        _COLOURS[name],
        _SHORT[name],
        Kind.EXACT if exact else Kind.UPPER,
        wide=name == OPTIMAL,
    )
