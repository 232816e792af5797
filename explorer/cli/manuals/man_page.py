"""The page of `man`: what the program is, its verbs with their options, files, variables and exit codes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import explorer
from explorer.app.help.exit_codes import EXIT_CODES
from explorer.cli import SAFE
from explorer.cli.command import PROGRAM
from explorer.cli.manuals.described import Argument, DescribedVerb
from explorer.cli.overview import ABOUT, EXAMPLES, SAFELY
from explorer.language import LANGUAGES, Language
from explorer.mark import N_

_VARIABLES = (
    ("PRIVACY_EXPLORER_LEDGER", N_("the folder of the ledger, where --ledger names none")),
    (
        "PRIVACY_EXPLORER_STATE",
        N_("the folder of settings, sessions and the record against rolled-back ledgers"),
    ),
    ("PRIVACY_EXPLORER_DEBUG", N_("1 shows the lines of the program that led to a fault")),
)

FILES = (
    (
        "~/.local/share/privacy-explorer/ledger",
        N_("the ledger: what was spent, and the noised numbers that were drawn"),
    ),
    ("~/.local/state/privacy-explorer", N_("the record against rolled-back ledgers")),
    ("~/.config/privacy-explorer", N_("settings of the window, and sessions")),
)
"""Where things are kept on Linux, unless XDG_DATA_HOME, XDG_STATE_HOME or XDG_CONFIG_HOME say otherwise."""


def man_page(verbs: Sequence[DescribedVerb], language: Language) -> str:
    """In the language of roff, with the macros of man(7)."""
    say = language.say
    head = f'.TH {PROGRAM.upper()} 1 "" "Privacy Explorer {explorer.__version__}"'
    lines = [head, ".nh", ".ad l", f".SH {say(N_('NAME'))}", f"{PROGRAM} \\- {_text(say(ABOUT))}"]
    lines += [f".SH {say(N_('SYNOPSIS'))}", f".B {_text(PROGRAM)}", f"[{_text(SAFE)}]", ".br"]
    lines += [
        f".B {_text(PROGRAM)}",
        f".I {say(N_('VERB'))}",
        f"\\&... [\\-\\-json] [\\-\\-language {'|'.join(LANGUAGES)}]",
    ]
    lines += [".PP", _text(say(SAFELY))]
    lines += [f".SH {say(N_('VERBS'))}", *(line for verb in verbs for line in _verb(verb, language))]
    lines += [
        f".SH {say(N_('EXIT CODES'))}",
        *_listed((code, say(words)) for code, words in EXIT_CODES.items()),
    ]
    lines += [f".SH {say(N_('ENVIRONMENT'))}", *_listed((name, say(words)) for name, words in _VARIABLES)]
    lines += [f".SH {say(N_('FILES'))}", *_listed((name, say(words)) for name, words in FILES)]
    lines.append(f".SH {say(N_('EXAMPLES'))}")
    for words, commands in EXAMPLES:
        lines += [".PP", _text(say(words)) + ":", *_shown(commands)]
    return "\n".join(lines) + "\n"


def _verb(verb: DescribedVerb, language: Language) -> Iterator[str]:
    """A verb: its name with what must follow it, what it does, its options, an example."""
    places = "".join(f" {each.placeholder}" for each in verb.places)
    yield f'.SS "{_text(verb.name + places)}"'
    yield _text(verb.summary)
    yield from _listed(
        (_called(each), each.words) for each in verb.arguments if each.names[:1] not in _EVERYWHERE
    )
    yield ".PP"
    yield _text(language.say(N_("example:")))
    yield from _shown([verb.example])


_EVERYWHERE = (("--json",), ("--language",), ("-h",))
"""Options of every verb: they stand in the synopsis."""


def _called(argument: Argument) -> str:
    names = ", ".join(argument.names)
    return f"{names} {argument.placeholder}".strip() + ("..." if argument.repeated else "")


def _listed(rows: Iterator[tuple[str, str]]) -> Iterator[str]:
    for name, words in rows:
        yield from (".TP", f".B {_text(name)}", _text(words))


def _shown(commands: Sequence[str]) -> Iterator[str]:
    yield from (".PP", ".RS", ".nf", *(_text(f"{PROGRAM} {each}") for each in commands), ".fi", ".RE")


def _text(words: str) -> str:
    r"""As roff reads it: a hyphen that may be copied, and no line that is taken for a request.

    Roff breaks lines at blanks; before a Chinese character it is told that it may.

    >>> _text(".5 --at-delta"), _text("'quoted'")
    ('\\&.5 \\-\\-at\\-delta', "\\&'quoted'")
    """
    escaped = words.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq").replace("~", "\\(ti")
    breakable = re.sub(r"(?<=\S)(?=[⺀-鿿豈-﫿])", r"\\:", escaped)
    return re.sub(r"^([.'])", r"\\&\1", breakable)
