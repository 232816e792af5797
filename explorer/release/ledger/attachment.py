"""An edited or unknown file is attached to an account: it counts as the same people from then on."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from explorer.mark import N_
from explorer.privacy.refusal import NotATable, NotValid
from explorer.release.ledger.accounts import Books
from explorer.release.ledger.act import UNSAID, Act
from explorer.release.ledger.authorization import FileOfAnother
from explorer.release.ledger.demonstration_ledger import is_example
from explorer.release.ledger.spends import check_writable, read_books
from explorer.release.ledger.transaction import writing
from explorer.release.sources.csv_file import file_digest
from explorer.release.sources.source import Place, source_of
from explorer.release.sources.table import Cancelled, Progress


def attach(
    folder: Path,
    name: str,
    csv_path: Place,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
    act: Act = UNSAID,
) -> bool:
    """Attach a file to an account, logged; False where it was attached already. It spends nothing.

    Of the file a keyed fingerprint is kept, as a release keeps it, and what `act` calls it, never its name.

    Raises
    ------
    NotValid
        There is no such account, another account has the file, or it is a shipped example.
    NotATable
        The file cannot be read.
    LedgerRefused
    Interrupted
        `cancelled()` answered True; nothing is written.
    """
    if is_example(str(csv_path)):
        sentence = N_("a shipped example has simulated people: it is charged to a temporary ledger")
        raise NotValid(sentence, "csv")
    act.check()
    _check_held(read_books(folder), name)
    check_writable(folder)
    digest = _digest(csv_path, progress, cancelled)
    with writing(folder) as pen:
        _check_held(pen.books, name)
        fingerprint = pen.books.fingerprint(digest)
        _check_free(pen.books, name, fingerprint)
        new = fingerprint not in pen.books.accounts[name].fingerprints
        if new:
            pen.append("attach", {"account": name, **act.body()}, fingerprint)
    return new


def _check_held(books: Books, name: str) -> None:
    if name not in books.accounts:
        raise NotValid(N_("the ledger has no account “{name}”", name=name), "account")


def _check_free(books: Books, name: str, fingerprint: str) -> None:
    for other in books.accounts.values():
        if fingerprint in other.fingerprints and other.name != name:
            raise FileOfAnother(other.name)


def _digest(path: Place, progress: Progress | None, cancelled: Cancelled | None) -> bytes:
    with suppress(OSError):
        if (known := source_of(path).digest(progress, cancelled)) is not None:
            return known
        if isinstance(path, Path):  # a pipe, which is read once
            return file_digest(path, progress, cancelled)
    raise NotATable(N_("the file does not exist or cannot be read"), "csv")
