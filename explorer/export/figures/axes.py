"""The axes of a picture: grid, numbers or names at the ticks, the quantities with their units."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

from explorer.app.plotting.figure import Axis, Figure
from explorer.export.figures.frame_clipping import Frame
from explorer.export.figures.marks import Colours
from explorer.export.figures.rows import LABEL, ROW
from explorer.export.figures.ruler import shortened, width
from explorer.export.figures.tick_numbers import tick_texts
from explorer.export.markup import element, path, short, words
from explorer.language import Language

_SLANT = 40.0  # degrees: names that don't fit side by side
_APART = 8.0  # pixels between two neighbouring numbers or names
_LONGEST = 130.0  # pixels of a slanted name


@dataclass(frozen=True)
class Ticks:
    """The places of one axis that carry words, and whether those are slanted."""

    places: tuple[float, ...]
    texts: tuple[str, ...]
    slanted: bool = False

    @property
    def widest(self) -> float:
        """Pixels of the longest text."""
        return max((width(text, LABEL) for text in self.texts), default=0.0)

    @property
    def height(self) -> float:
        """Pixels that the texts take below the frame."""
        if not self.texts:
            return 0.0
        turn = math.radians(_SLANT)
        return self.widest * math.sin(turn) + LABEL * math.cos(turn) if self.slanted else ROW

    def overhang(self, axis: Axis, length: float) -> float:
        """Pixels that the slanted texts reach beyond the left end of an axis of `length` pixels."""
        if not self.slanted:
            return 0.0
        across = math.cos(math.radians(_SLANT))
        starts = (
            (place - axis.low) * length / (axis.high - axis.low) - width(text, LABEL) * across
            for place, text in zip(self.places, self.texts, strict=True)
        )
        return max(0.0, -min(starts))


def upright_ticks(axis: Axis, language: Language, room: float) -> Ticks:
    """The y axis: as many as there are; each stands on a line of its own."""
    return Ticks(axis.ticks, tuple(shortened(text, LABEL, room) for text in tick_texts(axis, language)))


def level_ticks(axis: Axis, language: Language, length: float) -> Ticks:
    """The x axis over `length` pixels: all that fit side by side; names that don't are slanted."""
    texts = tick_texts(axis, language)
    if len(texts) < 2:
        return Ticks(axis.ticks, texts)
    between = min(b - a for a, b in pairwise(axis.ticks)) * length / (axis.high - axis.low)
    needed = max(width(text, LABEL) for text in texts) + _APART
    slanted = bool(axis.names) and needed > between
    if slanted:
        needed, texts = ROW, tuple(shortened(text, LABEL, _LONGEST) for text in texts)
    step = math.ceil(needed / between)
    return Ticks(axis.ticks[::step], texts[::step], slanted)


def grid(frame: Frame, colours: Colours) -> list[str]:
    """Light level lines at the ticks of y, and the line that the picture stands on."""
    lines = [
        [(frame.left, frame.pixel(frame.x.low, tick)[1]), (frame.right, frame.pixel(frame.x.low, tick)[1])]
        for tick in frame.y.ticks
    ]
    foot = [[(frame.left, frame.bottom), (frame.right, frame.bottom)]]
    drawn = (
        [element("path", d=path(lines), fill="none", stroke=colours["grid"], stroke_width=1)] if lines else []
    )
    if not frame.x.ticks:  # as in the window: no axis, no line
        return drawn
    return [*drawn, element("path", d=path(foot), fill="none", stroke=colours["faint"], stroke_width=1)]


def labels(
    figure: Figure, frame: Frame, level: Ticks, upright: Ticks, colours: Colours, language: Language
) -> list[str]:
    """The words of both axes but the name of y: it shares its line with what a handle says."""
    muted = colours["muted"]
    drawn = []
    for place, text in zip(level.places, level.texts, strict=True):
        x, y = frame.pixel(place, frame.y.low)
        if level.slanted:
            at = (x + 4, y + 6 + 0.7 * LABEL)
            turn = f"rotate({short(-_SLANT)} {short(at[0])} {short(at[1])})"
            drawn.append(words(text, *at, LABEL, muted, anchor="end", transform=turn))
        else:
            drawn.append(words(text, x, y + 6 + LABEL, LABEL, muted, anchor="middle"))
    for place, text in zip(upright.places, upright.texts, strict=True):
        x, y = frame.pixel(frame.x.low, place)
        drawn.append(words(text, x - 8, y + 0.36 * LABEL, LABEL, muted, anchor="end"))
    below = frame.bottom + 6 + level.height + LABEL + 5
    drawn.append(words(language.say(figure.x.label), frame.right, below, LABEL, muted, anchor="end"))
    return drawn
