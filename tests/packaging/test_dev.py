"""The set-up script: what it asks for, in which words, and when it stops."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
SCRIPT = ROOT / "packaging" / "dev.py"
ABSENT_OFFSCREEN = {"libGL.so.1": "libgl1", "libEGL.so.1": "libegl1"}
ABSENT = {**ABSENT_OFFSCREEN, "libxcb-cursor.so.0": "libxcb-cursor0"}


@pytest.fixture
def bare(dev, monkeypatch, tmp_path):
    """A Debian machine without Qt's libraries, uv or python3-venv; commands are recorded, not run."""
    ran = []
    monkeypatch.setenv("PRIVACY_EXPLORER_DEV", str(tmp_path / "made"))
    monkeypatch.setattr(dev.sys, "platform", "linux")
    monkeypatch.setattr(
        dev.preflight, "lacking", lambda offered: ABSENT if "xcb" in offered else ABSENT_OFFSCREEN
    )
    monkeypatch.setattr(dev.importlib.util, "find_spec", lambda _: None)
    monkeypatch.setattr(dev.shutil, "which", lambda name: "/usr/bin/apt-get" if name == "apt-get" else None)
    monkeypatch.setattr(dev.terminal, "run", lambda command, **_: ran.append(command) or 0)
    return ran


def root(dev, monkeypatch, is_root):
    monkeypatch.setattr(dev.preflight, "is_root", lambda: is_root)


def test_that_a_bare_machine_is_told_everything_in_one_round(dev, bare):
    libraries = ["libgl1", "libegl1", "libxcb-cursor0"]
    assert dev.needed_packages((), fresh=True) == [*libraries, "python3-venv"]
    assert dev.needed_packages((), fresh=False) == libraries
    assert dev.needed_packages(("xcb",), fresh=False) == libraries


def test_that_a_machine_which_can_draw_without_a_screen_needs_no_more_for_the_tests(dev, bare, monkeypatch):
    window = {"libxcb-cursor.so.0": "libxcb-cursor0"}
    monkeypatch.setattr(dev.preflight, "lacking", lambda offered: window if "xcb" in offered else {})
    assert dev.needed_packages((), fresh=False) == []
    assert dev.needed_packages(("xcb",), fresh=False) == ["libxcb-cursor0"]
    assert dev.needed_packages((), fresh=True) == ["libxcb-cursor0", "python3-venv"]


def test_that_nothing_is_asked_of_a_machine_that_is_not_linux(dev, bare, monkeypatch):
    monkeypatch.setattr(dev.sys, "platform", "darwin")
    assert dev.needed_packages((), fresh=True) == []


def test_that_without_root_the_line_to_run_is_named_and_nothing_is_run(dev, bare, monkeypatch, capsys):
    root(dev, monkeypatch, False)
    assert dev.main(["test"]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert lines == [
        "This machine lacks libgl1, libegl1, libxcb-cursor0, python3-venv",
        "To install what is missing: sudo apt-get install libgl1 libegl1 libxcb-cursor0 python3-venv",
    ]
    assert bare == []


def test_that_root_on_an_apt_system_announces_and_installs(dev, bare, monkeypatch, capsys):
    root(dev, monkeypatch, True)
    dev.provide(["libgl1"])
    assert "Installing with apt-get: libgl1" in capsys.readouterr().err.splitlines()
    assert bare[-1][0] == "apt-get"
    assert bare[-1][-4:] == ["install", "--yes", "--no-install-recommends", "libgl1"]


def test_that_apt_learns_what_there_is_when_an_installation_fails(dev, bare, monkeypatch):
    root(dev, monkeypatch, True)
    monkeypatch.setattr(dev.Path, "glob", lambda *_: iter(["deb_Packages"]))
    codes = iter([100, 0, 0])
    monkeypatch.setattr(dev.terminal, "run", lambda command, **_: bare.append(command) or next(codes))
    assert dev.apt_install(["libgl1"])
    assert [command[3] for command in bare] == ["install", "update", "install"]


def test_that_an_installation_which_fails_twice_stops_with_the_line_to_run(dev, bare, monkeypatch, capsys):
    root(dev, monkeypatch, True)
    monkeypatch.setattr(dev.terminal, "run", lambda *_, **__: 100)
    assert dev.main(["test"]) == 2
    assert (
        capsys.readouterr()
        .err.splitlines()[-1]
        .endswith(": apt-get install libgl1 libegl1 libxcb-cursor0 python3-venv")
    )


@pytest.mark.parametrize("arguments", [[], ["build"], ["check", "now"]])
def test_that_what_it_does_not_know_gets_the_usage_in_one_line(dev, arguments, capsys):
    assert dev.main(arguments) == 2
    assert capsys.readouterr().err.splitlines() == [dev.USAGE]


def test_that_an_old_python_is_told_so_in_one_line(tmp_path):
    old = tmp_path / "sitecustomize.py"
    old.write_text("import sys\nsys.version_info = (3, 9, 2)\nsys.version = '3.9.2 (default)'\n")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    command = [sys.executable, str(SCRIPT), "test"]
    done = subprocess.run(command, env=environment, capture_output=True, check=False)
    assert done.returncode == 2
    assert done.stderr.decode().splitlines() == ["Privacy Explorer needs Python 3.11 or newer; this is 3.9.2"]


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, ()),
        ({"DISPLAY": ":0"}, ("xcb",)),
        ({"QT_QPA_PLATFORM": "offscreen"}, ()),
        ({"QT_QPA_PLATFORM": "vnc:port=5900"}, ("vnc",)),
        ({"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"}, ("wayland", "xcb")),
    ],
)
def test_that_only_a_display_that_a_person_sees_counts(dev, environment, expected):
    assert dev.screens(environment) == expected


def test_that_the_tour_runs_where_no_display_answers(dev, monkeypatch):
    monkeypatch.setattr(dev.sys, "platform", "linux")
    monkeypatch.setattr(dev.preflight, "answers", lambda name: name == "wayland")
    assert [dev.needs_tour(offered) for offered in [(), ("xcb",), ("xcb", "wayland")]] == [True, True, False]
    monkeypatch.setattr(dev.sys, "platform", "win32")
    assert not dev.needs_tour(())


def test_that_the_tour_releases_and_paints_in_temporary_folders_and_prints_the_paths(
    dev, monkeypatch, tmp_path, capsys
):
    ran = []

    def program(command, env, stdout):
        ran.append((command[4:], env))
        folder = Path(command[command.index("--out") + 1])
        folder.mkdir()
        (folder / "made.txt").touch()
        return 0

    monkeypatch.setattr(dev.terminal, "run", program)
    monkeypatch.setenv("PRIVACY_EXPLORER_DEV", str(tmp_path))
    work = tmp_path / "tour"
    for _ in range(2):  # the second one replaces what the first one made
        ran.clear()
        capsys.readouterr()
        assert dev.tour("python") == 0
    assert [command[0] for command, _ in ran] == ["release", "screenshot"]
    assert str(work / "ledger") in ran[0][0]
    assert {env["PRIVACY_EXPLORER_STATE"] for _, env in ran} == {str(work / "state")}
    assert {env["QT_QPA_PLATFORM"] for _, env in ran} == {"offscreen"}
    printed = capsys.readouterr().out.splitlines()
    assert printed == [str(work / "panes" / "made.txt"), str(work / "release" / "made.txt")]


def test_that_interpreters_that_the_tests_start_need_not_compile_the_program_anew(dev, monkeypatch):
    ran = []
    monkeypatch.setattr(dev, "set_up", lambda layer: "python")
    monkeypatch.setattr(dev.terminal, "run", lambda command, cwd, env: ran.append(env) or 0)
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    assert dev.main(["test", "tests/packaging"]) == 0
    assert [("PYTHONDONTWRITEBYTECODE" in env, env["QT_QPA_PLATFORM"]) for env in ran] == [
        (False, "offscreen")
    ]


@pytest.mark.parametrize("chosen", [{}, {"MALLOC_TRIM_THRESHOLD_": "4096"}])
def test_that_the_tests_keep_the_memory_that_they_free_unless_told_otherwise(dev, monkeypatch, chosen):
    ran = []
    monkeypatch.setattr(dev, "set_up", lambda layer: "python")
    monkeypatch.setattr(dev.terminal, "run", lambda command, cwd, env: ran.append(env) or 0)
    for name in dev.KEPT_MEMORY:
        monkeypatch.delenv(name, raising=False)
    for name, value in chosen.items():
        monkeypatch.setenv(name, value)
    assert dev.main(["test"]) == 0
    assert ran[0].items() >= (dev.KEPT_MEMORY | chosen).items()


def test_that_the_tour_ends_with_the_code_of_the_step_that_fails(dev, monkeypatch, tmp_path):
    monkeypatch.setenv("PRIVACY_EXPLORER_DEV", str(tmp_path))
    monkeypatch.setattr(dev.terminal, "run", lambda *_, **__: 4)
    assert dev.tour("python") == 4


@pytest.mark.parametrize(
    ("verb", "layer"), [("run", "run"), ("test", "dev"), ("check", "dev"), ("fuzz", "dev")]
)
def test_that_only_the_developers_verbs_need_the_developers_packages(dev, monkeypatch, verb, layer):
    asked = []
    monkeypatch.setattr(dev, "needed_packages", lambda *_: [])
    monkeypatch.setattr(dev, "has_chinese_font", lambda: True)
    monkeypatch.setattr(dev.environment, "set_up", lambda _, layer: asked.append(layer) or "python")
    monkeypatch.setattr(dev, "become", lambda _: 0)
    monkeypatch.setattr(dev.terminal, "run", lambda *_, **__: 0)
    assert dev.main([verb, *(["--help"] if verb == "run" else [])]) == 0
    assert asked == [layer]


def test_that_an_interrupted_set_up_is_one_line(dev, monkeypatch, capsys):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(dev, "set_up", interrupted)
    assert dev.main(["test"]) == 130
    assert capsys.readouterr().err.splitlines() == ["Interrupted; the next start goes on from here"]


def test_that_no_temporary_folder_is_one_line_with_a_way(dev, monkeypatch, capsys):
    def full(**_):
        raise FileNotFoundError(2, "No usable temporary directory found")

    monkeypatch.setattr(dev, "set_up", lambda *_: "python")
    monkeypatch.setattr(dev.tempfile, "mkdtemp", full)
    assert dev.main(["smoke"]) == 1
    assert "Set TMPDIR to a folder with room" in capsys.readouterr().err.splitlines()[-1]
