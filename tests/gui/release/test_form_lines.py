"""What a person fills in stands in one column, whatever it belongs to."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QWidget

from explorer.gui.release.plan.account_row import AccountRow
from explorer.gui.release.plan.plan_fields import Field

PATHS = ("title", "privacy.unit", "privacy.id_column", "privacy.epsilon", "histogram.1.name")


@pytest.mark.parametrize("size", [(960, 600), (1366, 768), (1920, 1080)])
def test_that_all_fields_of_the_form_begin_at_one_line(open_window, size):
    hand = open_window(size=size)
    hand.open("release")
    hand.click("Try the example")
    hand.settled()
    card = hand.card("plan")
    fields: list[QWidget] = [hand.plan_field(path) for path in (*PATHS, "histogram.1.column.1.name")]
    QApplication.processEvents()
    editors = [next(iter(shown(each, QLineEdit, QComboBox))) for each in fields]
    (account,) = card.findChildren(AccountRow)
    lefts = {each.mapTo(card, QPoint(0, 0)).x() for each in (*editors, account.chosen)}
    assert len(fields) == 6
    assert all(isinstance(each, Field) for each in fields)
    assert len(lefts) == 1, lefts


def shown(field, *kinds):
    return [each for kind in kinds for each in field.findChildren(kind) if each.isVisible()]
