"""The kinds of column by name, where one is made by hand; `explorer.release.columns` has a file each."""

from __future__ import annotations

from explorer.release.columns.category import CategoryColumn
from explorer.release.columns.category_unknown import UnknownColumn
from explorer.release.columns.column import Column, column_document, every_column, new_column, read_column
from explorer.release.columns.date import DateColumn
from explorer.release.columns.numeric import NumericColumn

__all__ = [
    "CategoryColumn",
    "Column",
    "DateColumn",
    "NumericColumn",
    "UnknownColumn",
    "column_document",
    "every_column",
    "new_column",
    "read_column",
]
