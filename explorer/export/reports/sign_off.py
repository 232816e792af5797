"""The sign-off record of a year's plan: one HTML page that needs nothing else, or the same facts as JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from pathlib import Path

from explorer.app.core import wording
from explorer.app.core.schedule import MONTHS, OFTEN, TIMES, ScheduledRelease
from explorer.app.core.setting import Setting
from explorer.app.core.state import mechanism_for
from explorer.app.schedule import year_totals
from explorer.app.schedule.year_record import SOURCES, Record, facts
from explorer.export.files import extension_of, write_atomically
from explorer.export.reports.page import heading, page, paragraph, signing, table
from explorer.language import Language, full, number
from explorer.mark import N_, RoundedBound, Sentence, at_least, at_most
from explorer.privacy.accounting.composition_common import together
from explorer.privacy.composition import every_composition
from explorer.privacy.mechanism import Mechanism, every_mechanism, shape_of
from explorer.privacy.notation import exact_text
from explorer.privacy.shape import Sampling
from explorer.privacy.status import Kind, Status

FORMATS = ("html", "json")
_STYLE = """
body { max-width: 64rem; }
@media print { table { break-inside: avoid; } }
""".strip()
_TITLES = {"heterogeneous": N_("optimal composition for any mechanisms of these (ε, δ)")}


def write_sign_off(path: Path, record: Record, language: Language) -> None:
    """Write the record as the kind of file that `path` names.

    Raises
    ------
    Unsupported
        Neither HTML nor JSON.
    NotValid
        It cannot be written there.
    """
    kind = extension_of(path, FORMATS)
    text = sign_off_html(record, language) if kind == "html" else sign_off_json(record)
    write_atomically(path, text.encode())


def sign_off_json(record: Record) -> str:
    """The facts of the record, schema 1."""
    return json.dumps(facts(record), indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def sign_off_html(record: Record, language: Language) -> str:
    """The record as a page to be read, printed and signed."""
    say = language.say
    title = say(N_("Releases of a year: sign-off record"))
    parts = (
        *_head(record, language),
        heading(say(N_("What is released"))),
        _releases(record, language),
        *_unkept(record, language),
        _people(record, language),
        heading(say(N_("Total privacy loss of the plan"))),
        _totals(record, language),
        heading(say(N_("Meaning of these numbers"))),
        *(paragraph(say(words)) for words in _promises(record)),
        _signature(record, language),
    )
    return page(title, parts, language, _STYLE)


def _table(
    language: Language, headings: Sequence[Sentence], rows: Iterable[Sequence[str]], best: int | None = None
) -> str:
    return table([language.say(each) for each in headings], rows, best=best)


def _head(record: Record, language: Language) -> tuple[str, ...]:
    state = record.state
    budget = N_(
        "Budget: ε = {epsilon} at δ = {delta}. Proven total of this plan: ε = {total:6}. Left: {left}.",
        epsilon=state.composing.total_epsilon,
        delta=state.composing.total_delta,
        total=at_most(record.best.epsilon),
        left=_left(state.composing.total_epsilon - record.best.epsilon),
    )
    made = N_("Privacy Explorer {version}; {date}", version=record.version, date=record.signature.date or "–")
    return paragraph(language.say(made), "muted"), paragraph(language.say(budget))


def _left(rest: float) -> Sentence:
    if rest < 0:
        return N_("none, {over:4} over budget", over=at_most(-rest))
    return N_("{rest:4}", rest=at_least(rest))


def _releases(record: Record, language: Language) -> str:
    headings = (
        *(N_("release"), N_("mechanism"), N_("ε per release"), N_("δ per release"), N_("noise")),
        *(N_("sensitivity"), N_("protects"), N_("people"), N_("how often")),
        *(N_("this line"), N_("cumulative")),
    )
    lines = zip(record.state.schedule.releases, record.lines, strict=True)
    rows = (
        (*_line(line, language), number(at_most(cost.alone), 6), number(at_most(cost.before), 6))
        for line, cost in lines
    )
    return _table(language, headings, rows)


def _unkept(record: Record, language: Language) -> tuple[str, ...]:
    """Why the ε and δ of a line are no guarantee, or none that is proven."""
    claims = [(line.name, year_totals.claim_of(line.setting)) for line in record.state.schedule.releases]
    return tuple(
        paragraph(language.say(N_("“{name}”: {reason}", name=name, reason=claim.reason)))
        for name, claim in claims
        if claim.reason is not None
    )


def _line(line: ScheduledRelease, language: Language) -> tuple[str, ...]:
    setting, say = line.setting, language.say
    own, mechanism = every_mechanism()[setting.mechanism], mechanism_for(setting)
    name = {"scale": "b", "sigma": "σ", "epsilon": "ε"}.get(
        mechanism.noise_parameter, mechanism.noise_parameter
    )
    unit, neighbours = year_totals.protection(setting)
    whom = wording.UNITS.get(unit) or N_("one {unit}", unit=unit)
    if unit == "answer":
        whom = N_("one person's own answer")
    often = N_("{count:plain} ×", count=line.times) if line.often == TIMES else OFTEN[line.often]
    note = N_(
        "{often}, from {month}: {count:plain} in all",
        often=often,
        month=MONTHS[line.first - 1],
        count=line.count,
    )
    sampled = setting.shape.sampling_rate < 1
    values = {"mechanism": own.title, "rate": setting.shape.sampling_rate}
    if setting.shape.sampling is Sampling.POISSON:
        drawn = N_("{mechanism}, on a sample of {rate:percent}", **values)
    else:
        drawn = N_("{mechanism}, on a sample of {rate:percent} without replacement", **values)
    steps = f", T = {setting.shape.steps}" if "steps" in shape_of(own) else ""  # its ε needs them beside σ
    return (
        line.name,
        say(drawn if sampled else own.title) + steps,
        _promised(setting, language),
        "0" if own.pure else full(setting.target.delta),
        f"{name} = {number(_enough(mechanism), 6)}",
        full(setting.target.sensitivity),
        say(N_("{whom} ({neighbours})", whom=whom, neighbours=wording.NEIGHBOURS[neighbours])),
        line.people or say(N_("everybody")),
        say(note),
    )


def _enough(mechanism: Mechanism) -> RoundedBound:
    """The noise parameter with which the line keeps its ε: a noise rounded up, an ε of its own down."""
    own = mechanism.noise_parameter == "epsilon"
    return at_least(mechanism.noise) if own else at_most(mechanism.noise)


def _promised(setting: Setting, language: Language) -> str:
    """The ε of one release, marked where the mechanism does not keep it."""
    text = full(setting.target.epsilon)
    if year_totals.claim_of(setting).status is not Status.FALSE:
        return text
    return language.say(N_("{epsilon}, not achieved", epsilon=text))


def _people(record: Record, language: Language) -> str:
    """The statement on groups, and what each of them meets."""
    say, schedule = language.say, record.state.schedule
    if len(year_totals.labels(schedule)) < 2:
        return ""
    if not schedule.apart:
        words = N_("It is not stated that groups have no common members: all releases are composed.")
        return paragraph(say(words))
    words = N_("Stated by the signer: nobody is in two of these groups. The program can't check it.")
    headings = (
        N_("people"),
        N_("ε counted by a ledger"),
        N_("δ counted by a ledger"),
        N_("smallest proven ε"),
    )
    rows = [
        (
            group.people or say(N_("everybody")),
            "–" if limit is None else exact_text(limit.epsilon),
            "–" if limit is None else exact_text(limit.delta),
            number(at_most(_least(totals)), 6),
        )
        for group, limit, totals in record.groups
    ]
    return f"{paragraph(say(words))}\n{_table(language, headings, rows)}"


def _least(totals: Sequence[year_totals.Total]) -> float:
    return min((each.epsilon for each in totals if year_totals.guarantees(each)), default=math.nan)


def _totals(record: Record, language: Language) -> str:
    headings = (
        *(N_("bound"), N_("total ε"), N_("at δ")),
        *(N_("what it is"), N_("left of the budget"), N_("source")),
    )
    budget = record.state.composing.total_epsilon
    rows = [
        (
            language.say(_TITLES.get(total.bound) or every_composition()[total.bound].title),
            number(wording.cost(total.epsilon, total.kind), 6),
            number(at_most(total.delta), 3),
            language.say(_kind(total)),
            "–" if math.isnan(total.epsilon) else language.say(_left(budget - total.epsilon)),
            SOURCES[total.bound],
        )
        for total in record.totals
    ]
    best = next((at for at, total in enumerate(record.totals) if total.bound == record.best.bound), None)
    return _table(language, headings, rows, best)


def _kind(total: year_totals.Total) -> Sentence:
    if math.isnan(total.epsilon):
        return total.reason or N_("none")
    if total.status is not Status.PROVEN:
        return wording.STATUSES[total.status]
    kind = wording.KINDS[total.kind]
    if total.kind is Kind.BRACKET and not math.isnan(total.lower):
        kind = N_("proven interval from {low:6}", low=at_least(total.lower))
    return kind if total.reason is None else together(kind, total.reason)


def _promises(record: Record) -> tuple[Sentence, ...]:
    fixed = N_(
        "The totals hold for releases whose parameters are fixed beforehand, as they are here. If "
        "one is chosen later, with knowledge of earlier results, a total needs a privacy filter, "
        "such as a limit on the sum of ε and δ, of ρ or of μ²."
    )
    ledger = N_("A ledger sums ε and δ; every other total is advice only.")
    spent = N_(
        "A signature spends nothing: the cost of each release is charged to its account when it is drawn."
    )
    return fixed, ledger, spent


def _signature(record: Record, language: Language) -> str:
    signed, say = record.signature, language.say
    who = f"{signed.name}, {signed.role}" if signed.role else signed.name
    fields = ((say(N_("signed off by")), who), (say(N_("date")), signed.date), (say(N_("signature")), ""))
    return signing(fields)
