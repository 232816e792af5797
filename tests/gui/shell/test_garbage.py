"""Cycles are collected in the window's thread, and nowhere else."""

import ctypes
import gc
import sys
import weakref
from types import SimpleNamespace

import pytest
from hands import PATIENCE
from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget
from shiboken6 import delete

from explorer.gui.shell import garbage
from explorer.gui.shell.freed_memory import give_back, keep_large_apart
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
    for _ in range(12):  # there is little that is young
        timer.timeout.emit()
    assert gone() is None
    gone, many = weakref.ref(Held()), [[] for _ in range(6_000)]
    timer.timeout.emit()
    assert len(many) == 6_000
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
    for _ in range(300):
        collector.look()
    assert gone() is None


def test_that_a_program_collects_by_itself_until_it_is_closed(front_alone, start, qtbot):
    program = start()
    (timer,) = (each for each in program.findChildren(QTimer) if each.isActive())
    assert not gc.isenabled()
    program.window.close()
    assert not timer.isActive()


@pytest.mark.sets_aside
def test_that_what_was_imported_is_walked_through_by_no_collection_and_the_content_by_each(
    front_alone, start
):
    program = start()
    spared = gc.get_freeze_count()
    assert spared > 20_000
    assert any(each is program.furnished for each in gc.get_objects())  # another look replaces it
    program.window.close()
    assert gc.get_freeze_count() == 0


@pytest.mark.sets_aside
def test_that_all_is_collected_and_spared_between_two_contents_and_free_memory_given_back(qtbot, monkeypatch):
    given = []
    monkeypatch.setattr(garbage, "give_back", lambda: given.append(True))
    owner = QObject()
    collector = GarbageCollector(owner)
    held, kept = Held(), Held()
    gc.collect()
    gone = weakref.ref(held)
    del held
    collector.spare_rest()
    assert gone() is None
    assert not any(each is kept for each in gc.get_objects())
    assert given == []  # in a turn of its own
    qtbot.waitUntil(lambda: given == [True], timeout=PATIENCE)
    collector.end()


def test_that_hardly_a_cycle_is_left_of_a_content_that_goes(front_alone, start, qtbot):
    program = start()
    panels = [weakref.ref(each) for each in program.furnished.panels.values()]
    gc.collect()
    program.furnished.actions.found["Theme: Dark"].trigger()
    qtbot.waitUntil(lambda: program.window.theme.name == "dark", timeout=PATIENCE)
    qtbot.waitUntil(lambda: not program.furnished.busy, timeout=PATIENCE)
    assert panels
    assert [each() for each in panels if each() is not None] == []  # and nothing was collected since


def test_that_deleted_widgets_let_go_of_what_they_held_and_others_do_not(qtbot):
    stays, goes = QWidget(), QWidget()
    qtbot.addWidget(stays)
    held = Held(), Held()
    stays.held, goes.held = held
    were = [stays, goes]
    delete(goes)
    assert len(list(garbage.emptied(were))) == 1
    assert were == []
    assert stays.held is held[0]
    assert vars(goes) == {}


def test_that_free_memory_is_given_back_where_the_library_can(monkeypatch):
    kept = [bytearray(2000) for _ in range(20_000)]
    last = kept[-1]
    del kept
    if sys.platform == "linux" and hasattr(ctypes.CDLL(None), "malloc_trim"):
        assert give_back()
    monkeypatch.setattr(sys, "platform", "win32")
    assert not give_back()
    assert len(last) == 2000


def test_that_large_blocks_lie_apart_where_the_library_can(monkeypatch):
    told = []
    library = SimpleNamespace(mallopt=lambda *what: told.append(what) or 1)  # the tests' own stays as it is
    monkeypatch.setattr(ctypes, "CDLL", lambda _: library)
    monkeypatch.setattr(sys, "platform", "linux")
    assert keep_large_apart()
    assert dict(told) == {-1: 16 * 2**20, -3: 2**18}  # M_TRIM_THRESHOLD and M_MMAP_THRESHOLD of malloc.h
    monkeypatch.setattr(ctypes, "CDLL", lambda _: SimpleNamespace())
    assert not keep_large_apart()
    monkeypatch.setattr(sys, "platform", "darwin")
    assert not keep_large_apart()
