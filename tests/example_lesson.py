"""A lesson for tests of what shows lessons: every kind of guess, picture, number, control and action."""

import math
from contextlib import contextmanager
from dataclasses import dataclass, replace

import numpy as np
import pytest

from explorer.lessons.parts import lesson as parts
from explorer.lessons.parts.lesson import Guess, GuessKind, Lesson, Step
from explorer.lessons.parts.picture import (
    Axis,
    Band,
    CellKind,
    Chart,
    Columns,
    Curve,
    Dots,
    Grid,
    Level,
    Marker,
    Sheet,
)
from explorer.lessons.parts.scene import Action, Number, Opening, Scene
from explorer.mark import N_, verbatim
from explorer.privacy.parameter import Scale, param
from explorer.privacy.progress import progress
from explorer.privacy.status import Kind

GRID = np.geomspace(1, 10_000, 41)


@dataclass(frozen=True)
class ExampleLesson(Lesson):
    """Nothing of it is true."""

    id = "example"
    order = 10
    title = verbatim("An example lesson")
    about = verbatim("What every lesson may show")
    minutes = 6
    source = "Nobody 2026, Theorem 1"
    questions = (verbatim("What would ten more runs show?"),)
    explains = ("epsilon", "margin-each")
    steps = (
        Step(
            "guess",
            verbatim("Guess"),
            guess=Guess(verbatim("How many bits come back?"), GuessKind.SHARE, "recovered", "attack"),
            notes=(verbatim("Wait for three answers."), verbatim("Two minutes.")),
        ),
        Step("attack", verbatim("The attack succeeds"), redraws=True),
        Step("drag", verbatim("Drag ε"), controls=("epsilon", "runs"), redraws=True),
        Step("slow", verbatim("It takes long"), controls=("epsilon",), background=True),
        Step(
            "pick",
            verbatim("Choose"),
            guess=Guess(
                verbatim("Which is it?"),
                GuessKind.CHOICE,
                "right",
                "cost",
                choices=(verbatim("this one"), verbatim("that one")),
            ),
        ),
        Step("cost", verbatim("What it cost")),
    )

    epsilon: float = param(
        100.0,
        symbol="ε",
        title=verbatim("in total, for 2,000 answers"),
        low=1.0,
        high=10_000.0,
        scale=Scale.LOG,
    )
    runs: int = param(8, symbol="n", title=verbatim("runs"), low=1, high=50, integer=True)

    def scene(self, step):
        return {
            "guess": self._guess,
            "attack": self._attack,
            "drag": self._drag,
            "slow": self._slow,
            "pick": self._pick,
            "cost": self._cost,
        }[step]()

    def demonstrated(self):
        return replace(self, moves=("ask", "ask"))

    @property
    def share(self):
        return float(0.5 + 0.5 * self.epsilon / (self.epsilon + 300))

    def _number(self):
        return Number(
            "recovered",
            verbatim("bits recovered"),
            self.share,
            N_("{share:percent}", share=self.share),
            N_("simulated, {runs} runs", runs=self.runs),
        )

    def _guess(self):
        return Scene(verbatim("400 secret bits, 2,000 counts"), (verbatim("Each count is exact."),))

    def _attack(self):
        rows = (*((place, 30 + place, verbatim("yes")) for place in range(3)), (3, "=SUM(1)", verbatim("no")))
        found = float(np.mean(self._right()))
        return Scene(
            verbatim("All of them come back"),
            (verbatim("Least squares finds every bit."),),
            key=self._number(),
            key_words=verbatim("of the secret bits recovered"),
            numbers=(
                Number(
                    "found",
                    verbatim("bits in this run"),
                    np.float64(found),
                    N_("{share:percent}", share=found),
                    verbatim("simulated, 1 run"),
                ),
            ),
            pictures=(
                self._grid(),
                Sheet(
                    "people",
                    verbatim("The people"),
                    verbatim("Four people with their ages"),
                    (verbatim("number"), verbatim("age"), verbatim("ill")),
                    rows,
                    {(1, 2): "with"},
                    verbatim("marked: found"),
                ),
            ),
        )

    def _right(self):
        """Of each bit whether it came back: another for each seed."""
        return self.random(1).random(400) < self.share

    def _grid(self):
        right = self._right()
        return Grid(
            "bits",
            verbatim("400 secret bits, one attack"),
            verbatim("Squares, most of them right"),
            np.where(right, 0, 1).astype(np.int64),
            20,
            (CellKind(verbatim("recovered"), "with"), CellKind(verbatim("wrong"), "faint", True)),
        )

    def _chart(self):
        share = 0.5 + 0.5 * GRID / (GRID + 300)
        return Chart(
            "share",
            verbatim("The smaller ε, the fewer bits come back"),
            verbatim("A curve that rises from one half to one"),
            Axis(verbatim("total ε, logarithmic"), 1, 10_000, logarithmic=True),
            Axis(verbatim("bits recovered"), 0.4, 1.0),
            (
                Band("spread", GRID, share - 0.02, share + 0.02, "with"),
                Curve("mean", GRID, share, "with", verbatim("mean"), Kind.ESTIMATE),
                Dots("runs", GRID[::5], share[::5] + 0.01, "ink", verbatim("single runs")),
                Level("chance", 0.5, verbatim("random guessing")),
                Marker("epsilon", N_("ε = {epsilon}", epsilon=self.epsilon)),
            ),
        )

    def _drag(self):
        return Scene(
            verbatim("Every answer now carries noise"),
            (verbatim("How small must ε be?"), verbatim("Drag it.")),
            key=self._number(),
            key_words=verbatim("of the secret bits recovered"),
            numbers=(
                Number("exact", verbatim("without noise"), 1.0, N_("{share:percent}", share=1.0), Kind.EXACT),
                Number("never", verbatim("ε without noise"), math.inf, verbatim("infinite"), Kind.EXACT),
                Number(
                    "limit",
                    verbatim("at most"),
                    self.share,
                    N_("{share:percent}", share=self.share),
                    Kind.UPPER,
                    "Nobody 2026",
                ),
            ),
            pictures=(self._chart(), self._grid()),
            caution=verbatim("ε = 100 is far too large to protect anybody."),
            openings=(
                Opening(
                    "explore",
                    verbatim("Open this in Explore"),
                    {"target.epsilon": 2.0, "mechanism": "gaussian", "target.delta": 1e-6},
                    "trade-off",
                ),
                Opening("compose", verbatim("Open this in Compose"), {"composing.count": 20}),
                Opening("release", verbatim("Open this in Release"), {"epsilon": "0.5"}),
            ),
        )

    def _slow(self):
        for share in np.linspace(0, 1, 5):
            progress(float(share))
        return Scene(
            verbatim("It took a while"),
            (verbatim("This was computed in the background."),),
            key=self._number(),
            numbers=(self._number(),),
            pictures=(self._columns(),),
        )

    def _columns(self):
        at = np.arange(1.0, 4.0)
        return Chart(
            "columns",
            verbatim("Three columns"),
            verbatim("Three columns, the last one highest"),
            Axis(verbatim("answers"), 0.5, 3.5, names=tuple((x, verbatim(f"no. {x:g}")) for x in at)),
            Axis(verbatim("share"), 0, 1),
            (Columns("share", at, self.share * at / 3, 0.6, "without", verbatim("share")),),
        )

    def _pick(self):
        return Scene(verbatim("Which one?"), (verbatim("Both were noised."),))

    def _cost(self):
        asked = len(self.moves)
        refusal = verbatim("Five answers are all there are") if asked >= 5 else None
        return Scene(
            verbatim("What it cost"),
            (verbatim("Each answer costs ε."),),
            key=Number("right", verbatim("right"), 1, verbatim("that one"), Kind.EXACT),
            numbers=(
                Number(
                    "asked", verbatim("answers"), asked, N_("{count}", count=asked), Kind.EXACT, "Nobody 2026"
                ),
            ),
            pictures=(self._columns(),),
            actions=(
                Action("ask", verbatim("Ask again"), refusal),
                Action("stop", verbatim("Stop"), None if asked else verbatim("Nothing was asked yet")),
            ),
        )


@dataclass(frozen=True)
class Second(ExampleLesson):
    """Another one of the same kind."""

    id = "second"
    order = 20
    title = verbatim("Another example lesson")


@contextmanager
def only(*lessons):
    """These are all the lessons that there are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parts, "walk", lambda *_, base: {each.id: each for each in lessons})
        parts.every_lesson.cache_clear()
        yield
    parts.every_lesson.cache_clear()


@pytest.fixture
def example():
    """Two lessons for tests."""
    with only(ExampleLesson, Second):
        yield ExampleLesson
