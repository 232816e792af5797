"""A ledger of its own for the shipped examples: trying them spends nothing of a person's accounts."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from explorer.mark import N_, Sentence
from explorer.privacy.refusal import LedgerRefused, NotValid
from explorer.release.values.temporary_files import private_folder
from explorer.resources import resource


def is_example(csv: str) -> bool:
    """Whether a file is one of those shipped with the program: simulated people."""
    return bool(csv) and Path(csv).resolve().parent == resource("examples").resolve()


class Demonstration:
    """A temporary ledger, made when it is first needed; `close` removes it and its witness."""

    def __init__(self) -> None:
        self._held = ExitStack()
        self._folder: Path | None = None
        self._releases: set[str] = set()  # by their identities

    def ledger_for(self, csv: str) -> Path | None:
        """The folder of the temporary ledger for a shipped example; None, the person's own, for any other.

        Raises
        ------
        LedgerRefused
            There can be no temporary folder.
        """
        if not is_example(csv):
            return None
        if self._folder is not None and not self._folder.is_dir():
            self.close()  # the system tidies its temporary folder, also while a window is open
        if self._folder is None:
            why: Sentence | None = None
            try:
                self._folder = self._held.enter_context(private_folder())
            except NotValid as refusal:
                why = refusal.sentence
            if why is not None:
                raise LedgerRefused(N_("the example has no ledger: {why}", why=why))
        return self.made

    def paid(self, ledger: Path | None, release: str) -> None:
        """Note from which ledger a release was paid: this one, or where it is None the person's own."""
        if ledger is not None:
            self._releases.add(release)

    def ledger_of(self, release: str) -> Path | None:
        """The folder of the ledger that a release was paid from; None, the person's own, for most.

        Its exports are logged there, whichever file has been chosen since.
        """
        return self.made if release in self._releases else None

    @property
    def made(self) -> Path | None:
        """The folder of the temporary ledger; None before it is first needed."""
        return None if self._folder is None else self._folder / "ledger"

    def close(self) -> None:
        """Remove what was written."""
        if self._folder is None:
            return
        forget_witness(self._folder / "ledger")
        self._folder = None
        self._held.close()


@contextmanager
def temporary_ledger(folder: Path) -> Iterator[Path]:
    """A new ledger inside a temporary folder, for one simulated release; its witness lies in there too."""
    from explorer.release.ledger.locations import state_in

    ledger = Path(tempfile.mkdtemp(dir=folder, prefix="ledger-"))
    with state_in(ledger / "state"):
        yield ledger


def forget_witness(ledger: Path) -> None:
    """Remove the witness of a temporary ledger, which lies among the person's own ones."""
    from explorer.release.ledger import (
        hash_chain,  # the database: not before a window is there that may never need it
    )
    from explorer.release.ledger.witness import forget, missing_ledger

    identity = missing_ledger(ledger)
    if identity is None and (ledger / hash_chain.FILE_NAME).exists():  # it was moved
        with closing(hash_chain.connect(ledger)) as connection:
            identity, _ = hash_chain.named_by(connection, hash_chain.row_at(connection, 1))
    if identity is not None:
        forget(ledger, identity)
