"""TARGET as two probability tables in a file: MECHANISM `table` with --table FILE."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from explorer.cli.answer import Line
from explorer.cli.command import help_text
from explorer.cli.heading import in_words
from explorer.cli.mechanism_options import asked_neighbours
from explorer.cli.options import finite, number_of
from explorer.cli.target import Circumstances, RequestedRelease, asked, asked_unit, chosen_mechanism
from explorer.mark import N_, Sentence, at_most
from explorer.privacy.pairs.probability_table import RoundedTables, Tables, caveat, tables_of
from explorer.privacy.pairs.table_direction import Direction
from explorer.privacy.pairs.table_text import MOST_CHARACTERS, MOST_DIGITS, read_two_columns
from explorer.privacy.parameter import Parameter, Scale, parameters
from explorer.privacy.refusal import NotValid, Unsupported
from explorer.privacy.target import Target
from explorer.release.values.bounded_files import NotOrdinary, TooLarge, read_bounded

_ROUNDED = Parameter("rounded", "n", N_("digits"), 1, MOST_DIGITS, 6, Scale.LINEAR, integer=True)
_MOST_BYTES = 4 * MOST_CHARACTERS
_OF_A_TARGET = ("delta", "neighbours", "unit")
_OF_A_QUESTION = ("at_epsilon", "at_delta", "at_alarm", "at_order", "count", "total_delta", "bound", "prior")
_GOES_WITH = frozenset((*_OF_A_TARGET, *_OF_A_QUESTION, "mechanism", "table", "rounded", "json", "language"))


@dataclass(frozen=True)
class AskedTables(RequestedRelease):
    """Two tables as they were asked for; (ε, δ) is None where only their own loss is asked about."""

    tables: Tables | None = None

    @property
    def echo(self) -> dict[str, object]:
        """The `target` of an answer, with what its numbers hold for."""
        tables, around = self.tables, self.around
        if tables is None:
            return super().echo
        rounded = tables if isinstance(tables, RoundedTables) else None
        return {
            "outcomes": tables.outcomes,
            "rounded": None if rounded is None else rounded.digits,
            "missing": None if rounded is None else [float(each) for each in rounded.missing],
            "epsilon": self.epsilon,
            "delta": self.delta,
            "sensitivity": None,
            "neighbours": around.neighbours.value,
            "unit": around.unit,
            "caveat": caveat(),
        }


def declare_tables(parser: argparse.ArgumentParser) -> None:
    """The options of two tables, for the verbs that can be asked about them."""
    for name, sentence in (
        (
            "table",
            N_(
                "with the mechanism `table`: a file with a line “P, Q” or “label, P, Q” for each outcome, "
                "its probabilities on a dataset and on its neighbour; - reads what is pasted or piped in"
            ),
        ),
        (
            "rounded",
            N_(
                "number of digits after the point that --table is rounded to; without it the numbers "
                "are exact"
            ),
        ),
    ):
        parser.add_argument("--" + name, help=help_text(parser, sentence))


def asked_release(chosen: argparse.Namespace) -> RequestedRelease:
    """The release that the options name: a mechanism of the registry, none, or two tables.

    Errors
    ------
    Refusal
        As `asked`; --table or --rounded without the mechanism `table`; what does not go with two tables; a
        file that cannot be read, or that holds no two tables.
    """
    if chosen.mechanism == Tables.id:
        return _asked_tables(chosen)
    for name in ("table", "rounded"):
        if getattr(chosen, name) is not None:
            sentence = N_(
                "{option} can only be used with the mechanism “{mechanism}”",
                option="--" + name,
                mechanism=Tables.id,
            )
            raise Unsupported(sentence, name)
    return asked(None if chosen.mechanism is None else chosen_mechanism(chosen.mechanism), chosen)


def _asked_tables(chosen: argparse.Namespace) -> AskedTables:
    for name, value in vars(chosen).items():
        if value not in (None, False) and name not in _GOES_WITH:
            sentence = N_(
                "{option} can't be used with two probability tables",
                option="--" + name.replace("_", "-"),
            )
            raise Unsupported(sentence, name)
    around = Circumstances(None, asked_neighbours(None, chosen.neighbours), asked_unit(chosen.unit))
    if chosen.table is None:
        raise Unsupported(
            N_("the mechanism “{mechanism}” needs --table and a file", mechanism=Tables.id), "table"
        )
    digits = None if chosen.rounded is None else int(number_of(chosen.rounded, "--rounded", _ROUNDED))
    tables = _read(chosen.table, digits)
    if chosen.delta is None:
        pure = tables.pure_epsilon
        return AskedTables(tables, pure, None if pure is None else 0.0, around, tables=tables)
    delta = number_of(chosen.delta, "--delta", parameters(Target)["delta"])
    epsilon = tables.epsilon_at(delta)
    if math.isinf(epsilon):
        sentence = N_(
            "no ε is large enough for δ = {delta}: the outcomes in only one of the columns have "
            "probability {alone}; give a --delta of at least that",
            delta=delta,
            alone=at_most(max(tables.forward.alone, tables.backward.alone)),
        )
        raise Unsupported(sentence, "delta")
    return AskedTables(tables, epsilon, delta, around, tables=tables)


def _read(path: str, digits: int | None) -> Tables:
    try:
        text = _pasted() if path == "-" else _text(Path(path))
        return tables_of(read_two_columns(text), digits)
    except NotValid as refusal:
        refused = refusal
    raise NotValid(N_("{path}: {reason}", path=path, reason=refused.sentence), "table")


def _pasted() -> str:
    """All that is typed, pasted or piped into standard input, up to its end."""
    try:
        content = b"" if sys.stdin is None else sys.stdin.buffer.read(_MOST_BYTES + 1)
        return content.decode("utf-8-sig")
    except (OSError, UnicodeError):
        sentence = N_("the file cannot be read as UTF-8 text")
    raise NotValid(sentence, "table")


def _text(path: Path) -> str:
    try:
        return read_bounded(path, _MOST_BYTES, pipe=True).decode("utf-8-sig")
    except FileNotFoundError:
        sentence = N_("there is no such file; check its path")
    except NotOrdinary:
        sentence = N_("this is a folder or a device: give a file")
    except TooLarge:
        sentence = N_("the table is longer than {most} characters", most=MOST_CHARACTERS)
    except (OSError, UnicodeError):
        sentence = N_("the file cannot be read as UTF-8 text")
    raise NotValid(sentence, "table")


def direction_titles(release: RequestedRelease) -> tuple[Sentence, ...]:
    """The heads of the two columns that only tables have."""
    return (N_("P against Q"), N_("Q against P")) if isinstance(release.mechanism, Tables) else ()


def of_both_directions(release: RequestedRelease, ask: Callable[[Direction], float]) -> tuple[float, ...]:
    """What both directions of two tables answer; nothing where another mechanism is asked about."""
    tables = release.mechanism
    return (ask(tables.forward), ask(tables.backward)) if isinstance(tables, Tables) else ()


def directed(found: tuple[float, ...]) -> dict[str, object]:
    """The same for programs; None where no number is large enough."""
    names = ("p_against_q", "q_against_p")
    return {"directions": dict(zip(names, map(finite, found), strict=True))} if found else {}


def headed(release: RequestedRelease) -> tuple[Line, ...]:
    """The first lines of an answer: the release in words, and of two tables what their numbers hold for."""
    if not isinstance(release.mechanism, Tables):
        return (in_words(release),)
    return (in_words(release), caveat(), *_about_rounding(release.mechanism))


def _about_rounding(tables: Tables) -> tuple[Sentence, ...]:
    if not isinstance(tables, RoundedTables):
        return ()
    return (
        N_(
            "each number is within half a unit of digit {digits:plain}; the {one} of P and {other} "
            "of Q that may be missing are counted as outcomes that identify a person: the results "
            "are upper bounds for all values in that range",
            digits=tables.digits,
            one=at_most(float(tables.missing[0])),
            other=at_most(float(tables.missing[1])),
        ),
    )
