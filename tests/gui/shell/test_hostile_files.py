"""What the window reads at its start may be anything: it is told and kept aside, and the window opens."""

import os
import re
import socket
from contextlib import contextmanager

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtWidgets import QLabel, QMessageBox

from explorer.app.core.release_messages import FileChosen
from explorer.app.core.state import State, Workspace
from explorer.gui.session.session_recovery import recovered
from explorer.gui.shell.settings import Settings
from explorer.gui.workspaces.frames import spots_of_text
from explorer.language import LANGUAGES, UNSEEN, Language

VALUES = st.one_of(
    st.sampled_from(["nan", "-nan", "inf", "1e999", "-1", "0", "1.5", "9" * 400, "dark", "zh_CN", "reduced"]),
    st.sampled_from(
        ["@Variant(\\0\\0)", "@ByteArray(x)", "@Invalid()", "@Point(1 2)", "a, b", '"', "%1B[31m"]
    ),
    st.text(max_size=12),
)
KEYS = st.sampled_from(["theme", "language", "motion", "scale", "other"])
LINES = st.lists(st.builds("{}={}".format, KEYS, VALUES), max_size=5).map("\n".join)


def kept_aside(folder):
    return sorted(path.name for path in folder.iterdir() if ".kept" in path.name)


def write(folder, name, content):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(content)


@contextmanager
def in_place_of(folder, name, kind):
    """Something else than a file."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind == "device":
        path.symlink_to("/dev/zero")
    elif kind == "loop":
        path.symlink_to(path)
    else:
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(os.path.relpath(path))
            yield
        return
    yield


KINDS = ["folder", "device", "loop", *(["pipe", "socket"] if hasattr(os, "mkfifo") else [])]


@pytest.mark.parametrize("kind", KINDS)
def test_that_what_is_no_file_in_place_of_the_session_is_told_and_kept(tmp_path, kind):
    with in_place_of(tmp_path, "session.json", kind):
        state, refusal = recovered(tmp_path / "session.json")
    assert state == State()
    assert kept_aside(tmp_path) == ["session.json.kept"]
    for code in LANGUAGES:
        assert "session.json.kept" in Language(code).say(refusal.sentence)


@pytest.mark.parametrize("kind", KINDS)
def test_that_what_is_no_file_in_place_of_the_settings_is_told_and_kept(tmp_path, kind):
    with in_place_of(tmp_path, "window.ini", kind):
        found = Settings(tmp_path)
    assert (found.theme, found.language, found.scale) == (None, None, 1.0)
    assert kept_aside(tmp_path) == ["window.ini.kept"]
    assert "window.ini.kept" in Language("en").say(found.warning)


@pytest.mark.parametrize(
    "content",
    [b"scale=nan", b"scale=inf", b"scale=1e999", b"scale=huge", b"theme=pink", b"language=tlh", b"motion=no"],
)
def test_that_a_choice_that_cannot_be_is_told_and_the_file_kept(tmp_path, content):
    write(tmp_path, "window.ini", b"[General]\n" + content + b"\n[window]\nworkspace=compose\n")
    found = Settings(tmp_path)
    assert (found.theme, found.language, found.motion, found.scale) == (None, None, "reduced", 1.0)
    assert found.text("window/workspace") == ""
    assert kept_aside(tmp_path) == ["window.ini.kept"]
    assert found.warning is not None
    assert Settings(tmp_path).warning is None


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(LINES)
def test_that_no_settings_break_the_start(tmp_path, lines):
    write(tmp_path, "window.ini", f"[General]\n{lines}\n".encode("utf-8", "surrogatepass"))
    found = Settings(tmp_path)
    assert 1 <= found.scale <= 2
    assert found.theme in (None, "light", "dark")
    assert found.language in (None, *LANGUAGES)
    if found.warning is not None:
        for code in LANGUAGES:
            assert re.findall(UNSEEN, Language(code).say(found.warning)) == []
    for each in tmp_path.iterdir():
        each.unlink()


@pytest.mark.parametrize(
    "text",
    [
        "a ... 1 1 1;",
        "a " + "9" * 400 + ".00000 0.00000 1.00000 1.00000",
        "a 1e5 0 0 0",
        "a nan nan nan nan",
        "a 0.00000 0.00000 1.00000",
    ],
)
def test_that_places_of_cards_that_do_not_read_are_none(text):
    assert spots_of_text(text) == {}


def test_that_a_window_opens_on_files_that_are_hostile_all_at_once(start):
    folder = Settings().folder
    write(folder, "session.json", b'{"schema": 1, "target": {"epsilon": ' + b"1" * 400 + b"}}")
    nine = "9" * 400
    shares = f'"{{\\"composition\\": [NaN, {nine}]}}"'
    write(
        folder,
        "window.ini",
        f"[General]\nscale=nan\n[spots]\nexplore=a {nine} 0 0 0\n[shares]\nexplore={shares}\n".encode(),
    )
    program = start()
    boxes = [each for each in program.window.findChildren(QMessageBox) if each.isVisible()]
    assert [each.text().count("kept as") for each in boxes] == [2]
    assert kept_aside(folder) == ["session.json.kept", "window.ini.kept"]
    boxes[0].accept()


def test_that_the_name_of_a_chosen_file_is_shown_escaped_and_cut(open_window):
    hand = open_window(State(workspace=Workspace.RELEASE), front_only=True)
    hand.store.dispatch(FileChosen("/data/\u202egnp\x1b[31m" + "x" * 5000 + ".csv"))
    hand.settled()
    shown = [label.text() for label in hand.window.findChildren(QLabel) if ".csv" in label.text()]
    shown += [label.toolTip() for label in hand.window.findChildren(QLabel) if ".csv" in label.toolTip()]
    assert len(shown) >= 2
    assert [text for text in shown if re.findall(UNSEEN, text) or len(text) > 400] == []
