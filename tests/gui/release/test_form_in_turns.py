"""The plan's form is built anew in turns: all else goes on, and nobody sees a form that is half there."""

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QScrollArea

from explorer.app.core.release_messages import QueryDoubled
from explorer.gui.release.plan.table_head import TableHead

pytestmark = pytest.mark.begins_in("release", "plan")


class Painted(QObject):
    """How often what lies in the form's area was painted."""

    def __init__(self, area):
        super().__init__(area)
        self.times = 0
        area.viewport().installEventFilter(self)

    def eventFilter(self, watched, event):
        self.times += event.type() == QEvent.Type.Paint
        return False


@pytest.fixture
def turns(example):
    """What is true of the plan's panel in each turn that everything else has."""
    panel, noted = example.panel("plan"), []

    def turn():
        standing = [each for each in panel.findChildren(TableHead) if each.isVisible()]
        noted.append((panel.updatesEnabled(), len(standing)))

    example.furnished.store.give_turns(turn)
    return noted


def doubled(example, times=1):
    for _ in range(times):
        example.furnished.store.dispatch(QueryDoubled("histogram.1"))
        example.furnished.store.frame()


@pytest.mark.painted
def test_that_there_is_a_turn_at_each_table_and_nothing_is_painted_in_it(example, turns):
    doubled(example)
    before = len(turns)
    doubled(example)
    assert before > 4
    assert len(turns) > before  # each further table is another turn or two
    assert not any(updates for updates, _ in turns)
    example.until(example.panel("plan").updatesEnabled)


def test_that_the_form_before_is_seen_until_the_new_one_is_whole(example, turns):
    doubled(example)
    tables = len(example.panel("plan").findChildren(TableHead))
    turns.clear()
    doubled(example)
    seen = [standing for _, standing in turns]
    assert set(seen) == {tables, tables + 1}
    assert seen == sorted(seen)
    assert len(example.panel("plan").findChildren(TableHead)) == tables + 1  # none is left of before


@pytest.mark.painted
def test_that_a_new_form_is_painted_once_its_values_are_there(example):
    panel = example.panel("plan")
    painted = Painted(panel.findChild(QScrollArea))
    names = []

    def turn():
        QApplication.processEvents()
        names.append(painted.times)

    doubled(example)
    QApplication.processEvents()
    painted.times = 0
    example.furnished.store.give_turns(turn)
    doubled(example)
    assert set(names) == {0}
    example.until(lambda: painted.times > 0)


def test_that_outside_of_a_frame_nothing_else_has_a_turn(example, turns):
    example.furnished.store.turn()
    assert turns == []
