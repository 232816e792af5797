"""Reconstruction by least squares: too many answers that are too exact give every secret away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from explorer.lessons.parts.lesson import Guess, GuessKind, Lesson, Step
from explorer.lessons.parts.numbers import amount, epsilon_param, margin, share, simulated
from explorer.lessons.parts.release_settings import release_settings
from explorer.lessons.parts.scene import Number, Opening, Scene
from explorer.lessons.simulations.least_squares_pictures import (
    bits,
    by_epsilon,
    by_error,
    hidden_bits,
    levels,
    margins,
)
from explorer.lessons.simulations.subset_counts import (
    ANSWERS,
    EPSILONS,
    ERRORS,
    PEOPLE,
    RUNS,
    attacked,
    each_answer,
    epsilon_of_error,
    misled,
    shares_by_epsilon,
    shares_by_error,
)
from explorer.mark import N_, Sentence
from explorer.privacy.parameter import param
from explorer.privacy.status import Kind

_FEW = 10
_ONE, _ALL = N_("One answer in Explore"), N_("2,000 answers in Compose")


@dataclass(frozen=True)
class LeastSquares(Lesson):
    """400 secret bits, 2,000 random subset counts, and the attack of Dinur and Nissim."""

    id: ClassVar[str] = "least-squares"
    order: ClassVar[int] = 50
    title: ClassVar[Sentence] = N_("Reconstruction by least squares")
    about: ClassVar[Sentence] = N_("2,000 harmless counts give back 400 secret bits")
    minutes: ClassVar[int] = 12
    source: ClassVar[str] = "Dinur & Nissim 2003, Theorem 5; Dwork & Roth 2014, chapter 8"
    explains: ClassVar[tuple[str, ...]] = ("epsilon", "noise-per-release", "composition", "margin-each")
    questions: ClassVar[tuple[Sentence, ...]] = (
        N_("Why do 2,000 inexact answers tell more than one exact answer?"),
        N_("At which error of the answers would you have stopped worrying? What does the picture say?"),
        N_("Why is the noise of each answer so large when 2,000 answers share one ε?"),
    )
    steps: ClassVar[tuple[Step, ...]] = (
        Step(
            "guess",
            N_("Guess"),
            guess=Guess(
                N_("Every answer is wrong by 5 people. What share of the secret bits can be recovered?"),
                *(GuessKind.SHARE, "off_by_5", "attack"),
            ),
            notes=(
                N_(
                    "Say that half of the bits are right by guessing alone. Collect guesses aloud. Two "
                    "minutes."
                ),
            ),
        ),
        Step(
            "attack",
            N_("The attack succeeds"),
            controls=("error",),
            redraws=True,
            background=True,
            notes=(
                N_(
                    "Start at an error of 0, then 5, then 20. Ask before each whether this is safe. Two "
                    "minutes."
                ),
                N_("The attacker only solves linear equations: a laptop needs less than a second."),
            ),
        ),
        Step(
            "drag",
            N_("Drag ε"),
            controls=("epsilon",),
            redraws=True,
            background=True,
            notes=(
                N_("Drag slowly from the right to the left. Stop where the room says “safe”. Three minutes."),
            ),
        ),
        Step(
            "fails",
            N_("It fails"),
            redraws=True,
            background=True,
            notes=(N_("Compare the last column with random guessing, and the second with 200 people."),),
        ),
        Step(
            "cost",
            N_("What it cost"),
            controls=("epsilon",),
            notes=(N_("Ask who in the room really needs 2,000 counts of 400 people. One minute."),),
        ),
    )

    epsilon: float = epsilon_param(
        100.0,
        title=N_("in total, for 2,000 answers"),
        help=N_("Each answer gets 1/2,000 of it."),
        low=1.0,
        high=10_000.0,
        slider=(1.0, 10_000.0),
    )
    error: int = param(
        5,
        symbol="E",
        title=N_("error of each answer"),
        low=0,
        high=40,
        integer=True,
        low_end=N_("exact answers"),
        high_end=N_("off by 40 people"),
        help=N_("Every answer is too large or too small by this many people; a coin decides which."),
    )

    def scene(self, step: str) -> Scene:
        """See `Lesson.scene`."""
        scenes = {
            "guess": lambda: _guess(self._noised()),
            "attack": self._attack,
            "drag": self._drag,
            "fails": self._fails,
            "cost": self._cost,
        }
        return scenes[step]()

    def _off_by(self, identity: str, label: Sentence, error: int) -> Number:
        mean = shares_by_error(self.seed).mean(axis=1)
        return share(identity, label, float(mean[ERRORS.index(error)]), simulated(RUNS))

    def _attack(self) -> Scene:
        right = misled(self.seed, int(self.error))
        recovered = float(right.mean())
        return Scene(
            N_("Answers that are slightly wrong still give the bits away."),
            (
                N_(
                    "The attacker knows who is in each group, and looks for the bits that fit all answers "
                    "best."
                ),
                N_("The errors point up and down at random. Over 2,000 answers they cancel."),
            ),
            share(
                "recovered",
                N_("recovered with answers off by {error}", error=int(self.error)),
                recovered,
                simulated(1),
            ),
            N_("of the secret bits recovered"),
            (
                self._off_by("exact", N_("with exact answers"), 0),
                self._off_by("off_by_5", N_("off by 5 = √n/4"), 5),
                self._off_by("off_by_20", N_("off by 20 = √n"), 20),
            ),
            (by_error(self.seed, int(self.error), recovered), bits(right)),
            caution=N_(
                "With errors of at most α√n the attacker errs in O(α²n) of n bits, a share of O(α²). Texts "
                "that "
                "say “O(α²) bits” have lost a factor of n."
            ),
            openings=self._like_the_error() or self._noised(),
        )

    def _drag(self) -> Scene:
        right = attacked(self.seed, self.epsilon)
        recovered = float(right.mean())
        noise = each_answer(self.epsilon)
        return Scene(
            N_("Every answer now carries noise."),
            (
                N_("How small must ε be before the secret bits are safe? Drag it."),
                N_("All 2,000 answers share ε, so each one gets discrete Laplace noise for 1/2,000 of it."),
            ),
            share("recovered", N_("recovered in this attack"), recovered, simulated(1)),
            N_("of the secret bits recovered"),
            (
                self._off_by("exact", N_("with exact answers"), 0),
                share("chance", N_("random guessing"), 0.5),
                amount("scale", N_("noise scale of each answer (people)"), noise.scale),
            ),
            (by_epsilon(self.seed, self.epsilon, recovered), bits(right)),
            caution=N_(
                "ε = 100 stops most of this attack only because 2,000 answers share it. Spent on two "
                "counts, as in "
                "the lesson on differencing, it gives a person away."
            ),
            openings=_openings(self.epsilon / ANSWERS),
        )

    def _fails(self) -> Scene:
        mean = shares_by_epsilon(self.seed).mean(axis=1)
        numbers = tuple(
            share(
                identity,
                N_("recovered at a total ε = {epsilon}", epsilon=epsilon),
                float(mean[EPSILONS.index(epsilon)]),
                simulated(RUNS),
            )
            for identity, epsilon in (("at_100", 100.0), ("at_10", 10.0), ("at_1", 1.0))
        )
        return Scene(
            N_("At ε = 1 the attacker does as well as a coin."),
            (
                N_("The noise of an answer is now larger than the number of people."),
                N_("Least squares still gives an answer for every person. It is right in half of the cases."),
            ),
            numbers[-1],
            N_("of the secret bits; a coin recovers 50 %"),
            numbers[:-1],
            (levels(self.seed),),
            caution=N_("Noise protects only if its size follows from ε. A fixed small error did not."),
            openings=_openings(EPSILONS[0] / ANSWERS),
        )

    def _cost(self) -> Scene:
        return Scene(
            N_("2,000 answers are the price, not the noise of one."),
            (
                N_("Somebody who asks 10 counts with the same ε gets far less noise in each."),
                N_("In the ledger both have spent the same total ε."),
                N_("A budget makes people choose the questions that matter."),
            ),
            margin(
                "margin",
                N_("95 % noise margin of each of 2,000 answers"),
                each_answer(self.epsilon).margin(0.95),
            ),
            N_("people in each of 2,000 answers"),
            (
                margin(
                    "margin_few",
                    N_("95 % noise margin of each of 10 answers"),
                    each_answer(self.epsilon, _FEW).margin(0.95),
                ),
                amount("each", N_("ε of each of 2,000 answers"), self.epsilon / ANSWERS),
                amount(
                    "total", N_("total ε spent"), self.epsilon, Kind.UPPER, "Dwork & Roth 2014, Theorem 3.16"
                ),
            ),
            (margins(self.epsilon),),
            openings=_openings(self.epsilon / ANSWERS),
        )

    def _noised(self) -> tuple[Opening, ...]:
        """For answers whose errors are no noise."""
        return _openings(self.epsilon / ANSWERS, N_("One answer with noise in Explore"))[:1]

    def _like_the_error(self) -> tuple[Opening, ...]:
        """Noise whose standard deviation is the error; none is like an error of 0."""
        if not self.error:
            return ()
        error = int(self.error)
        one = N_("Noise of standard deviation {error} in Explore", error=error)
        return _openings(epsilon_of_error(error), one, N_("2,000 such answers in Compose"))


def _openings(each: float, one: Sentence = _ONE, all_of_them: Sentence = _ALL) -> tuple[Opening, ...]:
    settings = release_settings(each)
    return (
        Opening("explore", one, settings, "released-value"),
        Opening("compose", all_of_them, {**settings, "composing.count": ANSWERS}),
    )


def _guess(openings: tuple[Opening, ...]) -> Scene:
    return Scene(
        N_("A server answers how many people of any group said yes."),
        (
            N_("{people} simulated people each hold one secret bit: yes or no.", people=PEOPLE),
            N_(
                "Random groups are asked about, {answers} of them, each with about half of the people.",
                answers=ANSWERS,
            ),
            N_("To protect them, the server makes every answer wrong by 5 people, up or down."),
        ),
        pictures=(hidden_bits(),),
        openings=openings,
    )
