"""The help of the program as a whole, and of verbs that share their first word: within 80 columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from explorer.app.help.exit_codes import EXIT_CODES
from explorer.cli import SAFE
from explorer.cli.answer import width
from explorer.cli.wrapping import COLUMNS, wrapped
from explorer.language import LANGUAGES, Language
from explorer.mark import N_, Sentence

ABOUT = N_("Explore, compose and release with differential privacy. Without a verb the window opens.")
SAFELY = N_(
    "`{option}` opens the window with defaults: settings and the last session are not read, and not replaced "
    "unless you choose that when you close it.",
    option=SAFE,
)
EXAMPLES: Sequence[tuple[Sentence, tuple[str, ...]]] = (
    (N_("what ε = 1 means for one person"), ("risk --epsilon 1",)),
    (
        N_("total ε of 50 releases, by every composition bound"),
        ("compose laplace --epsilon 0.1 --count 50 --total-delta 1e-6",),
    ),
    (
        N_("from a plan to a release, and what has been spent"),
        (
            "plan new --kind ranges --out plan.toml",
            "plan check plan.toml",
            "release plan.toml people.csv --out released",
            "ledger show",
        ),
    ),
)


def overview(program: str, verbs: Mapping[str, Sentence], language: Language) -> str:
    """What the program is, how it is called, its verbs, its exit codes, and examples."""
    say = language.say
    usage = say(N_("usage:"))
    calls = (
        f"{program} [{SAFE}]",
        f"{program} {say(N_('VERB'))} … [--json] [--language {{{','.join(LANGUAGES)}}}]",
        f"{program} [{say(N_('VERB'))}] --help",
        f"{program} --version",
    )
    lines = [f"{usage if each is calls[0] else ' ' * width(usage)} {each}" for each in calls]
    lines += ["", *wrapped(say(ABOUT), COLUMNS), *wrapped(say(SAFELY), COLUMNS)]
    lines += ["", say(N_("verbs:")), *_listed(_by_first_word(verbs), language)]
    lines += ["", say(N_("exit codes:")), *_listed(EXIT_CODES, language)]
    lines += ["", say(N_("examples:"))]
    for words, commands in EXAMPLES:
        lines += [f"  {say(words)}", *(f"    {program} {each}" for each in commands)]
    return "\n".join(lines) + "\n"


def group_overview(program: str, first: str, verbs: Mapping[str, Sentence], language: Language) -> str:
    """The verbs that begin with one word."""
    say = language.say
    verb = say(N_("VERB"))
    lines = [f"{say(N_('usage:'))} {program} {first} {verb} …", "", say(N_("verbs:"))]
    lines += [*_listed(verbs, language), ""]
    lines += wrapped(
        say(N_("`{command} VERB --help` shows the options of a verb.", command=f"{program} {first}")), COLUMNS
    )
    return "\n".join(lines) + "\n"


def _by_first_word(verbs: Mapping[str, Sentence]) -> dict[str, Sentence]:
    """Verbs of one first word beside each other, in the order in which these come first."""
    first = {name: place for place, name in reversed(list(enumerate(each.split()[0] for each in verbs)))}
    return dict(sorted(verbs.items(), key=lambda verb: first[verb[0].split()[0]]))


def _listed(rows: Mapping[str, Sentence], language: Language) -> Iterator[str]:
    """Names in one column, what is said of them in another."""
    column = max(map(len, rows)) + 4
    for name, words in rows.items():
        said = wrapped(language.say(words), COLUMNS - column)
        yield f"  {name:<{column - 2}}{said[0]}"
        yield from (" " * column + line for line in said[1:])
