"""Packages: what is built where, what goes into them, and that the same input gives the same text."""

import gzip
import os
import re
import shutil
import stat
import tomllib
from pathlib import Path

import pytest

from explorer import __version__
from explorer.gui.shell import preflight

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def package(script):
    return script("package")


@pytest.fixture
def deb(script):
    return script("deb")


def test_that_a_package_of_another_system_is_refused_in_a_sentence(package):
    assert package.kinds_of(["wheel"], "linux") == ("wheel",)
    assert package.kinds_of(["deb", "folder"], "linux") == ("folder", "deb")
    for words, platform in ((["deb"], "darwin"), (["rpm"], "linux")):
        with pytest.raises(package.Stopped, match=f"“{words[0]}” cannot be built here"):
            package.kinds_of(words, platform)


def test_that_the_help_names_what_can_be_built_and_builds_nothing(package):
    with pytest.raises(package.Stopped, match="wheel, folder, deb, all") as told:
        package.kinds_of(["--help"], "linux")
    assert told.value.code == 0


def test_that_tools_are_told_one_time_and_no_seed(package):
    told = package.reproducible({"SOURCE_DATE_EPOCH": "17", "PYTHONPATH": "elsewhere", "HOME": "/"})
    assert told["SOURCE_DATE_EPOCH"] == "17"
    assert told["PYTHONHASHSEED"] == "0"
    assert "PYTHONPATH" not in told
    assert package.reproducible({})["SOURCE_DATE_EPOCH"].isdigit()


def test_that_the_licenses_of_all_that_is_bundled_are_in_one_text(package):
    text = package.all_licenses()
    for file in (ROOT / "resources" / "licenses").iterdir():
        assert f"\n{file.name}\n" in text
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in text


@pytest.mark.skipif(os.name == "nt", reason="a link there needs an administrator")
def test_that_lists_with_the_places_of_a_build_and_links_to_nothing_are_left_out(package, tmp_path):
    information = tmp_path / "numpy-2.dist-info"
    information.mkdir()
    for name in ("RECORD", "METADATA", "libQt6Core.so.6.11"):
        (information / name).write_text(name)
    (tmp_path / "RECORD").touch()
    (tmp_path / "libQt6Core.so.6").symlink_to(information / "libQt6Core.so.6.11")
    (tmp_path / "libQt6Test.so.6").symlink_to("PySide6/libQt6Test.so.6")
    package.tidy(tmp_path)
    left = {path.name for path in tmp_path.rglob("*") if path.is_file() or path.is_symlink()}
    assert left == {"METADATA", "libQt6Core.so.6.11", "RECORD", "libQt6Core.so.6"}
    assert not (information / "RECORD").exists()


def test_that_what_was_built_replaces_what_was_there(package, monkeypatch, tmp_path):
    monkeypatch.setattr(package, "DIST", tmp_path / "dist")
    for text in ("one", "two"):
        made = tmp_path / "made" / "privacy-explorer"
        made.mkdir(parents=True)
        (made / text).touch()
        target = package.moved(made)
    assert [path.name for path in target.iterdir()] == ["two"]
    file = tmp_path / "a.deb"
    file.write_bytes(bytes(3 * 2**19))
    assert package.sizes({"deb": file}).split()[:3] == ["deb", "1.5", "MB"]


def test_that_the_debian_package_depends_on_what_the_program_checks_at_its_start(deb):
    text = deb.control_text("1.2", "amd64", 300, "2.36")
    fields = dict(line.split(": ", 1) for line in text.splitlines() if re.match(r"[A-Z]\S+: ", line))
    depends = fields["Depends"].split(", ")
    assert depends[0] == "libc6 (>= 2.36)"
    assert set(depends[1:]) == {*preflight.OFFSCREEN.values(), *preflight.XCB.values()}
    assert (fields["Version"], fields["Installed-Size"]) == ("1.2", "300")
    assert all(len(line) <= 80 for line in text.splitlines() if line.startswith(" "))


def test_that_the_newest_glibc_is_read_off_the_libraries(deb, tmp_path):
    (tmp_path / "a.so").write_bytes(b"\x7fELF..\0GLIBC_2.9\0GLIBC_2.34\0")
    (tmp_path / "b").write_bytes(b"text with GLIBC_2.99 in it")
    files = deb.elf_files(tmp_path)
    assert [path.name for path in files] == ["a.so"]
    assert deb.newest_glibc(files) == "2.34"
    assert deb.newest_glibc([]) == "2.17"


def test_that_everything_a_desktop_looks_for_is_laid_out(deb, monkeypatch, tmp_path):
    folder = tmp_path / "privacy-explorer"
    folder.mkdir()
    for name in ("privacy-explorer", "THIRD-PARTY-LICENSES.txt"):
        (folder / name).write_text(name)
    monkeypatch.setattr(deb, "told", lambda command: " ".join(command[1:]))
    root = tmp_path / "root"
    deb.lay_out(folder, root, "1.2", 1_000_000_000)
    laid = {path.relative_to(root).as_posix() for path in root.rglob("*") if not path.is_dir()}
    assert {
        *("usr/bin/privacy-explorer", "usr/lib/privacy-explorer/privacy-explorer"),
        *("usr/share/applications/privacy-explorer.desktop", "usr/share/man/man1/privacy-explorer.1.gz"),
        *(
            "usr/share/icons/hicolor/scalable/apps/privacy-explorer.svg",
            "usr/share/doc/privacy-explorer/copyright",
        ),
        "usr/share/bash-completion/completions/privacy-explorer",
        "usr/share/metainfo/io.github.privacy_explorer.PrivacyExplorer.metainfo.xml",
    } <= laid
    assert (root / "usr/bin/privacy-explorer").resolve() == root / "usr/lib/privacy-explorer/privacy-explorer"
    changes = gzip.decompress((root / "usr/share/doc/privacy-explorer/changelog.gz").read_bytes()).decode()
    assert changes.startswith("privacy-explorer (1.2) unstable; urgency=medium\n\n  * ")
    assert changes.endswith("Sun, 09 Sep 2001 01:46:40 -0000\n")
    page = root / "usr/share/man/zh_CN/man1/privacy-explorer.1.gz"
    assert gzip.decompress(page.read_bytes()) == b"manual --language zh_CN"
    assert deb.md5_sums(root) == sorted(deb.md5_sums(root))
    deb.settle(root, 1_000_000_000)
    assert {path.lstat().st_mtime for path in root.rglob("*")} == {1_000_000_000}


@pytest.mark.skipif(os.name == "nt", reason="Windows has no modes")
def test_that_only_the_program_and_folders_may_be_executed(deb, tmp_path):
    for name in ("privacy-explorer/privacy-explorer", "privacy-explorer/library.so"):
        deb.put(tmp_path / name, b"")
    deb.settle(tmp_path, 0)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.rglob("*") if path.is_file()}
    assert modes == {"privacy-explorer": 0o755, "library.so": 0o644}


@pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="dpkg is not installed")
def test_that_the_same_folder_gives_the_same_package_byte_for_byte(deb, monkeypatch, tmp_path):
    folder = tmp_path / "privacy-explorer"
    for name in ("privacy-explorer", "THIRD-PARTY-LICENSES.txt", "_internal/data"):
        deb.put(folder / name, name.encode())
    told = deb.told
    monkeypatch.setattr(deb, "told", lambda command: told(command) if command[0] == "dpkg" else "page\n")
    examined, made = [], []
    monkeypatch.setattr(deb, "examine", examined.append)
    for work in ("first", "second"):
        (tmp_path / work).mkdir()
        made.append(deb.build(folder, tmp_path / work, 1_700_000_000))
    assert made[0].read_bytes() == made[1].read_bytes()
    assert made[0].name.startswith(f"privacy-explorer_{__version__}_")
    assert examined == made


@pytest.mark.skipif(os.name == "nt", reason="needs a program of a script")
def test_that_a_package_with_an_error_by_debians_own_checks_is_refused(deb, monkeypatch, tmp_path):
    checks = tmp_path / "lintian"
    monkeypatch.setenv("PATH", str(tmp_path))
    deb.examine(tmp_path / "a.deb")
    checks.write_text('#!/bin/sh\n[ "$1 $2 $3" = "--allow-root --fail-on error" ] && [ "$4" = good.deb ]\n')
    checks.chmod(0o755)
    deb.examine(Path("good.deb"))
    with pytest.raises(deb.Stopped, match="lintian refuses bad"):
        deb.examine(Path("bad.deb"))


def test_that_the_wheel_ships_every_resource_but_the_catalogue_for_translators():
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    shipped = declared["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert {f"explorer/_{source}" for source in shipped} == set(shipped.values())
    left = [
        path
        for path in (ROOT / "resources").rglob("*")
        if path.is_file() and not any(path.is_relative_to(ROOT / source) for source in shipped)
    ]
    assert {path.suffix for path in left} == {".po"}
