"""The script by which bash completes verbs, options and their values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import Template

from explorer.cli.command import PROGRAM
from explorer.cli.manuals.described import ALONE, Argument, DescribedVerb, grouped

_SCRIPT = Template(
    """_privacy_explorer() {
    local current=$${COMP_WORDS[COMP_CWORD]} previous=$${COMP_WORDS[COMP_CWORD-1]}
    local verb=$${COMP_WORDS[1]} options= values= files= option= place
    COMPREPLY=()
    if [[ $$current == = ]]; then
        current=
    elif [[ $$previous == = ]]; then
        previous=$${COMP_WORDS[COMP_CWORD-2]}
    fi
    for ((place = COMP_CWORD - 1; place > 1; place--)); do
        [[ $${COMP_WORDS[place]} == -* ]] && option=$${COMP_WORDS[place]} && break
    done
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
    elif [[ -n $$files ]]; then
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
    """What may follow one verb: its options, its first word, and the values of its options.

    The last option is asked for beside the word before, for those that take several values.
    """
    yield f"        '{verb.name}')"
    yield f"            options='{' '.join(name for each in verb.options for name in each.names)}'"
    if verb.places and verb.places[0].values:
        place = len(verb.name.split()) + 1
        yield f"            ((COMP_CWORD == {place})) && values='{' '.join(verb.places[0].values)}'"
    if any(each.file for each in verb.places):
        yield "            files=1"
    taking = [each for each in verb.options if each.placeholder]
    yield '            case "$option" in'
    yield from _values([each for each in taking if each.repeated], "[[ $current == -* ]] || ")
    yield "            esac"
    yield '            case "$previous" in'
    yield from _values(taking, "")
    yield "            esac ;;"


def _values(options: Sequence[Argument], unless: str) -> Iterator[str]:
    """What each of these options takes: a word of a list, a file, or what nobody can guess."""
    for each in options:
        if each.values:
            offered = f"COMPREPLY=($(compgen -W '{' '.join(each.values)}' -- \"$current\"))"
            yield f"                {'|'.join(each.names)})"
            yield f"                    {unless}{{ {offered}; return; }} ;;"
        elif each.file:
            yield f"                {'|'.join(each.names)}) files=1 values= ;;"
    free = [name for each in options if not each.values and not each.file for name in each.names]
    if free:
        yield f"                {'|'.join(free)}) {unless}return ;;"
