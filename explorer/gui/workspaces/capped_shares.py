"""Shares of a width, where cards of words are no wider than they are read well."""

from __future__ import annotations

from collections.abc import Sequence


def within(shares: list[int], widest: Sequence[int], room: int) -> list[int]:
    """The widths by these shares, none above its `widest`; the others divide what is left.

    Parameters
    ----------
    shares : one a card; only their proportions count
    widest : the most pixels of each card; 0 where it takes any width
    room : pixels that all have together

    >>> within([50, 50], [300, 0], 1000), within([1, 1], [0, 0], 1000), within([10, 90], [300, 0], 1000)
    ([300, 700], [1, 1], [10, 90])
    """
    if all(widest):
        return shares
    told = [room * share / sum(shares) for share in shares]
    capped = [min(width, most) if most else width for width, most in zip(told, widest, strict=True)]
    if capped == told:
        return shares
    free = sum(width for width, most in zip(told, widest, strict=True) if not most)
    spare = room - sum(capped)
    pairs = zip(capped, widest, strict=True)
    return [round(width if most else width + spare * width / free) for width, most in pairs]
