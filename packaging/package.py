"""Packages of the program: the wheel, a folder with Python and Qt in it, and what desktops install.

`python3 packaging/dev.py package [wheel|folder|deb|all]` calls this. Everything is written to `dist/`. The
folder is made by PyInstaller from the wheel, in a fresh environment that holds nothing else, so what is
packaged is what others install. The same sources and tools give the same bytes: times are those of the last
commit, and hashes have no seed.

Standard library only, for Python 3.11 or newer.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import deb
import environment
import slim
import system_licenses
import terminal
from environment import ROOT
from terminal import Stopped, say

NAME = "privacy-explorer"
DIST = ROOT / "dist"
KINDS = ("wheel", "folder", "deb")
LICENSES = "THIRD-PARTY-LICENSES.txt"


def kinds_of(arguments: Sequence[str], platform: str) -> tuple[str, ...]:
    """What is to be built: what is named, or all that this system can build.

    Raises
    ------
    Stopped: another word, a package for another system, or the question what there is.

    >>> kinds_of(["all"], "win32"), kinds_of([], "linux")
    (('wheel', 'folder'), ('wheel', 'folder', 'deb'))
    """
    possible = tuple(kind for kind in KINDS if kind != "deb" or platform == "linux")
    asked = [*arguments] or ["all"]
    if {"-h", "--help"} & {*asked}:
        raise Stopped(f"What can be built here, into {DIST}: {', '.join(possible)}, all", 0)
    unknown = [each for each in asked if each not in (*possible, "all")]
    if unknown:
        raise Stopped(f"“{unknown[0]}” cannot be built here; there are: {', '.join(possible)}, all")
    return possible if "all" in asked else tuple(kind for kind in possible if kind in asked)


def build(kinds: Sequence[str], python: str, work: Path) -> dict[str, Path]:
    """Build these packages with the Python of the developers' environment; where each of them lies.

    Raises
    ------
    Stopped: a tool is missing, or one of them failed; what it wrote stands above.
    """
    if "deb" in kinds and shutil.which("dpkg-deb") is None:
        raise Stopped("A .deb is built by dpkg-deb; install the package dpkg, or build the folder alone")
    variables = reproducible(os.environ)
    built = {"wheel": wheel(python, work, variables)}
    if set(kinds) & {"folder", "deb"}:
        built["folder"] = folder(built["wheel"], work, variables)
    if "deb" in kinds:
        made = deb.build(built["folder"], work / "deb", int(variables["SOURCE_DATE_EPOCH"]))
        built["deb"] = moved(made)
    return {kind: built[kind] for kind in kinds}


def reproducible(variables: Mapping[str, str]) -> dict[str, str]:
    """The variables by which tools leave out what differs from day to day."""
    if "SOURCE_DATE_EPOCH" in variables:
        epoch = variables["SOURCE_DATE_EPOCH"]
    else:
        asked = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
        told = subprocess.run(asked, capture_output=True, encoding="utf-8", check=False)
        epoch = told.stdout.strip() or str(int((ROOT / "pyproject.toml").stat().st_mtime))
    kept = {key: value for key, value in variables.items() if key not in ("PYTHONPATH", "PYTHONHOME")}
    return {**kept, "SOURCE_DATE_EPOCH": epoch, "PYTHONHASHSEED": "0", "TZ": "UTC", "LC_ALL": "C.UTF-8"}


def wheel(python: str, work: Path, variables: Mapping[str, str]) -> Path:
    """The wheel, in `dist/`."""
    command = [python, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(work / "wheel"), "."]
    demand(terminal.run(command, cwd=ROOT, env=dict(variables)), "The wheel could not be built")
    (made,) = (work / "wheel").glob("*.whl")
    return moved(made)


def folder(wheel: Path, work: Path, variables: Mapping[str, str]) -> Path:
    """The folder with the program, Python and Qt, in `dist/`."""
    venv = work / "venv"
    installing = environment.variables(environment.Place(work))
    environment.create(venv, installing)
    files = [str(environment.lock_file(layer)) for layer in ("run", "package")]
    environment.install(venv, [part for file in files for part in ("--requirement", file)], installing)
    environment.install(venv, ["--no-index", "--no-deps", str(wheel)], installing, hashes=False)
    command = [str(environment.python_in(venv)), "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    command += ["--distpath", str(work / "folder"), "--workpath", str(work / "build")]
    command.append(str(ROOT / "packaging" / f"{NAME}.spec"))
    icons = [str(environment.python_in(venv)), str(ROOT / "packaging" / "icons.py"), str(DIST / "icons")]
    demand(terminal.run(icons, cwd=work, env=dict(variables)), "The icons could not be drawn")
    say("Collecting the program, Python and Qt into one folder; this takes some minutes")
    demand(terminal.run(command, cwd=work, env=dict(variables)), "The folder could not be built")
    made = work / "folder" / NAME
    tidy(made)
    if sys.platform == "linux":
        system_licenses.add(made, made / "_internal" / "explorer" / "_resources" / "licenses")
        slim.slim(made)
    (made / LICENSES).write_text(all_licenses(made), encoding="utf-8")
    if sys.platform == "darwin":
        bundle = moved(work / "folder" / "Privacy Explorer.app")
        (bundle / "Contents" / "Resources" / LICENSES).write_text(all_licenses(made), encoding="utf-8")
    return moved(made)


def tidy(made: Path) -> None:
    """Take out links to libraries that were left out, and what differs from one build to the next.

    A wheel's list of its files has the digests of its commands, whose first line names the environment.
    """
    for path in sorted(made.rglob("*")):
        lost = path.is_symlink() and not path.exists()
        if lost or (path.name == "RECORD" and path.parent.name.endswith(".dist-info")):
            path.unlink()


def all_licenses(made: Path | None = None) -> str:
    """The licences of the program and of all that is bundled with it, also of a folder, in one text."""
    licenses = ROOT / "resources" / "licenses"
    files = [ROOT / "LICENSE", licenses / "NOTICES.md", *sorted(licenses.glob("*.txt"))]
    if made is not None:
        files += sorted(made.rglob(f"licenses/{system_licenses.NAME}"))
    files.append(ROOT / "resources" / "fonts" / "OFL.txt")
    rule = "=" * 78
    return "\n".join(f"{rule}\n{file.name}\n{rule}\n\n{file.read_text(encoding='utf-8')}" for file in files)


def moved(made: Path) -> Path:
    """What was built, in `dist/` in place of an earlier one."""
    DIST.mkdir(exist_ok=True)
    target = DIST / made.name
    if target.is_dir():
        shutil.rmtree(target)
    else:
        target.unlink(missing_ok=True)
    return Path(shutil.move(made, target))


def demand(code: int, otherwise: str) -> None:
    """Stop where a tool has failed; it has said why."""
    if code:
        raise Stopped(f"{otherwise}; the lines above tell why", 1)


def sizes(built: Mapping[str, Path], measure: Callable[[Path], int] = environment.megabytes) -> str:
    """A line for each package: what it is, where it lies, and how large it is."""
    width = max(map(len, built))
    return "\n".join(
        f"{kind:<{width}}  {measured(path, measure):>6} MB  {path}" for kind, path in built.items()
    )


def measured(path: Path, measure: Callable[[Path], int]) -> str:
    """The size of a file or a folder in MB, to a tenth."""
    return f"{measure(path):.1f}" if path.is_dir() else f"{path.stat().st_size / 2**20:.1f}"
