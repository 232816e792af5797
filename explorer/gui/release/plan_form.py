"""A column of fields while it is being built: sections, fields, links and labels, one beneath the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget

from explorer.gui.release.plan_fields import Field
from explorer.gui.shell.context import Context
from explorer.gui.widgets.label import Label
from explorer.mark import Sentence

Act = Callable[[str, object], None]
F = TypeVar("F", bound=Field)


class Form:
    """Where fields go: `edited` is what a field does that is given nothing else to do."""

    def __init__(self, context: Context, parent: QWidget, edited: Act) -> None:
        self.context, self.parent, self._edited = context, parent, edited
        self.fields: list[Field] = []
        self.lines = QVBoxLayout(parent)
        self.lines.setContentsMargins(0, 0, 6, 0)
        self.lines.setSpacing(context.theme.size(6))

    def section(self, title: Sentence) -> None:
        """A heading, with a little air above it."""
        if self.lines.count():
            self.lines.addSpacing(self.context.theme.size(6))
        self.lines.addWidget(self.context.label(title, "section", self.parent))

    def add(self, field: F, act: Act | None = None) -> F:
        """A field and what its edits do."""
        field.edited.connect(act or self._edited)
        self.fields.append(field)
        self.lines.addWidget(field)
        return field

    def link(self, words: Sentence, act: Callable[..., None]) -> None:
        """A press that changes which fields there are."""
        button = QToolButton(self.parent)
        button.setObjectName("link")
        button.setText(self.context.say(words))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(act)
        self.lines.addWidget(button)

    def label(self) -> Label:
        """Room for a sentence that follows from the fields above it."""
        label = self.context.label(None, "label", self.parent, wrap=True)
        self.lines.addWidget(label)
        return label
