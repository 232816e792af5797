"""Where the JSON Schema files lie that describe the answers of the verbs."""

from __future__ import annotations

import argparse

from explorer.cli.answer import Answer, Row
from explorer.cli.command import ROOMS, Verb
from explorer.mark import N_
from explorer.resources import resource


def _nothing(parser: argparse.ArgumentParser) -> None:
    """No options of its own."""


def _schemas(chosen: argparse.Namespace) -> Answer:
    found = {verb: str(resource("schemas", f"{verb.replace(' ', '-')}.json")) for verb in ROOMS}
    head = Row((N_("verb"), N_("JSON Schema of its answer")))
    rows = tuple(Row((verb, path)) for verb, path in found.items())
    return Answer({"results": [{"verb": verb, "path": path} for verb, path in found.items()]}, (head, *rows))


VERBS: tuple[Verb, ...] = (
    Verb(
        "schemas",
        N_("where the JSON Schema of each verb's answer is"),
        _nothing,
        _schemas,
        example="schemas",
    ),
)
