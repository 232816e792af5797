"""What was drawn once, from the ledger again: exporting it spends nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from explorer.mark import N_
from explorer.privacy.refusal import LedgerRefused, NotValid
from explorer.release.drawn import Drawn, noised
from explorer.release.ledger import hash_chain as chained
from explorer.release.ledger.accounts import Entry
from explorer.release.ledger.disk_faults import exists
from explorer.release.ledger.locations import ledger_folder
from explorer.release.ledger.reader import reading
from explorer.release.ledger.spends import read_books
from explorer.release.plan.plan_file import read_plan
from explorer.release.values.amount import amount


def drawn_again(sequence: int, ledger_dir: Path | None = None) -> Drawn:
    """What was drawn under a sequence number, from the ledger; spends nothing.

    Raises
    ------
    NotValid
        There is none of this number, or it was paid and never drawn.
    LedgerRefused
    """
    entry, text, body = entry_of(ledger_folder(ledger_dir), sequence)
    plan = read_plan(text)
    remaining = body["remaining"]
    if not isinstance(remaining, dict):
        raise _damaged(sequence)
    tables, files = (_listed(body[key], sequence) for key in ("counts", "files"))
    found = _listed(body.get("found", []), sequence) or [()] * len(tables)
    measured = (query.measured_as(tuple(kept)) for query, kept in zip(plan.queries, found, strict=True))
    plan = replace(plan, queries=tuple(measured))
    return Drawn(
        sequence=sequence,
        identity=entry.release,
        date=entry.date,
        account=entry.account,
        plan=plan,
        spent=entry.cost,
        remaining=amount(remaining),
        queries=tuple(
            noised(plan, index, tuple(table), tuple(labels))
            for index, (table, labels) in enumerate(zip(tables, found, strict=True))
        ),
        files=tuple((str(name), str(content)) for name, content in files),
    )


def _listed(kept: object, sequence: int) -> list[Any]:
    if not isinstance(kept, list):
        raise _damaged(sequence)
    return kept


def _damaged(sequence: int) -> LedgerRefused:
    return LedgerRefused(N_("the ledger's record of release {sequence:plain} is damaged", sequence=sequence))


def entry_of(folder: Path, sequence: int) -> tuple[Entry, str, Mapping[str, object]]:
    """One release that was drawn: its entry, its plan as TOML, and what `keep` kept.

    Raises
    ------
    NotValid
        There is none of this number, or it was paid and never drawn.
    LedgerRefused
    """
    if not exists(folder):
        read_books(folder).entry(sequence)
    with reading(folder) as (connection, books):
        entry = books.entry(sequence)
        if sequence not in books.drawn:
            sentence = N_(
                "release {sequence:plain} was charged but never drawn: there is nothing to write",
                sequence=sequence,
            )
            raise NotValid(sentence, "sequence")
        body = chained.row_at(connection, books.drawn[sequence]).body
    return entry, books.plans[sequence], body
