"""The verb that answers any range or quantile from published files."""

from __future__ import annotations

import argparse
from fractions import Fraction
from pathlib import Path

from explorer.cli.answer import Answer
from explorer.cli.command import Verb, help_text
from explorer.mark import N_
from explorer.privacy.notation import read_exact
from explorer.privacy.refusal import NotValid, Refusal
from explorer.release.published_ranges import PublishedRanges, read_ranges
from explorer.release.queries.range_cells import quantile_share
from explorer.release.queries.range_quantiles import Quantile

_LEAST = Fraction(1, 10**12)  # nearer to 0 or 1 a confidence is one of them as a number of 53 bits


def _answer(arguments: argparse.Namespace) -> Answer:
    asked = arguments.quantile is not None
    if asked == (arguments.low is not None or arguments.high is not None) or (
        not asked and None in (arguments.low, arguments.high)
    ):
        raise NotValid(N_("ask for a range by both its ends, or for a quantile"), "from")
    published = read_ranges(arguments.table)
    confidence = published.confidence if arguments.confidence is None else _confidence(arguments.confidence)
    return (_quantile if asked else _range)(arguments, published, confidence)


def _confidence(text: str) -> Fraction:
    try:
        found = read_exact(text)
    except Refusal:
        found = Fraction(0)
    if not 0 < found < 1:
        raise NotValid(N_("confidence must lie between 0 and 1"), "confidence")
    if min(found, 1 - found) < _LEAST:
        raise NotValid(
            N_("confidence must be at least {least} away from 0 and 1", least=_LEAST), "confidence"
        )
    return found


def _range(arguments: argparse.Namespace, published: PublishedRanges, confidence: Fraction) -> Answer:
    group = tuple(arguments.group or ())
    found = published.of_range(arguments.low, arguments.high, group, confidence)
    data = {
        "from": arguments.low.replace("−", "-"),
        "to": arguments.high.replace("−", "-"),
        "group": list(group),
        "value": found.value,
        "margin": found.margin,
        "low": found.low,
        "high": found.high,
        "confidence": float(confidence),
    }
    line = N_(
        "rows, {range}: {value:6} ± {margin}, between {low:6} and {high:6} with noise margin at "
        "{confidence:percent}",
        range=published.range_name(arguments.low, arguments.high),
        value=found.value,
        margin=float(found.margin),
        low=found.low,
        high=found.high,
        confidence=confidence,
    )
    return Answer(data, (line,))


def _quantile(arguments: argparse.Namespace, published: PublishedRanges, confidence: Fraction) -> Answer:
    group, share = tuple(arguments.group or ()), quantile_share(arguments.quantile)
    if share is None:
        sentence = N_(
            "a quantile lies above 0 and below 1, like 0.5 for the median: not “{text}”",
            text=arguments.quantile,
        )
        raise NotValid(sentence, "quantile")
    found = published.quantile(share, group, confidence)
    data: dict[str, object] = {"quantile": float(share), "group": list(group)}
    if not published.cells.axis.has_distances:
        reason = N_("the interval of a date is not told as a margin: see low and high")
        data |= {"value": found.value, "margin": None, "low": found.low, "high": found.high, "reason": reason}
    else:
        data |= _numbers(found)
    data["confidence"] = float(confidence)
    line = N_(
        "quantile {share}: {value}, between {low} and {high} with noise margin at {confidence:percent}",
        share=found.share_text,
        value=found.value,
        low=found.low,
        high=found.high,
        confidence=confidence,
    )
    return Answer(data, (line,))


def _numbers(found: Quantile) -> dict[str, object]:
    """The margin is the distance of the farther end."""
    value, low, high = (float(each) for each in (found.value, found.low, found.high))
    return {"value": value, "margin": max(value - low, high - value), "low": low, "high": high}


def _declare(parser: argparse.ArgumentParser) -> None:
    text = help_text(parser, N_("a published table of fitted ranges, with its metadata beside it"))
    parser.add_argument("table", type=Path, metavar="NAME.csv", help=text)
    for option, name, place, words in (
        ("--from", "low", "A", N_("the edge at which the range begins")),
        ("--to", "high", "B", N_("the edge before which it ends")),
        ("--quantile", "quantile", "Q", N_("a quantile between 0 and 1, like 0.5")),
        ("--confidence", "confidence", "C", N_("of the margin; that of the plan if it is not given")),
    ):
        parser.add_argument(option, dest=name, metavar=place, help=help_text(parser, words))
    text = help_text(parser, N_("the category of each further column, where there are groups"))
    parser.add_argument("--group", nargs="+", action="extend", metavar="VALUE", help=text)


VERBS = (
    Verb(
        "answer",
        N_("any range or quantile with its margin, from published files alone; spends nothing"),
        _declare,
        _answer,
        example="answer released/ages.csv --from 18 --to 65",
    ),
)
