"""What a person does with the left column, and what they see in it."""

from hands import text_of
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QStyle, QStyleOptionComboBox

from explorer.gui.widgets.column import Column
from explorer.gui.widgets.number_field import NumberField


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


def start_from(hand, what):
    hand.choose(hand.find(QComboBox, "Start from"), what)


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
