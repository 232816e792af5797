"""The panels of the cards, by the names that `card_layout` has for them: imported when they are needed."""

from __future__ import annotations

import importlib
from collections.abc import Callable

from explorer.gui.shell.context import Context
from explorer.gui.widgets.card import Card
from explorer.gui.workspaces.card_layout import specs_of
from explorer.gui.workspaces.panel import Panel


def panel_of(name: str) -> Callable[[Context, Card], Panel]:
    """What makes the panel that is called `module:class` inside `explorer.gui`."""
    module, _, factory = name.partition(":")
    found: Callable[[Context, Card], Panel] = getattr(
        importlib.import_module(f"explorer.gui.{module}"), factory
    )
    return found


def load(workspace: str) -> None:
    """Import what the cards of a workspace need that are there from the beginning."""
    for spec in specs_of(workspace):
        if not spec.hidden:
            panel_of(spec.panel)
