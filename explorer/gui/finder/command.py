"""What the palette can ask of the window: its menu's actions by id, and its workspaces and panes by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from PySide6.QtGui import QAction

from explorer.app.finder.entry_kind import Kind
from explorer.mark import Sentence


@dataclass(frozen=True)
class Command:
    """An action of the menu, as it is found: its id is the same in every language."""

    id: str
    kind: Kind
    title: Sentence
    action: QAction


class Opener(Protocol):
    """What opens workspaces and panes: the window's controller."""

    def open_workspace(self, workspace: str) -> None: ...

    def open_card(self, name: str) -> None: ...


class Leader(Opener, Protocol):
    """The same with its tours."""

    @property
    def tours(self) -> Tours: ...


class Tours(Protocol):
    """What leads through the program."""

    def begin(self, tour: str) -> None: ...
