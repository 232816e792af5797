"""Two windows on one ledger: both count, neither is refused for what the other one does."""

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from fractions import Fraction
from pathlib import Path

import pytest
from ledgers import FILE, accounts_of, asking

from explorer.privacy.refusal import OverBudget
from explorer.release.ledger import reader
from explorer.release.ledger.hash_chain import FILE_NAME
from explorer.release.ledger.spends import Paid, open_account, read_books, spend
from explorer.release.ledger.witness import Witness
from explorer.release.values.amount import Amount


def test_that_a_commit_of_another_window_between_chain_and_witness_is_no_rollback(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_account(folder, "default", Amount(Fraction(9)))
    read = reader.read_witness
    with ThreadPoolExecutor(1) as pool:
        others: list[Future[Paid]] = []

        def slowly(identity: str) -> Witness | None:
            if not others:
                others.append(pool.submit(spend, folder, asking(), FILE))
                any(wait(others, timeout=0.05).done for _ in range(6))  # it may well have to wait for us
            return read(identity)

        monkeypatch.setattr(reader, "read_witness", slowly)
        assert read_books(folder).releases == 0
        assert others[0].result().sequence == 1


def test_that_without_hard_links_a_first_ledger_never_replaces_another(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(source: Path, target: Path) -> None:
        # Another window's ledger comes into being, and is paid from, at the last moment
        with monkeypatch.context() as patch:
            patch.setattr(os, "link", unsupported)
            if not others:
                others.append(spend(folder, asking(), FILE))
        unsupported(source, target)

    def unsupported(*_: object) -> None:
        raise OSError(95, "not supported")

    others: list[Paid] = []
    monkeypatch.setattr(os, "link", none)
    open_account(folder, "default", Amount(Fraction(9)))
    assert read_books(folder).releases == 1
    assert [each.name for each in folder.iterdir()] == [FILE_NAME]


def test_that_two_windows_that_race_both_count(folder: Path) -> None:
    open_account(folder, "default", Amount(Fraction(3)))
    spend(folder, asking(account="default"), FILE)
    attempts: list[Callable[[], Paid]] = [lambda: spend(folder, asking(), FILE)] * 3
    outcomes = []
    with ThreadPoolExecutor(3) as pool:
        for future in [pool.submit(attempt) for attempt in attempts]:
            outcomes.append(type(future.exception()))
    assert sorted(each.__name__ for each in outcomes) == ["NoneType", "NoneType", "OverBudget"]
    assert accounts_of(folder)[0].remaining == Amount()


def test_that_two_first_releases_make_one_ledger(folder: Path) -> None:
    with ThreadPoolExecutor(4) as pool:
        futures = [pool.submit(spend, folder, asking(account="default"), FILE) for _ in range(4)]
        failed = [type(future.exception()) for future in futures]
    assert failed.count(OverBudget) == 3
    assert read_books(folder).releases == 1
    assert [each.name for each in folder.iterdir()] == [FILE_NAME]
