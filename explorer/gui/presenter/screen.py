"""The screen that the audience sees: one card's picture, its title and sentence, and the column."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
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
from explorer.app.plotting.figure import Answers
from explorer.app.presenter.key_number import questions
from explorer.app.presenter.presentation import following, on_screen, presenting
from explorer.app.presenter.presented_figure import (
    PresentedFigure,
    picture_remark,
    presented,
    remark,
    sheet_remark,
)
from explorer.gui.canvas.figure_card import refused_of
from explorer.gui.canvas.figure_export import copy_figure
from explorer.gui.presenter.column import Column
from explorer.gui.presenter.lesson_keys import LessonKeys
from explorer.gui.presenter.presented_card import (
    Told,
    has_picture,
    lines_of,
    panel_for,
    picture_for,
    title_for,
)
from explorer.gui.presenter.screen_layout import Parts, arrange, parts_in, show_picture
from explorer.gui.presenter.sizes import Sizes
from explorer.gui.shell.context import Context
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
        self._parts: Parts
        self._told = Told("", ())
        self._page, self._page_of = 0, ""  # of a card that is a sheet of several
        self._add_actions()
        LessonKeys(context, self)

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
            turn.triggered.connect(lambda _=False, by=step: self.turn(by))
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

    def turn(self, by: int) -> None:
        """To the next page of the card in hand, or to the one before; where there is none, another card."""
        page, shown = self.sheet.page + by, self._context.store.state.presentation
        if by > 0 and not following(shown):
            page = min(page, self.sheet.pages - 1)  # the last page of the last card stays
        if self.sheet.isVisible() and 0 <= page < self.sheet.pages:
            self._page = page
            self._context.store.request_frame()
        else:
            self._say(CardTurned(by))

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
            self.turn(by)
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
        """In another size everything is another size."""
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
        self._parts = parts = parts_in(context, inside, sizes)
        self.title, self.sentence, self.remark = parts.title, parts.sentence, parts.remark
        self.empty, self.canvas, self.sheet = parts.empty, parts.canvas, parts.sheet
        self.canvas.dragged.connect(self._dragged)
        self.canvas.let_go.connect(self._let_go)
        self.canvas.copy_wanted.connect(lambda: copy_figure(context, self.canvas, self.canvas.whole))
        arrange(self._context, self._parts, sizes)
        inside.setGeometry(self.rect())
        inside.show()
        self.setFocus()

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
        card = shown.presentation.card
        asked = picture_for(shown, card) if has_picture(card) else panel_for(self._context, card)
        return (*(() if asked is None else asked.wanted(shown)), *questions(shown))

    def show_state(self, state: State, answers: Answered) -> None:
        if not presenting(state) or self._inside is None or self.column is None:
            return
        shown, frozen = on_screen(state), state.presentation.frozen is not None
        self.freeze.setChecked(frozen)
        self.column.show_link(self.draw, shown.presentation.card == DRAWN)
        self.draw.setEnabled(not frozen)
        self.column.show_state(shown, answers, not frozen)
        if has_picture(shown.presentation.card):
            self._show_picture(shown, answers, frozen)
        else:
            self._show_sheet(shown, answers, frozen)

    def _show_sheet(self, state: State, answers: Answered, frozen: bool) -> None:
        """What a card without a picture says; of one that is frozen, what it said then."""
        card = state.presentation.card
        self._page, self._page_of = self._page if card == self._page_of else 0, card
        seen = (card, frozen, answers.arrivals, state, self._page)
        if seen == self._seen:
            return
        held = frozen and bool(self._seen) and self._seen[0] == card
        self._seen = seen
        self._shown = None
        if not held:
            self._told = lines_of(self._context, card, state, answers)
            self.sheet.show_lines(self._told.lines)
        self.empty.hide()
        self.sheet.show()
        self._show_page(state, frozen)

    def _show_page(self, state: State, frozen: bool) -> None:
        """One page of words, or the picture among them."""
        say, sizes, told = self._context.say, Sizes(self.size()), self._told
        self.title.say(say(told.title or title_for(state, state.presentation.card)))
        self.sheet.setAccessibleName(self.title.text())
        self.sentence.say(told.assumed)
        self.canvas.hide()
        arrange(self._context, self._parts, sizes)
        self.sheet.turn_to(self._page)
        remarks = sheet_remark(frozen, self.sheet.page, self.sheet.pages, told.made_up)
        if self.sheet.pictured and told.figure is not None:
            figure = (told.figure, *told.others)[self.sheet.pictures_before]
            shown = presented(figure, sizes.canvas_theme("light").scale)
            remarks = picture_remark(shown, remarks)
            show_picture(self._context, self._parts, shown.figure)
            self.canvas.dim(figure.pending)
            self.canvas.show()
            self.canvas.raise_()
        self.remark.say(say(remarks))
        arrange(self._context, self._parts, sizes)

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
        show_picture(self._context, self._parts, shown.figure)
        if refusal is not None:
            self.sentence.say(say(N_("unchanged: {why}", why=refusal.sentence)))
        self.remark.say(say(remark(state, shown, frozen)))
        self.sheet.hide()
        self.canvas.setVisible(figure.empty is None)
        self.canvas.dim(refusal is not None)
        arrange(self._context, self._parts, sizes)
        self.empty.setVisible(figure.empty is not None)
        self.empty.say("" if figure.empty is None else say(figure.empty))

    def paintEvent(self, _: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._context.theme.colour("card"))
