"""Fields of the plan: each knows its path in the plan, shows its value, and its refusal beneath."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from explorer.app.release.plan.plan_draft import Document, value_of
from explorer.app.release.plan.typed_lists import listed, shown_list
from explorer.gui.fields.typed_line import TypedLine
from explorer.gui.release.plan.name_column import NAME, name_width
from explorer.gui.shell.context import Context
from explorer.gui.widgets.label import Label
from explorer.gui.widgets.wordy_check import WordyCheck
from explorer.mark import N_, Sentence
from explorer.privacy.refusal import Refusal

_REFUSAL, _NOTE = "refusal", "note"
_BENEATH = {_REFUSAL: "refusal", _NOTE: "label"}  # what stands beneath an editor, and how it looks


class Field(QWidget):
    """A named editor with room for one line of refusal. `edited(path, value)` when a person changes it,
    `left(path)` when a person goes on from it.
    """

    edited = Signal(str, object)
    left = Signal(str)

    def __init__(self, context: Context, path: str, title: Sentence, parent: QWidget) -> None:
        super().__init__(parent)
        self._context, self.path = context, path
        self._held: QWidget | None = None
        self._beneath: dict[str, Label] = {}  # made once there is something to say
        self._lacking: Sentence | None = None
        self._about = ""
        inset = context.theme.size(12) if ".column." in path else 0  # a column belongs to its histogram
        self._lines = QVBoxLayout(self)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.setSpacing(2)
        self.row = QHBoxLayout()
        self.name = context.label(title, "muted", self, wrap=True)
        self.name.setFixedWidth(context.theme.size(NAME))
        self.name.setContentsMargins(inset, 0, 0, 0)
        self.row.addWidget(self.name)
        self._lines.addLayout(self.row)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """All fields of the form begin at one line."""
        super().resizeEvent(event)
        width = name_width(self, self._context.theme)
        if width != self.name.width():
            self.name.setFixedWidth(width)
            for label in self._beneath.values():
                self._set_in(label)

    def _set_in(self, label: Label) -> None:
        """Below the editor; to be said again once a label was styled, which takes its margins."""
        label.setContentsMargins(self.name.width() + 6, 0, 0, 0)

    def _say(self, place: str, words: Sentence | None) -> None:
        """Show words beneath the editor, or take them away: a refusal stands above a note."""
        label = self._beneath.get(place)
        if words is None:
            if label is not None:
                label.setVisible(False)
            return
        if label is None:
            label = self._beneath[place] = self._context.label(None, _BENEATH[place], self, wrap=True)
            self._lines.insertWidget(1 + (place == _NOTE and _REFUSAL in self._beneath), label)
        label.setText(self._context.say(words))
        label.setVisible(True)
        self._set_in(label)

    def hold(self, editor: QWidget, about: str = "") -> None:
        """The widget that edits; it takes the field's name. `about` : what a screen reader says of it, before
        what is refused and what the value means.
        """
        self._held, self._about = editor, about
        editor.setAccessibleName(self.name.text().strip())
        editor.setAccessibleDescription(about)
        self.name.setBuddy(editor)
        editor.setSizePolicy(QSizePolicy.Policy.Ignored, editor.sizePolicy().verticalPolicy())
        self.row.addWidget(editor, 1)

    def show_value(self, plan: Document) -> None:
        """Show what the plan says at this field's path."""

    def refuse(self, refusal: Refusal | None, hint: bool = False) -> None:
        """Show or take away the line of refusal; as a `hint` while nobody has been at the field yet."""
        self._say(_REFUSAL, self._lacking if refusal is None else refusal.sentence)
        said, name = self._beneath.get(_REFUSAL), "label" if hint else "refusal"
        if said is not None and said.objectName() != name:
            said.setObjectName(name)
            said.style().polish(said)
            self._set_in(said)
        self._describe()

    def lack(self, sentence: Sentence | None) -> bool:
        """What the chosen file has not, said where nothing is refused; whether that is news."""
        if sentence == self._lacking:
            return False
        refused = self._lacking is None and self._says(_REFUSAL)
        self._lacking = sentence
        if not refused:
            self.refuse(None)
        return True

    def tell(self, sentence: Sentence | None) -> None:
        """Show or take away what this value means."""
        self._say(_NOTE, sentence)
        self._describe()

    def _says(self, place: str) -> bool:
        return place in self._beneath and not self._beneath[place].isHidden()

    def _describe(self) -> None:
        """A screen reader says with the editor what stands beneath it."""
        shown = [self._beneath[place].text() for place in (_REFUSAL, _NOTE) if self._says(place)]
        if self._held is not None:
            self._held.setAccessibleDescription("\n".join(each for each in (self._about, *shown) if each))


class TextField(Field):
    """One line of text; `read` makes the plan's value of it, `shown` the text of the plan's value."""

    def __init__(
        self,
        context: Context,
        path: str,
        title: Sentence,
        parent: QWidget,
        read: Callable[[str], object] = str,
        shown: Callable[[object], str] = lambda value: "" if value is None else str(value),
    ) -> None:
        super().__init__(context, path, title, parent)
        self._read, self._shown = read, shown
        self.editor = TypedLine(self)
        self.editor.setMinimumWidth(40)
        self.editor.editingFinished.connect(self._finished)
        self.editor.gone_on.connect(lambda: self.left.emit(self.path))
        self.hold(self.editor)
        self._last = ""

    def show_value(self, plan: Document) -> None:
        self._last = self._shown(value_of(plan, self.path))
        if self.editor.text() != self._last and not (self.editor.hasFocus() and self.editor.isModified()):
            self.editor.setText(self._last)
            self.editor.setCursorPosition(0)  # the beginning says more than the end
            self.editor.setToolTip(self._last)

    def refuse(self, refusal: Refusal | None, hint: bool = False) -> None:
        super().refuse(refusal, hint)
        refused = refusal is not None and not hint
        if self.editor.property("refused") != refused:
            self.editor.setProperty("refused", refused)
            self.editor.style().polish(self.editor)

    def _finished(self) -> None:
        text = self.editor.text()
        if text != self._last:
            self._last = text
            self.editor.setModified(False)
            self.edited.emit(self.path, self._read(text))


class ShareField(TextField):
    """A part of the whole, with a lock that keeps it while the other parts adjust.

    What is typed and refused stays there to be mended.
    """

    locked = Signal(bool)

    def __init__(self, context: Context, path: str, title: Sentence, parent: QWidget) -> None:
        super().__init__(context, path, title, parent)
        self.lock = QCheckBox(context.say(N_("lock")), self)
        self.lock.setToolTip(context.say(N_("A locked share stays fixed while the others adjust")))
        self.lock.clicked.connect(self.locked)
        self.row.addSpacing(context.theme.size(6))
        self.row.addWidget(self.lock)
        self._part = ""
        self.editor.given_up.connect(self._give_up)

    def show_value(self, plan: Document) -> None:
        """What is shown depends on the other shares too, and on what was refused: `show_part` does it."""

    def show_part(self, part: str, locked: bool, refusal: Refusal | None, stands: bool) -> None:
        """The part as text; `stands`: what is refused was only typed, and stays in the field to be mended."""
        self._part = part
        self.lock.setChecked(locked)
        self.refuse(refusal)
        if not stands and self.editor.text() != part and not self._typing():
            self._last = part
            self.editor.setText(part)
            self.editor.setToolTip(part)

    def _typing(self) -> bool:
        return self.editor.hasFocus() and self.editor.isModified()

    def _give_up(self) -> None:
        self._last = self._part
        self.editor.setText(self._part)
        self.refuse(None)


class ListField(TextField):
    """A list in one line."""

    def __init__(self, context: Context, path: str, title: Sentence, parent: QWidget) -> None:
        super().__init__(context, path, title, parent, listed, shown_list)


class ChoiceField(Field):
    """One of some choices, each with its words."""

    def __init__(
        self,
        context: Context,
        path: str,
        title: Sentence,
        choices: Mapping[str, Sentence],
        parent: QWidget,
        help: Mapping[str, Sentence] | None = None,
        default: str | None = None,
    ) -> None:
        super().__init__(context, path, title, parent)
        self._default = default
        self.editor = QComboBox(self)
        self.editor.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.editor.setMinimumContentsLength(6)
        for place, (value, words) in enumerate(choices.items()):
            self.editor.addItem(context.say(words), value)
            if value in (help or {}):
                self.editor.setItemData(place, context.say((help or {})[value]), Qt.ItemDataRole.ToolTipRole)
        self.editor.activated.connect(self._chosen)
        self.hold(self.editor)

    def show_value(self, plan: Document) -> None:
        self.editor.setCurrentIndex(self.editor.findData(value_of(plan, self.path, self._default)))

    def _chosen(self, position: int) -> None:
        self.edited.emit(self.path, self.editor.itemData(position))


class SwitchField(Field):
    """Yes or no."""

    def __init__(
        self,
        context: Context,
        path: str,
        title: Sentence,
        words: Sentence,
        parent: QWidget,
        default: bool = False,
    ) -> None:
        super().__init__(context, path, title, parent)
        self._default = default
        self.editor = WordyCheck(context.say(words), self)
        self.editor.clicked.connect(self._clicked)
        self.hold(self.editor, context.say(words))

    def show_value(self, plan: Document) -> None:
        self.editor.setChecked(bool(value_of(plan, self.path, self._default)))

    def _clicked(self, checked: bool) -> None:
        self.edited.emit(self.path, checked)


def path_of(widget: QWidget) -> Hashable | None:
    """The path of the field in which a control stands."""
    place: QWidget | None = widget
    while place is not None and not isinstance(place, Field):
        place = place.parentWidget()
    return place.path if isinstance(place, Field) else None


def optional(text: str) -> object:
    """Text, or nothing where none was typed."""
    return text.strip() or None
