"""The licences of what the built folder takes from the system that it is built on, as Debian keeps them.

PyInstaller bundles libraries that Python and Qt need of the system: OpenSSL, SQLite, the helpers of X11.
Which ones is known once the folder is there. Each comes from a package of Debian or Ubuntu, whose licence
lies on the same machine.

Standard library only.
"""

import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from terminal import say

DOCUMENTS = Path("/usr/share/doc")
NAME = "system-libraries.txt"
_RULE = "-" * 78


def told(command: Sequence[str]) -> str:
    """What a program prints; nothing where it fails or is not there."""
    try:
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    except FileNotFoundError:
        return ""
    return done.stdout if done.returncode == 0 else ""


def add(
    made: Path, licenses: Path, documents: Path = DOCUMENTS, asked: Callable[[Sequence[str]], str] = told
) -> None:
    """Write the licences of the system's libraries in a folder that was made into its folder of licences."""
    by_package: dict[str, list[str]] = {}
    unknown = []
    for name in libraries(made):
        if package := package_of(name, documents, asked):
            by_package.setdefault(package, []).append(name)
        else:
            unknown.append(name)
    if unknown:
        say("No package of this system tells the licence of " + ", ".join(unknown))
    parts = [
        f"{_RULE}\n{package}: {', '.join(names)}\n{_RULE}\n\n{_copyright(documents, package)}"
        for package, names in sorted(by_package.items())
    ]
    (licenses / NAME).write_text("\n".join(parts), encoding="utf-8")


def libraries(made: Path) -> list[str]:
    """Those that lie beside the folders of the wheels; links lead to libraries of wheels."""
    found = (path for path in (made / "_internal").glob("lib*.so*") if not path.is_symlink())
    return sorted(path.name for path in found)


def package_of(library: str, documents: Path, asked: Callable[[Sequence[str]], str]) -> str | None:
    """The package that brings a library here and tells its licence."""
    for line in asked(["dpkg-query", "--search", f"*/{library}"]).splitlines():
        packages, _, path = line.partition(": ")
        if Path(path).name == library:
            for package in packages.split(", "):
                name = package.partition(":")[0]
                if (documents / name / "copyright").is_file():
                    return name
    return None


def _copyright(documents: Path, package: str) -> str:
    return (documents / package / "copyright").read_text(encoding="utf-8", errors="replace")
