"""What is said once a release is written as files: how many, where, or why not."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from explorer.app.core.state import State
from explorer.app.release.preflight.spend_summary import drawn_of, paid
from explorer.mark import N_, Sentence, verbatim
from explorer.release.drawn import Drawn


def written_sentence(state: State) -> Sentence:
    """What was written last, else what was paid; empty before a release."""
    releasing = state.releasing
    if releasing.status is not None:
        return releasing.status
    if releasing.written:
        written = [Path(path) for path in releasing.written]
        return tables_written(written) if drawn_of(releasing) else _earlier_written(releasing.drawn, written)
    if releasing.drawn:
        return paid(releasing.drawn[-1])
    return N_("")


def tables_written(written: Sequence[Path]) -> Sentence:
    """How many files, and where."""
    folder = str(written[0].parent) if written else ""
    return N_(
        "Released: {count:plain} {count:file|files} written to {folder}; exporting again is free",
        count=len(written),
        folder=folder,
    )


def _earlier_written(drawn: Sequence[Drawn], written: Sequence[Path]) -> Sentence:
    """The same of a release by another plan than is open now: it is named."""
    if not drawn:
        return tables_written(written)
    return N_(
        "Release {sequence:plain}, “{title}”: {count:plain} {count:file|files} written to {folder}; "
        "exporting again is free",
        sequence=drawn[-1].sequence,
        title=verbatim(drawn[-1].plan.title or drawn[-1].plan.queries[0].name),
        count=len(written),
        folder=str(written[0].parent),
    )


def file_written(path: Path) -> Sentence:
    """One file, and where."""
    return N_("{name} written to {folder}", name=path.name, folder=str(path.parent))
