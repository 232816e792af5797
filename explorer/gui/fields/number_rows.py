"""Small things that the left column is made of: one-line numbers, links, words with what explains them."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from explorer.app.core.message import Mended, Moved, Settled, Typed
from explorer.app.core.state import State, declared, value_at
from explorer.gui.fields.number_field import NumberField
from explorer.gui.fields.parameter_control import ParameterRow
from explorer.gui.fields.shared_line import SharedLine
from explorer.gui.fields.slider import Slider
from explorer.gui.shell.context import Context
from explorer.gui.widgets.dimmed_numbers import dim
from explorer.gui.widgets.explain import InfoButton
from explorer.language import editable
from explorer.mark import N_, Sentence
from explorer.privacy.parameter import Parameter

FIELD_WIDTH = 76
_FAR = 10_000  # pixels
_FINELY = 4  # pixels: steps in which a width is looked for


class NumberRow(QWidget):
    """A declared number in one line: its name, its field, and beneath them what was refused.

    What a person does goes to the store; `entered` is called after a number was taken.
    """

    def __init__(
        self,
        context: Context,
        path: str,
        parent: QWidget,
        entered: Callable[[], None] | None = None,
        width: int = FIELD_WIDTH,
    ) -> None:
        super().__init__(parent)
        self.setObjectName(path)
        self.setMinimumWidth(1)  # the field's width follows the row's, and is no reason to keep an older one
        self._showing: tuple[object, ...] = ()
        self._context, self._path, self._entered = context, path, entered
        parameter = declared(context.store.state, path)
        title = context.say(parameter.title)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(0)
        row = QHBoxLayout()
        name = context.label(None, "label", self, wrap=True)
        name.setText(f"{parameter.symbol}  {title}")
        self._field = NumberField(context.theme, self, edged=True)
        self._line = SharedLine(row, name, self._field, context.theme.size(width))
        self._field.setFixedSize(context.theme.size(width), context.theme.size(24))
        self._field.setAccessibleName(f"{parameter.symbol} {title}")
        help_text = context.say(parameter.help) if parameter.help else title
        for widget in (name, self._field):
            widget.setToolTip(help_text)
            widget.setAccessibleDescription(help_text)
        row.addWidget(name, 1)
        row.addWidget(self._field)
        lines.addLayout(row)
        self._refusal = refusal_line(context, self)
        lines.addWidget(self._refusal)
        self._field.typed.connect(self._typed)
        self._field.mended.connect(self._mended)
        self._field.stepped.connect(self._stepped)

    def show_state(self, state: State, used: bool = True) -> None:
        """Show the number, or that it is not used."""
        refusal = state.refused.get(self._path) if used else None
        text = editable(value_at(state, self._path)) if used else self._context.say(N_("not used"))
        showing = text, refusal, used
        if showing == self._showing and self._field.shows(text):
            return  # as most rows, while another is moved
        self._showing = showing
        self._field.setEnabled(used)
        if not used:
            self._field.lineEdit().setModified(False)
        self._field.show_text(text, refusal is not None)
        self._line.divide(self.width())
        self._field.refuse(refusal is not None)
        show_refusal(self._context, self._refusal, state, self._path if used else "")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow card the number gets what the name leaves, or a line of its own."""
        super().resizeEvent(event)
        self._line.divide(self.width())

    def _typed(self, text: str) -> None:
        self._context.store.dispatch(Typed(self._path, text))
        self._report_entered()

    def _mended(self) -> None:
        self._context.store.dispatch(Mended(self._path))

    def _stepped(self, steps: int) -> None:
        state = self._context.store.state
        value = value_at(state, self._path)
        moved = stepped(declared(state, self._path), value, steps)
        if not math.isclose(moved, value):
            self._context.store.dispatch(Moved(self._path, moved))
            self._context.store.dispatch(Settled())
            self._report_entered()

    def _report_entered(self) -> None:
        if self._entered is not None and self._path not in self._context.store.state.refused:
            self._entered()


def stepped(parameter: Parameter, value: float, steps: int) -> float:
    """One arrow key: a hundredth of the slider's way, or one where only whole numbers are."""
    return value + steps if parameter.integer else parameter.value(parameter.position(value) + steps / 100)


def refusal_line(context: Context, parent: QWidget) -> QLabel:
    """Room for one line of refusal, hidden until there is one."""
    label = context.label(None, "refusal", parent, wrap=True)
    label.setVisible(False)
    return label


def show_refusal(context: Context, label: QLabel, state: State, *fields: str) -> None:
    """What was last refused beside the first of some fields, or nothing."""
    refusal = next((state.refused[each] for each in fields if each in state.refused), None)
    if refusal is not None:
        label.setText(context.say(refusal.sentence))
    label.setVisible(refusal is not None)


def link(context: Context, sentence: Sentence, parent: QWidget) -> QToolButton:
    """A quiet button that reads as a link, reachable by Tab."""
    button = QToolButton(parent)
    button.setObjectName("link")
    button.setText(context.say(sentence))
    button.setAccessibleName(button.text())
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return button


class WordyButton(QPushButton):
    """A button whose words go on in a next line where one has no room for them."""

    def __init__(self, words: str, parent: QWidget) -> None:
        super().__init__(words, parent)
        self._words = words
        self.setAccessibleName(words)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def say(self, words: str) -> None:
        """Show other words."""
        if words != self._words:
            self._words = words
            self.setAccessibleName(words)
            self._break()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the words where they reach the edge."""
        super().resizeEvent(event)
        self._break()

    def _break(self) -> None:
        text = balanced(self._words, self.fontMetrics(), self.width() - self._edges())
        if text != self.text():
            self.setText(text)

    def _edges(self) -> int:
        """Pixels of the button beside its words, as its style has them."""
        words = self.fontMetrics().size(Qt.TextFlag.TextShowMnemonic.value, self.text())
        return super().sizeHint().width() - words.width()

    def sizeHint(self) -> QSize:
        """As wide as the words in one line, as high as they are now."""
        wide = self.fontMetrics().horizontalAdvance(self._words) + self._edges()
        return QSize(wide, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Any width; the height of the lines."""
        return QSize(1, super().sizeHint().height())


def broken(words: str, metrics: QFontMetrics, room: int) -> str:
    """The words with a new line wherever they reach the edge of so much room."""
    lines = [""]
    for word in _pieces(words):
        longer = lines[-1] + word
        if lines[-1] and metrics.horizontalAdvance(longer.rstrip()) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return "\n".join(each.rstrip() for each in lines)


def balanced(words: str, metrics: QFontMetrics, room: int) -> str:
    """The same in as many lines of about one length: no letter is left alone in the last."""
    text = broken(words, metrics, room)
    lines, widest = text.count("\n"), metrics.horizontalAdvance(words)
    narrower = range(widest // (lines + 1), room, _FINELY) if lines else ()
    return next(
        (each for width in narrower if (each := broken(words, metrics, width)).count("\n") == lines), text
    )


def _pieces(words: str) -> list[str]:
    """What may begin a line: words, or characters where there are no spaces between words."""
    return [each + " " for each in words.split()] if words.isascii() or words.count(" ") > 3 else list(words)


def strip(parent: QWidget) -> QFrame:
    """A thin line between two parts."""
    line = QFrame(parent)
    line.setObjectName("strip")
    line.setFixedHeight(1)
    return line


def section(context: Context, title: Sentence, parent: QWidget, *beside: QWidget) -> QHBoxLayout:
    """A title of a part, with what can be done with it at the right."""
    row = QHBoxLayout()
    row.addWidget(context.label(title, "section", parent, wrap=True), 1)
    for widget in beside:
        row.addWidget(widget)
    return row


def explain_row(context: Context, fact: str, row: ParameterRow) -> None:
    """Put what explains a parameter at the end of its slider: its line of words and number is full."""
    slider, lines = row.findChild(Slider), row.layout()
    if slider is None or not isinstance(lines, QVBoxLayout):
        raise TypeError("a row for a parameter has a slider among its lines")
    place = lines.indexOf(slider)
    lines.removeWidget(slider)
    beside = QHBoxLayout()
    beside.setSpacing(context.theme.size(2))
    beside.addWidget(slider, 1)
    button = InfoButton(context, fact, row)
    beside.addWidget(button)
    lines.insertLayout(place, beside)
    QWidget.setTabOrder(slider, button)


class ExplainedLine(QWidget):
    """A line of words with numbers in them, and the button that explains these."""

    def __init__(self, context: Context, fact: str, parent: QWidget, name: str = "label") -> None:
        super().__init__(parent)
        self._context = context
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(context.theme.size(2))
        self._words = context.label(None, name, self, wrap=True)
        row.addWidget(self._words, 1)
        self.button = InfoButton(context, fact, self)
        row.addWidget(self.button)

    def dim(self, dimmed: bool) -> None:
        """Whether these are the words of an older release."""
        dim((self._words,), dimmed)

    def lines_in(self, width: int) -> int:
        """How many lines its words take in so many pixels, beside the button."""
        metrics = self._words.fontMetrics()
        left = width - self.button.sizeHint().width() - self._context.theme.size(4)
        room = QRect(0, 0, max(left, 1), _FAR)
        wrapped = metrics.boundingRect(room, Qt.TextFlag.TextWordWrap.value, self._words.text())
        return round(wrapped.height() / metrics.lineSpacing())

    def say(self, sentence: Sentence | None, kind: str = "") -> None:
        """Show the words, with the kind of their numbers on demand; None: the line is away."""
        self.setVisible(sentence is not None)
        if sentence is not None:
            self._words.setText(self._context.say(sentence))
            self._words.setToolTip(kind)
