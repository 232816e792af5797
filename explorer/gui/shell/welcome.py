"""The page of the first start: what a person may want to decide, and where each of it is done."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSize, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QBoxLayout,
    QFrame,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from explorer.app.finder.entry import OpenPane
from explorer.app.tours.offers import OFFERS
from explorer.gui.fields.number_rows import WordyButton, link
from explorer.gui.finder.command import Leader
from explorer.gui.shell.context import Context
from explorer.gui.widgets.flow import Flow
from explorer.mark import N_, Sentence

_WIDE, _NARROW = 960, 760  # pixels at normal type: all at most; below, one way stands above the other


@dataclass(frozen=True, slots=True)
class Way:
    """Something to decide, what is done for it, and the card on which it is done; `of_file` : of which file
    is asked at once.
    """

    title: Sentence
    told: Sentence
    act: Sentence
    card: str
    of_file: bool = False


WAYS = (
    Way(
        N_("Choose a mechanism's parameters"),
        N_("Set ε, δ and the sensitivity. See what an attacker could learn, and how large the noise is."),
        N_("Set the parameters"),
        "one-release",
    ),
    Way(
        N_("How many releases a limit allows"),
        N_("Set a limit on the total ε. See how many releases fit, and what each of them may cost."),
        N_("Set the limit"),
        "inverse",
    ),
    Way(
        N_("Publish a file's counts"),
        N_("Say what is counted and whom it protects. Preview the noise, then release the table."),
        N_("Choose a file …"),
        "plan",
        of_file=True,
    ),
)


class Welcome(QFrame):
    """Covers what stands below the top bar, until a way is chosen, it is skipped, or a workspace is opened.

    It is then remembered as seen.
    """

    def __init__(self, context: Context, opener: Leader, below: QWidget) -> None:
        super().__init__(below)
        self._context, self._opener, self._below = context, opener, below
        self._workspace = context.store.state.workspace
        self.setObjectName("welcome")
        self.setAccessibleName(context.say(N_("What do you want to decide?")))
        self._acts: list[QPushButton] = []
        self._led: list[QToolButton] = []
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._area = self._filled_column()
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.addWidget(self._area)
        below.installEventFilter(self)
        context.store.painted.connect(self._follow)
        context.window.opened.connect(self.leave)
        self.setGeometry(below.rect())
        self.show()
        self.raise_()
        for _ in range(2):  # the line of tours first knows its width: what is seen now does not move later
            QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        self._acts[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def _filled_column(self) -> QScrollArea:
        context, size = self._context, self._context.theme.size
        area = QScrollArea(self)
        area.setAccessibleName(self.accessibleName())
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inside = QWidget(area)
        inside.setMinimumWidth(1)
        self._lines = lines = QVBoxLayout(inside)
        lines.setSpacing(size(12))
        lines.addStretch(2)
        question = N_("What do you want to decide?")
        lines.addWidget(context.label(question, "key", inside, wrap=True))
        again = N_("This page opens again from the Help menu, and with Ctrl+K")
        lines.addWidget(context.label(again, "muted", inside, wrap=True))
        tiles = QWidget(inside)
        tiles.setLayout(self._row)
        self._row.setContentsMargins(0, size(8), 0, size(8))
        self._row.setSpacing(size(12))
        for way in WAYS:
            self._row.addWidget(self._tile(way, tiles), 1)
        lines.addWidget(tiles)
        lines.addWidget(self._tours(inside))
        skip = QToolButton(inside)
        skip.setObjectName("link")
        skip.setText(context.say(N_("Skip")) + "   Esc")
        skip.setAccessibleName(context.say(N_("Skip")))
        skip.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        skip.clicked.connect(self.leave)
        lines.addWidget(skip, 0, Qt.AlignmentFlag.AlignHCenter)
        lines.addStretch(3)
        self._stops: list[QAbstractButton] = [*self._acts, *self._led, skip]
        for each in self._stops:
            each.installEventFilter(self)
        area.setWidget(inside)
        return area

    def _tile(self, way: Way, parent: QWidget) -> QFrame:
        context, size = self._context, self._context.theme.size
        tile = QFrame(parent)
        tile.setObjectName("frame")
        lines = QVBoxLayout(tile)
        lines.setContentsMargins(size(16), size(16), size(16), size(16))
        lines.setSpacing(size(8))
        lines.addWidget(context.label(way.title, "section", tile, wrap=True))
        lines.addWidget(context.label(way.told, "body", tile, wrap=True))
        lines.addStretch(1)
        lines.addSpacing(size(4))
        act = WordyButton(context.say(way.act), tile)
        act.setProperty("primary", True)
        act.setAccessibleName(f"{context.say(way.title)}: {context.say(way.act)}")
        act.clicked.connect(partial(self._chosen, way))
        lines.addWidget(act)
        self._acts.append(act)
        return tile

    def _tours(self, parent: QWidget) -> Flow:
        """A link for each tour, in one line where there is room."""
        context, gap = self._context, self._context.theme.size(4)
        line = Flow(parent, between_lines=0)
        words = context.label(N_("Or be led through the program:"), "muted", line)
        self._led = []
        for offer in OFFERS:
            button = link(context, offer.short, line)
            button.setToolTip(context.say(offer.words))
            button.setAccessibleName(context.say(offer.words))
            button.clicked.connect(partial(self._begin, offer.id))
            self._led.append(button)
        line.hold([(words, gap), *((each, gap) for each in self._led)])
        return line

    # What a person does

    def _begin(self, tour: str, *_: object) -> None:
        self.leave()
        self._opener.tours.begin(tour)

    def _chosen(self, way: Way, *_: object) -> None:
        from explorer.gui.finder.finder_actions import take  # with all that a plan needs: not for the start
        from explorer.gui.release.plan.file_box import choose_file

        context, opener = self._context, self._opener
        self.leave()
        take(context, opener, (), OpenPane(way.card), (context.window, None))
        if way.of_file:
            QTimer.singleShot(0, context.window, partial(choose_file, context))  # once the card is there

    def leave(self, *_: object) -> None:
        """Show what lies under it, which was there all along."""
        if self.isHidden():
            return
        self._context.window.settings.remember_welcome()
        self._below.setFocus(Qt.FocusReason.OtherFocusReason)
        self.hide()
        self.deleteLater()

    def _follow(self) -> None:
        """A workspace that was opened otherwise, by the palette or a session, is seen at once."""
        if self._context.store.state.workspace is not self._workspace:
            self.leave()

    def _key(self, key: int) -> bool:
        """Whether a key on one of its buttons is the page's."""
        if key == Qt.Key.Key_Escape:
            self.leave()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            next(each for each in self._stops if each.hasFocus()).click()
        elif key in (Qt.Key.Key_Right, Qt.Key.Key_Down):
            self.focusNextPrevChild(True)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Up):
            self.focusNextPrevChild(False)
        else:
            return False
        return True

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes round on the page: what lies under it is not seen."""
        here = next((place for place, each in enumerate(self._stops) if each.hasFocus()), -1)
        reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
        there = self._stops[(here + (1 if forward else -1)) % len(self._stops)]
        there.setFocus(reason)
        self._area.ensureWidgetVisible(there)
        return True

    # How it stands

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """As large as what it covers, and above what is built there later; keys on its buttons."""
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and watched in self._stops:
            return self._key(event.key()) or super().eventFilter(watched, event)
        if watched is self._below and event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self.setGeometry(self._below.rect())
            self.raise_()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        size = self._context.theme.size
        side = max(size(24), (self.width() - size(_WIDE)) // 2)  # in the middle, no wider than is read well
        self._lines.setContentsMargins(side, size(16), side, size(16))
        narrow = self.width() < size(_NARROW)
        way = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        if self._row.direction() is not way:
            self._row.setDirection(way)

    def sizeHint(self) -> QSize:
        return self._below.size()
