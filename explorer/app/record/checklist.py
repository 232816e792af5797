"""A checklist in our own words, along the parts that NIST SP 800-226 names for a guarantee to be judged by.

The program answers where it knows the fact, and says so; a person may answer otherwise, and then both stand.

Source
------
Near, Darais, Lefkovitz & Howarth (2025), Guidelines for Evaluating Differential Privacy Guarantees, NIST
SP 800-226: the parameters and the unit of privacy; algorithms, their correctness, utility and bias, trust
models; security, access and the exposure of data where they are collected.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from explorer.app.core import wording
from explorer.app.core.decision import Reply, Subject
from explorer.app.core.start import StartFrom
from explorer.app.core.state import State, mechanism_of
from explorer.app.explore import sensitivity_wording
from explorer.app.explore.cost_summary import cost
from explorer.app.explore.epsilon_origin import origin_sentence
from explorer.app.record.chosen_plan import plan_bias, plan_of
from explorer.app.record.entry import Source, source_of
from explorer.app.schedule import year_totals
from explorer.mark import N_, Sentence, verbatim
from explorer.privacy.mechanism import AdditiveNoise, every_mechanism
from explorer.privacy.notation import exact_text
from explorer.privacy.status import Status

ANSWERS = {Reply.YES: N_("yes"), Reply.NO: N_("no"), Reply.NOT_APPLICABLE: N_("not applicable")}
OPEN = N_("not answered")


@dataclass(frozen=True, slots=True)
class Known:
    """What the program knows of a question: its answer (None: it can't give one), and the fact."""

    reply: Reply | None = None
    fact: Sentence | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """One question of the checklist."""

    id: str
    part: Sentence
    words: Sentence
    known: Callable[[State], Known]


_UNKNOWN = Known(None, N_("the program can't know this"))


def _of_setting(state: State) -> bool:
    """Whether the record is about what the left column sets."""
    return state.decision.subject in (Subject.RELEASE, Subject.REPEATED)


def _epsilon(state: State) -> Known:
    subject = state.decision.subject
    if subject is Subject.PLAN and (plan := plan_of(state)) is not None:
        return Known(
            None,
            N_(
                "total ε = {epsilon} is declared; the plan states no reason for it",
                epsilon=exact_text(plan.privacy.epsilon),
            ),
        )
    if not _of_setting(state):
        return _UNKNOWN
    if (origin := origin_sentence(state)) is not None:
        return Known(Reply.YES, origin)
    if source_of(state, "target.epsilon") is Source.SET:
        return Known(None, N_("ε was set; from which limit it follows is not stated"))
    return Known(Reply.NO, N_("ε stands at the program's default: nobody set it"))


def _delta(state: State) -> Known:
    subject = state.decision.subject
    if subject is Subject.PLAN and (plan := plan_of(state)) is not None:
        if not plan.privacy.delta:
            return Known(Reply.NOT_APPLICABLE, N_("δ = 0"))
        return Known(
            None,
            N_(
                "total δ = {delta}; compare it with the number of people",
                delta=exact_text(plan.privacy.delta),
            ),
        )
    if not _of_setting(state):
        return _UNKNOWN
    if mechanism_of(state).pure:
        return Known(Reply.NOT_APPLICABLE, N_("the mechanism is pure ε: its δ is 0"))
    if source_of(state, "target.delta") is Source.DEFAULT:
        return Known(None, N_("δ stands at the program's default: nobody set it"))
    return Known(None, N_("δ = {delta:full}; compare it with the number of people", delta=state.target.delta))


def _unit(state: State) -> Known:
    subject = state.decision.subject
    if subject is Subject.PLAN and (plan := plan_of(state)) is not None:
        unit, told = plan.privacy.unit, wording.plan_unit(plan)
    elif _of_setting(state):
        unit, told = state.target.unit, wording.unit(state)
        if not wording.own_answer(state) and source_of(state, "target.unit") is Source.DEFAULT:
            return Known(None, N_("{unit}: the program's default, set by nobody", unit=told))
    else:
        return _UNKNOWN
    if unit == "row" and not (_of_setting(state) and wording.own_answer(state)):
        return Known(None, N_("{unit}: it protects a person only where each has one record", unit=told))
    return Known(Reply.YES, told)


def _composition(state: State) -> Known:
    subject = state.decision.subject
    if subject is Subject.ACCOUNT:
        return Known(Reply.YES, N_("the ledger charges every release to its account before it is drawn"))
    if subject is Subject.PLAN:
        return Known(
            None, N_("the ledger charges this release to an account; releases made elsewhere are not in it")
        )
    if subject is Subject.YEAR:
        return Known(None, N_("the year's plan is totalled; releases outside it are not"))
    if subject is Subject.REPEATED and "composing.count" in state.given:
        return Known(
            None,
            N_(
                "{count} {count:release is|releases are} totalled; others are not",
                count=state.composing.count,
            ),
        )
    return Known(None, N_("this record totals no further releases"))


def _trust(state: State) -> Known:
    if _of_setting(state) and wording.own_answer(state):
        return Known(Reply.YES, N_("local model: each person's answer is noised before anybody collects it"))
    if state.decision.subject is Subject.YEAR:
        kinds = {every_mechanism()[line.setting.mechanism].norm == "" for line in state.schedule.releases}
        if kinds != {False}:
            return Known(
                None, N_("some releases noise each person's own answer, others need a trusted holder")
            )
    return Known(
        Reply.YES, N_("central model: whoever holds the raw data adds the noise and must be trusted")
    )


def _sensitivity(state: State) -> Known:
    if state.decision.subject is Subject.PLAN and (plan := plan_of(state)) is not None:
        if plan.privacy.unit_is_row:
            return Known(Reply.YES, N_("each record counts once"))
        if plan.privacy.id_column is None:
            return Known(
                Reply.NO,
                N_("the contribution limit is stated by the data steward, not enforced by the program"),
            )
        return Known(
            Reply.YES, N_("the program leaves out what exceeds the contribution limit, by the id column")
        )
    if not _of_setting(state):
        return _UNKNOWN
    if not mechanism_of(state).norm:
        return Known(Reply.NOT_APPLICABLE, sensitivity_wording.taken(state))
    if state.sensitivity_inputs.followed and mechanism_of(state).norm != "score":
        why = N_("{reason}; nothing enforces the limits here", reason=sensitivity_wording.reason(state))
        return Known(None, why)
    return Known(None, N_("the sensitivity was typed: why it holds is not stated"))


def _proof(state: State) -> Known:
    if state.decision.subject in (Subject.PLAN, Subject.ACCOUNT):
        return Known(
            Reply.YES, N_("the noise of releases is discrete Laplace or discrete Gaussian, both proven")
        )
    settings = [state.setting]
    if state.decision.subject is Subject.YEAR:
        settings = [line.setting for line in state.schedule.releases]
    claims = [year_totals.claim_of(each) for each in settings]
    worst = next((each for each in claims if each.status is Status.FALSE), None)
    worst = worst or next((each for each in claims if each.status is not Status.PROVEN), None)
    if worst is not None:
        reply = Reply.NO if worst.status is Status.FALSE else None
        return Known(reply, worst.reason)
    if not claims:
        return _UNKNOWN
    sources = dict.fromkeys(every_mechanism()[each.mechanism].source for each in settings)
    return Known(Reply.YES, verbatim("; ".join(sources)))


def _exact_noise(state: State) -> Known:
    if state.decision.subject in (Subject.PLAN, Subject.ACCOUNT):
        return Known(
            Reply.YES, N_("integers, drawn by integer arithmetic from the operating system's randomness")
        )
    if not _of_setting(state):
        return _UNKNOWN
    mechanism = mechanism_of(state)
    if isinstance(mechanism, AdditiveNoise) and not mechanism.discrete:
        return Known(None, N_("continuous noise: drawn in floating point it can give away the true value"))
    return Known(None, N_("the mechanism is discrete; how it is drawn depends on the program that releases"))


def _timing(state: State) -> Known:
    if state.decision.subject in (Subject.PLAN, Subject.ACCOUNT):
        return Known(
            Reply.NO,
            N_("not covered: the timing of draws, swap space, other programs of the same user"),
        )
    return _UNKNOWN


def _utility(state: State) -> Known:
    if not _of_setting(state):
        return _UNKNOWN
    price, origin = cost(state), state.start.origin
    fact = price.words.sentence
    if price.margin is not None:
        fact = N_("{words}: ± {margin}", words=fact, margin=price.margin)
    if origin is not None and origin.kind is StartFrom.MARGIN:
        return Known(Reply.YES, N_("ε was found from the margin; {fact}", fact=fact))
    return Known(None, fact)


def _bias(state: State) -> Known:
    plan = plan_of(state) if state.decision.subject is Subject.PLAN else None
    if plan is not None and (fact := plan_bias(plan)) is not None:
        return Known(None, fact)
    if _of_setting(state) and "reading.bins" in state.given:
        told = (each.sentence for each in cost(state).facts if each.id == "stands-out")
        return Known(None, next(told, None))
    return _UNKNOWN


def _unknown(_: State) -> Known:
    return _UNKNOWN


_GUARANTEE = N_("guarantee")
_METHOD = N_("algorithms and use")
_DATA = N_("data and access")

QUESTIONS: tuple[Question, ...] = (
    Question("epsilon", _GUARANTEE, N_("Does the size of ε follow from a stated limit?"), _epsilon),
    Question("delta", _GUARANTEE, N_("Is δ far below 1 divided by the number of people?"), _delta),
    Question(
        "unit", _GUARANTEE, N_("Does the unit of privacy cover all that one person contributes?"), _unit
    ),
    Question(
        "composition",
        _GUARANTEE,
        N_("Are all releases about the same people counted in one total?"),
        _composition,
    ),
    Question("trust", _METHOD, N_("Is it stated who sees raw data and must be trusted?"), _trust),
    Question(
        "sensitivity",
        _METHOD,
        N_("Is the sensitivity enforced, by contribution limits and clipping?"),
        _sensitivity,
    ),
    Question("proof", _METHOD, N_("Is the guarantee of the mechanism proven for these parameters?"), _proof),
    Question(
        "floating-point",
        _METHOD,
        N_("Is the noise drawn exactly, without floating-point errors?"),
        _exact_noise,
    ),
    Question("timing", _METHOD, N_("Are timing and other side channels closed?"), _timing),
    Question("utility", _METHOD, N_("Is the noise small enough for the purpose?"), _utility),
    Question(
        "bias",
        _METHOD,
        N_("Was it weighed whom noise and clipping distort most, such as small groups?"),
        _bias,
    ),
    Question("access", _DATA, N_("Is access to the raw data limited and logged?"), _unknown),
    Question(
        "exposure", _DATA, N_("Was it weighed what is exposed where data are collected and stored?"), _unknown
    ),
)
