"""Python source as trees, for all tests that read it; every one is parsed and walked once."""

import ast
import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from types import MappingProxyType
from unicodedata import normalize

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
def _text_of(source: Path) -> str:
    """A file as Python reads its names: letters of the same meaning are one letter."""
    text = source.read_text("utf-8")
    return text if text.isascii() else normalize("NFKC", text)


def has_name(text: str, *names: str) -> bool:
    """Whether one of the names may stand in a source, in programs that it holds as text too.

    A text without it needs no tree. An escape such as `\\n` may stand right before a name within a text.
    """
    return bool(re.search(rf"(?:(?<!\w)|\\[a-z])(?:{'|'.join(names)})(?!\w)", text))


def trees_with(*names: str) -> dict[str, ast.Module]:
    """As `trees`, only of the files in whose text one of the names stands: few are parsed for its uses."""
    files = {source.relative_to(ROOT).as_posix(): source for source in sorted(ROOT.rglob("*.py"))}
    return {name: tree_of(source) for name, source in files.items() if has_name(_text_of(source), *names)}


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
