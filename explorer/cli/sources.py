"""What a file holds: the verb that names its columns, and how the other verbs are told a file."""

from __future__ import annotations

import argparse
from pathlib import Path

from explorer.cli.answer import Answer, Row
from explorer.cli.command import Verb, help_text
from explorer.mark import N_
from explorer.release.plan.sections import Input
from explorer.release.sources.source import source_of


def declare_source(parser: argparse.ArgumentParser) -> None:
    """The file, and the sheet of a workbook."""
    text = help_text(parser, N_("the file: text (also gzipped), Parquet, or an Excel workbook"))
    parser.add_argument("source", type=Path, metavar="SOURCE", help=text)
    text = help_text(parser, N_("the sheet of a workbook that has several"))
    parser.add_argument("--sheet", default="", metavar="NAME", help=text)


def _columns(chosen: argparse.Namespace) -> Answer:
    source = source_of(chosen.source, chosen.sheet)
    suggested = source.suggested()
    declared = Input() if suggested is None else suggested.input
    columns = source.columns(declared)
    head = Row((N_("column"), N_("values"), N_("type")))
    rows = tuple(Row((each.name, each.values, each.type or None)) for each in columns)
    data = [{"name": each.name, "type": each.type or "text"} for each in columns]
    return Answer({"source": source.id, "columns": data}, (head, *rows))


VERBS = (
    Verb("columns", N_("the columns of a file, by names and types; never a value"), declare_source, _columns),
)
