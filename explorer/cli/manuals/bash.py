"""The script by which bash completes verbs, options and their values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import Template

from explorer.cli.command import PROGRAM
from explorer.cli.manuals.described import ALONE, DescribedVerb, grouped

_SCRIPT = Template(
    """_privacy_explorer() {
    local current=$${COMP_WORDS[COMP_CWORD]} previous=$${COMP_WORDS[COMP_CWORD-1]}
    local verb=$${COMP_WORDS[1]} options= values=
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        COMPREPLY=($$(compgen -W '$firsts' -- "$$current"))
        return
    fi
    case "$$verb" in
$groups
    esac
    case "$$verb" in
$verbs
    esac
    if [[ $$current == -* ]]; then
        COMPREPLY=($$(compgen -W "$$options" -- "$$current"))
    elif [[ -n $$values ]]; then
        COMPREPLY=($$(compgen -W "$$values" -- "$$current"))
    else
        compopt -o filenames 2> /dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$$current")
    fi
}
complete -F _privacy_explorer $program
"""
)
_GROUP = Template(
    """        $first)
            if ((COMP_CWORD == 2)); then
                COMPREPLY=($$(compgen -W '$seconds --help' -- "$$current"))
                return
            fi
            verb="$$verb $${COMP_WORDS[2]}" ;;"""
)


def bash(verbs: Sequence[DescribedVerb]) -> str:
    """For bash 4 and newer, with or without the package bash-completion."""
    groups = [
        _GROUP.substitute(first=first, seconds=" ".join(each.second for each in below))
        for first, below in grouped(verbs)
        if below[0].second
    ]
    return _SCRIPT.substitute(
        firsts=" ".join([*(first for first, _ in grouped(verbs)), *ALONE]),
        groups="\n".join(groups),
        verbs="\n".join(line for verb in verbs for line in _cases(verb)),
        program=PROGRAM,
    )


def _cases(verb: DescribedVerb) -> Iterator[str]:
    """What may follow one verb: its options, its first word, and the values of its options."""
    yield f"        '{verb.name}')"
    yield f"            options='{' '.join(name for each in verb.options for name in each.names)}'"
    if verb.places and verb.places[0].values:
        place = len(verb.name.split()) + 1
        yield f"            ((COMP_CWORD == {place})) && values='{' '.join(verb.places[0].values)}'"
    taking = [each for each in verb.options if each.placeholder]
    yield '            case "$previous" in'
    for each in taking:
        if each.values:
            yield f"                {'|'.join(each.names)})"
            yield f"                    COMPREPLY=($(compgen -W '{' '.join(each.values)}' -- \"$current\"))"
            yield "                    return ;;"
    free = [name for each in taking if not each.values and not each.file for name in each.names]
    if free:
        yield f"                {'|'.join(free)}) return ;;"
    yield "            esac ;;"
