"""Files that earlier versions wrote are read; those of newer ones are named, and left as they are.

`earlier` holds what the program of that day wrote: a plan, a ledger and the settings of the first version,
and sessions of the first version, of the last one with format 1, and of one with format 2.
"""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from explorer.app.core.state import Workspace
from explorer.app.session import SCHEMA, loaded, saved
from explorer.gui.session.session_recovery import recovered
from explorer.gui.shell.settings import FORMAT, Settings
from explorer.language import LANGUAGES, Language
from explorer.privacy.refusal import LedgerRefused, NotValid
from explorer.release.ledger.hash_chain import FILE_NAME
from explorer.release.ledger.spends import open_account, read_books
from explorer.release.ledger.verification import verified
from explorer.release.plan.plan_file import problems, read_plan, write_plan
from explorer.release.values.amount import Amount

EARLIER = Path(__file__).parent / "earlier"
SESSIONS = sorted(EARLIER.glob("session-*.json"))


def text_of(name: str) -> str:
    return (EARLIER / name).read_text(encoding="utf-8")


def test_that_the_first_plan_is_read_and_means_the_same_when_it_is_written_again():
    plan = read_plan(text_of("plan-1.toml"))
    assert [each.name for each in plan.queries] == ["age_by_region", "income"]
    assert read_plan(write_plan(plan)) == plan


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: path.stem)
def test_that_an_earlier_session_is_read_and_saved_in_the_present_format(path):
    state = loaded(path.read_text(encoding="utf-8"))
    assert (state.target.epsilon, state.composing.count) == (0.7, 40)
    assert "title" in state.releasing.plan
    assert json.loads(saved(state))["schema"] == SCHEMA
    assert loaded(saved(state)) == state


def test_that_earlier_sessions_say_all_that_they_held():
    later, newest = (loaded(text_of(f"session-{name}.json")) for name in ("1-later", "2"))
    assert later.mechanism == "gaussian"
    assert later.pinned.mechanism == "laplace"
    assert "Admissions" in repr(later.schedule)
    assert newest.workspace is Workspace.LEARN
    assert newest.lessons.lesson == "differencing"


def test_that_the_first_ledger_is_read_and_spent_from(tmp_path):
    shutil.copy(EARLIER / "ledger-1.sqlite3", tmp_path / FILE_NAME)
    books, how = verified(tmp_path)
    assert (how.rows, books.accounts["default"].remaining.epsilon) == (5, 0)
    open_account(tmp_path, "default", Amount(3), reason="agreed by the board")
    assert read_books(tmp_path).accounts["default"].remaining.epsilon == 2


def test_that_the_first_settings_are_read_and_get_the_number_of_their_format(tmp_path):
    shutil.copy(EARLIER / "settings-0.ini", tmp_path / "window.ini")
    settings = Settings(tmp_path)
    assert (settings.theme, settings.language, settings.scale, settings.warning) == ("dark", "en", 1.25, None)
    assert settings.bytes("layout/explore")
    settings.set("theme", "light")
    del settings  # written when the window lets go of it
    assert f"format={FORMAT}" in (tmp_path / "window.ini").read_text(encoding="utf-8")


def test_that_a_newer_plan_is_refused_by_name_and_nothing_else_of_it_is_judged():
    newer = {"schema": 2, "privacy": {"unit": "of another day"}, "graph": []}
    (refusal,) = problems(newer)
    assert (refusal.field, refusal.exit_code) == ("schema", 2)
    assert "newer Privacy Explorer (format 2; this one reads 1)" in Language().say(refusal.sentence)


def test_that_a_newer_session_is_refused_by_name_and_kept(tmp_path):
    path = tmp_path / "session.json"
    newer = json.dumps({"schema": SCHEMA + 1, "target": "of another day"})
    path.write_text(newer, encoding="utf-8")
    with pytest.raises(NotValid, match="newer"):
        loaded(newer)
    _, refusal = recovered(path)
    assert f"(format {SCHEMA + 1}; this one reads up to {SCHEMA})" in Language().say(refusal.sentence)
    assert (tmp_path / "session.json.kept").read_text(encoding="utf-8") == newer


def test_that_a_newer_ledger_is_refused_by_name_and_left_as_it_is(tmp_path):
    place = tmp_path / FILE_NAME
    with closing(sqlite3.connect(place)) as connection:
        connection.execute("CREATE TABLE entry (row INTEGER PRIMARY KEY, body TEXT, more TEXT)")
        connection.execute("INSERT INTO entry VALUES (1, '{\"schema\": 2}', '')")
        connection.commit()
    before = place.read_bytes()
    for attempt in (read_books, verified, lambda folder: open_account(folder, "default", Amount(9))):
        with pytest.raises(LedgerRefused) as refused:
            attempt(tmp_path)
        for code in LANGUAGES:
            assert "Privacy Explorer" in Language(code).say(refused.value.sentence)
    assert place.read_bytes() == before


@pytest.mark.parametrize("number", ["2", "007", "9" * 5000])
def test_that_newer_settings_are_refused_by_name_and_kept(tmp_path, number):
    newer = f"[General]\nformat={number}\ntheme=of another day\n"
    (tmp_path / "window.ini").write_text(newer, encoding="utf-8")
    settings = Settings(tmp_path)
    assert settings.theme is None
    assert "newer Privacy Explorer" in Language().say(settings.warning)
    settings.set("theme", "dark")
    del settings  # written when the window lets go of it
    assert (tmp_path / "window.ini.kept").read_text(encoding="utf-8") == newer
