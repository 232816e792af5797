"""What lies in packaging/ besides scripts: it compiles, it parses, and it names what there is."""

import ast
import configparser
import importlib.util
import os
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from explorer import __version__
from explorer.app import figures
from explorer.cli import command
from explorer.language import LANGUAGES

ROOT = Path(__file__).parent.parent.parent
PACKAGING = ROOT / "packaging"


@pytest.fixture
def walked():
    tree = ast.parse((PACKAGING / "privacy-explorer.spec").read_text(encoding="utf-8"))
    assigned = (node for node in tree.body if isinstance(node, ast.Assign))
    return next(ast.literal_eval(node.value) for node in assigned if node.targets[0].id == "WALKED")


def test_that_the_frozen_program_gets_all_that_is_walked_or_imported_by_name(walked):
    packages = {path.parent for path in (ROOT / "explorer").rglob("*.py")}
    assert walked == ("explorer",)
    assert [str(each) for each in packages if not (each / "__init__.py").exists()] == []
    named = {*command.ROOMS.values(), *(folder.__name__ for folder in figures.FOLDERS)}
    assert all(importlib.util.find_spec(each) for each in named)
    assert all(each.startswith("explorer.") for each in named)


def test_that_every_language_is_in_the_wheel_and_has_a_place_for_its_manual_page():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    shipped = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    catalogues = {each for each in shipped if each.endswith(".mo")}
    translated = set(LANGUAGES) - {"en"}
    assert catalogues == {f"resources/locale/{code}/LC_MESSAGES/privacy-explorer.mo" for code in translated}
    tree = ast.parse((PACKAGING / "deb.py").read_text(encoding="utf-8"))
    assigned = (node for node in tree.body if isinstance(node, ast.Assign))
    manuals = next(ast.literal_eval(node.value) for node in assigned if node.targets[0].id == "MANUALS")
    assert set(manuals) == set(LANGUAGES)


def test_that_the_spec_compiles():
    path = PACKAGING / "privacy-explorer.spec"
    compile(path.read_text(encoding="utf-8"), str(path), "exec")


def test_that_the_desktop_entry_starts_the_command():
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str
    entry.read(PACKAGING / "linux" / "privacy-explorer.desktop", encoding="utf-8")
    desktop = entry["Desktop Entry"]
    assert (desktop["Type"], desktop["Exec"], desktop["Terminal"]) == (
        "Application",
        "privacy-explorer",
        "false",
    )
    assert {"Name", "Name[zh_CN]", "Comment", "Comment[zh_CN]"} <= set(desktop)


def test_that_the_desktop_entry_is_one_that_current_systems_accept():
    """What desktop-file-validate refuses or warns of, up to the version that Debian 12 has."""
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str
    entry.read(PACKAGING / "linux" / "privacy-explorer.desktop", encoding="utf-8")
    assert entry.sections() == ["Desktop Entry"]
    desktop = dict(entry["Desktop Entry"])
    assert desktop["Version"] in {"1.0", "1.1", "1.2", "1.3", "1.4"}
    lists = [key for key in desktop if key.partition("[")[0] in ("Categories", "Keywords")]
    assert len(lists) == 3
    assert [key for key in lists if not desktop[key].endswith(";")] == []
    categories = desktop["Categories"].strip(";").split(";")
    registered = {"Science": None, "Math": "Science", "DataVisualization": "Science"}  # and what each needs
    assert [each for each in categories if registered[each] not in (None, *categories)] == []
    known = {"Type", "Version", "Name", "GenericName", "Comment", "Exec", "Icon", "Terminal", "Categories"}
    known |= {"Keywords", "StartupNotify", "StartupWMClass"}
    assert {key.partition("[")[0] for key in desktop} == known
    assert {desktop["Terminal"], desktop["StartupNotify"]} <= {"true", "false"}


def test_that_the_metadata_names_the_command_the_entry_and_this_version():
    component = ElementTree.parse(PACKAGING / "linux" / "privacy-explorer.metainfo.xml").getroot()  # noqa: S314 - our own
    assert component.findtext("provides/binary") == "privacy-explorer"
    assert component.findtext("launchable") == "privacy-explorer.desktop"
    assert component.find("releases/release").get("version") == __version__


def test_that_the_changelog_has_an_entry_for_this_version():
    assert f"## [{__version__}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no executable bit")
def test_that_the_checks_run_by_their_name():
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
