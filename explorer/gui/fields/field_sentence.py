"""A sentence with fields in it: words and editors wrap together, Enter in the last hands on the whole."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QFocusEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from explorer.gui.fields.typed_line import TypedLine, WholeOnClick
from explorer.gui.shell.context import Context
from explorer.gui.widgets.flow import Flow
from explorer.mark import Sentence

_OPEN, _SHUT = "\ue000", "\ue001"  # around the name of a field; private characters, in no catalogue
_WIDE = r"\u2e80-\u9fff\uff00-\uffef"  # after which a line may end
_ATOM = re.compile(rf"{_OPEN}\w+{_SHUT}| +|[{_WIDE}]|[^\s{_OPEN}{_WIDE}]+|\s")
_CLOSING = "，。、；：）,.;:)％%"


def _among_words(editor: QWidget, name: str, height: int) -> None:
    """What all editors in a sentence have in common."""
    editor.setObjectName("inline")
    editor.setAccessibleName(name)
    editor.setToolTip(name)
    editor.setFixedHeight(height)
    editor.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)


class InlineLine(TypedLine):
    """A line that is as wide as what stands in it, among words."""

    def __init__(self, context: Context, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._size = context.theme.size
        _among_words(self, name, self._size(24))
        self._whole = WholeOnClick(self)
        self.textChanged.connect(self.updateGeometry)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._whole.entered(event.reason())

    def sizeHint(self) -> QSize:
        """Room for the text, and never less than for three digits."""
        words = self.fontMetrics().horizontalAdvance(self.text() or self.placeholderText())
        wide = min(max(words + self._size(18), self._size(40)), self._size(150))
        return QSize(wide, self._size(24))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()


class InlineBox(QComboBox):
    """A list to choose from that is as wide as what is chosen, among words."""

    def __init__(self, context: Context, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._size = context.theme.size
        _among_words(self, name, self._size(24))
        self.currentTextChanged.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        """Room for the words and the arrow."""
        words = self.fontMetrics().horizontalAdvance(self.currentText())
        return QSize(words + self._size(36), self._size(24))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scrolling past must not change what is asked."""
        event.ignore()


class FieldSentence(Flow):
    """`entered` when a person hands on the whole sentence, `left` with a field, `given_up` on Escape.

    `sentence` has a place for each field; `names` say what stands there, for ears and tooltips. A field
    whose name is in `choices` is a list to choose from. `button` hands the sentence on by mouse.
    """

    entered = Signal()
    left = Signal()
    given_up = Signal()

    def __init__(
        self,
        context: Context,
        sentence: Sentence,
        names: Mapping[str, Sentence],
        parent: QWidget,
        choices: tuple[str, ...] = (),
        button: Sentence | None = None,
    ) -> None:
        super().__init__(parent, between_lines=context.theme.size(4))
        self._context = context
        self.lines: dict[str, InlineLine] = {}
        self.boxes: dict[str, InlineBox] = {}
        self._fields: list[QWidget] = []
        self.sentence = sentence.text
        self._names, self._chosen = names, choices
        self._shown: dict[str, tuple[str, str]] = {}
        marked = {name: f"{_OPEN}{name}{_SHUT}" for name in names if f"{{{name}}}" in sentence.text}
        text = context.say(Sentence(sentence.text, tuple(sorted(marked.items()))))
        self.setAccessibleName(re.sub(f"{_OPEN}\\w+{_SHUT}", "…", text))
        context.store.stepped.connect(self._leave_typed)  # half a sentence of two states would be false
        pieces = [(self._piece(group), after) for group, after in _groups(text, context.theme.size(4))]
        self.button: QToolButton | None = None
        if button is not None:
            self.button = QToolButton(self)
            self.button.setObjectName("link")
            self.button.setText(context.say(button))
            self.button.setAccessibleName(self.button.text())
            self.button.clicked.connect(self._whole)
            pieces.append((self.button, 0))
        self.hold(pieces)

    def _piece(self, group: list[str]) -> QWidget:
        """A word, or a field with what is written right beside it."""
        if len(group) == 1 and not group[0].startswith(_OPEN):
            return self._words(group[0], self)
        holder = QWidget(self)
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(self._context.theme.size(3))
        for atom in group:
            field = atom.startswith(_OPEN)
            row.addWidget(self._field(atom[1:-1], holder) if field else self._words(atom, holder))
        return holder

    def _words(self, text: str, parent: QWidget) -> QLabel:
        label = self._context.label(None, "body", parent)
        label.setText(text)
        return label

    def _field(self, name: str, parent: QWidget) -> QWidget:
        said = self._context.say(self._names[name])
        if name in self._chosen:
            box = self.boxes[name] = InlineBox(self._context, said, parent)
            self._fields.append(box)
            return box
        line = self.lines[name] = InlineLine(self._context, said, parent)
        self._fields.append(line)
        line.returnPressed.connect(partial(self._returned, name))
        line.editingFinished.connect(self.left)
        line.given_up.connect(self._give_up)
        return line

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """What Tab stops at, in the order in which it is read."""
        return (*self._fields, *([self.button] if self.button is not None else []))

    # What a person does

    def _returned(self, name: str) -> None:
        """Enter goes to the next field, and in the last one hands the sentence on."""
        order = list(self.lines)
        if name == order[-1]:
            self._whole()
            return
        following = self.lines[order[order.index(name) + 1]]
        following.setFocus()
        following.selectAll()

    def _whole(self, _: bool = False) -> None:
        empty = next((line for line in self.lines.values() if not line.text().strip()), None)
        if empty is not None:
            empty.setFocus()
        else:
            self.entered.emit()

    def _give_up(self) -> None:
        self._leave_typed()
        self.given_up.emit()

    def _leave_typed(self) -> None:
        """What was typed and not handed on is given up, so that all fields say what is in force."""
        for name, line in self.lines.items():
            line.setText(self._shown.get(name, ("", ""))[0])
            line.setModified(False)

    # What is shown

    def show_number(self, name: str, text: str, exact: str = "") -> None:
        """The number in force; what a person has typed there and not handed on yet stays."""
        line, known = self.lines[name], self._shown.get(name, ("", ""))[0]
        self._shown[name] = text, exact or text
        if line.text() == known and line.text() != text:
            line.setText(text)
            line.setModified(False)

    def typed(self, name: str) -> str:
        """What stands in a field: as typed, or the number in force with all its digits."""
        text = self.lines[name].text().strip()
        shown, exact = self._shown.get(name, ("", ""))
        return exact if text == shown else text

    def taken(self) -> None:
        """What was typed was taken: from now on the fields show what is in force."""
        for name, line in self.lines.items():
            self._shown[name] = line.text(), line.text()
            line.setModified(False)

    def use(self, used: bool) -> None:
        """Whether anything can be entered."""
        for widget in self.controls:
            widget.setEnabled(used)


def _groups(text: str, space: int) -> list[tuple[list[str], int]]:
    """The atoms of a sentence in groups that no line breaks apart, with the air after each."""
    found: list[tuple[list[str], int]] = []
    joined = False
    for atom in _ATOM.findall(text):
        if atom.strip(" ") == "":
            if found:
                found[-1] = (found[-1][0], space)
            joined = False
        elif atom == "\u00a0":
            joined = True
        elif found and (joined or atom in _CLOSING) and found[-1][1] != space:
            found[-1][0].append(atom)
            joined = False
        else:
            found.append(([atom], 0))
            joined = not (atom.startswith(_OPEN) or _ideographic(atom))
            if atom.startswith(_OPEN):
                joined = False
    return _aired(found, space)


def _ideographic(atom: str) -> bool:
    return "\u2e80" <= atom[0] <= "\u9fff"


def _aired(groups: list[tuple[list[str], int]], space: int) -> list[tuple[list[str], int]]:
    """A little air on both sides of a field where a language writes none."""
    fields = [any(each.startswith(_OPEN) for each in group) for group, _ in groups]
    beside = [here or after for here, after in zip(fields, [*fields[1:], False], strict=True)]
    return [
        (group, max(air, space - 1 if by else 0)) for (group, air), by in zip(groups, beside, strict=True)
    ]
