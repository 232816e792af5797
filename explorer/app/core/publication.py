"""What the steward says beside the released numbers: the words of the picture and of the report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

LONGEST = 400  # characters of each text


@dataclass(frozen=True, slots=True)
class Publication:
    """Texts are the steward's own words and empty where nothing was said; no row is asked for them.

    `title` takes the place of the plan's, `note` is the line of the source below. `special` tells whether the
    picture shows the special cells; the tables always do. `account` : whether the report names the account,
    which is the steward's own name for the people.
    """

    title: str = ""
    note: str = ""
    dataset: str = ""
    publisher: str = ""
    special: bool = True
    account: bool = False


TEXTS = ("title", "note", "dataset", "publisher")
_CHOSEN = {"special": True, "account": False}


def tidied(given: Publication) -> Publication:
    """One line each, without blanks around it, and not longer than can be printed."""
    texts = {name: " ".join(getattr(given, name).split())[:LONGEST] for name in TEXTS}
    return replace(given, **texts)  # type: ignore[arg-type]


def publication_kept(given: Publication) -> dict[str, object]:
    """As a session holds it."""
    return {name: getattr(given, name) for name in (*TEXTS, *_CHOSEN)}


def publication_of(given: Mapping[str, object]) -> Publication:
    """What a session says; keys that it lacks keep their defaults.

    Raises
    ------
    TypeError, ValueError
        A value is of another kind, or no text that can be written again.
    """
    texts = {name: given.get(name, "") for name in TEXTS}
    chosen = {name: given.get(name, usual) for name, usual in _CHOSEN.items()}
    if {type(each) for each in texts.values()} != {str} or {type(each) for each in chosen.values()} != {bool}:
        raise TypeError("publication")
    for each in texts.values():
        str(each).encode()  # a lone surrogate is a ValueError
    return tidied(Publication(**texts, **chosen))  # type: ignore[arg-type]
