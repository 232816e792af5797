"""How the secret sample is drawn: a choice below the sampled share."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from explorer.app.core.message import SensitivityInputChosen
from explorer.app.core.state import State
from explorer.gui.shell.context import Context
from explorer.gui.widgets.number_rows import refusal_line, show_refusal
from explorer.mark import N_
from explorer.privacy.shape import Sampling

KINDS = {
    Sampling.POISSON: N_("Poisson sampling"),
    Sampling.WITHOUT_REPLACEMENT: N_("without replacement"),
}
_HELP = N_(
    "Poisson sampling is analysed for add or remove, sampling a fixed number without replacement "
    "for substitution. The neighbours change with this choice."
)
_FIELD = "sensitivity_inputs.sampling"


class SampleKind(QWidget):
    """The choice, and why it was refused."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        lines, row = QVBoxLayout(self), QHBoxLayout()
        lines.setContentsMargins(0, 0, 0, context.theme.size(4))
        lines.setSpacing(context.theme.size(2))
        name = context.label(N_("drawn"), "label", self)
        self.box = QComboBox(self)
        self.box.setAccessibleName(context.say(N_("how the sample is drawn")))
        self.box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        for kind, words in KINDS.items():
            self.box.addItem(context.say(words), kind.value)
        for widget in (name, self.box):
            widget.setToolTip(context.say(_HELP))
            widget.setAccessibleDescription(context.say(_HELP))
        self.box.activated.connect(self._chosen)
        row.addWidget(name)
        row.addWidget(self.box, 1)
        lines.addLayout(row)
        self._refusal = refusal_line(context, self)
        lines.addWidget(self._refusal)

    def _chosen(self, position: int) -> None:
        self._context.store.dispatch(SensitivityInputChosen("sampling", str(self.box.itemData(position))))

    def show_state(self, state: State) -> None:
        """Show which one is set."""
        self.box.setCurrentIndex(self.box.findData(state.shape.sampling.value))
        show_refusal(self._context, self._refusal, state, _FIELD)
