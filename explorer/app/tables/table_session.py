"""The two probability tables in a session: what stands in the field, and what was last valid of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from explorer.app.core.refusals import agreed
from explorer.app.core.state import State
from explorer.app.core.table_pair import TablePair, read_pair
from explorer.privacy.pairs.table_text import MOST_DIGITS
from explorer.privacy.refusal import Refusal


def pair_kept(pair: TablePair) -> dict[str, Any]:
    """Both texts; one alone where the field holds what is valid."""
    kept: dict[str, Any] = {"text": pair.text, "digits": pair.digits}
    if (pair.text, pair.digits) != pair.valid:
        kept["valid"] = list(pair.valid)
    return kept


def with_pair(state: State, kept: dict[str, Any]) -> State:
    """The state with the tables of a session; keys that it lacks keep their defaults.

    Raises
    ------
    TypeError, ValueError
        A value of another kind, or tables that are said to be valid and are not.
    """
    first = TablePair()
    now = _read(kept.get("text", first.text), kept.get("digits", first.digits))
    valid = _read(*kept.get("valid", now))
    if isinstance(read_pair(*valid), Refusal):
        raise ValueError("valid")
    text, digits = now
    return agreed(replace(state, tables=replace(state.tables, text=text, digits=digits, valid=valid)))


def _read(text: object, digits: object) -> tuple[str, int]:
    if not isinstance(text, str) or isinstance(digits, bool) or not isinstance(digits, int):
        raise TypeError("no table")
    if not 0 <= digits <= MOST_DIGITS:
        raise ValueError("digits")
    text.encode()  # a lone surrogate, which cannot be written again, is a ValueError
    return text, digits
