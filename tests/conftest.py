"""What every test shares: no screen, no person's folders, derandomised hypothesis, nothing leaked."""

import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ.setdefault("QT_LOGGING_RULES", "qt.qpa.fonts=false")

import pytest
from hypothesis import settings

# Fifty of each law at every change, the same ones always; HYPOTHESIS_PROFILE=thorough tries five hundred.
settings.register_profile("quick", derandomize=True, deadline=None, print_blob=False, max_examples=50)
settings.register_profile("thorough", derandomize=True, deadline=None, print_blob=False, max_examples=500)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


@pytest.fixture(autouse=True)
def folders_of_its_own(tmp_path_factory, monkeypatch):
    """Settings, session, ledger and witness of every test lie in a folder that is thrown away."""
    folder = tmp_path_factory.mktemp("person")
    monkeypatch.setenv("PRIVACY_EXPLORER_STATE", str(folder / "state"))
    monkeypatch.setenv("PRIVACY_EXPLORER_LEDGER", str(folder / "ledger"))
    return folder
