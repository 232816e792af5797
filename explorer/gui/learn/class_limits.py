"""The three limits that classes are held against, each in a line with what was refused of it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from explorer.app.learn.table_classes import LIMITS, ClassLimits, limit_of
from explorer.gui.fields.number_field import NumberField
from explorer.gui.fields.number_rows import refusal_line
from explorer.gui.shell.context import Context
from explorer.language import editable
from explorer.privacy.parameter import Parameter
from explorer.privacy.refusal import Refusal

_FIELD, _HIGH = 84, 24
_STEP = 0.01  # of t, which has no slider


class ClassLimitRows(QWidget):
    """`chosen` with the limits whenever a person has entered another one."""

    chosen = Signal(object)

    def __init__(self, context: Context, limits: ClassLimits, parent: QWidget) -> None:
        super().__init__(parent)
        self._context, self._limits = context, limits
        self._fields: dict[str, NumberField] = {}
        self._refusals: dict[str, QLabel] = {}
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(context.theme.size(4))
        for name, declared in LIMITS.items():
            self._add(lines, name, declared)
        self._show()

    def _add(self, lines: QVBoxLayout, name: str, declared: Parameter) -> None:
        context, row = self._context, QHBoxLayout()
        title = f"{declared.symbol}  {context.say(declared.title)}"
        words = context.label(None, "label", self, wrap=True)
        words.setText(title)
        field = NumberField(context.theme, self, edged=True)
        field.setObjectName(f"limit-{name}")
        field.hold(context.theme.size(_FIELD), context.theme.size(_HIGH))
        field.setAccessibleName(title)
        field.typed.connect(partial(self._typed, name))
        field.mended.connect(partial(self._mended, name))
        field.stepped.connect(partial(self._stepped, name))
        row.addWidget(words, 1)
        row.addWidget(field)
        lines.addLayout(row)
        refusal = refusal_line(context, self)
        lines.addWidget(refusal)
        self._fields[name], self._refusals[name] = field, refusal

    def _typed(self, name: str, text: str) -> None:
        try:
            value = limit_of(name, text)
        except Refusal as refusal:
            self._refusals[name].setText(self._context.say(refusal.sentence))
            self._refusals[name].setVisible(True)
            self._fields[name].refuse(True)
            return
        self._mended(name)
        self._put(name, value)

    def _mended(self, name: str) -> None:
        self._refusals[name].setVisible(False)
        self._fields[name].refuse(False)

    def _stepped(self, name: str, steps: int) -> None:
        declared, value = LIMITS[name], float(getattr(self._limits, name))
        moved = value + steps * (1 if declared.integer else _STEP)
        moved = min(max(round(moved, 10), declared.low), declared.high)
        self._mended(name)
        self._put(name, round(moved) if declared.integer else moved)

    def _put(self, name: str, value: float) -> None:
        changed: dict[str, Any] = {name: value}
        self._limits = replace(self._limits, **changed)
        self._show()
        self.chosen.emit(self._limits)

    def hold(self, limits: ClassLimits) -> None:
        """These limits instead."""
        self._limits = limits
        self._show()

    def _show(self) -> None:
        for name, field in self._fields.items():
            refused = not self._refusals[name].isHidden()
            field.show_text(editable(getattr(self._limits, name), 7), refused)
