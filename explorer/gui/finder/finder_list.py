"""The list under the palette's field: hits with their kinds and keys, how many, or that there are none."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QFontMetrics,
    QHideEvent,
    QPainter,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
)

from explorer.gui.access.reach import on_screen
from explorer.gui.finder.finder_rows import Row
from explorer.gui.finder.hit_view import HitView
from explorer.gui.shell.context import Context
from explorer.gui.widgets.theme import BODY, LABEL, Theme
from explorer.mark import N_

_LEAST, _SIDE, _GAP, _PADDING = 440, 12, 16, 6  # pixels: the width, margins, between columns, above and below
_LONGEST = 40  # characters of a text that found nothing
_SHARE = 0.62  # of the window's height, at most
_WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft
_ROW = Qt.ItemDataRole.UserRole
Index = QModelIndex | QPersistentModelIndex


class _Rows(QAbstractListModel):
    """The hits; their words for ears are title, kind, keys, detail and place among all."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.rows: tuple[Row, ...] = ()

    def put(self, rows: tuple[Row, ...]) -> None:
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(each for each in (row.title, row.detail, row.kind, row.shortcut) if each)
        return row if role == _ROW else None


class _Painter(QStyledItemDelegate):
    """A title, wrapped where it is long, its detail beneath; its kind and its keys at the right."""

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        self._title, self._small = theme.font(BODY), theme.font(LABEL)
        self._of_title, self._of_small = QFontMetrics(self._title), QFontMetrics(self._small)
        self._across: dict[str, int] = {}
        self.keys = 0  # how wide the column of keys is
        self.heights: list[int] = []  # of the rows, as they were placed

    def widest(self, row: Row) -> int:
        """The width in which a hit stands in one line."""
        title = max(self._title_across(row.title), self.across(row.detail))
        return title + 2 * self._theme.size(_SIDE) + self._right(row) + 1

    def across(self, text: str) -> int:
        """The width of small type, measured once."""
        if text not in self._across:
            self._across[text] = self._of_small.horizontalAdvance(text)
        return self._across[text]

    def _title_across(self, text: str) -> int:
        key = f"\n{text}"
        if key not in self._across:
            self._across[key] = self._of_title.horizontalAdvance(text)
        return self._across[key]

    def _right(self, row: Row) -> int:
        gap = self._theme.size(_GAP)
        return gap + self.across(row.kind) + (self.keys + gap if self.keys else 0)

    def height(self, row: Row, width: int) -> int:
        """How high a hit is in a list so wide."""
        room = max(width - 2 * self._theme.size(_SIDE) - self._right(row), 80)
        high = self._of_title_in(row, room)
        if row.detail:
            one = self.across(row.detail) <= room
            high += self._of_small.height() if one else _wrapped(self._of_small, row.detail, room)
        return high + 2 * self._theme.size(_PADDING)

    def _of_title_in(self, row: Row, room: int) -> int:
        one = self._title_across(row.title) <= room
        return self._of_title.height() if one else _wrapped(self._of_title, row.title, room)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        view = option.widget
        width = view.viewport().width() if isinstance(view, QListView) else option.rect.width()
        return QSize(width, self.heights[index.row()])

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: Row = index.data(_ROW)
        theme, room = self._theme, option.rect
        painter.save()
        chosen = bool(option.state & option.state.State_Selected)
        ground = "selection" if row.available else "field"  # quieter where it can't be taken
        if chosen:
            painter.fillRect(room, theme.colour(ground))
        small = "ink" if chosen and row.available else "muted"
        side, top = theme.size(_SIDE), room.top() + theme.size(_PADDING)
        right = room.right() - side
        painter.setFont(self._small)
        painter.setPen(theme.colour(small))
        line = QRect(room.left(), top, room.width(), self._of_title.height())
        end = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(
            QRect(line.left(), line.top(), right - line.left(), line.height()), end, row.shortcut
        )
        kind = right - (self.keys + theme.size(_GAP) if self.keys else 0)
        painter.drawText(QRect(line.left(), line.top(), kind - line.left(), line.height()), end, row.kind)
        words = QRect(room.left() + side, top, room.width() - 2 * side - self._right(row), room.height())
        painter.setPen(theme.colour("refused" if row.refused else "ink" if row.available else "faint"))
        painter.setFont(self._title)
        painter.drawText(words, _WRAPPED.value, row.title)
        words.setTop(top + self._of_title_in(row, words.width()))
        painter.setPen(theme.colour(small))
        painter.setFont(self._small)
        painter.drawText(words, _WRAPPED.value, row.detail)
        painter.restore()


def _wrapped(metrics: QFontMetrics, text: str, room: int) -> int:
    return metrics.boundingRect(QRect(0, 0, room, 10_000), _WRAPPED.value, text).height()


class FinderList(QFrame):
    """A part of the window that lies over it, under the field. It never takes the focus. `taken(row)`."""

    taken = Signal(object)

    def __init__(self, context: Context, field: QLineEdit) -> None:
        super().__init__(context.window)
        self._context, self._field = context, field
        self._width = 0
        self.setObjectName("popover")
        self._model = _Rows(self)
        self._painter = _Painter(context.theme, self)
        self._view = self._make_view()
        self._nothing = context.label(None, "body", self, wrap=True)
        self._count = context.label(None, "label", self)
        self._hint = context.label(N_("To set a value, type its name and number: ε 0.5"), "label", self)
        self._lines = lines = QVBoxLayout(self)
        side = context.theme.size(_SIDE)
        lines.setContentsMargins(1, 1, 1, 1)
        lines.setSpacing(0)
        lines.addWidget(self._view)
        self._nothing.setContentsMargins(side, side, side, side)
        lines.addWidget(self._nothing)
        self._strip = QFrame(self)
        self._strip.setObjectName("strip")
        self._strip.setFixedHeight(1)
        lines.addWidget(self._strip)
        foot = QHBoxLayout()
        foot.setContentsMargins(side, context.theme.size(6), side, context.theme.size(6))
        foot.addWidget(self._count)
        foot.addStretch(1)
        foot.addWidget(self._hint)
        lines.addLayout(foot)
        self.hide()

    def _make_view(self) -> HitView:
        view = HitView(self)
        view.setModel(self._model)
        view.setItemDelegate(self._painter)
        view.setFocusProxy(self._field)  # where something would give it the focus all the same: keys go there
        view.setAccessibleName(self._context.say(N_("Hits")))
        view.clicked.connect(lambda index: self.taken.emit(index.data(_ROW)))
        return view

    @property
    def rows(self) -> tuple[Row, ...]:
        """What is listed."""
        return self._model.rows

    @property
    def current(self) -> int:
        """The place of the hit that Enter takes."""
        return max(self._view.currentIndex().row(), 0)

    def show_rows(self, rows: tuple[Row, ...], text: str) -> None:
        """List these hits of a text, the first one chosen; or say that there are none."""
        self._painter.heights = [0] * len(rows)
        self._model.put(rows)
        self._painter.keys = max((self._painter.across(row.shortcut) for row in rows), default=0)
        say = self._context.say
        words = N_(
            "Nothing found for “{text}”. Try a mechanism, a parameter such as ε 0.5, or a word of the help",
            text=text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…",
        )
        self._nothing.setText("" if rows else say(words))
        self._nothing.setVisible(not rows)
        for part in (self._view, self._strip, self._count, self._hint):
            part.setVisible(bool(rows))
        status = say(N_("Hits: {count:plain}", count=len(rows))) if rows else say(words)
        self._count.setText(status)
        self._field.setAccessibleDescription(status)
        if not self.isVisible():
            self._width = 0
        self.place()
        self.show()
        self.raise_()
        if rows:
            self._view.choose(0)
            self._view.scrollToTop()
        self._announce(status)

    def move_by(self, steps: int, pages: bool = False) -> None:
        """Choose another hit; at either end it stays there."""
        if not self.rows:
            return
        seen = max(self._view.height() // max(self._view.sizeHintForRow(self.current), 1) - 1, 1)
        place = min(max(self.current + steps * (seen if pages else 1), 0), len(self.rows) - 1)
        index = self._view.choose(place)
        values = {"hit": str(index.data(Qt.ItemDataRole.AccessibleTextRole)), "place": place + 1}
        words = N_("{hit}, {place:plain} of {count:plain}", count=len(self.rows), **values)
        self._announce(self._context.say(words))

    def _announce(self, words: str) -> None:
        """For ears: the list never has the focus, so nothing would be read by itself."""
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._field, words))

    def place(self) -> None:
        """Under the field: as wide as the hits need, and as high, up to a share of the window.

        Within what of the window is on the screen: of one that hangs over an edge that is a part.
        """
        window, size = self._context.window, self._context.theme.size
        seen = on_screen(window, size(_LEAST))
        most = seen.width() - 2 * size(_SIDE)
        bar = 10  # pixels: a scroll bar with its margin
        needed = max((self._painter.widest(row) for row in self.rows), default=0) + bar + 2
        self._width = min(max(needed, size(_LEAST), self._field.width(), self._width), most)
        under = self._field.mapTo(window, QPoint(self._field.width(), self._field.height() + size(4)))
        left = min(under.x(), seen.right() + 1 - size(_SIDE)) - self._width
        left = max(left, seen.left() + size(_SIDE))
        inside = self._width - 2 - bar
        self._painter.heights = [self._painter.height(row, inside) for row in self.rows]
        self._view.setFixedHeight(min(sum(self._painter.heights) + 4, round(_SHARE * seen.height())))
        self.setGeometry(left, under.y(), self._width, 10)
        self.setFixedWidth(self._width)
        self._lines.activate()
        wrapped = self._lines.hasHeightForWidth()
        high = (
            self._lines.totalHeightForWidth(self._width) if wrapped else self._lines.totalSizeHint().height()
        )
        self.resize(self._width, high)
        self.move(left, max(min(under.y(), seen.bottom() + 1 - high), seen.top()))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._context.window.installEventFilter(self._field)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._context.window.removeEventFilter(self._field)
