"""The answer of a verb: as lines and tables for people, as one JSON object for programs."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from explorer.language import UNSEEN, Language, number, readable
from explorer.mark import N_, RoundedBound, Sentence

SCHEMA = 1


@dataclass(frozen=True)
class Row:
    """One line of a table: sentences, text, numbers, or None for what has no value.

    Neighbouring rows of an answer are set as one table, numbers to the right.
    """

    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Verbatim:
    """Text that the program has made for another program, with its own ends of lines: it stays as it is."""

    text: str


Cell = Sentence | str | float | RoundedBound | None
Line = Sentence | Row | Verbatim


@dataclass(frozen=True)
class Answer:
    """What a verb found: `data` for programs (with --json), `lines` for people.

    `data` holds JSON values; a `Sentence` in it is spoken, and there is no NaN and no infinity. With
    `exit_code` 1 the answer is that the program is at fault.
    """

    data: Mapping[str, object]
    lines: tuple[Line, ...]
    exit_code: int = 0


def written_answer(paths: Sequence[Path]) -> Answer:
    """The answer of a verb that writes files."""
    written = [str(path) for path in paths]
    return Answer({"written": written}, tuple(N_("written: {path}", path=path) for path in written))


def spoken(lines: Sequence[Line], language: Language) -> Iterator[str]:
    """The lines of an answer as text: neighbouring rows aligned, columns two blanks apart."""
    for table, block in groupby(lines, lambda line: isinstance(line, Row)):
        if table:
            yield from _aligned([row.cells for row in block if isinstance(row, Row)], language)
        else:
            yield from (_plain(line, language) for line in block if not isinstance(line, Row))


def _plain(line: Sentence | Verbatim, language: Language) -> str:
    return line.text.removesuffix("\n") if isinstance(line, Verbatim) else language.say(line)


def _aligned(rows: Sequence[tuple[Cell, ...]], language: Language) -> Iterator[str]:
    texts = [[_cell(cell, language) for cell in cells] for cells in rows]
    widths = [max(width(text[i]) for text in texts if i < len(text)) for i in range(max(map(len, texts)))]
    numeric = {
        i for cells in rows for i, cell in enumerate(cells) if isinstance(cell, int | float | RoundedBound)
    }
    for text in texts:
        padded = [
            " " * (widths[i] - width(cell)) + cell if i in numeric else cell + " " * (widths[i] - width(cell))
            for i, cell in enumerate(text)
        ]
        yield "  ".join(padded).rstrip()


def _cell(cell: Cell, language: Language) -> str:
    if cell is None:
        return "–"
    if isinstance(cell, Sentence):
        return language.say(cell)
    return readable(cell) if isinstance(cell, str) else number(cell)


def width(text: str) -> int:
    """Columns on a terminal: Chinese characters take two."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def as_json(data: Mapping[str, object], language: Language) -> str:
    def other(value: object) -> object:
        if isinstance(value, Sentence):
            return language.say(value)
        raise TypeError(f"{type(value).__name__} is no JSON value")

    text = json.dumps(
        {"schema": SCHEMA, **data}, ensure_ascii=False, allow_nan=False, indent=2, default=other
    )
    # What JSON lets stand raw although a terminal obeys it. Its values stay what they are, and no line of
    # the layout is within a value.
    return "\n".join(
        line if line.isprintable() else re.sub(UNSEEN, lambda found: json.dumps(found[0])[1:-1], line)
        for line in text.split("\n")
    )
