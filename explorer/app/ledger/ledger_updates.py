"""What a person does with the ledger, its accounts and its entries, as changes of the state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from explorer.app.core import release_messages as said
from explorer.app.core.refusals import accept
from explorer.app.core.state import State
from explorer.mark import Sentence


def read_anew(state: State, status: Sentence | None = None) -> State:
    """The ledger is read again, and what was refused of it is gone."""
    ledger = replace(state.ledger, revision=state.ledger.revision + 1, status=status, exported=None)
    ledger = replace(ledger, stated=None)
    return accept(replace(state, ledger=ledger), "ledger", "ledger.export", "ledger.statement")


def _account_shown(state: State, message: said.AccountShown) -> State:
    ledger = replace(state.ledger, account=message.account, status=None, exported=None)
    return accept(replace(state, ledger=ledger), "ledger", "ledger.export")


def _ledger_shown(state: State, message: said.LedgerShown) -> State:
    ledger = replace(state.ledger, account="", example=message.example)
    return read_anew(replace(state, ledger=ledger))


def _ledger_changed(state: State, message: said.LedgerChanged) -> State:
    return read_anew(state, message.status)


def _ledger_exported(state: State, message: said.LedgerExported) -> State:
    """What was written again is an entry of its own: the ledger is read again."""
    ledger = replace(state.ledger, exported=message.status, revision=state.ledger.revision + 1)
    return accept(replace(state, ledger=ledger), "ledger.export")


def _entries_listed(state: State, message: said.EntriesListed) -> State:
    return replace(state, ledger=replace(state.ledger, listing=message.listing))


def _statement_written(state: State, message: said.StatementWritten) -> State:
    """It is an entry of its own: the ledger is read again."""
    ledger = replace(state.ledger, stated=message.status, revision=state.ledger.revision + 1)
    return accept(replace(state, ledger=ledger), "ledger.statement")


def _act_said(state: State, message: said.ActSaid) -> State:
    return replace(state, ledger=replace(state.ledger, act=message.act))


UPDATES: MappingProxyType[type, Callable[[State, Any], State]] = MappingProxyType(
    {
        said.AccountShown: _account_shown,
        said.LedgerShown: _ledger_shown,
        said.LedgerChanged: _ledger_changed,
        said.LedgerExported: _ledger_exported,
        said.EntriesListed: _entries_listed,
        said.StatementWritten: _statement_written,
        said.ActSaid: _act_said,
    }
)
