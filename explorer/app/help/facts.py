"""What stands behind each number on the screen: its formula, its range, its theorem, in plain words.

A fact is written once and serves the popover beside a number, the help and the report. `every_fact` holds
the general forms; `explained` gives the form for one state: the chosen mechanism's own, with the kind that
its numbers have there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from types import MappingProxyType

from explorer.app.core import wording
from explorer.app.core.request import release_of
from explorer.app.core.state import State, guarantee_of, mechanism_of
from explorer.app.help.fact import Fact
from explorer.mark import N_, Sentence
from explorer.privacy.mechanism import AdditiveNoise, Mechanism, Selection
from explorer.privacy.status import Kind, Status
from explorer.privacy.subsampling.sample import SOURCES


@cache
def _of_one_release() -> Mapping[str, Fact]:
    """What the left column and Explore explain, among it the guess from many releases."""
    from explorer.app.help.facts_curves import CURVE_FACTS, PICTURE_FACTS
    from explorer.app.help.facts_release import RELEASE_FACTS
    from explorer.app.help.facts_repeated import MANY_FACTS
    from explorer.app.help.facts_shape import SHAPE_FACTS

    facts = (*RELEASE_FACTS, *SHAPE_FACTS, *CURVE_FACTS, *PICTURE_FACTS, *MANY_FACTS)
    return MappingProxyType({fact.id: fact for fact in facts})


@cache
def every_fact() -> Mapping[str, Fact]:
    """All facts in their general form, by id."""
    from explorer.app.help.facts_audit import TESTING_FACTS
    from explorer.app.help.facts_budget import BUDGET_FACTS
    from explorer.app.help.facts_composition import COMPOSITION_FACTS  # finds all bounds: not for the start
    from explorer.app.help.facts_learn import CLASS_FACTS
    from explorer.app.help.facts_ledger import LEDGER_FACTS
    from explorer.app.help.facts_plan import PLAN_FACTS
    from explorer.app.help.facts_schedule import YEAR_FACTS
    from explorer.app.help.facts_tables import TABLE_FACTS

    groups = (
        COMPOSITION_FACTS,
        BUDGET_FACTS,
        YEAR_FACTS,
        TABLE_FACTS,
        CLASS_FACTS,
        LEDGER_FACTS,
        PLAN_FACTS,
        TESTING_FACTS,
    )
    later = [fact for group in groups for fact in group]
    return MappingProxyType({**_of_one_release(), **{fact.id: fact for fact in later}})


def is_explained(identity: str) -> bool:
    """Whether there is a fact of that id."""
    return identity in _of_one_release() or identity in every_fact()


def general(identity: str) -> Fact:
    """The fact in its general form; a window that starts does not import the bounds for it.

    Errors
    ------
    KeyError
        There is no fact of that id.
    """
    return _of_one_release().get(identity) or every_fact()[identity]


def explained(identity: str, state: State) -> Fact:
    """The fact as it stands in `state`: the formula of the mechanism, on a sample where one is drawn.

    Errors
    ------
    KeyError
        There is no fact of that id.
    """
    from explorer.app.help.mechanism_forms import (
        form_of,  # on a press: a window that starts shows titles only
    )

    fact = general(identity)
    mechanism = mechanism_of(state)
    form = form_of(identity, state.mechanism, state.sampling_rate, state.shape.sampling)
    if form is not None:
        fact = replace(fact, latex=form.latex, plain=form.plain)
    if identity == "mechanism":
        fact = _own(mechanism)
    elif identity == "sensitivity":
        fact = _norm(fact, mechanism)
    elif identity in _OF_NOISE and isinstance(mechanism, AdditiveNoise):
        fact = replace(fact, source=_sources(fact.source, mechanism.source))
        if identity == "margin-joint" and mechanism.running_totals:
            fact = replace(fact, range=_SHARED_NOISE)
    elif identity in _OF_GUARANTEE:
        sampled = state.sampling_rate < 1
        own = SOURCES[state.shape.sampling] if sampled else mechanism.source if form else ""
        fact = replace(fact, source=_sources(fact.source, own))
        if mechanism.norm == "":
            fact = replace(fact, range=_WHERE[""])
    if (words := _own_words(identity, mechanism)) is not None:
        fact = replace(fact, words=words)
    if identity in _PROMISED and (reason := wording.claim(state).reason) is not None:
        fact = replace(fact, range=reason)
    return replace(fact, kind=_kind(fact, state, mechanism))


_PROMISED = frozenset(("mechanism", "epsilon", "delta"))


_OF_NOISE = frozenset(
    ("margin-each", "margin-joint", "stands-out", "relative-error", "unharmed", "standard-deviation")
)
_FROM_PROFILE = frozenset(  # numbers that are as exact as the profile of the release
    (
        *("best-guess", "advantage", "odds", "true-positive-rate", "alarm-right"),
        *("trade-off", "delta-profile", "epsilon-at"),
    )
)
_FROM_PAIR = frozenset(("privacy-loss", "renyi"))  # as exact as the pair of distributions is
_OF_GUARANTEE = _FROM_PROFILE | _FROM_PAIR | {"rho", "mu"}
_SHARED_NOISE = N_(
    "Holds although the running totals share noise: for normally distributed noise the probability "
    "that all stay within the margin is at least that for independent noise."
)
_NORMS = MappingProxyType(
    {
        "L1": (r"_{1}", "₁", "Dwork & Roth 2014, Definition 3.1"),
        "L2": (r"_{2}", "₂", "Dwork & Roth 2014, Definition 3.8"),
    }
)


def _own(mechanism: Mechanism) -> Fact:
    """What the mechanism releases, in its own words."""
    words = N_(
        "The noise is drawn from this distribution and added. The distribution is public; only the "
        "outcome is random."
    )
    if isinstance(mechanism, Selection):
        words = N_(
            "One option is drawn from this distribution. The distribution is public; only the "
            "outcome is random."
        )
    return replace(
        general("mechanism"),
        title=mechanism.title,
        words=words,
        latex=mechanism.latex,
        plain=mechanism.formula,
        source=mechanism.source,
        range=_WHERE.get(mechanism.norm)
        or N_("Holds if one unit changes the answer by at most Δ, in {norm}.", norm=mechanism.norm),
    )


_WHERE = MappingProxyType(
    {
        "score": N_("Holds if one unit changes the score of every candidate by at most Δ."),
        "": N_("Holds for every two answers that one person could give."),
    }
)


def _own_words(identity: str, mechanism: Mechanism) -> Sentence | None:
    """What a number means where the general words would not be true."""
    if identity == "unharmed" and isinstance(mechanism, AdditiveNoise) and mechanism.probability_unnoised > 0:
        return N_(
            "The probability that an answer is released without noise. With continuous noise a "
            "reader can recognise such an answer, so this is a leak: it is δ itself."
        )
    if identity in _OF_TOTALS and isinstance(mechanism, AdditiveNoise) and mechanism.running_totals:
        return _OF_TOTALS[identity]
    if identity == "rho" and wording.over_all_scores(mechanism):
        return N_(
            "One number for the Rényi curve of any single set of scores, which lies below the line "
            "ρα; the curve shown bounds all sets of scores and may lie above it. Over many "
            "releases ρ adds."
        )
    return None


_OF_TOTALS = MappingProxyType(
    {
        "margin-each": N_(
            "The noise of the noisiest running total stays within this margin with confidence 1 − "
            "β. The other totals are sums of fewer noisy nodes and have less noise."
        ),
        "margin-joint": N_(
            "The noise of all B = T running totals stays within this margin simultaneously, with "
            "confidence 1 − β or more."
        ),
        "standard-deviation": N_(
            "The first number is for the noisiest running total; the second is the root mean "
            "square over all running totals."
        ),
    }
)


def _norm(fact: Fact, mechanism: Mechanism) -> Fact:
    """The sensitivity in the norm that the mechanism takes."""
    if mechanism.norm in _NORMS:
        below, sign, source = _NORMS[mechanism.norm]
        latex = rf"\Delta{below}=\max_{{D\sim D'}}\,\left\|q(D)-q(D')\right\|{below}"
        return replace(
            fact, latex=latex, plain=f"Δ{sign} = max over neighbours of ‖q(D) − q(D′)‖{sign}", source=source
        )
    if mechanism.norm == "score":
        return replace(
            fact,
            words=N_(
                "The largest change of any candidate's score when one unit changes. It follows "
                "from how scores are counted."
            ),
            latex=r"\Delta=\max_{r}\,\max_{D\sim D'}\,\left|u_{D}(r)-u_{D'}(r)\right|",
            plain="Δ = max over candidates and neighbours of |u_D(r) − u_D′(r)|",
            source="Dwork & Roth 2014, Definition 3.4",
        )
    return fact


def _sources(*named: str) -> str:
    """Each source once."""
    return "; ".join(dict.fromkeys(each for each in named if each))


def _kind(fact: Fact, state: State, mechanism: Mechanism) -> Sentence:
    """What the number is in this state."""
    status = wording.claim(state).status
    if fact.id in _PROMISED:
        if fact.id == "delta" and mechanism.pure:
            return N_("0: this mechanism gives pure ε")
        return wording.STATUSES.get(status, fact.kind)
    if status is Status.FALSE and fact.id.startswith("bound-"):
        return wording.STATUSES[status]
    if fact.id == "bound-advanced-textbook":
        return _of_textbook(fact, state)
    if fact.id in ("score-lost", "truth-told") and isinstance(mechanism, Selection):
        return wording.KINDS[mechanism.cost(state.reading.confidence).kind]
    if fact.id == "margin-joint" and isinstance(mechanism, AdditiveNoise) and mechanism.running_totals:
        return wording.KINDS[Kind.UPPER]
    if fact.id in ("rho", "group-exact") and mechanism.mu is not None:
        return wording.KINDS[Kind.EXACT]
    if fact.id in _FROM_PAIR:
        return wording.KINDS[wording.pair_kind(state.setting)]
    return wording.KINDS[guarantee_of(state).profile_kind] if fact.id in _FROM_PROFILE else fact.kind


def _of_textbook(fact: Fact, state: State) -> Sentence:
    """Proven as far as the proof reaches; beyond, the readout itself holds it against the optimum."""
    from explorer.privacy.compositions.advanced_textbook import AdvancedTextbook

    total = state.composing.total_delta
    proven = AdvancedTextbook().proven_until(release_of(state.setting), total)
    return fact.kind if state.composing.count <= proven else N_("not proven for this many releases")
