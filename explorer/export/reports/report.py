"""The report of a release, for someone who was not there: what was counted, promised, drawn and spent.

It is made of what was drawn and kept, and of nothing else: no number of rows, no name, size or hash of the
counted file, no time of day, no user. The same draw gives the same report.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

from explorer.app.core.publication import Publication
from explorer.app.release.cell_bars import cells_of
from explorer.app.release.figures.released_counts import released_figure
from explorer.app.release.plan import plan_protection as protection
from explorer.export.reports import report_words as said
from explorer.export.reports.blocks import (
    Block,
    Drawing,
    Facts,
    Grid,
    Heading,
    Paragraph,
    Points,
    Report,
    Verbatim,
)
from explorer.language import Language
from explorer.mark import N_, Sentence, verbatim
from explorer.privacy.notation import exact_text
from explorer.release.drawn import Drawn
from explorer.release.plan.plan_file import write_plan
from explorer.release.queries.query import NoisedQuery
from explorer.release.queries.ranges import Ranges
from explorer.release.queries.sum import Sum
from explorer.release.queries.sum_words import amount_text
from explorer.release.queries.terms import Amount
from explorer.release.record import METADATA
from explorer.release.sources.source import source_kind

MOST_DRAWN = 240  # cells of a picture: beyond, bars are thinner than what the eye can tell apart
_MOST_SERIES = 12


def report(drawn: Drawn, language: Language, worded: Publication | None = None) -> Report:
    """Everything that a reader needs who has only this report; `worded` is what the steward says."""
    worded = Publication() if worded is None else worded
    title = worded.title or drawn.plan.title or drawn.plan.queries[0].name
    note = (Paragraph(worded.note, "muted"),) if worded.note else ()
    blocks = (
        *note,
        *_opening(drawn, language),
        *_named(drawn, worded, language),
        *_counted(drawn, language),
        *_promised(drawn, language),
        *_made(drawn, language),
        *(block for index in range(len(drawn.queries)) for block in _table(drawn, index, language, worded)),
        *_spent(drawn, language),
        *_appendix(drawn, language),
    )
    return Report(title, drawn.date, drawn.identity, language, blocks)


def _heading(language: Language, words: Sentence) -> Heading:
    return Heading(language.say(words))


def _points(language: Language, *words: Sentence) -> Points:
    return Points(tuple(language.say(each) for each in words))


def _opening(drawn: Drawn, language: Language) -> tuple[Block, ...]:
    privacy = drawn.plan.privacy
    line = N_(
        "Release {sequence:plain} of {date}, drawn with Privacy Explorer {version}",
        sequence=drawn.sequence,
        date=drawn.date,
        version=_version(drawn),
    )
    short = N_(
        "The counts in this report are noised: a random whole number was added to each before it "
        "was published, so that they reveal little about {whom}. How little is stated by a number, "
        "ε.",
        whom=protection.whom(privacy),
    )
    words, source = protection.meaning(privacy)
    return (
        Paragraph(language.say(line), "muted"),
        Paragraph(language.say(short), "lead"),
        Paragraph(language.say(words), "key"),
        Paragraph(
            language.say(N_("ε = {epsilon}; {source}", epsilon=privacy.epsilon, source=source)), "muted"
        ),
    )


def _named(drawn: Drawn, worded: Publication, language: Language) -> tuple[Block, ...]:
    """Whose data, by whom, charged to which account, signed by whom: as far as the steward says so."""
    rows = (
        (N_("dataset"), worded.dataset),
        (N_("publisher"), worded.publisher),
        (N_("account"), drawn.account if worded.account else ""),
        (N_("signed off"), "; ".join(drawn.plan.privacy.signers)),
    )
    named = tuple((language.say(name), value) for name, value in rows if value)
    return (Facts(named),) if named else ()


def _kept(drawn: Drawn) -> dict[str, Any]:
    """What the kept description says, so that a later program tells the same."""
    kept = next(text for name, text in drawn.files if name.endswith(METADATA))
    return dict(json.loads(kept)["privacy"])


def _version(drawn: Drawn) -> str:
    """Of the program that drew."""
    return str(_kept(drawn)["program"]["version"])


def _source(drawn: Drawn) -> tuple[tuple[Sentence, Sentence], ...]:
    """What kind of source held the rows; nothing for a release of an earlier version."""
    kind = source_kind(str(_kept(drawn).get("source", {}).get("kind")))
    if kind is None:
        return ()
    said = kind.title if kind.note is None else N_("{first} · {second}", first=kind.title, second=kind.note)
    return ((N_("rows counted from"), said),)


def _counted(drawn: Drawn, language: Language) -> tuple[Block, ...]:
    say, privacy = language.say, drawn.plan.privacy
    rows = [
        (N_("protected"), protection.whom(privacy)),
        (N_("compared"), said.compared(privacy)),
        (N_("contributions"), protection.bound(privacy)),
        (N_("limit enforced by"), said.vouching(privacy)),
        *(
            (N_("column “{name}”", name=each.name), each.described)
            for each in dict.fromkeys(drawn.plan.classified)
        ),
    ]
    tables = language.listed([each.declared.counted_words for each in drawn.queries])
    return (
        _heading(language, N_("What was counted, and for whom")),
        Facts(((say(N_("tables")), tables), *((say(name), say(value)) for name, value in rows))),
        Paragraph(language.told([say(each) for each in said.special(drawn.plan)]), "muted"),
    )


def _promised(drawn: Drawn, language: Language) -> tuple[Block, ...]:
    say, privacy = language.say, drawn.plan.privacy
    rows = [
        (N_("total ε"), verbatim(exact_text(privacy.epsilon))),
        (N_("total δ"), verbatim(exact_text(privacy.delta))),
        (N_("noise"), said.mechanism(drawn.plan)),
        *((N_("noise scale"), words) for each in drawn.queries for words in said.widths(each)),
    ]
    if privacy.rho is not None:
        rows.insert(2, (N_("total ρ"), verbatim(exact_text(privacy.rho))))
    return (
        _heading(language, N_("Guarantee")),
        Facts(tuple((say(name), say(value)) for name, value in rows)),
        Paragraph(say(said.factor(privacy))),
        Paragraph(say(N_("Not covered by the guarantee:"))),
        _points(language, *protection.limits(drawn.plan)),
    )


def _made(drawn: Drawn, language: Language) -> tuple[Block, ...]:
    return (
        _heading(language, N_("How the numbers were made")),
        _points(language, *said.made(drawn.plan)),
        _heading(language, N_("How to read the tables")),
        _points(language, *said.reading(drawn.plan)),
    )


def _table(drawn: Drawn, index: int, language: Language, worded: Publication) -> Iterator[Block]:
    """One query: picture, what its whiskers are, every number."""
    query, say = drawn.queries[index], language.say
    yield _heading(language, N_("Table “{name}”", name=query.name))
    margins = say(query.declared.margins_sentence(query))
    if _is_drawn(query):
        figure = replace(released_figure(drawn, index, worded), title=verbatim(""), settings={})
        yield Drawing(figure, margins)
    elif query.declared.counts_cells:
        yield Paragraph(say(N_("Too many cells to draw: the table has all of them.")), "muted")
    yield Paragraph(margins)
    for remark in query.declared.remarks(query):
        yield Paragraph(say(remark), "muted")
    printed = query.declared.report_table(query)
    rows = tuple(
        (*(each if isinstance(each, str) else say(each) for each in cell), *map(_amount, numbers))
        for cell, numbers in printed.rows
    )
    names = (each if isinstance(each, str) else say(each) for each in printed.names)
    yield Grid((*names, *map(say, printed.headings)), rows, len(printed.headings))
    yield from _quantiles(query, language)


def _quantiles(query: NoisedQuery, language: Language) -> Iterator[Block]:
    """Those of ranges, in each group: the edges that they lie between, and the estimate."""
    declared = query.declared
    if not isinstance(declared, Ranges) or not declared.shares:
        return
    fitted, grouping = declared.fitted(query), declared.range_cells.grouping
    groups = product(*(column.labels for column in grouping))
    rows = tuple(
        (*group, each.share_text, each.low, each.high, each.value)
        for number, group in enumerate(groups)
        for each in fitted.group_quantiles(number)
    )
    headings = N_("quantile"), N_("from"), N_("to"), N_("estimate")
    yield Grid((*(each.name for each in grouping), *map(language.say, headings)), rows, len(headings))


def _amount(value: Amount | None) -> str:
    """A whole number or an exact amount with all its digits, a fitted one to a tenth; nothing for none."""
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:,.1f}".replace("-", "−")
    return whole(value) if isinstance(value, int) else amount_text(value)


def whole(count: int) -> str:
    """A whole number with all its digits.

    >>> whole(-1234567)
    '−1,234,567'
    """
    return f"{count:,}".replace("-", "−")


def _is_drawn(query: NoisedQuery) -> bool:
    """Whether it is ranges, or a table of counts or sums of few enough cells for a picture."""
    declared = query.declared
    if isinstance(declared, Ranges):
        return True
    few = (declared.counts_cells or isinstance(declared, Sum)) and declared.cells <= MOST_DRAWN
    return few and len(cells_of(declared).series) <= _MOST_SERIES


def _spent(drawn: Drawn, language: Language) -> tuple[Block, ...]:
    say, spent = language.say, drawn.spent
    cost = N_("ε = {epsilon}, δ = {delta}", epsilon=exact_text(spent.epsilon), delta=exact_text(spent.delta))
    if spent.rho is not None:
        cost = N_("{cost}, as ρ = {rho}", cost=cost, rho=exact_text(spent.rho))
    rows = [
        (N_("spent"), cost),
        (N_("release"), N_("number {sequence:plain} of its ledger", sequence=drawn.sequence)),
        (N_("release id"), verbatim(drawn.identity)),
        (N_("date"), verbatim(drawn.date)),
        *_source(drawn),
        (N_("program"), N_("Privacy Explorer {version}", version=_version(drawn))),
    ]
    sums = tuple(
        (name, hashlib.sha256(text.encode()).hexdigest())
        for name, text in drawn.files
        if name.endswith(".csv")
    )
    note = N_(
        "The same numbers are published as CSV. A file belongs to this release if it has the "
        "SHA-256 given here."
    )
    once = N_(
        "The cost was written to the ledger before anything was drawn, and is never returned. "
        "Writing this report again spends nothing."
    )
    return (
        _heading(language, N_("What was spent, and how to check it")),
        Facts(tuple((say(name), say(value)) for name, value in rows)),
        Paragraph(say(once)),
        Paragraph(say(note)),
        Facts(sums),
    )


def _appendix(drawn: Drawn, language: Language) -> tuple[Block, ...]:
    words = N_("Everything that was declared before the file was read (TOML).")
    return (
        _heading(language, N_("Appendix: the plan")),
        Paragraph(language.say(words), "muted"),
        Verbatim(write_plan(drawn.plan)),
    )
