"""Try the installed program the way a person would, from a folder that is not the checkout.

    python smoke.py            with the Python of the environment into which the wheel was installed
    python smoke.py PROGRAM    the program of a folder that was built, or of an installed package

Lists, releases the shipped example, is refused a second release, draws svg and png, paints every pane, and
opens the window offscreen until it is ready. Home, settings, ledger and output are temporary folders; at
the end nothing may have been written anywhere else that a program of this person would write.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

SIGNATURES = {".svg": b"<", ".png": b"\x89PNG\r\n\x1a\n"}
MINUTES = 3


class Failed(Exception):
    """A step did not do what it must; the message says which and how."""


@dataclass(frozen=True)
class Tried:
    """The program, the folder that it is installed in, and that of the files it ships."""

    program: Path
    package: Path
    resources: Path


def built(program: Path) -> Tried:
    """The program of a folder that PyInstaller has made."""
    folder = program.resolve().parent
    return Tried(program, folder, folder / "_internal" / "explorer" / "_resources")


def installed() -> Tried:
    """The program of the wheel in this Python's environment."""
    import explorer
    from explorer.resources import resource

    package = Path(explorer.__file__).parent
    if (package.parent / "pyproject.toml").exists():
        raise Failed(f"this is the checkout, not an installation: {package}")
    name = "privacy-explorer.exe" if os.name == "nt" else "privacy-explorer"
    return Tried(Path(sys.executable).parent / name, package, resource())


def main(arguments: Sequence[str]) -> int:
    """Every step in turn; 0 if all of them held."""
    tried = built(Path(arguments[0])) if arguments else installed()
    with tempfile.TemporaryDirectory(prefix="privacy-explorer-smoke-") as folder:
        work = Path(folder)
        for name in ("home", "cwd", "state", "cache", "runtime"):
            (work / name).mkdir(mode=0o700)
        before = listing(tried.package)
        for step in (
            names_licenses,
            lists,
            releases,
            has_drivers,
            draws,
            paints,
            opens,
            refuses_without_display,
        ):
            step(tried, work)
            print(f"smoke: {step.__name__.replace('_', ' ')}", flush=True)
        leaves_nothing(tried, work, before)
    print("smoke: leaves nothing behind; all passed", flush=True)
    return 0


def names_licenses(tried: Tried, _work: Path) -> None:
    """The notices of all that the program stands on are installed with it."""
    notices = (tried.resources / "licenses" / "NOTICES.md").read_text(encoding="utf-8")
    demand(
        "LGPL-3.0" in notices and (tried.resources / "licenses" / "LGPL-3.0.txt").is_file(),
        "no license of Qt",
    )


def lists(tried: Tried, work: Path) -> None:
    """`mechanisms --json` names the mechanisms."""
    answer = json.loads(program(tried, work, "mechanisms", "--json"))
    identifiers = {each["id"] for each in answer["results"]}
    demand(
        answer["schema"] == 1 and {"laplace", "gaussian", "discrete-laplace"} <= identifiers, str(identifiers)
    )


def releases(tried: Tried, work: Path) -> None:
    """The shipped example is released once; a second time it is over budget and nothing is written."""
    plan, table = (str(tried.resources / "examples" / name) for name in ("people.toml", "people.csv"))
    command = ["release", plan, table, "--ledger", str(work / "ledger"), "--out"]
    answer = json.loads(program(tried, work, *command, str(work / "out"), "--json"))
    written = [Path(path) for path in answer["written"]]
    demand(bool(written) and all(path.stat().st_size for path in written), f"released {written}")
    tables = [path for path in written if path.suffix == ".csv"]
    header = tables[0].read_text(encoding="utf-8").splitlines()[0]
    demand("noised_count" in header.split(","), f"the header is {header}")
    program(tried, work, *command, str(work / "second"), expected=4)
    demand(not any((work / "second").glob("*")), "a refused release has written something")


def has_drivers(tried: Tried, work: Path) -> None:
    """A folder to which no driver can be added has that of Postgres: what lacks is the server alone."""
    if not (tried.program.resolve().parent / "_internal").is_dir():
        return
    plan = str(tried.resources / "examples" / "people.toml")
    command = [str(tried.program), "release", plan, "postgresql://%2Fnowhere/none?table=public.none"]
    command += ["--ledger", str(work / "ledger"), "--out", str(work / "third")]
    complaint = call(work, command, surroundings(work), 3, stream="stderr")
    demand("server" in complaint and "not installed" not in complaint, complaint)


def draws(tried: Tried, work: Path) -> None:
    """Every figure as svg, the first one as png too."""
    figures = [each["id"] for each in json.loads(program(tried, work, "figures", "--json"))["results"]]
    demand(bool(figures), "there is no figure")
    for name in [*(f"{figure}.svg" for figure in figures), f"{figures[0]}.png"]:
        path = work / "drawn" / name
        path.parent.mkdir(exist_ok=True)
        program(tried, work, "render", path.stem, "--out", str(path))
        demand(path.read_bytes().startswith(SIGNATURES[path.suffix]), f"{name} is not what it says")


def paints(tried: Tried, work: Path) -> None:
    """`screenshot` paints several panes."""
    program(tried, work, "screenshot", "--out", str(work / "panes"))
    panes = list((work / "panes").rglob("*.png"))
    demand(len(panes) > 1, f"painted {panes}")
    demand(all(pane.read_bytes().startswith(SIGNATURES[".png"]) for pane in panes), "a pane is no picture")


def opens(tried: Tried, work: Path) -> None:
    """The window opens with no screen, becomes ready, and quits."""
    # Told so, the program closes its window as soon as that is ready.
    opening = surroundings(work, QT_QPA_PLATFORM="offscreen", PRIVACY_EXPLORER_CLOSE_WHEN_READY="1")
    call(work, [str(tried.program)], opening, 0)


def refuses_without_display(tried: Tried, work: Path) -> None:
    """With no display at all the bare program says so in one line and ends with 2 (Linux only)."""
    if sys.platform == "linux":
        complaint = call(work, [str(tried.program)], surroundings(work), 2, stream="stderr")
        demand(len(complaint.splitlines()) == 1 and "release" in complaint, complaint)


def leaves_nothing(tried: Tried, work: Path, before: Mapping[str, int]) -> None:
    """Home, working folder and the installed package are as they were."""
    for name in ("home", "cwd"):
        found = sorted(
            path.relative_to(work).as_posix() for path in (work / name).rglob("*") if path.is_file()
        )
        demand(not found, f"written outside its folders: {found}")
    demand(listing(tried.package) == before, "the installed package has changed")


def program(tried: Tried, work: Path, *arguments: str, expected: int = 0) -> str:
    """What `privacy-explorer` prints for these arguments; it must end with the expected code."""
    return call(work, [str(tried.program), *arguments], surroundings(work), expected)


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
        sys.exit(main(sys.argv[1:]))
    except (Failed, subprocess.TimeoutExpired) as failed:
        sys.exit(f"smoke: {failed}")
