"""Iterative construction: the errors that its theorems promise, and those of simulated runs, by round."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import cast

import numpy as np

from explorer.app.core import wording
from explorer.app.core.request import Request
from explorer.app.core.state import State, within_sample
from explorer.app.explore.construction_requests import LearnedAges, PromisedErrors
from explorer.app.plotting.figure import Answers, Axis, Figure, Picture, Table, read_only
from explorer.app.plotting.layers import Dash, Handle, Layer, Line, Note, Points
from explorer.app.plotting.logarithmic_axes import logarithmic_axis
from explorer.app.plotting.ticks import ticks
from explorer.mark import N_, Sentence
from explorer.privacy.iterative_construction.example_ages import AGES, BETA, RANGES
from explorer.privacy.iterative_construction.promises import Promise
from explorer.privacy.iterative_construction.rounds import Rounds

_MOST = 60  # rounds that the axis has room for
_NAMES: Mapping[Promise, Sentence] = MappingProxyType(
    {
        Promise.PRINTED: N_("theorem as printed"),
        Promise.CORRECTED: N_("theorem, corrected"),
        Promise.TIGHT: N_("with the fewest rounds"),
    }
)
_COLOURS: Mapping[Promise, str] = MappingProxyType(
    {
        Promise.PRINTED: "slate",
        Promise.CORRECTED: "orange",
        Promise.TIGHT: "brown",
        Promise.COMPOSED: "teal",
    }
)
_SOURCE = "Dwork & Roth 2014, Theorems 5.3 to 5.7"


class ConstructionErrors(Picture):
    """The largest and the typical error of all ranges after each round, and the promised ones, in people."""

    id = "learning"
    order = 48
    title = N_("Learning a table by its mistakes")
    source = "Gupta, Roth & Ullman 2012; Hardt, Ligett & McSherry 2012"
    reads = ("setting", "learning")

    @staticmethod
    def draw(state: State, answers: Answers) -> Figure:
        asked = _asked(state)
        rounds = cast("Rounds | None", answers.get(asked))
        promised = cast("Mapping[Promise, float]", answers.get(_promises(state), {}))
        people = state.learning.people
        layers: list[Layer] = [_level(state, *each) for each in promised.items() if each[1] <= 10 * people]
        if rounds is not None:
            layers += _practice(rounds)
        layers.append(_handle(state))
        return Figure(
            ConstructionErrors.id,
            ConstructionErrors.title,
            _assumption(state),
            _description(state, rounds, promised),
            Axis(N_("round"), 0.0, float(_MOST), ticks(0.0, _MOST, 6, whole=True), whole=True),
            logarithmic_axis(N_("error of a range, people"), *_ends(state)),
            tuple(layers),
            _table(rounds),
            pending=rounds is None or not promised,
            settings={**wording.settings(state), **_said(state, promised)},
        )

    @staticmethod
    def wanted(state: State) -> tuple[Request, ...]:
        return (_promises(state), _asked(state))


def _asked(state: State) -> LearnedAges:
    epsilon, _ = within_sample(state.setting)
    return LearnedAges(epsilon, state.learning.rounds, state.learning.people, state.learning.run)


def _promises(state: State) -> PromisedErrors:
    return PromisedErrors(*within_sample(state.setting), state.learning.people)


def _level(state: State, promise: Promise, error: float) -> Line:
    ends = read_only(np.array([0.0, float(_MOST)]))
    printed, name = promise is Promise.PRINTED, _NAMES.get(promise)
    if promise is Promise.COMPOSED:
        name = N_("with exact composition, δ = {delta}", delta=within_sample(state.setting)[1])
    return Line(
        f"promised-{promise.value}",
        ends,
        read_only(np.full(2, math.log10(error))),
        _COLOURS[promise],
        Dash.UNPROVEN if printed else Dash.UPPER,
        label=name,
        source=_SOURCE,
        brief=N_("with exact composition") if promise is Promise.COMPOSED else None,
    )


def _practice(rounds: Rounds) -> list[Layer]:
    turns = np.arange(len(rounds.worst), dtype=np.float64)
    simulated = N_("simulated")
    noised = np.log10(np.maximum(np.abs(rounds.mistake), 1.0))
    return [
        Line(
            "worst",
            read_only(turns),
            read_only(np.log10(rounds.worst)),
            "ink",
            width=3.2,
            label=N_("largest error"),
            kind=simulated,
        ),
        Line(
            "typical",
            read_only(turns),
            read_only(np.log10(rounds.typical)),
            "exact",
            label=N_("root mean squared error"),
            kind=simulated,
            brief=N_("RMS error"),
        ),
        Points(
            "mistakes",
            read_only(turns[1:] - 1.0),
            read_only(noised),
            "sky",
            6.0,
            name=N_("mistake that was measured"),
            kind=simulated,
        ),
        _dots_named(float(turns[-2]), float(noised[-1])),
    ]


def _dots_named(x: float, y: float) -> Note:
    """What the dots are: beside the last of them, or beneath a narrow picture."""
    words = N_("measured mistakes (dots)")
    return Note("mistakes-name", x, y, (words,), "sky", halo=True, near=True, beneath=words)


def _handle(state: State) -> Handle:
    rounds = state.learning.rounds
    title = N_("{rounds} {rounds:round|rounds}", rounds=rounds)
    return Handle("rounds", "learning.rounds", float(rounds), 1.0, title, 1.0)


def _ends(state: State) -> tuple[float, float]:
    """From the people alone, so that the axis rests while ε moves and other runs are looked at."""
    people = state.learning.people
    return math.floor(math.log10(max(people / 4000, 1.0))), math.log10(10.0 * people)


def _table(rounds: Rounds | None) -> Table:
    names = (
        N_("round"),
        N_("largest error, people"),
        N_("root mean squared error, people"),
        N_("measured from age"),
        N_("measured to age"),
        N_("measured mistake, people"),
    )
    columns = ("round", "largest_error", "root_mean_squared_error", "from", "to", "mistake")
    if rounds is None:
        return Table(names, columns, tuple(np.zeros(0) for _ in columns))
    before = np.array([math.nan])
    chosen = (rounds.first, rounds.last, rounds.mistake)
    return Table(
        names,
        columns,
        (
            read_only(np.arange(len(rounds.worst), dtype=np.float64)),
            rounds.worst,
            rounds.typical,
            *(read_only(np.concatenate([before, each])) for each in chosen),
        ),
    )


def _assumption(state: State) -> Sentence:
    epsilon, _ = within_sample(state.setting)
    return N_(
        "ages of {people} simulated people in {bins} {bins:bin|bins}, all {ranges} ranges; ε = {epsilon} "
        "for all rounds together; one person (add or remove); the promises fail with probability "
        "{beta:percent} at most",
        people=state.learning.people,
        bins=AGES,
        ranges=RANGES,
        epsilon=epsilon,
        beta=BETA,
    )


def _description(state: State, rounds: Rounds | None, promised: Mapping[Promise, float]) -> Sentence:
    corrected = promised.get(Promise.CORRECTED)
    if rounds is None or corrected is None:
        return N_("The error of a table that is learned from its worst mistakes, round by round")
    return N_(
        "After {rounds} {rounds:round|rounds} the largest error is {worst} people and the root mean squared "
        "error {typical}; the corrected theorem promises {promised}",
        rounds=state.learning.rounds,
        worst=round(float(rounds.worst[-1])),
        typical=round(float(rounds.typical[-1])),
        promised=round(corrected),
    )


def _said(state: State, promised: Mapping[Promise, float]) -> dict[str, object]:
    learning = {name: getattr(state.learning, name) for name in ("rounds", "people", "run")}
    errors = {f"promised_{each.value}": round(error) for each, error in promised.items()}
    return {**learning, **errors, "counts": "simulated"}
