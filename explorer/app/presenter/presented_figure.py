"""A picture as a large room can read it: at most four curves, none thin, no words of curves left out."""

from __future__ import annotations

from dataclasses import dataclass, replace

from explorer.app.core.state import State
from explorer.app.plotting.figure import Figure
from explorer.app.plotting.layers import Layer, Line, Note, Points, Rule
from explorer.mark import N_, Sentence, verbatim

MOST_CURVES = 4
THINNEST = 3.0  # pixels of a curve
_KEPT = ("sequential", "random")  # curves that the others are compared with
_SIMULATED = ("released-value", "equally-likely")  # pictures around a true count that is made up


@dataclass(frozen=True)
class PresentedFigure:
    """The picture, and how many of its curves it shows."""

    figure: Figure
    shown: int
    all: int


def presented(figure: Figure, scale: float) -> PresentedFigure:
    """`figure` with its four widest curves, each `THINNEST` pixels or more where lengths are `scale` times.

    A curve in pieces of one name is one. What has the colour of a curve that is left out goes with it:
    its crossings and their words; and what is said of several curves at once. No words stand beneath a
    picture, where the remark on it stands.
    """
    lines = [layer for layer in figure.layers if isinstance(layer, Line)]
    widths: dict[str, float] = {}
    for line in lines:
        name = series_of(line)
        if name:
            widths[name] = max(widths.get(name, 0.0), line.width + (10.0 if line.id in _KEPT else 0.0))
    kept = set(sorted(widths, key=lambda each: -widths[each])[:MOST_CURVES])
    left_out = [line for line in lines if series_of(line) and series_of(line) not in kept]
    staying = {line.colour for line in lines} - {line.colour for line in left_out}
    colours = {line.colour for line in left_out} - staying - {"ink"}
    layers = (_thick(layer, scale) for layer in figure.layers if not _gone(layer, left_out, colours))
    return PresentedFigure(replace(figure, layers=tuple(layers)), len(kept), len(widths))


def series_of(line: Line) -> str:
    """What tells the curves of a picture apart: their titles; empty of a line that has none."""
    return "" if line.title is None else repr(line.title)


def _gone(layer: Layer, left_out: list[Line], colours: set[str]) -> bool:
    if isinstance(layer, Line):
        return any(layer is line for line in left_out)
    if left_out and isinstance(layer, Note) and layer.optional and layer.beneath is not None:
        return True
    return isinstance(layer, Note | Points | Rule) and layer.colour in colours


def _thick(layer: Layer, scale: float) -> Layer:
    if isinstance(layer, Line) and layer.width * scale < THINNEST:
        return replace(layer, width=THINNEST / scale)
    return replace(layer, beneath=None) if isinstance(layer, Note) else layer


def remark(state: State, shown: PresentedFigure, frozen: bool) -> Sentence:
    """What stands below the picture: that it is frozen, simulated, or not all of its curves."""
    said = []
    if frozen:
        said.append(N_("frozen"))
    if simulated(state, shown.figure):
        said.append(N_("simulated"))
    return _joined([*said, *_left_out(shown)])


def picture_remark(shown: PresentedFigure, page: Sentence) -> Sentence:
    """What stands below a picture among pages of words: the page, and that not all of its curves are here."""
    return _joined([page, *_left_out(shown)])


def _left_out(shown: PresentedFigure) -> list[Sentence]:
    if shown.shown < shown.all:
        return [N_("{shown} of {all} curves", shown=shown.shown, all=shown.all)]
    return []


def sheet_remark(frozen: bool, page: int, pages: int, made_up: bool = False) -> Sentence:
    """What stands below words: that they are frozen, or simulated, and which page of them is seen, from 0."""
    said = [N_("frozen")] if frozen else []
    said += [N_("simulated")] if made_up else []
    if pages > 1:
        said.append(N_("page {page} of {all}", page=page + 1, all=pages))
    return _joined(said)


def _joined(said: list[Sentence]) -> Sentence:
    if not said:
        return verbatim("")
    first, *others = said
    for each in others:
        first = N_("{one}; {other}", one=first, other=each)
    return first


def simulated(state: State, figure: Figure) -> bool:
    """Whether the counts or values in a picture are simulated: nobody's data."""
    if figure.id == "clipping":
        return state.sample.kind != "public"
    return figure.id in _SIMULATED or figure.settings.get("counts") == "simulated"
