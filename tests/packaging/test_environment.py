"""The environment: what it is made of, one process at a time, and what is said when it cannot be made."""

import errno
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

PACKAGING = Path(__file__).parent.parent.parent / "packaging"
HOLD = (
    "import sys; sys.path.insert(0, {packaging!r}); import locking, pathlib, threading\n"
    "with locking.alone(pathlib.Path({path!r}), lambda: print('waits', flush=True)):\n"
    "    print('holds', flush=True); threading.Event().wait({seconds})\n"
)


@pytest.fixture
def environment(dev):
    return dev.environment


@pytest.fixture
def where(environment, tmp_path):
    return environment.Place(tmp_path / "made")


@pytest.fixture
def installed(environment, monkeypatch, where):
    """Every command that would create or install something, recorded; each of them succeeds."""
    ran = []

    def follow(command, _title, _cwd, variables, held):
        ran.append((command, variables, held))
        if "venv" in command:
            where.python.parent.mkdir(parents=True)
            where.python.touch()
            pip = where.environment / "lib" / "python3" / "site-packages" / "pip"
            pip.mkdir(parents=True)
            (pip / "__main__.py").touch()
        return environment.Done(0, "")

    monkeypatch.setattr(environment, "follow", follow)
    monkeypatch.setattr(environment.shutil, "which", lambda _: None)
    return ran


def commands(ran):
    """The words of each command that name what is done: venv, download or install, and its files."""
    return [" ".join(Path(word).name for word in command if not word.startswith("-")) for command, *_ in ran]


def test_that_the_program_alone_needs_no_developers_packages(environment, installed, where):
    assert environment.set_up(where, "run") == str(where.python)
    said = commands(installed)
    assert "requirements-run.txt" in said[2]
    assert not any("requirements-dev.txt" in each for each in said)
    assert environment.complete(where, "run")
    assert not environment.complete(where, "dev")


def test_that_the_tests_extend_what_the_program_has(environment, installed, where):
    environment.set_up(where, "run")
    before = len(installed)
    (where.environment / "kept").touch()
    environment.set_up(where, "dev")
    said = commands(installed[before:])
    assert [each for each in said if "venv" in each.split()] == []
    assert said[-1].endswith("requirements-run.txt requirements-dev.txt")  # hashes need both
    assert (where.environment / "kept").exists()
    assert environment.complete(where, "run")
    assert environment.complete(where, "dev")
    before = len(installed)
    assert environment.set_up(where, "dev") == environment.set_up(where, "run")
    assert installed[before:] == []


def test_that_packages_are_installed_with_their_hashes_and_the_checkout_without_any_others(
    environment, installed, where
):
    environment.set_up(where, "dev")
    installing = [command for command, *_ in installed if "install" in command]
    for command in installing:
        assert ("--require-hashes" in command) is ("--editable" not in command)
    assert [command[-4:-1] for command in installing if "--editable" in command] == [
        ["--no-deps", "--no-build-isolation", "--editable"]
    ]


def test_that_what_was_begun_and_not_finished_is_made_anew(environment, installed, where, monkeypatch):
    environment.set_up(where, "run")
    install = environment.install

    def killed(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(environment, "install", killed)
    with pytest.raises(KeyboardInterrupt):
        environment.set_up(where, "dev")
    assert environment.complete(where, "run")  # the program can still be started
    (where.environment / "half").touch()
    monkeypatch.setattr(environment, "install", install)
    environment.set_up(where, "dev")
    assert not (where.environment / "half").exists()
    assert environment.complete(where, "dev")


def test_that_only_what_is_declared_makes_it_anew(environment, monkeypatch, tmp_path):
    for name in ("pyproject.toml", "packaging/requirements-run.txt", "packaging/requirements-dev.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes((PACKAGING.parent / name).read_bytes())
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    layers = environment.LAYERS

    def after(name, old, new):
        path = tmp_path / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        changed = [layer for layer in layers if environment.made_from(layer) != before[layer]]
        path.write_text(text, encoding="utf-8")
        return changed

    before = {layer: environment.made_from(layer) for layer in layers}
    assert after("pyproject.toml", "[project]", "# a comment\n[project]") == []
    assert after("pyproject.toml", "line-length = 110", "line-length = 111") == []
    assert after("packaging/requirements-run.txt", "numpy==", "# a comment\nnumpy==") == []
    assert after("pyproject.toml", '"numpy>=2.0"', '"numpy>=2.1"') == ["run", "dev"]
    assert after("pyproject.toml", '"pytest>=8.3"', '"pytest>=8.4"') == ["dev"]
    assert after("packaging/requirements-run.txt", "numpy==2", "numpy==3") == ["run"]
    assert after("packaging/requirements-dev.txt", "pytest==9", "pytest==8") == ["dev"]


def test_that_a_folder_of_ones_own_is_taken_from_the_variable(environment, tmp_path):
    assert environment.place({}).folder == environment.ROOT / ".dev"
    assert environment.place({"PRIVACY_EXPLORER_DEV": str(tmp_path)}).folder == tmp_path


@pytest.mark.parametrize(
    ("output", "words"),
    [
        ("WARNING: Retrying after connection broken by 'NewConnectionError(...)'", "cannot be reached"),
        ("error: Request failed\n Caused by: dns error", "cannot be reached"),
        (
            "ERROR: Could not install: [Errno 28] No space left on device",
            "set PRIVACY_EXPLORER_DEV to a folder",
        ),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.", "offers another file"),
        (
            "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES\n    one==1.0 from x.whl:",
            "one==1.0 was not installed",
        ),
        ("error: Hash mismatch for `one==1.0`", "one==1.0 was not installed"),
        ("ERROR: something else", "otherwise"),
    ],
)
def test_that_a_failed_installation_is_told_in_plain_words(environment, output, words):
    stopped = environment.explained(environment.Done(1, output), "otherwise")
    assert words in str(stopped)
    assert "ResolutionImpossible" not in str(stopped)
    assert stopped.code == 1


def test_that_the_index_is_asked_before_an_environment_that_works_is_deleted(
    environment, installed, where, monkeypatch
):
    environment.set_up(where, "run")
    where.begun("dev").touch()  # a set-up of the tests was killed here

    def unreachable(*_):
        raise environment.Stopped("The package index cannot be reached")

    monkeypatch.setattr(environment, "probe", unreachable)
    with pytest.raises(environment.Stopped):
        environment.set_up(where, "dev")
    assert environment.complete(where, "run")


def test_that_a_full_disk_is_told_before_anything_is_made(environment, installed, where, monkeypatch):
    monkeypatch.setattr(environment.shutil, "disk_usage", lambda _: Free())
    with pytest.raises(environment.Stopped, match=r"has 50 MB left, and \d+ are needed\. Make room, or set"):
        environment.set_up(where, "run")
    assert installed == []


class Free:
    free = 50 * 2**20


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "The disk is full"),
        (errno.EROFS, "cannot be written"),
        (errno.EACCES, "cannot be written"),
    ],
)
def test_that_a_folder_which_takes_no_file_is_one_sentence_with_a_way(
    environment, where, monkeypatch, number, words
):
    def refused(*_, **__):
        raise OSError(number, os.strerror(number), "the folder")

    monkeypatch.setattr(Path, "mkdir", refused)
    with pytest.raises(environment.Stopped, match=words) as stopped:
        environment.set_up(where, "run")
    assert "PRIVACY_EXPLORER_DEV" in str(stopped.value)
    assert "\n" not in str(stopped.value)


def test_that_uv_which_cannot_install_gives_way_to_pip(environment, installed, where, monkeypatch, capsys):
    recorded = environment.follow

    def follow(command, *more):
        recorded(command, *more)
        return environment.Done(int(command[0] == "/usr/bin/uv"), "")

    monkeypatch.setattr(environment, "follow", follow)
    monkeypatch.setattr(environment.shutil, "which", lambda _: "/usr/bin/uv")
    environment.set_up(where, "run")
    assert "once more with pip" in capsys.readouterr().err
    installing = [command[0] for command, *_ in installed if "install" in command]
    assert installing == ["/usr/bin/uv", str(where.python)] * 2


def hold(path, seconds):
    """A process that holds a lock, once it does."""
    code = HOLD.format(packaging=str(PACKAGING), path=str(path), seconds=seconds)
    return subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)


def test_that_a_second_start_waits_says_so_and_goes_on_when_the_first_is_killed(tmp_path):
    first = hold(tmp_path / "lock", 600)
    assert first.stdout.readline() == "holds\n"
    second = hold(tmp_path / "lock", 0)
    assert second.stdout.readline() == "waits\n"
    first.kill()
    assert second.communicate()[0] == "holds\n"
    assert second.returncode == 0
    first.wait()
    first.stdout.close()


@pytest.mark.skipif(os.name == "nt", reason="Windows hands no lock on to other programs")
def test_that_an_installer_which_outlives_its_start_keeps_the_lock(dev, tmp_path):
    locking = dev.environment.locking
    with locking.alone(tmp_path / "lock", pytest.fail) as descriptor:
        orphan = subprocess.Popen(
            [sys.executable, "-c", "input()"], stdin=subprocess.PIPE, pass_fds=[descriptor], text=True
        )
    waited = []
    with (
        pytest.raises(InterruptedError),
        locking.alone(tmp_path / "lock", lambda: waited.append(1) or leave()),
    ):
        pass
    assert waited == [1]
    orphan.communicate("\n")
    with locking.alone(tmp_path / "lock", pytest.fail):
        pass


def leave():
    raise InterruptedError


@pytest.mark.skipif(os.name == "nt", reason="Windows does not delete what is in use")
def test_that_an_environment_in_use_is_not_deleted_under_a_program(
    environment, installed, where, monkeypatch
):
    environment.set_up(where, "run")
    used = environment.locking.shared(where.folder / "used")  # by a program that runs from it
    for stamp in where.environment.glob("complete-*"):
        stamp.write_text("another version", encoding="utf-8")
    said = []

    def say(line):
        said.append(line)
        if "still runs" in line:
            leave()

    monkeypatch.setattr(environment, "say", say)
    with pytest.raises(InterruptedError):
        environment.set_up(where, "run")
    os.close(used)
    assert where.python.exists()
    assert "waiting until it ends" in said[-1]


def test_that_progress_is_told_in_words(dev):
    doing = dev.terminal.doing
    assert doing([]) == doing(["Looking in links: here"]) == ""
    line = "Collecting numpy==2.4.6 (from -r packaging/requirements-run.txt (line 24))"
    assert doing([line]) == "looking for numpy"
    assert doing([line, "  Downloading numpy-2.4.6-cp311.whl (16.8 MB)"]) == "downloading numpy (16.8 MB)"
    assert doing(["Processing /opt/files/py_cpuinfo2-1.0-py3.whl (from -r x)"]) == "taking py_cpuinfo2"
    assert doing(["Resolved 24 packages in 3ms"]) == "resolved 24 packages"


def test_that_a_program_of_the_set_up_is_followed_in_plain_lines(dev, monkeypatch, capfd, tmp_path):
    monkeypatch.setattr(dev.terminal, "PLAIN_EVERY", 0.0)
    code = "import sys; print('Collecting one', flush=True); print('more', file=sys.stderr); sys.exit(3)"
    done = dev.terminal.follow([sys.executable, "-c", code], "installing", tmp_path, os.environ)
    assert (done.code, sorted(done.output.splitlines())) == (3, ["Collecting one", "more"])
    assert "s  installing" in capfd.readouterr().err.splitlines()[0]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no signals of this kind")
def test_that_ctrl_c_ends_the_installer_quietly_and_leaves_none_behind(tmp_path):
    slow = (
        "import os, pathlib, threading; pathlib.Path('pid').write_text(str(os.getpid()));"
        "threading.Event().wait(600)"
    )
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a shell may ignore it
        f"import sys, os, pathlib; sys.path.insert(0, {str(PACKAGING)!r}); import dev\n"
        f"step = [sys.executable, '-c', {slow!r}]\n"
        "dev.set_up = lambda *_: dev.terminal.follow(step, 'installing', pathlib.Path(), os.environ)\n"
        "sys.exit(dev.main(['test']))"
    )
    started = subprocess.Popen(
        [sys.executable, "-c", code], cwd=tmp_path, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    while not (tmp_path / "pid").exists() or not (tmp_path / "pid").read_text():
        assert started.poll() is None
        threading.Event().wait(0.02)
    os.killpg(started.pid, signal.SIGINT)  # as a terminal does: to both
    assert started.communicate()[1].splitlines() == ["Interrupted; the next start goes on from here"]
    assert started.returncode == 130
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no signals of this kind")
@pytest.mark.parametrize("ending", ["SIGTERM", "SIGHUP"])
def test_that_who_is_ended_by_the_system_cleans_up_too(tmp_path, ending):
    slow = (
        "import os, pathlib, threading; pathlib.Path('pid').write_text(str(os.getpid()));"
        "threading.Event().wait(600)"
    )
    code = (
        f"import sys, os, pathlib, runpy, tempfile; sys.path.insert(0, {str(PACKAGING)!r})\n"
        "import environment, terminal\n"
        "def slowly(*_):\n"
        "    with tempfile.TemporaryDirectory(dir='.', prefix='work-'):\n"
        f"        terminal.follow([sys.executable, '-c', {slow!r}], 'building', pathlib.Path(), os.environ)\n"
        "environment.set_up, environment.complete = slowly, lambda *_: True\n"
        "sys.argv = ['dev.py', 'check']\n"
        f"runpy.run_path({str(PACKAGING / 'dev.py')!r}, run_name='__main__')"
    )
    started = subprocess.Popen([sys.executable, "-c", code], cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    while not (tmp_path / "pid").exists() or not (tmp_path / "pid").read_text():
        assert started.poll() is None
        threading.Event().wait(0.02)
    started.send_signal(getattr(signal, ending))
    assert started.communicate()[1].splitlines() == ["Interrupted; the next start goes on from here"]
    assert started.returncode == 130
    assert not list(tmp_path.glob("work-*"))
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no signals of this kind")
def test_that_what_shall_outlive_its_terminal_does():
    code = (
        "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"  # as nohup does
        f"import sys, runpy; sys.path.insert(0, {str(PACKAGING)!r})\n"
        "import environment\n"
        "environment.set_up = lambda *_: sys.exit(signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN)\n"
        "environment.complete = lambda *_: True\n"
        "sys.argv = ['dev.py', 'check']\n"
        f"runpy.run_path({str(PACKAGING / 'dev.py')!r}, run_name='__main__')"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
