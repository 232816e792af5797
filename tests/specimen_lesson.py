"""A made-up lesson that has one of everything: guesses, ε, moves, all pictures, a number without a value."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from explorer.lessons.parts.lesson import Guess, GuessKind, Lesson, Step
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
from explorer.lessons.parts.scene import Action, Number, Scene
from explorer.mark import N_, verbatim
from explorer.privacy.parameter import Scale, param
from explorer.privacy.status import Kind


@dataclass(frozen=True)
class Specimen(Lesson):
    """Ten tosses of a coin and a curve over ε."""

    id: ClassVar[str] = "specimen"
    order: ClassVar[int] = 1
    title: ClassVar = verbatim("Specimen lesson")
    about: ClassVar = verbatim("Tosses are shown")
    minutes: ClassVar[int] = 5
    steps: ClassVar = (
        Step(
            "guess", verbatim("Guess"), Guess(verbatim("How many heads?"), GuessKind.SHARE, "heads", "attack")
        ),
        Step("attack", verbatim("Attack"), redraws=True),
        Step(
            "drag",
            verbatim("Drag"),
            Guess(
                verbatim("Which one?"),
                GuessKind.CHOICE,
                "which",
                "cost",
                choices=(verbatim("left"), verbatim("right")),
            ),
            controls=("epsilon",),
        ),
        Step("cost", verbatim("Cost")),
    )
    source: ClassVar[str] = "Nobody 2026, Theorem 1"
    questions: ClassVar = (verbatim("What would ten more tosses show?"),)

    epsilon: float = param(
        1.0, symbol="ε", title=N_("privacy loss"), low=0.01, high=10.0, scale=Scale.LOG, private_side=-1
    )

    def scene(self, step: str) -> Scene:
        tossed = self.random(0).integers(0, 2, 10)
        share = Number(
            "heads",
            verbatim("share of heads"),
            np.float64(tossed.mean()),
            N_("{share:percent}", share=float(tossed.mean())),
            verbatim("simulated, 10 tosses"),
        )
        return {
            "guess": Scene(verbatim("Somebody tosses"), (verbatim("Guess before you look."),)),
            "attack": Scene(
                verbatim("It was seen"),
                (verbatim("Text."),),
                key=share,
                key_words=verbatim("heads"),
                pictures=(self._grid(tossed), self._sheet()),
            ),
            "drag": Scene(
                verbatim("It hides"), (), numbers=(self._limit(), self._never()), pictures=(self._chart(),)
            ),
            "cost": Scene(
                verbatim("It cost"),
                (),
                numbers=(Number("which", verbatim("the right one"), 1, verbatim("right"), Kind.EXACT),),
                actions=(Action("again", verbatim("Again")),),
                caution=verbatim("Ten tosses prove nothing."),
            ),
        }[step]

    def demonstrated(self):
        return replace(self, moves=("again",))

    def _limit(self):
        limit = math.exp(self.epsilon) / (1 + math.exp(self.epsilon))
        return Number(
            "limit", verbatim("at most"), limit, N_("{share:percent}", share=limit), Kind.UPPER, "Nobody 2026"
        )

    def _never(self):
        return Number("never", verbatim("ε of the broken one"), math.inf, verbatim("infinite"), Kind.EXACT)

    def _chart(self):
        x = np.geomspace(0.01, 10, 50)
        return Chart(
            "bound",
            verbatim("The bound grows"),
            verbatim("A curve that rises"),
            Axis(verbatim("ε"), 0.01, 10, logarithmic=True),
            Axis(verbatim("accuracy"), 0, 1),
            (
                Curve("bound", x, 1 / (1 + np.exp(-x)), label=verbatim("bound"), kind=Kind.UPPER),
                Dots("runs", x[::10], 0.5 + 0 * x[::10]),
                Level("chance", 0.5, verbatim("by chance")),
                Marker("epsilon", verbatim("ε now")),
            ),
        )

    def _grid(self, tossed):
        kinds = (CellKind(verbatim("tails"), "without"), CellKind(verbatim("heads"), "with", crossed=True))
        return Grid("tosses", verbatim("Ten tosses"), verbatim("Ten squares"), tossed, 5, kinds)

    def _sheet(self):
        rows = (("Ann", 3), ("=SUM(1)", verbatim("none")))
        heads = (verbatim("name"), verbatim("heads"))
        return Sheet(
            "people",
            verbatim("Two people"),
            verbatim("A table"),
            heads,
            rows,
            {(0, 1): "with"},
            verbatim("seen"),
        )
