"""Where Tab meets a control that was made later than its neighbours."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox, QComboBox, QWidget

from explorer.gui.access.widgets_below import widgets_below


def tab_before(target: QWidget, added: Sequence[QWidget]) -> None:
    """Let Tab meet the `added` in their order, just before `target`.

    Only what takes the focus can be a neighbour: Qt passes over any other without a word.
    """
    before = target.previousInFocusChain()
    while before is not None and before is not target and (before in added or not _focused(before)):
        before = before.previousInFocusChain()
    if before is None:
        return
    waiting = [each for each in added if not _focused(each)]  # for their turn in a group that is one stop
    for widget in waiting:
        widget.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    for widget in added:
        QWidget.setTabOrder(before, widget)
        before = widget
    for widget in waiting:
        widget.setFocusPolicy(Qt.FocusPolicy.NoFocus)


def form_before(target: QWidget, form: QWidget) -> None:
    """Let Tab meet all controls of a form that was made later, as they stand in it, just before `target`."""
    found = [each for each in widgets_below(form) if _focused(each) or isinstance(each, QAbstractButton)]
    whole = [each for each in found if isinstance(each, QComboBox | QAbstractSpinBox)]
    parts = {part for each in whole for part in widgets_below(each)}  # they go with it
    tab_before(target, [each for each in found if each not in parts])


def first_within(holder: QWidget) -> QWidget | None:
    """The first control inside of a widget that Tab meets now; None where there is none."""
    widget = holder.nextInFocusChain()
    while widget is not None and widget is not holder:
        if takes_tab(widget) and holder.isAncestorOf(widget) and _there(widget):
            return widget
        widget = widget.nextInFocusChain()
    return None


def _there(widget: QWidget) -> bool:
    """Whether it can be worked now."""
    return widget.isVisible() and widget.isEnabled()


def _focused(widget: QWidget) -> bool:
    return widget.focusPolicy() is not Qt.FocusPolicy.NoFocus


def takes_tab(widget: QWidget) -> bool:
    """Whether Tab stops there."""
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
