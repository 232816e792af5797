"""A window beside the program's own that stays open when the look changes."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog

from explorer.gui.shell.context import Context


class SecondaryWindow(QDialog):
    """It gives up its content before the old look goes, and gets it anew in the new one."""

    @property
    def stays(self) -> bool:
        """Whether it is still there in the new look: open, or needed later."""
        return self.isVisible()

    def take_off(self) -> None:
        """Let go of all that belongs to the old look."""
        raise NotImplementedError

    def put_on(self, context: Context) -> None:
        """The same content in the look of `context`."""
        raise NotImplementedError
