"""Where rows are, as a command names it: a file, or a table of a server."""

from __future__ import annotations

import sys

from explorer.language import Language
from explorer.mark import N_
from explorer.release.plan.sections import Input
from explorer.release.sources.source import Place, source_of
from explorer.release.sources.table_address import (
    PasswordNeeded,
    TableAddress,
)


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
    from getpass import getpass

    return place.with_password(getpass(language.say(N_("password for {host}:", host=place.host)) + " "))
