"""A column of fields while it is being built: sections, fields, links and labels, one beneath the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeVar, cast

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget

from explorer.app.release.typed_amounts import amount, optional_amount, whole
from explorer.gui.release.plan_fields import (
    ChoiceField,
    Field,
    SwitchField,
    TextField,
    missing_tokens,
    optional,
    shown_tokens,
)
from explorer.gui.shell.context import Context
from explorer.gui.widgets.label import Label
from explorer.gui.widgets.roving import Roving
from explorer.mark import Sentence, verbatim
from explorer.release.plan.key import Key, Kind, form_keys

Act = Callable[[str, object], None]
F = TypeVar("F", bound=Field)
Choices = Mapping[str, Mapping[str, Sentence]]
NO_CHOICES: Choices = MappingProxyType({})


class Form:
    """Where fields go: `edited` is what a field does that is given nothing else to do."""

    def __init__(self, context: Context, parent: QWidget, edited: Act) -> None:
        self.context, self.parent, self._edited = context, parent, edited
        self.fields: list[Field] = []
        self._links: Roving | None = None  # of the links since the last field
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
        self._links = None
        self.lines.addWidget(field)
        return field

    def add_keys(self, section: str, declaring: type, choices: Choices = NO_CHOICES) -> None:
        """Fields for the keys that a section of a plan declares for a form (`release.plan.key`).

        `choices` : of keys that are chosen here rather than typed, each choice with its words
        """
        for each in form_keys(declaring):
            self.add_key(section, each, choices.get(each.name))

    def add_key(self, section: str, key: Key, choices: Mapping[str, Sentence] | None = None) -> None:
        """A field for one declared key."""
        path, title = f"{section}.{key.name}", key.title or verbatim(key.name)
        context, parent = self.context, self.parent
        if choices is None and key.kind is Kind.CHOICE:
            texts = key.choices if isinstance(key.choices, tuple) else [each.value for each in key.choices]
            choices = {text: verbatim(text) for text in texts}
        if choices is not None:
            default = key.written(key.default)
            self.add(ChoiceField(context, path, title, choices, parent, default=cast(str | None, default)))
        elif key.kind is Kind.FLAG:
            self.add(SwitchField(context, path, title, key.remark or title, parent, key.default))
        else:
            field = self.add(TextField(context, path, title, parent, *_typed(key)))
            if key.remark is not None:
                field.editor.setPlaceholderText(context.say(key.remark))

    def link(self, words: Sentence, act: Callable[..., None]) -> None:
        """A press that changes which fields there are; links that follow each other are one stop of Tab."""
        button = QToolButton(self.parent)
        button.setObjectName("link")
        button.setText(self.context.say(words))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(act)
        self.lines.addWidget(button)
        if self._links is None:
            self._links = Roving(self.parent)
        self._links.take(button)

    def label(self) -> Label:
        """Room for a sentence that follows from the fields above it."""
        label = self.context.label(None, "label", self.parent, wrap=True)
        self.lines.addWidget(label)
        return label


def _typed(key: Key) -> tuple[Callable[..., Any], ...]:
    """How a typed line is read, and how a value is shown; nothing where the text itself is the value."""
    if key.kind is Kind.WHOLE:
        return (whole,)
    if key.kind is Kind.TEXTS:
        return missing_tokens, shown_tokens
    if key.kind is Kind.EXACT:
        return (optional_amount if key.optional else amount,)
    return (optional,) if key.optional else ()
