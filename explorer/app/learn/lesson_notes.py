"""Words on a picture beside its bands, dots, columns and levels: left out where they have no room."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from explorer.app.plotting import figure as pictures
from explorer.app.plotting import layers as drawn
from explorer.lessons.parts import picture as given
from explorer.mark import Sentence

_GROUNDS = ("quiet", "line", "grid", "field", "card", "page", "selection")
_ASIDE = 0.02  # of an axis: from its end to the words of a level
_BEGINNING = 0.4  # of an axis: what the words of a level take at most


def _note(
    identity: str, at: tuple[float, float], words: Sentence | None, colour: str, halo: bool = True
) -> list[drawn.Layer]:
    if words is None:
        return []
    colour = "muted" if colour in _GROUNDS else colour  # these are too pale for words
    return [
        drawn.Note(
            f"{identity}-name", *at, (words,), colour, place="above", near=True, optional=True, halo=halo
        )
    ]


def _there(x: given.Floats, y: given.Floats, share: float) -> tuple[float, float] | None:
    """A point with a number, so far along."""
    places = np.flatnonzero(np.isfinite(x) & np.isfinite(y))
    if not len(places):
        return None
    at = int(places[min(int(share * len(places)), len(places) - 1)])
    return float(x[at]), float(y[at])


def dots_note(layer: given.Dots, x: given.Floats, y: given.Floats) -> list[drawn.Layer]:
    """Beside one of the dots."""
    at = _there(x, y, 0.25)
    return [] if at is None else _note(layer.id, at, layer.label, "muted")


def bars_note(layer: given.Columns, x: given.Floats, height: given.Floats) -> list[drawn.Layer]:
    """Above the highest column."""
    known = np.where(np.isfinite(height), height, -np.inf)
    if not len(known) or not np.isfinite(known.max()):
        return []
    at = int(known.argmax())
    return _note(layer.id, (float(x[at]), float(height[at])), layer.label, layer.colour)


def band_note(layer: given.Band, x: given.Floats, high: given.Floats) -> list[drawn.Layer]:
    """Above the band, near its right end; on no curve."""
    at = _there(x, high, 0.8)
    return [] if at is None else _note(layer.id, at, layer.label, layer.colour, halo=False)


def level_layers(
    layer: given.Level, at: float, x: pictures.Axis, y: pictures.Axis, columns: Sequence[given.Columns] = ()
) -> list[drawn.Layer]:
    """A thin line across, and words at its end; at its beginning where columns cross its end alone."""
    aside = _ASIDE * (x.high - x.low)
    place, side = (x.high - 8 * aside, at), "below"
    if layer.upright:
        place, side = (at, y.high - _ASIDE * (y.high - y.low)), "right"
    else:
        crossing = [at for each in columns for at in each.x[each.height > layer.at]]
        if crossing and min(crossing) > x.low + _BEGINNING * (x.high - x.low):
            place, side = (x.low + 8 * aside, at), "above"
    words = drawn.Note(
        f"{layer.id}-name", *place, (layer.label,), layer.colour, place=side, near=True, halo=True
    )
    return [drawn.Rule(layer.id, at, layer.colour, layer.upright), words]
