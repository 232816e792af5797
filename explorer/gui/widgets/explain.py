"""A small “i” beside a number: a press opens its words, its formula, its range and its theorem."""

from __future__ import annotations

import math
from functools import lru_cache, partial
from html import escape

from PySide6.QtCore import QByteArray, QEvent, QObject, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import (
    QEnterEvent,
    QGuiApplication,
    QHelpEvent,
    QHideEvent,
    QImage,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QApplication, QFrame, QToolButton, QToolTip, QVBoxLayout, QWidget
from shiboken6 import isValid

from explorer.app.core import wording
from explorer.app.core.state import Workspace
from explorer.app.help.fact import Fact
from explorer.app.help.facts import explained, general
from explorer.gui.shell.context import Context
from explorer.gui.widgets.flush_link import flush
from explorer.gui.widgets.small_target import SmallTarget
from explorer.gui.widgets.theme import Theme
from explorer.mark import N_, Sentence

_BUTTON, _LETTER = 16, 10  # pixels: no taller than the line that it stands in
_NARROW, _WIDE, _SIDE = 360, 480, 16  # of the popover and its margin, in pixels
_GAP = 4
_LEADING = 6  # between the lines of a formula


class InfoButton(SmallTarget):
    """A quiet “i”: press it, or F1 where the focus is near, and the number beside it is explained.

    A mouse that rests on it reads what the number means. Tab passes it over:
    `explorer.gui.shell.focus_help` is its way for the keyboard.
    """

    def __init__(self, context: Context, fact: str, parent: QWidget) -> None:
        super().__init__(context, parent)
        self._context = context
        self._fact = ""
        self._unit: Sentence | None = None
        self._room = context.theme.size(_BUTTON)  # across, in its line
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.explain(fact)
        self.clicked.connect(self._pressed)

    def explain(self, fact: str) -> None:
        """Stand beside another number; its id is one of `explorer.app.help.facts`."""
        if fact == self._fact:
            return
        title = self._context.say(general(fact).title)
        self._fact = fact
        self.setObjectName(f"fact-{fact}")
        self.setToolTip(title)
        self.setAccessibleName(self._context.say(N_("explain: {title}", title=title)))

    def of(self, unit: Sentence) -> None:
        """Its number is not of the release in the left column, but of other people: these."""
        self._unit = unit

    def sizeHint(self) -> QSize:
        """The room of its ring in a line."""
        return QSize(self._room, self._context.theme.size(_BUTTON))

    def take_room(self, width: int) -> None:
        """Stand in so much room in its line."""
        self._room = width
        self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """A thin ring with its letter, in the accent where the hand or the keyboard is on it."""
        focused = self.hasFocus()
        here = focused or self.underMouse()
        mark = _mark(self._context.theme, here, focused, self.devicePixelRatioF())
        middle = _middle(self._context.theme)
        painter = QPainter(self)
        painter.drawImage(self.middle.x() - middle, self.middle.y() - middle, mark)
        painter.end()

    def enterEvent(self, event: QEnterEvent) -> None:
        """Only under the mouse are its events looked at: a window holds a hundred of these."""
        super().enterEvent(event)
        self.installEventFilter(self)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.removeEventFilter(self)

    def eventFilter(self, _: QObject, event: QEvent) -> bool:
        """A mouse that rests reads the first words of the explanation."""
        if not isinstance(event, QHelpEvent) or event.type() is not QEvent.Type.ToolTip:
            return False
        say, found = self._context.say, _found(self._context, self._fact, self._unit)
        title, words = escape(sentence_case(say(found.title))), escape(say(found.words))
        QToolTip.showText(event.globalPos(), f"<p><b>{title}</b><br>{words}</p>", self)
        return True

    def _pressed(self) -> None:
        explain(self._context, self._fact, self, self._unit, QApplication.focusWidget())


def _middle(theme: Theme) -> int:
    """Of the image of a ring, in pixels from its edges."""
    return theme.size(_BUTTON) // 2 + 1


@lru_cache(maxsize=32)
def _mark(theme: Theme, here: bool, focused: bool, density: float) -> QImage:
    """The ring with its letter, drawn once: some fifteen are painted again with every move of a slider."""
    across = 2 * _middle(theme) + 1
    image = QImage(QSize(across, across) * density, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(density)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    side = theme.size(_BUTTON) - 1.5
    edge = _middle(theme) + 0.5 - side / 2
    ring = QRectF(edge, edge, side, side)
    painter.setPen(QPen(theme.colour("accent" if here else "line"), 2 if focused else 1))
    painter.setBrush(theme.colour("field" if here else "card"))
    painter.drawEllipse(ring)
    painter.setPen(theme.colour("accent" if here else "muted"))
    painter.setFont(theme.font(_LETTER, strong=True))
    painter.drawText(ring, Qt.AlignmentFlag.AlignCenter, "i")
    painter.end()
    return image


class Formula(QWidget):
    """A typeset formula, as outlines: sharp at any density of the screen; shrunk where too wide."""

    def __init__(self, context: Context, fact: Fact, widest: int, parent: QWidget) -> None:
        super().__init__(parent)
        from PySide6.QtSvg import QSvgRenderer  # with the first formula: no start waits for it

        from explorer.export.figures.formula import SIZE, formula_lines

        size = SIZE * context.theme.scale
        lines = formula_lines(fact.latex, widest, size, context.theme.colours["ink"])
        shrunk = min(1.0, widest / max(width for _, width, _ in lines))
        self._drawn: list[tuple[QSvgRenderer, QRectF]] = []
        top = 0.0
        for drawing, width, height in lines:
            room = QRectF(0.0, top, shrunk * width, shrunk * height)
            self._drawn.append((QSvgRenderer(QByteArray(drawing.encode("ascii")), self), room))
            top = room.bottom() + context.theme.size(_LEADING)
        across = max(room.right() for _, room in self._drawn)
        self._natural = QSize(math.ceil(across), math.ceil(top - context.theme.size(_LEADING)))
        self.setMinimumSize(self._natural)
        self.setFixedHeight(self._natural.height())
        self.setAccessibleName(fact.plain)
        self.setToolTip(fact.plain)

    def sizeHint(self) -> QSize:
        return self._natural

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        for renderer, room in self._drawn:
            renderer.render(painter, room)
        painter.end()


class Popover(QFrame):
    """What is said about one number. Escape, or a press anywhere else, closes it."""

    def __init__(self, context: Context, fact: Fact, unit: Sentence, anchor: QWidget, back: QWidget) -> None:
        super().__init__(anchor, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("popover")
        self._context, self._back = context, back
        size = context.theme.size
        title = sentence_case(context.say(fact.title))
        self.setAccessibleName(title)
        self.setAccessibleDescription(f"{context.say(fact.words)} {fact.plain}")
        self._lines = lines = QVBoxLayout(self)
        lines.setContentsMargins(size(_SIDE), size(12), size(_SIDE), size(12))
        lines.setSpacing(size(4))
        formula = Formula(context, fact, size(_WIDE - 2 * _SIDE), self)
        self._add(title, "section")
        self._add(context.say(fact.words), "body")
        lines.addSpacing(size(8))
        lines.addWidget(formula)
        lines.addSpacing(size(8))
        self._add(context.say(fact.range), "muted")
        self._add(context.say(N_("{kind}; {unit}", kind=fact.kind, unit=unit)), "label")
        self._add(fact.source, "label")
        self._add_lessons(fact.id)
        self.setFixedWidth(max(size(_NARROW), formula.sizeHint().width() + 2 * size(_SIDE)))
        self.setFixedHeight(lines.totalHeightForWidth(self.width()))

    def _add(self, text: str, name: str) -> None:
        label = self._context.label(None, name, self, wrap=True)
        label.setText(text)
        self._lines.addWidget(label)

    def _add_lessons(self, fact: str) -> None:
        """The lessons that show it: a press opens one."""
        from explorer.app.learn.lesson_links import lessons_on  # with the lessons: no start waits for them

        for kind in lessons_on(fact):
            words = self._context.say(N_("lesson: {title}", title=kind.title))
            button = QToolButton(self)
            button.setObjectName("link")
            button.setText(words)
            button.setAccessibleName(words)
            button.clicked.connect(partial(self._open_lesson, kind.id))
            flush(button)
            self._lines.addWidget(button, alignment=Qt.AlignmentFlag.AlignLeft)

    def _open_lesson(self, lesson: str, *_: object) -> None:
        from explorer.app.core.lesson_messages import LessonOpened

        context = self._context
        self.close()
        context.store.dispatch(LessonOpened(lesson))
        context.window.opened.emit(Workspace.LEARN.value)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if isValid(self._back):  # which another look, or what was done since, may have taken away
            self._back.setFocus(Qt.FocusReason.PopupFocusReason)


def sentence_case(title: str) -> str:
    """A capital at the front; a symbol or an abbreviation there (k, ε, zCDP) stays as it is."""
    first = title.split(maxsplit=1)[0].rstrip(":,.…") if title.strip() else ""
    plain = len(first) > 1 and first.isascii() and first.islower()
    return title[0].upper() + title[1:] if plain else title


def _found(context: Context, fact: str, unit: Sentence | None) -> Fact:
    """What stands behind the number, of the release in the left column where it is not another `unit`'s."""
    return explained(fact, context.store.state) if unit is None else general(fact)


def explain(
    context: Context,
    fact: str,
    anchor: QWidget,
    unit: Sentence | None = None,
    back: QWidget | None = None,
) -> None:
    """Open the explanation of a number beside `anchor`, whole on the screen.

    `unit` : whose number it is, where it is not of the release in the left column. `back` : what has
    the focus afterwards, where that is not `anchor`.
    """
    state = context.store.state
    found = _found(context, fact, unit)
    popover = Popover(context, found, unit or found.unit or wording.unit(state), anchor, back or anchor)
    corner = anchor.mapToGlobal(QPoint(0, anchor.height() + _GAP))
    screen = QGuiApplication.screenAt(corner) or anchor.screen()
    free = screen.availableGeometry()
    if corner.y() + popover.height() > free.bottom():
        corner.setY(anchor.mapToGlobal(QPoint(0, -_GAP)).y() - popover.height())
    corner.setX(max(free.left(), min(corner.x(), free.right() - popover.width())))
    corner.setY(max(free.top(), min(corner.y(), free.bottom() - popover.height())))
    popover.move(corner)
    popover.show()
    popover.setFocus(Qt.FocusReason.PopupFocusReason)
