"""What a file holds: the verb that names its columns, and how the other verbs are told a file."""

from __future__ import annotations

import argparse

from explorer.cli.answer import Answer, Row
from explorer.cli.command import Verb, help_text
from explorer.cli.table_places import with_password
from explorer.language import Language
from explorer.mark import N_
from explorer.release.plan.sections import Input
from explorer.release.sources.source import source_of
from explorer.release.sources.table_address import CLUSTER_EXAMPLE, EXAMPLE, place_of


def declare_source(parser: argparse.ArgumentParser) -> None:
    """The file, and the sheet of a workbook."""
    sentence = N_(
        "the file: text (also gzipped), Parquet, or an Excel workbook; or a table of a server: {example}; "
        "or of a cluster: {cluster}",
        example=EXAMPLE,
        cluster=CLUSTER_EXAMPLE,
    )
    parser.add_argument("source", type=place_of, metavar="SOURCE", help=help_text(parser, sentence))
    text = help_text(parser, N_("the sheet of a workbook that has several"))
    parser.add_argument("--sheet", default="", metavar="NAME", help=text)


def _columns(chosen: argparse.Namespace) -> Answer:
    place = with_password(chosen.source, Language(chosen.language))
    source = source_of(place, chosen.sheet)
    suggested = source.suggested()
    declared = Input() if suggested is None else suggested.input
    columns = source.columns(declared)
    head = Row((N_("column"), N_("values"), N_("type")))
    rows = tuple(Row((each.name, each.values, each.type or None)) for each in columns)
    data = [{"name": each.name, "type": each.type or "text"} for each in columns]
    return Answer({"source": source.id, "columns": data}, (head, *rows))


VERBS = (
    Verb(
        "columns",
        N_("the columns of a file or table, by names and types; never a value"),
        declare_source,
        _columns,
        example="columns people.csv",
    ),
)
