"""How tests are written: they go through what the program offers, and reach into nothing that is private."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from source_trees import has_name, nodes_in, nodes_of, trees

TESTS = Path(__file__).parent
OF_PYTHON = {"_asdict", "_replace", "_fields", "_make", "_exit", "_socket"}  # public, though they begin so
BY_NAME = {"setattr", "getattr", "delattr", "hasattr"}  # what takes the name of an attribute as text


def private(source: str) -> Iterator[str]:
    """The private names of others that a file takes hold of, in its programs that are text too."""
    if not has_name(source, r"_[^\W_]\w*"):
        return
    for node in nodes_in(source):
        for name in names_in(node):
            yield from private_parts(name)


def names_in(node: ast.AST) -> Iterator[str]:
    """What one piece of a file takes hold of by name: an attribute, an import, a text or a keyword."""
    match node:
        case ast.Attribute(attr=name, value=value) if not is_own(value):
            yield name
        case ast.ImportFrom(module=module, names=names):
            yield module or ""
            yield from (each.name for each in names)
        case ast.Import(names=names):
            yield from (each.name for each in names)
        case ast.Call(args=arguments) if called(node) in BY_NAME:
            yield from filter(None, map(text_of, arguments[:2]))
        case ast.keyword(arg=str(name)) if name in private_names():
            yield name
        case ast.Constant(value=str(text)) if re.fullmatch(r"\w+(\.\w+)*", text):
            yield from (part for part in text.split(".") if part in private_names())


def private_parts(name: str) -> list[str]:
    return [part for part in name.split(".") if re.match(r"_[^_]", part) and part not in OF_PYTHON]


def called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def text_of(node: ast.AST) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def is_own(value: ast.expr) -> bool:
    return isinstance(value, ast.Name) and value.id in {"self", "cls"}


@cache
def private_names() -> frozenset[str]:
    """What the program defines as private: a text that is one of them is a name to be taken hold of."""
    defined: set[str] = set()
    for tree in trees().values():
        for node in nodes_of(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                defined.add(node.name)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                defined.add(node.id)
            elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                defined.add(node.attr)
    return frozenset(name for name in defined if private_parts(name))


def found() -> dict[str, set[str]]:
    """Test file -> what it takes hold of that is private, where there is any."""
    files = [path for path in sorted(TESTS.rglob("*.py")) if path != Path(__file__)]
    taken = {path.relative_to(TESTS).as_posix(): set(private(path.read_text("utf-8"))) for path in files}
    return {name: names for name, names in taken.items() if names}


def test_that_no_test_reaches_into_what_is_private() -> None:
    """A step that a test replaces to bring a fault about has a public name."""
    assert found() == {}


def test_that_what_is_private_is_found_wherever_it_hides() -> None:
    source = (
        "panel._table.show()\nself.mine._row\nself._own\ntuple._replace(a=1)\nos._exit(9)\nmodule.__name__\n"
        "asked()._x\nSCRIPT = 'import lock\\nlock._holder()'\n"
        "from explorer.language import _one, two\nfrom explorer._three import four\nimport explorer._five\n"
        "patch.setattr(lock, '_six', 1)\npatch.setattr('explorer.lock._seven', 1)\ngetattr(lock, '_eight')\n"
        "patch.setattr(lock, '__name__', 1)\n@pytest.mark.usefixtures('_fixture')\ndef test(): pass\n"
        "STEPS = ['transaction._rolled_back', '_rolled_back and more']\n"
        "replaced(contour, _rolled_back=1, _sent=2)\n"
    )
    names = "_eight _five _holder _one _rolled_back _rolled_back _row _seven _six _table _three _x"
    assert sorted(private(source)) == names.split()
