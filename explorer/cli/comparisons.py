"""The verb that compares two releases from their published files."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from explorer.app.release.release_comparison import difference_sentence
from explorer.cli.answer import Answer, Line, Row
from explorer.cli.command import Verb, help_text
from explorer.export.files import write_atomically
from explorer.export.layouts import comma_separated
from explorer.mark import N_
from explorer.privacy.refusal import NotValid, Refusal
from explorer.release.comparison import difference_lines, file_of
from explorer.release.publish import check_out
from explorer.release.published_comparison import PublishedComparison, compared_files, unmeasured
from explorer.release.published_tables import PublishedRelease, read_published
from explorer.release.values.atomic_file import make_folder
from explorer.release.values.process_mark import sweep
from explorer.release.values.write_faults import why_not_written


def _compare(arguments: argparse.Namespace) -> Answer:
    earlier, later = (read_published(place) for place in (arguments.earlier, arguments.later))
    found = compared_files(earlier, later)
    data: dict[str, object] = {
        "earlier": earlier.answer(),
        "later": later.answer(),
        "results": [comparison.answer() for comparison in found],
        "not_measured": list(unmeasured(earlier, later)),
    }
    lines = tuple(line for comparison in found for line in _lines(comparison))
    if left := unmeasured(earlier, later):
        lines += (N_("not compared, because not measured in both releases: {tables}", tables=left),)
    if arguments.out is None:
        return Answer(data, lines)
    written = _written(arguments, earlier, later, found)
    files = tuple(N_("written: {path}", path=path) for path in written)
    return Answer({"written": written, **data}, (*lines, *files))


def _written(
    arguments: argparse.Namespace,
    earlier: PublishedRelease,
    later: PublishedRelease,
    found: Sequence[PublishedComparison],
) -> list[str]:
    """A file for each table, as the window exports it; none where one of them is there already."""
    out: Path = arguments.out
    files = {}
    for each in found:
        name = file_of(each.later.name, earlier, later)
        files[name] = comma_separated(difference_lines(each, earlier, later, each.bounded))
    check_out(tuple(files), out, arguments.overwrite)
    refusal: Refusal | None = None
    try:
        make_folder(out)
        sweep(out, tuple(files))
    except OSError as fault:
        refusal = NotValid(why_not_written(fault, out), "out")
    if refusal is not None:
        raise refusal
    for name, text in files.items():
        write_atomically(out / name, text.encode())
    return [str(out / name) for name in files]


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
    text = help_text(parser, N_("also write the differences of each table, as CSV, into this folder"))
    parser.add_argument("--out", type=Path, metavar="DIR", help=text)
    text = help_text(parser, N_("replace files of the same names"))
    parser.add_argument("--overwrite", action="store_true", help=text)


_NAMES = {"earlier": "RELEASE-A", "later": "RELEASE-B"}

VERBS = (
    Verb(
        "compare",
        N_("what differs between two releases beyond both margins, from published files; spends nothing"),
        _declare,
        _compare,
        example="compare released-2025/people released-2026/people",
    ),
)
