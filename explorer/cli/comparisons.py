"""The verb that compares two releases from their published files."""

from __future__ import annotations

import argparse
from pathlib import Path

from explorer.app.release.release_comparison import difference_sentence
from explorer.cli.answer import Answer, Line, Row
from explorer.cli.command import Verb, help_text
from explorer.mark import N_
from explorer.release.published_tables import PublishedComparison, compared_files, read_published


def _compare(arguments: argparse.Namespace) -> Answer:
    earlier, later = (read_published(place) for place in (arguments.earlier, arguments.later))
    found = compared_files(earlier, later)
    data = {
        "earlier": earlier.answer(),
        "later": later.answer(),
        "results": [comparison.answer() for comparison in found],
    }
    return Answer(data, tuple(line for comparison in found for line in _lines(comparison)))


def _lines(comparison: PublishedComparison) -> tuple[Line, ...]:
    """What is found, and the cells that differ; --json tells every cell."""
    beyond = comparison.beyond
    said = difference_sentence(beyond, comparison.margin, comparison.confidence, comparison.bounded)
    heading: tuple[Line, ...] = (N_("table “{name}”: {said}", name=comparison.later.name, said=said),)
    if not any(beyond):
        return heading
    later, earlier = comparison.later, comparison.earlier
    head = Row((*later.columns, N_("earlier"), N_("later"), N_("difference")))
    cells = zip(later.cells, earlier.counts, later.counts, comparison.differences, beyond, strict=True)
    rows = tuple(Row((*cell, *numbers)) for cell, *numbers, differs in cells if differs)
    return (*heading, head, *rows)


def _declare(parser: argparse.ArgumentParser) -> None:
    for name, words in (
        ("earlier", N_("the folder with the files of a release, or one of its tables (CSV)")),
        ("later", N_("the same of another release of these tables")),
    ):
        parser.add_argument(name, type=Path, metavar=_NAMES[name], help=help_text(parser, words))


_NAMES = {"earlier": "RELEASE-A", "later": "RELEASE-B"}

VERBS = (
    Verb(
        "compare",
        N_("what differs between two releases beyond both margins, from published files; spends nothing"),
        _declare,
        _compare,
    ),
)
