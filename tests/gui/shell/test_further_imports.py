"""What no start waits for is imported after it, in a thread or in small turns: nothing used waits for it."""

import json
import os
import subprocess
import sys

import pytest

STARTED = """
import json, sys, threading
from collections import Counter
from importlib import abc
from PySide6.QtCore import QTimer
from explorer.gui.shell.application import Program
from explorer.gui.shell.qt_application import the_application
from explorer.gui.shell.settings import Settings
from explorer.gui.workspaces.card_layout import CARD_SPECS

class Watch(abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if threading.current_thread() is threading.main_thread():
            imported[turn].append(name)
        return None

BEFORE
FURNISHED = {spec.card for spec in CARD_SPECS if not spec.hidden}
application, imported, turn = the_application(), {0: []}, 0
program = Program(application, Settings())

def begin():
    sys.meta_path.insert(0, Watch())
    application.eventDispatcher().awake.connect(next_turn)  # at each turn, and not while it sleeps

def next_turn():
    global turn
    turn += 1
    imported[turn] = []
    if program.furnished.panels.keys() >= FURNISHED:
        application.eventDispatcher().awake.disconnect(next_turn)
        QTimer.singleShot(0, used)

def used():
    from explorer.gui.canvas.copied_picture import copy_picture

    largest, before = max(imported.values(), key=len), set(sys.modules)
    for spec in CARD_SPECS[::EACH]:
        program.furnished.open_card(spec.card)
        program.furnished.store.frame()
    copy_picture(program.window)
    print(json.dumps({"largest": largest, "later": sorted(set(sys.modules) - before)}))
    program.window.close()

program.ready.connect(begin)
program.start()
sys.exit(application.exec())
"""
NOTHING_FURTHER = """
from explorer.gui.shell.worker import Worker
Worker.warm_up = lambda _, then: QTimer.singleShot(0, then)
"""
MOST = 35  # modules in one turn: what typesets formulas is 31, and half of its time comes before it


def used(tmp_path, before="", each=1):
    """What the main thread imports in its largest turn after a start, and what is still imported for use.

    `each` : every so-manyth card is opened.
    """
    ran = subprocess.run(
        [sys.executable, "-c", STARTED.replace("BEFORE", before).replace("EACH", str(each))],
        env={**os.environ, "PRIVACY_EXPLORER_STATE": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"},
        check=True,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert "Traceback" not in ran.stderr
    return json.loads(ran.stdout)


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """Of one start: a program of its own takes seconds."""
    return used(tmp_path_factory.mktemp("started"))


def test_that_no_turn_after_the_start_imports_more_than_a_few_modules(found):
    assert len(found["largest"]) <= MOST


def test_that_nothing_is_imported_when_a_card_is_opened_or_a_picture_copied(found):
    assert found["later"] == []


def test_that_a_large_turn_and_a_late_import_would_be_noticed(tmp_path):
    unprepared = used(tmp_path, NOTHING_FURTHER, each=4)
    assert len(unprepared["largest"]) > MOST
    assert unprepared["later"] != []
