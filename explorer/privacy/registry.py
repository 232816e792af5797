"""Folders of one thing a file: mechanisms, composition bounds, figures, lessons.

A folder is walked and every concrete subclass of its base is taken. Nothing else is edited when a file
is added.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from itertools import chain
from types import ModuleType
from typing import ClassVar, Protocol, TypeVar


class Entry(Protocol):
    """What can be registered: `id` names it everywhere, `order` places it among its kind."""

    id: ClassVar[str]
    order: ClassVar[int]


T = TypeVar("T", bound=Entry)


def walk(*folders: ModuleType, base: type[T]) -> dict[str, type[T]]:
    """The concrete subclasses of `base` that live in `folders`, by their `id`, in their `order`.

    Raises
    ------
    ValueError
        Two files claim one id.
    """
    found: dict[str, type[T]] = {}
    places = (pkgutil.iter_modules(each.__path__, each.__name__ + ".") for each in folders)
    for place in chain.from_iterable(places):
        module = importlib.import_module(place.name)
        for entry in vars(module).values():
            if not (isinstance(entry, type) and issubclass(entry, base) and entry.__module__ == place.name):
                continue
            if not inspect.isabstract(entry) and found.setdefault(entry.id, entry) is not entry:
                raise ValueError(f"two files claim the id {entry.id}")
    return dict(sorted(found.items(), key=lambda item: (item[1].order, item[0])))
