"""What the guarantee does not cover, by unit and neighbours: what each reader of a record must know."""

from __future__ import annotations

from explorer.app.core import wording
from explorer.app.core.decision import Subject
from explorer.app.core.state import State, mechanism_of
from explorer.app.explore.risk_summary import group_of, limits
from explorer.app.record.chosen_plan import plan_of
from explorer.app.release.plan import plan_protection
from explorer.app.schedule import year_totals
from explorer.mark import N_, Sentence, at_most
from explorer.privacy.target import Neighbours
from explorer.release.ledger.accounts import Account

_ANSWER = "answer"


def not_protected(state: State, account: Account | None) -> tuple[Sentence, ...]:
    """All that is known of it for what the record is about, the most specific first."""
    subject = state.decision.subject
    if subject is Subject.PLAN and (plan := plan_of(state)) is not None:
        privacy = plan.privacy
        own = (*_neighbours(privacy.neighbours), *plan_protection.limits(plan))
        return (*own, *_always(None), _ELSEWHERE)
    if subject is Subject.ACCOUNT:
        unit = "" if account is None else account.unit
        way = None if account is None or not account.neighbours else Neighbours(account.neighbours)
        return (*_of_unit(unit), *(_neighbours(way) if way else ()), *_everywhere(), _OTHERS)
    if subject is Subject.YEAR:
        kinds = dict.fromkeys(year_totals.protection(line.setting) for line in state.schedule.releases)
        told = [each for unit, way in kinds for each in (*_of_unit(unit), *_neighbours(way, unit))]
        return (*dict.fromkeys(told), *_always(None), *_everywhere(), _OTHERS)
    return (*_of_release(state), *_everywhere())


_OTHERS = N_("Every release that is not counted in this record adds to the total privacy loss.")


def _of_release(state: State) -> tuple[Sentence, ...]:
    own = wording.own_answer(state)
    unit = _ANSWER if own else state.target.unit
    return (
        *_of_unit(unit),
        *_neighbours(Neighbours.SUBSTITUTE if own else state.target.neighbours, unit),
        *_always(state),
        *_sample(state),
        *limits(state),
    )


def _of_unit(unit: str) -> tuple[Sentence, ...]:
    """Who has more than one unit."""
    if unit == "row":
        return (
            N_(
                "The unit is one record. A person with several records is protected less: for m records the "
                "ε is up to m times as large."
            ),
        )
    if unit in (_ANSWER, ""):
        return ()
    whom = wording.UNITS.get(unit) or N_("one {unit}", unit=unit)
    return (
        N_(
            "The unit is {whom}. Whoever has several ids, such as two devices or user names, counts as "
            "several units and is protected less.",
            whom=whom,
        ),
    )


def _neighbours(way: Neighbours, unit: str = "") -> tuple[Sentence, ...]:
    """What the neighbouring relation leaves open."""
    if unit == _ANSWER:
        return (N_("That a person was asked is no secret: only the answer is protected."),)
    if way is Neighbours.SUBSTITUTE:
        return (
            N_(
                "Neighbours are by substitution: whether somebody is in the data, and how many are, is not "
                "protected."
            ),
        )
    return ()


def _always(state: State | None) -> tuple[Sentence, ...]:
    """Groups of units that belong together."""
    general = N_(
        "A group that belongs together, such as a household, is protected less than one unit: its ε grows "
        "with its size."
    )
    if state is None or state.reading.group == 1:  # a size is told where somebody has chosen one
        return (general,)
    size = state.reading.group
    group = group_of(state, size)
    values = {"size": size, "epsilon": at_most(group.epsilon), "delta": at_most(group.delta)}
    if group.delta >= 1:
        told = N_("For {size} units that change together there is no guarantee.", **values)
    elif group.delta > 0:
        told = N_("For {size} units that change together: ε = {epsilon}, δ = {delta}.", **values)
    else:
        told = N_("For {size} units that change together: ε = {epsilon}.", **values)
    return general, told


def _sample(state: State) -> tuple[Sentence, ...]:
    if state.sampling_rate >= 1 or not mechanism_of(state).norm:
        return ()
    return (N_("The sample must stay secret: whoever is known to be in it is protected less."),)


_ELSEWHERE = N_(
    "What follows about a person from what is true of most people, or from other sources that are "
    "combined with this release, is not prevented."
)


def _everywhere() -> tuple[Sentence, ...]:
    """What no differential privacy covers."""
    return _ELSEWHERE, N_("It does not stop anybody who has the raw data, or a copy of it.")
