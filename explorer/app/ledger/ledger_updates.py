"""What a person does with the list of entries, and says of an act, as changes of the state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from explorer.app.core import release_messages
from explorer.app.core.refusals import accept
from explorer.app.core.state import State


def _entries_listed(state: State, message: release_messages.EntriesListed) -> State:
    return replace(state, ledger=replace(state.ledger, listing=message.listing))


def _statement_written(state: State, message: release_messages.StatementWritten) -> State:
    """It is an entry of its own: the ledger is read again."""
    ledger = replace(state.ledger, stated=message.status, revision=state.ledger.revision + 1)
    return accept(replace(state, ledger=ledger), "ledger.statement")


def _act_said(state: State, message: release_messages.ActSaid) -> State:
    return replace(state, ledger=replace(state.ledger, act=message.act))


UPDATES: MappingProxyType[type, Callable[[State, Any], State]] = MappingProxyType(
    {
        release_messages.EntriesListed: _entries_listed,
        release_messages.StatementWritten: _statement_written,
        release_messages.ActSaid: _act_said,
    }
)
