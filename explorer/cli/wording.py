"""What argparse says in its own words, as sentences of ours: its refusals, and the headings of its help."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable, Sequence

from explorer.cli.answer import width
from explorer.cli.wrapping import COLUMNS, wrapped
from explorer.language import Language
from explorer.mark import N_, Sentence
from explorer.privacy.refusal import Refusal


class Headings(argparse.HelpFormatter):
    """argparse's layout of a verb's help, its headings in the language of the person who asks."""

    def __init__(self, prog: str, language: Language) -> None:
        from shutil import get_terminal_size  # as argparse itself does it, for the sake of its start

        # argparse counts characters, and those of a Chinese heading take two columns.
        wider = width(language.say(N_("usage:"))) - len(language.say(N_("usage:")))
        super().__init__(prog, width=min(get_terminal_size().columns, COLUMNS) - 2 - wider)
        self._said = {
            "usage: ": language.say(N_("usage:")) + " ",
            "positional arguments": language.say(N_("arguments")),
            "options": language.say(N_("options")),
        }

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        """The line of usage."""
        super().add_usage(usage, actions, groups, self._said["usage: "] if prefix is None else prefix)

    def start_section(self, heading: str | None) -> None:
        """A heading, and what follows it."""
        super().start_section(None if heading is None else self._said.get(heading, heading))

    def _split_lines(self, text: str, width: int) -> list[str]:
        return wrapped(" ".join(text.split()), width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(indent + line for line in wrapped(" ".join(text.split()), width - len(indent)))


_REFUSED: tuple[tuple[str, Callable[..., Sentence]], ...] = (
    (
        r"the following arguments are required: (?P<what>.*)",
        lambda what, **_: N_("missing: {what}", what=what),
    ),
    (
        r"unrecognized arguments: (?P<what>.*)",
        lambda what, command, options, **_: N_(
            "“{what}” is not known here; {command} takes: {options}",
            what=what,
            command=command,
            options=options,
        ),
    ),
    (
        r"argument (?P<what>\S+): expected .*",
        lambda what, **_: N_("{option} needs a value", option=what),
    ),
    (
        r"argument (?P<what>\S+): invalid choice: '?(?P<value>.*?)'? \(choose from (?P<choices>.*)\)",
        lambda what, value, choices, **_: N_(
            "{option} is one of {choices}, not “{value}”",
            option=what,
            choices=choices.replace("'", ""),
            value=value,
        ),
    ),
    (
        r"argument (?P<what>\S+): ignored explicit argument .*",
        lambda what, **_: N_("{option} takes no value", option=what),
    ),
    (
        r"argument (?P<what>\S+): invalid int value: '(?P<value>.*)'",
        lambda what, value, **_: N_(
            "{option} must be a whole number, not “{value}”", option=what, value=value
        ),
    ),
    (
        r"argument (?P<what>\S+): not allowed with argument (?P<other>\S+)",
        lambda what, other, **_: N_("{one} and {other} exclude each other", one=what, other=other),
    ),
    (
        r"one of the arguments (?P<choices>.*) is required",
        lambda choices, **_: N_("one of {choices} is needed", choices=tuple(choices.split())),
    ),
)


def refused(message: str, command: str, options: Sequence[str]) -> Sentence:
    """argparse's own words as a sentence of ours."""
    for pattern, sentence in _REFUSED:
        if found := re.fullmatch(pattern, message, re.DOTALL):
            return sentence(**found.groupdict(), command=command, options=tuple(options))
    return N_(
        "{message}; {command} takes: {options}", message=message, command=command, options=tuple(options)
    )


def with_its_hint(refusal: Refusal) -> Sentence:
    """What is refused, in one line with the option or verb that mends it."""
    if refusal.hint is None:
        return refusal.sentence
    return N_("{refusal}; {hint}", refusal=refusal.sentence, hint=refusal.hint)
