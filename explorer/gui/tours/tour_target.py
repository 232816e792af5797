"""The real control that a step of a tour is about, as it stands in the window now."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QAbstractButton, QToolButton, QWidget

from explorer.app.release.plan.plan_field_titles import general
from explorer.app.tours.tour import Target
from explorer.gui.release.plan.plan_fields import Field
from explorer.gui.shell.context import Context
from explorer.gui.widgets.card import Card


def control_of(context: Context, target: Target) -> QWidget | None:
    """The control that can be seen, else its card; None where that cannot be seen either."""
    window = context.window
    holder = window.menuWidget() if not target.card else window.every_built_card().get(target.card)
    if holder is None or not holder.isVisible() or (isinstance(holder, Card) and holder.behind):
        return None
    return next((each for each in _candidates(context, target, holder) if each.isVisible()), holder)


def _candidates(context: Context, target: Target, holder: QWidget) -> list[QWidget]:
    found: list[QWidget] = []
    if target.control:
        found += holder.findChildren(QWidget, target.control)
    if target.field:
        found += [each for each in holder.findChildren(Field) if general(each.path) == target.field]
    if target.words is not None:
        words = context.say(target.words)
        found += [each for each in holder.findChildren(QAbstractButton) if words in _words_on(each)]
    return found


def _words_on(button: QAbstractButton) -> tuple[str, ...]:
    """A link shows the words of its action without the … at their end."""
    action = button.defaultAction() if isinstance(button, QToolButton) else None
    return (button.text(),) if action is None else (button.text(), action.text())


def seen_of(widget: QWidget, window: QWidget) -> QRect:
    """The part of a control that can be seen, in the window's pixels."""
    seen = widget.visibleRegion().boundingRect() if widget.isVisible() else QRect()
    if seen.isEmpty():
        seen = widget.rect()
    return QRect(widget.mapTo(window, QPoint(0, 0)) + seen.topLeft(), seen.size()).intersected(window.rect())


def place_beside(callout: QRect, target: QRect | None, room: QRect, gap: int) -> QPoint:
    """Where a callout stands: beside its target where it has room there, else in a corner, covering least.

    Parameters
    ----------
    callout : its size
    target : what it is about; None for nothing that can be seen
    room : where it may stand
    gap : pixels between the two
    """
    wide, high = callout.width(), callout.height()
    corners = [
        QPoint(room.right() - wide, room.bottom() - high),
        QPoint(room.left(), room.bottom() - high),
        QPoint(room.right() - wide, room.top()),
        QPoint(room.left(), room.top()),
    ]
    if target is None:
        return corners[0]
    top = min(max(target.top(), room.top()), max(room.bottom() - high, room.top()))
    left = min(max(target.left(), room.left()), max(room.right() - wide, room.left()))
    sides = [
        QPoint(target.right() + gap, top),
        QPoint(target.left() - gap - wide, top),
        QPoint(left, target.bottom() + gap),
        QPoint(left, target.top() - gap - high),
    ]
    inside = [each for each in sides if room.contains(QRect(each, callout.size()))]

    def covered(corner: QPoint) -> int:
        over = QRect(corner, callout.size()).intersected(target)
        return over.width() * over.height() if not over.isEmpty() else 0

    return (inside or sorted(corners, key=covered))[0]
