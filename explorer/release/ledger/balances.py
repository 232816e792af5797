"""What the rows of a ledger add up to: the accounts and what they have spent, each row looked at once."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import Any

from explorer.release.ledger.accounts import Account, Books, Change, Entry, Restart
from explorer.release.ledger.hash_chain import Damaged, Row
from explorer.release.values.amount import Amount, amount

_DRAWN = re.compile(r'"sequence":([0-9]{1,18})\}\Z')  # keys are sorted: it is the last one of what was drawn

_NOISE, _RELEASE = '"noise":', ',"release":"'
_TOLD = ("sign", "export")  # rows that change nothing of what is spent
_TAIL = 40  # characters in which it stands
_Texts = tuple[str, str, str | None]  # of an amount: ε, δ and, where there is one, ρ


def books_of(rows: Iterable[Row], identity: str, key: bytes) -> Books:
    """The sum of all rows; each is looked at once.

    Raises
    ------
    Damaged
        A row does not hold what its kind says.
    """
    sums: dict[str, _Sum] = {}
    plans: dict[int, str] = {}
    drawn: dict[int, int] = {}
    restarts: list[Restart] = []
    bodies = Bodies()
    last, head = 0, ""
    try:
        for row in rows:
            last, head = row.number, row.hash
            if last == 1:  # the ledger's own
                continue
            if row.kind == "drawn":
                drawn[sequence_drawn(row)] = row.number
                continue
            body = bodies.of(row)
            if row.kind == "restart":
                restarts.append(Restart(str(body["date"]), str(body["reason"])))
                continue
            name = str(body["account"])
            if row.kind == "open" and name not in sums:
                sums[name] = _Sum(name, body)
            elif name not in sums:
                raise ValueError("a row before its account")
            elif row.kind == "spend":
                plans[sums[name].spend(row, body)] = str(body["plan"])
            else:
                sums[name].change(row, body)
    except (ValueError, KeyError, TypeError, RecursionError):
        raise Damaged(last) from None
    accounts = {name: each.account(drawn) for name, each in sums.items()}
    return Books(accounts, plans, drawn, key, identity, last, head, tuple(restarts))


def sequence_drawn(row: Row) -> int:
    """The release that a row keeps the draw of. What was drawn may be large: it is not parsed for that."""
    found = _DRAWN.search(row.text, max(0, len(row.text) - _TAIL))
    return int(found[1]) if found else int(str(row.body["sequence"]))


class Bodies:
    """What rows say. Most releases have the plan and the noise of another one: these are parsed once."""

    def __init__(self) -> None:
        self._known: dict[str, dict[str, object]] = {}

    def of(self, row: Row) -> dict[str, object]:
        """The body of a row.

        Its keys are sorted and no quote stands in a text unescaped, so that `noise` and `plan` lie side by
        side and end before the next key, `release`.

        Raises
        ------
        ValueError
            The text is no object.
        """
        begin = row.text.find(_NOISE)
        end = row.text.find(_RELEASE, begin)
        if row.kind != "spend" or not 0 < begin < end:
            return row.body
        repeated = row.text[begin:end]
        known = self._known.get(repeated)
        if known is None:
            body = row.body
            with suppress(ValueError):
                if (parsed := json.loads(f"{{{repeated}}}")) == {key: body.get(key) for key in parsed}:
                    self._known[repeated] = parsed
            return body
        rest = json.loads(row.text[:begin] + row.text[end + 1 :])
        return {**rest, **known}


class _Sum:
    """One account while the rows are read; a row takes as long however many came before."""

    def __init__(self, name: str, body: Mapping[str, object]) -> None:
        self._name = name
        self._currency, self._apart = str(body["currency"]), bool(body["apart"])
        self._changes = [_change(body)]
        self._unit = self._neighbours = ""
        self._fingerprints: set[str] = set()
        self._costs: Counter[_Texts] = Counter()
        self._entries: list[dict[str, Any]] = []

    def change(self, row: Row, body: Mapping[str, object]) -> None:
        """A limit that is changed, a file that is attached, or what changes nothing of an account."""
        if row.kind == "limit":
            self._changes.append(_change(body))
        elif row.kind == "attach":
            self._fingerprints.add(row.fingerprint)
        elif row.kind not in _TOLD:
            raise ValueError("an unknown kind of row")

    def spend(self, row: Row, body: Mapping[str, object]) -> int:
        """A release that is paid; its sequence number."""
        texts = _texts(body)
        entry = {
            "sequence": int(str(body["sequence"])),
            "release": str(body["release"]),
            "date": str(body["date"]),
            "mechanism": str(body["mechanism"]),
            "cost": _amount_of(texts),
            "head": row.hash,
            "noise": _noise(body.get("noise", [])),
        }
        self._unit, self._neighbours = str(body["unit"]), str(body["neighbours"])
        self._costs[texts] += 1
        self._entries.append(entry)
        return int(str(body["sequence"]))

    def account(self, drawn: Mapping[int, int]) -> Account:
        """The account when every row has been read."""
        entries = tuple(
            Entry(account=self._name, drawn=entry["sequence"] in drawn, **entry) for entry in self._entries
        )
        account = Account(
            self._name,
            self._changes[-1].limit,
            self._currency,
            unit=self._unit,
            neighbours=self._neighbours,
            apart=self._apart,
            fingerprints=frozenset(self._fingerprints),
            entries=entries,
            changes=tuple(self._changes),
        )
        costs: Counter[Amount] = Counter()
        for texts, times in self._costs.items():
            costs[_amount_of(texts)] += times
        return replace(account, total=account.total_of(costs))


def _change(body: Mapping[str, object]) -> Change:
    return Change(limit_in(body), str(body.get("date", "")), str(body.get("reason", "")))


def limit_in(body: Mapping[str, object]) -> Amount:
    """The limit that an entry sets.

    Raises
    ------
    ValueError, KeyError
    """
    limit = body["limit"]
    if not isinstance(limit, Mapping):
        raise ValueError("no amount")
    return _amount_of(_texts(limit))


def _noise(kept: object) -> tuple[Mapping[str, object], ...]:
    if not isinstance(kept, list) or not all(isinstance(each, Mapping) for each in kept):
        raise ValueError("no noise")
    return tuple(kept)


def _texts(amounts: Mapping[str, object]) -> _Texts:
    rho = str(amounts["rho"]) if "rho" in amounts else None
    return str(amounts["epsilon"]), str(amounts["delta"]), rho


@lru_cache(maxsize=1024)
def _amount_of(texts: _Texts) -> Amount:
    epsilon, delta, rho = texts
    return amount({"epsilon": epsilon, "delta": delta, **({} if rho is None else {"rho": rho})})
