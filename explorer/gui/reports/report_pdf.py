"""A report as PDF: letters that can be read and searched, the same bytes for the same draw.

What Qt adds of its own, the moment and a random number, is replaced by the day and the id of the release.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping
from datetime import date
from html import escape
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QMarginsF, QRectF, QUuid
from PySide6.QtGui import QColor, QFontDatabase, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgRenderer

from explorer.app.plotting.palette import palette
from explorer.export.markup import clean
from explorer.export.reports.blocks import Grid, Report
from explorer.gui.canvas.raster import application_for_fonts
from explorer.gui.canvas.svg_fonts import with_fonts
from explorer.gui.reports.page_layout import Setter
from explorer.gui.reports.page_marks import EDGE, FOOT, HEIGHT, INNER, MUTED, Mark, Placed, Ruled, Words
from explorer.gui.reports.pdf_objects import settled
from explorer.gui.reports.structure import ARTIFACT
from explorer.gui.reports.tagged_pdf import Tags, mark_turn
from explorer.language import Language
from explorer.mark import N_
from explorer.privacy.refusal import Unsupported

MOST_ROWS = 20_000  # of all tables: some 350 pages, which nobody prints
_POINTS = 720  # units to the inch
_CHINESE = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]")


def report_pdf(report: Report) -> bytes:
    """The report on pages of A4.

    Raises
    ------
    Unsupported
        The tables are too long for paper, or no font here has the characters: HTML has neither limit.
    """
    rows = sum(len(block.rows) for block in report.blocks if isinstance(block, Grid))
    if rows > MOST_ROWS:
        sentence = N_(
            "a PDF of {rows:plain} rows would be too long; let the name of the report end in .html",
            rows=rows,
        )
        raise Unsupported(sentence, "out")
    with application_for_fonts():
        if _CHINESE.search(repr(report.blocks) + report.title) and not has_chinese_font():
            sentence = N_("no font here has the Chinese characters of the report; let its name end in .html")
            raise Unsupported(sentence, "out")
        painted, tags = _painted(report)
        return settled(painted, report.date, tags.put)


def has_chinese_font() -> bool:
    """Whether a font here has simplified Chinese characters."""
    return bool(QFontDatabase.families(QFontDatabase.WritingSystem.SimplifiedChinese))


def _painted(report: Report) -> tuple[bytes, Tags]:
    """The pages with the signs between their elements, and the elements."""
    setter = Setter(report.language)
    pages = setter.set(report)
    held = QBuffer()
    held.open(QBuffer.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(held)
    writer.setResolution(_POINTS)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setTitle(clean(report.title))
    writer.setCreator("Privacy Explorer")
    writer.setDocumentId(QUuid.createUuidV5(QUuid(), f"{report.identity} {report.language.code}".encode()))
    writer.setDocumentXmpMetadata(QByteArray(_described(report).encode()))
    painter = QPainter(writer)
    colours = palette("light")
    for number, page in enumerate(pages, 1):
        if number > 1:
            writer.newPage()
        foot, present = _foot(report, number, len(pages)), None
        belongs = (*setter.belongs[number - 1], *(ARTIFACT,) * len(foot))
        for mark, element in zip((*page, *foot), belongs, strict=True):
            if element != present:
                mark_turn(painter, element)
            present = element
            _paint(painter, mark, colours, setter)
    painter.end()
    language = report.language.code.replace("_", "-")
    return bytes(held.data().data()), Tags(setter.structure.elements, language)


def _foot(report: Report, number: int, pages: int) -> tuple[Words, ...]:
    """Which release or record, which page."""
    say, y = report.language.say, HEIGHT - FOOT + 160
    left = report.foot or say(N_("Release {identity} of {date}", identity=report.identity, date=report.date))
    right = say(N_("page {number:plain} of {pages:plain}", number=number, pages=pages))
    return Words(EDGE, y, left, MUTED), Words(EDGE + INNER, y, right, MUTED)


def _paint(painter: QPainter, mark: Mark, colours: Mapping[str, str], setter: Setter) -> None:
    if isinstance(mark, Ruled):
        painter.fillRect(QRectF(*mark.box), QColor(colours[mark.colour]))
    elif isinstance(mark, Placed):
        painter.setFont(setter.font(MUTED))  # what a picture does not say of its letters is as here
        QSvgRenderer(QByteArray(with_fonts(mark.drawing).encode())).render(painter, mark.box)
    else:
        x, font = mark.x, setter.font(mark.letters)
        painter.setFont(font)
        painter.setPen(QColor(colours[mark.letters.colour]))
        if x >= EDGE + INNER:  # to the right edge
            x -= setter.length(mark.text, mark.letters)
        painter.drawText(round(x), round(mark.y), mark.text)


def _described(report: Report) -> str:
    """XMP without a moment: Qt's own holds the time of writing. It says that the document is PDF/UA-1."""
    return (
        "<?xpacket begin='' id='W5M0MpCehiHzreSzNTczkc9d'?>"
        '<x:xmpmeta xmlns:x="adobe:ns:meta/" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">'
        '<rdf:RDF><rdf:Description rdf:about=""><pdfuaid:part>1</pdfuaid:part>'
        f'<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{escape(clean(report.title))}</rdf:li></rdf:Alt>'
        "</dc:title></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end='w'?>"
    )


def write_asked(parsed: argparse.Namespace) -> list[Path]:
    """Answer `ledger report` to a PDF, already parsed: the file that is written.

    Raises
    ------
    Refusal
    """
    from explorer.export.reports.report_sources import asked_report, check_place, write_kept

    check_place(parsed.out, parsed.overwrite)
    given = (parsed.sequence, parsed.ledger, Language(parsed.language), vars(parsed))
    drawn, report = asked_report(*given)
    write_kept(parsed.out, report_pdf(report), drawn, parsed.group)
    return [Path(parsed.out)]


def write_asked_statement(parsed: argparse.Namespace) -> list[Path]:
    """Answer `ledger statement` to a PDF, already parsed: the file that is written.

    Raises
    ------
    Refusal
    """
    from explorer.export.files import write_atomically
    from explorer.export.reports.account_statement import statement_report
    from explorer.export.reports.statement_sources import asked_statement
    from explorer.release.ledger.accounts import DEFAULT

    today = date.today().isoformat()
    asked = asked_statement(parsed.ledger, parsed.account or DEFAULT, parsed.out, parsed.overwrite, today)
    write_atomically(parsed.out, report_pdf(statement_report(asked, Language(parsed.language))))
    return [Path(parsed.out)]
