"""The doors between the rooms, and the size of things, held by reading the source."""

import ast
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path

from source_trees import nodes_of, tree_of

ROOT = Path(__file__).parent.parent
SOURCES = sorted((ROOT / "explorer").rglob("*.py"))

OPEN_TO_ALL = {"mark", "resources"}
BELOW_APP = {"privacy", "release", "lessons"}
BELOW_EXPORT = {*BELOW_APP, "app"}
BELOW_HANDS = {*BELOW_EXPORT, "export", "jobs", "language"}
DOORS = {
    "__init__": set(),
    "mark": set(),
    "resources": set(),
    "privacy": OPEN_TO_ALL,
    "language": {*OPEN_TO_ALL, "privacy"},
    "release": {*OPEN_TO_ALL, "privacy"},
    "lessons": {*OPEN_TO_ALL, "privacy"},
    "app": {*OPEN_TO_ALL, *BELOW_APP},
    "jobs": {*OPEN_TO_ALL, *BELOW_EXPORT},
    "export": {*OPEN_TO_ALL, *BELOW_EXPORT, "language"},
    "cli": {*OPEN_TO_ALL, *BELOW_HANDS},
    "gui": {*OPEN_TO_ALL, *BELOW_HANDS},
    "__main__": {*OPEN_TO_ALL, *BELOW_HANDS, "cli", "gui"},
}
"""Room -> the rooms that it may import, itself aside; `explorer` alone gives the version, to anyone."""

WITHOUT_WINDOW = {"numpy", "scipy", "platformdirs", "tomli_w"}
PACKAGES = {
    "privacy": {"numpy", "scipy"},
    **dict.fromkeys(("release", "lessons", "app", "jobs", "cli"), WITHOUT_WINDOW),
    "release": {
        *WITHOUT_WINDOW,
        "duckdb",
        "openpyxl",
        "psycopg",
        "pyspark",
        "py4j",
        "grpc",
        "keyring",
        "sqlglot",
    },
    "export": {*WITHOUT_WINDOW, "xlsxwriter", "ziamath"},
    "gui": {*WITHOUT_WINDOW, "PySide6", "shiboken6", "pyqtgraph"},
}
"""Room -> the installed packages that it may import; a room that is not named here imports none."""

OUTSIDE_WORLD = {
    *("datetime", "io", "os", "pathlib", "random", "secrets", "shutil", "socket", "sqlite3", "subprocess"),
    *("asyncio", "concurrent", "multiprocessing", "tempfile", "threading", "time", "urllib", "uuid"),
}
"""Input, output, clock and randomness: not for the mathematics."""


def name_of(source: Path) -> str:
    return source.relative_to(ROOT).as_posix()


def room_of(source: Path) -> str:
    return source.relative_to(ROOT / "explorer").parts[0].removesuffix(".py")


@cache
def imported(source: Path) -> tuple[str, ...]:
    """Every dotted name that a file imports, at its top or inside a function, by statement or by call."""
    return tuple(names_imported(source))


def names_imported(source: Path) -> Iterator[str]:
    package = source.relative_to(ROOT).with_suffix("").parts[:-1]
    for node in nodes_of(tree_of(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            origin = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{origin}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and called(node) in {"import_module", "__import__"}:
            yield from (each.value for each in node.args[:1] if is_text(each))


def called(node: ast.Call) -> str:
    return getattr(node.func, "attr", getattr(node.func, "id", ""))


def is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def rooms_imported(source: Path) -> set[str]:
    inside = [name.split(".") for name in imported(source) if name.split(".")[0] == "explorer"]
    found = {parts[1] for parts in inside if len(parts) > 1 and parts[1] != "__version__"}
    return found - {room_of(source)}


def packages_imported(source: Path) -> set[str]:
    return {name.split(".")[0] for name in imported(source)} - {"explorer"}


def functions(source: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    yield from (node for node in nodes_of(tree_of(source)) if isinstance(node, kinds))


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Its lines, from `def` on; the docstring, which gives formula and source, is not counted."""
    whole = (function.end_lineno or function.lineno) - function.lineno + 1
    if ast.get_docstring(function, clean=False) is None:
        return whole
    said = function.body[0]
    return whole - ((said.end_lineno or said.lineno) - said.lineno + 1)


def offenders(fault: Callable[[Path], object], room: str = "") -> dict[str, object]:
    """What is wrong with each file, of one room or of all; nothing where all is well."""
    found = {name_of(source): fault(source) for source in SOURCES if room in ("", room_of(source))}
    return {name: wrong for name, wrong in found.items() if wrong}


def test_that_every_room_has_only_the_doors_of_the_plan():
    assert {room_of(source) for source in SOURCES} <= set(DOORS), "a new room needs its doors in DOORS"
    assert offenders(lambda source: rooms_imported(source) - DOORS[room_of(source)]) == {}


SHARED = {"core", "plotting"}
SUBJECTS = {
    "explore",
    "compose",
    "schedule",
    "release",
    "ledger",
    "learn",
    "help",
    "tables",
    "finder",
    "record",
    "presenter",
    "tours",
}


def subject_of(module: str) -> str:
    """The folder of `app` that a module lies in; "" for what stands above them all."""
    parts = module.split(".")
    known = parts[:2] == ["explorer", "app"] and len(parts) > 2
    return parts[2] if known and parts[2] in {*SHARED, *SUBJECTS} else ""


def test_that_the_subjects_of_the_program_rest_on_what_they_share():
    """core <- plotting <- subjects <- update; and no subject draws from another subject's figures."""

    def upward(source):
        mine = subject_of(dotted(source))
        theirs = {each: subject_of(each) for each in imported(source) if each.startswith("explorer.app")}
        below = {"core": {"core"}, "plotting": {"core", "plotting"}}.get(
            mine, {"core", "plotting", *SUBJECTS}
        )
        foreign = {each for each, its in theirs.items() if ".figures" in each and its != mine}
        return {each for each, its in theirs.items() if its not in below} | foreign if mine else set()

    assert offenders(upward, "app") == {}


def test_that_the_values_of_a_release_rest_on_nothing_else_of_it():
    def upward(source):
        inside = {each for each in imported(source) if each.startswith("explorer.release.")}
        return {each for each in inside if source.parent.name == "values" and ".values." not in each}

    assert offenders(upward, "release") == {}


def test_that_every_room_imports_only_its_packages():
    def foreign(source):
        return packages_imported(source) - sys.stdlib_module_names - PACKAGES.get(room_of(source), set())

    assert offenders(foreign) == {}


ONLY_IN = {
    "psycopg": "explorer/release/sources/servers/postgres_",
    "pyspark": "explorer/release/sources/servers/spark_",
    "py4j": "explorer/release/sources/servers/spark_",
    "grpc": "explorer/release/sources/servers/spark_",
    "keyring": "explorer/release/sources/servers/sign_in",
    "sqlglot": "explorer/release/statements/",
}
"""Package -> the only file, or folder, that imports it."""


def test_that_drivers_stay_in_their_own_places():
    found = {
        package: {name_of(source) for source in SOURCES if package in packages_imported(source)}
        for package in ONLY_IN
    }
    for package, names in found.items():
        assert names
        assert all(name.startswith(ONLY_IN[package]) for name in names)


def test_that_scipy_stats_is_never_imported():
    def stats(source):
        lazily = {
            f"{node.value.id}.{node.attr}"
            for node in nodes_of(tree_of(source))
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
        }
        return [name for name in {*imported(source), *lazily} if f"{name}.".startswith("scipy.stats.")]

    assert offenders(stats) == {}


def dotted(source: Path) -> str:
    """The name by which a file is imported."""
    parts = source.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def modules() -> dict[str, Path]:
    """Every module of the program by its dotted name."""
    return {dotted(source): source for source in SOURCES}


def circles(graph: Mapping[str, set[str]]) -> list[str]:
    """The names that lead back to themselves: what is left when all that lead nowhere are taken away."""
    left = {name: set(to) for name, to in graph.items()}
    while ended := [name for name, to in left.items() if not to & left.keys()]:
        for name in ended:
            del left[name]
    while unasked := left.keys() - {name for to in left.values() for name in to}:
        for name in unasked:
            del left[name]
    return sorted(left)


def test_that_no_two_modules_import_each_other():
    known = modules()
    graph = {}
    for name, source in known.items():
        to = {each if each in known else each.rpartition(".")[0] for each in imported(source)}
        graph[name] = (to & known.keys()) - {name}
    assert circles(graph) == []


def test_that_a_circle_is_found():
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set()}) == ["b", "c"]


def test_that_every_file_is_short_and_says_what_it_is():
    assert offenders(lambda source: not ast.get_docstring(tree_of(source))) == {}, "say what the file is"
    long = offenders(lambda source: source.read_text(encoding="utf-8").count("\n") >= 300)
    assert long == {}, "two things live together"


def test_that_every_document_that_a_source_names_is_there():
    def absent(source):
        named = set(re.findall(r"\b[A-Z][A-Za-z-]*\.md\b", source.read_text(encoding="utf-8")))
        return {name for name in named if not (ROOT / name).exists()}

    assert offenders(absent) == {}


def test_that_every_function_is_short():
    def long(source):
        return {each.name: length(each) for each in functions(source) if length(each) >= 40}

    assert offenders(long) == {}


def test_that_the_mathematics_has_no_input_output_clock_or_randomness():
    assert offenders(lambda source: packages_imported(source) & OUTSIDE_WORLD, "privacy") == {}


def test_that_an_offender_is_named():
    assert offenders(lambda source: source.name == "mark.py") == {"explorer/mark.py": True}


def test_that_the_language_knows_only_the_notation_of_the_mathematics():
    inside = {name for name in imported(ROOT / "explorer" / "language.py") if "explorer.privacy" in name}
    assert {".".join(name.split(".")[:3]) for name in inside} <= {"explorer.privacy.notation"}


def test_that_imports_are_seen_wherever_they_hide(tmp_path, monkeypatch):
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    source = tmp_path / "explorer" / "app" / "sly.py"
    source.parent.mkdir(parents=True)
    source.write_text(
        "from ..gui import window\n"
        "from explorer import cli, __version__\n"
        "def late():\n    import scipy.stats\n    importlib.import_module('PySide6.QtGui')\n",
        encoding="utf-8",
    )
    assert rooms_imported(source) == {"gui", "cli"}
    assert packages_imported(source) == {"scipy", "PySide6"}
