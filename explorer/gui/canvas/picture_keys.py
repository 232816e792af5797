"""Which mouse moves and keys a picture knows, in words."""

from __future__ import annotations

from explorer.gui.shell.context import Context
from explorer.gui.shell.notices import tell
from explorer.mark import N_

PICTURE_KEYS = (
    N_(
        "Point at a curve to read its value. Click a curve or its name to dim all others; click it again or "
        "press Escape to undo this. Where the read-out says so, a double click takes the point's k or ε."
    ),
    N_(
        "To enlarge a part, hold Ctrl and turn the wheel, or hold Ctrl and drag a rectangle; in a picture "
        "without a handle, drag without Ctrl. Escape, a double click or “whole picture” shows all of it."
    ),
    N_(
        "Keys: the arrow keys move the handle, ten times as far with Shift. C selects a curve; then Left and "
        "Right move along it, Up and Down select another one, and Space dims all others; Enter takes the "
        "point's k or ε where the read-out says so. + and − enlarge and reduce, "
        "0 shows the whole picture, Ctrl+C copies it."
    ),
)


def tell_picture_keys(context: Context) -> None:
    """Say them."""
    tell(context.window, "\n\n".join(context.say(each) for each in PICTURE_KEYS))
