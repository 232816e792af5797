"""What can be pressed is large enough to be hit; what shows where a control is stands out from its ground."""

from functools import partial

import pytest
from hands import in_front
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QScrollBar,
    QStyle,
    QStyleOptionFocusRect,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from explorer.gui.canvas.level_knob import LevelKnob
from explorer.gui.fields.number_field import NumberField
from explorer.gui.fields.slider import Slider
from explorer.gui.release.plan_files import example_plan
from explorer.gui.shell.qt_application import dress
from explorer.gui.widgets.explain import InfoButton
from explorer.gui.widgets.theme import Theme
from explorer.gui.workspaces.card_layout import WORKSPACES

LEAST = 24  # pixels, as in WCAG 2.2, 2.5.8
CONTRAST = 3.0  # of what shows where a control is, as in WCAG 2.2, 1.4.11
KINDS = (QAbstractButton, QAbstractSpinBox, QAbstractSlider, QComboBox, QLineEdit, LevelKnob)


def targets(window):
    """What a hand can press. A bar that scrolls is none of these: the wheel and keys do what it does."""
    for each in (each for kind in KINDS for each in window.findChildren(kind)):
        part = isinstance(each, QLineEdit) and isinstance(each.parent(), QAbstractSpinBox | QComboBox)
        others = part or isinstance(each, QScrollBar) or each.objectName() == "qt_toolbar_ext_button"
        if not others and in_front(each) and each.isEnabled() and each.window() is window:
            yield each


def test_that_every_target_is_large_enough_to_be_hit(open_window):
    """In Release also before there is a plan."""
    hand = open_window(front_only=True)
    for place, workspace in enumerate(("release", *(name for name, _ in WORKSPACES))):
        if place == 1:
            example_plan(hand.furnished.context)
        hand.open(workspace)
        found = list(targets(hand.window))
        assert len(found) > 8, workspace
        small = [each for each in found if min(each.width(), each.height()) < LEAST]
        told = [f"{each.objectName()} {each.accessibleName()} {each.size().toTuple()}" for each in small]
        assert told == [], workspace


@pytest.mark.begins_in("explore", "one-release")
def test_that_a_press_beside_the_ring_still_explains(hand):
    ring = hand.find(InfoButton, "explain: Sensitivity")
    pressed = []
    ring.clicked.connect(partial(pressed.append, ring))
    hand.qtbot.mouseClick(ring, Qt.MouseButton.LeftButton, pos=QPoint(1, 1))
    assert pressed == [ring]


def light(colour):
    """The relative luminance of WCAG 2.2."""
    parts = (colour.redF(), colour.greenF(), colour.blueF())
    red, green, blue = (
        each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


def test_that_contrast_is_that_of_the_standard():
    from PySide6.QtGui import QColor

    assert contrast(QColor("white"), QColor("black")) == pytest.approx(21.0)
    assert contrast(QColor("#777777"), QColor("white")) == pytest.approx(4.48, abs=0.01)


@pytest.fixture
def shown(qtbot, qapp, undressed):
    """Show one control alone on the ground of cards: `shown(theme, kind, …)` gives it and its picture."""

    kept = []

    def showing(theme, make, focused=False):
        look = Theme(theme)
        dress(qapp, look)
        holder = QWidget()
        holder.setStyleSheet(f"QWidget#holder {{ background: {look.colours['card']}; }}")
        holder.setObjectName("holder")
        control = make(look, holder)
        lines = QVBoxLayout(holder)
        other = QLineEdit(holder)
        QWidget.setTabOrder(other, control)
        lines.addWidget(other)
        lines.addWidget(control)
        qtbot.addWidget(holder)
        holder.resize(240, 120)
        holder.show()
        holder.activateWindow()
        other.setFocus()
        if focused:  # by a key: only then does Qt draw what shows it
            control.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            qtbot.keyClick(other, Qt.Key.Key_Tab)
        QApplication.processEvents()
        kept.append(holder)
        return control, control.grab().toImage(), look

    yield showing
    kept.clear()


def line_edit(look, holder):
    return QLineEdit(holder)


def combo(look, holder):
    box = QComboBox(holder)
    box.addItem("Laplace")
    return box


def typed(look, holder):
    return NumberField(look, holder, edged=True)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("make", [line_edit, combo, typed])
def test_that_the_edge_of_a_field_stands_out(shown, theme, make):
    control, image, look = shown(theme, make)
    best = max(contrast(image.pixelColor(x, control.height() // 2), look.colour("card")) for x in (0, 1))
    assert best >= CONTRAST


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_that_the_groove_of_a_slider_stands_out(shown, theme):
    control, image, look = shown(theme, Slider)
    groove = image.pixelColor(control.width() - 20, control.height() // 2)
    assert contrast(groove, look.colour("card")) >= CONTRAST


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_that_the_words_in_an_empty_field_stand_out(shown, theme):
    def empty(look, holder):
        line = QLineEdit(holder)
        line.setPlaceholderText("HHHHHHHH")
        return line

    control, image, look = shown(theme, empty)
    inside = [
        image.pixelColor(x, y) for x in range(4, control.width() - 4) for y in range(4, control.height() - 4)
    ]
    assert max(contrast(each, look.colour("field")) for each in inside) >= 4.5


def push(name, look, holder):
    button = QPushButton("Release", holder)
    button.setObjectName(name)
    return button


def tool(name, look, holder):
    button = QToolButton(holder)
    button.setText("Release")
    button.setObjectName(name)
    return button


def box(kind, look, holder):
    return kind("Release", holder)


PUSHED = [partial(push, name) for name in ("", "primary", "inline")]
TOOLS = [partial(tool, name) for name in ("link", "segment", "fold", "menuButton", "tab")]
BOXES = [partial(box, kind) for kind in (QCheckBox, QRadioButton)]


def style_of(make):
    kind = make.args[0]
    return getattr(kind, "__name__", kind) or "plain"


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("make", [*PUSHED, *TOOLS, *BOXES], ids=style_of)
def test_that_the_focus_is_seen(shown, theme, make):
    _, resting, _ = shown(theme, make)
    control, focused, _ = shown(theme, make, focused=True)
    assert control.hasFocus()
    assert focused != resting


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("make", [*PUSHED, *BOXES], ids=style_of)
def test_that_no_second_box_is_drawn_around_the_words_of_a_focused_button(shown, theme, make):
    control, _, _ = shown(theme, make, focused=True)
    option = QStyleOptionFocusRect()
    option.initFrom(control)
    option.state |= QStyle.StateFlag.State_HasFocus | QStyle.StateFlag.State_KeyboardFocusChange
    image = QImage(control.size(), QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    blank, painter = image.copy(), QPainter(image)
    control.style().drawPrimitive(QStyle.PrimitiveElement.PE_FrameFocusRect, option, painter, control)
    painter.end()
    assert image == blank
