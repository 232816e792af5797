"""Pictures as PNG and PDF, painted from the same SVG that is exported; works without a window."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QCoreApplication, QMarginsF, QRectF, QSizeF
from PySide6.QtGui import (
    QFont,
    QFontDatabase,
    QGuiApplication,
    QImage,
    QImageWriter,
    QPageSize,
    QPainter,
    QPdfWriter,
)
from PySide6.QtSvg import QSvgRenderer

import explorer
from explorer.app.plotting.figure import Figure
from explorer.export.figures.picture import svg
from explorer.export.figures.requested_figure import complete_figure, session_state
from explorer.export.figures.table import table_csv
from explorer.export.files import EXTENSIONS, extension_of, write_atomically
from explorer.gui.canvas.svg_fonts import with_fonts
from explorer.gui.widgets.theme import FAMILY, load_fonts
from explorer.language import Language

__all__ = ["EXTENSIONS", "figure_image", "rasterise", "write_figure"]

_DENSE = 2  # pixels of a PNG to one of the SVG
_INCH = 96.0  # pixels of an SVG to the inch
_POINTS = 72.0  # to the inch
_METRE = 39.37007874  # inches


def write_figure(figure: Figure, path: Path | str, theme_name: str, language: Language) -> None:
    """Write a figure to a file, as what its name ends in: svg, png, pdf or csv.

    A PNG has twice the pixels; a PDF is one page of the picture's size, with lines and letters as such.

    Raises
    ------
    Refusal
        The name ends in none of `EXTENSIONS`, or the file cannot be written there.
    """
    path = Path(path)
    extension = extension_of(path)
    if extension == "csv":
        write_atomically(path, table_csv(figure).encode("utf-8"))
        return
    if extension == "svg":
        content = svg(figure, theme_name, language).encode("utf-8")
    else:
        content = _painted(figure, extension, theme_name, language)
    write_atomically(path, content)


def _renderer(figure: Figure, theme_name: str, language: Language) -> QSvgRenderer:
    # Qt reads a list of families as the name of one.
    drawing = with_fonts(svg(figure, theme_name, language, families=FAMILY))
    return QSvgRenderer(QByteArray(drawing.encode("utf-8")))


def _painted(figure: Figure, extension: str, theme_name: str, language: Language) -> bytes:
    with application_for_fonts():
        renderer = _renderer(figure, theme_name, language)
        return _png(renderer) if extension == "png" else _pdf(renderer, language.say(figure.title))


def rasterise(parsed: argparse.Namespace) -> list[Path]:
    """Answer the verb `render`, already parsed: the file that is written.

    Raises
    ------
    Refusal
        As `write_figure`; or there is no such figure or session.
    """
    language, path = Language(parsed.language), parsed.out
    extension_of(path)
    figure = complete_figure(parsed.figure, session_state(parsed.session))
    write_figure(figure, path, parsed.theme, language)
    return [path]


@contextmanager
def application_for_fonts() -> Iterator[None]:
    """Qt's application, which fonts need: the one there is, or one without a screen for a moment."""
    own = None
    if QCoreApplication.instance() is None:
        platform = ["-platform", "offscreen"] if sys.platform == "linux" else []
        own = QGuiApplication(["privacy-explorer", *platform])
    if FAMILY not in QFontDatabase.families():
        load_fonts()
    try:
        yield
    finally:
        if own is not None:
            own.shutdown()


def readable_font() -> QFont:
    """The shipped font without other forms of a letter: a reader of a PDF could not tell what they are.

    It begins anew: the window's own font has figures of one width, which are such forms.
    """
    font = QFont(FAMILY)
    for feature in ("tnum", "calt", "liga", "clig"):
        font.setFeature(QFont.Tag(feature), 0)
    return font


def figure_image(figure: Figure, theme_name: str, language: Language) -> QImage:
    """A figure as the PNG shows it: twice the pixels, with its title, its settings and its source."""
    with application_for_fonts():
        return _image(_renderer(figure, theme_name, language))


def _image(renderer: QSvgRenderer) -> QImage:
    size = renderer.defaultSize() * _DENSE
    image = QImage(size, QImage.Format.Format_RGB32)
    density = round(_INCH * _DENSE * _METRE)
    image.setDotsPerMeterX(density)
    image.setDotsPerMeterY(density)
    image.setText("Software", f"Privacy Explorer {explorer.__version__}")
    painter = QPainter(image)
    renderer.render(painter, QRectF(image.rect()))
    painter.end()
    return image


def _png(renderer: QSvgRenderer) -> bytes:
    held = QBuffer()
    held.open(QBuffer.OpenModeFlag.WriteOnly)
    if not QImageWriter(held, QByteArray(b"png")).write(_image(renderer)):
        raise RuntimeError("the PNG writer is missing")
    return bytes(held.data().data())


def _pdf(renderer: QSvgRenderer, title: str) -> bytes:
    held = QBuffer()
    held.open(QBuffer.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(held)
    size = QSizeF(renderer.defaultSize()) * (_POINTS / _INCH)
    writer.setPageSize(QPageSize(size, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setTitle(title)
    writer.setCreator(f"Privacy Explorer {explorer.__version__}")
    painter = QPainter(writer)
    painter.setFont(readable_font())
    renderer.render(painter, QRectF(0, 0, writer.width(), writer.height()))
    painter.end()
    return bytes(held.data().data())
