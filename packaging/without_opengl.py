"""Runs before the packaged program, which draws nothing with OpenGL; pyqtgraph imports Qt's modules for it.

They and the libraries beneath them take 10 MB. What pyqtgraph finds in their place is empty but for the class
that it derives one of its own from; that one is never made, and no widget is of its kind.
"""

import sys
from types import ModuleType


class QOpenGLWidget:
    """What no widget is."""


for name in ("QtOpenGL", "QtOpenGLWidgets"):
    stand_in = ModuleType(f"PySide6.{name}")
    if name == "QtOpenGLWidgets":
        vars(stand_in)["QOpenGLWidget"] = QOpenGLWidget
    sys.modules[stand_in.__name__] = stand_in
