"""Cancel answers at once, whatever the disk does, until the release is being paid; then it is too late."""

import threading
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import pytest
from stewards import agree, button, settle_folder, spent, summary

from explorer.gui.tasks import Gate
from explorer.release import publish
from explorer.release.ledger.locations import ledger_folder
from explorer.release.ledger.spends import open_account
from explorer.release.sources import csv_file
from explorer.release.values.amount import Amount

pytestmark = pytest.mark.begins_in("release", "publish")


def begun(hand):
    settle_folder(hand)
    hand.click("Release", hand.card("publish"))
    hand.click("Spend and release", summary(hand))


@pytest.mark.parametrize("place", ["recognised", "counted"])
def test_that_a_disk_that_does_not_answer_holds_nobody_up(canary, monkeypatch, place):
    """The reader stands still in the midst of a read: no question whether to stop can come."""
    if place == "recognised":
        open_account(ledger_folder(), "default", Amount(Fraction(1)))
        agree(canary)  # from now on the file is recognised by its hash first
    before = spent()
    held, go = threading.Event(), threading.Event()
    read = csv_file.Watched.readinto

    def still(watched, buffer):
        held.set()
        go.wait(60)
        return read(watched, buffer)

    monkeypatch.setattr(csv_file.Watched, "readinto", still)
    begun(canary)
    canary.until(held.is_set)
    canary.click("Cancel", canary.card("publish"))
    assert not canary.furnished.busy  # and the reader stands still yet
    canary.settled()
    assert button(canary, "Release").isEnabled()
    go.set()
    canary.until(lambda: not any(each.name.startswith("task") for each in threading.enumerate()))
    canary.settled()
    assert spent() == before
    assert len(canary.store.state.releasing.drawn) == (1 if place == "recognised" else 0)


def test_that_nothing_can_be_cancelled_while_it_is_being_paid(canary, monkeypatch):
    held, go, spend = threading.Event(), threading.Event(), publish.spend

    def slow(*given):
        held.set()
        go.wait(60)
        return spend(*given)

    monkeypatch.setattr(publish, "spend", slow)
    begun(canary)
    canary.until(lambda: held.is_set() and not button(canary, "Cancel").isEnabled())
    assert "spending and drawing" in canary.said(canary.card("publish"))
    canary.click("Cancel", canary.card("publish"))
    canary.furnished.give_up()
    assert canary.furnished.busy
    go.set()
    canary.until(lambda: not canary.furnished.busy)
    canary.settled()
    assert len(canary.store.state.releasing.drawn) == 1
    assert spent() == 0.5


def test_that_what_was_cancelled_is_never_paid_however_often_it_is_asked():
    gate = Gate()
    assert gate.cancel()
    assert [gate.close(), gate.close()] == [False, False]
    assert gate.cancel()
    assert gate.cancelled()


def test_that_what_is_being_paid_is_never_cancelled_however_often_it_is_asked():
    gate = Gate()
    assert gate.close()
    assert [gate.cancel(), gate.cancel()] == [False, False]
    assert gate.close()
    assert not gate.cancelled()


def test_that_the_gate_lets_one_of_the_two_through_whoever_comes_first():
    with ThreadPoolExecutor(2) as pool:
        for _ in range(200):
            gate = Gate()
            closed, cancelled = (pool.submit(act) for act in (gate.close, gate.cancel))
            assert closed.result() != cancelled.result()
            assert gate.cancelled() == cancelled.result()
