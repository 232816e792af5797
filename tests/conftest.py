"""What every test shares: no screen, no person's folders, derandomised hypothesis, nothing leaked."""

import atexit
import functools
import gc
import itertools
import os
import sys
import tempfile

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ.setdefault("QT_LOGGING_RULES", "qt.qpa.fonts=false")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the program itself (`explorer.__main__`)

import pytest
from hypothesis import given, settings, strategies
from thoroughness import THOROUGH

from explorer.release.ledger import hash_chain

# As packaging/dev.py does: with bytecode left unwritten, every worker and every program that a test starts
# would compile all anew, and pytest would rewrite every test file at each run.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Twenty of each law at every change, the same ones always; HYPOTHESIS_PROFILE=thorough tries five hundred.
settings.register_profile("quick", derandomize=True, deadline=None, print_blob=False, max_examples=20)
settings.register_profile("thorough", derandomize=True, deadline=None, print_blob=False, max_examples=500)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


@given(strategies.none())
def _first_example(_):
    """Hypothesis makes its source of randomness at its first example, and looks for what refers to it.

    From Python 3.14 on it finds nothing where that has been frozen before, and warns. It looks for garbage
    first, through all that is there: a second or two once everything is collected, nothing before.
    """


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Nothing of what is collected is garbage: it is not searched for any, then nor later."""
    _first_example()
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(50_000, 50)  # most of what a test makes goes without being looked for
        gc.enable()


def pytest_sessionfinish():
    """What tests leave behind is looked for at the end; where it is thorough, also among what was there.

    Once nobody looks any more all can go: a library that counts its objects would tell of leaks.
    """
    if THOROUGH:
        gc.unfreeze()
    atexit.register(gc.unfreeze)


@pytest.fixture(scope="session", autouse=True)
def without_waiting_for_a_disk():
    """Files are written as ever, but not waited for: what is flushed, and when, has tests of its own.

    Those that ask how a ledger is flushed take `hash_chain.set_durable.__wrapped__`.
    """
    tune = hash_chain.set_durable

    @functools.wraps(tune)
    def without_flushing(connection):
        tune(connection)
        connection.execute("PRAGMA synchronous=OFF")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: None)
        patch.setattr(hash_chain, "set_durable", without_flushing)
        yield


@pytest.fixture(scope="session", autouse=True)
def temporary_files_of_the_session(tmp_path_factory):
    """Nothing is left in the system's temporary folder, even by programs that a test kills."""
    place = str(tmp_path_factory.mktemp("temporary"))
    with pytest.MonkeyPatch.context() as patch:
        for name in ("TMPDIR", "TEMP", "TMP"):
            patch.setenv(name, place)
        patch.setattr(tempfile, "tempdir", place)
        yield


@pytest.fixture(scope="session")
def numbered(tmp_path_factory):
    """New folders, one after the other, without looking through all those before."""
    folder = tmp_path_factory.mktemp("persons")
    return (folder / str(number) for number in itertools.count())


@pytest.fixture(autouse=True)
def folders_of_its_own(numbered, monkeypatch):
    """Settings, session, ledger and witness of every test lie in a folder that is thrown away."""
    folder = next(numbered)
    folder.mkdir()
    monkeypatch.setenv("PRIVACY_EXPLORER_STATE", str(folder / "state"))
    monkeypatch.setenv("PRIVACY_EXPLORER_LEDGER", str(folder / "ledger"))
    return folder
