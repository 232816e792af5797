"""A changed plan written into the text of the file that it came from: comments, order and spelling stay.

What was not changed stays letter for letter. Comments above a key or a table belong to it and go with it;
those within a list that was changed stand above it from then on.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import tomli_w

_TOKEN = re.compile(r"""\"(?:\\.|[^"\\])*"|'[^']*'|#[^\r\n]*|[\[\]{}]""")
_HEADER = re.compile(r"\s*(\[\[|\[)\s*([A-Za-z0-9_-]+(?:\s*\.\s*[A-Za-z0-9_-]+)*)\s*\]{1,2}")
_WIDEST = 110  # characters of a list on one line

Values = Mapping[str, Any]


class _Unusual(Exception):
    """Valid TOML, in a form that no plan needs: dotted keys, tables in braces, texts of several lines."""


@dataclass
class _Statement:
    """One key with the comments above it and its value as they are written."""

    above: list[str]
    raw: list[str]
    key: str = ""
    value: Any = None


@dataclass
class _Block:
    """One table as it is written: what stands above its header, its keys, and what stands below them."""

    above: list[str] = field(default_factory=list)
    header: str = ""
    path: tuple[str, ...] = ()
    array: bool = False
    statements: list[_Statement] = field(default_factory=list)
    below: list[str] = field(default_factory=list)
    tables: list[_Block] = field(default_factory=list)

    @property
    def name(self) -> object:
        """By what a query or a column is known."""
        return next((each.value for each in self.statements if each.key == "name"), None)


def with_comments(template: str, text: str) -> str:
    """The plan `text`, in the words of `template`; `text` itself where that one is written too unusually.

    Guarantee
    ---------
    What is returned declares what `text` declares.
    """
    try:
        plan = tomllib.loads(text)
        written = "".join(_written(_read(template), plan, ()))
        if tomllib.loads(written) == plan:
            return written
    except (_Unusual, ValueError, RecursionError):
        pass
    return text


# Reading


def _read(template: str) -> _Block:
    tomllib.loads(template)
    if '"""' in template or "'''" in template:
        raise _Unusual
    top = block = _Block()
    waiting: list[str] = []
    lines = iter(template.splitlines(keepends=True))
    for line in lines:
        if not line.strip() or line.lstrip().startswith("#"):
            waiting.append(line)
        elif (found := _HEADER.match(line)) is not None:
            path = tuple(part.strip() for part in found[2].split("."))
            parent = _parent(top, path[:-1])
            below, above = _divided(waiting)
            block.below += below
            block = _Block(above, line, path, found[1] == "[[")
            parent.tables.append(block)
            waiting = []
        else:
            block.statements.append(_statement(waiting, line, lines))
            waiting = []
    block.below += waiting
    return top


def _divided(waiting: list[str]) -> tuple[list[str], list[str]]:
    """What still belongs to the table above, and, from the last blank line on, to the next header."""
    blanks = [place for place, line in enumerate(waiting) if not line.strip()]
    cut = blanks[-1] if blanks else 0
    return waiting[:cut], waiting[cut:]


def _parent(top: _Block, path: tuple[str, ...]) -> _Block:
    """The last table of this path."""
    block = top
    for length in range(1, len(path) + 1):
        found = [each for each in block.tables if each.path == path[:length]]
        if not found:
            raise _Unusual
        block = found[-1]
    return block


def _statement(above: list[str], line: str, lines: Iterator[str]) -> _Statement:
    raw, depth = [line], _depth(line)
    while depth > 0:
        further = next(lines, None)
        if further is None:
            raise _Unusual
        raw.append(further)
        depth += _depth(further)
    found = tomllib.loads("".join(raw))
    ((key, value),) = found.items()
    if isinstance(value, dict):
        raise _Unusual
    return _Statement(above, raw, key, value)


def _depth(line: str) -> int:
    """How many brackets a line opens more than it closes."""
    tokens = _TOKEN.findall(line)
    return sum((each in "[{") - (each in "]}") for each in tokens if len(each) == 1)


# Writing


def _written(block: _Block, values: Values, path: tuple[str, ...]) -> Iterator[str]:
    yield from block.above
    yield block.header
    plain = {key: value for key, value in values.items() if not _is_table(value)}
    for each in block.statements:
        if each.key in plain:
            yield from each.above
            yield from _changed(each, plain.pop(each.key))
    if plain:
        yield from _ended(block)
        yield tomli_w.dumps(plain)
    yield from block.below
    done: set[str] = set()
    for table in block.tables:
        key = table.path[-1]
        if key in done or not _is_table(values.get(key)):
            continue
        done.add(key)
        yield from _tables(block, key, values[key], path)
    for key, value in values.items():
        if _is_table(value) and key not in done:
            yield from _tables(block, key, value, path)


def _ended(block: _Block) -> Iterator[str]:
    """The end of a line that the file's last one lacks."""
    lines = [line for each in block.statements for line in each.raw] or [block.header]
    if lines[-1] and not lines[-1].endswith("\n"):
        yield "\n"


def _is_table(value: object) -> bool:
    return isinstance(value, dict) or (
        isinstance(value, list) and bool(value) and all(isinstance(each, dict) for each in value)
    )


def _tables(block: _Block, key: str, value: Any, path: tuple[str, ...]) -> Iterator[str]:
    """All tables of one key, in the order of the plan, each in its own words where it has some."""
    own = [each for each in block.tables if each.path[-1] == key]
    here = (*path, key)
    wanted = value if isinstance(value, list) else [value]
    for values, found in zip(wanted, _matched(own, wanted), strict=True):
        yield from _written(found or _new(here, isinstance(value, list)), values, here)


def _matched(own: Sequence[_Block], wanted: Sequence[Values]) -> list[_Block | None]:
    """To each table that one of the same name; those that were renamed in their order."""
    left = list(own)
    found: list[_Block | None] = []
    for values in wanted:
        same = next((each for each in left if each.name == values.get("name")), None)
        if same is not None:
            left.remove(same)
        found.append(same)
    missing = [place for place, each in enumerate(found) if each is None]
    if len(missing) == len(left):
        for place, each in zip(missing, left, strict=True):
            found[place] = each
    return found


def _new(path: tuple[str, ...], array: bool) -> _Block:
    name = ".".join(path)
    return _Block(["\n"], f"[[{name}]]\n" if array else f"[{name}]\n", path, array)


def _changed(statement: _Statement, value: Any) -> Iterator[str]:
    """A key as it stood where its value is the same; else its new value beside its old comment."""
    if type(value) is type(statement.value) and value == statement.value:
        yield from statement.raw
        return
    *inner, last = (_comment(line) for line in statement.raw)
    indent = statement.raw[0][: len(statement.raw[0]) - len(statement.raw[0].lstrip())]
    yield from (f"{indent}{comment}\n" for comment in inner if comment)
    written = _assigned(statement.key, value, len(statement.raw) == 1)
    yield f"{indent}{written}{f'  {last}' if last else ''}\n"


def _comment(line: str) -> str:
    return next((each for each in _TOKEN.findall(line) if each.startswith("#")), "")


def _assigned(key: str, value: Any, on_one_line: bool) -> str:
    text = tomli_w.dumps({key: value}).rstrip("\n")
    if on_one_line and isinstance(value, list):
        name, _, _ = text.partition(" = ")
        items = (tomli_w.dumps({"x": each}).rstrip("\n").removeprefix("x = ") for each in value)
        short = f"{name} = [{', '.join(items)}]"
        return short if len(short) <= _WIDEST else text
    return text
