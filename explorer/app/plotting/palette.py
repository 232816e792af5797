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
_FREE = ("mist", "muted")


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
