"""Guess the database: the adaptive k-fold experiment, played by a person or by the best adversary."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Self

import numpy as np

from explorer.lessons.parts.lesson import Guess, GuessKind, Lesson, Step
from explorer.lessons.parts.numbers import amount, epsilon_param, share
from explorer.lessons.parts.release_settings import release_settings
from explorer.lessons.parts.scene import Number, Opening, Scene
from explorer.lessons.simulations import experiment_pictures as pictures
from explorer.lessons.simulations import experiments as simulated
from explorer.lessons.simulations.experiments import ROUNDS, Game
from explorer.mark import N_, Sentence, at_most
from explorer.privacy.binomial_band import binomial_band
from explorer.privacy.composition import Release, every_composition
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.risk import worst_case
from explorer.privacy.status import Kind

ATTACKED, PLAYED, SAFE = 1.0, 0.3, 0.05  # ε of an answer in the steps where it is not dragged
GAMES = 200
_SHOWN, _DELTA = 5, 1e-6
_KOV = "Kairouz, Oh & Viswanath 2015, Theorem 3.3"
_LIMIT = N_("exact limit: accuracy of the best adversary")
_BOUND = N_("bound from the total ε alone, (e^ε + δ)/(1 + e^ε)")


@dataclass(frozen=True)
class GuessTheDatabase(Lesson):
    """Twenty answers of experiment 0 or 1; the adversary chooses neighbours and mechanism in each round."""

    id: ClassVar[str] = "guess-the-database"
    order: ClassVar[int] = 100
    title: ClassVar[Sentence] = N_("Guess the database")
    about: ClassVar[Sentence] = N_(
        "Ask twenty questions, each from the answers so far, and say which database answered."
    )
    minutes: ClassVar[int] = 20
    source: ClassVar[str] = (
        "Dwork, Rothblum & Vadhan 2010, section III; Dwork & Roth 2014, section 3.5.1; " + _KOV
    )
    explains: ClassVar[tuple[str, ...]] = ("guess-of-many", "adaptive", "loss-of-many", "composition")
    questions: ClassVar[tuple[Sentence, ...]] = (
        N_("Why may the next question depend on all earlier answers without changing the total ε?"),
        N_("A player wins 9 of 10 games at a limit of 75 %. Is the mechanism broken?"),
        N_("Why does the bound from the total ε lie so far above what anybody reaches?"),
    )
    steps: ClassVar[tuple[Step, ...]] = (
        Step(
            "guess",
            N_("Guess"),
            Guess(
                N_("Twenty answers, each with ε = 1. How often is the best adversary right?"),
                GuessKind.SHARE,
                "limit",
                "attack",
                low=0.5,
            ),
            notes=(N_("After one answer it is 73 of 100 times: say so. Two minutes."),),
        ),
        Step(
            "attack",
            N_("The attack succeeds"),
            notes=(N_("Follow one line with a finger: single answers err, their sum hardly does."),),
            redraws=True,
        ),
        Step(
            "play",
            N_("Play"),
            notes=(
                N_("Let somebody call out the questions. Guess after the twentieth answer; play five games."),
                N_("The vote tells less than the other two. Let the room find out."),
            ),
            redraws=True,
        ),
        Step(
            "drag",
            N_("Drag ε"),
            controls=("epsilon",),
            notes=(N_("Ask for the ε at which the adversary is right 55 of 100 times."),),
            redraws=True,
        ),
        Step(
            "fails",
            N_("It fails"),
            notes=(N_("Twenty answers share a total ε of 1 here: each has one twentieth."),),
            redraws=True,
        ),
        Step(
            "cost",
            N_("What it cost"),
            controls=("epsilon",),
            notes=(N_("The margin of each answer grows in proportion to the number of answers."),),
        ),
    )

    epsilon: float = epsilon_param(
        0.2, low=pictures.SMALLEST, high=pictures.LARGEST, slider=(pictures.SMALLEST, pictures.LARGEST)
    )

    def scene(self, step: str) -> Scene:
        """The step of this id."""
        return {
            "guess": self._guess,
            "attack": self._attack,
            "play": self._play,
            "drag": self._drag,
            "fails": self._fails,
            "cost": self._cost,
        }[step]()

    def demonstrated(self) -> Self:
        """Five games of the best adversary."""
        return replace(self, moves=simulated.best_moves(PLAYED, _SHOWN, self.bits))

    def _guess(self) -> Scene:
        return Scene(
            N_("Two databases differ in one person. One of them answers: which?"),
            (
                N_(
                    "In each of twenty rounds the adversary chooses two neighbouring databases and a "
                    "mechanism. In experiment 0 always the first one answers, in experiment 1 always the "
                    "second."
                ),
                N_("One answer with ε = 1 tells them apart 73 of 100 times."),
            ),
            pictures=(pictures.experiment(),),
            openings=(Opening("explore", N_("One answer in Explore"), release_settings(ATTACKED), "risk"),),
        )

    def _attack(self) -> Scene:
        experiments, totals = simulated.simulated_games(ATTACKED, GAMES, self.bits(1))
        right = simulated.right(experiments, totals)
        return Scene(
            N_("Twenty answers of ε = 1 together give the experiment away."),
            (
                N_("The adversary sums the privacy losses of all answers and guesses by the sign."),
                N_("No other rule is right more often, and no choice of questions helps it further."),
            ),
            self._right(right),
            N_("of the simulated games are guessed correctly"),
            (
                *_ends(ATTACKED),
                share("one", N_("the same after one answer"), simulated.limit(ATTACKED, 1), Kind.EXACT, _KOV),
            ),
            (pictures.fan(experiments, totals, ATTACKED),),
            openings=(_opening(ATTACKED),),
        )

    def _play(self) -> Scene:
        games = simulated.games_of(self.moves)
        game = games[-1]
        answers = simulated.answers_of(game, PLAYED, self.bits)
        over = [each for each in games if each.guess is not None]
        won = sum(each.guess == simulated.hidden(self.bits, each.number) for each in over)
        exact, bound = _ends(PLAYED)[:2]
        second = (
            pictures.score(
                won, len(over), simulated.limit(PLAYED), worst_case(ROUNDS * PLAYED, 0.0).best_guess
            )
            if over and game.guess is not None
            else pictures.last_answers(answers)
        )
        return Scene(
            N_("Ask twenty questions, then say which experiment it is."),
            (
                N_("Each answer has ε = 0.3. Choose the next question from the answers so far."),
                self._said(game),
            ),
            _score(won, len(over)),
            N_("games were guessed correctly"),
            (exact, bound, *_band(len(over))),
            (pictures.so_far(answers, PLAYED), second),
            pictures.actions(game),
            N_("A score above the limit over few games is luck. The band shows how far luck reaches."),
            (_opening(PLAYED),),
        )

    def _said(self, game: Game) -> Sentence:
        if game.guess is None and len(game.asked) < ROUNDS:
            return N_("Round {round} of {rounds} is next.", round=len(game.asked) + 1, rounds=ROUNDS)
        if game.guess is None:
            return N_("All questions are asked: is it experiment 0 or experiment 1?")
        truth = simulated.hidden(self.bits, game.number)
        if game.guess == truth:
            return N_("Right: it was {truth}.", truth=pictures.name_of(truth))
        return N_("Wrong: it was {truth}.", truth=pictures.name_of(truth))

    def _drag(self) -> Scene:
        right = simulated.right(*simulated.simulated_games(self.epsilon, GAMES, self.bits(2)))
        found = float(np.mean(right))
        total = every_composition()["optimal"]().total(
            Release(self.epsilon), np.array([ROUNDS], dtype=np.int64), _DELTA
        )
        optimal = worst_case(float(total.value[0]), _DELTA).best_guess
        return Scene(
            N_("The score keeps to the exact limit, far below the bound from the total ε."),
            (
                N_("Drag ε. The point is the share of 200 simulated games that the best adversary wins."),
                N_(
                    "The bound knows only the total ε and δ. The exact limit knows how the losses of twenty "
                    "answers are distributed: most of them cancel."
                ),
            ),
            self._right(right),
            N_("of the simulated games are guessed correctly"),
            (
                *_ends(self.epsilon),
                share(
                    "optimal",
                    N_("the same bound by optimal composition, δ = 10⁻⁶"),
                    at_most(optimal),
                    Kind.UPPER,
                    _KOV,
                ),
            ),
            (pictures.by_epsilon(self.epsilon, found, GAMES),),
            openings=(_opening(self.epsilon),),
        )

    def _fails(self) -> Scene:
        right = simulated.right(*simulated.simulated_games(SAFE, GAMES, self.bits(3)))
        return Scene(
            N_("With a total ε of 1 the best adversary is hardly better than a coin."),
            (
                N_("Each answer has ε = 0.05 now. However the questions are chosen, their sum says little."),
                N_("The total was fixed before the first question. What is asked may depend on the answers."),
            ),
            self._right(right),
            N_("of the simulated games are guessed correctly"),
            _ends(SAFE),
            (pictures.guesses(right),),
            openings=(_opening(SAFE),),
        )

    def _cost(self) -> Scene:
        each, alone = (
            DiscreteLaplace.calibrated(epsilon, 0.0, 1.0).margin(0.95)
            for epsilon in (self.epsilon, ROUNDS * self.epsilon)
        )
        return Scene(
            N_("Twenty answers from one budget are each far noisier than one answer would be."),
            (
                N_("The total ε of all answers is twenty times that of one, however they are asked."),
                N_("Who asks less gets more exact answers for the same total."),
            ),
            amount("margin", N_("noise margin of each count, 95 %"), each, Kind.EXACT),
            N_("is the noise margin of each count, 19 times of 20"),
            (
                amount("alone", N_("noise margin of one count with the total ε"), alone, Kind.EXACT),
                amount("total", N_("total ε of twenty answers"), at_most(ROUNDS * self.epsilon), Kind.UPPER),
            ),
            (pictures.margins(self.epsilon),),
            openings=(_opening(self.epsilon),),
        )

    def _right(self, right: np.ndarray) -> Number:
        return share("right", N_("simulated games won"), float(np.mean(right)), N_("simulated, 200 games"))


def _ends(epsilon: float) -> tuple[Number, Number]:
    """The exact limit of twenty answers, and the bound from their total."""
    bound = worst_case(ROUNDS * epsilon, 0.0).best_guess
    return (
        share("limit", _LIMIT, simulated.limit(epsilon), Kind.EXACT, _KOV),
        share("bound", _BOUND, at_most(bound), Kind.UPPER, "Kairouz, Oh & Viswanath 2015, Theorem 2.1"),
    )


def _score(won: int, played: int) -> Number:
    said = N_("{won} of {played}", won=won, played=played) if played else N_("–")
    return Number("score", N_("games won"), won / played if played else None, said, N_("as played"))


def _band(played: int) -> tuple[Number, ...]:
    if not played:
        return ()
    low, high = (float(end[0]) for end in binomial_band(np.array([simulated.limit(PLAYED)]), played))
    said = N_("{low:percent} to {high:percent}", low=low, high=high)
    return (Number("band", N_("scores of the best player, 95 of 100 times"), low, said, Kind.EXACT),)


def _opening(epsilon: float) -> Opening:
    settings = {
        **release_settings(epsilon),
        "composing.count": ROUNDS,
        "composing.total_delta": _DELTA,
    }
    return Opening("compose", N_("Open twenty answers in Compose"), settings)
