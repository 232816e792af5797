"""Where rows are, as a command names it: a file, or a table of a server; and the verb that tells columns."""

from __future__ import annotations

import argparse
import getpass
import sys
from pathlib import Path

from explorer.cli.answer import Answer, Row
from explorer.cli.command import Verb, help_text
from explorer.language import Language
from explorer.mark import N_
from explorer.release.plan.sections import Input
from explorer.release.sources.source import Place, source_of
from explorer.release.sources.table_address import (
    EXAMPLE,
    PasswordNeeded,
    TableAddress,
    is_address,
    read_address,
)


def place_of(text: str) -> Place:
    """A file, or a table of a server where a text is an address.

    Raises
    ------
    NotValid
        An address that names no table.
    """
    return read_address(text) if is_address(text) else Path(text)


def declare_place(parser: argparse.ArgumentParser, name: str, metavar: str) -> None:
    """The file or table that a verb is about."""
    text = help_text(parser, N_("the file to be counted, or a table of a server: {example}", example=EXAMPLE))
    parser.add_argument(name, type=place_of, metavar=metavar, help=text)


def with_password(place: Place, language: Language) -> Place:
    """The place with a password, where the server asks for one and a person can be asked.

    Raises
    ------
    NotATable
        There is no table; PasswordNeeded where nobody can be asked.
    """
    if not isinstance(place, TableAddress):
        return place
    refused: PasswordNeeded
    try:
        source_of(place).names(Input())
        return place
    except PasswordNeeded as refusal:
        refused = refusal
    if not sys.stdin.isatty():
        raise refused
    return place.with_password(
        getpass.getpass(language.say(N_("password for {host}:", host=place.host)) + " ")
    )


def _columns(arguments: argparse.Namespace) -> Answer:
    source = source_of(with_password(arguments.source, Language(arguments.language)))
    found = source.types()
    rows = tuple(Row((name, kind)) for name, kind in found)
    return Answer({"columns": [{"name": name, "type": kind} for name, kind in found]}, rows)


def _declare_columns(parser: argparse.ArgumentParser) -> None:
    declare_place(parser, "source", "SOURCE")


VERBS = (Verb("columns", N_("the columns of a file or table, by name and type"), _declare_columns, _columns),)
