"""Cycles are collected in the window's thread, and nowhere else."""

import ctypes
import gc
import sys
import weakref

import pytest
from hands import PATIENCE
from PySide6.QtCore import QObject, QTimer

from explorer.gui.shell import garbage
from explorer.gui.shell.freed_memory import give_back
from explorer.gui.shell.garbage import GarbageCollector

pytestmark = pytest.mark.usefixtures("quick_collections")


class Held:
    """Part of a cycle."""

    def __init__(self):
        self.itself = self


@pytest.mark.sets_aside
def test_that_cycles_wait_for_the_windows_thread_and_are_collected_there(qapp):
    owner = QObject()
    collector = GarbageCollector(owner)
    timer = owner.findChild(QTimer)
    collector.begin()
    assert not gc.isenabled()
    assert timer.isActive()
    gone = weakref.ref(Held())
    assert gone() is not None
    timer.timeout.emit()
    assert gone() is None
    collector.end()
    assert not timer.isActive()
    assert not gc.isenabled()  # workers may still run


def test_that_what_has_grown_old_is_collected_too(qapp):
    owner = QObject()
    collector = GarbageCollector(owner)
    held = Held()
    gc.collect()  # it is old from now on
    gone = weakref.ref(held)
    del held
    for _ in range(30):
        collector.collect()
    assert gone() is None


def test_that_a_program_collects_by_itself_until_it_is_closed(start, qtbot):
    program = start()
    (timer,) = (each for each in program.findChildren(QTimer) if each.isActive())
    assert not gc.isenabled()
    program.window.close()
    assert not timer.isActive()


@pytest.mark.sets_aside
def test_that_what_was_imported_is_walked_through_by_no_collection_and_the_content_by_each(start):
    program = start()
    spared = gc.get_freeze_count()
    assert spared > 20_000
    assert any(each is program.furnished for each in gc.get_objects())  # another look replaces it
    program.window.close()
    assert gc.get_freeze_count() == 0


def test_that_everything_is_collected_soon_after_a_whole_content_has_gone_and_its_memory_given_back(
    qtbot, monkeypatch
):
    given = []
    monkeypatch.setattr(garbage, "give_back", lambda: given.append(True))
    owner = QObject()
    collector = GarbageCollector(owner)
    collector.collect()
    held = Held()
    gc.collect()
    gone = weakref.ref(held)
    del held
    collector.collect()
    assert gone() is not None
    assert given == []
    collector.whole_next()
    collector.collect()
    assert gone() is None
    assert given == []
    qtbot.waitUntil(lambda: given == [True], timeout=PATIENCE)


def test_that_free_memory_is_given_back_where_the_library_can(monkeypatch):
    kept = [bytearray(2000) for _ in range(20_000)]
    last = kept[-1]
    del kept
    if sys.platform == "linux" and hasattr(ctypes.CDLL(None), "malloc_trim"):
        assert give_back()
    monkeypatch.setattr(sys, "platform", "win32")
    assert not give_back()
    assert len(last) == 2000
