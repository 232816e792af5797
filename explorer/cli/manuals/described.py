"""The verbs as shells and `man` describe them: options, values and files, read off the parsers."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from explorer.cli import SAFE
from explorer.cli.command import every_verb, parser_of
from explorer.language import Language

ALONE = ("--help", "--version", SAFE)
"""What may stand in place of a verb."""

_FILES = frozenset({"csv", "source", "table"})
"""Arguments that are files although they are kept as text."""


@dataclass(frozen=True)
class Argument:
    """An option, or a word without one where `names` is empty.

    `placeholder` stands for its value and is empty where it takes none. `values` are the words that it may
    be, empty where there is no list of them; `file` says that it names a file or a folder.
    """

    names: tuple[str, ...]
    words: str
    placeholder: str
    values: tuple[str, ...] = ()
    file: bool = False
    repeated: bool = False


@dataclass(frozen=True)
class DescribedVerb:
    """A verb, what it does, its arguments in the order of its help, and an example of it."""

    name: str
    summary: str
    arguments: tuple[Argument, ...]
    example: str

    @property
    def second(self) -> str:
        """The second word of a name of two words; empty where there is none."""
        return self.name.partition(" ")[2]

    @property
    def options(self) -> tuple[Argument, ...]:
        """What begins with a hyphen."""
        return tuple(each for each in self.arguments if each.names)

    @property
    def places(self) -> tuple[Argument, ...]:
        """What stands without an option, in order."""
        return tuple(each for each in self.arguments if not each.names)


def described_verbs(language: Language) -> tuple[DescribedVerb, ...]:
    """Every verb, described in one language."""
    known = _known_values()
    found = []
    for verb in every_verb().values():
        actions = parser_of(verb, language)._actions  # argparse has no other way to list them
        arguments = tuple(_argument(each, known) for each in actions)
        found.append(DescribedVerb(verb.name, language.say(verb.summary), arguments, verb.example))
    return tuple(found)


def _argument(action: argparse.Action, known: Mapping[str, Sequence[str]]) -> Argument:
    placeholder = ""
    if action.nargs != 0:
        placeholder = str(action.metavar or action.dest.replace("_", "-").upper())
    return Argument(
        names=tuple(action.option_strings),
        words=(action.help or "").replace("%%", "%"),
        placeholder=placeholder,
        values=tuple(str(each) for each in action.choices or known.get(action.dest, ())),
        file=action.type is Path or action.dest in _FILES,
        repeated=action.nargs == "+",
    )


def _known_values() -> dict[str, tuple[str, ...]]:
    """What the registries hold, by the name of the argument that takes it."""
    from explorer.app.figures import every_picture
    from explorer.lessons.parts.lesson import every_lesson
    from explorer.privacy.composition import every_composition
    from explorer.privacy.mechanism import every_mechanism
    from explorer.privacy.shape import Sampling
    from explorer.privacy.target import Neighbours

    return {
        "mechanism": tuple(every_mechanism()),
        "bound": tuple(every_composition()),
        "lesson": tuple(every_lesson()),
        "figure": tuple(every_picture()),
        "neighbours": tuple(each.value for each in Neighbours),
        "sampling": tuple(each.value for each in Sampling),
    }


def grouped(verbs: Sequence[DescribedVerb]) -> Iterator[tuple[str, tuple[DescribedVerb, ...]]]:
    """First words, each with its verbs; a verb of one word stands alone."""
    for first in dict.fromkeys(verb.name.split()[0] for verb in verbs):
        yield first, tuple(verb for verb in verbs if verb.name.split()[0] == first)


def summary_of(below: Sequence[DescribedVerb]) -> str:
    """What a first word stands for: what the verb does, or the second words that may follow."""
    return ", ".join(each.second for each in below) if below[0].second else below[0].summary
