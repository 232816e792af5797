"""The script by which fish completes verbs, options and their values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from explorer.cli.command import PROGRAM
from explorer.cli.manuals.described import ALONE, Argument, DescribedVerb, grouped, summary_of

_HEAD = f"""function __privacy_explorer_at
    set -l words (commandline -opc)
    set -l end (math (count $argv) + 1)
    test (count $words) -ge $end
    and test "$words[2..$end]" = "$argv"
end
function __privacy_explorer_next
    test (count (commandline -opc)) -eq (math (count $argv) + 1)
    and begin
        test (count $argv) -eq 0
        or __privacy_explorer_at $argv
    end
end
function __privacy_explorer_after
    for word in (commandline -opc)[-1..1]
        string match -q -- '-*' $word
        or continue
        test $word = $argv
        return
    end
    return 1
end
complete -c {PROGRAM} -f
"""


def fish(verbs: Sequence[DescribedVerb]) -> str:
    """For fish 3 and newer."""
    lines = [
        f"complete -c {PROGRAM} -n __privacy_explorer_next -l {each.removeprefix('--')}" for each in ALONE
    ]
    for first, below in grouped(verbs):
        lines.append(_word("__privacy_explorer_next", first, summary_of(below)))
        lines += [
            _word(f"__privacy_explorer_next {first}", each.second, each.summary)
            for each in below
            if each.second
        ]
    for verb in verbs:
        lines += [line for argument in verb.arguments for line in _lines(verb.name, argument)]
    return _HEAD + "\n".join(lines) + "\n"


def _word(condition: str, word: str, words: str) -> str:
    return f"{_begin(condition)} -a {word} -d {_quoted(words)}"


def _lines(verb: str, argument: Argument) -> Iterator[str]:
    """One line for each name of an argument; one in all for a word that stands without an option."""
    begin = _begin(f"__privacy_explorer_at {verb}")
    value = f" -a {_quoted(' '.join(argument.values))}" if argument.values else " -F" if argument.file else ""
    if not argument.names:
        if value:
            yield (_begin(f"__privacy_explorer_next {verb}") if argument.values else begin) + value
        return
    if argument.placeholder:
        value = (" -x" if argument.values else " -r") + value
    for name in argument.names:
        option = f" -l {name[2:]}" if name.startswith("--") else f" -s {name[1:]}"
        yield f"{begin}{option}{value} -d {_quoted(argument.words)}"
        if argument.repeated and argument.values:
            again = f"__privacy_explorer_at {verb}; and __privacy_explorer_after {name}"
            yield f"{_begin(again)} -a {_quoted(' '.join(argument.values))}"


def _begin(condition: str) -> str:
    return f"complete -c {PROGRAM} -n {_quoted(condition)}"


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
