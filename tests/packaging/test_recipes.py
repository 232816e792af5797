"""Recipes for other systems and for workflows: as far as they can be checked without those systems."""

import os
import plistlib
import re
import shutil
import stat
import struct
import subprocess
from pathlib import Path

import pytest

from explorer.gui.shell.qt_application import the_application

ROOT = Path(__file__).parent.parent.parent
PACKAGING = ROOT / "packaging"
SCRIPTS = sorted(PACKAGING.rglob("*.sh"))


@pytest.fixture
def icons(script):
    return script("icons")


def test_that_the_icon_for_windows_names_each_picture_and_where_it_lies(icons):
    pictures = {16: b"sixteen", 256: b"large one"}
    made = icons.ico(pictures)
    assert struct.unpack_from("<HHH", made) == (0, 1, 2)
    for place, (size, picture) in enumerate(pictures.items()):
        width, height, _, _, _, bits, length, start = struct.unpack_from("<BBBBHHII", made, 6 + 16 * place)
        assert (width, height, bits) == (size % 256, size % 256, 32)
        assert made[start : start + length] == picture


def test_that_the_icon_for_macos_is_a_chain_of_pictures(icons):
    made = icons.icns({16: b"sixteen", 32: b"thirty-two"})
    assert made[:4] == b"icns"
    assert struct.unpack_from(">I", made, 4) == (len(made),)
    found, place = [], 8
    while place < len(made):
        (length,) = struct.unpack_from(">I", made, place + 4)
        found.append((made[place : place + 4], made[place + 8 : place + length]))
        place += length
    assert found == [(b"icp4", b"sixteen"), (b"icp5", b"thirty-two"), (b"ic11", b"thirty-two")]


def test_that_the_pictures_of_the_icon_are_drawn_in_every_size(icons):
    the_application()  # the program's own, which later tests in this process look at
    drawn = icons.drawn(ROOT / "resources" / "icons" / "privacy-explorer.svg", [16, 48])
    for size, picture in drawn.items():
        assert picture.startswith(b"\x89PNG\r\n\x1a\n")
        assert struct.unpack_from(">II", picture, 16) == (size, size)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no executable bit")
@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_that_a_script_may_be_run_stops_at_a_fault_and_is_well_formed(path):
    assert path.stat().st_mode & stat.S_IXUSR
    assert "\nset -euo pipefail\n" in path.read_text(encoding="utf-8")
    if shutil.which("bash"):
        assert subprocess.run(["bash", "-n", str(path)], check=False).returncode == 0


@pytest.mark.parametrize("name", [path.name for path in (ROOT / ".github" / "workflows").iterdir()])
def test_that_every_command_of_a_workflow_is_one_that_there_is(name):
    text = (ROOT / ".github" / "workflows" / name).read_text(encoding="utf-8")
    for verb in re.findall(r"packaging/dev\.py (\w+)", text):
        assert f"dev.py {verb}" in (PACKAGING / "dev.py").read_text(encoding="utf-8")
    for path in re.findall(r"(packaging[/\\][\w./\\-]+)", text):
        assert (ROOT / path.replace("\\", "/")).is_file()
    assert "\t" not in text


def test_that_the_entitlements_for_macos_are_a_property_list():
    assert plistlib.loads((PACKAGING / "macos" / "entitlements.plist").read_bytes())


def test_that_the_installer_for_windows_needs_no_administrator_and_reads_the_version():
    text = (PACKAGING / "windows" / "privacy-explorer.iss").read_text(encoding="utf-8")
    assert "\nPrivilegesRequired=lowest\n" in text
    assert "\\explorer\\__init__.py" in text
    assert not re.search(r"AppVersion=\d", text)


def test_that_the_installer_for_windows_leaves_neither_an_older_version_nor_its_path_behind():
    """A library that this version lacks would still be found by it."""
    text = (PACKAGING / "windows" / "privacy-explorer.iss").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^\[(\w+)\]\n(.*?)(?=^\[|\Z)", text, re.MULTILINE | re.DOTALL))
    assert 'Type: filesandordirs; Name: "{app}\\_internal"' in sections["InstallDelete"]
    assert "'Path'" in sections["Code"].partition("procedure CurUninstallStepChanged")[2]
    begins, ends = (len(re.findall(rf"\b{word}\b", sections["Code"])) for word in ("begin", "end"))
    assert begins == ends


@pytest.mark.skipif(os.name == "nt" or shutil.which("bash") is None, reason="needs bash")
def test_that_everything_that_macos_runs_is_signed_whatever_it_is_called(tmp_path):
    """With tools that only tell what they are asked: Qt's frameworks hold programs without an ending."""
    tools = tmp_path / "tools"
    tools.mkdir()
    told = {"codesign": 'echo "${@: -1}" >> "$SIGNED"', "hdiutil": ":", "xcrun": ":"}
    told["file"] = 'case "$2" in *.png) echo PNG;; *) echo "Mach-O 64-bit bundle";; esac'
    for name, line in told.items():
        (tools / name).write_text(f"#!/usr/bin/env bash\n{line}\n", encoding="utf-8")
        (tools / name).chmod(0o755)
    (tmp_path / "explorer").mkdir()
    (tmp_path / "explorer" / "__init__.py").write_text('__version__ = "1"\n', encoding="utf-8")
    contents = tmp_path / "dist" / "Privacy Explorer.app" / "Contents"
    inside = ["MacOS/privacy-explorer", "Frameworks/QtCore.framework/Versions/A/QtCore", "Frameworks/a b.so"]
    for name in (*inside, "Resources/icon.png"):
        (contents / name).parent.mkdir(parents=True, exist_ok=True)
        (contents / name).touch()
    script = tmp_path / "packaging" / "macos" / "make_dmg.sh"
    script.parent.mkdir(parents=True)
    shutil.copy(PACKAGING / "macos" / "make_dmg.sh", script)
    signed = tmp_path / "signed"
    environment = {"PATH": f"{tools}:{os.environ['PATH']}", "IDENTITY": "someone", "SIGNED": str(signed)}
    subprocess.run(["bash", str(script)], env=environment, check=True, capture_output=True, timeout=60)
    paths = signed.read_text(encoding="utf-8").splitlines()
    app = "dist/Privacy Explorer.app"
    assert set(paths[: len(inside)]) == {f"{app}/Contents/{name}" for name in inside}
    assert paths[len(inside)] == app, "the bundle comes after what is in it"


def test_that_the_flatpak_has_no_network_and_takes_files_that_there_are():
    folder = PACKAGING / "linux"
    text = (folder / "io.github.privacy_explorer.PrivacyExplorer.yml").read_text(encoding="utf-8")
    assert "--share=network" not in text
    for path in re.findall(r"type: file\n\s+path: (\S+)", text):
        assert (folder / path).resolve().is_file()
    assert "<id>io.github.privacy_explorer.PrivacyExplorer</id>" in (
        folder / "privacy-explorer.metainfo.xml"
    ).read_text(encoding="utf-8")
