"""A household is protected less than one person; what is computed from a result adds nothing."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from explorer.lessons.parts.lesson import Guess, GuessKind, Lesson, Step
from explorer.lessons.parts.numbers import amount, epsilon_param, share
from explorer.lessons.parts.release_settings import release_settings
from explorer.lessons.parts.scene import Opening, Scene
from explorer.lessons.simulations import households as simulated
from explorer.mark import N_, Sentence, at_most
from explorer.privacy.accounting.groups import group_privacy
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.parameter import param
from explorer.privacy.risk import of_mechanism, worst_case
from explorer.privacy.status import Kind

_GROUPS = "Dwork & Roth 2014, Theorem 2.2"
_GROUP = N_("Open this group in Explore")
_BEST = N_("accuracy of the best attacker, at a prior of one half")


@dataclass(frozen=True)
class Groups(Lesson):
    """A count with discrete Laplace noise of scale 1/ε; g people of one household are all in or all out."""

    id: ClassVar[str] = "groups"
    order: ClassVar[int] = 70
    title: ClassVar[Sentence] = N_("Groups and post-processing")
    about: ClassVar[Sentence] = N_(
        "A household of five has five times the ε; what is computed from a result adds nothing."
    )
    minutes: ClassVar[int] = 12
    source: ClassVar[str] = "Dwork & Roth 2014, Proposition 2.1 and Theorem 2.2; Vadhan 2017, Lemma 2.2"
    explains: ClassVar[tuple[str, ...]] = ("group", "best-guess", "epsilon", "margin-each")
    questions: ClassVar[tuple[Sentence, ...]] = (
        N_(
            "A school of 300 is in the data as a whole or not at all. What does ε = 0.1 per pupil promise it?"
        ),
        N_("Somebody rounds a released count to tens before publishing it. Does the privacy loss change?"),
        N_(
            "A study finds that smoking causes illness. Name what it reveals about a smoker who took no part."
        ),
    )
    steps: ClassVar[tuple[Step, ...]] = (
        Step(
            "guess",
            N_("Guess"),
            Guess(
                N_("ε = 1 per person. By what factor can a result be more likely with a household of five?"),
                GuessKind.NUMBER,
                "factor",
                "attack",
                1.0,
                1000.0,
            ),
            notes=(N_("Ask for a show of hands: below 10, 10 to 100, above 100. Two minutes."),),
        ),
        Step(
            "attack",
            N_("The attack succeeds"),
            notes=(
                N_("Point at the gap between the two distributions: five people move the count by five."),
                N_("Draw again a few times. The share stays near its expected value."),
            ),
            redraws=True,
        ),
        Step(
            "drag",
            N_("Drag ε"),
            controls=("epsilon", "size"),
            notes=(N_("First drag the size at ε = 1, then ask which ε would protect all like one person."),),
        ),
        Step(
            "fails",
            N_("It fails"),
            controls=("epsilon", "size"),
            notes=(
                N_("Declaring the household as the unit of privacy has the same effect as ε divided by g."),
            ),
        ),
        Step(
            "processed",
            N_("Post-processing"),
            controls=("epsilon",),
            notes=(N_("Let the room propose computations. None gives a larger share than the first line."),),
        ),
        Step(
            "cost",
            N_("What it cost"),
            controls=("epsilon", "size"),
            notes=(
                N_(
                    "Read both lines of the study aloud. The conclusion stands with or without one person, "
                    "and that is what a study is for."
                ),
            ),
            redraws=True,
        ),
    )

    epsilon: float = epsilon_param()
    size: int = param(
        5,
        symbol="g",
        title=N_("people of one household"),
        low=1,
        high=20,
        integer=True,
        help=N_("They are all in the data, or none of them is."),
    )

    def scene(self, step: str) -> Scene:
        """The step of this id."""
        return {
            "guess": self._guess,
            "attack": Groups(seed=self.seed)._attack,
            "drag": self._drag,
            "fails": self._fails,
            "processed": self._processed,
            "cost": self._cost,
        }[step]()

    def _noise(self, epsilon: float, size: int = 1) -> DiscreteLaplace:
        """The noise that keeps ε for one person, and what it does when `size` people move the count."""
        return DiscreteLaplace(DiscreteLaplace.calibrated(epsilon, 0.0, 1.0).scale, float(size))

    def _guess(self) -> Scene:
        return Scene(
            N_("One person is hidden well. How well is a household hidden?"),
            (
                N_(
                    "A count is published with noise. With ε = 1, one person changes the probability of any "
                    "result by a factor of at most e, which is 2.718."
                ),
                N_(
                    "Five people of one household are in the data together, or none of them is. An attacker "
                    "wants to know which."
                ),
            ),
            pictures=(simulated.two_counts(self._noise(1.0)),),
            openings=(_opening(1.0, 1, N_("This count in Explore")),),
        )

    def _attack(self) -> Scene:
        epsilon, size = self.epsilon, self.size
        told, _ = group_privacy(epsilon, 0.0, size)
        household = self._noise(epsilon, size)
        runs = simulated.RUNS
        right = simulated.right_guesses(Fraction(repr(epsilon)), size, runs, self.bits(1))
        return Scene(
            N_("Five people move the count by five, and the noise was made for one."),
            (
                N_("The same noise now has to hide a step of five. The two distributions hardly overlap."),
                N_(
                    "A group of g people has the guarantee gε: the factors multiply, e for each person. "
                    "The attacker only asks on which side of the middle the released count lies."
                ),
            ),
            share("right", N_("of the households, the attacker is right"), right / runs, _of_runs(runs)),
            N_("of the simulated households are guessed correctly"),
            (
                amount(
                    "factor",
                    N_("factor that ε allows for the household, e^(gε)"),
                    math.exp(told),
                    Kind.UPPER,
                    _GROUPS,
                ),
                share("expected", _BEST, of_mechanism(household).best_guess, Kind.EXACT),
                share(
                    "one",
                    N_("the same for one person"),
                    of_mechanism(self._noise(epsilon)).best_guess,
                    Kind.EXACT,
                ),
            ),
            (simulated.two_counts(household),),
            openings=(_opening(epsilon, size),),
        )

    def _drag(self) -> Scene:
        told, _ = group_privacy(self.epsilon, 0.0, self.size)
        household = of_mechanism(self._noise(self.epsilon, self.size)).best_guess
        return Scene(
            N_("The larger the household, the more a result gives away about it."),
            (
                N_("Drag the size of the household, then ε."),
                N_(
                    "The solid line is this noise. No mechanism with this ε per person can be above the "
                    "dashed line."
                ),
            ),
            share("expected", _BEST, household, Kind.EXACT),
            N_("right guesses about the household, by the best attacker"),
            (
                amount("total", N_("ε of the household, gε"), at_most(told), Kind.UPPER, _GROUPS),
                share(
                    "bound",
                    N_("bound for any mechanism of this ε"),
                    at_most(worst_case(told, 0.0).best_guess),
                    Kind.UPPER,
                    _GROUPS,
                ),
            ),
            (simulated.by_size(self.epsilon, self.size),),
            openings=(_opening(self.epsilon, self.size),),
        )

    def _fails(self) -> Scene:
        calibrated = DiscreteLaplace.calibrated(self.epsilon, 0.0, float(self.size))
        return Scene(
            N_("With ε divided by the size, the household is as safe as one person was."),
            (
                N_(
                    "The noise is now made for a step of {size}: every person has ε/g, and the "
                    "household has ε.",
                    size=self.size,
                ),
                N_("The two distributions overlap again, whatever the attacker does."),
            ),
            share("expected", _BEST, of_mechanism(calibrated).best_guess, Kind.EXACT),
            N_("right guesses about the household, by the best attacker"),
            (
                amount("each", N_("ε per person"), at_most(self.epsilon / self.size), Kind.UPPER, _GROUPS),
                share(
                    "bound",
                    N_("bound for any mechanism of this ε"),
                    at_most(worst_case(self.epsilon, 0.0).best_guess),
                    Kind.UPPER,
                ),
            ),
            (simulated.two_counts(calibrated),),
            openings=(_opening(self.epsilon / self.size, self.size),),
        )

    def _processed(self) -> Scene:
        noise = self._noise(self.epsilon)
        return Scene(
            N_("Whatever is computed from a result tells nothing more about the person."),
            (
                N_(
                    "The attacker may round the released count, square it or copy it. The accuracy never "
                    "rises above that of the count itself."
                ),
                N_(
                    "Post-processing is free as long as it uses only what was released. Looking at the rows "
                    "again is no post-processing."
                ),
            ),
            share(
                "expected",
                N_("accuracy from the released count itself"),
                of_mechanism(noise).best_guess,
                Kind.EXACT,
            ),
            N_("right guesses, by the best attacker, before and after"),
            pictures=(simulated.computations(noise),),
            openings=(_opening(self.epsilon, 1, N_("This count in Explore")),),
        )

    def _cost(self) -> Scene:
        one, all_of_them = (DiscreteLaplace.calibrated(self.epsilon, 0.0, float(g)) for g in (1, self.size))
        study = simulated.study(self.random(3), self.bits(4), Fraction(repr(self.epsilon)))
        return Scene(
            N_("Hiding a household takes wider noise. What is true of everybody stays visible."),
            (
                N_("Noise that hides a household of g is g times as wide as noise that hides one person."),
                N_(
                    "The study below says the same about smokers with one smoker and without: that is no "
                    "leak about this person, and no privacy mechanism should prevent it."
                ),
            ),
            amount("margin", N_("noise margin of the count, 95 %"), all_of_them.margin(0.95), Kind.EXACT),
            N_("is the noise margin, 19 times of 20, where the household is hidden"),
            (amount("single", N_("the same where one person is hidden"), one.margin(0.95), Kind.EXACT),),
            (simulated.margins(self.epsilon, self.size), study),
            caution=N_(
                "Differential privacy does not stop conclusions about groups. It limits what a result says "
                "because one person took part; what follows about everybody, it leaves visible."
            ),
            openings=(_opening(self.epsilon / self.size, self.size),),
        )


def _opening(epsilon: float, size: int, label: Sentence = _GROUP) -> Opening:
    """The noise that keeps ε for one person, read for a household of `size`."""
    return Opening("explore", label, release_settings(epsilon, group=size), "risk")


def _of_runs(runs: int) -> Sentence:
    return N_("simulated, {runs} households", runs=runs)
