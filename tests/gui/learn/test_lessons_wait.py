"""A window that starts imports no lesson: they come with Learn, with the finder, or with an explanation."""

import subprocess
import sys

STARTED = """
import importlib, sys
from explorer.gui.shell import application, look_change, main_controller
from explorer.gui.session import session_recovery
from explorer.gui.workspaces.deferred_panels import load
from explorer.app.session import loaded, saved
from explorer.app.core.state import State
for workspace in ("left", "explore"):
    load(workspace)
loaded(saved(State()))
print(sorted(name for name in sys.modules if name.startswith("explorer.lessons")))
"""


def test_that_a_start_in_explore_imports_no_lesson():
    done = subprocess.run([sys.executable, "-c", STARTED], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
