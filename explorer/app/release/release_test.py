"""What a test of the release shows, in words: the same for the window and the command line."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from explorer.app.core import release_messages as said
from explorer.app.core.refusals import accept, refuse
from explorer.app.core.state import State
from explorer.app.release.plan.plan_draft import document
from explorer.mark import N_, Sentence
from explorer.privacy.audit_bound import RUNS
from explorer.privacy.notation import read
from explorer.privacy.refusal import Refusal

if TYPE_CHECKING:
    from explorer.release.audit.black_box import Verdict

WHAT = N_(
    "Runs this release on two simulated tables that differ in one unit, and counts how much more "
    "often an event occurs on one of them. Your file is not read, and nothing is spent."
)


def runs_typed(state: State, message: said.AuditRunsChosen) -> State:
    """How many runs a side the next test takes; what is no such number is refused beside it."""
    try:
        runs = int(RUNS.check(read(message.text)))
    except Refusal as refusal:
        return refuse(state, "testing.runs", refusal)
    return accept(replace(state, releasing=replace(state.releasing, trial_runs=runs)), "testing.runs")


def tested(state: State, message: said.ReleaseTested) -> State:
    """A test has ended; what was refused before it is gone."""
    found = (message.plan, message.verdict)
    return accept(replace(state, releasing=replace(state.releasing, tested=found)), "testing")


def is_stale(state: State) -> bool:
    """Whether the plan is another one by now than the one that was tested."""
    if state.releasing.tested is None or state.releasing.tested[0] == state.releasing.plan:
        return False
    then, now = state.releasing.tested[0], state.releasing.plan
    return document(then) != document(now)  # a plan that reads the same is the same


def judgement(verdict: Verdict) -> Sentence:
    """What it means, in a sentence or two."""
    if verdict.violated:
        return N_(
            "The claim is false: more than ε = {epsilon} leaks. Release nothing with this program, "
            "and report it to its makers.",
            epsilon=verdict.epsilon,
        )
    if verdict.largest <= verdict.epsilon:
        if math.isinf(verdict.needed):
            return N_(
                "No test can certify more than ε = {epsilon}, so a larger claim can't be tested.",
                epsilon=verdict.epsilon,
            )
        return N_(
            "This many runs can't certify more than the claim: use at least {needed:7} runs per dataset.",
            needed=int(verdict.needed),
        )
    return N_("No fault found. A test can find a fault, it cannot prove that there is none.")


def seen(verdict: Verdict) -> Sentence:
    """The event, and how often it came about."""
    one, other = verdict.seen
    return N_(
        "In {fresh:7} fresh runs per dataset, this event occurred {one:7} and {other:7} times: {event}.",
        fresh=verdict.fresh,
        one=one,
        other=other,
        event=verdict.event,
    )


def pair(verdict: Verdict) -> Sentence:
    """The two tables, and how far apart they are."""
    return N_(
        "The tables: {pair}; their counts differ by {reach:percent} of what the plan allows.",
        pair=verdict.pair,
        reach=verdict.reach,
    )


def done(verdict: Verdict) -> Sentence:
    """What was run."""
    return N_(
        "{runs:7} runs per dataset: a table was counted again under another key {counted:7} times, "
        "and {whole:7} runs went through a temporary ledger and the files.",
        runs=verdict.runs,
        counted=verdict.counted,
        whole=verdict.whole,
    )


def claim(verdict: Verdict) -> Sentence:
    """What the plan promises."""
    if verdict.delta:
        return N_("ε = {epsilon}, δ = {delta}", epsilon=verdict.epsilon, delta=verdict.delta)
    return N_("ε = {epsilon}", epsilon=verdict.epsilon)
