"""A person without a home folder is refused in a sentence; with the folders named, nothing needs a home."""

import os
import subprocess
import sys

import pytest

from explorer import __main__ as start
from explorer.gui.shell import application, preflight
from explorer.privacy.refusal import NotValid
from explorer.release.ledger.locations import ledger_folder, state_folder
from explorer.resources import resource

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows knows every person's folder")
REFUSED = "privacy-explorer: Your account has no home folder: set HOME to a folder that you may write\n"


@pytest.fixture
def homeless(monkeypatch):
    """An account that is a mere number, with nothing in the environment, as some containers have it."""

    def unknown(_number):
        raise KeyError

    for name in (
        "HOME",
        "XDG_DATA_HOME",
        "XDG_STATE_HOME",
        "PRIVACY_EXPLORER_LEDGER",
        "PRIVACY_EXPLORER_STATE",
    ):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("pwd.getpwuid", unknown)


@pytest.mark.parametrize("folder", [ledger_folder, state_folder])
def test_that_a_folder_that_has_no_home_to_lie_in_is_refused(homeless, folder):
    with pytest.raises(NotValid):
        folder()


def test_that_a_release_without_a_home_is_refused_in_one_line(homeless, capsys, tmp_path):
    examples = [str(resource("examples", name)) for name in ("people.toml", "people.csv")]
    assert start.main(["release", *examples, "--out", str(tmp_path / "out")]) == 2
    assert capsys.readouterr().err == REFUSED
    assert not (tmp_path / "out").exists()


def test_that_the_window_without_a_home_is_refused_unless_its_folders_are_named(
    homeless, capsys, monkeypatch, tmp_path
):
    opened = []
    monkeypatch.setattr(preflight, "for_window", lambda _verbs: None)
    monkeypatch.setattr(application, "run", lambda *_: len(opened.append("window") or opened) - 1)
    assert start.main([]) == 2
    assert (capsys.readouterr().err, opened) == (REFUSED, [])
    monkeypatch.setenv("PRIVACY_EXPLORER_LEDGER", str(tmp_path))
    monkeypatch.setenv("PRIVACY_EXPLORER_STATE", str(tmp_path))
    assert (start.main([]), opened) == (0, ["window"])


@pytest.mark.parametrize("home", [None, "", "elsewhere"])
def test_that_a_home_that_is_no_path_is_the_accounts_own_for_the_window_too(home):
    import pwd

    environment = {} if home is None else {"HOME": home}
    assert preflight.settle_home(environment)
    assert environment["HOME"] == pwd.getpwuid(os.getuid()).pw_dir


def test_that_a_home_that_is_named_stays(homeless):
    environment = {"HOME": "/srv/officer"}
    assert preflight.settle_home(environment)
    assert environment == {"HOME": "/srv/officer"}
    assert not preflight.settle_home({})


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have one encoding")
@pytest.mark.parametrize("locale", ["C", "POSIX", "zh_CN.UTF-8", "xx_XX.UTF-8", "de_DE@euro"])
def test_that_nothing_is_said_of_a_locale_that_is_not_there(locale, tmp_path):
    code = "from explorer.gui.shell.qt_application import the_application; the_application()"
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    environment |= {"LC_ALL": locale, "PYTHONCOERCECLOCALE": "0", "HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
