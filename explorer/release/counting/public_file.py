"""A file that everybody may see, counted for the preview: nothing of it is paid for, kept or written.

True counts of private rows are never shown, so that this must never meet a private file. What can be told is
refused: the file that is chosen for release, by whatever name, a copy of it, and every file that the ledger
knows. An extract or an edited copy cannot be told: that a file is public is the person's own declaration.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path

from explorer.mark import N_
from explorer.privacy.progress import progress
from explorer.privacy.refusal import NotValid
from explorer.release.ledger.spends import read_books
from explorer.release.partition_selection import Counted
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Output
from explorer.release.values.noise_distribution import LAPLACE

_KEY = b"rows of a public file that count"  # fixed: there is nobody to protect, and the picture rests
_FIELD = "public"
_PRIVATE = N_("this is the file that is to be released: it is private, take another one")


@dataclass(frozen=True, slots=True)
class PublicFile:
    """A file as it was when somebody declared it public."""

    path: str
    size: int
    modified: int  # nanoseconds

    @property
    def name(self) -> str:
        """Without its folder."""
        return Path(self.path).name


@dataclass(frozen=True, eq=False)
class PublicCounts:
    """Counts of a public file as `release.counts.Counts` has them: no secret, unlike those."""

    queries: tuple[Counted, ...] = field(repr=False)


def public_file(path: Path, released: str = "") -> PublicFile:
    """The file as it is now.

    Raises
    ------
    NotValid
        It cannot be read, or it is the file that is chosen for release (`released`, "" for none).
    """
    check_apart(path, released, _FIELD)
    try:
        found = path.stat()
    except OSError:
        found = None
    if found is None or not path.is_file():
        raise NotValid(N_("the public file cannot be read; check its path and permissions"), _FIELD)
    return PublicFile(str(path), found.st_size, found.st_mtime_ns)


def check_apart(path: Path, released: str, named: str) -> None:
    """Whether `path` is another file than the one that is chosen for release, under whatever name.

    Raises
    ------
    NotValid
    """
    if not released:
        return
    try:
        same = path.samefile(released)
    except OSError:  # one of them is not there: then names are all that can be compared
        same = path.absolute() == Path(released).absolute()
    if same:
        raise NotValid(_PRIVATE, named)


def check_no_copy(
    digest: bytes, size: int, released: str, named: str, cancelled: Callable[[], bool] | None = None
) -> None:
    """Whether a file of this SHA-256 and size holds something else than the one that is chosen for release.

    That one is read only where its size is the same.

    Raises
    ------
    NotValid
    """
    from explorer.release.sources.csv_file import file_digest  # the reader: not for the first paint

    same, private = False, Path(released)
    with suppress(OSError):  # what is not there cannot be compared, nor released
        if released and private.is_file() and private.stat().st_size == size:
            same = file_digest(private, None, cancelled) == digest
    if same:
        raise NotValid(_PRIVATE, named)


def counting_part(plan: ReleasePlan) -> ReleasePlan:
    """What of a plan decides how a file is counted: another ε counts nothing anew."""
    privacy = replace(
        plan.privacy,
        epsilon=Fraction(1),
        delta=Fraction(0),
        mechanism=LAPLACE,
        signed_off="",
        second_signed_off="",
        two_signers=False,
        locked=False,
    )
    queries = tuple(replace(query, share=Fraction(1)) for query in plan.queries)
    return replace(plan, privacy=privacy, queries=queries, title="", output=Output())


def count_public(
    plan: ReleasePlan, file: PublicFile, released: str = "", ledger: Path | None = None
) -> PublicCounts:
    """Count a public file by the engine of a release, contributions bounded alike.

    Parameters
    ----------
    released : the file that is chosen for release, "" for none
    ledger : the folder of the ledger; a file that it knows is private

    Guarantee
    ---------
    Equal files give equal counts. Progress is told to, and stopped by, whoever listens
    (`explorer.privacy.progress`). Nothing is written.

    Raises
    ------
    NotValid
        The file chosen for release or a copy of it, a file that was released from, or one that has changed.
    NotATable
    LedgerRefused
    """
    from explorer.release.counting.counts import count  # the engine: not for the first paint

    _check_same(file, released)
    share = 0.0

    def report(done: int, size: int) -> None:
        nonlocal share
        share = done / size if size else 1.0
        progress(share)

    def checked() -> bool:
        progress(share)  # raises where the count is no longer wanted
        return False

    counts = count(counting_part(plan), Path(file.path), _KEY, report, checked)
    _check_same(file, released)  # another one may have come in its place meanwhile
    check_public(counts.digest, file.size, released, ledger, _FIELD, checked)
    return PublicCounts(counts.queries)


def _check_same(file: PublicFile, released: str) -> None:
    if public_file(Path(file.path), released) != file:
        raise NotValid(N_("the public file has changed since: choose it again"), _FIELD)


def check_public(
    digest: bytes,
    size: int,
    released: str,
    ledger: Path | None,
    named: str,
    cancelled: Callable[[], bool] | None = None,
) -> None:
    """Whether a file of this SHA-256 and size may be public: neither a copy of the one that is chosen for
    release, nor one that an account of the ledger holds, whatever its name is now.

    Raises
    ------
    NotValid, LedgerRefused
    """
    check_no_copy(digest, size, released, named, cancelled)
    if ledger is None:
        return
    books = read_books(ledger)
    known: Sequence[str] = [each for account in books.accounts.values() for each in account.fingerprints]
    if known and books.fingerprint(digest) in known:
        sentence = N_("this file belongs to an account of the ledger: it is private, take another one")
        raise NotValid(sentence, named)
