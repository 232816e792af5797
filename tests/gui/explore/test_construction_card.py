"""The card of iterative construction: rounds are dragged or typed, another run has other noise."""

import pytest

from explorer.gui.fields.number_field import NumberField

pytestmark = pytest.mark.begins_in("explore", "one-release", "learning")


@pytest.fixture
def shown(hand):
    hand.card("learning").toggleViewAction().trigger()
    hand.settled()
    hand.learning = hand.panel("learning")
    return hand


def field(shown, name):
    return shown.find(NumberField, name, shown.learning)


def test_that_the_rounds_are_dragged_as_one_step_of_history(shown):
    before = len(shown.store.history.past)
    shown.drag_handle("learning", 20.0, 12.0, 8.0)
    shown.settled()
    assert shown.store.state.learning.rounds == 8
    assert len(shown.store.history.past) == before + 1
    assert len(shown.learning.figure.table.columns[0]) == 9
    shown.store.undo()
    shown.settled()
    assert shown.store.state.learning.rounds == 20


def test_that_people_and_run_are_typed_beneath_the_picture(shown):
    shown.type(field(shown, "n simulated people"), "2000")
    shown.type(field(shown, "№ simulated run"), "3")
    shown.settled()
    assert (shown.store.state.learning.people, shown.store.state.learning.run) == (2000, 3)
    assert shown.learning.figure.settings["people"] == 2000


def test_that_a_number_out_of_range_is_refused_beneath_its_field(shown):
    shown.type(field(shown, "T rounds"), "1000")
    shown.settled()
    (refusal,) = shown.refusals(shown.learning)
    assert "60" in refusal
    assert shown.store.state.learning.rounds == 20


def test_that_picture_and_fields_stand_whole_in_the_shipped_layout(shown):
    area = shown.learning.rect()
    for name in ("T rounds", "n simulated people", "№ simulated run"):
        each = field(shown, name)
        corner = each.mapTo(shown.learning, each.rect().bottomRight())
        assert area.contains(corner)
