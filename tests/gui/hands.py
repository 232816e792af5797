"""The one driver of the window for all tests: what a person does with it, and what they see in it.

`Hand(qtbot, furnished)` works one furnished window. It offers

- waiting: `until` something holds, `settled` once everything is answered and shown; `only` one card is
  rendered from now on, where the others are of no concern;
- finding: a `card` or its `panel` by its id; a control by kind and words (`find`, `slider`, `field`,
  `editor`, `choices`, `action`) or by the path of what it sets (`number`, `plan_field`); a `dialog` or
  `box` that is open; the `numbers` of a card as a table;
- reading: what labels say (`said`, `refusals`), what is `explained`, the `words` on a picture, whether a
  card is `working`;
- doing: `open` a workspace, `find_anything`, `click`, `press` a key, `type`, `choose`, drag a slider or a
  handle.

Beside it stand functions that measure: where data stand on a picture (`place_of`, `frame_of`), whether a
widget is `in_front`, whether a label is `whole`.

Widgets are found by what a person knows them by: their words, their accessible name, or where these change
or repeat, their object name. A test that needs something else asks for it here; none reaches into a private
attribute of the program (`tests/test_tests.py`).
"""

import re

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QDialog,
    QFrame,
    QLabel,
    QLineEdit,
    QMessageBox,
    QToolButton,
    QWidget,
)
from shiboken6 import isValid

from explorer.app.plotting.layers import Handle
from explorer.gui.canvas.number_table import Numbers
from explorer.gui.canvas.words import Words
from explorer.gui.fields.parameter_control import NumberField, Slider
from explorer.gui.release.plan.plan_fields import Field
from explorer.gui.widgets.card import Card
from explorer.gui.widgets.explain import InfoButton
from explorer.gui.widgets.fold import folds_around
from explorer.language import number

PATIENCE = 60_000  # milliseconds for the slowest background answer on a busy machine


class Hand:
    """Mouse and keyboard in one furnished window."""

    def __init__(self, qtbot, furnished):
        self.qtbot, self.furnished = qtbot, furnished
        self.window, self.store = furnished.window, furnished.store

    def leave(self, passed=True):
        """Close the window, as soon as nothing of it is being written, and hold on to nothing of it.

        A busy window does not close; deleted as it is, it would leave its threads behind.
        """
        closed = True
        if self.__dict__ and isValid(self.window):
            if passed:
                self.until(lambda: not self.furnished.busy)
            if not self.window.updatesEnabled():  # what it came to is painted, whatever the test looked at
                self.window.setUpdatesEnabled(True)
                QApplication.postEvent(self.window, QEvent(QEvent.Type.UpdateRequest))
                QApplication.processEvents()  # `repaint` would end the worker where a paint event raises
            closed = self.window.close()
            self.window.deleteLater()
        self.__dict__.clear()
        assert closed or not passed

    # Waiting

    def until(self, holds):
        """As `qtbot.waitUntil`, which asks only every ten milliseconds: most is true much earlier."""
        for _ in range(PATIENCE // 2):
            if holds():
                return
            self.qtbot.wait(2)
        assert holds(), f"not true within {PATIENCE} ms"

    def settled(self):
        """Everything that was asked for is answered and shown.

        A frame that is due is rendered at once: nobody looks who would need the sixtieth of a second
        between two of them, and the store's own tests hold it to that.
        """
        if self.store.busy:
            QApplication.processEvents()
        self.until(self._at_rest)
        QApplication.processEvents()  # what the last frame changed is laid out

    def _at_rest(self):
        if self.store.due and not self.store.jobs.busy:  # answers to come are shown together
            self.store.frame()
        return not self.store.busy

    # Finding

    def card(self, name):
        self.furnished.furnish_now([name])
        return self.window.card(name)

    def unfold(self):
        """Open every family of composition bounds."""
        for fold in self.card("readout").findChildren(QToolButton, "fold"):
            if not fold.isChecked():
                fold.click()
        self.settled()

    def panel(self, name):
        self.furnished.furnish_now([name])
        return self.furnished.panels[name]

    def only(self, card):
        """From now on this card alone is rendered and asks its questions; the hand again."""
        panel = self.panel(card)
        self.store.show_only(lambda each: each is panel)
        return self

    def find(self, kind, name, within=None):
        """The one visible widget of a kind whose accessible name or text begins so."""
        found = [
            each
            for each in (within or self.window).findChildren(kind)
            if in_front(each) and (each.accessibleName() or text_of(each)).startswith(name)
        ]
        assert found, f"no {kind.__name__} “{name}”"
        return found[0]

    def slider(self, symbol):
        return self.find(Slider, symbol)

    def field(self, symbol):
        return self.find(NumberField, symbol)

    def number(self, path, within=None):
        """The visible field of the declared number at a path of the state."""
        found = [
            each
            for each in (within or self.window).findChildren(NumberField)
            if in_front(each) and path in (each.objectName(), each.parentWidget().objectName())
        ]
        assert found, f"no field for {path}"
        return found[0]

    def editor(self, name, within=None, place=0):
        """The place-th visible line to type in of that name."""
        found = [
            each
            for each in (within or self.window).findChildren(QLineEdit)
            if each.isVisible() and each.accessibleName() == name
        ]
        return found[place]

    def plan_field(self, path):
        """The field of the plan at a path; what it stands in is opened by a press."""
        field = next(each for each in self.card("plan").findChildren(Field) if each.path == path)
        for fold in reversed([*folds_around(field)]):
            if not fold.opened:
                self.qtbot.mouseClick(fold.head, Qt.MouseButton.LeftButton)
                QApplication.processEvents()  # what was opened is laid out
        assert field.isVisible(), path
        return field

    def choices(self, name, place=0):
        found = [
            each
            for each in self.window.findChildren(QComboBox)
            if each.isVisible() and each.accessibleName() == name
        ]
        return found[place]

    def numbers(self, card):
        """The table of the numbers behind the picture of a card."""
        return self.panel(card).findChild(Numbers)

    def dialogs(self, kind=QDialog):
        """The questions of a kind that are open."""
        return [each for each in self.window.findChildren(kind) if each.isVisible()]

    def dialog(self, kind=QDialog):
        """The question that is open, once it is."""
        self.until(lambda: self.dialogs(kind))
        return self.dialogs(kind)[0]

    # Reading

    def explained(self, within=None):
        """The ids of the facts beside which a button that explains them can be seen."""
        buttons = (within or self.window).findChildren(InfoButton)
        return {each.objectName().removeprefix("fact-") for each in buttons if each.isVisible()}

    def words(self, card):
        """The words on the picture of a card, by name; those that are not shown too."""
        items = self.panel(card).canvas.scene().items()
        return {each.name: each for each in items if isinstance(each, Words)}

    def working(self, card):
        """Whether the head of a card says that something in it is being computed."""
        return self.card(card).head.findChild(QFrame, "progress").property("working")

    def said(self, within=None):
        """All that visible labels say, one line a label."""
        labels = (within or self.window).findChildren(QLabel)
        return "\n".join(plain(label.text()) for label in labels if label.isVisible())

    def refusals(self, within=None):
        """What is refused beside the fields."""
        labels = (within or self.window).findChildren(QLabel)
        return [each.text() for each in labels if each.objectName() == "refusal" and each.isVisible()]

    def action(self, text):
        return self.furnished.actions.found[text]

    def menu_entry(self, text):
        """The one entry of this name in a menu that a button of the window opens."""
        (entry,) = [each for each in self.window.findChildren(QAction) if each.text() == text]
        return entry

    def box(self):
        """The question that is asked now."""
        return self.dialog(QMessageBox)

    # Doing

    def open(self, workspace):
        self.qtbot.mouseClick(self.window.tabs[workspace], Qt.MouseButton.LeftButton)
        self.settled()

    def find_anything(self, text):
        """Ctrl+K, the text, and its first hit."""
        finder = self.furnished.actions.finder
        self.press(Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
        self.qtbot.keyClicks(finder, text)
        self.qtbot.keyClick(finder, Qt.Key.Key_Return)
        QApplication.processEvents()  # a pane is laid out one event later
        self.settled()

    def click(self, text, within=None):
        self.qtbot.mouseClick(self.find(QAbstractButton, text, within), Qt.MouseButton.LeftButton)

    def press(self, key, modifier=Qt.KeyboardModifier.NoModifier):
        """A key for the whole window."""
        self.window.activateWindow()
        self.qtbot.keyClick(self.window, key, modifier)

    def type(self, editor, text):
        """Replace what stands in an editor, and enter it."""
        line = editor.lineEdit() if isinstance(editor, NumberField) else editor
        editor.setFocus()
        line.selectAll()
        if text and not text.isascii():
            line.insert(text)  # as from the clipboard: QTest has no keys for these
        elif text:
            self.qtbot.keyClicks(editor, text)
        else:
            self.qtbot.keyClick(editor, Qt.Key.Key_Delete)
        self.qtbot.keyClick(editor, Qt.Key.Key_Return)
        self.settled()

    def choose(self, box, value):
        """What happens when a person picks the entry that holds `value`."""
        box.setCurrentIndex(box.findData(value))
        box.activated.emit(box.currentIndex())
        self.settled()

    def reach(self, horizon):
        """Pick how far the pictures of many releases reach."""
        link = self.find(QToolButton, "drawn up to", self.card("composition"))
        wanted = f"k = {number(horizon, 7)}"
        next(each for each in link.defaultAction().menu().actions() if each.text() == wanted).trigger()
        self.settled()

    def drag_slider(self, slider, *positions, let_go=True):
        """Press, move over the positions in [0, 1], let go."""
        points = [QPoint(along(slider, each), slider.height() // 2) for each in positions]
        self.qtbot.mousePress(slider, Qt.MouseButton.LeftButton, pos=points[0])
        for point in points[1:]:
            self.qtbot.mouseMove(slider, point)
            QApplication.processEvents()
        if let_go:
            self.qtbot.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=points[-1])
            self.settled()

    def drag_handle(self, card, *values, let_go=True):
        """Drag the handle of a picture over values of its x axis."""
        canvas = self.panel(card).canvas
        view = canvas.viewport()
        points = [pixel(canvas, value) for value in values]
        self.qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=points[0])
        for point in points[1:]:
            self.qtbot.mouseMove(view, point)
            QApplication.processEvents()
        if let_go:
            self.qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=points[-1])
            self.settled()

    def handle(self, card):
        return next(each for each in self.panel(card).figure.layers if isinstance(each, Handle))


def in_front(widget):
    """Whether a person sees it: also that it stands in no card behind another tab."""
    card = widget
    while card is not None and not isinstance(card, Card):
        card = card.parentWidget()
    return widget.isVisible() and not (card is not None and card.behind)


def whole(label):
    """Whether the text of a label in one line has the room that it needs."""
    return label.fontMetrics().horizontalAdvance(label.text()) <= label.width()


def along(slider, position):
    """Where a position in [0, 1] stands on a slider, in its pixels."""
    return round(8 + position * (slider.width() - 16))


def place_of(canvas, x, y):
    """Where a point of the data stands, in the pixels in which words are placed."""
    box = canvas.plot.box
    return canvas.plot.mapFromItem(box, box.mapFromView(QPointF(x, y)))


def frame_of(canvas):
    """The area in which data are drawn, in the pixels in which words are placed."""
    box = canvas.plot.box
    return QRectF(canvas.plot.mapRectFromItem(box, box.boundingRect()))


def pixel(canvas, x):
    """Where a value of the x axis stands, half way up."""
    box = canvas.plot.box
    low, high = box.viewRange()[1]
    return canvas.mapFromScene(box.mapViewToScene(QPointF(x, (low + high) / 2)))


def text_of(widget: QWidget) -> str:
    return plain(widget.text()) if hasattr(widget, "text") else ""


def plain(text: str) -> str:
    """Without the marks of rich text."""
    return re.sub(r"<[^>]*>", "", text).replace("&nbsp;", " ")
