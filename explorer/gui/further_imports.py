"""What the first pictures do without, imported once the window stands: what a person opens next is there.

Where a card, a picture or an explanation imported what it needs when it was first asked for, the window stood
still for up to a quarter of a second. All that knows nothing of Qt comes in a thread of its own (its list
begins with what a person waited for who chose Gaussian noise), the rest one module in each turn of the event
loop, when nothing else is to be done.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Iterator

from PySide6.QtCore import QObject

from explorer.gui.deferred_imports import Loading, Piece, imports
from explorer.gui.workspaces.card_layout import CARD_SPECS

FIRST = ("scipy.special", "explorer.app.help.facts_composition")
ROOMS = ("explorer.privacy", "explorer.app", "explorer.lessons", "explorer.export")
_FOUND = ("explorer.gui.finder.finder_list", "explorer.gui.finder.finder_rows")


def further(parent: QObject) -> Loading:
    """All of it; `done` when the cards behind can be furnished without importing anything large."""
    return Loading(parent, _elsewhere(), (), _pieces())


def _elsewhere() -> Iterator[str]:
    """Consumed by the thread, which imports the packages themselves as well."""
    from explorer.export.figures.formula import PARTS

    yield from FIRST
    for room in ROOMS:
        yield from _within(room)
    yield from PARTS


def _pieces() -> Iterator[Piece]:
    """What knows Qt: panels and finder, then everything else of the window; last, the typesetter's font."""
    from explorer.export.figures.formula import formula_svg

    panels = (f"explorer.gui.{spec.panel.partition(':')[0]}" for spec in CARD_SPECS)
    for name in (*panels, *_FOUND, *_within("explorer.gui")):
        if name not in sys.modules:
            yield from imports((name,))
    yield lambda: formula_svg("x")


def _within(room: str) -> Iterator[str]:
    package = importlib.import_module(room)
    return (each.name for each in pkgutil.walk_packages(package.__path__, f"{room}."))
