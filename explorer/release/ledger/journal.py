"""Every entry of a ledger, in its order: what happened, when, who did it, why, and to which file.

Entries of earlier versions say less; what they do not say is "" here.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from explorer.release.ledger.balances import Bodies, limit_in, sequence_drawn
from explorer.release.ledger.hash_chain import Row
from explorer.release.values.amount import Amount, amount


class EntryKind(Enum):
    """What an entry is about."""

    CREATED = "created"
    OPENED = "opened"
    APART = "opened-apart"  # with the statement that nobody in it is in any other account
    ATTACHED = "attached"
    LIMIT = "limit"
    SIGNED = "signed"
    SPENT = "spent"
    DRAWN = "drawn"
    EXPORTED = "exported"
    RESTARTED = "restarted"


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One entry. `moment` : ISO, UTC, as the clock of that computer said.

    `purpose` : what was given as the reason; of a release the title of its plan where nobody gave one.
    `file` : what the person called it; `file_number` counts the files of the ledger, as they were attached.
    `amount` : what a release cost, or the limit that was set. `sequence` : of the release it is about.
    `forms` : which kinds of files were written, as `export_log.form` names them.
    """

    number: int
    kind: EntryKind
    moment: str
    head: str
    account: str = ""
    actor: str = ""
    purpose: str = ""
    file: str = ""
    file_number: int | None = None
    sequence: int | None = None
    release: str = ""
    signer: str = ""
    mechanism: str = ""
    amount: Amount | None = None
    forms: tuple[str, ...] = ()

    @property
    def year(self) -> str:
        """In which it was written, by that clock."""
        return self.moment[:4]

    def answer(self) -> dict[str, object]:
        """As `ledger log` tells it: what is not there is null."""
        texts = ("account", "actor", "purpose", "file")
        told = {name: getattr(self, name) or None for name in texts}
        cost: Mapping[str, object] | None = None if self.amount is None else self.amount.text()
        named = {"entry": self.number, "kind": self.kind.value, "moment": self.moment}
        about = {"sequence": self.sequence, "release": self.release or None, "signer": self.signer or None}
        return {
            **named,
            **told,
            **about,
            "file_number": self.file_number,
            "mechanism": self.mechanism or None,
            "amount": cost,
            "forms": list(self.forms) or None,
            "head": self.head,
        }


_OTHERS = {
    "ledger": EntryKind.CREATED,
    "export": EntryKind.EXPORTED,
    "restart": EntryKind.RESTARTED,
}


class Journal:
    """Takes the rows of a ledger one after the other; `entries` are theirs so far."""

    def __init__(self) -> None:
        self._bodies = Bodies()
        self._entries: list[JournalEntry] = []
        self._files: dict[str, tuple[int, str]] = {}  # by their fingerprint, which goes no further
        self._spent: dict[int, JournalEntry] = {}
        self._plans: dict[str, tuple[str, str]] = {}

    @property
    def entries(self) -> tuple[JournalEntry, ...]:
        """In the order of the ledger."""
        return tuple(self._entries)

    def note(self, row: Row) -> None:
        """One row more.

        Raises
        ------
        ValueError, KeyError, TypeError
            It does not hold what its kind says.
        """
        if row.kind == "drawn":  # what was drawn may be large: it is not parsed
            drawn = _said(row, {"sequence": sequence_drawn(row)}, kind=EntryKind.DRAWN)
            self._entries.append(self._of_its_release(drawn))
            return
        body = self._bodies.of(row)
        entry = _said(row, body, **self._told(row, body))
        if entry.kind is EntryKind.EXPORTED:
            entry = self._of_its_release(entry)
        if entry.kind is EntryKind.SPENT and entry.sequence is not None:
            self._spent[entry.sequence] = entry
            self._tell_signatures(entry)
        self._entries.append(entry)

    def _tell_signatures(self, paid: JournalEntry) -> None:
        """Those of a release stand before its spend: of which release and file they are is known now."""
        place = len(self._entries)
        while place and self._entries[place - 1].kind is EntryKind.SIGNED:
            place -= 1
            if self._entries[place].sequence == paid.sequence:
                signed = replace(self._entries[place], release=paid.release)
                self._entries[place] = replace(signed, file=paid.file, file_number=paid.file_number)

    def _told(self, row: Row, body: Mapping[str, object]) -> dict[str, Any]:
        """What an entry says of its own kind."""
        if row.kind == "spend":
            return self._paid(row, body)
        if row.kind == "attach":
            return self._attached(row, body)
        if row.kind == "open":
            kind = EntryKind.APART if body["apart"] else EntryKind.OPENED
            return {"kind": kind, "amount": limit_in(body)}
        if row.kind == "limit":
            return {"kind": EntryKind.LIMIT, "amount": limit_in(body)}
        if row.kind == "sign":
            return {"kind": EntryKind.SIGNED, "signer": str(body["signed_off"])}
        listed = body.get("forms", [])
        forms = tuple(map(str, listed)) if isinstance(listed, list) else ()
        return {"kind": _OTHERS[row.kind], "forms": forms}

    def _of_its_release(self, entry: JournalEntry) -> JournalEntry:
        paid = None if entry.sequence is None else self._spent.get(entry.sequence)
        if paid is None:
            return entry
        actor = entry.actor or (paid.actor if entry.kind is EntryKind.DRAWN else "")
        found = replace(entry, account=paid.account, release=paid.release, actor=actor)
        return replace(found, file=paid.file, file_number=paid.file_number, signer=paid.signer)

    def _attached(self, row: Row, body: Mapping[str, object]) -> dict[str, Any]:
        label = str(body.get("file", ""))
        number, _ = self._files.setdefault(row.fingerprint, (len(self._files) + 1, label))
        self._files[row.fingerprint] = number, label
        return {"kind": EntryKind.ATTACHED, "file_number": number}

    def _paid(self, row: Row, body: Mapping[str, object]) -> dict[str, Any]:
        title, signer = self._named(str(body["plan"]))
        number, label = self._files[row.fingerprint]
        cost = {name: str(body[name]) for name in ("epsilon", "delta", "rho") if name in body}
        return {
            "kind": EntryKind.SPENT,
            "release": str(body["release"]),
            "mechanism": str(body["mechanism"]),
            "amount": amount(cost),
            "signer": signer,
            "purpose": str(body.get("purpose", "")) or title,
            "file": str(body.get("file", "")) or label,
            "file_number": number,
        }

    def _named(self, plan: str) -> tuple[str, str]:
        """What a plan is called, and who signed it off. Most releases have the plan of another one."""
        if plan not in self._plans:
            top, _, _ = plan.partition("\n[")  # `write_plan` puts what belongs to no table first
            signers: tuple[str, ...] = ()
            if "signed_off" in plan:
                privacy = tomllib.loads(plan)["privacy"]
                signers = tuple(str(privacy.get(key, "")) for key in SIGNER_KEYS)
            self._plans[plan] = (
                str(tomllib.loads(top).get("title", "")),
                "; ".join(each for each in signers if each),
            )
        return self._plans[plan]


SIGNER_KEYS = ("signed_off", "second_signed_off")


def _said(row: Row, body: Mapping[str, object], **told: Any) -> JournalEntry:
    """What every kind of entry may say, and what its own kind does."""
    sequence = body.get("sequence")
    common = {
        "account": str(body.get("account", "")),
        "actor": str(body.get("actor", "")),
        "purpose": str(body.get("purpose", "") or body.get("reason", "")),
        "file": str(body.get("file", "")),
        "sequence": None if sequence is None else int(str(sequence)),
    }
    return JournalEntry(number=row.number, moment=row.moment, head=row.hash, **{**common, **told})
