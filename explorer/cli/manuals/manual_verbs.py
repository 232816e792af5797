"""The verbs that tell a shell and `man` about the command line."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence

from explorer.cli.answer import Answer, Verbatim
from explorer.cli.command import Verb, help_text
from explorer.cli.manuals.bash import bash
from explorer.cli.manuals.described import DescribedVerb, described_verbs
from explorer.cli.manuals.fish import fish
from explorer.cli.manuals.man_page import man_page
from explorer.cli.manuals.zsh import zsh
from explorer.language import Language
from explorer.mark import N_

SHELLS: Mapping[str, Callable[[Sequence[DescribedVerb]], str]] = {"bash": bash, "zsh": zsh, "fish": fish}


def _declare_completion(parser: argparse.ArgumentParser) -> None:
    words = help_text(parser, N_("the shell: bash, zsh or fish"))
    parser.add_argument("shell", choices=tuple(SHELLS), metavar="SHELL", help=words)


def _completion(chosen: argparse.Namespace) -> Answer:
    script = SHELLS[chosen.shell](described_verbs(Language(chosen.language)))
    return Answer({"shell": chosen.shell, "script": script}, (Verbatim(script),))


def _declare_manual(parser: argparse.ArgumentParser) -> None:
    """No options of its own."""


def _manual(chosen: argparse.Namespace) -> Answer:
    language = Language(chosen.language)
    page = man_page(described_verbs(language), language)
    return Answer({"page": page}, (Verbatim(page),))


VERBS: tuple[Verb, ...] = (
    Verb(
        "completion",
        N_("print a script by which a shell completes verbs and options"),
        _declare_completion,
        _completion,
        example="completion bash",
    ),
    Verb("manual", N_("print the manual page for man"), _declare_manual, _manual, example="manual"),
)
