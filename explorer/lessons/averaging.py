"""Averaging: the same noised count asked again and again, until the noise is gone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Self

import numpy as np

from explorer.lessons.parts.lesson import Guess, GuessKind, Lesson, Step
from explorer.lessons.parts.numbers import amount, epsilon_param, margin, share, simulated
from explorer.lessons.parts.release_settings import release_settings
from explorer.lessons.parts.scene import Action, Number, Opening, Scene
from explorer.lessons.simulations.averaging_pictures import (
    account,
    first_answers,
    how_often,
    ledger,
    needed,
    one_attacker,
    shared,
)
from explorer.lessons.simulations.repeated_count import (
    ATTACKERS,
    MOST,
    answers_needed,
    answers_within,
    expected_share,
    right_shares,
    spent,
)
from explorer.mark import N_, Sentence
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.mechanisms.laplace import Laplace
from explorer.privacy.parameter import Scale, param
from explorer.privacy.status import Kind

_SUM = "Dwork & Roth 2014, Theorem 3.16"
_ASK, _TEN = "ask", "ask-ten"


@dataclass(frozen=True)
class Averaging(Lesson):
    """A count of 120 with discrete Laplace noise that is drawn afresh at every question."""

    id: ClassVar[str] = "averaging"
    order: ClassVar[int] = 60
    title: ClassVar[Sentence] = N_("Averaging")
    about: ClassVar[Sentence] = N_("Ask the same question again, until the noise is gone")
    minutes: ClassVar[int] = 8
    source: ClassVar[str] = "Dwork & Roth 2014, §1.1 and Theorem 3.16"
    explains: ClassVar[tuple[str, ...]] = (
        *("composition", "adaptive", "ledger-remaining", "standard-deviation", "noise-per-release"),
    )
    questions: ClassVar[tuple[Sentence, ...]] = (
        N_("Why does half of ε not double the number of answers that an attacker needs?"),
        N_("Two people ask the same question once each. What does the ledger enter?"),
        N_("How can a server answer a repeated question without spending anything?"),
    )
    steps: ClassVar[tuple[Step, ...]] = (
        Step(
            "guess",
            N_("Guess"),
            guess=Guess(
                N_("After how many answers is the mean, rounded, the true count in 95 of 100 attempts?"),
                *(GuessKind.NUMBER, "needed_at_1", "attack", 1.0, 1_000_000.0),
            ),
            notes=(N_("Write the highest and the lowest guess of the room on the board. One minute."),),
        ),
        Step(
            "attack",
            N_("The attack succeeds"),
            controls=("count",),
            redraws=True,
            notes=(
                N_("Start at one answer and drag to the right. Stop at 31. Draw again. Two minutes."),
                N_("Ask why the noise of a single answer did not protect the count."),
            ),
        ),
        Step(
            "drag",
            N_("Drag ε"),
            controls=("epsilon",),
            notes=(N_("Halve ε and read the number of answers: four times as many. One minute."),),
        ),
        Step(
            "fails",
            N_("It fails"),
            controls=("epsilon", "limit"),
            notes=(
                N_("Press “Ask once more” until the account refuses. Then ask what the attacker knows now."),
            ),
        ),
        Step(
            "cost",
            N_("What it cost"),
            controls=("limit",),
            notes=(N_("Ask which of the counts of a usual report are asked twice. One minute."),),
        ),
    )

    epsilon: float = epsilon_param(
        1.0,
        title=N_("of each answer"),
        help=N_("Every answer has fresh noise and costs this ε."),
        low=0.1,
        high=50.0,
        slider=(0.1, 10.0),
    )
    count: int = param(
        31,
        symbol="k",
        title=N_("answers"),
        low=1,
        high=MOST,
        scale=Scale.LOG,
        integer=True,
        help=N_("How many times the same count is asked."),
    )
    limit: float = param(
        3.0,
        symbol="ε",
        title=N_("limit of the account"),
        low=0.1,
        high=50.0,
        slider=(0.5, 20.0),
        scale=Scale.LOG,
        private_side=-1,
        low_end=N_("more privacy, fewer answers"),
        high_end=N_("less privacy, more answers"),
        help=N_("The largest total ε that the account pays."),
    )

    def scene(self, step: str) -> Scene:
        """See `Lesson.scene`."""
        scenes = {
            "guess": self._guess,
            "attack": self._attack,
            "drag": self._drag,
            "fails": self._fails,
            "cost": self._cost,
        }
        return scenes[step]()

    def demonstrated(self) -> Self:
        """Asked until the account refuses."""
        return replace(self, moves=(_ASK,) * answers_within(self.epsilon, self.limit))

    @property
    def answered(self) -> int:
        """How many answers were given, by the moves so far and within the limit."""
        asked = sum({_ASK: 1, _TEN: 10}.get(move, 0) for move in self.moves)
        return min(asked, answers_within(self.epsilon, self.limit))

    def _guess(self) -> Scene:
        return Scene(
            N_("A server counts the people with a rare disease, with noise of ε = 1."),
            (
                N_("You may ask as often as you like. Every answer is the true count plus fresh noise."),
                N_("You take the mean of all answers and round it to a whole number."),
            ),
            pictures=(first_answers(self.seed),),
            openings=_openings(1.0, 1)[:1],
        )

    def _attack(self) -> Scene:
        count = int(self.count)
        return Scene(
            N_("The noise averages out."),
            (
                N_("Each answer has fresh noise at ε = 1. The attacker takes the mean and rounds it."),
                N_("The mean of k answers is √k times as exact as one answer."),
            ),
            share(
                "right",
                N_("right after {count} {count:answer|answers}", count=count),
                float(right_shares(self.seed, 1.0)[count - 1]),
                simulated(ATTACKERS),
            ),
            N_("of the attackers have the true count"),
            (
                _answers("needed_at_1", N_("answers needed, continuous Laplace at ε = 1"), Laplace),
                _answers("needed_discrete", N_("answers needed, discrete Laplace at ε = 1"), DiscreteLaplace),
                amount("spent", N_("total ε spent by one attacker"), spent(1.0, count), Kind.UPPER, _SUM),
            ),
            (one_attacker(self.seed, 1.0), how_often(self.seed, 1.0, count)),
            caution=N_(
                "Whole-number noise is slightly narrower than continuous noise of the same ε, so fewer "
                "answers do."
            ),
            openings=_openings(1.0, count),
        )

    def _drag(self) -> Scene:
        noise = DiscreteLaplace.calibrated(self.epsilon, 0.0, 1.0)
        answers = answers_needed(noise)
        return Scene(
            N_("A smaller ε only makes the attacker ask longer."),
            (
                N_(
                    "The number of answers needed grows as 1/ε². No ε per answer stops somebody who may go "
                    "on."
                ),
                N_("What protects is a limit on the total ε."),
            ),
            amount("needed", N_("answers needed at this ε"), answers, _APPROXIMATE),
            N_("answers until 95 of 100 attackers are right"),
            (
                amount(
                    "total", N_("total ε of these answers"), spent(self.epsilon, answers), Kind.UPPER, _SUM
                ),
                share("once", N_("true count in a single answer"), noise.probability_unchanged),
            ),
            (needed(self.epsilon),),
            openings=_openings(self.epsilon, answers),
        )

    def _fails(self) -> Scene:
        within = answers_within(self.epsilon, self.limit)
        return Scene(
            N_("The ledger counts every answer, and stops at the limit."),
            (
                N_("Press “Ask once more”. The total ε climbs by ε with every answer."),
                N_("What would exceed the limit is refused before any noise is drawn."),
            ),
            amount("answered", N_("answers given"), self.answered),
            N_("of the {within} {within:answer|answers} within the limit", within=within),
            (
                amount("spent", N_("total ε spent"), spent(self.epsilon, self.answered), Kind.UPPER, _SUM),
                self._right_within(within),
            ),
            (account(self.epsilon, self.limit, within, self.answered), ledger(self.epsilon, self.answered)),
            self._actions(within),
            caution=N_(
                "A limit bounds what all answers tell together. It does not make a single answer less exact."
            ),
            openings=_openings(self.epsilon, max(within, 1), self.limit),
        )

    def _right_within(self, within: int) -> Number:
        noise = DiscreteLaplace.calibrated(self.epsilon, 0.0, 1.0)
        right = float(expected_share(noise, np.array([float(within)]))[0]) if within else 0.0
        return share("right_within", N_("attackers with the true count at the limit"), right, _APPROXIMATE)

    def _actions(self, within: int) -> tuple[Action, ...]:
        refusal = None
        if self.answered >= within:
            left = max(0.0, self.limit - spent(self.epsilon, self.answered))
            refusal = N_(
                "over budget: ε = {asked} asked, ε = {left} left in the account",
                asked=self.epsilon,
                left=left,
            )
        return (Action(_ASK, N_("Ask once more"), refusal), Action(_TEN, N_("Ask ten times"), refusal))

    def _cost(self) -> Scene:
        noise = DiscreteLaplace.calibrated(self.limit, 0.0, 1.0)
        return Scene(
            N_("Honest people share the same limit."),
            (
                N_("Whoever needs many different counts gets more noise in each of them."),
                N_(
                    "Asking twice is never needed: a server that gives the stored answer again spends "
                    "nothing."
                ),
            ),
            margin("margin", N_("95 % noise margin of one count with all of the limit"), noise.margin(0.95)),
            N_("people, if all of the limit is spent on one count"),
            (
                margin(
                    "margin_of_ten",
                    N_("95 % noise margin of each of 10 counts"),
                    DiscreteLaplace.calibrated(self.limit / 10, 0.0, 1.0).margin(0.95),
                ),
            ),
            (shared(self.limit),),
            caution=N_(
                "Storing answers helps against repetition only: 31 rephrased questions are 31 answers."
            ),
            openings=_openings(self.limit / 10, 10),
        )


def _openings(epsilon: float, count: int, limit: float | None = None) -> tuple[Opening, ...]:
    settings = release_settings(epsilon)
    budget = {} if limit is None else {"composing.total_epsilon": limit}
    return (
        Opening("explore", N_("One answer in Explore"), settings, "released-value"),
        Opening("compose", N_("All answers in Compose"), {**settings, "composing.count": count, **budget}),
    )


_APPROXIMATE = N_("normal approximation")


def _answers(identity: str, label: Sentence, kind: type[Laplace] | type[DiscreteLaplace]) -> Number:
    return amount(identity, label, answers_needed(kind.calibrated(1.0, 0.0, 1.0)), _APPROXIMATE)
