"""ε of a plan: typed, or moved, beside how often the best attacker is right with it."""

from __future__ import annotations

import math

from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from explorer.app.release.plan.plan_draft import Document, value_of
from explorer.app.release.plan.plan_summary import best_guess, guess_sentence, guess_words
from explorer.app.release.plan.typed_amounts import amount
from explorer.gui.fields.slider import STEPS, Slider
from explorer.gui.release.plan.plan_fields import TextField
from explorer.gui.shell.context import Context
from explorer.mark import N_
from explorer.privacy.notation import read_exact
from explorer.privacy.refusal import NotANumber
from explorer.release.plan.declarations import ReleasePlan

_LOW, _HIGH = 0.01, 10.0  # where the slider ends; any ε that a plan may have can be typed
_WIDTH = 72  # pixels of the editor


def at_position(position: float) -> str:
    """The ε at a position in [0, 1] of the slider: two digits are enough to move.

    >>> at_position(0), at_position(2 / 3), at_position(0.5), at_position(1)
    ('0.01', '1', '0.32', '10')
    """
    value = _LOW * (_HIGH / _LOW) ** position
    places = max(1 - math.floor(math.log10(value) + 1e-9), 0)
    return f"{value:.{places}f}".rstrip("0").rstrip(".") if places else f"{value:.0f}"


def position_of(epsilon: float) -> float:
    """Where an ε stands on the slider, at its end where it lies beyond."""
    if not epsilon > 0:
        return 0.0
    return min(max(math.log(epsilon / _LOW) / math.log(_HIGH / _LOW), 0.0), 1.0)


class EpsilonField(TextField):
    """A move of the slider is shown at once; the plan has it when it is let go: one step of history."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(context, "privacy.epsilon", N_("total ε"), parent, amount)
        self._moved: str | None = None
        self._delta = 0.0
        size = context.theme.size
        self.row.setStretchFactor(self.editor, 0)
        self.editor.setSizePolicy(QSizePolicy.Policy.Fixed, self.editor.sizePolicy().verticalPolicy())
        self.editor.setFixedWidth(size(_WIDTH))
        self.slider = Slider(context.theme, self)
        self.slider.setAccessibleName(context.say(N_("total ε")))
        self.slider.setMinimumWidth(size(60))
        self.slider.moved.connect(self._follow)
        self.slider.let_go.connect(self._let_go)
        self.row.addWidget(self.slider, 1)
        under = QHBoxLayout()
        under.setContentsMargins(0, 0, 0, 0)
        under.setSpacing(size(8))
        self._guess = context.label(None, "section", self)
        self._words = context.label(guess_words(), "label", self, wrap=True)
        under.addWidget(self._guess)
        under.addWidget(self._words, 1)
        self._under = under
        self.layout().addLayout(under)  # type: ignore[union-attr]

    def _follow(self, position: float) -> None:
        self._moved = at_position(position)
        self.editor.setText(self._moved)
        self._tell(float(self._moved))

    def _let_go(self) -> None:
        moved, self._moved = self._moved, None
        if moved is not None and moved != self._last:
            self._last = moved
            self.edited.emit(self.path, moved)

    def show_value(self, plan: Document) -> None:
        """What the plan says, unless the slider is in hand."""
        if self._moved is not None:
            return
        super().show_value(plan)
        try:
            epsilon = float(read_exact(str(value_of(plan, self.path, ""))))
            self._delta = float(read_exact(str(value_of(plan, "privacy.delta", "0"))))
        except (NotANumber, OverflowError):
            epsilon = 0.0
        if not self.slider.isSliderDown():
            self.slider.setValue(round(STEPS * position_of(epsilon)))
        self._tell(epsilon)

    def _tell(self, epsilon: float) -> None:
        able = 0 < epsilon <= 1000 and 0 <= self._delta < 1
        for label in (self._guess, self._words):
            label.setVisible(able)
        if able:
            count = best_guess(epsilon, self._delta)
            self._guess.setText(self._context.say(N_("{count} of 100", count=count)))

    def explain(self, plan: ReleasePlan | None) -> None:
        """The whole sentence of what this ε means, for whoever stays at the number."""
        said = "" if plan is None else self._context.say(guess_sentence(plan))
        for label in (self._guess, self._words):
            label.setToolTip(said)
            label.setAccessibleDescription(said)
