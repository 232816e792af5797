"""Which thread imports what at the start: PySide6 makes its classes in the thread of the event loop alone."""

import os
import subprocess
import sys

import pytest

START = """
import sys, threading
from importlib import abc

class Watch(abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if threading.current_thread() is not threading.main_thread():
            elsewhere.append(name)
        return None

elsewhere = []
sys.meta_path.insert(0, Watch())
from explorer.gui.shell import application
BEFORE
code = application.run(quit_after_ready=QUITS)
print(*elsewhere)
sys.exit(code)
"""
QT = ("PySide6", "shiboken6", "pyqtgraph", "explorer.gui")
WARMED = """
from PySide6.QtCore import QTimer

def start(program):
    timer = QTimer(program, interval=20)
    timer.timeout.connect(lambda: "scipy.special" in sys.modules and program.window.close())
    timer.start()
    begun(program)

begun, application.Program.start = application.Program.start, start
"""
BROKEN = """
from explorer.gui import deferred_imports
deferred_imports.WITHOUT_QT += ("explorer.gui.shell.look_change",)
"""


def imported_elsewhere(tmp_path, before="", quits=True):
    """The modules that a start imports on a thread that is not the main one."""
    ran = subprocess.run(
        [sys.executable, "-c", START.replace("BEFORE", before).replace("QUITS", str(quits))],
        env={**os.environ, "PRIVACY_EXPLORER_STATE": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"},
        check=True,
        capture_output=True,
        text=True,
        timeout=300,
    )
    return ran.stdout.split()


def of_qt(modules):
    return [each for each in modules if each.startswith(QT)]


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """Of one start that goes on until all is there: a program of its own takes a second."""
    return imported_elsewhere(tmp_path_factory.mktemp("started"), WARMED, quits=False)


def test_that_a_thread_imports_the_mathematics_and_nothing_of_qt(found):
    assert {"numpy", "explorer.app.update"} <= set(found)
    assert of_qt(found) == []


def test_that_a_thread_which_imports_a_window_is_noticed(tmp_path):
    assert "pyqtgraph" in of_qt(imported_elsewhere(tmp_path, BROKEN))


def test_that_what_another_mechanism_needs_is_imported_on_a_thread_once_all_is_there(found):
    assert "scipy.special" in found
