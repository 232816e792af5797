"""Python source as trees, for all tests that read it; every one is parsed and walked once."""

import ast
from contextlib import suppress
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


@cache
def nodes_of(tree: ast.AST) -> tuple[ast.AST, ...]:
    """Everything in a tree, which is walked once however many tests ask."""
    return tuple(ast.walk(tree))


@cache
def nodes_in(text: str) -> tuple[ast.AST, ...]:
    """Everything in a source, and in the programs that it holds as text.

    Raises
    ------
    SyntaxError
        The text is no program.
    """
    found = list(ast.walk(ast.parse(text)))
    for node in tuple(found):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "import" in node.value:
            with suppress(SyntaxError):  # a sentence
                found += nodes_in(node.value)
    return tuple(found)
