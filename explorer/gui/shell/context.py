"""What every panel is given: the look, the language, the store, and the window for its dialogs."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from explorer.gui.shell.store import Store
from explorer.gui.shell.window import Window
from explorer.gui.widgets.label import Label
from explorer.gui.widgets.theme import Theme
from explorer.language import Language
from explorer.mark import Sentence
from explorer.release.ledger.demonstration_ledger import Demonstration


@dataclass(frozen=True)
class Context:
    """Handed to every panel when the window is furnished."""

    theme: Theme
    language: Language
    store: Store
    window: Window
    demonstration: Demonstration

    def say(self, sentence: Sentence) -> str:
        """The sentence in the person's language."""
        return self.language.say(sentence)

    def label(self, sentence: Sentence | None, name: str, parent: QWidget, wrap: bool = False) -> Label:
        """A label of one of the style sheet's kinds: body, muted, label, section, value, key, refusal."""
        label = Label(self.say(sentence) if sentence else "", parent, wrap)
        label.setObjectName(name)
        return label
