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

from explorer.app.release.cell_bars import cells_of
from explorer.app.release.figures.released_counts import released_figure
from explorer.export import report_words as said
from explorer.export.blocks import Block, Drawing, Facts, Grid, Heading, Paragraph, Points, Report, Verbatim
from explorer.language import Language
from explorer.mark import N_, Sentence, verbatim
from explorer.privacy.notation import exact_text
from explorer.release.drawn import Drawn, NoisedHistogram
from explorer.release.plan.declarations import Column, NumericColumn, UnknownColumn
from explorer.release.plan.plan_file import write_plan
from explorer.release.record import METADATA

MOST_DRAWN = 240  # cells of a picture: beyond, bars are thinner than what the eye can tell apart
_MOST_SERIES = 12


def report(drawn: Drawn, language: Language) -> Report:
    """Everything that a reader needs who has only this report."""
    title = drawn.plan.title or drawn.plan.histograms[0].name
    blocks = (
        *_opening(drawn, language),
        *_counted(drawn, language),
        *_promised(drawn, language),
        *_made(drawn, language),
        *(block for index in range(len(drawn.histograms)) for block in _table(drawn, index, language)),
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
        whom=said.whom(privacy),
    )
    words, source = said.meaning(privacy)
    return (
        Paragraph(language.say(line), "muted"),
        Paragraph(language.say(short), "lead"),
        Paragraph(language.say(words), "key"),
        Paragraph(
            language.say(N_("ε = {epsilon}; {source}", epsilon=privacy.epsilon, source=source)), "muted"
        ),
    )


def _version(drawn: Drawn) -> str:
    """Of the program that drew: as the kept description says, so that a later one tells the same."""
    kept = next(text for name, text in drawn.files if name.endswith(METADATA))
    return str(json.loads(kept)["privacy"]["program"]["version"])


def _counted(drawn: Drawn, language: Language) -> tuple[Block, ...]:
    say, privacy = language.say, drawn.plan.privacy
    rows = [
        (N_("protected"), said.whom(privacy)),
        (N_("compared"), said.compared(privacy)),
        (N_("contributions"), said.bound(privacy)),
        (N_("limit enforced by"), said.vouching(privacy)),
        *((N_("column “{name}”", name=each.name), _column(each)) for each in _columns(drawn)),
    ]
    tables = language.listed([_crosstab(each) for each in drawn.histograms])
    return (
        _heading(language, N_("What was counted, and for whom")),
        Facts(((say(N_("tables")), tables), *((say(name), say(value)) for name, value in rows))),
        Paragraph(" ".join(map(say, said.special(drawn.plan))), "muted"),
    )


def _crosstab(histogram: NoisedHistogram) -> str:
    return f"{histogram.name} ({' × '.join(column.name for column in histogram.declared.columns)})"


def _columns(drawn: Drawn) -> Iterator[Column]:
    """Each that is counted, once."""
    return iter(dict.fromkeys(drawn.plan.columns))


def _column(column: Column) -> Sentence:
    if isinstance(column, NumericColumn):
        edges = tuple(map(verbatim, column.edges))
        return N_("numbers, in intervals that include their lower edge: {edges}", edges=edges)
    if isinstance(column, UnknownColumn):
        return N_("categories that were found in the file")
    return N_("categories: {categories}", categories=tuple(map(verbatim, column.categories)))


def _promised(drawn: Drawn, language: Language) -> tuple[Block, ...]:
    say, privacy = language.say, drawn.plan.privacy
    rows = [
        (N_("total ε"), verbatim(exact_text(privacy.epsilon))),
        (N_("total δ"), verbatim(exact_text(privacy.delta))),
        (N_("noise"), said.mechanism(drawn.plan)),
        *((N_("noise scale"), said.width(each)) for each in drawn.histograms),
    ]
    if privacy.rho is not None:
        rows.insert(2, (N_("total ρ"), verbatim(exact_text(privacy.rho))))
    return (
        _heading(language, N_("Guarantee")),
        Facts(tuple((say(name), say(value)) for name, value in rows)),
        Paragraph(say(said.factor(privacy))),
        Paragraph(say(N_("Not covered by the guarantee:"))),
        _points(language, *said.limits(drawn.plan)),
    )


def _made(drawn: Drawn, language: Language) -> tuple[Block, ...]:
    return (
        _heading(language, N_("How the numbers were made")),
        _points(language, *said.made(drawn.plan)),
        _heading(language, N_("How to read the tables")),
        _points(language, *said.reading(drawn.plan)),
    )


def _table(drawn: Drawn, index: int, language: Language) -> Iterator[Block]:
    """One histogram: picture, what its whiskers are, every cell."""
    histogram, say = drawn.histograms[index], language.say
    yield _heading(language, N_("Table “{name}”", name=histogram.name))
    series = len(cells_of(histogram.declared).series)
    told = _margins(drawn, histogram)
    if histogram.declared.cells <= MOST_DRAWN and series <= _MOST_SERIES:
        figure = replace(released_figure(drawn, index), title=verbatim(""), settings={})
        yield Drawing(figure, say(told))
    else:
        yield Paragraph(say(N_("Too many cells to draw: the table has all of them.")), "muted")
    yield Paragraph(say(told))
    if (found := said.found_by_threshold(histogram)) is not None:
        yield Paragraph(say(found), "muted")
    if drawn.plan.output.nonnegative:
        yield Paragraph(say(said.bias(histogram)), "muted")
    yield _grid(drawn, histogram, language)


def _margins(drawn: Drawn, histogram: NoisedHistogram) -> Sentence:
    return N_(
        "{confidence:percent} noise margin, exact: each count ±\N{NO-BREAK SPACE}{each:plain} (the "
        "whiskers), simultaneously for all {cells:plain} cells ±\N{NO-BREAK SPACE}{joint:plain}.",
        confidence=drawn.plan.output.confidence,
        each=histogram.margins.each,
        cells=histogram.declared.cells,
        joint=histogram.margins.joint,
    )


def _grid(drawn: Drawn, histogram: NoisedHistogram, language: Language) -> Grid:
    say, extra = language.say, drawn.plan.output.nonnegative
    headings = [N_("noised count"), N_("± each"), N_("± simultaneous")]
    if extra:
        headings.append(N_("not below 0"))
    margins = (whole(histogram.margins.each), whole(histogram.margins.joint))
    labels = [
        [_label(each, column, language) for each in column.labels] for column in histogram.declared.columns
    ]
    rows = tuple(
        (*cell, whole(count), *margins, *((whole(max(count, 0)),) if extra else ()))
        for cell, count in zip(product(*labels), histogram.counts, strict=True)
    )
    names = tuple(column.name for column in histogram.declared.columns)
    return Grid((*names, *map(say, headings)), rows, len(headings))


def _label(label: str, column: Column, language: Language) -> str:
    """As in the released table, but for intervals, which are said in the reader's words."""
    if isinstance(column, NumericColumn) and label not in column.special:
        low, high = column.intervals[column.labels.index(label)]
        return language.say(N_("{low} to <{high}", low=low, high=high))
    return label


def whole(count: int) -> str:
    """A whole number with all its digits.

    >>> whole(-1234567)
    '−1,234,567'
    """
    return f"{count:,}".replace("-", "−")


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
        (N_("program"), N_("Privacy Explorer {version}", version=_version(drawn))),
    ]
    if drawn.plan.privacy.signed_off:
        rows.append((N_("signed off"), verbatim(drawn.plan.privacy.signed_off)))
    sums = tuple(
        (name, hashlib.sha256(text.encode()).hexdigest())
        for name, text in drawn.files
        if name.endswith(".csv")
    )
    told = N_(
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
        Paragraph(say(told)),
        Facts(sums),
    )


def _appendix(drawn: Drawn, language: Language) -> tuple[Block, ...]:
    words = N_("Everything that was declared before the file was read (TOML).")
    return (
        _heading(language, N_("Appendix: the plan")),
        Paragraph(language.say(words), "muted"),
        Verbatim(write_plan(drawn.plan)),
    )
