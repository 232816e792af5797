"""The causes of the sensitivity, to be changed: unit, neighbours, what is counted, bounds on one person."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from explorer.app.core.message import SensitivityInputChosen
from explorer.app.core.state import State
from explorer.app.core.wording import NEIGHBOURS, UNITS
from explorer.app.explore import sensitivity_wording
from explorer.gui.fields.number_rows import NumberRow, refusal_line, show_refusal
from explorer.gui.fields.typed_line import TypedLine
from explorer.gui.shell.context import Context
from explorer.mark import N_, Sentence

OTHER = ""
LONGEST_NAME = 40


class SensitivityInputEditor(QWidget):
    """Every change is a message, and the sensitivity follows at once. `closed` when Escape is pressed."""

    closed = Signal()

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._naming = False
        self._lines = QVBoxLayout(self)
        self._lines.setContentsMargins(0, 0, 0, context.theme.size(4))
        self._lines.setSpacing(context.theme.size(4))
        units = {**UNITS, OTHER: N_("other …")}
        self._unit = self._choice(N_("whom it protects"), units)
        self._unit.activated.connect(self._unit_chosen)
        self._name = TypedLine(self)
        self._name.setMaxLength(LONGEST_NAME)
        self._name.setAccessibleName(context.say(N_("name of the unit")))
        self._name.setPlaceholderText(context.say(N_("name of the unit")))
        self._name.editingFinished.connect(self._named)
        self._lines.addWidget(self._name)
        self._unit_refusal = self._refusal()
        self._neighbours = self._choice(
            N_("neighbours"), {each.value: words for each, words in NEIGHBOURS.items()}
        )
        self._neighbours.activated.connect(self._neighbours_chosen)
        self._hidden = self._words()
        self._neighbours_refusal = self._refusal()
        counted = {each.value: words for each, words in sensitivity_wording.COUNTED.items()}
        self._counted = self._choice(N_("released"), counted)
        self._counted.activated.connect(self._counted_chosen)
        self._counted_refusal = self._refusal()
        self._rows: dict[str, NumberRow] = {}
        self._bounds_unused = self._group(sensitivity_wording.BOUNDS)
        self._values_unused = self._group(sensitivity_wording.VALUES)
        self._found, self._formula = self._words("body"), self._words()
        self.setFocusProxy(self._unit)

    def _choice(self, title: Sentence, choices: dict[str, Sentence]) -> QComboBox:
        context, row = self._context, QHBoxLayout()
        name = context.label(title, "label", self, wrap=True)
        name.setFixedWidth(context.theme.size(72))
        box = QComboBox(self)
        box.setAccessibleName(name.text())
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        for value, words in choices.items():
            box.addItem(context.say(words), value)
        row.addWidget(name)
        row.addWidget(box, 1)
        self._lines.addLayout(row)
        return box

    def _words(self, name: str = "label") -> QLabel:
        label = self._context.label(None, name, self, wrap=True)
        self._lines.addWidget(label)
        return label

    def _refusal(self) -> QLabel:
        label = refusal_line(self._context, self)
        self._lines.addWidget(label)
        return label

    def _group(self, names: tuple[str, ...]) -> QLabel:
        for name in names:
            self._rows[name] = NumberRow(self._context, f"sensitivity_inputs.{name}", self)
            self._lines.addWidget(self._rows[name])
        return self._words()

    # What a person does

    def _unit_chosen(self, position: int) -> None:
        unit = str(self._unit.itemData(position))
        self._naming = unit == OTHER
        if self._naming:
            self._name.setVisible(True)
            self._name.setFocus()
        else:
            self._name.clear()  # a line that is hidden is left, which would enter its name again
            self._name.setVisible(False)
            self._context.store.dispatch(SensitivityInputChosen("unit", unit))

    def _named(self) -> None:
        name = self._name.text().strip()
        if name and name != self._context.store.state.target.unit:
            self._naming = False
            self._name.setModified(False)
            self._context.store.dispatch(SensitivityInputChosen("unit", name))

    def _neighbours_chosen(self, position: int) -> None:
        self._context.store.dispatch(
            SensitivityInputChosen("neighbours", str(self._neighbours.itemData(position)))
        )

    def _counted_chosen(self, position: int) -> None:
        self._context.store.dispatch(SensitivityInputChosen("counted", str(self._counted.itemData(position))))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
            return
        super().keyPressEvent(event)

    # What is shown

    def show_state(self, state: State) -> None:
        """Show the causes, which of them play a part, and what follows."""
        say, unit, inputs = self._context.say, state.target.unit, state.sensitivity_inputs
        if not self._naming:
            self._unit.setCurrentIndex(self._unit.findData(unit if unit in UNITS else OTHER))
            self._name.setVisible(unit not in UNITS)
            if unit not in UNITS and not self._name.isModified():
                self._name.setText(unit)
        self._neighbours.setCurrentIndex(self._neighbours.findData(state.target.neighbours.value))
        self._counted.setCurrentIndex(self._counted.findData(inputs.counted.value))
        self._hidden.setText(say(sensitivity_wording.HIDDEN[state.target.neighbours]))
        show_refusal(self._context, self._unit_refusal, state, "sensitivity_inputs.unit")
        show_refusal(self._context, self._neighbours_refusal, state, "sensitivity_inputs.neighbours")
        show_refusal(self._context, self._counted_refusal, state, "sensitivity_inputs.counted")
        unused = sensitivity_wording.unused(state)
        for name, row in self._rows.items():
            row.show_state(state, name not in unused)
        for label, names in (
            (self._bounds_unused, sensitivity_wording.BOUNDS),
            (self._values_unused, sensitivity_wording.VALUES),
        ):
            reasons = dict.fromkeys(say(unused[name]) for name in names if name in unused)
            label.setText("\n".join(reasons))
            label.setVisible(bool(reasons))
        self._found.setText(
            say(
                N_(
                    "{norms}; {taken}",
                    norms=sensitivity_wording.found(state),
                    taken=sensitivity_wording.taken(state),
                )
            )
        )
        self._formula.setText(say(sensitivity_wording.reason(state)))
