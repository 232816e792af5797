"""All figures, by id: the `figures` folder of every subject, walked."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

import explorer.app.compose.figures
import explorer.app.explore.figures
import explorer.app.release.figures
import explorer.app.schedule.figures
import explorer.app.tables.figures
from explorer.app.plotting.figure import Picture
from explorer.privacy.registry import walk

FOLDERS = (
    explorer.app.explore.figures,
    explorer.app.compose.figures,
    explorer.app.schedule.figures,
    explorer.app.release.figures,
    explorer.app.tables.figures,
)


def picture_of(identity: str) -> type[Picture]:
    """One figure, by its id; its file is named for it, so that no other need be imported."""
    module = importlib.import_module(_place_of(identity.replace("-", "_")))
    return next(
        entry
        for entry in vars(module).values()
        if isinstance(entry, type) and issubclass(entry, Picture) and getattr(entry, "id", "") == identity
    )


@cache
def every_picture() -> Mapping[str, type[Picture]]:
    """All figures, by id, in order."""
    return MappingProxyType(walk(*FOLDERS, base=Picture))  # type: ignore[type-abstract]


@cache
def _place_of(name: str) -> str:
    """The dotted name of the module that is called `name`. Raises `ValueError` where there is none."""
    for folder in FOLDERS:
        if any(place.name == name for place in pkgutil.iter_modules(folder.__path__)):
            return f"{folder.__name__}.{name}"
    raise ValueError(f"no figure is called {name}")
