"""The lesson in hand: its steps above, words and controls at the left, pictures at the right, ways below."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QAbstractSlider, QBoxLayout, QHBoxLayout, QPushButton, QVBoxLayout

from explorer.app.core.lesson_messages import (
    LessonContinued,
    LessonOpened,
    LessonReset,
    LessonStepTaken,
    LessonTurned,
)
from explorer.app.core.lesson_place import GUESS, SECTION, in_hand, parameter_at
from explorer.app.core.message import Moved, Settled
from explorer.app.core.refusals import concerns
from explorer.app.core.request import Request
from explorer.app.core.state import State, Workspace
from explorer.app.learn.lesson_way import Way, way_of
from explorer.app.learn.step_scene import Shown, questions, shown
from explorer.gui.canvas.canvas_links import connect_canvas
from explorer.gui.fields.number_rows import strip
from explorer.gui.learn.handout_link import handout_action
from explorer.gui.learn.lesson_column import LessonColumn
from explorer.gui.learn.picture_pane import PicturePane
from explorer.gui.learn.step_row import StepRow
from explorer.gui.shell.context import Context
from explorer.gui.widgets.card import Card
from explorer.gui.widgets.explain import InfoButton
from explorer.gui.widgets.progress_note import Waiting
from explorer.gui.workspaces.panel import Panel
from explorer.jobs import Answered
from explorer.lessons.parts.lesson import every_lesson
from explorer.lessons.parts.scene import Opening, Scene
from explorer.mark import N_

_PANES = 2  # pictures of a step, at most
_NARROWEST, _WIDEST, _SHARE = 220, 320, 0.28  # pixels of the column; its share of the card
_ALONE = 560  # pixels of the column where a step has no picture
_SIDE_BY_SIDE = 560  # pixels, from which on two pictures stand beside each other
_ABOVE_EACH_OTHER = 520  # pixels of height, from which on two pictures stand one above the other
_TURNS = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}


class LessonCard(Panel):
    """One step of the lesson in hand."""

    def __init__(self, context: Context, card: Card) -> None:
        super().__init__(card.inside)
        self._context, self._card = context, card
        self._seen: tuple[object, ...] = ()
        self._scene: Scene | None = None
        self._info: InfoButton | None = None
        self._pictures = self._front = 0  # how many there are; which one, where there is room for one
        size = context.theme.size
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(size(8))
        self.steps = StepRow(context, self)
        self.steps.taken.connect(self._taken)
        lines.addWidget(self.steps)
        lines.addWidget(strip(self))
        body = QHBoxLayout()
        body.setSpacing(size(20))
        self.column = LessonColumn(context, self)
        self.column.opened.connect(self._open)
        body.addWidget(self.column)
        self._beside = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._beside.setSpacing(size(20))
        self.panes = [PicturePane(context, self) for _ in range(_PANES)]
        for pane in self.panes:
            pane.dragged.connect(self._dragged)
            pane.let_go.connect(self._let_go)
            pane.other_wanted.connect(self._show_other)
            self._beside.addWidget(pane, 1)
        body.addLayout(self._beside, 1)
        lines.addLayout(body, 1)
        lines.addWidget(strip(self))
        lines.addLayout(self._foot())
        self._add_links()
        connect_canvas(context, card, *(pane.canvas for pane in self.panes))
        self._waiting = Waiting(context, card, lambda: self.wanted(context.store.state), self._asked_anew)

    def _foot(self) -> QHBoxLayout:
        context, row = self._context, QHBoxLayout()
        row.setSpacing(context.theme.size(12))
        self.back = QPushButton(context.say(N_("Previous step")), self)
        self._behind = context.label(None, "label", self)
        self._ahead = context.label(None, "label", self)
        self.forward = QPushButton(context.say(N_("Next step")), self)
        self.forward.setObjectName("primary")
        self.back.clicked.connect(lambda: self._turn(-1))
        self.forward.clicked.connect(lambda: self._turn(1))
        row.addWidget(self.back)
        row.addWidget(self._behind)
        row.addStretch(1)
        row.addWidget(self._ahead)
        row.addWidget(self.forward)
        for step, key in ((1, Qt.Key.Key_PageDown), (-1, Qt.Key.Key_PageUp)):
            turn = QAction(self)
            turn.setShortcut(QKeySequence(key))
            turn.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            turn.triggered.connect(lambda _=False, by=step: self._page(by))
            self.addAction(turn)
        return row

    def _add_links(self) -> None:
        """What can be done with the whole lesson."""
        say = self._context.say
        self._again = QAction(say(N_("start again")), self)
        self._again.setToolTip(
            say(N_("Begin this lesson anew: guesses, settings and moves as at first. Undo brings them back"))
        )
        self._again.triggered.connect(lambda: self._context.store.dispatch(LessonReset()))
        self._card.head.add_link(self._again)
        self._card.head.add_link(handout_action(self._context, self))

    # What a person does

    def _taken(self, step: str) -> None:
        self._context.store.dispatch(LessonStepTaken(step))
        self._after_turn()

    def _page(self, by: int) -> None:
        """Through the words, where these have the focus and go on; else to another step."""
        bar, actions = self.column.verticalScrollBar(), QAbstractSlider.SliderAction
        more = bar.value() < bar.maximum() if by > 0 else bar.value() > bar.minimum()
        if self.column.hasFocus() and more:
            bar.triggerAction(actions.SliderPageStepAdd if by > 0 else actions.SliderPageStepSub)
        else:
            self._turn(by)

    def _turn(self, by: int) -> None:
        """To the next step; after the last one to the next lesson."""
        store = self._context.store
        way = way_of(store.state)
        following = _following(way)
        if by > 0 and way.here == len(way.steps) - 1:
            if following:
                store.dispatch(LessonOpened(following))
        else:
            store.dispatch(LessonTurned(by))
        self._after_turn()

    def _after_turn(self) -> None:
        """A step that waits for a guess is where it is to be given; another one begins at its top."""
        if GUESS in self._context.store.state.refused:
            self.column.guess.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.column.verticalScrollBar().setValue(0)

    def _dragged(self, path: str, value: float) -> None:
        """A marker goes no further than its parameter."""
        section, _, name = path.partition(".")
        if section == SECTION:
            parameter = parameter_at(self._context.store.state.lessons, name)
            value = min(max(value, parameter.low), parameter.high)
        self._context.store.dispatch(Moved(path, value))

    def _let_go(self) -> None:
        self._context.store.dispatch(Settled())

    def _open(self, opening: Opening) -> None:
        """The same settings in their workspace, which comes to the front with its card."""
        window = self._context.window
        self._context.store.dispatch(LessonContinued(opening))
        window.opened.emit(Workspace(opening.workspace).value)
        room = window.rooms[opening.workspace]
        if opening.card in room.cards:
            room.open(opening.card)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrow keys that nothing in the lesson has taken for itself."""
        by = _TURNS.get(Qt.Key(event.key()), 0)
        if by and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self._turn(by)
        else:
            super().keyPressEvent(event)

    # What is shown

    def wanted(self, state: State) -> tuple[Request, ...]:
        return questions(state)

    def _asked_anew(self) -> None:
        self._seen = ()
        self._context.store.request_frame()

    def show_state(self, state: State, answers: Answered) -> None:
        refused = tuple(
            (field, why) for field, why in state.refused.items() if concerns(field, (SECTION, GUESS))
        )
        found = shown(state, answers)
        seen = (state.lessons, refused, found.current)
        if seen == self._seen and found.scene is self._scene:
            return
        self._seen, self._scene = seen, found.scene
        way = way_of(state)
        self._name(way)
        self.steps.show_way(way)
        self.column.show_step(way, found, state)
        self._show_pictures(state, found)
        self._show_foot(way)
        self._waiting.follow(not found.current)

    def _name(self, way: Way) -> None:
        title = self._context.say(way.kind.title)
        if self._card.windowTitle() != title:
            self._card.rename(title)
        self._card.head.assume(self._context.say(way.kind.about))
        self._explain(way)

    def _explain(self, way: Way) -> None:
        """An “i” for what the lesson is mostly about."""
        first = next(iter(way.kind.explains), "")
        if first and self._info is None:
            self._info = InfoButton(self._context, first, self._card.head)
            self._card.head.add_beside_title(self._info)
        elif first and self._info is not None:
            self._info.explain(first)
        if self._info is not None:
            self._info.setVisible(bool(first))

    def _show_pictures(self, state: State, found: Shown) -> None:
        pictures = () if found.scene is None else found.scene.pictures
        lesson = in_hand(state.lessons)
        if len(pictures) != self._pictures:
            self._pictures, self._front = len(pictures), 0
        self._fit()  # first: words are placed in a picture that is there
        for pane, picture in zip(self.panes, pictures, strict=False):
            pane.show_picture(picture, lesson, found.current)

    def _show_other(self) -> None:
        self._front = 1 - self._front
        self._fit()
        self.panes[self._front].canvas.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_foot(self, way: Way) -> None:
        say, last = self._context.say, way.here == len(way.steps) - 1
        self.back.setEnabled(way.here > 0)
        self._behind.setText(say(way.steps[way.here - 1].title) if way.here else "")
        following = _following(way)
        self.forward.setText(say(N_("Next lesson") if last else N_("Next step")))
        self.forward.setEnabled(not last or bool(following))
        if not last:
            ahead = say(way.steps[way.here + 1].title)
        else:
            ahead = say(every_lesson()[following].title) if following else ""
        self._ahead.setText(ahead)
        self.forward.setAccessibleDescription(ahead)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """How wide the column is, and whether two pictures stand side by side."""
        size, width = self._context.theme.size, self.width()
        if self._pictures:
            wide = min(max(round(_SHARE * width), size(_NARROWEST)), size(_WIDEST))
        else:
            wide = min(width, size(_ALONE))
        if self.column.width() != wide:
            self.column.setFixedWidth(wide)
        beside = width - wide - size(20) >= size(_SIDE_BY_SIDE)
        way = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        if self._beside.direction() != way:
            self._beside.setDirection(way)
        single = self._pictures > 1 and not beside and self.column.height() < size(_ABOVE_EACH_OTHER)
        for place, pane in enumerate(self.panes):
            pane.offer_other(single)
            there = place == self._front if single else place < self._pictures
            if pane.isHidden() == there:
                pane.setVisible(there)


def _following(way: Way) -> str:
    """The id of the lesson after this one; empty after the last."""
    known = list(every_lesson())
    return next(iter(known[known.index(way.kind.id) + 1 :]), "")
