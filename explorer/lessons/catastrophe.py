"""Two mechanisms with one (ε, δ): one fails softly, the other publishes somebody whole with probability δ."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from explorer.lessons.parts.lesson import Guess, GuessKind, Lesson, Step
from explorer.lessons.parts.numbers import amount, epsilon_param, share
from explorer.lessons.parts.release_settings import release_settings
from explorer.lessons.parts.scene import Number, Opening, Scene
from explorer.lessons.simulations import failures
from explorer.mark import N_, Sentence
from explorer.privacy.accounting.gaussian_calibration import gaussian_loss_above
from explorer.privacy.mechanisms.catastrophe import Catastrophe, catastrophes
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.parameter import Scale, param, parameters
from explorer.privacy.status import Kind
from explorer.privacy.target import Target

_DELTA = parameters(Target)["delta"]
_GAUSSIAN, _CATASTROPHE = N_("Open this Gaussian in Explore"), N_("Open this catastrophe in Explore")
_GAUSSIAN_OF_DELTA = N_("Gaussian noise with this δ in Explore")
_WHOLE = N_("probability that at least one row is published whole")


@dataclass(frozen=True)
class WhatDeltaHides(Lesson):
    """Each of n rows is published with probability δ; beside it stands a Gaussian of the same (ε, δ)."""

    id: ClassVar[str] = "catastrophe"
    order: ClassVar[int] = 90
    title: ClassVar[Sentence] = N_("δ: catastrophe or Gaussian")
    about: ClassVar[Sentence] = N_(
        "Two mechanisms have the same ε and δ. One of them publishes a whole row now and then."
    )
    minutes: ClassVar[int] = 12
    source: ClassVar[str] = (
        "Dwork & Roth 2014, section 2.3; Balle & Wang 2018, Theorem 8; Near & Abuah 2021, approximate DP"
    )
    explains: ClassVar[tuple[str, ...]] = ("delta", "delta-profile", "privacy-loss")
    questions: ClassVar[tuple[Sentence, ...]] = (
        N_("A city of 500,000 chooses δ = 10⁻⁵. What may a mechanism of this δ do, and how often?"),
        N_("Which sentence follows from which: the loss exceeds ε with probability at most δ; (ε, δ)?"),
        N_("Why is δ chosen from a public bound on n, and not from the number of rows itself?"),
    )
    steps: ClassVar[tuple[Step, ...]] = (
        Step(
            "guess",
            N_("Guess"),
            Guess(
                N_("δ = 1/n for n people. How likely is it that at least one row is published whole?"),
                GuessKind.SHARE,
                "published",
                "attack",
            ),
            notes=(N_("Many will say: once in n times. Do not correct it yet. Two minutes."),),
        ),
        Step(
            "attack",
            N_("The attack succeeds"),
            controls=("people",),
            notes=(N_("Move n: the number hardly changes. The limit is 1 − 1/e."),),
            redraws=True,
        ),
        Step(
            "drag",
            N_("Drag δ"),
            controls=("delta", "people"),
            notes=(N_("Let the room find the δ at which this happens once in a hundred releases."),),
        ),
        Step(
            "fails",
            N_("It fails softly"),
            controls=("epsilon", "delta"),
            notes=(N_("Both curves meet at the chosen ε. To the right of it they have nothing in common."),),
        ),
        Step(
            "meaning",
            N_("What δ is not"),
            controls=("epsilon", "delta"),
            notes=(N_("At ε = 1 and δ = 10⁻⁵ the two differ by a factor of 16."),),
        ),
        Step(
            "cost",
            N_("What it cost"),
            controls=("epsilon", "people"),
            notes=(N_("At ε = 1, going from δ = 10⁻³ to δ = 10⁻⁹ costs about twice the noise."),),
        ),
    )

    epsilon: float = epsilon_param(low=0.1, high=3.0, slider=(0.1, 3.0))
    delta: float = param(
        1e-5,
        symbol=_DELTA.symbol,
        title=_DELTA.title,
        low=1e-12,
        high=0.1,
        slider=(1e-9, 1e-2),
        scale=Scale.LOG,
        private_side=-1,
        low_end=_DELTA.low_end,
        high_end=_DELTA.high_end,
        help=_DELTA.help,
    )
    people: int = param(
        1000,
        symbol="n",
        title=N_("simulated people"),
        low=10,
        high=10_000,
        scale=Scale.LOG,
        integer=True,
        help=N_("How many people have a row in the data; it is public here."),
    )

    def scene(self, step: str) -> Scene:
        """The step of this id."""
        return {
            "guess": self._guess,
            "attack": self._attack,
            "drag": self._drag,
            "fails": self._fails,
            "meaning": self._meaning,
            "cost": self._cost,
        }[step]()

    @property
    def _gaussian(self) -> Gaussian:
        return Gaussian.calibrated(self.epsilon, self.delta, 1.0)

    @property
    def _catastrophe(self) -> Catastrophe:
        return Catastrophe.calibrated(self.epsilon, self.delta, 1.0)

    def _guess(self) -> Scene:
        return Scene(
            N_("δ is called a failure probability. What fails, and for whom?"),
            (
                N_(
                    "For each of n rows, a mechanism draws a random number. With probability δ it "
                    "publishes the row, with name and diagnosis."
                ),
                N_("It is (0, δ)-differentially private. Somebody has chosen δ = 1/n."),
            ),
            pictures=(failures.rule(),),
            openings=(self._opening(Gaussian.id, 1 / self.people, _GAUSSIAN_OF_DELTA),),
        )

    def _attack(self) -> Scene:
        hit = failures.releases(self.people, self.bits(1))
        return Scene(
            N_("In almost two of three releases somebody is published whole."),
            (
                N_("Each row alone is almost safe. There are n of them, and one is enough: 1 − (1 − δ)ⁿ."),
                N_("At δ = 1/n this is about 63 %, however large n is."),
            ),
            share("published", _WHOLE, catastrophes(1 / self.people, self.people), Kind.EXACT),
            N_("of all releases publish at least one whole row"),
            (
                share(
                    "found",
                    N_("simulated releases that publish a row"),
                    float(np.mean(hit)),
                    N_("simulated, 100 releases"),
                ),
            ),
            (failures.hundred(hit),),
            openings=(
                self._opening(Catastrophe.id, 1 / self.people, N_("A catastrophe with this δ in Explore")),
                self._opening(Gaussian.id, 1 / self.people, _GAUSSIAN_OF_DELTA),
            ),
        )

    def _drag(self) -> Scene:
        n = self.people
        return Scene(
            N_("δ must be far below 1/n."),
            (
                N_("Drag δ and n. While nδ is small, the probability is nearly nδ; then it nears certainty."),
                N_("With δ = 1/n² a row is published about once in n releases."),
            ),
            share("published", _WHOLE, failures.published(self.delta, n), Kind.EXACT),
            N_("of all releases publish at least one whole row"),
            (
                share("power", N_("the same at δ = 1/n^1.1"), catastrophes(n**-1.1, n), Kind.EXACT),
                share("square", N_("the same at δ = 1/n²"), catastrophes(n**-2.0, n), Kind.EXACT),
            ),
            (failures.by_people(self.delta, n),),
            caution=N_("n itself may be private. δ is chosen from a public bound on the number of people."),
            openings=(self._opening(Catastrophe.id, self.delta, _CATASTROPHE),),
        )

    def _fails(self) -> Scene:
        further = np.array([2 * self.epsilon])
        gaussian, catastrophe = (
            math.exp(float(each.log_delta(further)[0])) for each in (self._gaussian, self._catastrophe)
        )
        said = N_("{value:2}", value=gaussian)
        return Scene(
            N_("The same ε and δ, and no row is ever published whole."),
            (
                N_(
                    "Gaussian noise spends its δ on losses that are a little above ε. Somewhat larger losses "
                    "are far rarer, and none is infinite."
                ),
                N_("The catastrophe leaves its noise out with probability δ, at whatever ε is asked."),
            ),
            Number("gaussian", N_("δ of the Gaussian at 2ε"), gaussian, said, Kind.EXACT, Gaussian.source),
            N_("is the Gaussian's δ at 2ε"),
            (
                amount("catastrophe", N_("δ of the catastrophe at 2ε"), catastrophe, Kind.EXACT),
                amount("whole", N_("rows that Gaussian noise publishes whole"), 0, Kind.EXACT),
            ),
            (failures.profiles(self._gaussian, self._catastrophe, self.epsilon, self.delta),),
            caution=N_("ε and δ alone do not say which of the two a mechanism is: ask for its whole curve."),
            openings=(
                self._opening(Gaussian.id, self.delta, _GAUSSIAN),
                self._opening(Catastrophe.id, self.delta, _CATASTROPHE),
            ),
        )

    def _meaning(self) -> Scene:
        mu = self._gaussian.mu
        above = float(gaussian_loss_above(np.array([self.epsilon]), mu)[0])
        return Scene(
            N_("δ is not the probability that the privacy loss exceeds ε."),
            (
                N_(
                    "Some texts say: (ε, δ) holds if and only if the loss reaches ε with probability at "
                    "most δ. One direction is true: what keeps the second is (ε, δ)-differentially "
                    "private."
                ),
                N_(
                    "The other is false: this Gaussian keeps (ε, δ), and its loss exceeds ε more often. A "
                    "loss just above ε counts only a little: δ = E[max(0, 1 − e^(ε−L))]."
                ),
            ),
            amount("ratio", N_("Pr[L > ε] over δ, for this Gaussian"), above / self.delta, Kind.EXACT),
            N_("times δ is the probability that the loss exceeds ε"),
            (
                amount(
                    "above", N_("Pr[L > ε] of the Gaussian"), above, Kind.EXACT, "Balle & Wang 2018, Lemma 3"
                ),
                amount("delta", N_("δ of the Gaussian at ε"), self.delta, Kind.EXACT, Gaussian.source),
            ),
            (failures.tail_and_delta(self._gaussian, self.epsilon),),
            openings=(self._opening(Gaussian.id, self.delta, _GAUSSIAN),),
        )

    def _cost(self) -> Scene:
        large, small = (failures.sigma(self.epsilon, self.people**-power) for power in (1.0, 2.0))
        return Scene(
            N_("A far smaller δ costs the Gaussian little noise."),
            (
                N_("From δ = 1/n to 1/n², δ falls by a factor of n. The noise grows by the factor below."),
                N_(
                    "The noise of the catastrophe has the scale 1/ε at every δ: its risk can't be seen in "
                    "its noise."
                ),
            ),
            amount("small", N_("σ of the Gaussian at δ = 1/n²"), small, Kind.EXACT, Gaussian.source),
            N_("is the σ of a count at δ = 1/n²"),
            (
                amount("large", N_("σ of the Gaussian at δ = 1/n"), large, Kind.EXACT, Gaussian.source),
                amount("ratio", N_("the one over the other"), small / large, Kind.EXACT),
            ),
            (failures.noise_by_delta(self.epsilon, self.people),),
            openings=(self._opening(Gaussian.id, self.people**-2.0, _GAUSSIAN),),
        )

    def _opening(self, mechanism: str, delta: float, label: Sentence) -> Opening:
        settings = {**release_settings(self.epsilon, mechanism), "target.delta": delta}
        return Opening("explore", label, settings, "privacy-loss")
