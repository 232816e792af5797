"""Who does something to the ledger, why, and what they call the file: stands in the entry, and is hashed."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from explorer.mark import N_
from explorer.privacy.refusal import NotValid

LONGEST_NAME = 80
LONGEST_PURPOSE = 400


@dataclass(frozen=True, slots=True)
class Act:
    """What a person says of an act before it is done.

    `actor` : None for the system's user name. `label` : what they call the file, "" for nothing: its own name
    is never taken, as a name may tell who is in it.
    """

    actor: str | None = None
    purpose: str = ""
    label: str = ""

    def body(self) -> dict[str, object]:
        """What the ledger writes down of it; a part that is empty is left out."""
        said = {
            "actor": system_user() if self.actor is None else self.actor.strip(),
            "purpose": self.purpose.strip(),
            "file": self.label.strip(),
        }
        return {key: value for key, value in said.items() if value}

    def check(self) -> None:
        """Whether it can be logged: it stands in the ledger for good.

        Raises
        ------
        NotValid
        """
        for field, text, most in (
            ("actor", self.actor or "", LONGEST_NAME),
            ("label", self.label, LONGEST_NAME),
            ("purpose", self.purpose, LONGEST_PURPOSE),
        ):
            if not text.isprintable() or len(text) > most:
                sentence = N_(
                    "what the ledger logs of an act is one line of at most {most:plain} characters", most=most
                )
                raise NotValid(sentence, field)


UNSAID = Act()


def system_user() -> str:
    """The name under which the system knows whoever runs the program; "" where it tells none.

    It is what the system says, not proof of who sat there.
    """
    from getpass import getuser  # asked once an act, while every start of the window imports this module

    with suppress(OSError, KeyError, ImportError):  # Windows has no database of users, a container no entry
        return _one_line(getuser())
    return ""


def _one_line(text: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in text)[:LONGEST_NAME]
