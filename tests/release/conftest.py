"""A ledger and a state folder of its own for every test; never the person's."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PRIVACY_EXPLORER_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("PRIVACY_EXPLORER_LEDGER", str(tmp_path / "ledger"))
    return tmp_path / "state"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "ledger"
