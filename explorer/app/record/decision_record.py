"""A decision record, assembled: what was decided about what, why, by whom, and what is not protected.

Only what somebody set is told as chosen. A value that stands at a default says so, one that nobody set and
that nothing rests on is left out, and no δ is traded for a smaller ε that nobody asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from explorer import __version__
from explorer.app.core.decision import Subject
from explorer.app.core.request import Request
from explorer.app.core.state import State
from explorer.app.plotting.figure import Answers, Figure
from explorer.app.record import chosen_plan, chosen_release
from explorer.app.record.entry import VALUES, Entry, Section
from explorer.app.record.not_protected import not_protected
from explorer.app.record.pictures import recorded, withheld
from explorer.app.record.record_sections import (
    checklist_section,
    deployments_section,
    rejected_section,
    signatures_section,
)
from explorer.app.release.plan import plan_protection
from explorer.app.release.plan.plan_draft import document
from explorer.mark import N_, Sentence
from explorer.release.ledger.accounts import Account

TITLE = N_("Decision record")
SUBJECTS: Mapping[Subject, Sentence] = MappingProxyType(
    {
        Subject.RELEASE: N_("one release"),
        Subject.REPEATED: N_("k releases"),
        Subject.YEAR: N_("the year's releases"),
        Subject.PLAN: N_("a release plan"),
        Subject.ACCOUNT: N_("an account of the ledger"),
    }
)


@dataclass(frozen=True, slots=True)
class DecisionRecord:
    """The record on the day of `date` (ISO 8601: no program can vouch for a clock).

    `pending`: a number or the picture is still being computed.
    """

    sections: tuple[Section, ...]
    figure: Figure | None
    date: str
    version: str
    pending: bool


def wanted(state: State) -> tuple[Request, ...]:
    """The long questions that the record of this state needs answered, its picture aside."""
    if state.decision.subject is Subject.REPEATED:
        return chosen_release.repeated_questions(state)
    if state.decision.subject is Subject.PLAN:
        return chosen_plan.plan_questions(state)
    return chosen_plan.year_questions(state) if state.decision.subject is Subject.YEAR else ()


def record(
    state: State, answers: Answers, account: Account | None, date: str, figure: Figure | None
) -> DecisionRecord:
    """The record of a state.

    Parameters
    ----------
    account : the one of the ledger that is looked at
    figure : the picture that `pictures.shown_picture` names, drawn for this state; None where there is none
    """
    figure = None if figure is None or figure.empty is not None else recorded(figure, state)
    sections = (
        _purpose(state, account),
        _start(state),
        _chosen(state, answers, account),
        Section("meaning", N_("In plain words"), told=_meaning(state, answers, account)),
        _picture(state, figure),
        rejected_section(state),
        Section("unprotected", N_("What is not protected"), told=not_protected(state, account)),
        deployments_section(state),
        checklist_section(state),
        signatures_section(state),
    )
    waiting = any(each not in answers for each in wanted(state))
    waiting = waiting or (figure is not None and figure.pending)
    return DecisionRecord(sections, figure, date, __version__, waiting)


def _purpose(state: State, account: Account | None) -> Section:
    decision, subject = state.decision, state.decision.subject
    if subject is Subject.PLAN and (plan := chosen_plan.plan_of(state)) is not None:
        units = chosen_plan.plan_unit_entries(plan, document(state.releasing.plan))
    elif subject is Subject.ACCOUNT:
        units = chosen_plan.account_unit_entries(account)
    elif subject is Subject.YEAR:
        units = chosen_plan.year_unit_entries(state)
    elif subject is Subject.PLAN:
        units = (Entry("unit", N_("unit of privacy"), None),)
    else:
        units = chosen_release.unit_entries(state)
    return Section(
        "purpose",
        N_("What is decided"),
        (
            Entry("subject", N_("about"), SUBJECTS[subject], value=subject.value),
            Entry("purpose", N_("purpose"), decision.text("purpose") or None),
            Entry("dataset", N_("dataset"), decision.text("dataset") or None),
            *units,
            Entry("unit-in-words", N_("unit, in words"), decision.text("unit") or None),
        ),
    )


def _start(state: State) -> Section:
    subject, title = state.decision.subject, N_("The limit it started from")
    if subject in (Subject.RELEASE, Subject.REPEATED):
        return Section("start", title, chosen_release.start_entries(state), headings=VALUES)
    if subject is Subject.YEAR:
        return Section("start", title, (chosen_release.budget_entry(state),), headings=VALUES)
    words = N_("none is stated: what was set is the total itself")
    return Section("start", title, (Entry("start", N_("total ε"), words),))


def _chosen(state: State, answers: Answers, account: Account | None) -> Section:
    subject = state.decision.subject
    told: tuple[Sentence, ...] = ()
    if subject is Subject.PLAN:
        entries = chosen_plan.plan_entries(state, answers)
    elif subject is Subject.ACCOUNT:
        entries = chosen_plan.account_entries(account)
    elif subject is Subject.YEAR:
        entries = chosen_plan.year_entries(state, answers)
    else:
        entries, told = chosen_release.setting_entries(state), chosen_release.unkept(state)
        if subject is Subject.REPEATED:
            entries = (*entries, *chosen_release.repeated_entries(state, answers))
    return Section("chosen", N_("Chosen setting"), entries, told, VALUES)


def _meaning(state: State, answers: Answers, account: Account | None) -> tuple[Sentence, ...]:
    subject = state.decision.subject
    if subject is Subject.PLAN:
        plan = chosen_plan.plan_of(state)
        return (
            (N_("There is no valid plan yet."),)
            if plan is None
            else (plan_protection.meaning(plan.privacy)[0],)
        )
    if subject is Subject.ACCOUNT:
        return _of_account(account)
    if subject is Subject.YEAR:
        total = chosen_plan.year_total(state, answers)
        return () if total is None else (chosen_plan.belief_sentence(total),)
    told = chosen_release.meaning(state)
    return (*told, *chosen_release.repeated_meaning(state, answers)) if subject is Subject.REPEATED else told


def _of_account(account: Account | None) -> tuple[Sentence, ...]:
    if account is None:
        return (N_("There is no account yet."),)
    limit = account.limit
    words = chosen_plan.belief_sentence((limit.epsilon, limit.delta))
    return (N_("If the whole limit is spent: {words}", words=words),)


def _picture(state: State, figure: Figure | None) -> Section:
    title = N_("Picture")
    if withheld(state):
        words = N_("none: what it is drawn for, such as a total δ, was set by nobody")
        return Section("picture", title, (Entry("picture", N_("picture"), words),))
    if figure is None:
        return Section("picture", title, (Entry("picture", N_("picture"), N_("none")),))
    return Section(
        "picture",
        title,
        (Entry("picture", N_("picture"), figure.title, value=figure.id),),
        (figure.description,),
    )
