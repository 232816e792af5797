"""The package for Debian and Ubuntu, from the folder that PyInstaller has made.

The program lies in /usr/lib/privacy-explorer. Beside it go its launcher, its entry in the desktop's menu with
icon and AppStream metadata, the page for `man`, completions for bash, zsh and fish, the licences and the
changes. What it depends on is read off the table that the program itself checks at its start.

Standard library only.
"""

import gzip
import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from email.utils import formatdate
from pathlib import Path

from environment import ROOT
from terminal import Stopped

from explorer.gui.shell import preflight

NAME = "privacy-explorer"
MAINTAINER = "Privacy Explorer contributors <privacy-explorer@localhost.invalid>"
LIBRARY = Path("usr/lib") / NAME
DOCUMENTS = Path("usr/share/doc") / NAME
SHELLS = {
    "bash": f"usr/share/bash-completion/completions/{NAME}",
    "zsh": f"usr/share/zsh/vendor-completions/_{NAME}",
    "fish": f"usr/share/fish/vendor_completions.d/{NAME}.fish",
}
MANUALS = {"en": "usr/share/man/man1", "zh_CN": "usr/share/man/zh_CN/man1"}
ABOUT = """Explore, compose and release with differential privacy
 For the people who decide about differential privacy: privacy officers choose a
 mechanism and its parameters and compare composition bounds; data stewards
 release noised tables of a file of their own, with a ledger of what was spent;
 workshops see by twelve lessons why any of this is needed.
 .
 The window and the command line speak English and Simplified Chinese."""


def build(folder: Path, work: Path, epoch: int) -> Path:
    """The .deb of a folder; every file in it has the time `epoch`."""
    root = work / "root"
    version = version_of(ROOT / "explorer" / "__init__.py")
    architecture = told(["dpkg", "--print-architecture"]).strip()
    lay_out(folder, root, version, epoch)
    control = root / "DEBIAN" / "control"
    control.parent.mkdir()
    control.write_text(
        control_text(version, architecture, kilobytes(root), newest_glibc(elf_files(root))), encoding="utf-8"
    )
    sums = [f"{digest}  {path}\n" for path, digest in md5_sums(root)]
    (root / "DEBIAN" / "md5sums").write_text("".join(sums), encoding="utf-8")
    settle(root, epoch)
    made = work / f"{NAME}_{version}_{architecture}.deb"
    # With one thread the bytes don't depend on the machine's processors, and what is alike is seen from afar.
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(epoch), "DPKG_DEB_THREADS_MAX": "1"}
    command = ["dpkg-deb", "--root-owner-group", "-Zxz", "-z9", "-Sextreme", "--build", str(root), str(made)]
    subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
    examine(made)
    return made


def examine(made: Path) -> None:
    """Have Debian's own checks look at a package, where they are installed.

    Raises
    ------
    Stopped: they found an error; what it is stands above.
    """
    if shutil.which("lintian") is None:
        return
    command = ["lintian", "--allow-root", "--fail-on", "error", str(made)]
    if subprocess.run(command, check=False).returncode:
        raise Stopped(f"lintian refuses {made.name}; the lines above tell why", 1)


def lay_out(folder: Path, root: Path, version: str, epoch: int) -> None:
    """Everything that the package installs, beneath `root`."""
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(folder, root / LIBRARY, symlinks=True)
    program = str(root / LIBRARY / NAME)
    (root / "usr/bin").mkdir(parents=True)
    (root / "usr/bin" / NAME).symlink_to(f"../lib/{NAME}/{NAME}")
    packaging = ROOT / "packaging" / "linux"
    put(root / f"usr/share/applications/{NAME}.desktop", (packaging / f"{NAME}.desktop").read_bytes())
    metadata = packaging / f"{NAME}.metainfo.xml"
    put(root / f"usr/share/metainfo/{identifier(metadata)}.metainfo.xml", metadata.read_bytes())
    icon = ROOT / "resources" / "icons" / f"{NAME}.svg"
    put(root / f"usr/share/icons/hicolor/scalable/apps/{NAME}.svg", icon.read_bytes())
    for shell, path in SHELLS.items():
        put(root / path, told([program, "completion", shell, "--language", "en"]).encode())
    for language, path in MANUALS.items():
        page = told([program, "manual", "--language", language]).encode()
        put(root / path / f"{NAME}.1.gz", compressed(page))
    licenses = root / LIBRARY / "THIRD-PARTY-LICENSES.txt"
    put(root / DOCUMENTS / "copyright", copyright_text().encode())
    licenses.rename(root / DOCUMENTS / licenses.name)
    put(root / DOCUMENTS / "CHANGELOG.md.gz", compressed((ROOT / "CHANGELOG.md").read_bytes()))
    put(root / DOCUMENTS / "changelog.gz", compressed(changelog_text(version, epoch).encode()))
    put(root / f"usr/share/lintian/overrides/{NAME}", overrides().encode())


def put(path: Path, content: bytes) -> None:
    """Write a file, its folder too."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def compressed(content: bytes) -> bytes:
    """With gzip, as small as it gets and without a time."""
    return gzip.compress(content, compresslevel=9, mtime=0)


def told(command: Sequence[str]) -> str:
    """What a program prints; with no variables of Python in the way."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    done = subprocess.run(command, check=True, capture_output=True, encoding="utf-8", env=kept)
    return done.stdout


def version_of(module: Path) -> str:
    """The version, from the one place where it stands."""
    return first(r'^__version__ = "([^"]+)"$', module)


def identifier(metadata: Path) -> str:
    """The AppStream id, by which its file is called."""
    return first(r"<id>([^<]+)</id>", metadata)


def first(pattern: str, file: Path) -> str:
    """What the first group of a pattern finds in a file.

    Raises
    ------
    Stopped: nothing.
    """
    found = re.search(pattern, file.read_text(encoding="utf-8"), re.MULTILINE)
    if found is None:
        raise Stopped(f"{file} has nothing that looks like {pattern}", 1)
    return found[1]


def control_text(version: str, architecture: str, size: int, glibc: str) -> str:
    """The package's description of itself."""
    needed = dict.fromkeys([*preflight.OFFSCREEN.values(), *preflight.XCB.values()])
    depends = ", ".join([f"libc6 (>= {glibc})", *sorted(needed)])
    return f"""Package: {NAME}
Version: {version}
Architecture: {architecture}
Maintainer: {MAINTAINER}
Installed-Size: {size}
Depends: {depends}
Recommends: fonts-wqy-microhei | fonts-noto-cjk
Section: science
Priority: optional
Description: {ABOUT}
"""


def copyright_text() -> str:
    """Debian's own form, for the program; the licences of what is bundled lie beside it."""
    license_text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    indented = "\n".join(f" {line}" if line else " ." for line in license_text.strip().splitlines())
    return f"""Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Privacy Explorer
Comment: /usr/share/doc/{NAME}/THIRD-PARTY-LICENSES.txt has the licences of Python, Qt and
 the libraries that are bundled, in full.

Files: *
Copyright: 2026 the Privacy Explorer authors
License: Expat
{indented}
"""


def changelog_text(version: str, epoch: int) -> str:
    """Debian's own form, which points to the changes as the project keeps them."""
    return f"""{NAME} ({version}) unstable; urgency=medium

  * What has changed stands in CHANGELOG.md.gz beside this file.

 -- {MAINTAINER}  {formatdate(epoch)}
"""


def overrides() -> str:
    """What lintian must let pass: a program with its own Python and Qt has libraries of its own."""
    tags = ("embedded-library", "shared-library-lacks-prerequisites", "hardening-no-fortify-functions")
    tags += ("unstripped-binary-or-object", "custom-library-search-path", "library-not-linked-against-libc")
    tags += ("duplicate-font-file", "hardening-no-pie")
    return "".join(f"{NAME}: {tag} *\n" for tag in tags)


def elf_files(root: Path) -> list[Path]:
    """Programs and libraries beneath a folder."""
    found = []
    for path in sorted(root.rglob("*")):
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as file:
                if file.read(4) == b"\x7fELF":
                    found.append(path)
    return found


def newest_glibc(files: Iterable[Path]) -> str:
    """The oldest glibc that has all that these files ask of it.

    Symbols' versions stand in an ELF file as text.
    """
    versions = {(2, 17)}
    for path in files:
        found = re.findall(rb"\0GLIBC_2\.(\d+)(?=\0)", path.read_bytes())
        versions |= {(2, int(each)) for each in found}
    return "{}.{}".format(*max(versions))


def kilobytes(root: Path) -> int:
    """What the package takes once it is installed."""
    sizes = [path.lstat().st_size for path in root.rglob("*") if not path.is_dir()]
    return sum(-(-size // 1024) for size in sizes)


def md5_sums(root: Path) -> list[tuple[str, str]]:
    """Every installed file with its checksum, as dpkg verifies it."""
    import hashlib

    files = sorted(path for path in root.rglob("*") if path.is_file() and not path.is_symlink())
    return [
        (
            path.relative_to(root).as_posix(),
            hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest(),
        )
        for path in files
        if "DEBIAN" not in path.relative_to(root).parts
    ]


def settle(root: Path, epoch: int) -> None:
    """One time and one mode for everything: readable by all, run by all where it is a program or a folder."""
    for path in [root, *root.rglob("*")]:
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or (path.name == NAME and path.parent.name == NAME) else 0o644)
        os.utime(path, (epoch, epoch), follow_symlinks=False)
