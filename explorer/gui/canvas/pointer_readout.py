"""What a picture says where somebody points at one of its curves, with the mouse or from the keyboard."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtWidgets import QWidget

from explorer.app.figures import picture_of
from explorer.app.plotting import read_out as reading
from explorer.app.plotting.figure import Figure
from explorer.app.plotting.read_out import Place
from explorer.app.plotting.taken import take_words
from explorer.gui.access.announcement import announce
from explorer.gui.canvas.plot_area import Plot
from explorer.gui.canvas.read_out_items import ReadOutItems
from explorer.gui.widgets.theme import Theme
from explorer.language import Language, number
from explorer.mark import N_

_DIGITS = 4  # of the numbers at the axes


class Pointing:
    """The read-out of one picture. `place` is where it stands, None where nothing is asked."""

    def __init__(self, widget: QWidget, plot: Plot, theme: Theme, language: Language) -> None:
        self._widget, self._plot, self._theme, self._language = widget, plot, theme, language
        self._items: ReadOutItems | None = None  # made when it is first asked: not for the first paint
        self._figure: Figure | None = None
        self._mouse: QPointF | None = None
        self.place: Place | None = None
        self.by_keyboard = False

    @property
    def lines(self) -> list[str]:
        """What stands in the box."""
        return self._items.box.lines if self._items is not None and self.place is not None else []

    @property
    def items(self) -> ReadOutItems | None:
        """What stands on the picture, once it was asked."""
        return self._items

    def show_figure(self, figure: Figure) -> None:
        """The same question to another figure: `placed` answers it once that stands."""
        self._figure = figure

    def placed(self) -> None:
        """Answer again: the picture is another one, or of another size."""
        if self.by_keyboard and self.place is not None and self._figure is not None:
            self._stand(reading.again(self._figure, self.place))
        elif self._mouse is not None:
            self.hover(self._mouse)

    def hover(self, point: QPointF) -> None:
        """The mouse is at a place, in pixels of the plot."""
        self._mouse, self.by_keyboard = point, False
        self._stand(self.at(point))

    def at(self, point: QPointF) -> Place | None:
        """What answers for a place in pixels of the plot: nothing outside of the picture's frame."""
        if self._figure is None or not self._plot.frame().contains(point):
            return None
        within = reading.WITHIN * self._theme.scale
        return reading.nearest(self._figure, self._plot.data(point), self._plot.per_unit(), within)

    def leave(self) -> None:
        """Nothing is asked any more."""
        self._mouse, self.by_keyboard = None, False
        self._stand(None)

    def walk(self, steps: int, start: float) -> None:
        """The next curve, or the one before; from `start` where none is asked yet. After the last: none."""
        if self._figure is None:
            return
        x = self.place.x if self.place is not None and self.by_keyboard else start
        here = self.place if self.by_keyboard else None
        self._by_keyboard(reading.next_curve(self._figure, here, x, steps))

    def step(self, steps: int) -> None:
        """So many computed points further along the curve."""
        if self._figure is not None and self.place is not None:
            self._by_keyboard(reading.stepped(self._figure, self.place, steps))

    def _by_keyboard(self, place: Place | None) -> None:
        self._mouse, self.by_keyboard = None, place is not None
        self._stand(place)
        said = ". ".join(self.lines) if place is not None else self._language.say(N_("no curve selected"))
        announce(self._widget, said)

    def _stand(self, place: Place | None) -> None:
        self.place = place
        if place is None or self._figure is None:
            if self._items is not None:
                self._items.hide()
            return
        if self._items is None:
            self._items = ReadOutItems(self._plot, self._theme)
        items, say, figure = self._items, self._language.say, self._figure
        said = reading.read_out(figure, place)
        source = place.line.source or picture_of(figure.id).source
        head = tuple(say(each) for each in said.numbers)
        rest = say(said.kind), say(N_("source: {source}", source=source)), *map(say, said.covered)
        if (take := take_words(figure, place, self.by_keyboard)) is not None:
            rest = (*rest, say(take))
        rows = items.rows(head, say(said.name), rest, place.line.colour)
        point, frame = self._plot.pixel(place.x, place.y), self._plot.frame()
        area = QRectF(self._plot.boundingRect())
        items.stand(point, place.line.colour, rows, frame, area)
        own = place.line.dimmed or reading.told(figure, place) is not None  # its place is then no number
        x, y = ("", "") if own else self._at_axes(figure, place)
        items.tell_axes(x, y, point, frame, area)

    def _at_axes(self, figure: Figure, place: Place) -> tuple[str, str]:
        """The numbers at both axes; none at an axis without numbers."""
        x, y = reading.numbers_at(figure, place)
        named = figure.x.names and not figure.x.logarithmic
        return (
            number(x, _DIGITS + 1) if figure.x.ticks and not named else "",
            number(y, _DIGITS) if figure.y.ticks else "",
        )
