"""What k, ℓ and t are: the answer first, the sizes of the classes, and those that miss a limit."""

from __future__ import annotations

from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from explorer.app.learn import class_sentences as words
from explorer.app.learn.table_classes import ClassLimits, MeasuredClasses, judged, size_ranges
from explorer.gui.fields.number_rows import strip
from explorer.gui.learn.class_sizes import ClassSizes
from explorer.gui.learn.failing_classes import FailingClasses
from explorer.gui.shell.context import Context
from explorer.gui.widgets.dimmed_numbers import dim
from explorer.gui.widgets.label import Label
from explorer.mark import N_

_READINGS = 3
_LOWEST = 96  # pixels of the list


class ClassResult(QWidget):
    """None of it can be selected or copied. `clear` leaves nothing of a table in it."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        label = context.label
        self._measured: MeasuredClasses | None = None
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(context.theme.size(6))
        self._empty = label(
            N_("Choose columns, then compute: k, ℓ and t appear here."), "muted", self, wrap=True
        )
        self._key = label(None, "key", self)
        self._meaning = label(None, "body", self, wrap=True)
        self._kind = label(None, "label", self, wrap=True)
        for each in (self._empty, self._key, self._meaning, self._kind):
            lines.addWidget(each)
        self._readings = self._grid(lines)
        lines.addWidget(strip(self))
        self._sizes = ClassSizes(context, self)
        lines.addWidget(self._sizes)
        self._remarks = label(None, "label", self, wrap=True)
        lines.addWidget(self._remarks)
        lines.addWidget(strip(self))
        self._judgement = label(None, "section", self, wrap=True)
        lines.addWidget(self._judgement)
        self._failing = FailingClasses(context, self)
        self._failing.setMinimumHeight(context.theme.size(_LOWEST))
        lines.addWidget(self._failing, 1)
        lines.addStretch(0)
        lines.addWidget(label(words.LIMITS_OF_K, "label", self, wrap=True))
        self.clear()

    def _grid(self, lines: QVBoxLayout) -> list[tuple[Label, Label]]:
        grid = QGridLayout()
        grid.setHorizontalSpacing(self._context.theme.size(12))
        grid.setVerticalSpacing(self._context.theme.size(2))
        found = []
        for row in range(_READINGS):
            value = self._context.label(None, "section", self)
            name = self._context.label(None, "label", self, wrap=True)
            grid.addWidget(value, row, 0)
            grid.addWidget(name, row, 1)
            found.append((value, name))
        grid.setColumnStretch(1, 1)
        lines.addLayout(grid)
        return found

    @property
    def measured(self) -> MeasuredClasses | None:
        """What is shown; None for nothing."""
        return self._measured

    def clear(self) -> None:
        """Nothing of any table."""
        self._measured = None
        self._empty.setVisible(True)
        texts = [self._key, self._meaning, self._kind, self._remarks, self._judgement]
        for each in (*texts, *(label for pair in self._readings for label in pair)):
            each.setText("")
            each.setVisible(False)
        self._sizes.show_sizes((), 1)
        self._failing.show_classes(())
        self._failing.setVisible(False)

    def show_measured(self, measured: MeasuredClasses, limits: ClassLimits) -> None:
        """All of it, against these limits."""
        say = self._context.say
        self._measured = measured
        self._empty.setVisible(False)
        key, meaning = words.answer(measured)
        said = ((self._key, key), (self._meaning, meaning), (self._kind, words.KIND))
        for label, sentence in said:
            label.setText(say(sentence))
            label.setVisible(True)
        readings = words.readings(measured)
        for place, (value, name) in enumerate(self._readings):
            there = place < len(readings)
            for label in (value, name):
                label.setVisible(there)
            if there:
                number, meant, source = readings[place]
                value.setText(say(number))
                name.setText(say(meant))
                name.setToolTip(source)
        self._remarks.setText(self._context.language.told([say(each) for each in words.remarks(measured)]))
        self._remarks.setVisible(True)
        self.hold_against(limits)

    def hold_against(self, limits: ClassLimits) -> None:
        """The same classes against other limits."""
        if self._measured is None:
            return
        judgement = judged(self._measured, limits)
        self._sizes.show_sizes(size_ranges(self._measured.sizes, limits.k), limits.k)
        self._judgement.setText(self._context.say(words.judgement_said(judgement, self._measured)))
        self._judgement.setVisible(True)
        self._failing.show_classes(judgement.failing)
        self._failing.setVisible(bool(judgement.failing))

    def dim(self, dimmed: bool) -> None:
        """Whether these are the numbers of an earlier question."""
        numbers = [label for pair in self._readings for label in pair]
        dim((self._key, self._meaning, self._kind, self._remarks, self._judgement, *numbers), dimmed)
        self._failing.setEnabled(not dimmed)
