"""Lists as people type or paste them in one line, and as a line shows them."""

from __future__ import annotations

import re
from collections.abc import Callable

from explorer.app.release.plan.typed_amounts import amount
from explorer.mark import N_, Sentence

_LINES = "\n\r\t;；"
_COMMAS = ",，、"
_TABLE_ENDS, _CROSSES = ";；\n\r", "×*"
_TABLE_PARTS = re.compile(r'"(?:[^"]|"")*"|[;；\n\r×*]|[^;；\n\r×*"]+|"')
_QUOTED = re.compile(r'"(?:[^"]|"")*"')
_PLAIN = re.compile(r"[+-]?\d+(\.\d+)?", re.ASCII)


MOST_TYPED = 20_000
"""The most entries that a line of the form takes; a plan file may list more."""


def too_many(typed: str) -> Sentence | None:
    """Why a list that was typed or pasted is too long for the form, told without reading its entries; None
    where it is not.

    >>> too_many("0, 1, 2"), too_many("0," * 30_000) is None
    (None, False)
    """
    bare = _QUOTED.sub("", typed)
    kinds = (_LINES, _COMMAS, " ")  # as `listed` and `listed_numbers` choose
    marks = next((each for each in kinds if any(mark in bare for mark in each)), "")
    if sum(bare.count(mark) for mark in marks) < MOST_TYPED:
        return None
    return N_(
        "a list longer than {most} {most:entry|entries} does not fit into the form: use wider bins or fewer "
        "categories, or write the list into the plan file",
        most=MOST_TYPED,
    )


def listed(typed: str) -> list[str]:
    """What a person typed or pasted as a list: one a line, a cell of a table or between semicolons, else
    between commas. What stands in double quotes is one value, whatever is in it.

    >>> listed("north, south"), listed("Smith, J; Doe, A"), listed("0-19\\t20-39")
    (['north', 'south'], ['Smith, J', 'Doe, A'], ['0-19', '20-39'])
    >>> listed('"Smith, J", "a ""b"" c", south')
    ['Smith, J', 'a "b" c', 'south']
    """
    bare = _QUOTED.sub("", typed)
    return _parted(typed, _LINES if any(mark in bare for mark in _LINES) else _COMMAS)


def _parted(typed: str, separators: str) -> list[str]:
    quoted = re.compile(rf'\s*("(?:[^"]|"")*")[^\S\r\n\t]*(?:[{separators}]|\Z)')
    plain = re.compile(rf"([^{separators}]*)(?:[{separators}]|\Z)")
    found, place = [], 0
    while place < len(typed):
        whole = quoted.match(typed, place)
        match = whole or plain.match(typed, place)
        if match is None:  # not reached: the plain one takes anything
            break
        text = match[1][1:-1].replace('""', '"') if whole else match[1].strip()
        found += [text] if text else []
        place = match.end()
    return found


def listed_tables(typed: str) -> list[list[str]]:
    """Tables as a person types them: columns with × or * between them, tables with semicolons or in lines.

    What stands in double quotes is one name, whatever is in it.

    >>> listed_tables('age × sex; sex*"a × b"'), listed_tables("age"), listed_tables(" ")
    ([['age', 'sex'], ['sex', 'a × b']], [['age']], [])
    """
    found: list[list[str]] = [[]]
    for part in _TABLE_PARTS.findall(typed):
        if part in _TABLE_ENDS:
            found.append([])
        elif part[0] == '"' and len(part) > 1:
            found[-1].append(part[1:-1].replace('""', '"'))
        elif part not in _CROSSES and part.strip():
            found[-1].append(part.strip())
    return [table for table in found if table]


def shown_tables(tables: object) -> str:
    """Tables in one line, so that `listed_tables` gives them back.

    >>> shown_tables([["age", "sex"], ["a × b"]]), shown_tables("pairs")
    ('age × sex; "a × b"', '')
    """
    if not isinstance(tables, list):
        return ""
    return "; ".join(" × ".join(map(_column, table)) for table in tables if isinstance(table, list))


def _column(name: object) -> str:
    text = str(name)
    plain = text == text.strip() and not any(mark in text for mark in f'{_TABLE_ENDS}{_CROSSES}"')
    return text if plain and text else '"' + text.replace('"', '""') + '"'


def inserted(text: str, end: int, pasted: str, read: Callable[[str], list[str]] = listed) -> list[str]:
    """The list of a line into which `pasted` went, up to `end`: what stood around it is a list by itself.

    >>> inserted("a, b" + "c\\nd, e", 7, "c\\nd")
    ['a', 'b', 'c', 'd', 'e']
    """
    start = end - len(pasted)
    if not pasted or text[max(start, 0) : end] != pasted:
        return read(text)
    return [*read(text[:start]), *read(pasted), *read(text[end:])]


def shown_list(values: object) -> str:
    """A list as it is shown in one line, so that `listed` gives it back.

    >>> shown_list(["a", "b"]), shown_list(["Smith, J", "Doe"]), shown_list(["a; b", " c"])
    ('a, b', 'Smith, J; Doe', '"a; b", " c"')
    """
    if not isinstance(values, list):
        return "" if values is None else str(values)
    texts = [str(value) for value in values]
    hard = [any(mark in each for mark in _LINES) or each != each.strip() or '"' in each for each in texts]
    comma = any(mark in text for text in texts for mark in _COMMAS)
    if any(hard) or (comma and len(texts) == 1):
        return ", ".join(_quoted(each) if _unsafe(each) else each for each in texts)
    return ("; " if comma else ", ").join(texts)


def _unsafe(text: str) -> bool:
    return text != text.strip() or any(mark in text for mark in (*_LINES, *_COMMAS, '"'))


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def listed_numbers(typed: str, decimal: str = ".") -> list[str]:
    """Numbers as a plan spells them, which may stand apart by blanks alone. Where the comma is the declared
    decimal mark, it separates only before a blank.

    >>> listed_numbers("0, 0.5, 1"), listed_numbers("0,5; 1,5", ","), listed_numbers("0,5 1,5 2", ",")
    (['0', '0.5', '1'], ['0.5', '1.5'], ['0.5', '1.5', '2'])
    >>> listed_numbers("0, 20, 40", ","), listed_numbers("0 20 40")
    (['0', '20', '40'], ['0', '20', '40'])
    """
    if decimal == "," and not any(mark in typed for mark in _LINES):
        parts = re.split(r",\s+|,$|[，、]|\s+", typed.strip())
    else:
        parts = listed(typed)
    if len(parts) == 1 and all(_PLAIN.fullmatch(each) for each in parts[0].split()):
        parts = parts[0].split()
    return [amount(part) for part in parts if part]


def shown_numbers(values: object, decimal: str = ".") -> str:
    """Numbers as they are shown in one line, with the declared decimal mark.

    >>> shown_numbers(["0", "0.5"]), shown_numbers(["0", "0.5"], ",")
    ('0, 0.5', '0; 0,5')
    """
    if decimal != "," or not isinstance(values, list):
        return shown_list(values)
    texts = [str(value) for value in values]
    return "; ".join(each.replace(".", ",") if _PLAIN.fullmatch(each) else each for each in texts)


def optional_texts(text: str) -> list[str] | None:
    """What stands in a list, or nothing where none was typed.

    >>> optional_texts("a, , b"), optional_texts(" ")
    (['a', 'b'], None)
    """
    return [each for each in listed(text) if each] or None


def missing_tokens(text: str) -> list[str]:
    """The missing tokens, the empty one always among them unless the field says otherwise.

    >>> missing_tokens("NA, ?")
    ['', 'NA', '?']
    """
    return ["", *[token for token in listed(text) if token]]


def shown_tokens(value: object) -> str:
    """Missing tokens in one line; the empty one is understood.

    >>> shown_tokens(["", "NA"]), shown_tokens(None)
    ('NA', '')
    """
    return shown_list([token for token in value if token]) if isinstance(value, list) else ""
