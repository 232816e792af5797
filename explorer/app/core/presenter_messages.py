"""What a person did while cards are presented to an audience."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PresentationBegun:
    """These cards are presented, beginning with one of them."""

    cards: tuple[str, ...]
    first: str


@dataclass(frozen=True, slots=True)
class CardTurned:
    """So many cards further, or back; not beyond the ends."""

    by: int


@dataclass(frozen=True, slots=True)
class PresentedParameterChosen:
    """The column shows and moves the parameter at this path."""

    path: str


@dataclass(frozen=True, slots=True)
class ScreenFrozen:
    """The audience keeps seeing what it sees now, whatever changes; or again what is."""

    frozen: bool


@dataclass(frozen=True, slots=True)
class PresentationReset:
    """Everything is set again as it was when the presentation began; the card in hand stays."""


@dataclass(frozen=True, slots=True)
class PresentationEnded:
    """Nothing is presented any more; what was set meanwhile stays."""


@dataclass(frozen=True, slots=True)
class NotesWritten:
    """The speaker's notes to a card are now this."""

    card: str
    text: str


PresenterMessage = (
    PresentationBegun
    | CardTurned
    | PresentedParameterChosen
    | ScreenFrozen
    | PresentationReset
    | PresentationEnded
    | NotesWritten
)
