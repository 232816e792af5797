"""One executable with verbs: finds the verb, runs it, and speaks its answer or its refusal.

A verb is data: what it is called, what it does in one sentence, which options it takes, and the function
that answers. Each room of verbs is a module with a tuple `VERBS`.
"""

from __future__ import annotations

import argparse
import importlib
import io
import re
import sys
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import explorer
from explorer.cli import SAFE
from explorer.cli.answer import Answer, as_json, spoken, written_answer
from explorer.cli.streams import complain, exit_code_of, why_unwritten, write_out
from explorer.cli.wording import Headings, refused, with_its_hint
from explorer.language import LANGUAGES, Language, system_language
from explorer.mark import N_, Sentence
from explorer.privacy.refusal import Refusal, Unsupported

PROGRAM = "privacy-explorer"
_NEGATIVE = re.compile(r"-([0-9.]+([eE][+-]?[0-9]+)?(/[0-9.]+)?|inf|nan)")
_DASHES = re.compile(r"--[a-z-]+=--")
ROOMS: Mapping[str, str] = {
    "mechanisms": "explorer.cli.registers",
    "bounds": "explorer.cli.registers",
    "reference": "explorer.cli.registers",
    "profile": "explorer.cli.one_release",
    "accuracy": "explorer.cli.one_release",
    "risk": "explorer.cli.one_release",
    "compose": "explorer.cli.composition_questions",
    "crossing": "explorer.cli.composition_questions",
    "calibrate": "explorer.cli.composition_questions",
    "plan check": "explorer.cli.plans.plan_check",
    "plan new": "explorer.cli.plans.plan_new",
    "plan sign": "explorer.cli.plans.plan_sign",
    "release": "explorer.cli.releases",
    "columns": "explorer.cli.sources",
    "compare": "explorer.cli.comparisons",
    "answer": "explorer.cli.range_answers",
    "ledger list": "explorer.cli.ledger.ledgers",
    "ledger show": "explorer.cli.ledger.ledgers",
    "ledger verify": "explorer.cli.ledger.ledgers",
    "ledger open": "explorer.cli.ledger.ledgers",
    "ledger restart": "explorer.cli.ledger.ledgers",
    "ledger attach": "explorer.cli.ledger.ledgers",
    "ledger export": "explorer.cli.releases",
    "ledger log": "explorer.cli.ledger.ledger_entries",
    "ledger statement": "explorer.cli.ledger.ledger_entries",
    "ledger report": "explorer.cli.ledger.reports",
    "plan code": "explorer.cli.ledger.reports",
    "audit": "explorer.cli.audits",
    "lessons": "explorer.cli.lessons",
    "lesson": "explorer.cli.lessons",
    "figures": "explorer.cli.pictures",
    "render": "explorer.cli.pictures",
    "screenshot": "explorer.cli.pictures",
    "completion": "explorer.cli.manuals.manual_verbs",
    "manual": "explorer.cli.manuals.manual_verbs",
    "schemas": "explorer.cli.schemas",
}
"""Verb -> the module that answers it, in the order of the help: only that one is imported."""


Painter = Callable[[argparse.Namespace], Sequence[Path] | int]
"""Paints what is asked for and gives the files, or an exit code where it has said why it cannot."""


def painted(arguments: argparse.Namespace, painter: Painter) -> Answer | int:
    """The answer of a verb whose files are painted, with nothing to do before or after."""
    found = painter(arguments)
    return found if isinstance(found, int) else written_answer(found)


@dataclass(frozen=True)
class Verb:
    """One thing the command line can do; a nested verb has a name of two words.

    `paint` answers instead of `run` where only the window's room makes the files. `example` is a command line
    that shows the verb at work, without the name of the program.
    """

    name: str
    summary: Sentence
    declare: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], Answer]
    paint: Callable[[argparse.Namespace, Painter], Answer | int] = painted
    example: str = ""


@dataclass(frozen=True)
class _Output:
    """What goes to standard output, the exit code once it is there, and the files that are written."""

    text: str
    exit_code: int = 0
    written: tuple[str, ...] = ()


class _Parser(argparse.ArgumentParser):
    """argparse, except that what it refuses is a `Refusal` (its documented way is to override `error`)."""

    language = Language()

    def error(self, message: str) -> NoReturn:
        options = sorted(set(re.findall(r"--[a-z-]+", self.format_usage())))
        raise Unsupported(refused(message, self.prog, options), "command")


def help_text(parser: argparse.ArgumentParser, sentence: Sentence) -> str:
    """A help sentence in the language of the person who asks, as argparse wants it."""
    language = parser.language if isinstance(parser, _Parser) else Language()
    return language.say(sentence).replace("%", "%%")


def every_verb() -> dict[str, Verb]:
    """All verbs by name, in the order of the help: imports all that the command line can do."""
    return {name: _verb(name) for name in ROOMS}


def _verb(name: str) -> Verb:
    """One verb. Its module is imported here, since each of them imports this one."""
    verbs: Sequence[Verb] = importlib.import_module(ROOMS[name]).VERBS
    return next(verb for verb in verbs if verb.name == name)


def run(arguments: list[str], raster: Painter | None = None) -> int:
    """Run one command line (without the program's name) and return its exit code.

    0 done, 1 a fault of the program, 2 to 6 refused (`Refusal.exit_code`), `streams.UNWRITTEN` and
    `streams.PIPE_CLOSED` done, but the answer could not be written to standard output.

    `raster` answers instead of the verb, where it is given: for pictures that only the window's room paints.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    language = Language(system_language())
    try:
        language = _chosen_language(arguments, language)
        result = _answered(arguments, language, raster)
    except Refusal as refusal:
        line = " ".join(language.say(with_its_hint(refusal)).split())
        complain(f"{PROGRAM}: {line}")
        return refusal.exit_code
    return result if isinstance(result, int) else _given(result, language)


def _given(output: _Output, language: Language) -> int:
    """Write the answer to standard output; the exit code of the verb, or that of an answer that is lost."""
    error = write_out(output.text)
    if error is None:
        return output.exit_code
    if output.written or not isinstance(error, BrokenPipeError):
        complain(f"{PROGRAM}: {language.say(_lost(error, output.written))}")
    return output.exit_code or exit_code_of(error)


def _lost(error: OSError, written: Sequence[str]) -> Sentence:
    why = why_unwritten(error)
    if written:
        return N_(
            "the command is done and has written {paths}; only its answer could not be written to standard "
            "output ({why}), so it need not be run again",
            paths=tuple(written),
            why=why,
        )
    return N_("the command is done, but its answer could not be written to standard output ({why})", why=why)


def _answered(words: list[str], language: Language, raster: Painter | None) -> _Output | int:
    """What is to be written to standard output, or the exit code of a `raster` that refuses."""
    names, rest = _parted(words, ROOMS)
    if names[:1] in (["--version"], ["-V"]):
        return _Output(f"{PROGRAM} {explorer.__version__}\n")
    if " ".join(names) in ROOMS:
        return _answered_by(_verb(" ".join(names)), rest, language, raster)
    if names[:1] == [SAFE]:
        raise Unsupported(N_("{option} opens the window: nothing else goes with it", option=SAFE), "command")
    from explorer.cli.overview import group_overview, overview

    verbs = every_verb()
    names, rest = _parted(words, verbs)
    summaries = {name: verb.summary for name, verb in verbs.items()}
    if not names or names[0] in ("-h", "--help"):
        return _Output(overview(PROGRAM, summaries, language))
    if names[1:] in (["-h"], ["--help"]) and (below := _below(names[0], summaries)):
        return _Output(group_overview(PROGRAM, names[0], below, language))
    return _answered_by(_chosen_verb(names, verbs), rest, language, raster)


def _answered_by(
    verb: Verb, rest: Sequence[str], language: Language, raster: Painter | None
) -> _Output | int:
    """What a verb answers to the words after its name."""
    parser = parser_of(verb, language)
    if {"-h", "--help"} & set(rest):
        return _Output(parser.format_help() + _exemplified(verb, language))
    if nothing := next((word for word in rest if _DASHES.fullmatch(word)), None):
        # argparse takes the two hyphens away before Python 3.13, and hands over a list of nothing.
        option = nothing.partition("=")[0]
        raise Unsupported(N_("{option} needs a value", option=option), option)
    # With a true minus sign a negative number is not taken for an option, and is refused with its range.
    chosen = parser.parse_args(["−" + word[1:] if _NEGATIVE.fullmatch(word) else word for word in rest])
    chosen.language = language.code
    answer = verb.run(chosen) if raster is None else verb.paint(chosen, raster)
    if isinstance(answer, int):
        return answer
    lines = spoken(answer.lines, language)
    text = as_json(answer.data, language) + "\n" if chosen.json else "".join(line + "\n" for line in lines)
    written = answer.data.get("written", ())
    return _Output(text, answer.exit_code, tuple(written) if isinstance(written, list) else ())


def _exemplified(verb: Verb, language: Language) -> str:
    """The last lines of a verb's help."""
    return f"\n{language.say(N_('example:'))}\n  {PROGRAM} {verb.example}\n" if verb.example else ""


def parser_of(verb: Verb, language: Language) -> argparse.ArgumentParser:
    """What reads the words after a verb's name; its help is in this language."""
    parser = _Parser(
        prog=f"{PROGRAM} {verb.name}",
        description=language.say(verb.summary).replace("%", "%%"),
        formatter_class=lambda prog: Headings(prog, language),
        allow_abbrev=False,
        add_help=False,
    )
    parser.language = language
    verb.declare(parser)
    parser.add_argument(
        "--json", action="store_true", help=help_text(parser, N_("answer as one JSON object"))
    )
    parser.add_argument(
        "--language", choices=LANGUAGES, help=help_text(parser, N_("the language of sentences and numbers"))
    )
    parser.add_argument("-h", "--help", action="store_true", help=help_text(parser, N_("show this and stop")))
    return parser


def _chosen_language(arguments: Sequence[str], default: Language) -> Language:
    """The language asked for, wherever it stands."""
    code, waiting = default.code, False
    for word in arguments:
        if waiting:
            code, waiting = word, False
        elif word == "--language":
            waiting = True
        elif word.startswith("--language="):
            code = word.partition("=")[2]
    if waiting:
        raise Unsupported(N_("{option} needs a value", option="--language"), "--language")
    if code not in LANGUAGES:
        sentence = N_(
            "{option} is one of {choices}, not “{value}”", option="--language", choices=LANGUAGES, value=code
        )
        raise Unsupported(sentence, "--language")
    return Language(code)


def _parted(words: Sequence[str], verbs: Container[str]) -> tuple[list[str], list[str]]:
    """The one or two words that name a verb, and the rest: what goes with every verb may stand before it."""
    names: list[str] = []
    before: list[str] = []
    rest = list(words)
    while rest and len(names) < 2 and " ".join(names) not in verbs:
        word = rest.pop(0)
        if word == "--json" or word.startswith("--language="):
            before.append(word)
        elif word == "--language":
            before += [word, rest.pop(0)]
        else:
            names.append(word)
    return names, [*rest, *before]


def _below(first: str, summaries: Mapping[str, Sentence]) -> dict[str, Sentence]:
    """The verbs of two words that begin with this one."""
    return {name: summary for name, summary in summaries.items() if name.startswith(first + " ")}


def _chosen_verb(names: Sequence[str], verbs: Mapping[str, Verb]) -> Verb:
    """The verb of these names; what there is instead where there is none."""
    if verb := verbs.get(" ".join(names)):
        return verb
    if parts := tuple(name.partition(" ")[2] for name in verbs if name.startswith(names[0] + " ")):
        sentence = N_("“{verb}” is followed by one of: {parts}", verb=names[0], parts=parts)
        raise Unsupported(sentence, "command")
    raise Unsupported(
        N_("there is no verb “{verb}”; there are: {verbs}", verb=names[0], verbs=tuple(verbs)), "command"
    )
