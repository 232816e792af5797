"""The verb that tests the release of a plan on simulated people: the longer run of the window's test."""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Callable

from explorer.app.release import release_test
from explorer.cli.answer import Answer
from explorer.cli.command import Verb, help_text
from explorer.cli.options import number_of
from explorer.cli.plans.plan_files import declare_plan, read_plan_file
from explorer.language import Language
from explorer.mark import N_, Sentence, at_least, at_most
from explorer.privacy.audit_bound import ALPHA, RUNS, SOURCE
from explorer.privacy.notation import exact_text
from explorer.release.audit.black_box import Verdict, trial

SECONDS_BETWEEN_LINES = 0.1  # seconds between two lines of progress


def _audit(arguments: argparse.Namespace) -> Answer:
    plan = read_plan_file(arguments.plan)
    runs = int(number_of(arguments.runs, "--runs", RUNS))
    alpha = number_of(arguments.alpha, "--alpha", ALPHA)
    progress = (
        _progress(Language(arguments.language)) if sys.stderr is not None and sys.stderr.isatty() else None
    )
    try:
        verdict = trial(plan, runs, alpha, progress)
    finally:
        if progress is not None:
            sys.stderr.write("\r\x1b[K")
    return Answer(_data(verdict), _lines(verdict), exit_code=int(verdict.violated))


def _progress(language: Language) -> Callable[[int, int], None]:
    """Writes how far it is over the same line of a terminal."""
    began = last = time.monotonic()

    def report(done: int, runs: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last < SECONDS_BETWEEN_LINES or not done:
            return
        last = now
        left = math.ceil((now - began) * (runs - done) / done)
        words = N_(
            "{share:percent} done, about {seconds:plain} s to go",
            share=done // (runs / 100) / 100,
            seconds=left,
        )
        sys.stderr.write(f"\r\x1b[K{language.say(words)}")
        sys.stderr.flush()

    return report


def _data(verdict: Verdict) -> dict[str, object]:
    one, other = verdict.seen
    return {
        "epsilon": exact_text(verdict.epsilon),
        "delta": exact_text(verdict.delta),
        "violated": verdict.violated,
        "lower_bound": verdict.lower_bound,
        "largest": verdict.largest,
        "runs": verdict.runs,
        "fresh": verdict.fresh,
        "needed": None if math.isinf(verdict.needed) else int(verdict.needed),
        "alpha": verdict.alpha,
        "seen": [one, other],
        "event": verdict.event,
        "pair": verdict.pair,
        "reach": verdict.reach,
        "counted": verdict.counted,
        "whole": verdict.whole,
        "reason": release_test.judgement(verdict),
        "source": SOURCE,
    }


def _lines(verdict: Verdict) -> tuple[Sentence, ...]:
    found = N_(
        "empirical lower bound: ε ≥ {lower}; claimed: {claim}; the largest ε that this many runs "
        "can certify: {largest:3}",
        lower=at_least(verdict.lower_bound),
        claim=release_test.claim(verdict),
        largest=at_most(verdict.largest),
    )
    return (
        found,
        release_test.judgement(verdict),
        release_test.seen(verdict),
        release_test.pair(verdict),
        release_test.done(verdict),
    )


def _declare(parser: argparse.ArgumentParser) -> None:
    declare_plan(parser)
    text = help_text(parser, N_("runs per dataset; half of them choose the event"))
    parser.add_argument("--runs", default=str(int(RUNS.default)), metavar="N", help=text)
    text = help_text(parser, N_("the probability that a true claim is refuted"))
    parser.add_argument("--alpha", default="1e-6", metavar="A", help=text)


VERBS = (
    Verb(
        "audit",
        N_("test the release of a plan on simulated people"),
        _declare,
        _audit,
        example="audit plan.toml --runs 2000",
    ),
)
