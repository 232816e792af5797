"""Pictures of lessons as figures of the program: drawn, labelled and exported like any other."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from explorer.app.core.lesson_place import SECTION
from explorer.app.learn.lesson_notes import band_note, bars_note, dots_note, level_layers
from explorer.app.learn.lesson_table import chart_table, grid_table
from explorer.app.plotting import figure as pictures
from explorer.app.plotting import layers as drawn
from explorer.app.plotting.logarithmic_axes import logarithmic_axis
from explorer.app.plotting.squares import Squares
from explorer.app.plotting.ticks import ticks
from explorer.lessons.parts import picture as given
from explorer.lessons.parts.lesson import Lesson
from explorer.mark import N_, Rounding, Sentence, verbatim
from explorer.privacy.status import Kind

SIMULATED = N_("simulated")
_DASHES = {
    Kind.EXACT: drawn.Dash.EXACT,
    Kind.UPPER: drawn.Dash.UPPER,
    Kind.BRACKET: drawn.Dash.EXACT,
    Kind.ESTIMATE: drawn.Dash.ESTIMATE,
}
_USUAL, _WIDE = 2.0, 3.0  # pixels of a curve
_KEYS = 100  # arrow keys from one end of a plain axis to the other
_LEAST = 1e-300


def figure_of(picture: given.Chart | given.Grid, lesson: Lesson, pending: bool = False) -> pictures.Figure:
    """One picture of a scene of `lesson`; `pending` where it is of settings before those of now."""
    if isinstance(picture, given.Grid):
        return _of_grid(picture, lesson, pending)
    x, y = _axis(picture.x), _axis(picture.y)
    layers: list[drawn.Layer] = []
    for layer in picture.layers:
        layers += _LAYERS[type(layer)](layer, picture, lesson)
    return pictures.Figure(
        picture.id,
        picture.title,
        SIMULATED,
        picture.description,
        x,
        y,
        tuple(layers),
        chart_table(picture),
        pending=pending,
        settings=_settings(lesson),
    )


def _settings(lesson: Lesson) -> Mapping[str, object]:
    """What an exported picture says of itself."""
    said = N_(
        "simulated people and noise, draw {seed:plain}; lesson “{title}” ({source})",
        seed=lesson.seed,
        title=lesson.title,
        source=lesson.source,
    )
    values = {each.symbol: getattr(lesson, name) for name, each in lesson.parameters().items() if each.symbol}
    return {"note": said, **values}


def _axis(axis: given.Axis) -> pictures.Axis:
    if axis.logarithmic:
        low, high = math.log10(max(axis.low, _LEAST)), math.log10(axis.high)
        return logarithmic_axis(axis.label, low, high, whole=axis.whole)
    if axis.names:
        places = tuple(at for at, _ in axis.names)
        return pictures.Axis(axis.label, axis.low, axis.high, places, tuple(name for _, name in axis.names))
    return pictures.Axis(
        axis.label, axis.low, axis.high, ticks(axis.low, axis.high, whole=axis.whole), whole=axis.whole
    )


def placed(values: given.Floats, axis: given.Axis) -> given.Floats:
    """Data as they are drawn on an axis: as decimal logarithms where it is logarithmic."""
    found = np.asarray(values, dtype=np.float64)
    if axis.logarithmic:
        with np.errstate(divide="ignore", invalid="ignore"):
            found = np.log10(np.where(found > 0, found, np.nan))
    else:
        found = found.copy()
    return pictures.read_only(found)


def _line(layer: given.Curve, chart: given.Chart, lesson: Lesson) -> list[drawn.Layer]:
    x, y = placed(layer.x, chart.x), placed(layer.y, chart.y)
    towards = Rounding.UP if layer.kind is Kind.UPPER else None
    return [
        drawn.Line(
            layer.id,
            x,
            y,
            layer.colour,
            _DASHES[layer.kind],
            _WIDE if layer.wide else _USUAL,
            layer.label,
            kind=layer.kind,
            towards=towards,
            source=lesson.source,
        )
    ]


def _points(layer: given.Dots, chart: given.Chart, lesson: Lesson) -> list[drawn.Layer]:
    x, y = placed(layer.x, chart.x), placed(layer.y, chart.y)
    dots = drawn.Points(
        layer.id,
        x,
        y,
        layer.colour,
        layer.size,
        opacity=layer.opacity,
        name=layer.label,
        kind=SIMULATED,
        source=lesson.source,
    )
    return [dots, *dots_note(layer, x, y)]


def _bars(layer: given.Columns, chart: given.Chart, lesson: Lesson) -> list[drawn.Layer]:
    x, height = placed(layer.x, chart.x), placed(layer.height, chart.y)
    bars = drawn.Bars(
        layer.id,
        x,
        height,
        layer.width,
        layer.colour,
        name=layer.label,
        kind=SIMULATED,
        source=lesson.source,
    )
    return [bars, *bars_note(layer, x, height)]


def _area(layer: given.Band, chart: given.Chart, _: Lesson) -> list[drawn.Layer]:
    x, low, high = placed(layer.x, chart.x), placed(layer.low, chart.y), placed(layer.high, chart.y)
    return [drawn.Area(layer.id, x, low, high, layer.colour, 0.16), *band_note(layer, x, high)]


def _level(layer: given.Level, chart: given.Chart, _: Lesson) -> list[drawn.Layer]:
    axis = chart.x if layer.upright else chart.y
    at = float(placed(np.array([layer.at]), axis)[0])
    columns = [each for each in chart.layers if isinstance(each, given.Columns)]
    return level_layers(layer, at, _axis(chart.x), _axis(chart.y), columns)


def _handle(layer: given.Marker, chart: given.Chart, lesson: Lesson) -> list[drawn.Layer]:
    parameter = lesson.parameters()[layer.parameter]
    at = float(placed(np.array([getattr(lesson, layer.parameter)], dtype=float), chart.x)[0])
    step = 1.0 if parameter.integer else (chart.x.high - chart.x.low) / _KEYS
    return [
        drawn.Handle(
            f"{layer.parameter}-handle",
            f"{SECTION}.{layer.parameter}",
            at,
            0.0 if chart.x.logarithmic and not parameter.integer else step,
            layer.label,
            parameter.low,
            chart.x.logarithmic,
        )
    ]


_LAYERS: Mapping[type, Callable[[Any, given.Chart, Lesson], list[drawn.Layer]]] = {
    given.Curve: _line,
    given.Dots: _points,
    given.Columns: _bars,
    given.Band: _area,
    given.Level: _level,
    given.Marker: _handle,
}


def _of_grid(grid: given.Grid, lesson: Lesson, pending: bool) -> pictures.Figure:
    """Squares on axes without numbers: one unit a square."""
    rows = max(math.ceil(len(grid.cells) / grid.columns), 1)
    layers = tuple(
        Squares(
            f"{grid.id}-{kind}",
            np.flatnonzero(grid.cells == kind),
            grid.columns,
            rows,
            "faint" if each.crossed and each.colour == "quiet" else each.colour,  # a cross must be seen
            each.label,
            each.crossed,
        )
        for kind, each in enumerate(grid.kinds)
    )
    without = verbatim("")
    return pictures.Figure(
        grid.id,
        grid.title,
        _counted(grid),
        grid.description,
        pictures.Axis(without, 0.0, float(grid.columns), ()),
        pictures.Axis(without, 0.0, float(rows), ()),
        layers,
        grid_table(grid),
        pending=pending,
        settings=_settings(lesson),
    )


def _counted(grid: given.Grid) -> Sentence:
    """How many of each kind there are, beside the word that all of it is simulated."""
    said = SIMULATED
    for kind, each in enumerate(grid.kinds):
        count = int(np.count_nonzero(grid.cells == kind))
        counted = N_("{label}: {count}", label=each.label, count=count)
        said = counted if kind == 0 else N_("{one}; {other}", one=said, other=counted)
    return N_("{one}; {other}", one=said, other=SIMULATED)
