"""How the two probability tables change: what is refused stays in the field, what was valid stays shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from explorer.app.core.refusals import agreed
from explorer.app.core.state import State
from explorer.app.core.table_messages import TablesRounded, TablesTyped
from explorer.app.core.table_pair import TablePair, read_pair
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


UPDATES: MappingProxyType[type, Callable[[State, Any], State]] = MappingProxyType(
    {TablesTyped: typed, TablesRounded: rounded}
)
