"""Every file of the program as a tree, parsed once for all tests that read the source."""

import ast
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
