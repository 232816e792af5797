"""Lessons in a session: where each was left. What the names mean is asked when a lesson is opened."""

from __future__ import annotations

import math
from typing import Any

from explorer.app.core.lesson_place import FIRST_SEED, MOST_MOVES, LessonPlace, Lessons

_MOST = 1000  # lessons, or values and guesses of one
_LONGEST = 200  # characters of a name
_HIGHEST_SEED = 2**31 - 1


def lessons_kept(lessons: Lessons) -> dict[str, Any]:
    """As JSON's own values; of a lesson that was not begun nothing."""
    return {
        "lesson": lessons.lesson,
        "places": {
            each.lesson: {
                "step": each.step,
                "furthest": each.furthest,
                "seed": each.seed,
                "values": dict(each.values),
                "moves": list(each.moves),
                "guesses": dict(each.guesses),
            }
            for each in lessons.places
        },
    }


def lessons_of(kept: dict[str, Any]) -> Lessons:
    """What a session says of lessons; keys that it lacks keep their defaults.

    Raises
    ------
    TypeError, ValueError
        A value of another kind, or more of them than a person makes.
    """
    places = kept.get("places", {})
    if not isinstance(places, dict) or len(places) > _MOST:
        raise TypeError("places")
    return Lessons(_name(kept.get("lesson", "")), tuple(_place(*each) for each in sorted(places.items())))


def _place(lesson: str, kept: dict[str, Any]) -> LessonPlace:
    seed, moves = kept.get("seed", FIRST_SEED), kept.get("moves", [])
    if isinstance(seed, bool) or not isinstance(seed, int) or not 1 <= seed <= _HIGHEST_SEED:
        raise ValueError("seed")
    if not isinstance(moves, list) or len(moves) > MOST_MOVES:
        raise TypeError("moves")
    return LessonPlace(
        _name(lesson),
        _name(kept.get("step", "")),
        _name(kept.get("furthest", "")),
        seed,
        _numbers(kept.get("values", {})),
        tuple(_name(each) for each in moves),
        _numbers(kept.get("guesses", {})),
    )


def _name(value: object) -> str:
    if not isinstance(value, str) or len(value) > _LONGEST:
        raise TypeError("no name")
    value.encode()  # a lone surrogate, which cannot be written again, is a ValueError
    return value


def _numbers(kept: object) -> tuple[tuple[str, float], ...]:
    if not isinstance(kept, dict) or len(kept) > _MOST:
        raise TypeError("no numbers")
    found = []
    for name, value in sorted(kept.items()):
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(float(value)):
            raise ValueError("no number")
        found.append((_name(name), float(value)))
    return tuple(found)
