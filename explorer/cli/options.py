"""What the options of several verbs share: numbers with their range, read by one reader."""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from dataclasses import replace

from explorer.cli.command import help_text
from explorer.mark import N_, Sentence
from explorer.privacy.notation import read
from explorer.privacy.parameter import Parameter, Scale
from explorer.privacy.refusal import NotANumber, OutOfRange, distinguished
from explorer.privacy.spelling import Ambiguous

COUNT = Parameter("count", "k", N_("releases"), 0, 1_000_000, 1, Scale.LOG, integer=True)
BINS = Parameter("bins", "B", N_("bins"), 1, 1_000_000_000, 1, Scale.LOG, integer=True)
TOTAL_EPSILON = Parameter("total_epsilon", "ε", N_("total privacy loss"), 1e-6, 5e7, 1, Scale.LOG)
AT_EPSILON = Parameter("at_epsilon", "ε", N_("privacy loss"), 0.0, 1e12, 1, Scale.LOG)
SHARE = Parameter("share", "p", N_("probability"), 0.0, 1.0, 0.5, Scale.LINEAR)


def number_of(text: str, option: str, declared: Parameter) -> float:
    """The number that `text` is, within what is declared; refusals name the option."""
    try:
        value = read(text)
    except Ambiguous as refusal:
        raise NotANumber(N_("{option}: {why}", option=option, why=refusal.sentence), option) from None
    except NotANumber:
        raise OutOfRange(_no_number(text, option, declared), option) from None
    return replace(declared, symbol=option).check(value)


def _no_number(text: str, option: str, declared: Parameter) -> Sentence:
    if declared.integer:
        return N_(
            "{option} must be a whole number from {low:plain} to {high:plain}, not “{text}”",
            option=option,
            low=int(declared.low),
            high=int(declared.high),
            text=text[:40],
        )
    return N_(
        "{option} must be a number between {low} and {high} (such as 0.5, 1e-5, 10⁻⁵, 1/3, ln 3), "
        "not “{text}”",
        option=option,
        low=distinguished(declared.low),
        high=distinguished(declared.high),
        text=text[:40],
    )


def numbers_of(texts: Sequence[str] | None, option: str, declared: Parameter) -> list[float]:
    """The numbers of an option that takes several."""
    return [number_of(text, option, declared) for text in texts or ()]


def probability_of(text: str, option: str) -> float:
    """A number strictly between 0 and 1."""
    value = number_of(text, option, SHARE)
    if not 0 < value < 1:
        raise OutOfRange(N_("{option} must lie between 0 and 1, ends excluded", option=option), option)
    return value


def declare_mechanism(parser: argparse.ArgumentParser) -> None:
    """The mechanism that a question is about."""
    parser.add_argument("mechanism", metavar="MECHANISM", help=help_text(parser, N_("one of `mechanisms`")))


def declare_several(
    parser: argparse.ArgumentParser, option: str, sentence: Sentence, required: bool = False
) -> None:
    """An option that takes several values and may be repeated."""
    parser.add_argument(
        option, nargs="+", action="extend", required=required, help=help_text(parser, sentence)
    )


def finite(value: float | None) -> float | None:
    """A number that JSON has, else None."""
    return None if value is None or not math.isfinite(value) else float(value)


def sides(lower: float, estimate: float, upper: float) -> dict[str, float | None]:
    """The three numbers of an answer, None where there is no value."""
    return {"lower": finite(lower), "estimate": finite(estimate), "upper": finite(upper)}
