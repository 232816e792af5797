"""Two probability tables as a person pastes them: the text, what was last valid of it, what is asked."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from explorer.mark import N_
from explorer.privacy.pairs.probability_table import Tables, tables_of
from explorer.privacy.pairs.table_text import TwoColumns, read_two_columns
from explorer.privacy.parameter import Scale, param
from explorer.privacy.refusal import NotValid, OutOfRange, Refusal

EXAMPLE = "0, 3/4, 1/4\n1, 1/4, 3/4\n"  # randomised response to a yes-or-no question at ε = ln 3
TEXT = "pair"  # beside this field the text is refused; numbers are refused beside "tables.…"
FILE = "pair-file"  # and a file that could not be read


@dataclass(frozen=True, slots=True)
class TablePair:
    """The text in the field with its rounding, the last that were two tables, and the numbers asked at.

    `digits`: of each number after the point, where they are said to be rounded; 0 where they are exact.
    `valid`: text and digits of the tables that all pictures show. They are those above unless these were
    refused.
    """

    text: str = EXAMPLE
    digits: int = 0
    valid: tuple[str, int] = (EXAMPLE, 0)
    epsilon: float = param(
        1.0,
        symbol="ε",
        title=N_("of one release"),
        low=0.0,
        high=1e6,
        slider=(0.0, 10.0),
        help=N_("The ε for the smallest δ of one release."),
    )
    delta: float = param(
        1e-6,
        symbol="δ",
        title=N_("of one release"),
        low=1e-300,
        high=0.5,
        slider=(1e-12, 0.5),
        scale=Scale.LOG,
        private_side=-1,
        help=N_(
            "The δ for the smallest ε of one release. If no ε holds at δ = 0, the composition "
            "bounds use this ε and δ per release."
        ),
    )
    count: int = param(
        10,
        symbol="k",
        title=N_("releases"),
        low=1,
        high=1_000_000,
        slider=(1, 1000),
        scale=Scale.LOG,
        integer=True,
        help=N_("The number of releases of the pair about the same people."),
    )
    total_delta: float = param(
        1e-4,
        symbol="δ",
        title=N_("in total"),
        low=1e-300,
        high=0.5,
        slider=(1e-12, 0.5),
        scale=Scale.LOG,
        private_side=-1,
        help=N_("The total δ of all releases."),
    )
    horizon: int = param(
        50,
        symbol="k max",
        title=N_("drawn up to"),
        low=10,
        high=1_000_000,
        scale=Scale.LOG,
        integer=True,
        help=N_("The largest k in the picture."),
    )


@lru_cache(maxsize=8)
def read_pair(text: str, digits: int) -> Tables | Refusal:
    """The two tables, or why the text holds none; read once for all who ask."""
    try:
        made = tables_of(columns_in(text), digits or None)
    except (NotValid, OutOfRange) as refusal:
        return refusal.kept()
    _ = made.forward, made.backward  # sorted here, so that no frame waits for it
    return made


@lru_cache(maxsize=8)
def columns_in(text: str) -> TwoColumns:
    """The labels and probabilities as they were typed; refused as `read_two_columns` does."""
    return read_two_columns(text)


def tables_in(pair: TablePair) -> Tables:
    """The last valid tables.

    Errors
    ------
    TypeError
        `valid` holds none: neither `update` nor a session makes such a state.
    """
    found = read_pair(*pair.valid)
    if isinstance(found, Refusal):
        raise TypeError("the valid tables of a state are two tables")
    return found


def refusal_of(pair: TablePair) -> Refusal | None:
    """Why what stands in the field is not what the pictures show; None where it is."""
    if (pair.text, pair.digits) == pair.valid:
        return None
    found = read_pair(pair.text, pair.digits)
    return found if isinstance(found, Refusal) else None
