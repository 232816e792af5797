"""One task in the background ends exactly once, however it ends, and says nothing after that."""

import threading

import pytest
from hands import PATIENCE
from PySide6.QtCore import QObject

from explorer.gui.tasks import BackgroundTask
from explorer.mark import N_
from explorer.privacy.refusal import NotValid
from explorer.release.sources.table import Interrupted

REFUSAL = NotValid(N_("no such file"), "release")


@pytest.fixture
def owner(qapp):
    return QObject()


def heard(qtbot, owner, function, gated=False, cancel=None):
    """What a task tells, in order; it is cancelled once `cancel` is set, where one is given."""
    told = []
    task = BackgroundTask(function, owner, gated=gated)
    task.progressed.connect(told.append)
    task.closed.connect(lambda: told.append("closed"))
    task.ended.connect(lambda: told.append("ended"))
    task.done.connect(lambda result: told.append(("done", result)))
    task.refused.connect(lambda refusal: told.append(("refused", refusal)))
    with qtbot.waitSignal(task.destroyed, timeout=PATIENCE):
        task.start()
        if cancel is not None:
            qtbot.waitUntil(cancel.is_set, timeout=PATIENCE)
            task.cancel()
            task.cancel()
    return told


def test_that_a_result_comes_after_the_end(qtbot, owner):
    def function(run):
        run.report(1, 2)
        run.report(0, 0)
        return 7

    assert heard(qtbot, owner, function) == [0.5, 1.0, "ended", ("done", 7)]


def test_that_a_refusal_comes_after_the_end(qtbot, owner):
    def function(_run):
        raise REFUSAL

    assert heard(qtbot, owner, function) == ["ended", ("refused", REFUSAL)]


@pytest.mark.parametrize("gated", [False, True])
def test_that_what_was_cancelled_ends_once_and_tells_nothing_else(qtbot, owner, gated):
    begun = threading.Event()

    def function(run):
        begun.set()
        while not run.cancelled():
            threading.Event().wait(0.001)
        raise Interrupted

    assert heard(qtbot, owner, function, gated, begun) == ["ended"]


@pytest.mark.parametrize("outcome", [7, REFUSAL])
def test_that_a_gated_task_ends_at_once_and_what_it_still_finds_is_dropped(qtbot, owner, outcome):
    begun, go, told = threading.Event(), threading.Event(), []

    def function(run):
        begun.set()
        go.wait(60)
        run.report(1, 2)
        told.append(run.close())
        if outcome is REFUSAL:
            raise REFUSAL
        return outcome

    task = BackgroundTask(function, owner, gated=True)
    for signal in (task.progressed, task.closed, task.done, task.refused):
        signal.connect(lambda *_: told.append("too late"))
    task.ended.connect(lambda: told.append("ended"))
    task.start()
    qtbot.waitUntil(begun.is_set, timeout=PATIENCE)
    task.cancel()
    assert told == ["ended"]
    with qtbot.waitSignal(task.destroyed, timeout=PATIENCE):
        go.set()
    assert told == ["ended", False]


def test_that_a_closed_gate_is_told_and_cancelling_changes_nothing_more(qtbot, owner):
    closed, asked = threading.Event(), threading.Event()

    def function(run):
        allowed = run.close()
        closed.set()
        asked.wait(60)
        return allowed, run.cancelled()

    told = []
    task = BackgroundTask(function, owner, gated=True)
    task.ended.connect(lambda: told.append("ended"))
    task.done.connect(told.append)
    with qtbot.waitSignal(task.destroyed, timeout=PATIENCE), qtbot.waitSignal(task.closed, timeout=PATIENCE):
        task.start()
        qtbot.waitUntil(closed.is_set, timeout=PATIENCE)
        task.cancel()
        assert told == []
        asked.set()
    assert told == ["ended", (True, False)]


def test_that_a_task_without_a_gate_tells_what_it_had_begun_to_write(qtbot, owner):
    begun, asked = threading.Event(), threading.Event()

    def function(run):
        begun.set()
        asked.wait(60)
        return run.cancelled()

    told = []
    task = BackgroundTask(function, owner)
    task.done.connect(told.append)
    with qtbot.waitSignal(task.destroyed, timeout=PATIENCE):
        task.start()
        qtbot.waitUntil(begun.is_set, timeout=PATIENCE)
        task.cancel()
        asked.set()
    assert told == [True]


def test_that_a_task_that_is_abandoned_runs_no_more(qtbot, owner):
    begun, over = threading.Event(), []

    def function(run):
        begun.set()
        while not run.cancelled():
            threading.Event().wait(0.001)
        over.append(True)

    task = BackgroundTask(function, owner)
    task.start()
    qtbot.waitUntil(begun.is_set, timeout=PATIENCE)
    task.abandon()
    assert over == [True]
    with qtbot.waitSignal(task.destroyed, timeout=PATIENCE):
        pass


def test_that_a_fault_that_nobody_expected_is_not_kept_quiet(qtbot, owner):
    def function(_run):
        raise ZeroDivisionError

    with qtbot.captureExceptions() as faults:
        assert heard(qtbot, owner, function) == ["ended"]
    assert [kind for kind, _, _ in faults] == [ZeroDivisionError]
