"""Every package that the program brings along has its notice, and every notice reaches what is shipped."""

import re
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent.parent
LICENSES = ROOT / "resources" / "licenses"
NOTICES = (LICENSES / "NOTICES.md").read_text(encoding="utf-8")
DECLARED = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
TABLES = [line for line in NOTICES.splitlines() if line.startswith("|")]
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in TABLES]
FILES = {name: re.findall(r"`([^`]+)`", files) for name, _, files in ROWS}
BUILDING = "hatchling", "editables"


def needs(names):
    """These packages and all that they need, by their canonical names."""
    found, left = set(), list(names)
    while left:
        name = canonicalize_name(left.pop())
        if name not in found:
            found.add(name)
            lines = [Requirement(line) for line in metadata.requires(name) or []]
            left += [
                each.name for each in lines if each.marker is None or each.marker.evaluate({"extra": ""})
            ]
    return found


@pytest.fixture
def bundled(dev):
    """What the packaged program holds: packages of the lock file that do not merely build it, and drivers."""
    lines = dev.environment.requirements(dev.environment.lock_file("run").read_text(encoding="utf-8"))
    locked = {line.partition("==")[0] for line in lines}
    program = needs(Requirement(line).name for line in DECLARED["project"]["dependencies"])
    extras = DECLARED["project"]["optional-dependencies"]
    drivers = needs(Requirement(line).name for line in (*extras["postgres"], *extras["excel"]))
    return locked - (needs(BUILDING) - program) | drivers | {"psycopg-binary"}


def test_that_every_package_of_the_program_has_its_notice(bundled):
    assert {
        "numpy",
        "openpyxl",
        "psycopg-binary",
        "pyside6-essentials",
        "shiboken6",
        "sqlglot",
        "ziafont",
    } <= bundled
    assert sorted(bundled - set(FILES)) == []
    assert sorted(name for name in bundled if f"{name}.txt" not in FILES[name]) == []


def test_that_every_file_that_a_notice_names_is_there_and_every_file_is_named():
    named = {file for files in FILES.values() for file in files}
    assert [file for file in named if not (LICENSES / file).is_file()] == []
    assert {path.name for path in LICENSES.glob("*.txt")} <= named


def test_that_a_notice_holds_the_license_of_the_package_itself(bundled):
    """Its first lines: what a wheel appends about other libraries differs from system to system."""
    for name in bundled:
        text = " ".join((LICENSES / f"{name}.txt").read_text(encoding="utf-8").split())
        for path in metadata.files(name) or []:
            if re.fullmatch(r"(LICENSE|COPYING)(\.txt|\.md)?", path.name) and ".dist-info" in str(path):
                own = " ".join(path.locate().read_text(encoding="utf-8").split())[:300]
                assert own in text, (name, str(path))


def test_that_qt_is_given_under_the_lesser_license_whose_texts_are_whole():
    for name, title in (
        ("LGPL-3.0.txt", "GNU LESSER GENERAL PUBLIC LICENSE"),
        ("GPL-3.0.txt", "GNU GENERAL PUBLIC LICENSE"),
    ):
        text = (LICENSES / name).read_text(encoding="utf-8")
        assert title in text[:200]
        assert "Version 3, 29 June 2007" in text
    assert "END OF TERMS AND CONDITIONS" in (LICENSES / "GPL-3.0.txt").read_text(encoding="utf-8")


def test_that_the_notices_reach_the_wheel_and_the_packaged_program():
    shipped = DECLARED["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert shipped["resources/licenses"] == "explorer/_resources/licenses"
    assert shipped["resources/fonts"] == "explorer/_resources/fonts"
    spec = (ROOT / "packaging" / "privacy-explorer.spec").read_text(encoding="utf-8")
    assert 'collect_data_files("explorer")' in spec
    building = (ROOT / "packaging" / "package.py").read_text(encoding="utf-8")
    assert '(made / LICENSES).write_text(all_licenses(made), encoding="utf-8")' in building
    assert 'system_licenses.add(made, made / "_internal"' in building
    assert DECLARED["project"]["license"] == "MIT AND OFL-1.1"


def test_that_python_under_the_lesser_license_lies_in_files_that_a_person_may_replace():
    """All other Python lies in one archive, in which nothing can be exchanged."""
    lesser = {name for name, licenses, _ in ROWS if licenses.startswith("LGPL")}
    spec = (ROOT / "packaging" / "privacy-explorer.spec").read_text(encoding="utf-8")
    (packages,) = re.findall(r"module_collection_mode=dict\.fromkeys\(\(([^)]*)\), \"py\"\)", spec)
    assert {name.replace("-essentials", "") for name in lesser} == {
        name.strip(' "').lower().replace("_", "-") for name in packages.split(",")
    }


def test_that_the_licenses_are_declared_for_the_wheel():
    assert DECLARED["project"]["license-files"] == ["LICENSE", "resources/fonts/OFL.txt"]
