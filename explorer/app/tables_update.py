"""How the two probability tables change: what is refused stays in the field, what was valid stays shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from explorer.app.refusing import accept, refuse
from explorer.app.state import State
from explorer.app.table_pair import FILE, TEXT, TablePair, read_pair, refusal_of
from explorer.app.tables_messages import TablesRounded, TablesTyped
from explorer.privacy.refusal import Refusal


def typed(state: State, message: TablesTyped) -> State:
    """Another text. What is no text in UTF-8, and could not be saved, is replaced."""
    text = message.text.encode("utf-8", "replace").decode("utf-8")
    return _with(state, replace(state.tables, text=text))


def rounded(state: State, message: TablesRounded) -> State:
    """The same text with another rounding."""
    return _with(state, replace(state.tables, digits=message.digits))


def _with(state: State, pair: TablePair) -> State:
    if not isinstance(read_pair(pair.text, pair.digits), Refusal):
        pair = replace(pair, valid=(pair.text, pair.digits))
    return agreed(replace(state, tables=pair))


def agreed(state: State) -> State:
    """The state with what is refused of its own text, and of no other: after undo, or from a session."""
    state, refusal = accept(state, FILE), refusal_of(state.tables)
    if refusal is None:
        return accept(state, TEXT)
    return state if state.refused.get(TEXT) is refusal else refuse(state, TEXT, refusal)


UPDATES: MappingProxyType[type, Callable[[State, Any], State]] = MappingProxyType(
    {TablesTyped: typed, TablesRounded: rounded}
)
