"""Which lessons explain an entry of the help."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from explorer.lessons.parts.lesson import Lesson, every_lesson


@lru_cache(maxsize=1)
def _by_fact(lessons: tuple[type[Lesson], ...]) -> Mapping[str, tuple[type[Lesson], ...]]:
    found: dict[str, list[type[Lesson]]] = {}
    for kind in lessons:
        for fact in kind.explains:
            found.setdefault(fact, []).append(kind)
    return MappingProxyType({fact: tuple(kinds) for fact, kinds in found.items()})


def lessons_on(fact: str) -> tuple[type[Lesson], ...]:
    """The lessons that explain this entry, in their order; none where no lesson does."""
    return _by_fact(tuple(every_lesson().values())).get(fact, ())
