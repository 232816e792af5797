"""The script by which zsh completes verbs, options and their values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import Template

from explorer.cli.command import PROGRAM
from explorer.cli.manuals.described import Argument, DescribedVerb, grouped, summary_of

_SCRIPT = Template(
    """#compdef $program

_privacy_explorer() {
    local -a verbs
    verbs=(
$firsts
    )
    if ((CURRENT == 2)); then
        _describe -t verbs verb verbs
        return
    fi
    local verb=$$words[2]
    case "$$verb" in
$groups
    esac
    shift words
    ((CURRENT--))
    case "$$verb" in
$verbs
    esac
}

if [[ $$funcstack[1] == _privacy_explorer ]]; then
    _privacy_explorer "$$@"
else
    compdef _privacy_explorer $program
fi
"""
)
_GROUP = Template(
    """        $first)
            if ((CURRENT == 3)); then
                verbs=($pairs)
                _describe -t verbs verb verbs
                return
            fi
            verb="$$verb $$words[3]"
            shift words
            ((CURRENT--)) ;;"""
)


def zsh(verbs: Sequence[DescribedVerb]) -> str:
    """For zsh: a file of a folder in `fpath`, or a script that is sourced after `compinit`."""
    firsts = [f"        {_quoted(_pair(first, summary_of(below)))}" for first, below in grouped(verbs)]
    groups = [
        _GROUP.substitute(
            first=first, pairs=" ".join(_quoted(_pair(each.second, each.summary)) for each in below)
        )
        for first, below in grouped(verbs)
        if below[0].second
    ]
    return _SCRIPT.substitute(
        program=PROGRAM,
        firsts="\n".join(firsts),
        groups="\n".join(groups),
        verbs="\n".join(_case(verb) for verb in verbs),
    )


def _case(verb: DescribedVerb) -> str:
    """What may follow one verb, as `_arguments` takes it."""
    words = " \\\n                ".join(
        _quoted(each) for argument in verb.arguments for each in _specifications(argument)
    )
    return f"        '{verb.name}')\n            _arguments \\\n                {words} ;;"


def _specifications(argument: Argument) -> Iterator[str]:
    """What an argument is called, what it does, and what its value may be."""
    value = ""
    if argument.placeholder:
        choice = f"({' '.join(argument.values)})" if argument.values else "_files" if argument.file else " "
        # Of an option that takes several values, every word up to the next option is one.
        several = "*-*:" if argument.repeated and argument.names else ""
        value = f":{several}{argument.placeholder}:{choice}"
    if not argument.names:
        yield value
    for name in argument.names:
        joined = "=" if value and name.startswith("--") else ""  # `--option=value` as well
        yield f"{'*' if argument.repeated else ''}{name}{joined}[{_plain(argument.words)}]{value}"


def _pair(word: str, words: str) -> str:
    return f"{word}:{_plain(words)}"


def _plain(text: str) -> str:
    """Without the characters that end a description."""
    return text.translate(str.maketrans("[]:\\", "(),/"))


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"
