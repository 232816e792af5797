"""A key of a plan, declared once: on the dataclass field that holds its value.

How it is read from TOML, checked and written back, whether it may be left out, what the form calls it and in
which order it stands there: everything comes from this one declaration, as it does for a mechanism's
`explorer.privacy.parameter`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from types import MappingProxyType
from typing import Any, cast

from explorer.mark import Sentence
from explorer.privacy.notation import exact_text
from explorer.privacy.refusal import NotValid, Refusal
from explorer.release.plan.toml_reader import Table

Rule = Callable[[Any, Any], Iterable[Sentence]]


class Kind(Enum):
    """What stands in the file: the reader of `toml_reader.Table` that takes it has the same name."""

    TEXT = "text"
    EXACT = "exact"
    WHOLE = "whole"
    NATURAL = "natural"
    FLAG = "flag"
    TEXTS = "texts"
    LISTS = "lists"
    CHOICE = "choice"


@dataclass(frozen=True, slots=True)
class Key:
    """One declared key.

    Parameters
    ----------
    attribute : the dataclass field that holds its value; another name only where Python keeps the key's own
    default : where the file does not have it; None where `required`
    optional : it is written only where it differs from the default
    place : of keys of equal place the one that is declared first is read and written first
    choices : for a choice, what may be chosen: texts, or an enumeration of them
    bound : it is one of the bounds on what a unit contributes
    rule : from its value and the whole section to what is wrong with it
    title : how the form calls it
    remark : what stands beside it there: a switch's words, an empty field's hint
    shown : its place in the form of its section; None where it has another editor, or none
    """

    name: str
    attribute: str
    kind: Kind
    default: Any
    required: bool
    optional: bool = False
    place: int = 0
    choices: type[Enum] | tuple[str, ...] = ()
    bound: bool = False
    rule: Rule | None = None
    title: Sentence | None = None
    remark: Sentence | None = None
    shown: int | None = None

    def read(self, table: Table) -> Any:
        """The value of this key in a table; None where it is absent, or noted there as unreadable."""
        if self.kind is Kind.FLAG:
            return table.flag(self.name, self.default)
        if self.kind is not Kind.CHOICE:
            return getattr(table, self.kind.value)(self.name, self.required)
        if isinstance(self.choices, tuple):
            return table.choice(self.name, self.choices, self.required)
        chosen = table.choice(self.name, [each.value for each in self.choices], self.required)
        return None if chosen is None else self.choices(chosen)

    def written(self, value: Any) -> object:
        """What stands in the file for a value."""
        if self.kind is Kind.EXACT:
            return exact_text(value)
        if self.kind is Kind.TEXTS:
            return list(value)
        if self.kind is Kind.LISTS:
            return value if isinstance(value, str) else [list(each) for each in value]
        return value.value if isinstance(value, Enum) else value


def key(kind: Kind, default: Any, **declared: Any) -> Any:
    """A dataclass field that is a declared key; `declared` are the other fields of `Key`, and where the file
    calls it otherwise than Python can: `called`.
    """
    return dataclasses.field(default=default, metadata=required(kind, **declared))


def required(kind: Kind, **declared: Any) -> dict[str, Any]:
    """The metadata of a dataclass field without a default that is a declared key."""
    return {"key": {"kind": kind, **declared}}


def keys(declaring: type[Any]) -> Mapping[str, Key]:
    """The declared keys of a dataclass by name, in the order in which they are read and written."""
    return _keys(cast(Hashable, declaring))


@lru_cache(maxsize=64)
def _keys(declaring: Hashable) -> Mapping[str, Key]:
    found = []
    for field in dataclasses.fields(cast(type[Any], declaring)):
        if "key" in field.metadata:
            required = field.default is dataclasses.MISSING
            default = None if required else field.default
            declared = dict(field.metadata["key"])
            name = declared.pop("called", field.name)
            found.append(Key(name=name, attribute=field.name, default=default, required=required, **declared))
    return MappingProxyType({each.name: each for each in sorted(found, key=lambda each: each.place)})


def form_keys(declaring: type[Any]) -> tuple[Key, ...]:
    """The keys that a form shows, in its order."""
    shown = [(each.shown, each) for each in keys(declaring).values() if each.shown is not None]
    return tuple(each for _, each in sorted(shown, key=lambda pair: pair[0]))


def values_in(table: Table, declaring: type[Any], **given: Any) -> dict[str, Any] | None:
    """The declared keys that a table has, read; None where one that is required is not there to be read.

    Parameters
    ----------
    given : values of keys that have been read before
    """
    declared = keys(declaring)
    found = {
        each.attribute: given[name] if name in given else each.read(table) for name, each in declared.items()
    }
    if any(found[each.attribute] is None for each in declared.values() if each.required):
        return None
    return {name: value for name, value in found.items() if value is not None}


def document_of(section: Any) -> dict[str, object]:
    """A section as a table of the file; optional keys only where they are declared."""
    declared = [(each, getattr(section, each.attribute)) for each in keys(type(section)).values()]
    return {
        each.name: each.written(value)
        for each, value in declared
        if not (each.optional and value == each.default)
    }


def broken_keys(section: Any, path: str) -> Iterator[Refusal]:
    """Everything that the rules of its keys find wrong with a section, each beside its key."""
    for name, each in keys(type(section)).items():
        for sentence in each.rule(getattr(section, each.attribute), section) if each.rule is not None else ():
            yield NotValid(sentence, f"{path}.{name}")
