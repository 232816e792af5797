"""Randomised response: a spinner that a room plays with coins, and the one that gives everybody away."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from explorer.lessons.parts.lesson import Guess, GuessKind, Lesson, Step
from explorer.lessons.parts.numbers import amount, epsilon_param, missing, share
from explorer.lessons.parts.release_settings import release_settings
from explorer.lessons.parts.scene import Number, Opening, Scene
from explorer.lessons.simulations import spinner
from explorer.mark import N_, Sentence
from explorer.privacy.mechanisms.randomized_response import RandomizedResponse
from explorer.privacy.parameter import Scale, param
from explorer.privacy.risk import of_mechanism
from explorer.privacy.status import Kind

TWO_COINS = RandomizedResponse(math.log(3))
_TWO_COINS = N_("The rule of two coins in Explore")
_RESPONSE = N_("Open randomised response in Explore")
_BEST = "Kairouz, Oh & Viswanath 2015, Theorem 2.1"
_SOURCE = "Warner 1965; Dwork & Roth 2014, Claim 3.5"


@dataclass(frozen=True)
class RandomisedResponse(Lesson):
    """Each person answers by coins; the leader types how many were asked and how many said yes."""

    id: ClassVar[str] = "randomised-response"
    order: ClassVar[int] = 80
    title: ClassVar[Sentence] = N_("Randomised response")
    about: ClassVar[Sentence] = N_(
        "The room answers by coins: nobody is given away, and the share is still estimated."
    )
    minutes: ClassVar[int] = 15
    source: ClassVar[str] = _SOURCE
    explains: ClassVar[tuple[str, ...]] = ("truth-told", "epsilon", "best-guess", "categories")
    questions: ClassVar[tuple[Sentence, ...]] = (
        N_("Of 80 people who answered by two coins, 30 said yes. What is the estimate?"),
        N_("Why is an estimate below 0 published as it is?"),
        N_("A rule lets everybody tell the truth, except that one in ten must say yes. Is there an ε?"),
    )
    steps: ClassVar[tuple[Step, ...]] = (
        Step(
            "guess",
            N_("Guess"),
            Guess(
                N_("What share of the room gives away its truth for certain?"),
                GuessKind.SHARE,
                "exposed",
                "attack",
            ),
            notes=(N_("Read the rule aloud and let everybody write a share down. Two minutes."),),
        ),
        Step(
            "attack",
            N_("The attack succeeds"),
            notes=(N_("Ask who would like to be among the crossed squares."),),
            redraws=True,
        ),
        Step(
            "room",
            N_("Two coins"),
            controls=("asked", "yes"),
            notes=(N_("Count everybody and the raised hands, and type both numbers. Five minutes."),),
        ),
        Step(
            "drag",
            N_("Drag ε"),
            controls=("epsilon",),
            notes=(
                N_("Both lines move together: what tells less about one person tells less about the share."),
            ),
        ),
        Step(
            "fails",
            N_("It fails"),
            controls=("epsilon",),
            notes=(N_("Compare with the crossed squares of the broken rule: here no answer is proof."),),
            redraws=True,
        ),
        Step(
            "cost",
            N_("What it cost"),
            controls=("epsilon", "asked"),
            notes=(N_("Nobody had to be trusted with the true answers. The larger margin is the price."),),
        ),
    )

    epsilon: float = epsilon_param(math.log(3))
    asked: int = param(
        100,
        symbol="n",
        title=N_("people asked"),
        low=1,
        high=100_000,
        slider=(10, 1000),
        scale=Scale.LOG,
        integer=True,
        help=N_("How many people of the room answered."),
    )
    yes: int = param(
        40,
        symbol="y",
        title=N_("said yes"),
        low=0,
        high=100_000,
        slider=(0, 1000),
        integer=True,
        help=N_("How many of them said yes: at most as many as were asked."),
    )

    def scene(self, step: str) -> Scene:
        """The step of this id."""
        return {
            "guess": self._guess,
            "attack": self._attack,
            "room": self._room,
            "drag": self._drag,
            "fails": self._fails,
            "cost": self._cost,
        }[step]()

    @property
    def _response(self) -> RandomizedResponse:
        return RandomizedResponse(self.epsilon)

    def _guess(self) -> Scene:
        return Scene(
            N_("A question that nobody likes to answer, and a coin that answers for some."),
            (
                N_("Have you ever taken something from work? Each person tosses a coin in secret."),
                N_("Heads: say yes. Tails: tell the truth. The truth is yes for 20 of 100 people."),
            ),
            pictures=(spinner.rule(),),
            openings=(_opening(TWO_COINS.epsilon, _TWO_COINS),),
        )

    def _attack(self) -> Scene:
        exposed = spinner.exposed(self.bits(1))
        broken = spinner.broken()
        return Scene(
            N_("Whoever says no has told the truth, and everybody knows it."),
            (
                N_("Nobody whose truth is yes ever says no. One answer of no rules the other truth out."),
                N_(
                    "The probability of no is ½ for one truth and 0 for the other: their ratio has no limit, "
                    "and ε is infinite. A coin alone does not make an answer private."
                ),
            ),
            share(
                "found",
                N_("simulated people given away"),
                exposed.sum() / len(exposed),
                N_("simulated, 100 people"),
            ),
            N_("of the simulated people are given away"),
            (
                share("exposed", N_("expected share given away"), spinner.EXPOSED, Kind.EXACT),
                missing("epsilon", N_("ε of this rule"), N_("infinite"), Kind.EXACT),
                share(
                    "delta",
                    N_("least δ at any ε"),
                    math.exp(float(broken.log_delta(spinner.LARGEST)[0])),
                    Kind.EXACT,
                    broken.source,
                ),
            ),
            (spinner.given_away(exposed),),
            openings=(_opening(TWO_COINS.epsilon, _TWO_COINS),),
        )

    def _room(self) -> Scene:
        if self.yes > self.asked:
            return Scene(
                N_("Two coins: the truth with probability ¾."),
                (N_("Type how many people were asked, and how many of them said yes."),),
                missing("estimate", N_("estimated share"), N_("–"), Kind.ESTIMATE),
                N_("no estimate"),
                caution=N_("More people said yes than were asked: correct one of the two numbers."),
                openings=(_opening(TWO_COINS.epsilon),),
            )
        found = TWO_COINS.estimate(self.yes / self.asked)
        return Scene(
            N_("Two coins: the truth with probability ¾."),
            (
                N_("First coin heads: the truth. Tails: the second coin answers, heads yes and tails no."),
                N_("A quarter of all answers are a yes of the coin; the rest of the yes is truth."),
                N_(
                    "A yes is three times as likely where the truth is yes, and a no three times as likely "
                    "where it is no: ε = ln 3."
                ),
            ),
            share(
                "estimate",
                N_("estimated share whose truth is yes"),
                found,
                N_("estimate without bias"),
                _SOURCE,
            ),
            N_("is the estimated share whose truth is yes"),
            (
                share("said", N_("share that said yes"), self.yes / self.asked, Kind.EXACT),
                self._margin(TWO_COINS),
                _epsilon_of_two_coins(),
            ),
            (spinner.line(TWO_COINS, self.asked, self.yes),),
            caution=None if 0 <= found <= 1 else spinner.outside(),
            openings=(_opening(TWO_COINS.epsilon),),
        )

    def _drag(self) -> Scene:
        response = self._response
        return Scene(
            N_("The less often the truth is told, the less one answer says, and the less the room learns."),
            (
                N_("Drag ε. At ln 3 the truth is told three times of four; near 0 the coin decides."),
                N_("The margin below is for as many people as were asked in the room."),
            ),
            share(
                "truth", N_("probability of the truth"), spinner.told(response), Kind.EXACT, response.source
            ),
            N_("of the answers are the truth"),
            (self._margin(response),),
            (spinner.by_epsilon(self.epsilon, self.asked),),
            openings=(_opening(self.epsilon),),
        )

    def _fails(self) -> Scene:
        response = self._response
        best = of_mechanism(response).best_guess
        right = spinner.right_guesses(Fraction(repr(self.epsilon)), self.bits(2))
        return Scene(
            N_("The attacker can only take each person at their word."),
            (
                N_("Half of these simulated people have the truth yes. The attacker believes every answer."),
                N_("At a prior of one half nothing better can be done: each answer may be the coin's."),
            ),
            share(
                "right",
                N_("simulated people guessed correctly"),
                right.sum() / len(right),
                N_("simulated, 400 people"),
            ),
            N_("of the simulated people are guessed correctly"),
            (share("expected", N_("accuracy of the best attacker"), best, Kind.EXACT, _BEST),),
            (spinner.believed(right),),
            openings=(_opening(self.epsilon),),
        )

    def _cost(self) -> Scene:
        return Scene(
            N_("Nobody is trusted with the truth, and the margin is far wider."),
            (
                N_("Each coin adds noise of its own, so the margin falls only with the root of n."),
                N_("An office trusted with the truths adds noise once: its margin falls with n."),
            ),
            self._margin(self._response),
            N_("is the margin of the estimated share, 19 times of 20"),
            (
                share(
                    "central",
                    N_("margin of one noised count, same ε"),
                    spinner.central_margin(self.epsilon, self.asked),
                    Kind.EXACT,
                ),
                amount(
                    "needed",
                    N_("people needed for a margin of 5 %"),
                    spinner.people_needed(self._response, 0.05),
                    Kind.ESTIMATE,
                ),
            ),
            (spinner.both_margins(self.epsilon, self.asked),),
            caution=N_("The margin is that of the coins alone, not of who was asked."),
            openings=(_opening(self.epsilon),),
        )

    def _margin(self, response: RandomizedResponse) -> Number:
        wide, label = spinner.margin(response, self.asked), N_("margin of the estimate, 95 %")
        said = N_("± {share:percent}", share=wide) if wide <= 1 else N_("over ± 100 %")
        return Number("margin", label, wide, said, N_("normal approximation"))


def _epsilon_of_two_coins() -> Number:
    said = N_("ln 3 = {value}", value=TWO_COINS.epsilon)
    return Number("epsilon", N_("ε of two coins"), TWO_COINS.epsilon, said, Kind.EXACT, _SOURCE)


def _opening(epsilon: float, label: Sentence = _RESPONSE) -> Opening:
    settings = {**release_settings(epsilon, TWO_COINS.id), "shape.categories": 2}
    return Opening("explore", label, settings, "one-release")
