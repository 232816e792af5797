"""A ledger that is gone gives no fresh budget unsaid; a witness that cannot be read is refused."""

import os
import shutil
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from ledgers import FILE, accounts_of, asking

from explorer.privacy.refusal import LedgerRefused, NotValid
from explorer.release.ledger import hash_chain
from explorer.release.ledger.demonstration_ledger import Demonstration
from explorer.release.ledger.hash_chain import FILE_NAME
from explorer.release.ledger.spends import open_account, read_books, restart, spend
from explorer.release.ledger.verification import verified
from explorer.release.values.amount import Amount
from explorer.release.values.atomic_file import make_folder
from explorer.resources import resource


@pytest.mark.parametrize("whole_folder", [True, False])
def test_that_a_deleted_ledger_refuses_until_it_is_given_up_on_purpose(
    folder: Path, whole_folder: bool
) -> None:
    spend(folder, asking(), FILE)
    if whole_folder:
        shutil.rmtree(folder)
    else:
        (folder / FILE_NAME).unlink()
    for attempt in (
        lambda: read_books(folder),
        lambda: verified(folder),
        lambda: spend(folder, asking(), FILE),
        lambda: open_account(folder, "default", Amount(Fraction(9))),
    ):
        with pytest.raises(LedgerRefused, match="is gone"):
            attempt()
    assert not (folder / FILE_NAME).exists()
    with pytest.raises(NotValid, match="state why"):
        restart(folder, "  ")
    (restarted,) = restart(folder, "the disk broke").restarts
    assert restarted.reason == "the disk broke"
    assert spend(folder, asking(), FILE).sequence == 1
    assert read_books(folder).restarts == (restarted,)


def test_that_no_new_ledger_is_left_unlogged_by_a_stop(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program ends right after the new ledger's file was made."""
    spend(folder, asking(), FILE)
    shutil.rmtree(folder)

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(hash_chain, "connect", stopped)
        with pytest.raises(KeyboardInterrupt):
            restart(folder, "the disk broke")
    with pytest.raises(LedgerRefused, match="not the one that was last used"):
        read_books(folder)  # not before the person has said it to the end
    reasons = [each.reason for each in restart(folder, "as before").restarts]
    assert reasons == ["the disk broke", "as before"]


def test_that_a_ledger_that_was_put_back_goes_on(folder: Path, tmp_path: Path) -> None:
    spend(folder, asking(), FILE)
    shutil.move(folder, tmp_path / "aside")
    with pytest.raises(LedgerRefused):
        read_books(folder)
    shutil.move(tmp_path / "aside", folder)
    assert read_books(folder).releases == 1


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right of their own there")
@pytest.mark.parametrize("lost", ["the link", "its end", "the folder above it"])
def test_that_a_ledger_behind_a_link_is_missed_whatever_is_lost(
    folder: Path, tmp_path: Path, lost: str
) -> None:
    (tmp_path / "disk" / "real").mkdir(parents=True)
    (tmp_path / "home").mkdir()
    link = tmp_path / "home" / "ledger"
    link.symlink_to(tmp_path / "disk" / "real")
    spend(link, asking(), FILE)
    assert read_books(tmp_path / "disk" / "real").releases == 1
    if lost == "the link":
        link.unlink()
    else:
        shutil.rmtree(tmp_path / "disk" / "real" if lost == "its end" else tmp_path / "home")
    with pytest.raises(LedgerRefused, match="is gone"):
        read_books(link)
    if lost == "its end":
        (tmp_path / "disk" / "real").mkdir()  # another disk, in the place of the one that was lost
    restart(link, "the disk broke")
    assert read_books(link).releases == 0


def test_that_nothing_is_restarted_where_no_ledger_is_missing(folder: Path) -> None:
    with pytest.raises(NotValid, match="no ledger is missing"):
        restart(folder, "why not")
    spend(folder, asking(), FILE)
    with pytest.raises(NotValid, match="no ledger is missing"):
        restart(folder, "why not")


def test_that_an_old_ledger_put_back_over_a_restarted_one_is_refused_until_it_is_right(
    folder: Path, tmp_path: Path
) -> None:
    spend(folder, asking(), FILE)
    shutil.move(folder, tmp_path / "old")
    restart(folder, "the disk broke")
    spend(folder, asking(), FILE)
    shutil.move(folder, tmp_path / "newer")
    shutil.move(tmp_path / "old", folder)
    for attempt in (
        lambda: read_books(folder),
        lambda: verified(folder),
        lambda: spend(folder, asking(account="default"), FILE),
    ):
        with pytest.raises(LedgerRefused, match="not the one that was last used"):
            attempt()
    (restarted,) = restart(folder, "the newer one was a trial").restarts
    assert restarted.reason == "the newer one was a trial"
    assert verified(folder)[0].releases == 1
    shutil.rmtree(folder)
    shutil.move(tmp_path / "newer", folder)
    with pytest.raises(LedgerRefused, match="not the one that was last used"):
        read_books(folder)


def test_that_a_folder_that_never_held_a_ledger_is_as_good_as_ever(folder: Path, tmp_path: Path) -> None:
    spend(folder, asking(), FILE)
    other = tmp_path / "other"
    assert read_books(other).accounts == {}
    assert spend(other, asking(), FILE).sequence == 1


def test_that_a_demonstration_leaves_no_memory_of_its_ledger(state: Path) -> None:
    demonstration = Demonstration()
    ledger = demonstration.ledger_for(str(resource("examples", "people.csv")))
    assert ledger is not None
    spend(ledger, asking(), FILE)
    demonstration.close()
    assert [path for path in state.rglob("*") if path.is_file()] == []


def test_that_a_demonstration_whose_folder_was_tidied_away_begins_anew(state: Path) -> None:
    """Some systems empty the temporary folder while the window is open."""
    example = str(resource("examples", "people.csv"))
    demonstration = Demonstration()
    ledger = demonstration.ledger_for(example)
    assert ledger is not None
    spend(ledger, asking(), FILE)
    shutil.rmtree(ledger.parent)
    again = demonstration.ledger_for(example)
    assert again is not None
    assert spend(again, asking(), FILE).sequence == 1
    shutil.rmtree(again)
    demonstration.close()
    assert [path for path in state.rglob("*") if path.is_file()] == []


UNREADABLE = {
    "infinity": b'{"row": 1e400, "head": ""}',
    "deep": b"[" * 4000,
    "long": b" " * 10_000_000,
    "far below": b'{"row": -' + b"9" * 4000 + b', "head": ""}',
    "digits": b'{"row": ' + b"9" * 4000 + b', "head": ""}',
    "list": b"[1]",
    "bytes": b"\xff\xfe",
}


@pytest.mark.parametrize("content", UNREADABLE.values(), ids=UNREADABLE)
def test_that_a_witness_of_anything_refuses(folder: Path, state: Path, content: bytes) -> None:
    spend(folder, asking(), FILE)
    (witness,) = (state / "witness").iterdir()
    witness.write_bytes(content)
    with pytest.raises(LedgerRefused):
        read_books(folder)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
@pytest.mark.parametrize("kind", ["witness", "ledgers"])
def test_that_a_pipe_in_place_of_a_witness_is_refused_and_not_waited_for(
    folder: Path, state: Path, kind: str
) -> None:
    spend(folder, asking(), FILE)
    (path,) = (state / kind).iterdir()
    path.unlink()
    os.mkfifo(path)
    if kind == "ledgers":
        shutil.rmtree(folder)
    with pytest.raises(LedgerRefused, match="witness"):
        read_books(folder)


def test_that_a_witness_that_cannot_be_written_is_named(
    folder: Path, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_account(folder, "default", Amount(Fraction(9)))

    def denied(*_: object) -> None:
        raise PermissionError(13, "denied")

    monkeypatch.setattr("explorer.release.ledger.witness.write_whole", denied)
    with pytest.raises(LedgerRefused, match="witness") as caught:
        spend(folder, asking(), FILE)
    assert str(state / "witness") in dict(caught.value.sentence.values).values()
    assert accounts_of(folder)[0].total == Amount()


@pytest.mark.skipif(sys.platform == "win32", reason="folders have no such modes there")
def test_that_new_folders_are_the_persons_own_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        make_folder(tmp_path / "one" / "two" / "three")
    finally:
        os.umask(before)
    places = (tmp_path / "one", tmp_path / "one" / "two", tmp_path / "one" / "two" / "three")
    assert [place.stat().st_mode & 0o777 for place in places] == [0o700] * 3
