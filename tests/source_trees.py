"""Python source as trees, for all tests that read it; every one is parsed and walked once."""

import ast
import gc
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from types import MappingProxyType

import explorer

ROOT = Path(explorer.__file__).parent


@contextmanager
def _keeping_all() -> Iterator[None]:
    """Trees are kept to the end: to look for garbage among them took four fifths of the time to parse."""
    looked = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if looked:
            gc.enable()


def parsed(text: str) -> ast.Module:
    """The tree of a source.

    Raises
    ------
    SyntaxError
        The text is no program.
    """
    with _keeping_all():
        return ast.parse(text)


@cache
def tree_of(source: Path) -> ast.Module:
    """The tree of one file."""
    return parsed(source.read_text("utf-8"))


@cache
def trees() -> MappingProxyType[str, ast.Module]:
    """Path within the program -> tree."""
    return MappingProxyType(
        {source.relative_to(ROOT).as_posix(): tree_of(source) for source in sorted(ROOT.rglob("*.py"))}
    )


@cache
def nodes_of(tree: ast.AST) -> tuple[ast.AST, ...]:
    """Everything in a tree, as `ast.walk` gives it; it is walked once however many tests ask."""
    found = [tree]
    for node in found:  # which grows
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(value, ast.AST):
                found.append(value)
            elif isinstance(value, list):
                found += [each for each in value if isinstance(each, ast.AST)]
    return tuple(found)


@cache
def nodes_in(text: str) -> tuple[ast.AST, ...]:
    """Everything in a source, and in the programs that it holds as text.

    Raises
    ------
    SyntaxError
        The text is no program.
    """
    found = list(nodes_of(parsed(text)))
    for node in tuple(found):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "import" in node.value:
            with suppress(SyntaxError):  # a sentence
                found += nodes_in(node.value)
    return tuple(found)
