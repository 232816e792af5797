"""Which keys lead through the window, in words."""

from __future__ import annotations

from explorer.gui.shell.context import Context
from explorer.gui.shell.notices import tell
from explorer.mark import N_

WINDOW_KEYS = (
    N_(
        "F6 goes to the next pane, Shift+F6 to the previous one. Inside a pane, Tab goes from control to "
        "control; the arrow keys go along links that stand together, along tabs and along tables."
    ),
    N_(
        "F1 explains the number that has the focus. Shift+F1 lists everything that the pane explains. "
        "Page Up and Page Down scroll a pane; in a lesson they go from step to step."
    ),
    N_(
        "Ctrl+1 to Ctrl+6 open the workspaces, Ctrl+K finds anything, Ctrl+B pins the current release, "
        "Ctrl+C copies a picture, Ctrl+Shift+D opens the decision record, Ctrl+Z and Ctrl+Shift+Z undo and "
        "redo, F5 begins presenter mode, F11 fills the screen."
    ),
)


def tell_window_keys(context: Context) -> None:
    """Say them."""
    tell(context.window, "\n\n".join(context.say(each) for each in WINDOW_KEYS))
