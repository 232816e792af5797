"""Colours by their meaning, in light and in dark: the same role is the same hue everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from explorer.resources import resource

THEMES = ("light", "dark")

# A bound's colour is its own in every figure; a bound that is not named here takes the next free hue.
_BOUNDS = {
    "sequential": "ink",
    "advanced-textbook": "crimson",
    "advanced": "pink",
    "advanced-tanh": "orange",
    "kov-closed": "brown",
    "optimal": "exact",
    "zcdp": "teal",
    "zcdp-bun-steinke": "slate",
    "renyi": "purple",
    "gaussian-dp": "olive",
    "numerical": "sky",
}
_FREE = ("indigo",)  # kept for them: tests hold it apart from those above


@lru_cache(maxsize=2)
def palette(theme: str) -> Mapping[str, str]:
    """Role to `#RRGGBB`. Roles `text_x` are those of `x`, dark (or light) enough for words."""
    lines = resource("themes", f"{theme}.txt").read_text("utf-8").splitlines()
    return MappingProxyType(dict(line.split() for line in lines))


def bound_colour(bound: str, position: int) -> str:
    """The role of a composition bound's curve; `position` is its place among all bounds."""
    return _BOUNDS.get(bound, _FREE[position % len(_FREE)])


def ink_of(role: str) -> str:
    """The role for words that belong to a mark of `role`."""
    return role if role in ("ink", "muted", "faint", "accent", "refused") else f"text_{role}"


def contrast(one: str, other: str) -> float:
    """How far two colours differ in brightness, from 1 to 21.

    Source
    ------
    WCAG 2.2, definition of contrast ratio.

    >>> round(contrast("#ffffff", "#000000"))
    21
    """
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    shares = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in shares
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def least_contrast(words: bool) -> float:
    """The least contrast of words, or of lines, against the ground that they stand on, in any theme."""
    return min(
        contrast(colours[role], colours["card"])
        for colours in map(palette, THEMES)
        for role in colours
        if (role in ("ink", "muted") or role.startswith("text_") if words else role in _BOUNDS.values())
    )
