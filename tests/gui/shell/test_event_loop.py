"""The process of the window ends in order, whatever PySide6 makes of a fault or of the clipboard."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hands import PATIENCE
from PySide6.QtCore import QCoreApplication, QEvent
from shiboken6 import isValid

from explorer.gui.shell.main_controller import MainController
from explorer.gui.workspaces.card_layout import CARD_SPECS

ROOT = Path(__file__).parents[3]

RUN = """
import sys
from PySide6.QtCore import QMimeData, QTimer
from PySide6.QtWidgets import QApplication, QWidget
from explorer.gui.shell.event_loop import until_quit

class Wrong(QWidget):
    def resizeEvent(self, event):
        int("seven")  # raised by C

def fault():
    widget = Wrong()
    try:
        widget.show()
    except ValueError as fault:
        print("told:", "resizeEvent" in str(fault))

def copying():
    held = QMimeData()
    held.setText("1")
    QApplication.clipboard().setMimeData(held)
    print("copied")

application = QApplication([])
QTimer.singleShot(0, application.quit)
print(until_quit(application, {"fault": fault, "copying": copying}[sys.argv[1]]))
"""


@pytest.mark.parametrize(("what", "said"), [("fault", "told: True"), ("copying", "copied")])
def test_that_the_process_ends_in_order(what, said):
    command = [sys.executable, "-c", RUN, what]
    surroundings = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(command, cwd=ROOT, env=surroundings, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.splitlines()) == (0, [said, "0"])


def test_that_a_window_may_be_deleted_while_it_is_open(open_window):
    hand = open_window()
    hand.open("release")
    window = hand.window
    hand.furnished.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not isValid(window)


def test_that_the_workspaces_behind_are_made_a_card_at_a_time_after_the_start(start, qtbot, monkeypatch):
    """All of them in one turn would hold the window when a person first clicks."""
    asked, furnish = [], MainController.furnish_now

    def noted(controller, names):
        wanted = list(names)
        asked.append(wanted)
        furnish(controller, wanted)

    monkeypatch.setattr(MainController, "furnish_now", noted)
    start()
    behind = {spec.card for spec in CARD_SPECS if spec.workspace == "ledger"}
    qtbot.waitUntil(lambda: behind <= {name for names in asked for name in names}, timeout=PATIENCE)
    assert [len(names) for names in asked if behind & set(names)] == [1] * len(behind)
