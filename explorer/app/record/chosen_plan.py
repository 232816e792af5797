"""The chosen setting of a year's releases, of a release plan, and of an account in the ledger."""

from __future__ import annotations

from fractions import Fraction

from explorer.app.core import wording
from explorer.app.core.request import Request
from explorer.app.core.schedule import OFTEN, TIMES, ScheduledRelease
from explorer.app.core.state import State
from explorer.app.ledger import ledger_view
from explorer.app.plotting.figure import Answers
from explorer.app.record.chosen_release import budget_entry
from explorer.app.record.entry import Entry, Source, number_entry
from explorer.app.release.plan import plan_protection, range_search
from explorer.app.release.plan.plan_draft import Document, document, judged, value_of
from explorer.app.release.plan.plan_summary import MECHANISMS, error_sentence
from explorer.app.schedule import year_readings, year_totals
from explorer.app.schedule.year_record import amount_of
from explorer.mark import N_, Sentence, at_most, verbatim
from explorer.privacy.mechanism import every_mechanism
from explorer.privacy.notation import exact_text
from explorer.privacy.target import Neighbours
from explorer.release.ledger.accounts import Account
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.queries.marginals import Marginals
from explorer.release.queries.sum import Sum

_DELTA = "composing.total_delta"


# A year


def year_questions(state: State) -> tuple[Request, ...]:
    """The long questions behind the total at the δ that was set; none where nobody set one."""
    return year_totals.wanted(state) if _DELTA in state.given else ()


def year_entries(state: State, answers: Answers) -> tuple[Entry, ...]:
    """Each line as it is planned, then the total of all."""
    lines = state.schedule.releases
    if not lines:
        return (Entry("lines", N_("releases of the year"), N_("none is planned yet"), Source.NONE),)
    planned = tuple(_line(place, line) for place, line in enumerate(lines, 1))
    return (*planned, *_year_total(state, answers))


def _line(place: int, line: ScheduledRelease) -> Entry:
    target, kind = line.setting.target, every_mechanism()[line.setting.mechanism]
    often = N_("{count:plain} ×", count=line.times) if line.often == TIMES else OFTEN[line.often]
    values = {"mechanism": kind.title, "epsilon": target.epsilon, "often": often, "count": line.count}
    if kind.pure:
        text = N_("{mechanism}, ε = {epsilon:full}; {often}, {count:plain} in all", **values)
    else:
        text = N_(
            "{mechanism}, ε = {epsilon:full}, δ = {delta:full}; {often}, {count:plain} in all",
            delta=target.delta,
            **values,
        )
    unit, neighbours = year_totals.protection(line.setting)
    whom = wording.UNITS.get(unit) or N_("one {unit}", unit=unit)
    if unit == "answer":
        whom = N_("one person's own answer")
    note = N_(
        "set; people: {people}; protects {whom} ({neighbours})",
        people=line.people or N_("everybody"),
        whom=whom,
        neighbours=wording.NEIGHBOURS[neighbours],
    )
    return Entry(f"line-{place}", verbatim(line.name), text, Source.SET, target.epsilon, note)


def year_total(state: State, answers: Answers) -> tuple[Fraction, Fraction] | None:
    """The (ε, δ) of the whole year as the record states it; None where there is none, or not yet."""
    if not state.schedule.releases or year_totals.conflicts(state):
        return None
    if _DELTA in state.given:
        best = year_readings.best(state, answers)
        known = best is not None and best.current and best.total.valid
        return (Fraction(best.total.epsilon), Fraction(best.total.delta)) if best and known else None
    groups = year_totals.groups(state)
    if len(groups) != 1 or year_totals.unkept(state, groups[0]) is not None:
        return None
    amount = amount_of(state, groups[0])
    return amount.epsilon, amount.delta


def _year_total(state: State, answers: Answers) -> tuple[Entry, ...]:
    label = N_("total ε")
    if year_totals.conflicts(state):
        return (Entry("total", label, N_("none: the lines of the plan do not add"), Source.FOLLOWS),)
    if _DELTA in state.given:
        return _best_of_year(state, answers)
    found = []
    for place, group in enumerate(year_totals.groups(state), 1):
        people = group.people or N_("everybody")
        broken = year_totals.unkept(state, group)
        name = N_("basic composition, people: {people}", people=people)
        if broken is not None:
            why = N_("“{name}” is not proven to keep its ε and δ", name=broken[0].name)
            found.append(
                Entry(f"total-{place}", label, N_("none: {why}", why=why), Source.FOLLOWS, note=name)
            )
            continue
        amount = amount_of(state, group)
        text = N_(
            "ε = {epsilon}, δ = {delta}", epsilon=exact_text(amount.epsilon), delta=exact_text(amount.delta)
        )
        found.append(Entry(f"total-{place}", label, text, Source.FOLLOWS, float(amount.epsilon), name))
    return tuple(found)


def _best_of_year(state: State, answers: Answers) -> tuple[Entry, ...]:
    delta = number_entry("total_delta", N_("total δ"), state.composing.total_delta, Source.SET)
    best, label = year_readings.best(state, answers), N_("total ε")
    if best is None or not best.total.valid:
        return (Entry("total", label, N_("no bound proves one at this δ"), Source.FOLLOWS), delta)
    text, kind = N_("{total:6}", total=at_most(best.total.epsilon)), wording.KINDS[best.total.kind]
    return (Entry("total", label, text, Source.FOLLOWS, best.total.epsilon, kind), delta)


def belief_sentence(total: tuple[Fraction, Fraction]) -> Sentence:
    """What a total means for one person, from even odds."""
    found = plan_protection.beliefs(*total)
    if found is None:
        return N_(
            "At this total the results may reveal nearly everything about a person: the noise is small."
        )
    return N_(
        "An attacker who knows everybody else's data and guesses from a prior belief of 50 % is right in at "
        "most {most} of cases after all of these releases; without them it is 50 %.",
        most=found[0],
    )


# A plan


def plan_of(state: State) -> ReleasePlan | None:
    """The plan of Release, where it is valid."""
    return judged(state.releasing.plan)[0] if state.releasing.plan else None


def plan_questions(state: State) -> tuple[Request, ...]:
    """What must be searched before all of the plan can be told."""
    return range_search.wanted(state.releasing.plan)


def plan_entries(state: State, answers: Answers) -> tuple[Entry, ...]:
    """What the plan declares, told apart from what it leaves to the program."""
    plan = plan_of(state)
    if plan is None:
        return (Entry("plan", N_("plan"), N_("there is no valid plan yet"), Source.NONE),)
    written, privacy = document(state.releasing.plan), plan.privacy
    delta = Entry(
        "delta", N_("total δ"), exact_text(privacy.delta), _declared(written, "delta"), float(privacy.delta)
    )
    searched = range_search.searched(plan, answers)
    tables = tuple(
        Entry(
            f"table-{place}",
            N_("table “{name}”", name=query.name),
            error_sentence(plan, place - 1) if searched else range_search.SEARCHING,
            Source.FOLLOWS,
        )
        for place, query in enumerate(plan.queries, 1)
    )
    law = MECHANISMS[privacy.mechanism]
    return (
        Entry("title", N_("plan"), plan.title or None, Source.SET if plan.title else Source.NONE),
        Entry("mechanism", N_("mechanism"), law, _declared(written, "mechanism"), privacy.mechanism),
        Entry(
            "epsilon",
            N_("total ε"),
            exact_text(privacy.epsilon),
            _declared(written, "epsilon"),
            float(privacy.epsilon),
        ),
        delta,
        Entry("bound", N_("contributions"), plan_protection.bound(privacy), Source.SET),
        *tables,
    )


def plan_bias(plan: ReleasePlan) -> Sentence | None:
    """What a plan distorts beside its noise, so far as the program knows it."""
    if any(isinstance(query, Sum) for query in plan.queries):
        return N_(
            "sums are of values clipped to declared bounds; by how much that moves them is never measured"
        )
    if any(isinstance(query, Marginals) and query.fit for query in plan.queries):
        return N_("fitted counts are never negative: small ones are biased upward")
    if plan.output.nonnegative and any(query.without_nonnegative is None for query in plan.queries):
        return N_("counts of at least 0 are written too: they are biased upward where counts are small")
    return None


def plan_unit_entries(plan: ReleasePlan, written: Document) -> tuple[Entry, ...]:
    """Whom the plan protects."""
    privacy = plan.privacy
    whom = plan_protection.whom(privacy)
    neighbours = wording.NEIGHBOURS[privacy.neighbours]
    return (
        Entry("unit", N_("unit of privacy"), whom, Source.SET, privacy.protected),
        Entry(
            "neighbours",
            N_("neighbours"),
            neighbours,
            _declared(written, "neighbours"),
            privacy.neighbours.value,
        ),
    )


def _declared(written: Document, name: str) -> Source:
    return Source.DEFAULT if value_of(written, f"privacy.{name}") is None else Source.SET


# An account


def account_entries(account: Account | None) -> tuple[Entry, ...]:
    """What may be spent, and has been."""
    if account is None:
        return (Entry("account", N_("account"), N_("there is no account yet"), Source.NONE),)
    limit = ledger_view.said(account.limit, account.currency)
    return (
        Entry("account", N_("account"), account.name, Source.SET, account.name),
        Entry("limit", N_("limit"), limit, Source.SET, float(account.limit.epsilon)),
        Entry("currency", N_("what is summed"), ledger_view.currency(account), Source.SET, account.currency),
        Entry(
            "spent",
            N_("spent so far"),
            ledger_view.outlays(account),
            Source.FOLLOWS,
            float(account.spent.epsilon),
        ),
        Entry(
            "left",
            N_("still left"),
            ledger_view.balance(account),
            Source.FOLLOWS,
            float(account.remaining.epsilon),
        ),
    )


def account_unit_entries(account: Account | None) -> tuple[Entry, ...]:
    """Whom the account protects."""
    if account is None or not account.unit:
        text = None if account is None else ledger_view.protects(account)
        return (Entry("unit", N_("unit of privacy"), text, Source.NONE),)
    unit = account.unit.removeprefix("other: ")
    whom = wording.UNITS.get(unit) or N_("one {unit}", unit=unit)
    neighbours = wording.NEIGHBOURS[Neighbours(account.neighbours)]
    return (
        Entry("unit", N_("unit of privacy"), whom, Source.SET, account.unit),
        Entry("neighbours", N_("neighbours"), neighbours, Source.SET, account.neighbours),
    )


def year_unit_entries(state: State) -> tuple[Entry, ...]:
    """The units of all lines, each once."""
    found: dict[str, Sentence] = {}
    for line in state.schedule.releases:
        unit, neighbours = year_totals.protection(line.setting)
        whom = wording.UNITS.get(unit) or N_("one {unit}", unit=unit)
        if unit == "answer":
            whom = N_("one person's own answer")
        told = N_("{whom} ({neighbours})", whom=whom, neighbours=wording.NEIGHBOURS[neighbours])
        found[f"{unit} {neighbours.value}"] = told
    return tuple(
        Entry(f"unit-{place}", N_("unit of privacy"), told, Source.SET, key)
        for place, (key, told) in enumerate(found.items(), 1)
    ) or (Entry("unit", N_("unit of privacy"), None, Source.NONE),)


def year_start_entries(state: State) -> tuple[Entry, ...]:
    """The budget of the year, where one was set."""
    return (budget_entry(state),)
