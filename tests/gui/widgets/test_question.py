"""A question is as high as its words: no gaps between them, nothing cut off, whatever is refused later."""

import pytest
from PySide6.QtWidgets import QLabel, QWidget

from explorer.gui.release.plan.category_import import ImportDialog
from explorer.gui.release.plan_sign_off import SignOffQuestion
from explorer.gui.release.public_data import PublicDialog

PATH = "histogram.1.column.2.categories"


def asked(kind, hand):
    context = hand.furnished.context
    dialog = kind(context, PATH) if kind is ImportDialog else kind(context)
    dialog.open()
    hand.settled()
    return dialog


def high(dialog):
    return dialog.lines.totalHeightForWidth(dialog.width())


@pytest.mark.parametrize("kind", [ImportDialog, PublicDialog, SignOffQuestion])
def test_that_a_question_is_as_high_as_its_words_also_when_it_refuses(example, kind):
    dialog = asked(kind, example)
    before = dialog.height()
    assert before == high(dialog)
    refusal = dialog.findChild(QLabel, "refusal")
    refusal.setText("line 3 of the list repeats line 2: list each category once. " * 4)
    refusal.setVisible(True)
    example.until(lambda: dialog.height() > before)
    assert dialog.height() == high(dialog)
    below = [each.geometry().bottom() for each in dialog.findChildren(QWidget) if each.parent() is dialog]
    assert max(below) < dialog.height()
    dialog.reject()
