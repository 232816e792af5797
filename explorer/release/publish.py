"""Spend, draw, write: the one way from a CSV to a published histogram, for window and command line.

`spend_and_draw` pays and draws (the window shows the result), `export` writes what was drawn, as often
as wanted; `release` is both.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from explorer.mark import N_, Sentence
from explorer.privacy.refusal import LedgerRefused, NotValid, NotWritten, Unsupported
from explorer.release.counting.counts import Counts, count
from explorer.release.drawn import Drawn, Released, noised
from explorer.release.free_room import check_out_room
from explorer.release.ledger.accounts import Spending
from explorer.release.ledger.act import UNSAID, Act
from explorer.release.ledger.authorization import check_account, check_budget, cost_of, spending_of
from explorer.release.ledger.disk_room import give_back
from explorer.release.ledger.export_log import forms_of, logged
from explorer.release.ledger.kept_size import kept_size
from explorer.release.ledger.locations import ledger_folder
from explorer.release.ledger.spends import Paid, check_writable, keep, read_books, spend
from explorer.release.noise import choose, privatize
from explorer.release.partition_selection import Counted, Found
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.plan_file import check_signed, check_unchanged
from explorer.release.queries.query import NoisedQuery
from explorer.release.queries.terms import Granted
from explorer.release.record import file_names, files_of
from explorer.release.sources.source import Place, source_of
from explorer.release.sources.table import Cancelled, Interrupted, Progress, half_of
from explorer.release.values.atomic_file import (
    PRIVATE,
    SHARED,
    can_write_into,
    is_same,
    leave_no_core,
    make_folder,
    write_whole,
)
from explorer.release.values.process_mark import sweep
from explorer.release.values.write_faults import why_not_writable, write_fault

Paying = Callable[[], bool]
Files = Sequence[tuple[str, bytes]]


def release(
    plan: ReleasePlan,
    csv_path: Place,
    out: Path,
    ledger_dir: Path | None = None,
    account: str | None = None,
    apart: bool = False,
    overwrite: bool = False,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
    paying: Paying | None = None,
    act: Act = UNSAID,
    further_names: tuple[str, ...] = (),
    further: Callable[[Drawn], Files] | None = None,
    shared: bool = False,
    sheet: str = "",
) -> Released:
    """Pay for, draw, write and log one release. It always draws and spends; it is whole without its log.

    Parameters
    ----------
    out : folder of the files, made where absent
    ledger_dir : folder of the ledger; None for this computer's own
    account : None for the account "default", which does not take a new file on by itself
    apart : states that nobody in the file is in any other account; opens a further account
    paying, act : as for `spend_and_draw`
    further_names, further : files of other forms, written beside the tables
    shared : as for `export`
    sheet : as for `count`

    Raises
    ------
    NotValid, LedgerRefused, OverBudget, NotATable
        In this order where several apply; nothing is spent, opened or written then.
    NotWritten
        Paid and drawn, but not written: `export` writes it again, free. Or paid and not drawn, where the disk
        of the ledger failed: the sentence says which.
    Interrupted
        `cancelled()` answered True; nothing is spent.
    """
    names = (*file_names(plan), *further_names)
    check_out(names, out, overwrite)
    check_apart_from(csv_path, out, names)
    check_out_room(plan, out)
    drawn = spend_and_draw(
        plan, csv_path, ledger_dir, account, apart, progress, cancelled, paying, act, sheet
    )
    try:
        released = export(drawn, out, overwrite, () if further is None else further(drawn), shared)
        unlogged = logged(ledger_folder(ledger_dir), drawn, forms_of(further_names), act)
        return replace(released, unlogged=unlogged)
    except (NotValid, Unsupported) as refusal:  # something came into the way since it was checked
        why = refusal.sentence
    raise _not_written(drawn, why)


def spend_and_draw(
    plan: ReleasePlan,
    csv_path: Place,
    ledger_dir: Path | None = None,
    account: str | None = None,
    apart: bool = False,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
    paying: Paying | None = None,
    act: Act = UNSAID,
    sheet: str = "",
) -> Drawn:
    """Pay for and draw one release; the drawn counts are kept in the ledger. Raises as `release`.

    Parameters
    ----------
    progress : called with bytes read and bytes to be read in all; a ledger that has accounts must recognise
        the file first, so that it is read twice
    cancelled : asked all the time until it is paid
    paying : asked once, right before the spend, after which nothing can be cancelled; False cancels it still
    act, sheet : who releases it, why, and what they call the file, logged with the spend; as for `count`
    """
    folder = ledger_folder(ledger_dir)
    check_signed(plan)
    spending = spending_of(plan, account, apart, act)
    leave_no_core()
    recognised = check_spending(spending, csv_path, folder, half_of(progress, 0), cancelled)
    counting = half_of(progress, 1) if recognised else progress
    # Whatever can be computed without noise is computed before anything is paid
    blank = tuple(noised(plan, index, ()) for index in range(len(plan.queries)))
    counted = count(plan, csv_path, secrets.token_bytes(32), counting, cancelled, sheet)
    _check_found(blank, counted)
    if (cancelled is not None and cancelled()) or (paying is not None and not paying()):
        raise Interrupted
    paid = spend(folder, spending, counted.digest, kept_size(plan, blank))
    try:
        return _draw(plan, folder, paid, counted, blank)
    finally:
        give_back(paid.room)


def _check_found(blank: Sequence[NoisedQuery], counted: Counts) -> None:
    """Counting gives a `Found` where categories are unknown and an array where they are declared."""
    for each, table in zip(blank, counted.queries, strict=True):
        if (each.threshold is None) == isinstance(table, Found):
            raise TypeError("what was counted does not fit the plan")


def check_spending(
    spending: Spending,
    csv_path: Place,
    folder: Path,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> bool:
    """Everything that can be refused before the rows are counted, in the order of the exit codes.

    Gives back whether the file was read for it, to be recognised.

    Raises
    ------
    NotValid, LedgerRefused, OverBudget, Interrupted
    """
    books = read_books(folder)
    fingerprint = None
    if books.accounts and (digest := source_of(csv_path).digest(progress, cancelled)) is not None:
        fingerprint = books.fingerprint(digest)
    check_account(books, spending, fingerprint)
    check_unchanged(spending.plan, books.plans.values())
    check_writable(folder)
    check_budget(books, spending)
    return fingerprint is not None


def _draw(
    plan: ReleasePlan, folder: Path, paid: Paid, counted: Counts, blank: tuple[NoisedQuery, ...]
) -> Drawn:
    queries = tuple(noised_query(table, counts) for table, counts in zip(blank, counted.queries, strict=True))
    files = files_of(plan, paid, queries, counted.kind)
    _keep(folder, paid, queries, files)
    record = (paid.sequence, paid.release, paid.date, paid.account)
    return Drawn(*record, plan, cost_of(plan), paid.remaining, queries, files)


def noised_query(blank: NoisedQuery, true: Counted) -> NoisedQuery:
    """The one call of `privatize` and `choose`; all that is answered is a function of what they give.

    For what is paid, and for simulated people (`explorer.release.audit.black_box`).
    """
    granted = Granted(
        blank.noise,
        lambda some, noise: privatize(some, noise.sensitivity, noise.parameter, noise.mechanism),
        lambda scores, choice: choose(scores, choice.scale, choice.sampler),
    )
    return blank.declared.drawn(blank, true, granted)


def _keep(folder: Path, paid: Paid, queries: Sequence[NoisedQuery], files: Sequence[tuple[str, str]]) -> None:
    found = [query.declared.kept for query in queries]
    try:
        keep(folder, paid, [query.counts for query in queries], files, found)
        return
    except LedgerRefused as refusal:
        reason = refusal.sentence
    sentence = N_(
        "release {sequence:plain} is charged, but was lost before it was saved: {reason}",
        sequence=paid.sequence,
        reason=reason,
    )
    raise NotWritten(sentence, "out")


def check_out(names: tuple[str, ...], out: Path, overwrite: bool) -> None:
    """Whether files of these names can be put into a folder, as far as can be told beforehand.

    Raises
    ------
    NotValid
        One is there already (without `overwrite`), or the folder cannot be made or written.
    """
    if not can_write_into(out):
        raise NotValid(why_not_writable(out), "out")
    for name in names:
        place = out / name
        if place.is_dir() or ((place.is_symlink() or place.exists()) and not overwrite):
            sentence = N_("{path} is there already: choose another folder", path=str(place))
            raise NotValid(sentence, "out", hint=N_("--overwrite replaces it"))


def check_apart_from(csv_path: Place, out: Path, names: tuple[str, ...]) -> None:
    """Whether none of the files written would replace the file that is read.

    Raises
    ------
    NotValid
    """
    if isinstance(csv_path, Path) and any(is_same(csv_path, out / name) for name in names):
        sentence = N_("{path} is the file to be counted: choose another folder", path=str(csv_path))
        raise NotValid(sentence, "out")


def export(
    drawn: Drawn, out: Path, overwrite: bool = False, further: Files = (), shared: bool = False
) -> Released:
    """Write what was drawn; the same bytes every time, each file whole or not at all, metadata last.

    Parameters
    ----------
    further : files of other forms, written after the tables
    shared : whether the user's group may read the files; else nobody but the user

    Raises
    ------
    NotValid
        A file is there already and `overwrite` is False.
    NotWritten
        The system refuses to write.
    """
    files = [(name, text.encode()) for name, text in drawn.files]
    files = [*sorted(files, key=lambda file: file[0].endswith(".json")), *further]
    names = [name for name, _ in files]
    check_out(tuple(names), out, overwrite)
    written: list[Path] = []
    try:
        make_folder(out, shared)
        sweep(out, names)
        for name, content in files:
            write_whole(out / name, content, SHARED if shared else PRIVATE)
            written.append(out / name)
        return Released(drawn, tuple(written))
    except OSError as fault:
        _take_back(written)
        why = write_fault(fault, out / drawn.files[0][0])
    raise _not_written(drawn, why)


def _take_back(written: Sequence[Path]) -> None:
    """Half a release would be in the way of writing it again, and is kept in the ledger anyway."""
    for path in written:
        with suppress(OSError):
            path.unlink()


def _not_written(drawn: Drawn, why: Sentence) -> NotWritten:
    sentence = N_(
        "spent, but not written: {why}; exporting release {sequence:plain} again is free",
        why=why,
        sequence=drawn.sequence,
    )
    hint = N_("`ledger export {sequence:plain}` writes it again", sequence=drawn.sequence)
    return NotWritten(sentence, "out", hint)
