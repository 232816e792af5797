"""What a person does with the left column, and what they see in it."""

from hands import text_of
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QStyle, QStyleOptionComboBox

from explorer.app.core.start import StartFrom
from explorer.app.explore.start_sentences import fields, names
from explorer.gui.fields.number_field import NumberField
from explorer.gui.fields.segments import Segments
from explorer.gui.widgets.column import Column


def column(hand):
    return hand.card("one-release")


def field(hand, symbol):
    return hand.find(NumberField, symbol, column(hand))


def chosen(hand, mechanism):
    hand.choose(hand.find(QComboBox, "Mechanism"), mechanism)


def keys(hand):
    """The large numbers that can be seen."""
    return [
        each.text()
        for each in column(hand).findChildren(QLabel)
        if each.objectName() == "key" and each.isVisible()
    ]


def start_from(hand, start):
    """Press one of what ε can be started from."""
    full, _ = names(hand.store.state, start)
    hand.click(hand.window.language.say(full), hand.panel("one-release").findChild(Segments))
    hand.settled()


def fill(hand, **texts):
    """Type into the fields of the sentence, in the order in which they are read, with Enter in each."""
    for name, text in texts.items():
        hand.type(sentence_field(hand, name), text)


def sentence_field(hand, name):
    words = fields(hand.store.state)[name]
    return hand.editor(hand.window.language.say(words), column(hand))


def wanted_margin(hand, text, confidence="95 %"):
    """Start from a margin, or from what a selection has in its place."""
    start_from(hand, StartFrom.MARGIN)
    fill(hand, wished=text, confidence=confidence)


def cut(inside):
    """What needs more room than it has."""
    labels = [each for each in inside.findChildren(QLabel) if each.isVisible() and each.text()]
    wrapped = [each for each in labels if each.wordWrap()]
    found = [each.text() for each in wrapped if each.heightForWidth(each.width()) > each.height() + 1]
    found += [
        each.text()
        for each in labels
        if not each.wordWrap() and each.fontMetrics().horizontalAdvance(each.text()) > each.width() + 1
    ]
    found += [
        text_of(each)
        for each in inside.findChildren(QAbstractButton)
        if each.isVisible() and each.fontMetrics().horizontalAdvance(each.text()) > each.width()
    ]
    for box in inside.findChildren(QComboBox):
        option = QStyleOptionComboBox()
        box.initStyleOption(option)
        part = QStyle.SubControl.SC_ComboBoxEditField
        room = box.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, box).width()
        if box.isVisible() and box.fontMetrics().horizontalAdvance(box.currentText()) > room:
            found.append(box.currentText())
    return found


def inside_of(hand):
    for _ in range(3):
        QCoreApplication.processEvents()
    return hand.panel("one-release").findChild(Column)
