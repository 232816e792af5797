"""SVG as text: elements, attributes, escaped words. Only what SVG Tiny 1.2 has, which every reader draws."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

Look = dict[str, str | float | None]
"""Attributes of an element; None is left out."""

_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def short(value: float) -> str:
    """A pixel coordinate: two decimals at most.

    >>> short(12.3456), short(3.0), short(-0.001)
    ('12.35', '3', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(name: str, content: str = "", /, **attributes: str | float | None) -> str:
    """One element; `stroke_width` becomes `stroke-width`, None is left out, `content` is markup already."""
    said = "".join(
        f' {key.replace("_", "-")}="{escape(clean(value) if isinstance(value, str) else short(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{said}>{content}</{name}>" if content else f"<{name}{said}/>"


def clean(text: str) -> str:
    """The text without the characters that no XML may hold."""
    return _NO_XML.sub("�", text)


def words(
    text: str,
    x: float,
    y: float,
    size: float,
    colour: str,
    strong: bool = False,
    anchor: str | None = None,
    transform: str | None = None,
    outline: str | None = None,
) -> str:
    """One line of text on the baseline `y`; `anchor` is "middle" or "end" where it does not begin at `x`.

    No element at all where there is nothing to say.
    """
    if not text:
        return ""
    return element(
        "text",
        escape(clean(text)),
        x=x,
        y=y,
        font_size=size,
        font_weight="600" if strong else None,
        fill=colour,
        text_anchor=anchor,
        transform=transform,
        stroke=outline,
        stroke_width=None if outline is None else 3.0,
        stroke_linejoin=None if outline is None else "round",
        opacity=None if outline is None else 0.8,
    )


def path(pieces: Iterable[Iterable[tuple[float, float]]], closed: bool = False) -> str:
    """The `d` of polylines, one a piece."""
    end = "Z" if closed else ""
    return "".join(
        "M" + "L".join(f"{short(x)} {short(y)}" for x, y in piece) + end
        for piece in map(list, pieces)
        if piece
    )
