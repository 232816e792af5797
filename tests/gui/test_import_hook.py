"""PySide6's hook around imports: it is gone once the window's application can be made."""

import subprocess
import sys

LOOK = """
import linecache
import {first}
from explorer.app.core.setting import Setting
print(sys.modules[Setting.__module__].__file__ in linecache.cache)
"""


def reads_sources(first):
    """Whether the source of a module is read when it is imported after `first`."""
    look = "import sys" + LOOK.format(first=first)
    ran = subprocess.run([sys.executable, "-c", look], check=True, capture_output=True, text=True)
    return ran.stdout.strip() == "True"


def test_that_no_source_is_read_once_there_is_a_window():
    assert not reads_sources("explorer.gui.shell.qt_application")
    assert reads_sources("PySide6.QtWidgets"), "PySide6 reads no sources any more: the module can go"
