"""What a person did with a plan of a release, with its file, and with the ledger."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from explorer.mark import Sentence

if TYPE_CHECKING:
    from explorer.app.core.publication import Publication
    from explorer.app.core.state import EntryListing
    from explorer.release.audit.black_box import Verdict
    from explorer.release.counting.public_file import PublicFile
    from explorer.release.drawn import Drawn
    from explorer.release.ledger.act import Act
    from explorer.release.plan.sections import Input


@dataclass(frozen=True, slots=True)
class PlanEdited:
    """One value of the plan: `path` as in refusals ("privacy.epsilon", "histogram.1.column.2.edges").

    `also` are further values that one choice changes with it; all of them are one step of history.
    """

    path: str
    value: object
    also: tuple[tuple[str, object], ...] = ()


@dataclass(frozen=True, slots=True)
class PlanExtended:
    """A query of the kind `to` ("" for the first kind), or a column of the query at the path `to`, was added
    at the end.
    """

    to: str = ""


@dataclass(frozen=True, slots=True)
class PlanReduced:
    """The query or column at `path` was removed."""

    path: str


@dataclass(frozen=True, slots=True)
class TablesAdded:
    """Columns of the file were confirmed, each by its name and kind: a table of each, one `crosstab`, or all
    pairs of them as tables that agree (`linked`).

    `declared` is the dialect that was shown with them, `id_column` the id: a plan that is begun with them
    takes both, one that was begun before the id alone, and that only where it names none. `whole` are the
    columns whose type holds whole numbers alone.
    """

    columns: tuple[tuple[str, str], ...]
    crosstab: bool
    declared: Input
    id_column: str | None = None
    linked: bool = False
    whole: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class QueryDoubled:
    """A copy of the query at `path` was added at the end of its kind."""

    path: str


@dataclass(frozen=True, slots=True)
class QueryMoved:
    """The query at `path` goes `by` places further on among those of its kind: 1 or -1."""

    path: str
    by: int


@dataclass(frozen=True, slots=True)
class ShareTyped:
    """What part of the whole query `position` (from 0) is to have: the others adjust."""

    position: int
    text: str


@dataclass(frozen=True, slots=True)
class ShareLocked:
    """The share of query `position` (from 0) stays as it is while the others adjust, or no longer."""

    position: int
    locked: bool


@dataclass(frozen=True, slots=True)
class TableShareTyped:
    """What part of the query at `path` its table number `table` (from 0) is to have: it keeps that."""

    path: str
    table: int
    text: str


@dataclass(frozen=True, slots=True)
class PlanOpened:
    """A plan was read from `path` ("" for a new one)."""

    text: str
    path: str = ""


@dataclass(frozen=True, slots=True)
class PlanSaved:
    """The plan was written to `path`."""

    path: str


@dataclass(frozen=True, slots=True)
class FileChosen:
    """The file to be released, and the sheet where it is a workbook."""

    path: str
    sheet: str = ""


@dataclass(frozen=True, slots=True)
class AccountNamed:
    """The account that is charged ("" for the first one)."""

    account: str


@dataclass(frozen=True, slots=True)
class QueryShown:
    """Which query of the plan the picture shows, from 0, and which of its tables where it has several."""

    position: int
    table: int = 0


@dataclass(frozen=True, slots=True)
class RangeAsked:
    """From which edge to which a range is asked of fitted counts, as typed, and in which group, from 0."""

    low: str
    high: str
    group: int = 0


@dataclass(frozen=True, slots=True)
class PreviewSampled:
    """The preview runs on this file, which the person declared public; None for simulated people."""

    file: PublicFile | None


@dataclass(frozen=True, slots=True)
class SimulatedTyped:
    """How many rows of simulated people the preview counts, as typed."""

    text: str


@dataclass(frozen=True, slots=True)
class Rescaled:
    """The axes of the preview are to fit the noise as it is now."""


@dataclass(frozen=True, slots=True)
class ReleaseDrawn:
    """A release was paid for and drawn."""

    drawn: Drawn


@dataclass(frozen=True, slots=True)
class ReleaseWritten:
    """The newest release was exported to these files."""

    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReleaseStatusGiven:
    """Something besides the tables was written: a report, a picture, code; `status` says where."""

    status: Sentence


@dataclass(frozen=True, slots=True)
class PublicationWorded:
    """What the steward says beside the numbers, and what the picture leaves out."""

    publication: Publication


@dataclass(frozen=True, slots=True)
class AccountShown:
    """Another account of the ledger is looked at."""

    account: str


@dataclass(frozen=True, slots=True)
class LedgerShown:
    """This computer's ledger is looked at, or the temporary one of the shipped `example`."""

    example: bool


@dataclass(frozen=True, slots=True)
class LedgerChanged:
    """Something was done to the ledger, or it is to be verified again: it is read anew."""

    status: Sentence | None = None


@dataclass(frozen=True, slots=True)
class LedgerExported:
    """What was drawn once was written again; `status` says where."""

    status: Sentence


@dataclass(frozen=True, slots=True)
class EntriesListed:
    """The entries of the ledger are listed in another way."""

    listing: EntryListing


@dataclass(frozen=True, slots=True)
class StatementWritten:
    """The statement of an account was written; `status` says where."""

    status: Sentence


@dataclass(frozen=True, slots=True)
class ActSaid:
    """What a person said of the act that they agreed to: who acts, what for, what the file is called."""

    act: Act


@dataclass(frozen=True, slots=True)
class AuditRunsChosen:
    """How many runs a side the next test of the release takes, as typed."""

    text: str


@dataclass(frozen=True, slots=True)
class ReleaseTested:
    """The release of a plan, by its text, was tested on simulated people."""

    plan: str
    verdict: Verdict


ReleasingMessage = (
    PlanEdited
    | PlanExtended
    | PlanReduced
    | TablesAdded
    | QueryDoubled
    | QueryMoved
    | TableShareTyped
    | ShareTyped
    | ShareLocked
    | PlanOpened
    | PlanSaved
    | FileChosen
    | AccountNamed
    | QueryShown
    | RangeAsked
    | PreviewSampled
    | SimulatedTyped
    | Rescaled
    | ReleaseDrawn
    | ReleaseWritten
    | ReleaseStatusGiven
    | PublicationWorded
    | AccountShown
    | LedgerShown
    | LedgerChanged
    | LedgerExported
    | EntriesListed
    | StatementWritten
    | ActSaid
    | AuditRunsChosen
    | ReleaseTested
)
