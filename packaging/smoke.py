"""Try the installed program the way a person would, from a folder that is not the checkout.

    python smoke.py        with the Python of the environment into which the wheel was installed

Lists, releases the shipped example, is refused a second release, draws svg and png, paints every pane, and
opens the window offscreen until it is ready. Home, settings, ledger and output are temporary folders; at
the end nothing may have been written anywhere else that a program of this person would write.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

import explorer
from explorer.resources import resource

PACKAGE = Path(explorer.__file__).parent
OPEN_AND_QUIT = (
    "import sys; from explorer.gui.shell import application; sys.exit(application.run(quit_after_ready=True))"
)
SIGNATURES = {".svg": b"<", ".png": b"\x89PNG\r\n\x1a\n"}
MINUTES = 3


class Failed(Exception):
    """A step did not do what it must; the message says which and how."""


def main() -> int:
    """Every step in turn; 0 if all of them held."""
    if (PACKAGE.parent / "pyproject.toml").exists():
        raise Failed(f"this is the checkout, not an installation: {PACKAGE}")
    with tempfile.TemporaryDirectory(prefix="privacy-explorer-smoke-") as folder:
        work = Path(folder)
        for name in ("home", "cwd", "state", "cache", "runtime"):
            (work / name).mkdir(mode=0o700)
        before = listing(PACKAGE)
        for step in (names_licenses, lists, releases, draws, paints, opens, refuses_without_display):
            step(work)
            print(f"smoke: {step.__name__.replace('_', ' ')}", flush=True)
        leaves_nothing(work, before)
    print("smoke: leaves nothing behind; all passed", flush=True)
    return 0


def names_licenses(_work: Path) -> None:
    """The notices of all that the program stands on are installed with it."""
    notices = resource("licenses", "NOTICES.md").read_text(encoding="utf-8")
    demand("LGPL-3.0" in notices and resource("licenses", "LGPL-3.0.txt").is_file(), "no license of Qt")


def lists(work: Path) -> None:
    """`mechanisms --json` names the mechanisms."""
    answer = json.loads(program(work, "mechanisms", "--json"))
    identifiers = {each["id"] for each in answer["results"]}
    demand(
        answer["schema"] == 1 and {"laplace", "gaussian", "discrete-laplace"} <= identifiers, str(identifiers)
    )


def releases(work: Path) -> None:
    """The shipped example is released once; a second time it is over budget and nothing is written."""
    plan, table = (str(resource("examples", name)) for name in ("people.toml", "people.csv"))
    command = ["release", plan, table, "--ledger", str(work / "ledger"), "--out"]
    answer = json.loads(program(work, *command, str(work / "out"), "--json"))
    written = [Path(path) for path in answer["written"]]
    demand(bool(written) and all(path.stat().st_size for path in written), f"released {written}")
    tables = [path for path in written if path.suffix == ".csv"]
    header = tables[0].read_text(encoding="utf-8").splitlines()[0]
    demand("noised_count" in header.split(","), f"the header is {header}")
    program(work, *command, str(work / "second"), expected=4)
    demand(not any((work / "second").glob("*")), "a refused release has written something")


def draws(work: Path) -> None:
    """Every figure as svg, the first one as png too."""
    figures = [each["id"] for each in json.loads(program(work, "figures", "--json"))["results"]]
    demand(bool(figures), "there is no figure")
    for name in [*(f"{figure}.svg" for figure in figures), f"{figures[0]}.png"]:
        path = work / "drawn" / name
        path.parent.mkdir(exist_ok=True)
        program(work, "render", path.stem, "--out", str(path))
        demand(path.read_bytes().startswith(SIGNATURES[path.suffix]), f"{name} is not what it says")


def paints(work: Path) -> None:
    """`screenshot` paints several panes."""
    program(work, "screenshot", "--out", str(work / "panes"))
    panes = list((work / "panes").rglob("*.png"))
    demand(len(panes) > 1, f"painted {panes}")
    demand(all(pane.read_bytes().startswith(SIGNATURES[".png"]) for pane in panes), "a pane is no picture")


def opens(work: Path) -> None:
    """The window opens with no screen, becomes ready, and quits."""
    call(
        work, [sys.executable, "-P", "-c", OPEN_AND_QUIT], surroundings(work, QT_QPA_PLATFORM="offscreen"), 0
    )


def refuses_without_display(work: Path) -> None:
    """With no display at all the bare program says so in one line and ends with 2 (Linux only)."""
    if sys.platform == "linux":
        complaint = call(work, [command_path()], surroundings(work), 2, stream="stderr")
        demand(len(complaint.splitlines()) == 1 and "release" in complaint, complaint)


def leaves_nothing(work: Path, before: Mapping[str, int]) -> None:
    """Home, working folder and the installed package are as they were."""
    for name in ("home", "cwd"):
        found = sorted(
            path.relative_to(work).as_posix() for path in (work / name).rglob("*") if path.is_file()
        )
        demand(not found, f"written outside its folders: {found}")
    demand(listing(PACKAGE) == before, "the installed package has changed")


def program(work: Path, *arguments: str, expected: int = 0) -> str:
    """What `privacy-explorer` prints for these arguments; it must end with the expected code."""
    return call(work, [command_path(), *arguments], surroundings(work), expected)


def call(
    work: Path, command: list[str], environment: Mapping[str, str], expected: int, stream: str = "stdout"
) -> str:
    """Run a command in the empty folder; what it says on one stream."""
    done = subprocess.run(
        command,
        cwd=work / "cwd",
        env=dict(environment),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=60 * MINUTES,
        check=False,
    )
    shown = " ".join(command)
    demand(done.returncode == expected, f"{shown}: exit {done.returncode}, not {expected}\n{done.stderr}")
    demand("Traceback" not in done.stderr, f"{shown}\n{done.stderr}")
    return str(getattr(done, stream))


def surroundings(work: Path, **more: str) -> dict[str, str]:
    """This process's environment without its display, its home and its settings in temporary folders."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("QT_", "XDG_", "PYTHON"))}
    for display in ("DISPLAY", "WAYLAND_DISPLAY", "PRIVACY_EXPLORER_LEDGER"):
        kept.pop(display, None)
    home, cache = str(work / "home"), str(work / "cache")
    homes = dict.fromkeys(("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA"), home)
    own = {"PRIVACY_EXPLORER_STATE": str(work / "state"), "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    # fontconfig and Qt keep caches of the machine's fonts there: not the program's own doing.
    caches = {"XDG_CACHE_HOME": cache, "XDG_RUNTIME_DIR": str(work / "runtime")}
    return {**kept, **homes, **own, **caches, **more}


def command_path() -> str:
    """The installed command, beside the Python that runs this."""
    return str(
        Path(sys.executable).parent / ("privacy-explorer.exe" if os.name == "nt" else "privacy-explorer")
    )


def listing(folder: Path) -> dict[str, int]:
    """Every file of a folder with its time, compiled Python aside (the installer writes that at leisure)."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc")
    return {path.relative_to(folder).as_posix(): path.stat().st_mtime_ns for path in files}


def demand(holds: bool, otherwise: str) -> None:
    """Stop with a message unless this holds."""
    if not holds:
        raise Failed(otherwise)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Failed, subprocess.TimeoutExpired) as failed:
        sys.exit(f"smoke: {failed}")
