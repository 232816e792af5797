"""Set everything up from a clean clone with nothing but Python; then run, test or check the program.

    python3 packaging/dev.py run [arguments]     the window; with arguments, the program with them
    python3 packaging/dev.py test [arguments]    the tests, with no screen; arguments go to pytest
    python3 packaging/dev.py check               lint, format and types
    python3 packaging/dev.py fuzz [arguments]    files and plans that nobody would write, for five minutes
    python3 packaging/dev.py smoke               build the wheel, install it elsewhere and try it there
    python3 packaging/dev.py package [kinds]     wheel, folder, deb or all, into dist/

Standard library only. The environment lies in `.dev/`, or in the folder that PRIVACY_EXPLORER_DEV names;
`environment.py` makes it. uv is used where it is on PATH, else venv and pip. System libraries that are
missing are installed on an apt system by root, and otherwise named.

On Windows `python3` is `python` or `py`.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - the whole file must be readable by Python 3.6
    sys.stderr.write("Privacy Explorer needs Python 3.11 or newer; this is " + sys.version.split()[0] + "\n")
    sys.exit(2)

import signal

if __name__ == "__main__":  # Ctrl+C during these imports ends quietly
    signal.signal(signal.SIGINT, signal.SIG_DFL)

import importlib
import importlib.util
import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "resources" / "examples"

sys.dont_write_bytecode = True
sys.path[:0] = [str(ROOT / "packaging"), str(ROOT)]

import environment  # noqa: E402 - beside this script
import terminal  # noqa: E402
from terminal import Stopped, say  # noqa: E402

from explorer.gui.shell import preflight  # noqa: E402 - the tables of libraries, standard library only

CHINESE_FONT = "fonts-wqy-microhei"
CHINESE_FILES = ("wqy", "cjk", "droidsansfallback", "sourcehan", "notosanssc", "uming", "ukai")
COMMAND = "python packaging\\dev.py" if sys.platform == "win32" else "python3 packaging/dev.py"
USAGE = f"usage: {COMMAND} run|test|fuzz|package [arguments] | check | smoke"
INTERRUPTED = 130
# glibc gives pages back whenever arrays of some megabytes are freed, and the next ones want them again: a
# twelfth of what composition takes. The suite keeps them; other systems know neither name.
KEPT_MEMORY = {"MALLOC_TRIM_THRESHOLD_": str(1 << 30), "MALLOC_MMAP_THRESHOLD_": str(1 << 25)}


def main(argv: Sequence[str]) -> int:
    """Do what the first argument names; its exit code."""
    verb, arguments = (argv[0], list(argv[1:])) if argv else ("", [])
    verbs = {"run": run, "test": test, "fuzz": fuzz, "check": check, "smoke": smoke, "package": package}
    if verb not in verbs or (arguments and verb in ("check", "smoke")):
        say(USAGE)
        return 2
    try:
        return verbs[verb](arguments)
    except Stopped as stopped:
        say(str(stopped))
        return stopped.code
    except KeyboardInterrupt:
        say("Interrupted; the next start goes on from here")
        return INTERRUPTED


def run(arguments: list[str]) -> int:
    """The window, or the program with these arguments; without a display, the main job without a window."""
    offered = screens(os.environ)
    python = set_up("run", () if arguments else offered)
    if arguments or not needs_tour(offered):
        return become([python, "-P", "-m", "explorer", *arguments])
    return tour(python)


def test(arguments: list[str]) -> int:
    """The whole test suite, or what the arguments for pytest name, with no screen."""
    python = set_up("dev")
    arguments = arguments or ["-n", str(min(os.cpu_count() or 1, 4))]  # all of it: on several cores
    # Some tests start an interpreter: with bytecode left unwritten, each would compile the program anew.
    surroundings = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return terminal.run(
        [python, "-m", "pytest", *arguments], cwd=ROOT, env=offscreen(KEPT_MEMORY | surroundings)
    )


def fuzz(arguments: list[str]) -> int:
    """The release path fed with hostile files and plans; the arguments go to `packaging/fuzz.py`."""
    python = set_up("dev")
    return terminal.run([python, str(ROOT / "packaging" / "fuzz.py"), *arguments], cwd=ROOT)


def check(_arguments: list[str]) -> int:
    """Lint, format and types: all three are run, and the worst exit code is returned."""
    python = set_up("dev")
    commands = (("ruff", "check", "."), ("ruff", "format", "--check", "."), ("mypy",))
    return max(terminal.run([python, "-m", *command], cwd=ROOT) for command in commands)


def smoke(_arguments: list[str]) -> int:
    """Build the wheel, install it into a fresh environment, and try it there from another folder."""
    python = set_up("dev")
    work = new_folder("privacy-explorer-wheel-")
    try:
        command = [python, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(work / "dist"), "."]
        code = terminal.run(command, cwd=ROOT)
        if code:
            return code
        (wheel,) = (work / "dist").glob("*.whl")
        say(f"Trying {wheel.name} in a fresh environment")
        installed = with_wheel(work, wheel)
        (work / "elsewhere").mkdir()
        script = ROOT / "packaging" / "smoke.py"
        return terminal.run([installed, "-P", str(script)], cwd=work / "elsewhere")
    finally:
        shutil.rmtree(work, ignore_errors=True)


def package(arguments: list[str]) -> int:
    """Build packages into dist/, try the folder as a person would, and tell where they lie."""
    import package as packages  # only here: it reads what the program itself checks at its start

    kinds = packages.kinds_of(arguments, sys.platform)
    python = set_up("dev")
    work = new_folder("privacy-explorer-package-")
    try:
        built = packages.build(kinds, python, work)
        if "folder" in built:
            program = built["folder"] / packages.NAME
            script = str(ROOT / "packaging" / "smoke.py")
            code = terminal.run([python, "-P", script, str(program)], cwd=work)
            if code:
                return code
        print(packages.sizes(built), flush=True)
        return 0
    finally:
        shutil.rmtree(work, ignore_errors=True)


def with_wheel(work: Path, wheel: Path) -> str:
    """A fresh environment with the wheel and what it names, and nothing else; the path of its Python."""
    variables = environment.variables(environment.Place(work))
    environment.create(work / "venv", variables)
    locked = str(environment.lock_file("run"))
    environment.install(work / "venv", ["--requirement", locked], variables)
    # With its dependencies: what the wheel asks for must be what the lock file has brought.
    environment.install(work / "venv", ["--no-index", str(wheel)], variables, hashes=False)
    return str(environment.python_in(work / "venv"))


def tour(python: str) -> int:
    """The main job without a window: release the shipped example, paint every pane, print the paths.

    What the last tour made is replaced.
    """
    say("There is no display: releasing the example and painting every pane to files instead of a window")
    work = environment.place(os.environ).folder / "tour"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    surroundings = offscreen(os.environ) | {"PRIVACY_EXPLORER_STATE": str(work / "state")}
    release = ["release", str(EXAMPLES / "people.toml"), str(EXAMPLES / "people.csv")]
    release += ["--out", str(work / "release"), "--ledger", str(work / "ledger")]
    for arguments in (release, ["screenshot", "--out", str(work / "panes")]):
        command = [python, "-P", "-m", "explorer", *arguments]
        # What the program itself prints would say the same paths twice.
        code = terminal.run(command, env=surroundings, stdout=subprocess.DEVNULL)
        if code:
            return code
    for path in sorted([*(work / "release").rglob("*"), *(work / "panes").rglob("*")]):
        print(path, flush=True)
    return 0


def become(command: Sequence[str]) -> int:
    """Give this process over to the program, so that signals reach it; on Windows, wait for it."""
    if sys.platform != "win32":
        os.execv(command[0], list(command))  # noqa: S606 - a fixed list, no shell
    return terminal.run(command)


def screens(environment: Mapping[str, str]) -> tuple[str, ...]:
    """The platforms on which a person could see a window; none where only pictures can be made."""
    return tuple(name for name in preflight.displays(environment) if name not in ("offscreen", "minimal"))


def needs_tour(offered: Sequence[str]) -> bool:
    """Whether nobody could see a window: none is offered, or none of those offered answers."""
    return sys.platform == "linux" and not any(preflight.answers(name) for name in offered)


def offscreen(environment: Mapping[str, str]) -> dict[str, str]:
    """The same environment with no screen for Qt."""
    return {**environment, "QT_QPA_PLATFORM": "offscreen"}


def new_folder(prefix: str) -> Path:
    """A new folder among the temporary files.

    Raises
    ------
    Stopped: no temporary folder has room or may be written.
    """
    try:
        return Path(tempfile.mkdtemp(prefix=prefix))
    except OSError as refused:
        raise Stopped(
            f"No temporary folder can be made ({refused.strerror}). "
            "Set TMPDIR to a folder with room that you may write, and start this again.",
            1,
        ) from None


def set_up(layer: str, offered: Sequence[str] = ()) -> str:
    """Whatever is missing for this layer and these platforms of Qt: system libraries, then packages.

    Returns
    -------
    The path of the environment's Python.
    """
    where = environment.place(os.environ)
    fresh = not environment.complete(where, "run")
    provide(needed_packages(offered, fresh))
    if fresh and sys.platform == "linux" and not has_chinese_font():
        suggest_chinese_font()
    return environment.set_up(where, layer)


def needed_packages(offered: Sequence[str], fresh: bool) -> list[str]:
    """The Debian packages that this machine lacks for these platforms of Qt, and for a new environment.

    Where anything lacks, what a window under X11 needs is named with it: nobody is sent off twice.
    """
    if sys.platform != "linux":
        return []
    lacking = preflight.lacking(offered)
    venv = fresh and not shutil.which("uv") and importlib.util.find_spec("ensurepip") is None
    if lacking or venv:
        lacking = {**lacking, **preflight.lacking(("xcb",))}
    return [*dict.fromkeys(lacking.values()), *(["python3-venv"] if venv else [])]


def provide(packages: Sequence[str]) -> None:
    """Install these system packages as root on an apt system; elsewhere name them and stop."""
    if not packages:
        return
    say("This machine lacks " + ", ".join(packages))
    if can_apt() and apt_install(packages):
        importlib.invalidate_caches()
        return
    raise Stopped("To install what is missing: " + preflight.install_line(packages, preflight.is_root()))


def can_apt() -> bool:
    """Whether this process may install Debian packages."""
    return preflight.is_root() and shutil.which("apt-get") is not None


def apt_install(packages: Sequence[str]) -> bool:
    """Whether apt-get installed them; it learns what there is first where it does not know, or fails."""
    say("Installing with apt-get: " + " ".join(packages))
    variables = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}

    def apt(*arguments: str) -> bool:
        command = ["apt-get", "--quiet", "--quiet", *arguments]
        return not terminal.run(command, env=variables, stdin=subprocess.DEVNULL, stdout=sys.stderr)

    known = any(Path("/var/lib/apt/lists").glob("*_Packages*"))
    line = ("install", "--yes", "--no-install-recommends", *packages)
    return (known and apt(*line)) or (apt("update") and apt(*line))


def has_chinese_font() -> bool:
    """Whether a font file of a known Chinese family is installed (fontconfig's own tool may be absent)."""
    folders = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path.home() / ".local/share/fonts")
    names = (path.name.lower().replace("-", "") for folder in folders for path in folder.rglob("*.*"))
    return any(known in name for name in names for known in CHINESE_FILES)


def suggest_chinese_font() -> None:
    """A font for Chinese in pictures: installed where that is possible; nothing depends on it."""
    if not (can_apt() and apt_install([CHINESE_FONT])):
        line = preflight.install_line([CHINESE_FONT], preflight.is_root())
        say("Chinese has no font here; if you want it in pictures: " + line)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for ending in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
        if signal.getsignal(ending) is not signal.SIG_IGN:  # as `nohup` does
            signal.signal(ending, signal.default_int_handler)
    sys.exit(main(sys.argv[1:]))
