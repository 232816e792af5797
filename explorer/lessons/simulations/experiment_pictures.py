"""Pictures of the adaptive k-fold experiment: what the answers say so far, and how often a guess is right."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from explorer.lessons.parts.picture import (
    Axis,
    Band,
    CellKind,
    Chart,
    Curve,
    Dots,
    Grid,
    Level,
    Marker,
    Sheet,
)
from explorer.lessons.parts.scene import Action
from explorer.lessons.simulations.experiments import (
    AGAIN,
    ANSWER,
    COUNT,
    GUESSES,
    QUESTIONS,
    REST,
    ROUNDS,
    VOTE,
    Answer,
    Game,
    limit,
)
from explorer.mark import N_, Sentence
from explorer.privacy.binomial_band import binomial_band
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.risk import worst_case
from explorer.privacy.status import Kind

Floats = NDArray[np.float64]

SMALLEST, LARGEST = 0.01, 2.0  # ε of an answer
_FAN = 30  # games that are drawn
_LAST = 6  # answers that are listed
_EPSILONS = np.geomspace(SMALLEST, LARGEST, 61)
NAMES = {
    COUNT: N_("noised count, without or with Chandler"),
    ANSWER: N_("randomised response, Monica's no or yes"),
    VOTE: N_("most votes, without or with Joey's vote"),
}


def experiment() -> Sheet:
    """What the adversary may ask."""
    return Sheet(
        "experiment",
        N_("One round"),
        N_("A table of three questions and of the dataset that is used in each experiment."),
        (N_("question"), N_("experiment 0"), N_("experiment 1")),
        (
            (N_("noised count"), N_("without Chandler"), N_("with Chandler")),
            (N_("randomised response"), N_("Monica's answer is no"), N_("Monica's answer is yes")),
            (N_("candidate with most votes"), N_("without Joey's vote"), N_("with Joey's vote")),
        ),
    )


def fan(experiments: NDArray[np.int64], totals: Floats, epsilon: float) -> Chart:
    """The total loss of some games, round by round."""
    turns = np.arange(ROUNDS + 1, dtype=np.float64)
    curves: list[Curve] = []
    named: set[int] = set()
    for place, (each, total) in enumerate(zip(experiments[:_FAN].tolist(), totals[:_FAN], strict=True)):
        label = None if each in named else (N_("experiment 1") if each else N_("experiment 0"))
        named.add(each)
        curves.append(Curve(f"game-{place}", turns, total, "with" if each else "without", label))
    return Chart(
        "fan",
        N_("What the answers say, game by game"),
        N_("Lines of the total privacy loss of thirty games; those of experiment 1 rise, the others fall."),
        Axis(N_("answers"), 0.0, float(ROUNDS), whole=True),
        Axis(N_("total privacy loss"), -ROUNDS * epsilon, ROUNDS * epsilon),
        (*curves, Level("even", 0.0, N_("speaks for neither"))),
    )


def so_far(answers: tuple[Answer, ...], epsilon: float) -> Chart:
    """The total loss of the game in hand."""
    totals = np.concatenate([[0.0], np.cumsum([each.loss for each in answers])])
    most = ROUNDS * epsilon
    return Chart(
        "so-far",
        N_("What the answers say so far"),
        N_("A line of the total privacy loss after each answer: above 0 it speaks for experiment 1."),
        Axis(N_("answers"), 0.0, float(ROUNDS), whole=True),
        Axis(N_("total privacy loss"), -most, most),
        (
            Curve("total", np.arange(totals.size, dtype=np.float64), totals, "exact", wide=True),
            Dots("now", np.array([float(totals.size - 1)]), totals[-1:], "exact", None, 9.0, 1.0),
            Level("even", 0.0, N_("speaks for neither")),
        ),
    )


def last_answers(answers: tuple[Answer, ...]) -> Sheet:
    """The latest answers, newest first."""
    first = len(answers)
    rows = tuple(
        (first - place, NAMES[each.question], each.said, N_("{loss:3}", loss=each.loss))
        for place, each in enumerate(answers[::-1][:_LAST])
    )
    return Sheet(
        "answers",
        N_("The latest answers"),
        N_("A table of the latest answers, the newest first, with the privacy loss of each."),
        (N_("round"), N_("question"), N_("answer"), N_("privacy loss")),
        rows,
    )


@cache
def _limits(games: int) -> tuple[Floats, Floats, Floats, Floats]:
    """At each ε of the picture the exact limit, the bound from the total, and the ends of the band."""
    exact = np.array([limit(float(each)) for each in _EPSILONS])
    bound = np.array([worst_case(ROUNDS * float(each), 0.0).best_guess for each in _EPSILONS])
    found = exact, bound, *binomial_band(exact, games)
    for each in found:
        each.setflags(write=False)
    return found


def by_epsilon(epsilon: float, found: float, games: int) -> Chart:
    """The exact limit with its band, the bound from the total alone, and the simulated score."""
    exact, bound, low, high = _limits(games)
    return Chart(
        "by-epsilon",
        N_("How often the adversary is right after twenty answers"),
        N_(
            "The exact limit rises with ε from one half to certainty; the bound from the total lies above it."
        ),
        Axis(N_("ε of one answer"), SMALLEST, LARGEST, logarithmic=True),
        Axis(N_("right guesses"), 0.4, 1.0),
        (
            Band("band", _EPSILONS, low, high, "exact", N_("95 of 100 scores")),
            Curve("exact", _EPSILONS, exact, "exact", N_("exact limit"), wide=True),
            Curve("bound", _EPSILONS, bound, "ink", N_("bound from the total ε"), Kind.UPPER),
            Dots(
                "score", np.array([epsilon]), np.array([max(found, 0.4)]), "with", N_("simulated"), 11.0, 1.0
            ),
            Marker("epsilon", N_("ε = {epsilon}", epsilon=epsilon)),
        ),
    )


def score(won: int, played: int, exact: float, bound: float) -> Chart:
    """The player's share against the exact limit, its band by the number of games, and the bound."""
    games = np.unique(np.rint(np.geomspace(1.0, max(2.0 * played, 20.0), 60)).astype(np.int64))
    ends = np.array([[end[0] for end in binomial_band(np.array([exact]), int(each))] for each in games])
    x = games.astype(np.float64)
    return Chart(
        "score",
        N_("The score by games played"),
        N_("A point for the share of games won, in the band in which the best player's share lies."),
        Axis(N_("games"), 1.0, float(games[-1]), whole=True),
        Axis(N_("right guesses"), 0.0, 1.0),
        (
            Band("band", x, ends[:, 0], ends[:, 1], "exact", N_("95 of 100 scores")),
            Level("exact", exact, N_("exact limit"), "exact"),
            Level("bound", bound, N_("bound from the total ε")),
            Dots(
                "score", np.array([float(played)]), np.array([won / played]), "with", N_("score"), 11.0, 1.0
            ),
        ),
    )


def guesses(right: NDArray[np.bool_]) -> Grid:
    """A square a game."""
    return Grid(
        "guesses",
        N_("Two hundred games"),
        N_("Squares of two hundred games; where the adversary's guess was wrong the square bears a cross."),
        1 - right.astype(np.int64),
        20,
        (CellKind(N_("right"), "with"), CellKind(N_("wrong"), "muted", crossed=True)),
    )


def margins(epsilon: float) -> Chart:
    """The noise margin of each count by the number of answers that share one budget."""
    answers = np.arange(1, 51)
    total = ROUNDS * epsilon
    wide = [DiscreteLaplace.calibrated(total / int(each), 0.0, 1.0).margin(0.95) for each in answers]
    return Chart(
        "margins",
        N_("The same total ε, shared by more answers"),
        N_("The noise margin of each answer rises with the number of answers that share one total ε."),
        Axis(N_("answers"), 1.0, 50.0, whole=True),
        Axis(N_("noise margin of each, 95 %"), 0.1, 10_000.0, logarithmic=True),
        (
            Curve(
                "margin",
                answers.astype(np.float64),
                np.maximum(wide, 0.1),
                "exact",
                N_("noise margin"),
                wide=True,
            ),
            Level("rounds", float(ROUNDS), N_("twenty answers"), upright=True),
        ),
    )


def name_of(guess: int) -> Sentence:
    """Experiment 0 or 1."""
    return N_("experiment 1") if guess else N_("experiment 0")


def actions(game: Game) -> tuple[Action, ...]:
    """What can be pressed now: questions, then the two guesses, then another game."""
    if game.guess is not None:
        return (Action(AGAIN, N_("Play again")),)
    if len(game.asked) == ROUNDS:
        return tuple(Action(each, name_of(place)) for place, each in enumerate(GUESSES))
    early = None if game.asked else N_("ask one question first")
    questions = tuple(Action(each, NAMES[each]) for each in QUESTIONS)
    return (*questions, Action(REST, N_("Repeat the last question to the end"), early))
