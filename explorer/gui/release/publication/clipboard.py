"""A released table on the clipboard: tab-separated for spreadsheets, HTML for word processors.

A copy is no file: what is on the clipboard could as well be read off the screen, and the ledger logs neither.
"""

from __future__ import annotations

from PySide6.QtCore import QMimeData
from PySide6.QtWidgets import QApplication

from explorer.mark import N_, Sentence
from explorer.release.drawn import Drawn


def copy_table(drawn: Drawn, index: int, across: bool) -> Sentence:
    """Copy one table of a release, long as in its file, or `across` as rows by columns; what to say of it."""
    from explorer.export.layouts import copied_lines, html_table, tab_separated
    from explorer.release.crosstab import crosstab

    query = drawn.queries[index]
    lines = crosstab(drawn, query) if across else copied_lines(query)
    held = QMimeData()
    held.setText(tab_separated(lines))
    held.setHtml(html_table(lines, drawn))
    QApplication.clipboard().setMimeData(held)
    if across:
        return N_("Table “{name}” copied as rows by columns, with totals", name=query.name)
    return N_("Table “{name}” copied, one line per cell", name=query.name)
