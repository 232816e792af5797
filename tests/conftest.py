"""What every test shares: no screen, no person's folders, derandomised hypothesis, nothing leaked."""

import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ.setdefault("QT_LOGGING_RULES", "qt.qpa.fonts=false")

import pytest
from hypothesis import settings

settings.register_profile("derandomised", derandomize=True, deadline=None, print_blob=False)
settings.load_profile("derandomised")


@pytest.fixture(autouse=True)
def folders_of_its_own(tmp_path_factory, monkeypatch):
    """Settings, session, ledger and witness of every test lie in a folder that is thrown away."""
    folder = tmp_path_factory.mktemp("person")
    monkeypatch.setenv("PRIVACY_EXPLORER_STATE", str(folder / "state"))
    monkeypatch.setenv("PRIVACY_EXPLORER_LEDGER", str(folder / "ledger"))
    return folder
