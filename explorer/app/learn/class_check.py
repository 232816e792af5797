"""What a person asks about k, ℓ and t: a table, its columns, the ground distance, the limits.

Held by its card alone. It is no part of the state, so that no session, no history and no finder ever hold
the path of a private file or the columns of one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from explorer.app.learn.ground_distance import Ground
from explorer.app.learn.table_classes import ClassLimits, MeasuredClasses, measured
from explorer.mark import N_, Sentence
from explorer.privacy.refusal import NotATable
from explorer.release.counting.equivalence_classes import ClassColumns, classes_of_file
from explorer.release.counting.public_file import check_apart, check_public
from explorer.release.plan.sections import Input
from explorer.release.sources.dialect_detection import suggest_dialect
from explorer.release.sources.file_kinds import kind_of
from explorer.resources import resource

EXAMPLE = (
    "patients.csv",
    ("postcode", "age"),
    "diagnosis",
)  # simulated; what may be known; what is sensitive
_MISSING = ("", "NA")
_MOST_NAMES = 2000  # columns that are offered
_PUBLIC = "table"  # the field beside which a file is refused


@dataclass(frozen=True, slots=True)
class ClassCheck:
    """One question. `public` is a person's own declaration of the file; an example is simulated."""

    path: str = field(default="", repr=False)
    example: bool = False
    public: bool = False
    declared: Input = field(default_factory=Input)
    names: tuple[str, ...] = field(default=(), repr=False)
    quasi: tuple[str, ...] = field(default=(), repr=False)
    sensitive: str = field(default="", repr=False)
    ground: Ground = Ground.EQUAL
    words: str = field(default="", repr=False)  # the order or the groups, as typed
    limits: ClassLimits = field(default_factory=ClassLimits)

    @property
    def private(self) -> bool:
        """Whether its rows are nobody's but the person's who reads them."""
        return bool(self.path) and not (self.public or self.example)

    @property
    def name(self) -> str:
        """Without its folder."""
        return Path(self.path).name

    @property
    def counted(self) -> object:
        """All that the measured numbers depend on: the limits they are held against do not change them."""
        return replace(self, limits=ClassLimits())


def with_example(check: ClassCheck) -> ClassCheck:
    """The shipped table of simulated patients, with columns chosen."""
    name, quasi, sensitive = EXAMPLE
    found = with_file(check, Path(str(resource("examples", name))))
    return replace(found, example=True, quasi=quasi, sensitive=sensitive, ground=Ground.EQUAL, words="")


def with_file(check: ClassCheck, path: Path) -> ClassCheck:
    """Another file, private until somebody declares it public; nothing but its first line is read.

    Raises
    ------
    NotATable
        It is absent, empty, no text table, or has more columns than can be chosen from.
    """
    suggestion = suggest_dialect(path)
    numbered = (str(number) for number in range(1, len(suggestion.names) + 1))
    names = suggestion.names if suggestion.input.header else tuple(numbered)
    if len(names) > _MOST_NAMES:
        raise NotATable(N_("the table has more than {most:plain} columns", most=_MOST_NAMES), _PUBLIC)
    declared = replace(suggestion.input, missing=_MISSING)
    return replace(
        check,
        path=str(path),
        example=False,
        public=False,
        declared=declared,
        names=tuple(dict.fromkeys(names)),
        quasi=(),
        sensitive="",
        words="",
    )


def with_quasi(check: ClassCheck, name: str, chosen: bool) -> ClassCheck:
    """A column that others may know, or no longer; what is known is not sensitive."""
    kept = tuple(each for each in check.names if each in {*check.quasi, name} and (each != name or chosen))
    return replace(check, quasi=kept, sensitive="" if check.sensitive in kept else check.sensitive)


def with_sensitive(check: ClassCheck, name: str) -> ClassCheck:
    """The sensitive column, "" for none; it is then no quasi-identifier."""
    kept = tuple(each for each in check.quasi if each != name)
    words = check.words if name == check.sensitive else ""
    return replace(check, quasi=kept, sensitive=name, words=words)


def what_is_missing(check: ClassCheck) -> Sentence | None:
    """What is to be chosen before anything can be computed; None where all is."""
    if not check.path:
        return N_("Choose a table first")
    if not check.quasi:
        return N_("Choose at least one column that somebody else may know, such as age or postcode")
    return None


def private_sentence(check: ClassCheck) -> Sentence:
    """What is agreed to, of one file and for one reading."""
    return N_(
        "This reads the private rows of {file}, for you alone. What it shows is exact and protects nobody. "
        "It cannot be copied or exported, and nothing of it is kept once this window is closed.",
        file=check.name,
    )


def measure(
    check: ClassCheck,
    released: str,
    ledger: Path | None,
    progress: Callable[[int, int], None],
    cancelled: Callable[[], bool],
) -> MeasuredClasses:
    """Read the table and measure its classes, all of it in memory.

    Parameters
    ----------
    released : the file that is chosen for release, "" for none: it and its copies are never public
    ledger : the folder of the ledger; a file that it knows is never public either

    Raises
    ------
    NotValid, NotATable, LedgerRefused, Interrupted
    """
    path, columns = Path(check.path), ClassColumns(check.quasi, check.sensitive)
    columns.check()
    declared_public = not (check.private or check.example)
    if declared_public:
        check_apart(path, released, _PUBLIC)
    refused: NotATable
    try:
        found = classes_of_file(path, check.declared, columns, progress, cancelled)
    except NotATable as refusal:
        refused = refusal.at(_PUBLIC)  # type: ignore[assignment]
    else:
        if declared_public:
            check_public(found.digest, path.stat().st_size, released, ledger, _PUBLIC, cancelled)
        return measured(found, check.ground, check.words)
    kind = kind_of(path)
    raise refused if kind is None else NotATable(kind, _PUBLIC)
