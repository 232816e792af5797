"""One thing that can be found: what it is called, of which kind it is, and what taking it does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from explorer.mark import Sentence

if TYPE_CHECKING:
    from explorer.app.core.message import Message
    from explorer.app.finder.entry_kind import Kind


@dataclass(frozen=True, slots=True)
class Messages:
    """The person says these.

    Where none of the workspaces `seen_in` is in front, the first one is opened, and with it the pane `card`.
    """

    messages: tuple[Message, ...]
    seen_in: tuple[str, ...] = ()
    card: str = ""


@dataclass(frozen=True, slots=True)
class OpenPane:
    """A pane comes to the front, with one of its pictures where one is named."""

    card: str
    picture: str = ""


@dataclass(frozen=True, slots=True)
class ExportMenu:
    """The export menu of a pane opens, over one of its pictures."""

    card: str
    picture: str = ""


@dataclass(frozen=True, slots=True)
class PressButton:
    """A pane comes to the front, and its button or link of this name is pressed; `also`: of another name."""

    card: str
    words: Sentence
    also: tuple[Sentence, ...] = ()


@dataclass(frozen=True, slots=True)
class PlanField:
    """The plan comes to the front, and its field at `path` (`plan_entries.general`) has the focus."""

    path: str
    title: Sentence


@dataclass(frozen=True, slots=True)
class PublishedUse:
    """The table of published deployments opens at a row: its place in the record."""

    place: int


@dataclass(frozen=True, slots=True)
class MenuAction:
    """An action of the menu, by the id of its entry."""

    action: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """What stands behind a number or a word is explained: a fact of `explorer.app.help.facts`."""

    fact: str


@dataclass(frozen=True, slots=True)
class AwaitValue:
    """The parameter at `path` is named in the field, and its value is typed there."""

    path: str


Shown = OpenPane | ExportMenu | PressButton | PlanField | PublishedUse | Explanation
Taking = Messages | Shown | MenuAction | AwaitValue


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that can be found.

    `id` is the same in every language and version: it is what the settings keep of recent ones. `names` are
    words that no language translates (ids, symbols, abbreviations), `synonyms` other words of the field, one
    sentence of them with commas between; `text` is searched last (an explanation, a source). `place` says
    where it is, if that is not plain.
    """

    id: str
    kind: Kind
    title: Sentence
    taking: Taking
    names: tuple[str, ...] = ()
    synonyms: tuple[Sentence, ...] = ()
    text: tuple[Sentence, ...] = ()
    place: Sentence | None = None
    shortcut: str = ""
