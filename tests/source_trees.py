"""Python source as trees, for all tests that read it; every file of the program is parsed once."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import MappingProxyType

import explorer

ROOT = Path(explorer.__file__).parent


@cache
def tree_of(source: Path) -> ast.Module:
    """The tree of one file."""
    return ast.parse(source.read_text("utf-8"))


@cache
def trees() -> MappingProxyType[str, ast.Module]:
    """Path within the program -> tree."""
    return MappingProxyType(
        {source.relative_to(ROOT).as_posix(): tree_of(source) for source in sorted(ROOT.rglob("*.py"))}
    )


def scripts(tree: ast.AST) -> Iterator[ast.AST]:
    """The tree, and those of the programs that it holds as text."""
    yield tree
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "import" in node.value:
            try:
                yield from scripts(ast.parse(node.value))
            except SyntaxError:
                continue  # a sentence
