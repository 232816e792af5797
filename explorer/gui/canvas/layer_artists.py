"""Which artist paints which kind of layer."""

from __future__ import annotations

from explorer.app.plotting.layers import Area, Bars, Layer, Level, Line, Points, Rule
from explorer.app.plotting.squares import Squares
from explorer.gui.canvas.artists import (
    AreaArtist,
    Artist,
    BarsArtist,
    LevelArtist,
    LineArtist,
    PointsArtist,
    RuleArtist,
)
from explorer.gui.canvas.squares_artist import SquaresArtist
from explorer.gui.widgets.theme import Theme

ARTISTS: dict[type, type[Artist]] = {
    Line: LineArtist,
    Area: AreaArtist,
    Bars: BarsArtist,
    Points: PointsArtist,
    Rule: RuleArtist,
    Level: LevelArtist,
    Squares: SquaresArtist,
}


def artist_for(layer: Layer, theme: Theme, ratio: float) -> Artist | None:
    """A new artist for a layer; None for words and handles, which the canvas places in pixels."""
    kind = ARTISTS.get(type(layer))
    return None if kind is None else kind(theme, ratio)
