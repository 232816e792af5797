"""Who signed a plan off, and whether it still declares what was signed.

A record, not a cryptographic signature: whoever can edit the file can also sign it anew. The digest holds
that an edit by hand, or by a program that knows nothing of it, does not run under somebody's name.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from explorer.mark import N_, Sentence
from explorer.privacy.refusal import NotValid

KEYS = ("signed_off", "signed_digest", "locked")
SECOND = "second_signed_off"
_NAME = re.compile(r"(.+?)(?: \(.*\))?, [0-9]{4}-[0-9]{2}-[0-9]{2}(?:: .*)?", re.DOTALL)
_PREFIX = "sha256:"
_LONGEST = 400


@dataclass(frozen=True, slots=True)
class SignOff:
    """Who, when (an ISO date) and, where they are given, in which role and with which words."""

    name: str
    date: str
    role: str = ""
    statement: str = ""

    def text(self) -> str:
        """One line, as `signed_off` holds it.

        >>> SignOff("Ada Example", "2026-01-31", "privacy officer", "for the yearbook").text()
        'Ada Example (privacy officer), 2026-01-31: for the yearbook'

        Raises
        ------
        NotValid
            No name, or a part that is no single line of printable characters.
        """
        parts = (self.name, self.role, self.date, self.statement)
        if not self.name.strip():
            raise NotValid(N_("a sign-off needs the name of the person who answers for it"), "by")
        if not all(part.isprintable() for part in parts) or sum(map(len, parts)) > _LONGEST:
            sentence = N_("a sign-off is one line of at most {most:plain} characters", most=_LONGEST)
            raise NotValid(sentence, "by")
        role = f" ({self.role.strip()})" if self.role.strip() else ""
        statement = f": {self.statement.strip()}" if self.statement.strip() else ""
        return f"{self.name.strip()}{role}, {self.date}{statement}"


def digest_of(document: Mapping[str, Any], blank: Mapping[str, Any]) -> str:
    """SHA-256 over everything that a plan declares and over `signed_off`, whatever the spelling of its file.

    Parameters
    ----------
    document : `plan_file.document` of the plan
    blank : the same of a plan that declares nothing optional. What equals it does not enter, so that a key
        which a later version adds leaves the digests of earlier plans as they are.
    """
    declared = {
        key: {name: one for name, one in value.items() if one != blank[key].get(name)}
        if key in ("input", "output")
        else value
        for key, value in document.items()
    }
    declared["privacy"] = {
        key: value
        for key, value in document["privacy"].items()
        if key == "signed_off" or (key not in KEYS and value is not None)  # the second signer among them
    }
    text = json.dumps(declared, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return _PREFIX + hashlib.sha256(text.encode()).hexdigest()


def name_in(signed_off: str) -> str:
    """Whose sign-off a line is.

    >>> name_in("Ada Example (privacy officer), 2026-01-31: for the yearbook"), name_in("Bo")
    ('Ada Example', 'Bo')
    """
    found = _NAME.fullmatch(signed_off)
    return found[1] if found else signed_off


def is_same_person(one: str, other: str) -> bool:
    """Whether two sign-offs name one person, whatever the case, the blanks and the width of the letters.

    >>> is_same_person("Ada  EXAMPLE, 2026-01-31", "ada example (owner), 2026-02-01")
    True
    """
    first, second = (
        " ".join(unicodedata.normalize("NFKC", name_in(each)).casefold().split()) for each in (one, other)
    )
    return first == second


def missing_signature(required: bool, signed_off: str, second: str, digest: str) -> Sentence | None:
    """Which signature a plan still needs before it is released; None where it needs none.

    Parameters
    ----------
    required : the plan asks for two different signers
    signed_off, second, digest : what it carries of them, "" where it does not
    """
    if not required:
        return None
    if not signed_off or not digest:
        return N_("this plan needs two signers before it is released: nobody has signed it off yet")
    if not second:
        return N_(
            "this plan needs a second signer before it is released: only “{signed_off}” has signed it off",
            signed_off=signed_off,
        )
    if is_same_person(signed_off, second):
        return N_(
            "this plan needs two different signers: both signatures name “{name}”", name=name_in(second)
        )
    return None


def altered(digest: str, signed_off: str, locked: bool, now: str) -> NotValid | None:
    """Why a plan that carries a digest may not run: it is not what was signed off; None where it is.

    Parameters
    ----------
    digest : what the plan carries; a plan without one ("") is held to nothing here
    now : `digest_of` the plan as it is
    """
    if not digest:
        return None
    if not signed_off or not locked:
        sentence = N_("this plan carries a signature, but is not signed off and locked: sign it anew")
        return NotValid(sentence, "privacy.signed_digest")
    if digest != now:
        sentence = N_(
            "this plan was changed after “{signed_off}” signed it off: bring that one back or sign anew",
            signed_off=signed_off,
        )
        return NotValid(sentence, "privacy.signed_digest")
    return None
