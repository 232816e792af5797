"""The mutation sample: what it changes, which tests it takes for near, that it tells killed from lived."""

import ast
import importlib.util
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent

LIMIT = '''"""Of a limit."""
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    SEEN = 1

LEFT = 5


def within(count: "int < 3", most: int = 9) -> bool:
    """Whether 1 < 2."""
    return count <= most


def unseen(count):
    return count + LEFT
'''
TESTS = """from explorer.app.limit import LEFT, within


def test_that_the_most_is_within():
    assert within(LEFT, 5)
    assert not within(10)
"""


@pytest.fixture
def mutate(monkeypatch):
    """The script as a module."""
    named = importlib.util.spec_from_file_location("mutate_script", ROOT / "packaging" / "mutate.py")
    module = importlib.util.module_from_spec(named)
    monkeypatch.setitem(sys.modules, "mutate_script", module)
    named.loader.exec_module(module)
    return module


@pytest.fixture
def checkout(tmp_path):
    """A program of one file with the tests of it."""
    for name, text in {
        "explorer/__init__.py": "",
        "explorer/app/__init__.py": "",
        "explorer/app/limit.py": LIMIT,
        "explorer/app/above.py": "from explorer.app import limit\n",
        "tests/app/test_limit.py": TESTS,
        "tests/app/test_above.py": "from explorer.app.above import limit\n",
        "explorer/app/figures/__init__.py": "",
        "explorer/app/figures/cost.py": "",
        "tests/app/test_cost.py": "",
        "tests/app/test_laws.py": "from explorer.app import figures\n",
        "tests/app/test_other.py": "import explorer\n",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def changed(mutate, source):
    """The mutated expressions of a source."""
    return [each.text for each in mutate.mutations_of("some.py", source)]


@pytest.mark.parametrize(
    ("source", "mutations"),
    [
        ("seen = a < b", ["a <= b"]),
        ("seen = a == b != c", ["a != b != c", "a == b == c"]),
        ("seen = a is not None", ["a is None"]),
        ("seen = a and b", ["(a or b)"]),
        ("seen = not a", ["a"]),
        ("seen = a - b", ["(a + b)"]),
        ("seen = 7", ["8"]),
        ("seen = True", ["False"]),
        ("def f():\n    return a", ["None"]),
        ("def f():\n    return None", []),
        ("if a:\n    pass", ["(not (a))"]),
        ("while True:\n    pass", ["False"]),
        ("seen = 'a' + b", []),
        ("seen = f'{a + 1:.3f}'", []),
        ("@frozen(slots=True)\ndef f(a: 'int' = b) -> 'x < y':\n    pass", []),
    ],
)
def test_that_one_thing_at_a_time_is_changed(mutate, source, mutations):
    assert changed(mutate, source) == mutations


def test_that_every_mutation_of_the_program_is_python_and_another_program(mutate):
    for path in sorted((ROOT / "explorer" / "cli").glob("*.py"))[::4]:
        source = path.read_text(encoding="utf-8")
        found = mutate.mutations_of(path.name, source)
        for each in found[::7]:
            assert ast.dump(ast.parse(each.applied(source))) != ast.dump(ast.parse(source)), each


def test_that_a_seed_gives_the_same_sample_and_another_one_another(mutate):
    first, again, other = (mutate.sample(ROOT, "explorer/release/values", seed, 30) for seed in (1, 1, 2))
    assert first == again
    assert set(first) != set(other)
    assert {each.path.rpartition("/")[0] for each in first} == {"explorer/release/values"}


def test_that_the_nearest_tests_come_first(mutate, checkout):
    near = mutate.Tests(checkout).near("explorer/app/limit.py", 9)
    assert near == ["tests/app/test_limit.py", "tests/app/test_above.py"]
    assert mutate.Tests(checkout).near("explorer/app/limit.py", 1) == ["tests/app/test_limit.py"]


def test_that_a_figure_is_near_to_the_laws_of_all_figures(mutate, checkout):
    """Nobody imports it: its folder is walked."""
    near = mutate.Tests(checkout).near("explorer/app/figures/cost.py", 9)
    assert near == ["tests/app/test_cost.py", "tests/app/test_laws.py"]


def test_that_a_card_that_is_loaded_by_its_name_is_near_to_the_tests_of_its_folder(mutate, checkout):
    card = checkout / "explorer" / "app" / "release" / "margins_card.py"
    card.parent.mkdir()
    card.write_text("WIDE = 1\n")
    beside = [each for each in mutate.Tests(checkout).tests if each.startswith("tests/app/")]
    assert mutate.Tests(checkout).near("explorer/app/release/margins_card.py", 9) == beside, "of its room"
    for name in ("test_counts", "test_margins", "test_totals"):
        test = checkout / "tests" / "app" / "release" / f"{name}.py"
        test.parent.mkdir(exist_ok=True)
        test.write_text("def test_that_it_is():\n    pass\n")
    near = mutate.Tests(checkout).near("explorer/app/release/margins_card.py", 2)
    assert near == ["tests/app/release/test_margins.py", "tests/app/release/test_counts.py"]


def test_that_killed_is_told_from_lived_and_the_checkout_stays_as_it_is(mutate, checkout, capsys):
    before = {path: path.read_bytes() for path in checkout.rglob("*") if path.is_file()}
    arguments = mutate.parsed(["--seed", "3", "--count", "99", "--seconds", "60"])
    sample = mutate.sample(checkout, "explorer", 3, 99)
    wanted = {"count < most": "killed", "(count - LEFT)": "lived"}
    places = [str(at) for at, each in enumerate(sample) if each.text in wanted]
    arguments.only = ",".join(places)
    assert mutate.run(arguments, checkout) == 1
    told = capsys.readouterr().out
    assert "killed explorer/app/limit.py:12 (FAILED tests/app/test_limit.py::test_that_the_most" in told
    assert "lived explorer/app/limit.py:16" in told
    assert "-    return count + LEFT\n+    return (count - LEFT)" in told
    assert "2 mutations of explorer, seed 3: killed 1, lived 1, slow 0" in told
    assert {path: path.read_bytes() for path in checkout.rglob("*") if path.is_file()} == before
