"""The head of a card: its title, the assumptions under it, and links, which give way to the title."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QGuiApplication,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QTextLayout,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from explorer.gui.access.roving_focus import Roving
from explorer.gui.widgets.theme import Theme

_NARROWEST, _LINKED = 196, 300  # pixels of a card: narrower, words would be cut; links take a second line
_FEWEST = 4  # characters: fewer of a line that ends in … say nothing
_PLACE = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class Elided(QLabel):
    """A line of text on a card that ends in … where there is no room; the whole of it is in the tooltip.

    It draws its words itself: a label that is given another text has the whole window laid out anew, and
    this line changes with every move of a slider. It draws its ground too, so that nothing beneath is.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(" ", parent)  # for the height of a line
        self._whole = ""
        self._lines, self._least = 1, 0
        self.setMinimumWidth(40)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def set_whole(self, text: str) -> None:
        """What is to be said."""
        if text != self._whole:
            self._whole = text
            self.setToolTip(text)
            self.setAccessibleName(text)
            self.update()

    def text(self) -> str:
        """What is said, whole."""
        return self._whole

    def wrap(self, lines: int) -> bool:
        """Stand in so many lines, if there is so much to say; whether that is another height than before."""
        if lines == self._lines:
            return False
        self._lines = lines
        self.updateGeometry()
        self.update()
        return True

    def be_high(self, pixels: int) -> None:
        """Never be lower than this."""
        self._least = pixels
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """As high as its lines: Qt's own hint would keep the height of a time when there were two."""
        metrics = self.fontMetrics()
        between = (self._lines - 1) * metrics.lineSpacing()
        return QSize(0, max(self._least, metrics.height() + between))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def needed(self) -> int:
        """The width of all of it in one line."""
        return self.fontMetrics().horizontalAdvance(self._whole) + 4

    @property
    def shown(self) -> list[str]:
        """Its lines, the last of which ends in … where there is more; none that would say nothing."""
        metrics, width = self.fontMetrics(), max(self.width() - 2, 10)
        said, rest = list[str](), self._whole
        while len(said) < self._lines - 1 and metrics.horizontalAdvance(rest) > width:
            layout = QTextLayout(rest, self.font())
            layout.beginLayout()
            line = layout.createLine()
            line.setLineWidth(width)
            layout.endLayout()
            said.append(rest[: line.textLength()].rstrip())
            rest = rest[line.textLength() :].lstrip()
        last = rest
        if metrics.horizontalAdvance(rest) >= width:  # rounded: what is just as wide may be a hair wider
            last = _up_to_a_clause(rest, metrics.elidedText(rest, Qt.TextElideMode.ElideRight, width))
        return [*said, last] if len(last) >= min(_FEWEST, len(rest)) else said

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), QGuiApplication.palette().alternateBase())
        painter.drawText(self.contentsRect(), _PLACE, "\n".join(self.shown))


def _up_to_a_clause(whole: str, elided: str) -> str:
    """What is shown of a line: the clauses that fit, where one does, rather than a part of a word."""
    kept = len(elided) - len("…")
    end = max(whole.rfind(mark, 0, kept) for mark in ("; ", "；"))
    return f"{whole[:end]} …" if end > 0 else elided


class Head(QFrame):
    """The title bar of a card. It is also the handle by which the dock is moved."""

    doubled = Signal()

    def __init__(self, title: str, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._links = theme, Roving(self)
        self._narrowest, self._linked = theme.size(_NARROWEST), theme.size(_LINKED)
        self.setObjectName("cardHead")
        lines = QVBoxLayout(self)
        lines.setContentsMargins(theme.size(16), theme.size(10), theme.size(10), 0)
        lines.setSpacing(0)
        row = QHBoxLayout()
        row.setSpacing(0)
        self.title = Elided(self)
        self.title.setObjectName("cardTitle")
        self.title.set_whole(title)
        row.addWidget(self.title, 1)
        self._titled = row
        self._links_of: list[QWidget] = []  # in their order
        self._below = self._always_below = False
        self._first = 0  # how many of them stand in their first line
        self._beside: list[QWidget] = []
        lines.addLayout(row)
        self._under, self._more = QHBoxLayout(), QHBoxLayout()
        self._under.setSpacing(0)
        self._more.setSpacing(0)
        self._more.addStretch(1)
        self.assumption = Elided(self)
        self.assumption.setObjectName("assumption")
        self.assumption.setVisible(False)
        self._under.addWidget(self.assumption, 1)
        self._under.addStretch(0)  # links stand at the right also where nothing is assumed
        lines.addLayout(self._under)
        lines.addLayout(self._more)
        self._progress = QFrame(self)
        self._progress.setObjectName("progress")
        self._progress.setFixedHeight(2)
        self._progress.setProperty("working", False)
        self._line = QHBoxLayout()
        self._line.addWidget(self._progress, 1)
        self._line.addStretch(0)
        lines.addLayout(self._line)

    def say(self, title: str) -> None:
        """Another title."""
        self.title.set_whole(title)
        self._fit()

    def put_links_below(self) -> None:
        """From now on links stand under the title, which needs the width for itself."""
        self._always_below = True
        self._put(True, len(self._links_of))
        self.stand_alone()

    def minimumSizeHint(self) -> QSize:
        """A card is never narrower than words can be, nor wider than some of its links in one line.

        It is not the dock that says so: Qt lets the least width of one that has its own only grow.
        """
        hint = super().minimumSizeHint()
        if not self._narrowest <= (wide := hint.width()) <= self._linked:
            hint.setWidth(self._narrowest if wide < self._narrowest else self._linked)
        return hint

    def _put(self, below: bool, first: int) -> None:
        """Links beside the title, or under it at the right of what is assumed, which gives way to them.

        Of those under it the `first` ones stand there, the others in a line of their own.
        """
        self._below, self._first = below, first
        self.assumption.setMinimumWidth(0 if below else self.title.minimumWidth())
        row, before = (self._under, 2) if below else (self._titled, 1)  # behind the title, or the assumption
        for place, widget in enumerate(self._links_of):
            for each in (self._titled, self._under, self._more):
                each.removeWidget(widget)
            if place < first:
                row.insertWidget(before + place, widget)
            else:
                self._more.addWidget(widget)

    def _that_fit(self, room: int) -> int:
        """How many links stand in one line of so much room: one at least."""
        for place, widget in enumerate(self._links_of):
            room -= 0 if widget.isHidden() else widget.sizeHint().width()
            if room < 0 and place:
                return place
        return len(self._links_of)

    def _fit(self) -> None:
        """The title is whole: links go under it where both have no room, and it takes a second line."""
        wide = self.width() - self._theme.size(16) - self._theme.size(10)  # its margins
        room = wide - sum(each.sizeHint().width() for each in self._beside if not each.isHidden())
        links = sum(each.sizeHint().width() for each in self._links_of if not each.isHidden())
        below = self._always_below or (links > 0 and self.title.needed() + links > room)
        first = self._that_fit(wide) if below else len(self._links_of)
        moved = (below, first) != (self._below, self._first)
        if moved:
            self._put(below, first)
        lines = 1 if self.title.needed() <= room - (0 if below else links) else 2
        if self.title.wrap(lines) or moved:
            self._ask_for_height()

    def _ask_for_height(self) -> None:
        """A dock asks its title bar for a height only when it lays itself out anew."""
        QTimer.singleShot(0, self, self._lay_out_dock)

    def _lay_out_dock(self) -> None:
        if not self.isVisible():  # it is laid out once it is seen
            return
        for widget in (self, self.parentWidget()):
            layout = None if widget is None else widget.layout()
            if layout is not None:
                layout.invalidate()
                layout.activate()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        """Links come and go, and change their words."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().event(event)

    def stand_alone(self) -> None:
        """A title without links beside it stands as high as those in the cards around it."""
        self.title.be_high(self._theme.size(26))

    def add_link(self, action: QAction, first: bool = False) -> QToolButton:
        """A quiet button at the right of the title: behind those that are there, or as the `first`.

        All of them are one stop of Tab.
        """
        button = QToolButton(self)
        button.setObjectName("link")
        button.setDefaultAction(action)
        button.setAccessibleName(action.text())
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._add(button, first)
        self._links.take(button)
        return button

    def add_widget(self, widget: QWidget) -> None:
        """A control of its own at the right of the title."""
        self._add(widget, False)

    def _add(self, widget: QWidget, first: bool) -> None:
        place = 0 if first else len(self._links_of)
        self._links_of.insert(place, widget)
        self._put(self._below, len(self._links_of))

    def add_beside_title(self, widget: QWidget, gap: int = 0) -> None:
        """A small control in the line of the title, wherever the links are.

        `gap` : pixels at its right, which bring a box to the edge of what stands beneath.
        """
        self._beside.append(widget)
        self._titled.addWidget(widget)
        if gap:
            self._titled.addSpacing(gap)

    def assume(self, text: str, refused: bool = False) -> None:
        """The line under the title; `refused` where it says why the picture is not the newest."""
        self.assumption.setVisible(bool(text))
        self.assumption.set_whole(text)
        if refused != (self.assumption.objectName() == "refusal"):
            self.assumption.setObjectName("refusal" if refused else "assumption")
            self.assumption.style().polish(self.assumption)

    def work(self, working: bool, share: float = 1.0) -> None:
        """A thin line while something shown here is being computed: as long as the share that is done."""
        parts = round(1000 * share)
        if self._line.stretch(0) * 1000 != parts * (self._line.stretch(0) + self._line.stretch(1)):
            self._line.setStretch(0, parts)
            self._line.setStretch(1, 1000 - parts)
        if self._progress.property("working") != working:
            self._progress.setProperty("working", working)
            self._progress.style().polish(self._progress)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Maximise instead of floating."""
        self.doubled.emit()
        event.accept()
