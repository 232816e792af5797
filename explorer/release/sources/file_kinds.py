"""Kinds of files that are no text table, recognised by their first bytes: what each is, and what to do."""

from __future__ import annotations

from pathlib import Path

from explorer.mark import N_, Sentence
from explorer.release.sources.decompression import text_beginning

_MOST = 1 << 16  # bytes of a file that are looked at

_WORKBOOK = N_("this is an Excel workbook: open it and save the sheet as CSV")
_DOCUMENT = N_("this is an old Office file: open it and save the sheet as CSV")
_SPREADSHEET = N_("this is an OpenDocument spreadsheet: open it and save the sheet as CSV")
_WRITTEN = N_("this is a text document: save the table in it as CSV")
_ARCHIVE = N_("this is a zip archive: unpack it and choose the table in it")
_TAPE = N_("this is a tar archive: unpack it and choose the table in it")
_IMAGE = N_("this is an image: choose the file of the table, a CSV for example")
_PDF = N_("this is a PDF document: choose the file of the table, a CSV for example")
_SQLITE = N_("this is an SQLite database: export the table as CSV")
_DUCKDB = N_("this is a DuckDB database: export the table as CSV")
_WEB = N_("this is a web page or XML: save the table in it as CSV")
_JSON = N_("this is JSON: write the records as CSV")


def _columnar(kind: str) -> Sentence:
    return N_("this is a file in the {kind} format: write the table as CSV", kind=kind)


def _compressed(kind: str) -> Sentence:
    return N_("this is a compressed file ({kind}): unpack it and choose the table", kind=kind)


def _statistics(kind: str) -> Sentence:
    return N_("this is a data file of {kind}: export the table as CSV", kind=kind)


_BEGINNINGS: tuple[tuple[bytes, Sentence], ...] = (
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", _DOCUMENT),
    (b"\x1f\x8b", _compressed("gzip")),
    (b"BZh", _compressed("bzip2")),
    (b"\xfd7zXZ\0", _compressed("xz")),
    (b"\x28\xb5\x2f\xfd", _compressed("zstd")),
    (b"7z\xbc\xaf\x27\x1c", _compressed("7z")),
    (b"Rar!\x1a\x07", _compressed("rar")),
    (b"PAR1", _columnar("Parquet")),
    (b"ARROW1\0", _columnar("Arrow")),
    (b"Obj\x01", _columnar("Avro")),
    (b"\x89HDF\r\n\x1a\n", _columnar("HDF5")),
    (b"\x93NUMPY", _columnar("NumPy")),
    (b"SQLite format 3\0", _SQLITE),
    (b"%PDF-", _PDF),
    (b"{\\rtf", _WRITTEN),
    (b"\x89PNG\r\n\x1a\n", _IMAGE),
    (b"\xff\xd8\xff", _IMAGE),
    (b"GIF87a", _IMAGE),
    (b"GIF89a", _IMAGE),
    (b"II*\0", _IMAGE),
    (b"MM\0*", _IMAGE),
    (b"$FL2@(#)", _statistics("SPSS")),
    (b"$FL3@(#)", _statistics("SPSS")),
    (b"<stata_dta>", _statistics("Stata")),
    (bytes(12) + b"\xc2\xea\x81\x60", _statistics("SAS")),
    (b"RDX2\n", _statistics("R")),
    (b"RDX3\n", _statistics("R")),
    (b"X\n\0\0\0", _statistics("R")),
    *(
        (bytes((release, order, 1, 0)), _statistics("Stata"))
        for release in (113, 114, 115)
        for order in (1, 2)
    ),
    *((bytes((0x80, protocol)), _statistics("Python (pickle)")) for protocol in (2, 3, 4, 5)),
)
_ZIP = b"PK\x03\x04"
_INSIDE = (  # the first names and types in a zip archive that is a document
    (b"application/vnd.oasis.opendocument.spreadsheet", _SPREADSHEET),
    (b"application/vnd.oasis.opendocument", _WRITTEN),
    (b"xl/", _WORKBOOK),
    (b"word/", _WRITTEN),
)


def kind_of(path: Path) -> Sentence | None:
    """The same of a file at its place, or of what is compressed in it; None where it cannot be read."""
    try:
        return foreign(text_beginning(path, _MOST))
    except OSError:
        return None


def foreign(first: bytes) -> Sentence | None:
    """What a file is that begins so, and what to do with it; None where it may be a text table.

    >>> foreign(b"%PDF-1.7").text
    'this is a PDF document: choose the file of the table, a CSV for example'
    >>> foreign(b"age,region") is None
    True
    """
    if first.startswith(_ZIP):
        return next((sentence for mark, sentence in _INSIDE if mark in first), _ARCHIVE)
    if first[257:262] == b"ustar":
        return _TAPE
    if first[8:12] == b"DUCK" and b"\0" in first[:64]:
        return _DUCKDB
    for beginning, sentence in _BEGINNINGS:
        if first.startswith(beginning):
            return sentence
    begun = first.removeprefix(b"\xef\xbb\xbf").lstrip(b" \t\r\n")[:64]
    if begun.lower().startswith((b"<?xml", b"<!doctype", b"<html")):
        return _WEB
    return _JSON if _is_json(begun) else None


def _is_json(begun: bytes) -> bool:
    """An object or a list of them; a header may begin with a bracket, but not with one and a quote."""
    closed = begun[1:].lstrip(b" \t\r\n")
    return begun.startswith((b"{", b"[")) and closed.startswith((b'"', b"{", b"["))
