"""Folders of one thing a file: mechanisms, composition bounds, figures, lessons.

A folder is walked and every concrete subclass of its base is taken. Nothing else is edited when a file
is added.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Container, Iterable, Iterator
from types import ModuleType
from typing import ClassVar, Protocol, TypeVar


class Entry(Protocol):
    """What can be registered: `id` names it everywhere, `order` places it among its kind."""

    id: ClassVar[str]
    order: ClassVar[int]


T = TypeVar("T", bound=Entry)


def walk(*folders: ModuleType, base: type[T], ending: str = "") -> dict[str, type[T]]:
    """The concrete subclasses of `base` that live in `folders`, by their `id`, in their `order`.

    `ending` : what the names of their files end in, where other files stand beside them: only these are
    imported

    Raises
    ------
    ValueError
        Two files claim one id.
    """
    return _entries((place for place in _places(folders) if place.endswith(ending)), base)


def named(ids: Container[str], folder: ModuleType, base: type[T]) -> dict[str, type[T]]:
    """The same of those ids alone, in a folder where a file is called by the `id` of what it holds: no other
    file is imported.

    Raises
    ------
    ValueError
        As `walk`.
    """
    return _entries((place for place in _places([folder]) if place.rpartition(".")[2] in ids), base)


def _places(folders: Iterable[ModuleType]) -> Iterator[str]:
    """The dotted names of the files in these folders."""
    for folder in folders:
        yield from (each.name for each in pkgutil.iter_modules(folder.__path__, folder.__name__ + "."))


def _entries(places: Iterable[str], base: type[T]) -> dict[str, type[T]]:
    found: dict[str, type[T]] = {}
    for place in places:
        for entry in vars(importlib.import_module(place)).values():
            if not (isinstance(entry, type) and issubclass(entry, base) and entry.__module__ == place):
                continue
            if not inspect.isabstract(entry) and found.setdefault(entry.id, entry) is not entry:
                raise ValueError(f"two files claim the id {entry.id}")
    return dict(sorted(found.items(), key=lambda item: (item[1].order, item[0])))
