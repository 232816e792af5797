"""How wide the names of fields are, so that all fields of the plan's form begin at one line."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QScrollArea, QWidget

from explorer.gui.widgets.theme import Theme

NAME = 112  # pixels of a field's name, at least
_LONGEST, _SHARE = 208, 0.28  # pixels; of the width of the form


def name_width(row: QWidget, theme: Theme) -> int:
    """Pixels of the name at the left of a row; less in a row that is set in, by as much as it is.

    In a wide form names have the room that they need.
    """
    form = _form_of(row)
    set_in = row.mapTo(form, QPoint(0, 0)).x()
    wide = min(max(theme.size(NAME), round(_SHARE * form.width())), theme.size(_LONGEST))
    return max(wide - set_in, theme.size(NAME) // 2)


def _form_of(row: QWidget) -> QWidget:
    """All that scrolls with a row; the row itself where nothing does."""
    around: QWidget | None = row
    while around is not None and not isinstance(around, QScrollArea):
        around = around.parentWidget()
    inside = around.widget() if isinstance(around, QScrollArea) else None
    return row if inside is None else inside
