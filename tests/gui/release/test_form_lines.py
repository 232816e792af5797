"""What a person fills in stands in one column, whatever it belongs to."""

import pytest
from cases_in_one import cases_in_one
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QComboBox, QLineEdit

from explorer.gui.release.plan.account_row import AccountRow
from explorer.gui.release.plan.plan_fields import Field
from explorer.gui.release.plan_files import example_plan
from explorer.gui.widgets.label import Label

PATHS = ("title", "privacy.unit", "privacy.id_column", "privacy.epsilon", "histogram.1.name")


@pytest.fixture
def filled(hand):
    """The shipped plan, with every field opened that is looked at."""
    hand.click("Try the example")
    hand.settled()
    return hand, [hand.plan_field(path) for path in (*PATHS, "histogram.1.column.1.name")]


@pytest.mark.begins_in("release", "plan")
@cases_in_one("size", [(1920, 1080), (1366, 768), (960, 600)])
def test_that_all_fields_of_the_form_begin_at_one_line(filled, size):
    hand, fields = filled
    hand.window.resize(*size)
    hand.settled()
    assert hand.window.size().toTuple() == size
    card = hand.card("plan")
    editors = [next(iter(shown(each, QLineEdit, QComboBox))) for each in fields]
    (account,) = card.findChildren(AccountRow)
    lefts = {each.mapTo(card, QPoint(0, 0)).x() for each in (*editors, account.chosen)}
    assert len(fields) == 6
    assert all(isinstance(each, Field) for each in fields)
    assert len(lefts) == 1, lefts


@pytest.mark.begins_in("explore", "released-value")
def test_that_what_is_said_beneath_a_field_begins_at_its_editor_in_a_form_that_was_built_behind_too(hand):
    """What is styled before it is ever seen loses its margins by that."""
    hand.furnished.furnish_now(["plan"])
    example_plan(hand.furnished.context)
    hand.settled()
    hand.open("release")
    hand.settled()
    for path in ("privacy.unit", "privacy.rows_per_person"):
        field = hand.plan_field(path)
        note = next(each for each in shown(field, Label) if each is not field.name)
        left = note.mapTo(field, note.contentsRect().topLeft()).x()
        (editor,) = shown(field, QLineEdit, QComboBox)
        assert abs(left - editor.x()) <= 6


def shown(field, *kinds):
    return [each for kind in kinds for each in field.findChildren(kind) if each.isVisible()]
