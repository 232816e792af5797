"""The choke point, held by reading the source: integers only, one caller, no seed."""

import ast
from fractions import Fraction
from pathlib import Path

import numpy as np

import explorer
from explorer.release.noise import privatize

ROOT = Path(explorer.__file__).parent
NOISE_PATH = (ROOT / "privacy" / "sampler.py", ROOT / "release" / "noise.py")


def trees() -> dict[str, ast.Module]:
    return {
        source.relative_to(ROOT).as_posix(): ast.parse(source.read_text("utf-8"))
        for source in sorted(ROOT.rglob("*.py"))
    }


def calls(tree: ast.AST, name: str) -> int:
    return sum(
        isinstance(node, ast.Call) and name in (getattr(node.func, "id", ""), getattr(node.func, "attr", ""))
        for node in ast.walk(tree)
    )


def test_that_no_float_and_no_seed_is_in_the_noise_path() -> None:
    for source in NOISE_PATH:
        tree = ast.parse(source.read_text("utf-8"))
        names = {getattr(node, "id", getattr(node, "attr", "")) for node in ast.walk(tree)}
        assert not names & {
            "float",
            "float64",
            "float32",
            "random",
            "default_rng",
            "exp",
            "log",
            "round",
            "math",
        }
        assert not any(
            isinstance(node, ast.Constant) and isinstance(node.value, float) for node in ast.walk(tree)
        )
        divisions = [node for node in ast.walk(tree) if isinstance(node, ast.BinOp | ast.AugAssign)]
        true_divisions = [ast.unparse(node) for node in divisions if isinstance(node.op, ast.Div)]
        assert true_divisions in ([], ["Fraction(sensitivity) / epsilon"])


def test_that_one_place_calls_the_choke_point_and_hands_it_true_counts() -> None:
    callers = {name: calls(tree, "privatize") for name, tree in trees().items() if calls(tree, "privatize")}
    assert callers == {"release/publish.py": 1}


def test_that_only_pictures_and_the_choke_point_draw() -> None:
    callers = {name for name, tree in trees().items() if calls(tree, "discrete_laplace")}
    release = {name for name in callers if name.startswith("release/")}
    assert release == {"release/noise.py", "release/preview.py"}


def test_that_true_counts_are_made_and_used_in_the_release_alone() -> None:
    users = {
        name
        for name, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "explorer.release.counts"
    }
    assert users == {"release/publish.py"}


def test_that_noise_comes_from_the_operating_system_and_differs() -> None:
    counts = np.full(60, 1000)
    first, again = (privatize(counts, 3, Fraction(1, 10)) for _ in range(2))
    assert first != again
    assert all(isinstance(each, int) for each in first)
    assert abs(sum(first) / 60 - 1000) < 60


def test_that_counts_beyond_64_bits_stay_exact() -> None:
    noised = privatize(np.full(40, 5), 1, Fraction(1, 10**25))
    assert max(map(abs, noised)) > 2**70
