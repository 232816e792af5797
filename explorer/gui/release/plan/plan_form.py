"""A column of fields while it is being built: sections, fields, links and labels, one beneath the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any, TypeVar, cast

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from explorer.app.release.plan.typed_amounts import amount, natural, optional_amount, whole
from explorer.app.release.plan.typed_lists import missing_tokens, optional_texts, shown_tokens
from explorer.gui.access.roving_focus import Roving
from explorer.gui.release.plan.plan_fields import (
    ChoiceField,
    Field,
    SwitchField,
    TextField,
    optional,
)
from explorer.gui.release.plan.step_heads import StepHead
from explorer.gui.release.plan.tables_field import TablesField
from explorer.gui.shell.context import Context
from explorer.gui.widgets.fold import Fold, FoldHead
from explorer.gui.widgets.label import Label
from explorer.mark import Sentence, verbatim
from explorer.release.plan.key import Key, Kind, form_keys

Act = Callable[[str, object], None]
F = TypeVar("F", bound=Field)
Choices = Mapping[str, Mapping[str, Sentence]]
NO_CHOICES: Choices = MappingProxyType({})


class Form:
    """Where fields go: `edited` is what a field does that is given nothing else to do. `whole` holds all."""

    def __init__(self, context: Context, parent: QWidget, edited: Act) -> None:
        self.context, self.parent, self._edited = context, parent, edited
        self.whole = parent
        self._line: QHBoxLayout | None = None  # of the newest link
        self.fields: list[Field] = []
        self._links: Roving | None = None  # of the links since the last field
        self._styled = 0  # of what stands directly in `whole`
        self.lines: QVBoxLayout = QVBoxLayout(parent)
        self.lines.setContentsMargins(0, 0, 6, 0)
        self.lines.setSpacing(context.theme.size(6))

    def turn(self) -> None:
        """Let everything else have a turn; what is seen of what was added since the last is styled before."""
        added = self.whole.children()[self._styled :]
        self._styled += len(added)
        for each in added:
            if isinstance(each, QWidget) and (not isinstance(each, Fold) or each.opened):
                each.ensurePolished()
        self.context.store.turn()

    def step(self, title: Sentence, remark: Sentence | None = None) -> StepHead:
        """The heading of a step, with a little air above it."""
        if self.lines.count():
            self.lines.addSpacing(self.context.theme.size(8))
        head = StepHead(self.context, title, remark, self.parent)
        self.lines.addWidget(head)
        self._links = None
        return head

    @contextmanager
    def within(self, fold: Fold, inset: int = 0) -> Iterator[None]:
        """What is added meanwhile stands in this fold, which has its place in the column."""
        self.lines.addWidget(fold)
        outer, self.lines, self.parent = (self.lines, self.parent), fold.lines, fold
        self.lines.setSpacing(self.context.theme.size(6))
        self.lines.setContentsMargins(self.context.theme.size(inset), 0, 0, self.context.theme.size(4))
        self._links = None
        try:
            yield
        finally:
            self.lines, self.parent = outer
            self._links = None

    def fold(self, words: Sentence, opened: bool) -> Fold:
        """A line that opens what comes next; the fold is still to be filled."""
        head = FoldHead(self.parent)
        head.say(self.context.say(words))
        self.lines.addWidget(head)
        return Fold(head, self.parent, opened)

    def add(self, field: F, act: Act | None = None) -> F:
        """A field and what its edits do."""
        field.edited.connect(act or self._edited)
        self.fields.append(field)
        self._links = None
        self.lines.addWidget(field)
        return field

    def add_keys(self, section: str, declaring: type, choices: Choices = NO_CHOICES) -> None:
        """Fields for the keys that a section of a plan declares for a form (`release.plan.key`).

        `choices` : of keys that are chosen here rather than typed, each choice with its words
        """
        for each in form_keys(declaring):
            self.add_key(section, each, choices.get(each.name))

    def add_key(self, section: str, key: Key, choices: Mapping[str, Sentence] | None = None) -> None:
        """A field for one declared key."""
        path, title = f"{section}.{key.name}", key.title or verbatim(key.name)
        context, parent = self.context, self.parent
        if choices is None and key.kind is Kind.CHOICE:
            texts = key.choices if isinstance(key.choices, tuple) else [each.value for each in key.choices]
            choices = {text: verbatim(text) for text in texts}
        if key.kind is Kind.LISTS:
            self.add(TablesField(context, path, title, choices or {}, str(key.default), parent))
        elif choices is not None:
            default = key.written(key.default)
            self.add(ChoiceField(context, path, title, choices, parent, default=cast(str | None, default)))
        elif key.kind is Kind.FLAG:
            self.add(SwitchField(context, path, title, key.remark or title, parent, key.default))
        else:
            field = self.add(TextField(context, path, title, parent, *_typed(key)))
            if key.remark is not None:
                field.editor.setPlaceholderText(context.say(key.remark))

    def link(self, words: Sentence, act: Callable[..., None], beside: bool = False) -> None:
        """A press that changes which fields there are; links that follow each other are one stop of Tab.

        `beside` : it stands in the line of the link before it.
        """
        button = QToolButton(self.parent)
        button.setObjectName("link")
        button.setText(self.context.say(words))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(act)
        if not beside or self._line is None:
            self._line = QHBoxLayout()
            self._line.addStretch(1)
            self.lines.addLayout(self._line)
        self._line.insertWidget(self._line.count() - 1, button)
        if self._links is None:
            self._links = Roving(self.parent)
        self._links.take(button)

    def label(self, words: Sentence | None = None) -> Label:
        """Room for a sentence that follows from the fields above it."""
        label = self.context.label(words, "label", self.parent, wrap=True)
        self.lines.addWidget(label)
        return label


def _typed(key: Key) -> tuple[Callable[..., Any], ...]:
    """How a typed line is read, and how a value is shown; nothing where the text itself is the value."""
    if key.kind in (Kind.WHOLE, Kind.NATURAL):
        return (whole if key.kind is Kind.WHOLE else natural,)
    if key.kind is Kind.TEXTS:
        return (optional_texts if key.optional else missing_tokens), shown_tokens
    if key.kind is Kind.EXACT:
        return (optional_amount if key.optional else amount,)
    return (optional,) if key.optional else ()


class FormArea(QScrollArea):
    """Scrolls up and down alone: it is never narrower than what stands in it.

    A form is made as a child of `place`, where it will stand: under another parent Qt would style it again.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.place = QWidget(self.viewport())
        self._forms = QVBoxLayout(self.place)
        self._forms.setContentsMargins(0, 0, 0, 0)
        self.setWidget(self.place)

    def stand(self, form: QWidget, before: QWidget | None) -> None:
        """Show a form instead of the one before, which is still to be deleted, scrolled as that was."""
        if before is not None:
            _silence(before)
            self._forms.removeWidget(before)
            before.hide()
        self._forms.addWidget(form)
        form.show()
        at = self.verticalScrollBar().value()
        QCoreApplication.sendEvent(self.place, QEvent(QEvent.Type.LayoutRequest))  # how high it is, now
        self.verticalScrollBar().setValue(at)

    def remove(self, form: QWidget, turn: Callable[[], None]) -> None:
        """Delete a form that stands here no more: a table at a time, with a turn around each."""
        for each in (*form.findChildren(Fold, options=Qt.FindChildOption.FindDirectChildrenOnly), form):
            turn()
            each.deleteLater()
            QCoreApplication.sendPostedEvents(each, QEvent.Type.DeferredDelete)
        turn()

    def minimumSizeHint(self) -> QSize:
        hint, inside = super().minimumSizeHint(), self.widget()
        if inside is None:
            return hint
        wide = inside.minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width()
        return hint.expandedTo(QSize(wide, 0))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Another form, or another word in it, may need more."""
        if event.type() == QEvent.Type.LayoutRequest and watched is self.widget():
            self.updateGeometry()
        return super().eventFilter(watched, event)


def _silence(form: QWidget) -> None:
    """A field that goes hands on nothing that is half typed."""
    focused = QApplication.focusWidget()
    while focused is not None and form.isAncestorOf(focused):
        focused.blockSignals(True)
        focused = focused.parentWidget()
