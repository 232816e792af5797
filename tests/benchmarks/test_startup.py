"""How soon the window is there, as a ratio to what nobody could do faster.

    python -m pytest tests/benchmarks --benchmark-only -s

The suite skips these: they report what this machine does, they judge nothing. Goals: the shell's first
paint within 1.3 times that of a bare window with one empty label; the plots within 1.3 times the time of
importing numpy, scipy.special and pyqtgraph alone. Each program starts in a process of its own, the two of
a pair by turns, and the medians are compared. Byte code is kept between the rounds, as an installation keeps
it: with PYTHONDONTWRITEBYTECODE set, every start would compile the program anew, and the libraries not.

The clock on the wall counts whatever else a machine is doing. The processor's own seconds, of all threads,
tell more on a busy one, and are printed too.
"""

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
ROUNDS = 9

# Every script prints what the clock on the wall shows when it is there, so that the start of Python counts
# too, and the processor time that it has used until then.
FIRST_PAINT = """
class Watch(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            QTimer.singleShot(0, painted)
        return False
def painted():
    print(time.time(), time.process_time(), flush=True)
    os._exit(0)
watch = Watch()
window.centralWidget().installEventFilter(watch)
window.show()
application.exec()
"""
BARE = (
    """
import os, time
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow
application = QApplication([])
window = QMainWindow()
window.setCentralWidget(QLabel(window))
window.resize(1280, 800)
"""
    + FIRST_PAINT
)
SHELL = (
    """
import os, time
from explorer.gui.shell.application import Program
from explorer.gui.shell.qt_application import the_application
from explorer.gui.shell.settings import Settings
application = the_application()
program = Program(application, Settings())
window = program.window
from PySide6.QtCore import QEvent, QObject, QTimer
"""
    + FIRST_PAINT
)
IMPORTS = "import time, numpy, scipy.special, pyqtgraph\nprint(time.time(), time.process_time())\n"
READY = """
import time
from explorer.gui.shell.application import Program
from explorer.gui.shell.qt_application import the_application
from explorer.gui.shell.settings import Settings
application = the_application()
application.setQuitOnLastWindowClosed(False)
program = Program(application, Settings())
def ready():
    print(time.time(), time.process_time(), flush=True)
    program.window.close()
program.ready.connect(ready)
program.start()
application.exec()
"""


def seconds(script, folder):
    """From the start of a new interpreter to what its script tells: on the wall, and of the processor."""
    surroundings = {**os.environ, "PRIVACY_EXPLORER_STATE": str(folder), "QT_QPA_PLATFORM": "offscreen"}
    surroundings.pop("PYTHONDONTWRITEBYTECODE", None)
    begun = time.time()
    ran = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env=surroundings,
        check=True,
        capture_output=True,
        text=True,
        timeout=120,
    )
    told, used = map(float, ran.stdout.split()[:2])
    return told - begun, used


def by_turns(ours, bare, folder):
    """The medians of both, started alternately, so that a busy machine is busy for both."""
    for script in (ours, bare):
        seconds(script, folder)  # what the disk keeps, it keeps for both
    pairs = [(*seconds(ours, folder), *seconds(bare, folder)) for _ in range(ROUNDS)]
    return [statistics.median(column) for column in zip(*pairs, strict=True)]


@pytest.mark.parametrize(
    ("ours", "bare", "name"),
    [(SHELL, BARE, "shell against a bare window"), (READY, IMPORTS, "plots ready against imports alone")],
    ids=["shell", "ready"],
)
def test_start(benchmark, tmp_path, ours, bare, name):
    mine, mine_used, other, other_used = by_turns(ours, bare, tmp_path)
    benchmark.extra_info["ratio"] = round(mine / other, 2)
    benchmark.extra_info["processor ratio"] = round(mine_used / other_used, 2)
    print(f"\n{name}: {mine:.3f} s against {other:.3f} s, ratio {mine / other:.2f} (goal 1.3)")
    ratio = mine_used / other_used
    print(f"    processor time: {mine_used:.3f} s against {other_used:.3f} s, ratio {ratio:.2f}")
    benchmark.pedantic(seconds, (ours, tmp_path), rounds=1)
