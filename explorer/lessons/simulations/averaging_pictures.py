"""Pictures of the lesson on averaging: the running mean, how often it is right, and the ledger beside it."""

from __future__ import annotations

import numpy as np

from explorer.lessons.parts.picture import Axis, Band, Chart, Columns, Curve, Dots, Level, Marker, Sheet
from explorer.lessons.simulations.repeated_count import (
    ATTACKERS,
    MOST,
    TRUE_COUNT,
    answers_needed,
    expected_share,
    right_shares,
    running_means,
    spent,
)
from explorer.mark import N_
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.mechanisms.laplace import Laplace
from explorer.privacy.status import Kind

_ASKED = np.arange(1.0, MOST + 1)
_EPSILONS = np.geomspace(0.1, 10.0, 41)
_ENTRIES = 6  # of the ledger that are shown


def one_attacker(seed: int, epsilon: float) -> Chart:
    """The running mean of the first attacker, and the band in which it rounds to the true count."""
    means = running_means(seed, epsilon)[0]
    reach = max(2.0, float(np.abs(means - TRUE_COUNT).max()) * 1.1)
    return Chart(
        "running-mean",
        N_("The mean of the answers closes in"),
        N_("The running mean of one attacker starts far off and settles at the true count."),
        Axis(N_("answers"), 1.0, float(MOST), whole=True),
        Axis(N_("mean of the answers so far"), TRUE_COUNT - reach, TRUE_COUNT + reach),
        (
            Band(
                "rounds",
                np.array([1.0, float(MOST)]),
                np.full(2, TRUE_COUNT - 0.5),
                np.full(2, TRUE_COUNT + 0.5),
                "exact",
                N_("rounds to the true count"),
            ),
            Curve("mean", _ASKED, means, "with", wide=True),
            Level("true", float(TRUE_COUNT), N_("true count: {count}", count=TRUE_COUNT)),
        ),
    )


def how_often(seed: int, epsilon: float, count: int) -> Chart:
    """How many attackers are right after k answers, and what is expected."""
    noise = DiscreteLaplace.calibrated(epsilon, 0.0, 1.0)
    return Chart(
        "how-often",
        N_("The more answers, the more attackers are right"),
        N_("The share of attackers with the true count rises with the number of answers."),
        Axis(N_("answers"), 1.0, float(MOST), logarithmic=True),
        Axis(N_("attackers with the true count (%)"), 0.0, 102.0),
        (
            Dots(
                "counted",
                _ASKED,
                100 * right_shares(seed, epsilon),
                "with",
                N_("{attackers} simulated attackers", attackers=ATTACKERS),
                size=4.0,
            ),
            Curve(
                "expected",
                _ASKED,
                100 * expected_share(noise, _ASKED),
                "ink",
                N_("normal approximation"),
                Kind.ESTIMATE,
            ),
            Level("aim", 95.0, N_("95 %")),
            Marker("count", N_("k = {count}", count=count)),
        ),
    )


def needed(epsilon: float) -> Chart:
    """How many answers are needed over ε, with this noise and with continuous Laplace noise."""
    own, smooth = (
        np.array([float(answers_needed(kind.calibrated(float(each), 0.0, 1.0))) for each in _EPSILONS])
        for kind in (DiscreteLaplace, Laplace)
    )
    return Chart(
        "needed",
        N_("Half of ε, four times as many answers"),
        N_("The number of answers needed falls from some 3,000 at ε = 0.1 to one at large ε."),
        Axis(N_("ε of each answer"), 0.1, 10.0, logarithmic=True),
        Axis(N_("answers needed"), 1.0, 10_000.0, logarithmic=True),
        (
            Curve("laplace", _EPSILONS, smooth, "ink", N_("continuous Laplace"), Kind.ESTIMATE),
            Curve("discrete", _EPSILONS, own, "with", N_("discrete Laplace"), Kind.ESTIMATE, wide=True),
            Marker("epsilon", N_("ε = {epsilon}", epsilon=epsilon)),
        ),
    )


def account(epsilon: float, limit: float, within: int, asked: int) -> Chart:
    """The total ε after each answer; what would exceed the limit is refused."""
    shown = within + 3
    at = np.arange(1.0, min(shown, MOST) + 1)
    totals = np.array([spent(epsilon, int(each)) for each in at])
    paid, refused = at <= min(asked, within), at > within
    return Chart(
        "account",
        N_("Every answer costs ε, the same answer too"),
        N_("The total ε climbs by ε with every answer, up to the limit; further answers are refused."),
        Axis(N_("answers"), 0.0, float(at[-1]) + 1, whole=True),
        Axis(N_("total ε"), 0.0, float(max(totals[-1], limit)) * 1.1),
        (
            *(
                Columns(identity, at[which], totals[which], 0.7, colour, label)
                for identity, which, colour, label in (
                    ("paid", paid, "with", N_("answered")),
                    ("open", ~paid & ~refused, "mist", N_("within the limit")),
                    ("refused", refused, "refused", N_("refused")),
                )
                if which.any()
            ),
            Level("limit", limit, N_("limit of the account"), "refused"),
        ),
    )


def ledger(epsilon: float, answers: int) -> Sheet:
    """The last entries of the account."""
    first = max(1, answers - _ENTRIES + 1)
    return Sheet(
        "ledger",
        N_("What the ledger would say"),
        N_("Each answer with its ε, and the running total."),
        (N_("release"), N_("ε"), N_("cumulative")),
        tuple((number, epsilon, spent(epsilon, number)) for number in range(first, answers + 1)),
    )


def shared(limit: float) -> Chart:
    """The noise margin of each of k different counts that share the limit."""
    counts = np.arange(1.0, 51.0)
    margins = np.array([DiscreteLaplace.calibrated(limit / each, 0.0, 1.0).margin(0.95) for each in counts])
    return Chart(
        "shared",
        N_("Different counts share the limit"),
        N_("The noise margin of each count grows with the number of counts that share one limit."),
        Axis(N_("different counts"), 1.0, 50.0, whole=True),
        Axis(N_("noise margin of each count (people)"), 0.0, float(margins[-1]) * 1.1),
        (Curve("shared", counts, margins, "exact", wide=True),),
    )


def first_answers(seed: int) -> Sheet:
    """The first answers of one attacker, as they come."""
    means = running_means(seed, 1.0)[0, :_ENTRIES]
    asked = np.arange(1, _ENTRIES + 1)
    answers = np.rint(np.diff(means * asked, prepend=0.0))
    return Sheet(
        "answers",
        N_("The first answers"),
        N_("Six answers to the same question, all different from each other or nearly so."),
        (N_("question"), N_("answer")),
        tuple((int(number), int(answer)) for number, answer in zip(asked, answers, strict=True)),
    )
