"""Questions about one release: what it guarantees, what its noise costs, what it means for a person."""

from __future__ import annotations

import argparse

from explorer.app.core.sections import Reading
from explorer.app.core.wording import no_less, no_more
from explorer.app.explore.risk_summary import rounded_hundred
from explorer.cli.answer import Answer, Line, Row
from explorer.cli.command import Verb, help_text
from explorer.cli.heading import in_words
from explorer.cli.margins import of_choice, of_noise
from explorer.cli.options import (
    BINS,
    declare_mechanism,
    declare_several,
    finite,
    number_of,
    numbers_of,
    probability_of,
)
from explorer.cli.profiles import AXES
from explorer.cli.tables import (
    asked_release,
    declare_tables,
    direction_titles,
    headed,
)
from explorer.cli.target import RequestedRelease, asked, chosen_mechanism, declare_target
from explorer.mark import N_, Sentence, at_least, at_most
from explorer.privacy.composition import Kind
from explorer.privacy.mechanism import AdditiveNoise, Selection
from explorer.privacy.pairs.probability_table import Tables
from explorer.privacy.parameter import parameters
from explorer.privacy.refusal import Unsupported
from explorer.privacy.risk import Odds, of_mechanism, posterior, worst_case
from explorer.privacy.subsampling.sample import SOURCES


def _declare_profile(parser: argparse.ArgumentParser) -> None:
    declare_mechanism(parser)
    declare_target(parser)
    declare_tables(parser)
    for axis in AXES:
        declare_several(parser, axis.option, axis.summary)


def _profile(chosen: argparse.Namespace) -> Answer:
    asked_along = [axis for axis in AXES if getattr(chosen, axis.field) is not None]
    if len(asked_along) != 1:
        options = tuple(axis.option for axis in AXES)
        raise Unsupported(N_("give one of {options}", options=options), "at-epsilon")
    release = asked_release(chosen)
    if release.mechanism is None:
        raise Unsupported(N_("give a mechanism"), "mechanism")
    (axis,) = asked_along
    found = [
        axis.answer(release, at) for at in numbers_of(getattr(chosen, axis.field), axis.option, axis.range)
    ]
    head = Row((*axis.titles, *direction_titles(release), N_("kind")))
    rows: list[Line] = [*headed(release), *_warning(release), head, *(row for _, row in found)]
    results = [result for result, _ in found]
    data = {"mechanism": chosen.mechanism, "target": release.echo, "results": results}
    return Answer(data | _one_number(release) | _trusted(release) | {"source": _source(release)}, tuple(rows))


def _one_number(release: RequestedRelease) -> dict[str, object]:
    """ρ and μ where they exist: of a mechanism run on everybody."""
    mechanism = None if release.around.shape.sampling_rate < 1 else release.mechanism
    return {
        "rho": None if mechanism is None else finite(mechanism.rho),
        "mu": None if mechanism is None else finite(mechanism.mu),
    }


def _source(release: RequestedRelease) -> str:
    """Who has proven it: the mechanism, and what a sample adds."""
    own = "" if release.mechanism is None else release.mechanism.source
    shape = release.around.shape
    return own if shape.sampling_rate >= 1 else f"{own}; {SOURCES[shape.sampling]}"


def _declare_accuracy(parser: argparse.ArgumentParser) -> None:
    declare_mechanism(parser)
    declare_target(parser)
    parser.add_argument(
        "--confidence",
        default="0.95",
        help=help_text(parser, N_("confidence of the margins, between 0 and 1 (0.95)")),
    )
    parser.add_argument(
        "--bins", default="1", help=help_text(parser, N_("number of bins released together (1)"))
    )


def _accuracy(chosen: argparse.Namespace) -> Answer:
    release = asked(chosen_mechanism(chosen.mechanism), chosen)
    confidence = probability_of(chosen.confidence, "--confidence")
    bins = int(number_of(chosen.bins, "--bins", BINS))
    if isinstance(release.mechanism, AdditiveNoise):
        found, lines = of_noise(release.mechanism, confidence, bins)
    elif isinstance(release.mechanism, Selection):
        found, lines = of_choice(release.mechanism, confidence, bins)
    else:
        raise Unsupported(N_("give a mechanism"), "mechanism")
    data = {
        "mechanism": chosen.mechanism,
        "target": release.echo,
        "confidence": confidence,
        "bins": bins,
        **_trusted(release),
        **found,
        "source": release.mechanism.source,
    }
    return Answer(data, (in_words(release), *_warning(release), *lines))


def _trusted(release: RequestedRelease) -> dict[str, object]:
    """Whether the release keeps the (ε, δ) that was asked of it, and why not."""
    return {"status": release.claim.status.value, "reason": release.claim.reason}


def _warning(release: RequestedRelease) -> tuple[Line, ...]:
    return () if release.claim.reason is None else (release.claim.reason,)


def _declare_risk(parser: argparse.ArgumentParser) -> None:
    declare_target(parser)
    declare_tables(parser)
    parser.add_argument(
        "--mechanism", help=help_text(parser, N_("the risk of this mechanism instead of the worst case"))
    )
    declare_several(parser, "--prior", N_("prior belief (0.5)"))


def _risk(chosen: argparse.Namespace) -> Answer:
    release = asked_release(chosen)
    priors = numbers_of(chosen.prior or ["0.5"], "--prior", parameters(Reading)["prior"])
    guarantee = release.guarantee
    if guarantee is not None:
        found = of_mechanism(guarantee)
    elif release.epsilon is not None:
        found = worst_case(release.epsilon, release.delta or 0.0)
    else:
        raise Unsupported(N_("give --epsilon"), "epsilon")
    beliefs = [_belief(release, prior) for prior in priors]
    kind = Kind.EXACT if guarantee is None else guarantee.profile_kind
    lines: list[Line] = [
        *headed(release),
        *_warning(release),
        _odds_line(release, found.odds, kind),
        N_("accuracy of the best attacker: {share:percent}", share=no_more(found.best_guess, kind)),
        N_(
            "the true-positive rate exceeds the false-positive rate by at most {share:percent}",
            share=at_most(found.advantage),
        ),
        *(_belief_line(belief) for belief in beliefs),
        _risk_kind(release),
    ]
    data = {
        "mechanism": chosen.mechanism,
        "target": release.echo,
        **_trusted(release),
        "best_guess": found.best_guess,
        "advantage": found.advantage,
        "posterior": beliefs,
        "odds": {"without": found.odds.without, "with": found.odds.with_you},
        "kind": kind.value,
    }
    return Answer(data, tuple(lines))


def _odds_line(release: RequestedRelease, odds: Odds, kind: Kind) -> Sentence:
    """How often the best test is right and wrong; of two tables nobody has said which has you in it."""
    shown = {
        "without": no_less(odds.without, kind),
        "with_you": rounded_hundred(odds.with_you, kind),
    }
    if isinstance(release.mechanism, Tables):
        return N_(
            "of 100 outputs of Q, {without:3} look like P; of 100 outputs of P, {with_you:3} do", **shown
        )
    return N_(
        "of 100 such releases, {without:3} look as if you were in the data if you are not, "
        "{with_you:3} if you are",
        **shown,
    )


def _risk_kind(release: RequestedRelease) -> Sentence:
    """What kind of numbers these are, and by whom."""
    guarantee = release.guarantee
    if guarantee is not None and guarantee.profile_kind is Kind.UPPER:
        return N_("all of these are proven upper bounds; {source}", source=_source(release))
    if guarantee is not None:
        return N_("all of these are exact; {source}", source=_source(release))
    source = "Kairouz, Oh & Viswanath 2015, Theorem 2.1"
    return N_("worst case over all mechanisms, exact; {source}", source=source)


def _belief(release: RequestedRelease, prior: float) -> dict[str, object]:
    if release.epsilon is None or release.delta:
        reason = N_("with δ > 0 no range of posterior beliefs holds for every single result")
        return {"prior": prior, "low": None, "high": None, "reason": reason}
    low, high = posterior(release.epsilon, prior)
    return {"prior": prior, "low": low, "high": high, "reason": None}


def _belief_line(belief: dict[str, object]) -> Sentence:
    low, high = belief["low"], belief["high"]
    if not isinstance(low, float) or not isinstance(high, float):
        return N_("prior belief {prior:percent}: {reason}", prior=belief["prior"], reason=belief["reason"])
    return N_(
        "prior belief {prior:percent}: posterior belief between {low:percent} and {high:percent}",
        prior=belief["prior"],
        low=at_least(low),
        high=at_most(high),
    )


VERBS: tuple[Verb, ...] = (
    Verb(
        "profile",
        N_("the smallest δ at each ε, or ε at each δ"),
        _declare_profile,
        _profile,
        example="profile gaussian --sigma 2 --at-epsilon 0.5 1 2",
    ),
    Verb(
        "accuracy",
        N_("noise margins of a release"),
        _declare_accuracy,
        _accuracy,
        example="accuracy laplace --epsilon 0.5 --bins 20",
    ),
    Verb(
        "risk",
        N_("meaning of a guarantee for one person"),
        _declare_risk,
        _risk,
        example="risk --epsilon 1 --prior 0.01",
    ),
)
