"""Simulated draws one after another: what could have been released instead, slowly enough to follow."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import (
    QAction,
    QGuiApplication,
    QIcon,
    QKeySequence,
    QPainter,
    QPixmap,
    QPolygonF,
    QShortcut,
)
from PySide6.QtWidgets import QApplication, QStyle, QWidget

from explorer.app.core.message import Moved
from explorer.app.core.state import declared
from explorer.gui.canvas.figure_card import FigureCard
from explorer.gui.shell.context import Context
from explorer.gui.widgets.card import Card
from explorer.gui.widgets.theme import Theme
from explorer.mark import N_

_SIGN, _APART = 9, 3  # pixels: the sign beside the word, and between them
PACE = 400  # milliseconds a draw: 2.5 a second
PATH = "reading.draw"


def motion_allowed() -> bool:
    """Whether the system asks for no less motion than there is.

    Qt tells it as a hint from 6.12 on; before, a style without animations is all that it says.
    """
    hints = QGuiApplication.styleHints()
    preference = (
        hints.accessibility().property("motionPreference") if hasattr(hints, "accessibility") else None
    )
    if preference is not None:
        return int(getattr(preference, "value", preference)) == 0
    return QApplication.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration) > 0


def played_figure(context: Context, card: Card) -> FigureCard:
    """A card of simulated draws that can be played."""
    panel = FigureCard(context, card)
    Player(context, card, panel)
    return panel


class Player(QObject):
    """Moves the number of the draw on, while its card is in sight and the window is the active one.

    A link in the card's head and Space in the picture start and stop it. Nothing that it does is a step
    of history, and it begins by itself only where the person's settings and the system allow that.
    """

    def __init__(self, context: Context, card: Card, panel: QWidget) -> None:
        super().__init__(panel)
        self._context, self._card = context, card
        self._in_sight = card.isVisible() and not card.behind
        self.playing = False
        self._timer = QTimer(self)
        self._timer.setInterval(PACE)
        self._timer.timeout.connect(self._next)
        self._link = QAction(self)
        self._link.triggered.connect(self.toggle)
        self._button = card.head.add_link(self._link, first=True)
        self._button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._button.setIconSize(QSize(context.theme.size(_SIGN + _APART), context.theme.size(_SIGN)))
        key = QShortcut(QKeySequence(Qt.Key.Key_Space), panel)
        key.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        key.activated.connect(self.toggle)
        card.visibilityChanged.connect(self._seen)
        context.window.closing.connect(self.pause)
        QApplication.instance().focusWindowChanged.connect(self._run)  # type: ignore[union-attr]
        self._say()
        if context.window.settings.motion == "system" and motion_allowed():
            self.toggle()

    @property
    def running(self) -> bool:
        """Whether draws follow each other at this moment."""
        return self._timer.isActive()

    def toggle(self) -> None:
        """Play, or pause at the draw that is shown."""
        self.playing = not self.playing
        self._say()
        self._run()

    def play(self, playing: bool) -> None:
        """Play, or rest, whatever it does now."""
        if self.playing != playing:
            self.toggle()

    def pause(self) -> None:
        """Stay at the draw that is shown."""
        self.play(playing=False)

    def stop(self) -> None:
        """Pause, and leave the draws."""
        self.pause()
        self._context.store.dispatch(Moved(PATH, 0.0))

    def _seen(self, visible: bool) -> None:
        self._in_sight = visible
        self._run()

    def _run(self, *_: object) -> None:
        """The clock runs only while somebody can see it."""
        run = self.playing and self._in_sight and self._active()
        if run != self._timer.isActive():
            if run:
                self._timer.start()
            else:
                self._timer.stop()

    def _active(self) -> bool:
        """Whether the window is the one in use, or the card is where it floats."""
        focus = QGuiApplication.focusWindow()
        windows = (self._context.window.windowHandle(), self._card.window().windowHandle())
        return focus is not None and focus in windows

    def _next(self) -> None:
        store = self._context.store
        number = store.state.reading.draw + 1
        store.dispatch(Moved(PATH, float(number if number <= declared(store.state, PATH).high else 1)))

    def _say(self) -> None:
        say = self._context.say
        name = say(N_("pause")) if self.playing else say(N_("draw"))
        self._link.setText(name)
        self._link.setIcon(_sign(self._context.theme, self.playing))
        tip = N_("Pause the simulated draws (Space)")
        if not self.playing:
            tip = N_("Play simulated draws, one after another (Space)")
        self._link.setToolTip(say(tip))
        self._button.setAccessibleName(say(tip))


def _sign(theme: Theme, playing: bool) -> QIcon:
    """Two bars that pause, or the triangle that plays: drawn, for not every font has them."""
    dense = 4  # pixels of the picture to one of the window: sharp on any screen
    side = float(theme.size(_SIGN))
    picture = QPixmap(round(dense * theme.size(_SIGN + _APART)), round(dense * side))
    picture.setDevicePixelRatio(dense)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("accent"))
    if playing:
        for left in (0.12, 0.6):
            painter.drawRect(QRectF(left * side, 0.05 * side, 0.28 * side, 0.9 * side))
    else:
        corners = ((0.1, 0.0), (1.0, 0.5), (0.1, 1.0))
        painter.drawPolygon(QPolygonF([QPointF(x * side, y * side) for x, y in corners]))
    painter.end()
    return QIcon(picture)
