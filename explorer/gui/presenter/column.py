"""The column beside a presented picture: one parameter to move, the key number, where one is."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QAction, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolButton, QWidget

from explorer.app.core.message import Mended, Moved, Settled, Typed
from explorer.app.core.presenter_messages import PresentedParameterChosen
from explorer.app.core.state import State, declared, value_at
from explorer.app.plotting.figure import Answers
from explorer.app.presenter.key_number import KeyNumber, about, key_number
from explorer.app.presenter.presentation import parameter_of, parameters_of, place
from explorer.gui.fields.fitted import Fitted
from explorer.gui.fields.number_field import NumberField
from explorer.gui.fields.slider import Slider
from explorer.gui.presenter.place_dots import Dots
from explorer.gui.presenter.sizes import BODY, FLOOR, KEY, PARAMETER, Sizes
from explorer.gui.shell.context import Context
from explorer.gui.widgets.flow import Flow
from explorer.gui.widgets.icon_array import IconArray
from explorer.language import editable
from explorer.mark import N_, Sentence

_SMALL = FLOOR * BODY
_SMALLEST_NUMBER = 0.6  # of the size of a parameter's number: a longer one ends in "…"


class Column(QWidget):
    """Everything left of the picture. `let_go` once the mouse has let the slider go."""

    let_go = Signal()

    def __init__(self, context: Context, sizes: Sizes, parent: QWidget) -> None:
        super().__init__(parent)
        self._context, self._sizes = context, sizes
        self._theme = sizes.theme(context.theme.name)
        self._path = ""
        self._live = True
        self._links: dict[QAction, QToolButton] = {}
        self._about = self._words(lines=2)
        self._add_parameter()
        self._before, self._after = self._words(lines=5), self._words(lines=3)
        self._number = Fitted(self._theme, self, KEY, 0.5 * KEY, strong=True)
        self._icons = IconArray(self._theme, self)
        self._further = self._words(lines=14)
        self._place = Dots(self._theme, self)
        self.controls = Flow(self, sizes.size(6))
        self.setGeometry(sizes.strip)
        self._key: KeyNumber | None = None

    def _words(self, lines: int) -> Fitted:
        return Fitted(self._theme, self, BODY, _SMALL, lines, "muted")

    def _add_parameter(self) -> None:
        context = self._context
        self.parameter_button = QToolButton(self)
        self.parameter_button.setObjectName("presentedSymbol")
        self.parameter_button.setFont(self._theme.font(round(PARAMETER), strong=True))
        self.parameter_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.parameter_button.clicked.connect(self._another_parameter)
        self._field = NumberField(self._sizes.field_theme(context.theme.name), self)
        self._field.lineEdit().setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self._slider = Slider(self._sizes.canvas_theme(context.theme.name), self)
        self._low = Fitted(self._theme, self, BODY, _SMALL, 2, "muted")
        self._high = Fitted(self._theme, self, BODY, _SMALL, 2, "muted")
        self._high.align(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        self._refusal = Fitted(self._theme, self, _SMALL, 0.8 * _SMALL, 4, "refused")
        self._slider.moved.connect(self._moved)
        self._slider.let_go.connect(lambda: self._dispatch(Settled()))
        self._slider.sliderReleased.connect(self.let_go)
        self._field.typed.connect(lambda text: self._dispatch(Typed(self._path, text)))
        self._field.mended.connect(lambda: self._dispatch(Mended(self._path)))
        self._field.stepped.connect(self._stepped)

    def hold(self, actions: Sequence[QAction]) -> None:
        """The quiet links at its foot."""
        held = []
        for action in actions:
            button = QToolButton(self.controls)
            button.setObjectName("presented")
            button.setFont(self._theme.font(round(_SMALL)))
            button.setDefaultAction(action)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setAccessibleName(action.text())
            button.setToolTip(action.toolTip())
            button.show()
            self._links[action] = button
            held.append((button, self._sizes.size(12)))
        self.controls.hold(held)

    def show_link(self, action: QAction, shown: bool) -> None:
        """A link that only some cards have."""
        if self._links[action].isHidden() == shown:
            self._links[action].setVisible(shown)

    # What a person does

    def _dispatch(self, message: Moved | Typed | Mended | Settled | PresentedParameterChosen) -> None:
        if self._live:
            self._context.store.dispatch(message)

    def _moved(self, position: float) -> None:
        parameter = declared(self._context.store.state, self._path)
        self._dispatch(Moved(self._path, parameter.value(position)))

    def _stepped(self, steps: int) -> None:
        state = self._context.store.state
        parameter, value = declared(state, self._path), value_at(state, self._path)
        if parameter.integer:
            value += steps
        else:
            value = parameter.value(parameter.position(value) + steps / 100)
        self._dispatch(Moved(self._path, value))
        self._dispatch(Settled())

    def _another_parameter(self) -> None:
        """The next of those that the card has."""
        state = self._context.store.state
        paths = parameters_of(state)
        if len(paths) > 1:
            self._dispatch(PresentedParameterChosen(paths[(paths.index(self._path) + 1) % len(paths)]))

    # What is shown

    def show_state(self, state: State, answers: Answers, live: bool) -> None:
        """Show what the audience sees; not `live` while that is frozen: then nothing here moves."""
        self._live, self._path = live, parameter_of(state)
        self._show_parameter(state, live)
        self._key = key_number(state, answers)
        say, key = self._context.say, self._key
        self._about.say(say(about(state, key)))
        if key is not None:
            self._before.say(say(key.before))
            self._number.say(say(key.number))
            self._after.say(say(key.after))
            self._icons.show_count(key.filled or 0, say(key.number))
            self._icons.setEnabled(key.current)
            self._number.dim(not key.current)
        cards = state.presentation.cards
        at = N_("{place} of {all}", place=place(state.presentation) + 1, all=len(cards))
        self._place.show_place(place(state.presentation), len(cards), say(at))
        self._arrange()

    def _show_parameter(self, state: State, live: bool) -> None:
        there = bool(self._path)
        for widget in (self.parameter_button, self._field, self._slider, self._low, self._high):
            widget.setVisible(there)
        refusal = state.refused.get(self._path)
        self._refusal.say("" if refusal is None else self._context.say(refusal.sentence))
        if not there:
            return
        parameter, value = declared(state, self._path), value_at(state, self._path)
        say = self._context.say
        title = f"{parameter.symbol} {say(parameter.title)}"
        self.parameter_button.setText(f"{parameter.symbol} =")
        self.parameter_button.setAccessibleName(title)
        several = len(parameters_of(state)) > 1
        told = say(N_("{name}; press to show another parameter", name=title)) if several else title
        self.parameter_button.setToolTip(told)
        for widget in (self._field, self._slider):
            widget.setAccessibleName(title)
            widget.setToolTip(say(parameter.help) if parameter.help else title)
            widget.setEnabled(live)
        self._field.show_text(editable(value), refusal is not None)
        self._field.refuse(refusal is not None)
        self._slider.place(parameter.position(value))
        self._low.say(say(parameter.low_end) if parameter.low_end else say(parameter.title))
        self._high.say(say(parameter.high_end) if parameter.high_end else "")

    # Where it stands

    def _arrange(self) -> None:
        """From the top: whose number it is, the parameter, the number; at the foot where one is."""
        size, room = self._sizes.size, self._sizes.column
        top = self._stacked(self._about, room, room.top(), 4)
        if self._path:
            top = self._arrange_parameter(room, top)
        self._refusal.setVisible(bool(self._refusal.text()))
        if self._refusal.text():
            top = self._stacked(self._refusal, room, top, 4)
        self._rule = top + size(4)
        foot = self._arrange_foot(room)
        self._arrange_key(room, self._rule + size(14), foot - size(10))
        self.update()

    def _stacked(self, words: Fitted, room: QRect, top: int, gap: float) -> int:
        high = words.needed(room.width()) if words.text() else 0
        words.setGeometry(room.left(), top, room.width(), high)
        return top + high + (self._sizes.size(gap) if high else 0)

    def _arrange_parameter(self, room: QRect, top: int) -> int:
        size = self._sizes.size
        across, high = (
            QFontMetrics(self.parameter_button.font()).horizontalAdvance(self.parameter_button.text()) + 2,
            size(72),
        )
        self.parameter_button.setGeometry(room.left(), top, across, high)
        left = room.left() + across
        self._field.setFixedSize(max(room.right() - left, 1), high)
        self._field.fit_within(self._field.width(), _SMALLEST_NUMBER)
        self._field.move(left, top)
        top += high
        self._slider.setGeometry(room.left(), top, room.width(), size(44))
        top += size(46)
        half = room.width() // 2 - size(4)
        whole = room.width() if not self._high.text() else half
        high = max(self._low.needed(whole), self._high.needed(half))
        smaller = min(self._low.fitting(whole), self._high.fitting(half))
        for label in (self._low, self._high):
            label.limit(smaller)
        self._low.setGeometry(room.left(), top, whole, high)
        self._high.setGeometry(room.right() + 1 - half, top, half, high)
        return top + high + size(8)

    def _arrange_foot(self, room: QRect) -> int:
        """The dots at the very foot, the links above them."""
        size = self._sizes.size
        high = size(30)
        self._place.setGeometry(room.left(), room.bottom() + 1 - high, room.width(), high)
        links = self.controls.heightForWidth(room.width())
        top = room.bottom() + 1 - high - size(10) - links
        self.controls.setGeometry(room.left(), top, room.width(), links)
        return top

    def _arrange_key(self, room: QRect, top: int, bottom: int) -> None:
        """The number stays; of the words before and after it and the squares, what has no room goes."""
        size, key = self._sizes.size, self._key
        widgets = (self._before, self._number, self._icons, self._after)
        before, after = (each.needed(room.width()) for each in (self._before, self._after))
        heights = dict(zip(widgets, (before, size(76), size(50), after), strict=True))
        shown: list[QWidget] = [] if key is None else [self._number]
        room_left = bottom - top - heights[self._number]
        for widget in (self._before, self._after, self._icons):
            wanted = key is not None and (widget is not self._icons or key.filled is not None)
            if wanted and heights[widget] + size(4) <= room_left:
                room_left -= heights[widget] + size(4)
                shown.append(widget)
        for widget in widgets:
            widget.setVisible(widget in shown)
            if widget in shown:
                widget.setGeometry(room.left(), top, room.width(), heights[widget])
                top += heights[widget] + size(4)
        further = () if key is None else key.further
        self._arrange_further(
            further, QRect(room.left(), top + size(8), room.width(), bottom - top - size(8))
        )

    def _arrange_further(self, sentences: Sequence[Sentence], room: QRect) -> None:
        """As many whole sentences as have room, in their order."""
        told = [self._context.say(each) for each in sentences]
        for count in range(len(told), -1, -1):
            self._further.say(self._context.language.told(told[:count]))
            high = self._further.needed(room.width())
            if high <= room.height():
                break
        self._further.setVisible(bool(self._further.text()))
        self._further.setGeometry(room.left(), room.top(), room.width(), high)

    def paintEvent(self, _: QPaintEvent) -> None:
        theme, room = self._theme, self._sizes.column
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colour("page"))
        painter.setPen(QPen(theme.colour("line"), max(1.0, 2.0 * theme.scale)))
        painter.drawLine(self.width() - 1, 0, self.width() - 1, self.height())
        if self._key is not None:
            painter.drawLine(room.left(), self._rule, room.right(), self._rule)
