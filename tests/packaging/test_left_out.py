"""Nothing of the program asks for what the packaged one lacks, neither at once nor in a function."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest
from source_trees import nodes_of, tree_of

ROOT = Path(__file__).parent.parent.parent
SPEC = ROOT / "packaging" / "privacy-explorer.spec"
HOOK = ROOT / "packaging" / "without_opengl.py"
STANDS_IN = {"PySide6.QtOpenGL", "PySide6.QtOpenGLWidgets"}

EVERY_MODULE = """
import importlib, json, pkgutil, runpy, sys

class LeftOut:
    def find_spec(self, name, path=None, target=None):
        if any(name == each or name.startswith(each + ".") for each in left_out):
            raise ModuleNotFoundError("left out", name=name)

left_out = set(json.loads(sys.argv[2]))
sys.meta_path.insert(0, LeftOut())
runpy.run_path(sys.argv[1])
from PySide6.QtWidgets import QApplication
application = QApplication([])
import explorer
for found in pkgutil.walk_packages(explorer.__path__, "explorer."):
    try:
        importlib.import_module(found.name)
    except ModuleNotFoundError as lacking:
        if lacking.name in left_out:
            print(found.name, lacking.name)
"""


@pytest.fixture(scope="module")
def left_out():
    """The names of the modules that the spec excludes."""
    tree = ast.parse(SPEC.read_text(encoding="utf-8"))
    assigned = {
        each.targets[0].id: each.value
        for each in tree.body
        if isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name)
    }
    said = {word.arg: word.value for word in assigned["analysis"].keywords}["excludes"]
    known = {"OF_SCIPY": evaluated(assigned["OF_SCIPY"], {})}
    return set(evaluated(said, known))


def evaluated(node, known):
    """The value of an expression of the spec, which is one of ours."""
    return eval(compile(ast.Expression(node), str(SPEC), "eval"), known)  # noqa: S307


def asked_for(path):
    """The modules that a file imports, wherever in it; scipy imports its parts when they are named."""
    for node in nodes_of(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{each.name}" for each in node.names)
        elif (
            isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "scipy"
        ):
            yield f"scipy.{node.attr}"


def test_that_no_function_imports_what_is_left_out(left_out):
    assert {"scipy.stats", "PySide6.QtNetwork", "tkinter"} <= left_out
    asked = {
        (path.relative_to(ROOT).as_posix(), name)
        for path in (ROOT / "explorer").rglob("*.py")
        for name in asked_for(path)
    }
    assert {"scipy.special", "scipy.linalg.toeplitz", "openpyxl"} <= {name for _, name in asked}
    assert [
        each for each in asked if any(each[1] == out or each[1].startswith(f"{out}.") for out in left_out)
    ] == []


def test_that_every_module_of_the_program_is_imported_without_what_is_left_out(left_out):
    command = [sys.executable, "-c", EVERY_MODULE, str(HOOK), json.dumps(sorted(left_out - STANDS_IN))]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
