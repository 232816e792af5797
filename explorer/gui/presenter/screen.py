"""The screen that the audience sees: one card's picture, its title and sentence, and the column."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QFontMetrics,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from explorer.app.core.message import Moved, Settled
from explorer.app.core.presenter_messages import (
    CardTurned,
    PresentationEnded,
    PresentationReset,
    ScreenFrozen,
)
from explorer.app.core.request import Request
from explorer.app.core.state import State, declared
from explorer.app.figures import picture_of
from explorer.app.plotting.figure import Answers, Picture
from explorer.app.presenter.key_number import questions
from explorer.app.presenter.presentation import on_screen, presenting
from explorer.app.presenter.presented_figure import PresentedFigure, presented, remark
from explorer.gui.canvas.figure_canvas import Canvas
from explorer.gui.canvas.figure_card import refused_of
from explorer.gui.canvas.figure_export import copy_figure
from explorer.gui.fields.fitted import Fitted
from explorer.gui.presenter.column import Column
from explorer.gui.presenter.sizes import BODY, FLOOR, TITLE, Sizes
from explorer.gui.shell.context import Context
from explorer.gui.workspaces.card_layout import spec_of
from explorer.gui.workspaces.panel import Panel
from explorer.jobs import Answered
from explorer.mark import N_, Sentence

DRAW = "reading.draw"
DRAWN = "equally-likely"  # the card whose draws can be shown one by one
_TURNS = {
    **dict.fromkeys((Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Space), 1),
    **dict.fromkeys((Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_Backspace), -1),
    Qt.Key.Key_Home: -1000,
    Qt.Key.Key_End: 1000,
}


def picture_for(state: State, card: str) -> type[Picture]:
    """The picture that a card shows."""
    if card == "preview":
        return picture_of("released-counts" if state.releasing.drawn else "expected-counts")
    offered = dict(spec_of(card).pictures)
    chosen = dict(state.shown).get(card, card)
    return picture_of(chosen if chosen in offered else card)


class Screen(Panel):
    """A window of its own, as large as the screen; built anew for every size and look.

    `notes_wanted` when the speaker asks for the notes.
    """

    notes_wanted = Signal()

    def __init__(self, context: Context) -> None:
        super().__init__(context.window, Qt.WindowType.Window)
        self._context = context
        self.setWindowTitle(context.say(N_("Presenter mode")))
        self.setAccessibleName(self.windowTitle())
        self.setMinimumSize(640, 400)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._seen: tuple[object, ...] = ()
        self._built: QSize | None = None
        self._inside: QWidget | None = None
        self.column: Column | None = None
        self._shown: PresentedFigure | None = None
        self._add_actions()

    def _add_actions(self) -> None:
        key = Qt.Key
        self.freeze = self._action(
            N_("freeze"), N_("Leave the screen as it is, whatever changes (F)"), key.Key_F
        )
        self.freeze.setCheckable(True)
        self.freeze.triggered.connect(lambda frozen: self._say(ScreenFrozen(frozen)))
        told = N_("Set everything again as it was when the presentation began (R)")
        self.reset = self._action(N_("reset"), told, key.Key_R)
        self.reset.triggered.connect(self._begin_anew)
        self.draw = self._action(N_("draw"), N_("Show the next simulated draw (D)"), key.Key_D)
        self.draw.triggered.connect(self._draw)
        self.notes = self._action(N_("notes"), N_("Open your notes in a window of their own (N)"), key.Key_N)
        self.notes.triggered.connect(self.notes_wanted)
        self.leave = self._action(N_("leave"), N_("Back to the window (Escape)"), key.Key_Escape, key.Key_F5)
        self.leave.triggered.connect(lambda: self._say(PresentationEnded()))
        for step, keys in ((1, key.Key_PageDown), (-1, key.Key_PageUp)):
            turn = QAction(self)
            turn.setShortcut(QKeySequence(keys))
            turn.triggered.connect(lambda _=False, by=step: self._say(CardTurned(by)))
            self.addAction(turn)
        whole = QAction(self)
        whole.setShortcut(QKeySequence(key.Key_F11))
        whole.triggered.connect(lambda: self.showNormal() if self.isFullScreen() else self.showFullScreen())
        self.addAction(whole)

    def _action(self, name: Sentence, told: Sentence, *keys: Qt.Key) -> QAction:
        action = QAction(self._context.say(name), self)
        action.setToolTip(self._context.say(told))
        action.setShortcuts([QKeySequence(each) for each in keys if each is not Qt.Key.Key_Escape])
        self.addAction(action)
        return action

    # What a person does

    def _say(self, message: CardTurned | ScreenFrozen | PresentationReset | PresentationEnded) -> None:
        self._context.store.dispatch(message)

    def _begin_anew(self) -> None:
        self._say(PresentationReset())
        if self._inside is not None:
            self.canvas.enlarge(None)
            self.canvas.isolate("")

    def _draw(self) -> None:
        """One draw further; in a picture that is frozen, nothing."""
        store = self._context.store
        if store.state.presentation.frozen is None and store.state.presentation.card == DRAWN:
            number = store.state.reading.draw + 1
            store.dispatch(Moved(DRAW, float(number if number <= declared(store.state, DRAW).high else 1)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys that neither the slider, the field nor the picture has taken for itself."""
        if event.key() == Qt.Key.Key_Escape:
            self.leave.trigger()
        elif (by := _TURNS.get(Qt.Key(event.key()), 0)) != 0:
            self._say(CardTurned(by))
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Closed by its frame, it has been left."""
        super().closeEvent(event)
        if presenting(self._context.store.state):
            self._say(PresentationEnded())

    # How it is built

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self._rebuilt)

    def _rebuilt(self) -> None:
        """In another size everything is another size; once for many of them."""
        if self.isVisible() and self._built != self.size():
            self.build()
            self._context.store.request_frame()

    def build(self) -> None:
        """Everything anew for this size and look; the keys are the screen's own."""
        context, sizes = self._context, Sizes(self.size())
        if self._inside is not None:
            self._inside.hide()
            self._inside.deleteLater()
        self._built, self._seen = self.size(), ()
        self._inside = inside = QWidget(self)
        self.column = Column(context, sizes, inside)
        self.column.hold((self.draw, self.freeze, self.reset, self.notes, self.leave))
        self.column.let_go.connect(self.setFocus)
        theme = sizes.theme(context.theme.name)
        self.title = Fitted(theme, inside, TITLE, 0.6 * TITLE, 2, strong=True)
        self.sentence = Fitted(theme, inside, BODY, FLOOR * BODY, 2, "muted")
        self.remark = Fitted(theme, inside, BODY, FLOOR * BODY, 1, "muted")
        self.empty = Fitted(theme, inside, BODY, FLOOR * BODY, 8, "muted")
        self.canvas = Canvas(sizes.canvas_theme(context.theme.name), context.language, inside)
        self.canvas.dragged.connect(self._dragged)
        self.canvas.let_go.connect(self._let_go)
        self.canvas.copy_wanted.connect(lambda: copy_figure(context, self.canvas, self.canvas.whole))
        self._arrange(sizes)
        inside.setGeometry(self.rect())
        inside.show()
        self.setFocus()

    def _arrange(self, sizes: Sizes) -> None:
        room, size = sizes.picture, sizes.size
        title, sentence, foot = size(52), size(34), size(34)
        top = room.top()
        if self.title.needed(room.width()) > title:
            title *= 2
        self.title.setGeometry(room.left(), top, room.width(), title)
        top += title
        if self.sentence.needed(room.width()) > sentence:
            sentence = 2 * sentence
        self.sentence.setGeometry(room.left(), top, room.width(), sentence)
        top += sentence + size(10)
        bottom, across = self._beside_axis(room, sizes)
        picture = QRect(room.left(), top, room.width(), bottom - top)
        self.canvas.setGeometry(picture)
        self.empty.setGeometry(picture)
        self.remark.setGeometry(room.left(), room.bottom() + 1 - foot, across, foot)
        self.remark.raise_()

    def _beside_axis(self, room: QRect, sizes: Sizes) -> tuple[int, int]:
        """Where the picture ends, and how wide the remark is: in the line of the axis' name, or below it."""
        figure, foot = self.canvas.whole, sizes.size(34)
        if not self.remark.text():
            return room.bottom() + 1, room.width()
        metrics = QFontMetrics(sizes.theme("light").font(BODY))
        name = self._context.say(figure.x.label) if figure is not None and figure.empty is None else ""
        across = metrics.horizontalAdvance(self.remark.text()) + sizes.size(4)
        right = self.canvas.plot.right_margin + metrics.horizontalAdvance(name) + sizes.size(24)
        beside = bool(name) and across + right <= room.width()
        return room.bottom() + 1 - (0 if beside else foot), across if beside else room.width()

    def _dragged(self, path: str, value: float) -> None:
        if self._context.store.state.presentation.frozen is None:
            self._context.store.dispatch(Moved(path, value))

    def _let_go(self) -> None:
        self._context.store.dispatch(Settled())

    # What is shown

    def wanted(self, state: State) -> tuple[Request, ...]:
        if not presenting(state):
            return ()
        shown = on_screen(state)
        return (*picture_for(shown, shown.presentation.card).wanted(shown), *questions(shown))

    def show_state(self, state: State, answers: Answered) -> None:
        if not presenting(state) or self._inside is None or self.column is None:
            return
        shown, frozen = on_screen(state), state.presentation.frozen is not None
        self.freeze.setChecked(frozen)
        self.column.show_link(self.draw, shown.presentation.card == DRAWN)
        self.draw.setEnabled(not frozen)
        self.column.show_state(shown, answers, not frozen)
        self._show_picture(shown, answers, frozen)

    def _show_picture(self, state: State, answers: Answers, frozen: bool) -> None:
        picture = picture_for(state, state.presentation.card)
        arrivals = getattr(answers, "arrivals", 0)
        seen = (
            picture.id,
            frozen,
            arrivals,
            state.refused,
            *(getattr(state, part) for part in picture.reads),
        )
        if seen == self._seen:
            return
        self._seen = seen
        say, sizes = self._context.say, Sizes(self.size())
        self._shown = shown = presented(picture.draw(state, answers), sizes.canvas_theme("light").scale)
        figure, refusal = shown.figure, refused_of(state, picture.reads)
        self.title.say(say(figure.title))
        assumed = figure.assumption if refusal is None else N_("unchanged: {why}", why=refusal.sentence)
        self.sentence.say(say(assumed))
        self.remark.say(say(remark(state, shown, frozen)))
        self.canvas.setVisible(figure.empty is None)
        self.canvas.setAccessibleName(say(figure.title))
        self.canvas.setAccessibleDescription(say(figure.description))
        self.canvas.dim(refusal is not None)
        self.canvas.show_figure(figure)
        self._arrange(sizes)
        self.empty.setVisible(figure.empty is not None)
        self.empty.say("" if figure.empty is None else say(figure.empty))

    def paintEvent(self, _: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._context.theme.colour("card"))
