"""What the lines of a picture say by their dash: the entries of its key."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.app.core import wording
from explorer.app.plotting.figure import Figure
from explorer.app.plotting.layers import Area, Dash, Line
from explorer.app.plotting.squares import Squares, Swatch
from explorer.mark import N_, Sentence
from explorer.privacy.status import Kind

_KINDS = {Dash.EXACT: Kind.EXACT, Dash.UPPER: Kind.UPPER, Dash.ESTIMATE: Kind.ESTIMATE, Dash.UNPROVEN: None}
_WORDS = {
    Dash.UPPER: N_("proven bound"),
    Dash.ESTIMATE: wording.KINDS[Kind.ESTIMATE],
    Dash.UNPROVEN: wording.NOT_PROVEN,
}
_SOLID: dict[frozenset[Kind | None], Sentence] = {
    frozenset({Kind.EXACT}): wording.KINDS[Kind.EXACT],
    frozenset({Kind.BRACKET}): wording.KINDS[Kind.BRACKET],
    frozenset({Kind.EXACT, Kind.BRACKET}): N_("exact, or a proven interval"),
}


@dataclass(frozen=True)
class LineKind:
    """One entry: how such lines are drawn, None for what is hatched; and what that means.

    Of squares it is a `swatch` instead.
    """

    dash: Dash | None
    words: Sentence
    swatch: Swatch | None = None


def line_kinds(figure: Figure) -> tuple[LineKind, ...]:
    """The kinds of number that occur in a figure, the surest first; none where all its lines are alike.

    A line whose dash says something else than its kind (“with you”) explains nothing, and neither do those
    of a figure that has a word of its own for its numbers. Squares are always explained.
    """
    squares = [layer for layer in figure.layers if isinstance(layer, Squares)]
    if squares:
        return tuple(LineKind(None, each.label, Swatch(each.colour, each.crossed)) for each in squares)
    if isinstance(figure.settings.get("kind"), Sentence):
        return ()
    lines = [layer for layer in figure.layers if isinstance(layer, Line) and layer.title and len(layer.x) > 1]
    solid = frozenset(_kind(line) for line in lines if line.dash is Dash.EXACT)
    found = [LineKind(Dash.EXACT, _SOLID[solid])] if solid in _SOLID else []
    named = {line.dash for line in lines if _kind(line) is _KINDS[line.dash]}
    found += [LineKind(dash, words) for dash, words in _WORDS.items() if dash in named]
    if any(isinstance(layer, Area) and layer.hatched and len(layer.x) > 1 for layer in figure.layers):
        found.append(LineKind(None, N_("not a guarantee")))
    return tuple(found) if len(found) > 1 else ()


def _kind(line: Line) -> Kind | None:
    """The kind of a line's numbers; None where they are not proven, or something else is said of them."""
    if isinstance(line.kind, Sentence):
        return None
    return line.kind or _KINDS[line.dash]
