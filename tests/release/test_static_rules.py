"""What must never be in the noise path or in a release, held by reading the source and by watching a run."""

import ast
import socket
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from counting import AGE, BODY, plan_of

import explorer
from explorer.release.declared import Privacy
from explorer.release.publish import release

ROOT = Path(explorer.__file__).parent
CHOKE_POINT = "explorer.release.noise"
REFUSING = {"explorer.mark": {"N_"}, "explorer.privacy.refusal": {"OutOfRange"}}
"""What says no is no part of the noise: of these modules the noise path takes these names and no others."""
FORBIDDEN = {
    *("float", "float16", "float32", "float64", "longdouble", "complex", "double", "inf", "nan"),
    *("random", "default_rng", "Generator", "RandomState", "seed", "SystemRandom", "randbits"),
    *("math", "exp", "log", "sqrt", "round", "linspace", "true_divide", "divide", "mean"),
}
WRITERS = {
    *("accounts", "advice", "amount", "asking", "chain", "counts", "declared", "drawn", "faults", "labels"),
    *("ledger", "noise", "plan", "preview", "publish", "record", "rules", "unknown", "witness", "writing"),
}


def tree_of(module: str) -> ast.Module:
    place = ROOT.parent.joinpath(*module.split("."))
    source = place.with_suffix(".py") if place.with_suffix(".py").exists() else place / "__init__.py"
    return ast.parse(source.read_text("utf-8"))


def imported(tree: ast.Module) -> dict[str, set[str]]:
    """Module -> names taken from it, for modules of the program."""
    found: dict[str, set[str]] = {}
    for node in ast.walk(tree):
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


def names(tree: ast.AST) -> set[str]:
    return {
        name
        for node in ast.walk(tree)
        for name in (getattr(node, "id", None), getattr(node, "attr", None), getattr(node, "arg", None))
        if isinstance(name, str)
    }


def floats(tree: ast.AST) -> list[object]:
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, float | complex)
    ]


def test_that_the_noise_path_is_what_it_is_thought_to_be() -> None:
    assert set(noise_path()) >= {CHOKE_POINT, "explorer.privacy.sampler", "explorer.release.law"}


def test_that_no_float_and_no_seed_is_in_the_noise_path() -> None:
    for module, tree in noise_path().items():
        if module == "explorer.privacy.notation":  # exact text of fractions; its floats are for the screen
            continue
        assert floats(tree) == [], module
        assert names(tree) & FORBIDDEN <= ({"sqrt"} if module == "explorer.release.law" else set()), module
        packages = {
            alias.name.split(".")[0]
            for node in ast.walk(tree)
            if isinstance(node, ast.Import | ast.ImportFrom)
            for alias in node.names
        }
        assert not packages & {"random", "secrets", "math", "cmath", "scipy"}, module


def test_that_what_says_no_gives_the_noise_path_nothing_else() -> None:
    for module, tree in noise_path().items():
        for below, taken in imported(tree).items():
            if below == "explorer.privacy.notation":
                assert module == "explorer.privacy.notation" or taken == {"exact_text"}
            elif module != "explorer.privacy.notation":
                assert taken <= REFUSING.get(below, taken), module


def test_that_a_law_is_divided_exactly() -> None:
    """The only divisions of the noise path are those of fractions, by which its width is defined."""
    for module, tree in noise_path().items():
        divisions = [
            ast.unparse(node)
            for node in ast.walk(tree)
            if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div)
        ]
        if module == "explorer.release.law":
            assert set(divisions) == {
                "self.sensitivity / (2 * self.parameter)",
                "self.sensitivity / self.parameter",
                "Decimal(self.width.numerator) / self.width.denominator",  # what is shown
            }
        elif module != "explorer.privacy.notation":
            assert divisions == []


def test_that_a_float_would_be_found() -> None:
    sly = ast.parse("import numpy as np\nx = np.zeros(3, dtype=np.float64)\ny = 0.5\nz = random.random()")
    assert names(sly) & FORBIDDEN == {"float64", "random"}
    assert floats(sly) == [0.5]


def callers(name: str) -> dict[str, int]:
    counted = {}
    for source in sorted(ROOT.rglob("*.py")):
        tree = ast.parse(source.read_text("utf-8"))
        times = sum(
            isinstance(node, ast.Call)
            and name in (getattr(node.func, "id", ""), getattr(node.func, "attr", ""))
            for node in ast.walk(tree)
        )
        if times:
            counted[source.relative_to(ROOT).as_posix()] = times
    return counted


def test_that_one_place_calls_the_choke_point() -> None:
    assert callers("privatize") == {"release/publish.py": 1}


def test_that_nothing_in_a_release_logs_or_prints() -> None:
    for source in sorted((ROOT / "release").glob("*.py")):
        tree = ast.parse(source.read_text("utf-8"))
        used = names(tree) | {
            alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names
        }
        assert not used & {"logging", "print", "warnings", "traceback", "syslog", "pdb", "breakpoint"}, (
            source.name
        )
        assert source.stem not in WRITERS or not used & {"format_exc", "print_exc"}


@pytest.mark.parametrize("mechanism", ["discrete-laplace", "discrete-gaussian"])
def test_that_a_release_opens_no_socket(
    mechanism: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbidden(*_: object, **__: object) -> None:
        raise AssertionError("a socket was opened")

    opened: list[str] = []
    monkeypatch.setattr(socket, "socket", forbidden)
    monkeypatch.setattr(socket, "create_connection", forbidden)
    monkeypatch.setattr(socket, "getaddrinfo", forbidden)
    watching = [True]

    def heard(event: str, _: object) -> None:
        if watching and event.startswith("socket."):
            opened.append(event)

    sys.addaudithook(heard)  # for good, but deaf after this test
    try:
        delta = Fraction(0) if mechanism == "discrete-laplace" else Fraction(1, 10**6)
        plan = plan_of(AGE, privacy=Privacy("row", Fraction(1), delta, mechanism=mechanism))
        (tmp_path / "table.csv").write_text(BODY)
        assert release(plan, tmp_path / "table.csv", tmp_path / "out").written
    finally:
        watching.clear()
    assert opened == []
