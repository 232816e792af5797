"""How the program starts, is refused by the machine, and fails."""

import os
import signal
import subprocess
import sys

import pytest

from explorer import __main__ as start
from explorer.cli import command
from explorer.gui.shell import preflight
from explorer.language import Language
from explorer.mark import N_
from explorer.privacy.refusal import LedgerRefused

VERBS = ("mechanisms", "release")


def said(refusal):
    return Language().say(refusal.sentence)


def check(environment, absent=(), dead=(), system="linux"):
    return preflight.for_window(
        lambda: VERBS, environment, system, lambda name: name not in absent, lambda name: name not in dead
    )


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_that_the_first_signal_ends_the_program_and_a_second_one_does_not_break_in(monkeypatch):
    reached = []

    def ended_twice(arguments):
        try:
            signal.raise_signal(signal.SIGTERM)
        finally:
            signal.raise_signal(signal.SIGHUP)
            reached.append("removed")

    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)}
    monkeypatch.setattr(start, "dispatch", ended_twice)
    try:
        for number in before:
            signal.signal(number, signal.SIG_DFL)
        assert start.main(["mechanisms"]) == 128 + signal.SIGTERM
        assert reached == ["removed"]
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def test_that_no_display_is_one_sentence_that_names_the_verbs():
    refusal = check({})
    assert refusal.exit_code == 2
    assert said(refusal).endswith("these verbs work without one: mechanisms, release")
    assert "\n" not in said(refusal)


def test_that_missing_libraries_are_two_lines_with_the_line_to_run(monkeypatch):
    monkeypatch.setattr(preflight, "is_root", lambda: True)
    refusal = check({"DISPLAY": ":0"}, absent=("libEGL.so.1", "libxcb-cursor.so.0"))
    first, second = said(refusal).splitlines()
    assert refusal.exit_code == 2
    assert first.endswith("lacks: libEGL.so.1, libxcb-cursor.so.0")
    assert second.endswith("apt-get install libegl1 libxcb-cursor0")


def test_that_one_package_is_named_once_for_two_libraries(monkeypatch):
    monkeypatch.setattr(preflight, "is_root", lambda: False)
    refusal = preflight.for_pictures("linux", lambda name: not name.startswith("libg"))
    assert said(refusal).splitlines()[1].endswith(": sudo apt-get install libglib2.0-0")


@pytest.mark.parametrize("absent", [preflight.XCB, preflight.WAYLAND])
def test_that_one_of_two_displays_with_all_its_libraries_is_enough(absent):
    both = {"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}
    assert check(both, absent=absent) is None
    assert check(both, absent={**preflight.XCB, **preflight.WAYLAND}) is not None


def test_that_a_display_which_does_not_answer_is_refused_before_qt_aborts():
    assert "does not answer" in said(check({"DISPLAY": ":0"}, dead=("xcb",)))


def test_that_a_display_whose_libraries_are_missing_does_not_count_as_one_that_answers():
    both = {"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}
    assert check(both, absent=preflight.XCB, dead=("wayland",)) is not None


@pytest.mark.parametrize("system", ["darwin", "win32"])
def test_that_other_systems_bring_their_own_display_and_libraries(system):
    assert check({}, absent=preflight.OFFSCREEN, system=system) is None
    assert preflight.for_pictures(system, lambda _: False) is None


@pytest.mark.skipif(sys.platform != "linux", reason="libc.so.6 is Linux's")
def test_that_the_loader_is_really_asked():
    assert preflight.loads("libc.so.6")
    assert not preflight.loads("libnot-there.so.9")


@pytest.mark.skipif(sys.platform != "linux", reason="X11 and Wayland are Linux's")
def test_that_a_server_which_is_not_there_does_not_answer(monkeypatch, tmp_path):
    monkeypatch.setenv("DISPLAY", ":7919")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("WAYLAND_DISPLAY", "nobody")
    assert not preflight.answers("xcb")
    assert not preflight.answers("wayland")
    assert preflight.answers("offscreen")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there always is a display")
def test_that_the_bare_program_without_a_display_says_so_and_ends_with_2():
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    environment = {key: value for key, value in os.environ.items() if key not in hidden} | {
        "LC_ALL": "C.UTF-8"
    }
    done = subprocess.run(
        [sys.executable, "-m", "explorer"],
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert all(verb in done.stderr for verb in start.headless_verbs())


def test_that_a_refusal_is_said_in_the_language_asked_for_with_its_own_code(monkeypatch, capsys):
    asked = []

    def refuse(arguments):
        asked.extend(arguments)
        raise LedgerRefused(N_("The ledger is locked by {who}", who="another"))

    monkeypatch.setattr(start, "dispatch", refuse)
    assert start.main(["ledger", "list", "--language", "en"]) == 5
    assert asked == ["ledger", "list", "--language", "en"]
    assert capsys.readouterr().err == "privacy-explorer: The ledger is locked by another\n"


def test_that_a_picture_without_its_libraries_is_refused_in_two_lines_before_qt(monkeypatch, capsys):
    monkeypatch.setattr(
        preflight, "for_pictures", lambda: preflight.lacks_libraries({"libGL.so.1": "libgl1"})
    )
    assert start.main(["screenshot", "--out", "shots", "--language", "en"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 2


def test_that_the_command_line_is_handed_the_painter_only_for_pictures(monkeypatch):
    handed = []
    monkeypatch.setattr(command, "run", lambda arguments, **more: handed.append((arguments, more)) or 0)
    start.main(["screenshot", "--out", "shots"])
    start.main(["bounds"])
    assert [(arguments, list(more)) for arguments, more in handed] == [
        (["screenshot", "--out", "shots"], ["raster"]),
        (["bounds"], []),
    ]


@pytest.mark.parametrize("debug", ["0", "1"])
def test_that_a_fault_is_named_with_its_place_and_never_with_its_message(monkeypatch, capsys, debug):
    monkeypatch.setenv("PRIVACY_EXPLORER_DEBUG", debug)
    monkeypatch.setenv("LC_ALL", "C")
    private = " ".join(["a", "private", "row"])
    monkeypatch.setattr(start, "dispatch", lambda _: int(private))
    assert start.main(["release"]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert private not in "".join(lines)
    assert lines[-1].startswith(
        "privacy-explorer: A fault of the program (ValueError in test_start.py, line "
    )
    assert (len(lines) == 1) is (debug == "0")


def test_that_an_interrupted_program_ends_quietly(monkeypatch, capsys):
    def interrupt(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(start, "dispatch", interrupt)
    assert start.main(["mechanisms"]) == start.INTERRUPTED
    assert capsys.readouterr().err == ""
