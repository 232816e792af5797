"""Folders of one thing a file: mechanisms, composition bounds, figures, lessons.

A folder is walked and every concrete subclass of its base that declares an `id` is taken. Nothing else
is edited when a file is added.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from types import ModuleType
from typing import TypeVar

T = TypeVar("T")


def walk(folder: ModuleType, base: type[T]) -> dict[str, type[T]]:
    """The concrete subclasses of `base` that live in `folder`, by their `id`, in declared `order`.

    Raises
    ------
    ValueError
        Two files claim one id.
    """
    found: dict[str, type[T]] = {}
    for module in pkgutil.iter_modules(folder.__path__, folder.__name__ + "."):
        for _, entry in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
            own = entry.__module__ == module.name and issubclass(entry, base)
            if own and not inspect.isabstract(entry):
                if found.setdefault(entry.id, entry) is not entry:  # type: ignore[attr-defined]
                    raise ValueError(f"two files claim the id {entry.id}")  # type: ignore[attr-defined]
    return dict(sorted(found.items(), key=lambda item: (item[1].order, item[0])))  # type: ignore[attr-defined]
