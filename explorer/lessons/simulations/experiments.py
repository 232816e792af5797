"""The adaptive k-fold experiment: twenty answers of experiment 0 or of experiment 1, and who is asking.

In each round the adversary chooses two neighbouring datasets and a mechanism from all answers so far. The
mechanism is run on the first dataset in experiment 0, on the second in experiment 1. Each mechanism has the
same ε. What an answer tells is its privacy loss, of experiment 1 against experiment 0.

Source: Dwork, Rothblum & Vadhan 2010, section III; Dwork & Roth 2014, section 3.5.1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from explorer.mark import N_, Sentence
from explorer.privacy.accounting.optimal_profile import optimal_delta
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.mechanisms.exponential import Exponential, neighbouring
from explorer.privacy.mechanisms.randomized_response import RandomizedResponse
from explorer.privacy.samplers.integer_sampler import Bits, discrete_laplace
from explorer.privacy.samplers.selection_sampler import exponential, randomized_response

Floats = NDArray[np.float64]

ROUNDS = 20
COUNT, ANSWER, VOTE = "count", "answer", "vote"
QUESTIONS = (COUNT, ANSWER, VOTE)
REST, AGAIN = "rest", "again"
GUESSES = ("experiment-0", "experiment-1")
_OTHERS = 100  # in the count, the person aside
_VOTES = (30.0, 30.0, 30.0)


@dataclass(frozen=True)
class Answer:
    """One answer: what was asked, what was said, and its privacy loss."""

    question: str
    said: Sentence
    loss: float


@dataclass(frozen=True)
class Game:
    """One experiment as far as it was played: the questions, and 0 or 1 once it was guessed."""

    number: int
    asked: tuple[str, ...] = ()
    guess: int | None = None


def limit(epsilon: float, rounds: int = ROUNDS) -> float:
    """How often the best adversary is right after `rounds` answers of ε: (1 + δ(0))/2 of the composition.

    Exact: randomised response, and a count with discrete Laplace noise, attain it in every round, and no
    mechanism of this ε, chosen adaptively or not, exceeds it (`optimal_delta`).
    """
    distance = float(optimal_delta(epsilon, 0.0, rounds, np.array([0.0]))[0])
    return min((1 + distance) / 2, float(np.nextafter(1.0, 0.0)))


def games_of(moves: tuple[str, ...]) -> tuple[Game, ...]:
    """All games that these moves played, the last one in hand. A move that does not apply changes nothing."""
    games = [Game(0)]
    for move in moves:
        last = games[-1]
        if move == AGAIN and last.guess is not None:
            games.append(Game(last.number + 1))
        elif move in GUESSES and last.guess is None and len(last.asked) == ROUNDS:
            games[-1] = Game(last.number, last.asked, GUESSES.index(move))
        elif move in QUESTIONS and len(last.asked) < ROUNDS:
            games[-1] = Game(last.number, (*last.asked, move))
        elif move == REST and last.asked:
            more = (last.asked[-1],) * (ROUNDS - len(last.asked))
            games[-1] = Game(last.number, last.asked + more)
    return tuple(games)


def hidden(bits: Callable[[int], Bits], game: int) -> int:
    """Which experiment a game is: 0 or 1, by its stream."""
    return int(bits(_stream(game, ROUNDS)).below(2, 1)[0])


def answers_of(game: Game, epsilon: float, bits: Callable[[int], Bits]) -> tuple[Answer, ...]:
    """What was answered so far in a game."""
    experiment = hidden(bits, game.number)
    return tuple(
        answer(question, experiment, epsilon, bits(_stream(game.number, place)))
        for place, question in enumerate(game.asked)
    )


def _stream(game: int, place: int) -> int:
    return 1000 + game * (ROUNDS + 1) + place


def answer(question: str, experiment: int, epsilon: float, bits: Bits) -> Answer:
    """One answer of one experiment, drawn exactly."""
    exact = Fraction(repr(epsilon))
    if question == COUNT:
        drawn = experiment + int(discrete_laplace(bits, 1 / exact, 1)[0])
        said: Sentence = N_("{count}", count=_OTHERS + drawn)
    elif question == ANSWER:
        drawn = int(randomized_response(bits, [experiment], exact, 2)[0])
        said = N_("yes") if drawn else N_("no")
    else:
        scores = neighbouring(_VOTES, 1.0)[experiment].astype(np.int64)
        drawn = int(exponential(bits, scores, 2 / exact, 1)[0])
        said = N_("candidate {number}", number=drawn + 1)
    return Answer(question, said, loss(question, drawn, epsilon))


@lru_cache(maxsize=1024)  # whoever plays many games hears the same few answers again and again
def loss(question: str, drawn: int, epsilon: float) -> float:
    """ln of the probability of this answer in experiment 1 over that in experiment 0."""
    if question == COUNT:
        pair, at = DiscreteLaplace.calibrated(epsilon, 0.0, 1.0).pair(), np.array([float(drawn)])
        return float((pair.with_you(at) - pair.without(at))[0])
    if question == ANSWER:  # option 0 is the answer "yes" of experiment 1, so option 1 is "no"
        choice = RandomizedResponse(epsilon).choice()
        place = 1 if drawn else 0
    else:
        choice, place = Exponential.calibrated(epsilon, 0.0, 1.0).choice(_VOTES), drawn
    return float(choice.log_with_you[place] - choice.log_without[place])


def best_moves(epsilon: float, games: int, bits: Callable[[int], Bits]) -> tuple[str, ...]:
    """The moves of the best adversary over some games: it guesses the side that the sum of losses is on."""
    moves: list[str] = []
    for number in range(games):
        experiment, total = hidden(bits, number), 0.0
        for place in range(ROUNDS):
            moves.append(_asked(total))
            total += answer(moves[-1], experiment, epsilon, bits(_stream(number, place))).loss
        moves += [GUESSES[int(total > 0)], AGAIN]
    return tuple(moves[:-1])


def _asked(total: float) -> str:
    """What the best adversary asks where the losses so far sum to this: a count, or an answer."""
    return COUNT if total > 0 else ANSWER


def simulated_games(epsilon: float, games: int, bits: Bits) -> tuple[NDArray[np.int64], Floats]:
    """Games of the best adversary: the experiment of each, (n,), and its losses summed by round, (n, 21).

    Both kinds of answer are drawn for every round, and the one that is asked for is looked at.
    """
    exact = Fraction(repr(epsilon))
    experiments = bits.below(2, games).astype(np.int64)
    repeated = np.repeat(experiments, ROUNDS)
    counted = repeated + discrete_laplace(bits, 1 / exact, repeated.size)
    answered = randomized_response(bits, repeated.tolist(), exact, 2)
    # a count above 100 has the loss of a yes, one of 100 and below that of a no: its sensitivity is 1
    spoken = {COUNT: (counted > 0).reshape(games, ROUNDS), ANSWER: (answered == 1).reshape(games, ROUNDS)}
    for_one, for_zero = loss(ANSWER, 1, epsilon), loss(ANSWER, 0, epsilon)
    totals = np.zeros((games, ROUNDS + 1))
    for turn in range(ROUNDS):
        ahead = totals[:, turn] > 0  # as `_asked`
        said = np.where(ahead, spoken[COUNT][:, turn], spoken[ANSWER][:, turn])
        totals[:, turn + 1] = totals[:, turn] + np.where(said, for_one, for_zero)
    return experiments, totals


def right(experiments: NDArray[np.int64], totals: Floats) -> NDArray[np.bool_]:
    """Whether the adversary, who guesses the side that the losses speak for, is right."""
    return np.asarray((totals[:, -1] > 0) == (experiments == 1))
