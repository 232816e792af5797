"""The lock files: complete for every Python and system, with hashes, and equal to what is declared."""

import re
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent.parent
DECLARED = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
BUILD = DECLARED["dependency-groups"]["build"]
RUN = [*DECLARED["project"]["dependencies"], *BUILD]
DEV = DECLARED["project"]["optional-dependencies"]["dev"]
PYTHONS = re.findall(r"Python :: (3\.\d+)", "\n".join(DECLARED["project"]["classifiers"]))
MACHINES = [
    {
        "python_version": python,
        "python_full_version": f"{python}.1",
        "sys_platform": system,
        "platform_system": {"linux": "Linux", "darwin": "Darwin", "win32": "Windows"}[system],
        "os_name": "nt" if system == "win32" else "posix",
        "platform_python_implementation": "CPython",
        "implementation_name": "cpython",
    }
    for python in PYTHONS
    for system in ("linux", "darwin", "win32")
]


@pytest.fixture
def locked(dev):
    """Package -> version and marker, and the hashes, of one layer's lock file."""

    def read(layer):
        lines = dev.environment.requirements(dev.environment.lock_file(layer).read_text(encoding="utf-8"))
        split = [re.split(r" --hash=sha256:", line) for line in lines]
        return {Requirement(front).name: (Requirement(front), hashes) for front, *hashes in split}

    return read


def wanted(declared, machine):
    """The names and specifiers of all packages that the declared ones need on a machine, in the end."""
    seen, found = set(), []
    left = [Requirement(line) for line in declared]
    while left:
        requirement = left.pop()
        extras = requirement.extras or {""}
        if requirement.marker and not any(
            requirement.marker.evaluate({**machine, "extra": each}) for each in extras
        ):
            continue
        name = canonicalize_name(requirement.name)
        found.append((name, requirement.specifier))
        if (name, frozenset(extras)) not in seen:
            seen.add((name, frozenset(extras)))
            left += needs(name, extras, machine)
    return found


def needs(name, extras, machine):
    """What an installed package needs; nothing is known of one that this machine does not need itself."""
    try:
        lines = metadata.requires(name) or []
    except metadata.PackageNotFoundError:
        return []
    needed = [Requirement(line) for line in lines]
    for each in needed:
        if each.marker and any(each.marker.evaluate({**machine, "extra": extra}) for extra in extras):
            each.marker = None
    return needed


def test_that_the_declared_pythons_begin_with_the_oldest_that_is_required():
    assert PYTHONS == ["3.11", "3.12", "3.13", "3.14"]
    assert DECLARED["project"]["requires-python"] == f">={PYTHONS[0]}"


@pytest.mark.parametrize(("layer", "declared"), [("run", RUN), ("dev", [*RUN, *DEV])])
def test_that_each_layer_holds_exactly_what_is_needed_on_every_python_and_system(locked, layer, declared):
    held = locked("run") if layer == "run" else locked("run") | locked("dev")
    needed = [each for machine in MACHINES for each in wanted(declared, machine)]
    names = {name for name, _ in needed}
    assert names <= set(held)
    # what packages need that are not installed here is known on the oldest Python alone
    here = f"{sys.version_info[0]}.{sys.version_info[1]}"
    markers = {name: held[name][0].marker for name in set(held) - names}
    assert not markers or here != PYTHONS[0]
    assert [name for name, marker in markers.items() if marker is None or marker.evaluate()] == []
    versions = {name: next(iter(held[name][0].specifier)).version for name in held}
    outside = [(name, str(span)) for name, span in needed if not span.contains(versions[name])]
    assert outside == []


LATER = ("dev", "package")


@pytest.mark.parametrize("layer", LATER)
def test_that_no_package_of_the_program_is_in_a_later_layer(locked, layer):
    assert set(locked("run")) & set(locked(layer)) == set()


def test_that_what_builds_packages_is_held(locked):
    held = locked("run") | locked("package")
    for requirement in map(Requirement, DECLARED["dependency-groups"]["package"]):
        version = next(iter(held[requirement.name][0].specifier)).version
        assert requirement.specifier.contains(version)


def test_that_drivers_that_the_packaged_program_brings_are_held(locked):
    held = locked("run") | locked("package")
    extras = DECLARED["project"]["optional-dependencies"]
    brought = [*extras["postgres"], *extras["excel"]]
    for machine in MACHINES:
        for name, span in wanted(brought, machine):
            assert span.contains(next(iter(held[name][0].specifier)).version)
    for name in set(locked("package")) & set(locked("dev")):  # what needs it differs, and with it the marker
        (one, hashes), (other, same) = locked("package")[name], locked("dev")[name]
        assert (one.specifier, hashes) == (other.specifier, same)


def test_that_every_package_has_one_exact_version_and_hashes(locked):
    for requirement, hashes in (each for layer in ("run", *LATER) for each in locked(layer).values()):
        assert [each.operator for each in requirement.specifier] == ["=="]
        assert hashes
        assert [each for each in hashes if not re.fullmatch(r"[0-9a-f]{64}", each)] == []


@pytest.mark.parametrize("layer", ["run", *LATER])
def test_that_a_lock_file_names_no_address(dev, layer):
    text = dev.environment.lock_file(layer).read_text(encoding="utf-8")
    assert re.findall(r"://|--(?:extra-)?index-url|--find-links", text) == []


def test_that_uv_run_takes_the_same_versions(locked):
    held = {
        name: str(requirement.specifier)
        for layer in ("run", *LATER)
        for name, (requirement, _) in locked(layer).items()
    }
    constrained = [Requirement(line) for line in DECLARED["tool"]["uv"]["constraint-dependencies"]]
    assert {each.name: str(each.specifier) for each in constrained} == held
    building = [Requirement(line) for line in DECLARED["tool"]["uv"]["build-constraint-dependencies"]]
    assert {each.name: str(each.specifier) for each in building} == {
        name: held[name] for machine in MACHINES for name, _ in wanted(BUILD, machine)
    }


def test_that_the_build_backend_is_the_one_that_is_held():
    assert DECLARED["build-system"]["requires"][0] in BUILD


def test_that_duckdb_has_an_upper_bound_below_the_next_minor_version():
    span = next(Requirement(line) for line in RUN if line.startswith("duckdb")).specifier
    assert span.contains(metadata.version("duckdb"))
    major, minor = map(int, metadata.version("duckdb").split(".")[:2])
    assert not span.contains(f"{major}.{minor + 1}")


def test_that_comments_and_continued_lines_are_read_as_pip_reads_them(dev):
    text = "# why\none==1 \\\n    --hash=sha256:ab \\\n    --hash=sha256:cd\n\n"
    text += "two==2 ; python_version < '4'  # here\n"
    assert dev.environment.requirements(text) == [
        "one==1 --hash=sha256:ab --hash=sha256:cd",
        "two==2 ; python_version < '4'",
    ]


def test_that_the_lock_script_writes_what_uv_resolves_and_no_package_twice(script, monkeypatch, tmp_path):
    lock = script("lock")
    run = "one==1 \\\n    --hash=sha256:ab\n"
    answers = {(): run, ("--extra", "dev"): run + "two==2 \\\n    --hash=sha256:cd\n"}
    answers[lock.MORE["package"]] = run + "three==3 \\\n    --hash=sha256:01\n"
    monkeypatch.setattr(lock, "ROOT", tmp_path)
    monkeypatch.setattr(lock.shutil, "which", lambda _: "/usr/bin/uv")
    monkeypatch.setattr(lock, "resolved", lambda uv, *more: answers[more])
    (tmp_path / "packaging").mkdir()
    assert lock.main() == 0
    written = {
        path.stem.partition("-")[2]: path.read_text(encoding="utf-8") for path in tmp_path.rglob("*.txt")
    }
    assert {layer: lock.blocks(text).keys() for layer, text in written.items()} == {
        "run": {"one"},
        "dev": {"two"},
        "package": {"three"},
    }
    answers[("--extra", "dev")] = "one==3 \\\n    --hash=sha256:ef\n"
    assert lock.main() == 1
