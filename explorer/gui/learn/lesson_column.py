"""What a step says and what can be done in it: words, the guess, numbers, controls, actions, ways on."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from explorer.app.core.lesson_messages import LessonChosen, LessonGuessed
from explorer.app.core.lesson_place import SECTION
from explorer.app.core.state import State
from explorer.app.help.facts import general
from explorer.app.learn.lesson_way import Way
from explorer.app.learn.step_scene import Shown
from explorer.gui.learn.action_list import ActionList
from explorer.gui.learn.guess_box import GuessBox
from explorer.gui.learn.link_line import LinkLine
from explorer.gui.learn.number_list import KeyNumberLine, NumberList
from explorer.gui.shell.context import Context
from explorer.gui.widgets.column import Column, Lines, ParameterRows
from explorer.gui.widgets.dimmed_numbers import dim
from explorer.gui.widgets.explain import explain, sentence_case
from explorer.gui.widgets.label import Label
from explorer.lessons.parts.scene import Opening, Scene
from explorer.mark import N_, Sentence


class Paragraphs(QWidget):
    """Some paragraphs of body type."""

    def __init__(self, context: Context, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._context, self._name = context, name
        self._lines = QVBoxLayout(self)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.setSpacing(context.theme.size(6))
        self.labels: list[Label] = []
        self.setMinimumWidth(1)

    def show_text(self, text: tuple[Sentence, ...]) -> None:
        """These, each with a label of its own."""
        while len(self.labels) < len(text):
            label = self._context.label(None, self._name, self, wrap=True)
            self._lines.addWidget(label)
            self.labels.append(label)
        for place, label in enumerate(self.labels):
            label.setVisible(place < len(text))
            if place < len(text):
                label.setText(self._context.say(text[place]))
        self.setVisible(bool(text))


class LessonColumn(Column):
    """`opened(opening)` when a person takes the settings elsewhere."""

    opened = Signal(object)

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(context.theme.size(12), parent)
        self._context = context
        self._built: tuple[object, ...] = ()
        self._rows: ParameterRows | None = None
        inside = self.inside
        self.lines.setContentsMargins(0, 0, context.theme.size(10), 0)
        self._heading = context.label(None, "section", inside, wrap=True)
        self._text = Paragraphs(context, "body", inside)
        self.guess = GuessBox(context, inside)
        self.guess.setObjectName("guess")
        self.guess.typed.connect(lambda text: context.store.dispatch(LessonGuessed(text)))
        self.guess.chosen.connect(lambda place: context.store.dispatch(LessonChosen(place)))
        self._key = KeyNumberLine(context, inside)
        self._numbers = NumberList(context, inside)
        self._controls = QVBoxLayout()
        self._held: QWidget | None = None
        self.action_list = ActionList(context, inside)
        self._caution = QFrame(inside)
        self._caution.setObjectName("caution")
        boxed = QVBoxLayout(self._caution)
        self._warned = context.label(None, "body", self._caution, wrap=True)
        boxed.addWidget(self._warned)
        self._ways = LinkLine(context, inside)
        self._terms = LinkLine(context, inside)
        self._source = context.label(None, "label", inside, wrap=True)
        above: tuple[QWidget, ...] = (self._heading, self._text, self.guess, self._key)
        below: tuple[QWidget, ...] = (self.action_list, self._numbers, self._caution, self._ways, self._terms)
        for widget in above:
            self.lines.addWidget(widget)
        self.lines.addLayout(self._controls)
        for widget in below:
            self.lines.addWidget(widget)
        self.lines.addWidget(self._source)
        self.lines.addStretch(1)

    def show_step(self, way: Way, shown: Shown, state: State) -> None:
        """The step in hand; nothing of it where its scene is still to come."""
        self._build(way)
        scene = shown.scene
        if self._rows is not None:
            self._rows.show(state)
        self.guess.show_guess(way.step.guess, way.guess_at(way.step.id), state)
        self._heading.setVisible(scene is not None)
        self._text.setVisible(scene is not None)
        if scene is None:
            self._key.hide()
            self._numbers.hide()
            self._caution.hide()
            self._ways.hide()
            self.action_list.show_actions((), False)
            return
        say = self._context.say
        self._heading.setText(say(scene.heading))
        self._text.show_text(scene.text)
        dim((self._heading, *self._text.labels), not shown.current)
        self._key.show_key(scene, shown.current)
        self._numbers.show_numbers(way, scene, shown.current)
        self.action_list.show_actions(scene.actions, way.step.redraws)
        self._caution.setVisible(scene.caution is not None)
        if scene.caution is not None:
            self._warned.setText(say(scene.caution))
        self._show_ways(scene)

    def _build(self, way: Way) -> None:
        """The controls of another step, and the terms of another lesson."""
        built = (way.kind, way.step.controls)
        if built == self._built:
            return
        if not self._built or self._built[0] is not way.kind:
            self._show_terms(way)
        self._built = built
        if self._held is not None:
            self._held.hide()
            self._held.deleteLater()
        self._held, self._rows = None, None
        if way.step.controls:
            held = Lines(self._context.theme.size(8), self.inside)
            paths = [f"{SECTION}.{name}" for name in way.step.controls]
            self._rows = ParameterRows(self._context, paths, held, ends=False)
            self._controls.addWidget(held)
            held.show()
            self._held = held
            QWidget.setTabOrder(self.guess.field, held)

    def _show_ways(self, scene: Scene) -> None:
        """Where the same settings can be taken."""
        say = self._context.say
        links = [(say(each.label), partial(self._open, each)) for each in scene.openings]
        self._ways.show_links(None, links)

    def _open(self, opening: Opening) -> None:
        self.opened.emit(opening)

    def _show_terms(self, way: Way) -> None:
        """What of the help the lesson explains."""
        say = self._context.say
        links = []
        for fact in way.kind.explains:
            title = sentence_case(say(general(fact).title))
            links.append((title, partial(self._explain, fact)))
        self._terms.show_links(N_("Explained in the help:"), links)
        self._source.setText(say(N_("source: {source}", source=way.kind.source)))

    def _explain(self, fact: str) -> None:
        explain(self._context, fact, self._terms)
