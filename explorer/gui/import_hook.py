"""Takes off what PySide6 puts around every `import`, as soon as it is imported itself.

PySide6 replaces `__import__` by a function that reads the source of each module imported from then on, to
see whether it mentions PySide6: only such a module could ask for `from __feature__ import snake_case`.
Nothing here asks for that, and the sources of some 700 modules, most of them numpy's, were a tenth of the
start. On the thread that imports, the same function would exchange `__import__` for a moment while the event
loop imports as well.

`__orig_import__` is where PySide6 keeps what it replaced, for whoever wants it back (its documentation, "The
__feature__ import"). Where a version of PySide6 has no such name, its hook stays, and costs time alone.
"""

from __future__ import annotations

import builtins

import PySide6  # noqa: F401 - from here on the hook is there


def take_off() -> None:
    """Put back the `__import__` that PySide6 found."""
    found = vars(builtins).get("__orig_import__")
    if found is not None:
        builtins.__import__ = found


take_off()
