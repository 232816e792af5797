"""What must never be in the noise path or in a release, held by reading the source and by watching a run."""

import ast
import socket
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from fractions import Fraction
from pathlib import Path

import pytest
from count_cases import AGE, plan_of
from source_trees import ROOT, nodes_of, trees_with
from source_trees import tree_of as tree_of_file

from explorer.release.ledger.kept_draws import drawn_again
from explorer.release.ledger.verification import verified
from explorer.release.plan.plan_file import read_plan, write_plan
from explorer.release.plan.plan_preview import simulate
from explorer.release.plan.sections import Privacy
from explorer.release.publish import export, release
from explorer.release.sources import csv_source
from explorer.release.sources.dialect_detection import suggest_dialect

CHOKE_POINT = "explorer.release.noise"
REFUSING = {"explorer.mark": {"N_"}, "explorer.privacy.refusal": {"NotValid", "OutOfRange"}}
"""What says no is no part of the noise: of these modules the noise path takes these names and no others."""
FORBIDDEN = {
    *("float", "float16", "float32", "float64", "longdouble", "complex", "double", "inf", "nan"),
    *("random", "default_rng", "Generator", "RandomState", "seed", "SystemRandom", "randbits"),
    *("seeded_bits", "seeded_bytes"),
    *("math", "exp", "log", "sqrt", "round", "linspace", "true_divide", "divide", "mean"),
}


def tree_of(module: str) -> ast.Module:
    place = ROOT.joinpath(*module.split(".")[1:])
    file = place.with_suffix(".py")
    return tree_of_file(file if file.is_file() else place / "__init__.py")


def imported(tree: ast.Module) -> dict[str, set[str]]:
    """Module -> names taken from it, for modules of the program."""
    found: dict[str, set[str]] = {}
    for node in nodes_of(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("explorer"):
            found.setdefault(str(node.module), set()).update(alias.name for alias in node.names)
    return found


def noise_path() -> dict[str, ast.Module]:
    """The choke point and everything of the program that it imports, however far below."""
    found: dict[str, ast.Module] = {}
    waiting = [CHOKE_POINT]
    while waiting:
        module = waiting.pop()
        if module in found or module in REFUSING:
            continue
        found[module] = tree_of(module)
        waiting.extend(imported(found[module]))
    return found


SPELLING = "explorer.privacy.spelling"


def names(tree: ast.AST) -> set[str]:
    return {
        name
        for node in nodes_of(tree)
        for name in (getattr(node, "id", None), getattr(node, "attr", None), getattr(node, "arg", None))
        if isinstance(name, str)
    }


def floats(tree: ast.AST) -> list[object]:
    return [
        node.value
        for node in nodes_of(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, float | complex)
    ]


def test_that_the_noise_path_is_what_it_is_thought_to_be() -> None:
    assert set(noise_path()) >= {
        CHOKE_POINT,
        "explorer.privacy.samplers.integer_sampler",
        "explorer.release.values.noise_distribution",
    }


def test_that_no_float_and_no_seed_is_in_the_noise_path() -> None:
    for module, tree in noise_path().items():
        if module == "explorer.privacy.notation":  # exact text of fractions; its floats are for the screen
            continue
        assert floats(tree) == [], module
        assert names(tree) & FORBIDDEN <= (
            {"sqrt"} if module == "explorer.release.values.noise_distribution" else set()
        ), module
        packages = {
            alias.name.split(".")[0]
            for node in nodes_of(tree)
            if isinstance(node, ast.Import | ast.ImportFrom)
            for alias in node.names
        }
        assert not packages & {"random", "secrets", "math", "cmath", "scipy"}, module


def test_that_what_says_no_gives_the_noise_path_nothing_else() -> None:
    for module, tree in noise_path().items():
        for below, taken in imported(tree).items():
            if below == "explorer.privacy.notation":
                assert module == "explorer.privacy.notation" or taken == {"exact_text"}
            elif below == SPELLING:
                assert module == "explorer.privacy.notation"  # which needs it for what is typed
            elif module not in ("explorer.privacy.notation", SPELLING):
                assert taken <= REFUSING.get(below, taken), module


def test_that_a_distribution_is_divided_exactly() -> None:
    """The only divisions of the noise path are those of fractions, by which its width is defined."""
    for module, tree in noise_path().items():
        divisions = [
            ast.unparse(node)
            for node in nodes_of(tree)
            if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div)
        ]
        if module == "explorer.release.values.noise_distribution":
            assert set(divisions) == {
                "self.sensitivity / (2 * self.parameter)",
                "self.sensitivity / self.parameter",
                "Decimal(self.width.numerator) / self.width.denominator",  # what is shown
            }
        elif module == "explorer.privacy.samplers.selection_sampler":
            assert divisions == ["(best - score) / scale"]  # of fractions; a release hands in whole numbers
        elif module != "explorer.privacy.notation":
            assert divisions == []


def test_that_a_float_would_be_found() -> None:
    sly = ast.parse("import numpy as np\nx = np.zeros(3, dtype=np.float64)\ny = 0.5\nz = random.random()")
    assert names(sly) & FORBIDDEN == {"float64", "random"}
    assert floats(sly) == [0.5]


def callers(name: str) -> dict[str, int]:
    counted = {}
    for source, tree in trees_with(name).items():
        times = sum(
            isinstance(node, ast.Call)
            and name in (getattr(node.func, "id", ""), getattr(node.func, "attr", ""))
            for node in nodes_of(tree)
        )
        if times:
            counted[source] = times
    return counted


def test_that_one_place_calls_the_choke_point() -> None:
    assert callers("privatize") == {"release/publish.py": 1}


SILENCED = {
    "release/sources/typed/workbook_file.py": {"warnings"},
    "release/sources/servers/spark_session.py": {"warnings"},
}
"""Where a library's own warnings are kept from the screen."""


def test_that_nothing_in_a_release_logs_or_prints() -> None:
    telling = {"logging", "print", "warnings", "traceback", "syslog", "pdb", "breakpoint"}
    excepted = {"format_exc", "print_exc"}
    for source, tree in trees_with(*telling, *excepted).items():
        if not source.startswith("release/"):
            continue
        used = names(tree) | {
            alias.name for node in nodes_of(tree) if isinstance(node, ast.Import) for alias in node.names
        }
        used -= SILENCED.get(source, set())
        assert not used & telling, source
        assert not used & excepted, source


OUTWARD = {
    *("socket", "ssl", "http", "urllib", "ftplib", "smtplib", "asyncio", "socketserver", "xmlrpc"),
    *("requests", "httpx", "aiohttp", "webbrowser", "QtNetwork"),
}
DRIVERS = {
    "psycopg": "release/sources/servers/postgres_",
    "pyspark": "release/sources/servers/spark_",
    "py4j": "release/sources/servers/spark_",
    "grpc": "release/sources/servers/spark_",
}
"""What reaches a server that the steward names -> how the only files that import it begin."""
SEEDED = {"random", "default_rng", "RandomState", "Generator", "seeded_bits", "seeded_bytes"}
PICTURES_MADE_UP = {"release/plan/plan_preview.py"}
"""Made-up people are drawn from a seed, so that a picture stays; it is told, and no row is in it."""


def imports(tree: ast.Module) -> set[str]:
    """Every part of every name that is imported."""
    found = set()
    for node in nodes_of(tree):
        if isinstance(node, ast.Import):
            found |= {part for alias in node.names for part in alias.name.split(".")}
        elif isinstance(node, ast.ImportFrom):
            found |= {*(node.module or "").split("."), *(alias.name for alias in node.names)}
    return found


def test_that_nothing_of_the_program_can_reach_out() -> None:
    for name, tree in trees_with(*OUTWARD, *DRIVERS).items():
        assert not imports(tree) & OUTWARD, name
        drivers = imports(tree) & DRIVERS.keys()
        assert all(name.startswith(DRIVERS[each]) for each in drivers), name


def test_that_only_simulated_people_come_from_a_seed() -> None:
    for name, tree in trees_with(*SEEDED).items():
        if name.startswith("release/") and name not in PICTURES_MADE_UP:
            assert not (names(tree) | imports(tree)) & SEEDED, name


@pytest.fixture
def deaf(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Sockets are forbidden; what was tried all the same."""

    def forbidden(*_: object, **__: object) -> None:
        raise AssertionError("a socket was opened")

    opened: list[str] = []
    for name in ("socket", "create_connection", "getaddrinfo", "socketpair"):
        monkeypatch.setattr(socket, name, forbidden)
    watching = [True]

    def heard(event: str, _: object) -> None:
        if watching and event.startswith(("socket.", "http.", "urllib.")):
            opened.append(event)

    sys.addaudithook(heard)  # for good, but deaf after this test
    yield opened
    watching.clear()


def sockets() -> set[str]:
    """The sockets that this process holds, whoever opened them, the engine's own code too."""
    places = Path("/proc/self/fd")
    if not places.is_dir():
        return set()
    links = set()
    for each in places.iterdir():
        with suppress(OSError):
            links.add(str(each.readlink()))
    return {link for link in links if link.startswith("socket:")}


@pytest.mark.parametrize("mechanism", ["discrete-laplace", "discrete-gaussian"])
def test_that_a_release_opens_no_socket_from_plan_to_ledger(
    mechanism: str, tmp_path: Path, folder: Path, deaf: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    before, seen = sockets(), set()
    delta = Fraction(0) if mechanism == "discrete-laplace" else Fraction(1, 10**6)
    privacy = Privacy("person", Fraction(1), delta, "", "id", 2, mechanism=mechanism)
    plan = read_plan(write_plan(plan_of(AGE, privacy=privacy)))
    path = tmp_path / "table.csv"
    path.write_text("id,age\n" + "".join(f"p{at % 700},{at % 90}\n" for at in range(4000)))
    monkeypatch.setattr(csv_source, "SMALL", 1)  # so that the engine reads it
    suggest_dialect(path)
    released = release(plan, path, tmp_path / "out", progress=lambda *_: seen.update(sockets()))
    assert released.written
    assert export(drawn_again(1), tmp_path / "again").written
    assert verified(folder)[0].releases == 1
    assert simulate(plan, 3)
    assert deaf == []
    assert (seen | sockets()) <= before


def test_that_a_socket_would_be_seen(deaf: list[str]) -> None:
    with pytest.raises(AssertionError, match="socket"):
        socket.socket()
    import _socket

    before = sockets()
    with closing(_socket.socket()):
        assert not before or sockets() > before or sys.platform != "linux"
    assert deaf == ["socket.__new__"]
