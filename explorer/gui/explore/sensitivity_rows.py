"""The sensitivity in the left column: its number, what it follows from, the share that is sampled."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from explorer.app.core.message import Mended, Moved, SensitivityInputChosen, Settled, Typed
from explorer.app.core.state import State, declared, value_at
from explorer.app.explore import sensitivity_wording
from explorer.gui.access.widgets_below import widgets_below
from explorer.gui.fields.number_field import NumberField
from explorer.gui.fields.number_rows import link, refusal_line, show_refusal, stepped
from explorer.gui.fields.shared_line import SharedLine
from explorer.gui.shell.context import Context
from explorer.gui.widgets.explain import InfoButton
from explorer.gui.widgets.flush_link import Side, flush
from explorer.language import editable
from explorer.mark import N_
from explorer.privacy.mechanism import every_mechanism

if TYPE_CHECKING:
    from explorer.gui.explore.sensitivity_inputs import SensitivityInputEditor

PATH = "target.sensitivity"
_FIELD, _AROUND = 112, 20  # pixels: the number; around two links, and between them
_CHANGE = N_("unit, neighbours, limits …")


class SensitivityBlock(QWidget):
    """The number with its quiet box; the editor of the causes is built when it is first asked for."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._editor: SensitivityInputEditor | None = None
        self._lines = QVBoxLayout(self)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.setSpacing(context.theme.size(2))
        self._lines.addLayout(self._number_row())
        self._refusal = refusal_line(context, self)
        self._lines.addWidget(self._refusal)
        self._lines.addWidget(self._box())

    def _number_row(self) -> QHBoxLayout:
        context = self._context
        parameter = declared(context.store.state, PATH)
        title = context.say(parameter.title)
        row = QHBoxLayout()
        name = QLabel(f"{parameter.symbol}  {title}", self)
        name.setObjectName("body")
        self._field = NumberField(context.theme, self)
        self._field.setFixedHeight(context.theme.size(28))
        self._field.setAccessibleName(f"{parameter.symbol} {title}")
        for widget in (name, self._field):
            widget.setToolTip(context.say(parameter.help) if parameter.help else title)
            widget.setAccessibleDescription(widget.toolTip())
        self._field.typed.connect(self._typed)
        self._field.mended.connect(self._mended)
        self._field.stepped.connect(self._stepped)
        row.addWidget(name)
        row.addWidget(InfoButton(context, "sensitivity", self))
        row.addStretch(1)
        row.addWidget(self._field)
        self._line = SharedLine(row, name, self._field, context.theme.size(_FIELD))
        return row

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow column the number has what its name leaves, and each link a line of its own."""
        super().resizeEvent(event)
        self._line.divide(self.width())
        needed = sum(each.sizeHint().width() for each in (self._change, self.sample))
        beneath = needed + self._context.theme.size(_AROUND) > self.width()
        way = QBoxLayout.Direction.TopToBottom if beneath else QBoxLayout.Direction.LeftToRight
        if way is not self._asking.direction():
            self._asking.setDirection(way)

    def _box(self) -> QFrame:
        context, size = self._context, self._context.theme.size
        colours = context.theme.colours
        box = QFrame(self)
        box.setObjectName("quietBox")
        box.setStyleSheet(
            f"#quietBox {{ background: {colours['field']}; border: 1px solid {colours['line']};"
            f" border-radius: {size(6)}px; }}"
        )
        self._inside = QVBoxLayout(box)
        self._inside.setContentsMargins(size(6), size(4), size(6), size(2))
        self._inside.setSpacing(0)
        self._summary = context.label(None, "label", box, wrap=True)
        self._follow = link(context, N_("derive it"), box)
        self._follow.clicked.connect(self._let_follow)
        self._change = link(context, _CHANGE, box)
        self._change.setCheckable(True)
        self._change.clicked.connect(self._asked)
        self.sample = link(context, N_("on a sample …"), box)
        self.sample.setCheckable(True)
        flush(self._change)
        flush(self._follow, self.sample, side=Side.RIGHT)
        self.links = (self._follow, self._change, self.sample)
        row = QHBoxLayout()
        row.setSpacing(0)
        row.addWidget(self._summary, 1)
        row.addWidget(self._follow)
        self._inside.addLayout(row)
        self._asking = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._asking.setSpacing(0)
        self._asking.addWidget(self._change)
        self._asking.addStretch(1)
        self._asking.addWidget(self.sample)
        self._inside.addLayout(self._asking)
        self._follow_refusal = refusal_line(context, box)
        self._inside.addWidget(self._follow_refusal)
        return box

    # What a person does

    def _typed(self, text: str) -> None:
        self._context.store.dispatch(Typed(PATH, text))

    def _mended(self) -> None:
        self._context.store.dispatch(Mended(PATH))

    def _stepped(self, steps: int) -> None:
        state = self._context.store.state
        value = value_at(state, PATH)
        moved = stepped(declared(state, PATH), value, steps)
        if not math.isclose(moved, value):
            self._context.store.dispatch(Moved(PATH, moved))
            self._context.store.dispatch(Settled())

    def _let_follow(self) -> None:
        self._context.store.dispatch(SensitivityInputChosen("followed", True))

    def _asked(self, wanted: bool) -> None:
        if wanted and self._editor is None:
            from explorer.gui.explore.sensitivity_inputs import SensitivityInputEditor

            editor = SensitivityInputEditor(self._context, self)
            editor.closed.connect(self._closed)
            self._inside.addWidget(editor)
            _reached_after(self._change, editor)
            self._editor = editor
        if self._editor is not None:
            self._editor.setVisible(wanted)
            if wanted:
                self.show_state(self._context.store.state)
                self._editor.setFocus()
        self._change.setText(self._context.say(N_("close") if wanted else _CHANGE))
        self._change.setAccessibleName(self._change.text())

    def _closed(self) -> None:
        self._change.setChecked(False)
        self._asked(False)
        self._change.setFocus()

    # What is shown

    def show_state(self, state: State) -> None:
        """Show the number, or why there is none, and what it follows from."""
        say, norm = self._context.say, every_mechanism()[state.mechanism].norm
        refusal = state.refused.get(PATH) if norm else None
        self._field.setEnabled(bool(norm))
        if not norm:
            self._field.lineEdit().setModified(False)
        text = editable(state.target.sensitivity) if norm else say(N_("not used"))
        self._field.show_text(text, refusal is not None)
        self._field.refuse(refusal is not None)
        self._line.divide(self.width())
        show_refusal(self._context, self._refusal, state, PATH)
        summary = say(sensitivity_wording.in_short(state))
        if not norm:
            why = say(N_("the answer itself is protected: no sensitivity"))
            summary = f"{why}\n{summary}"
        self._summary.setText(summary)
        beside = bool(norm) and not state.sensitivity_inputs.followed
        if beside != self._follow.isVisibleTo(self):
            self._follow.setVisible(beside)
            self._summary.updateGeometry()  # the layout kept its height in another width
        show_refusal(self._context, self._follow_refusal, state, "sensitivity_inputs.followed")
        if self._editor is not None and not self._editor.isHidden():
            self._editor.show_state(state)


def _reached_after(link: QWidget, editor: QWidget) -> None:
    """Tab goes from the link into what it has opened, though that was built last of all."""
    before = link
    for each in widgets_below(editor):  # the list that a choice unfolds is a window of its own
        tabbed = bool(each.focusPolicy() & Qt.FocusPolicy.TabFocus) and each.focusProxy() is None
        if tabbed and each.window() is link.window():
            QWidget.setTabOrder(before, each)
            before = each
