"""What the first line of a chosen file suggests about its dialect: offered, never adopted unasked.

Nothing is looked at but the first bytes and the first line; where that is declared to be a row, nothing is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from explorer.app.core.request import Request
from explorer.app.plotting.figure import Answers
from explorer.app.release.plan.column_suggestion import nearest_name, plain_name
from explorer.app.release.plan.plan_draft import Document, value_of
from explorer.mark import N_, Sentence, verbatim
from explorer.privacy.refusal import Refusal
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.key import broken_keys
from explorer.release.plan.sections import Input
from explorer.release.sources.dialect_detection import Suggestion
from explorer.release.sources.servers.sign_in import SIGN_INS
from explorer.release.sources.table_address import is_address, place_of

if TYPE_CHECKING:
    from explorer.release.sources.source import SourceColumn

INPUT_KEYS: dict[str, Sentence] = {
    "encoding": N_("encoding"),
    "delimiter": N_("delimiter"),
    "quote": N_("quote"),
    "decimal": N_("decimal mark"),
}
MARK_NAMES: dict[str, Sentence] = {
    ",": N_("comma"),
    ";": N_("semicolon"),
    "\t": N_("tab"),
    "|": N_("bar"),
    ".": N_("point"),
    '"': N_("double quote"),
    "'": N_("single quote"),
    "": N_("none"),
}
_GUESSED = N_("decimal mark comma (a guess: usual with semicolons)")


@dataclass(frozen=True, slots=True)
class Advice:
    """`sentence` says in one line what differs; `edits` are the plan's keys that would take it over.

    `fits` : the first line looks as the plan declares it.
    """

    sentence: Sentence
    edits: tuple[tuple[str, object], ...] = ()
    fits: bool = False


@dataclass(frozen=True)
class Look:
    """What the first line says: a suggestion or why there is none, and the names as the plan reads them.

    A file of a kind that has no dialect has names alone, with what their values are; `title` calls the kind.
    `sheets` : those that a workbook has; `note` : how values of such a file are read.
    """

    suggested: Suggestion | None
    refused: Sentence | None = None
    names: tuple[str, ...] = field(default=(), repr=False)
    title: Sentence | None = None
    columns: tuple[SourceColumn, ...] = field(default=(), repr=False)
    sheets: tuple[str, ...] = ()
    note: Sentence | None = None

    @property
    def input(self) -> Input:
        """How the file seems to be written: the usual way where it has no dialect."""
        return Input() if self.suggested is None else self.suggested.input

    @property
    def whole(self) -> frozenset[str]:
        """The columns whose type holds whole numbers alone."""
        return frozenset(each.name for each in self.columns if each.whole)


@dataclass(frozen=True, slots=True)
class FirstLook(Request):
    """The first bytes of a file, read in the background. `stamp` tells another file of that name apart."""

    path: str
    stamp: tuple[int, int]
    declared: Input
    sheet: str = ""

    def __call__(self) -> Look:
        from explorer.release.sources.source import source_of  # the readers: not for the first paint

        sheets: tuple[str, ...] = ()
        try:
            source = source_of(place_of(self.path), self.sheet)
            sheets = source.sheets()
            if (suggested := source.suggested()) is not None:
                return Look(suggested, names=source.names(self.declared))
            columns = source.columns(self.declared)
            names = tuple(each.name for each in columns)
            return Look(None, None, names, source.title, columns, sheets, source.note)
        except Refusal as refusal:
            return Look(None, refusal.sentence, sheets=sheets)


def first_look(plan: Document, csv: str, sheet: str = "") -> FirstLook | None:
    """What is asked about the chosen file; None where there is none, or its first line is a row."""
    declared = declared_input(plan)
    if not csv or not (declared.header or is_address(csv)):
        return None
    if is_address(csv):
        return FirstLook(csv, (SIGN_INS.revision, 0), declared)
    try:
        status = Path(csv).stat()
        stamp = (status.st_mtime_ns, status.st_size)
    except OSError:
        stamp = (0, 0)
    return FirstLook(csv, stamp, declared, sheet)


def looked(asked: FirstLook | None, answers: Answers) -> Look | None:
    """The answer, where it has come."""
    found = answers.get(asked) if asked is not None else None
    return found if isinstance(found, Look) else None


def declared_input(plan: Document) -> Input:
    """How a plan declares the file to be written, also while other keys are wrong; the usual way where those
    are. Without what is missing, and blanks: a first line shows neither.
    """
    plain = Input()
    texts = {key: value_of(plan, f"input.{key}") for key in ("encoding", "delimiter", "quote")}
    declared = {
        key: value if isinstance(value, str) else str(getattr(plain, key)) for key, value in texts.items()
    }
    found = Input(declared["encoding"], declared["delimiter"], declared["quote"])
    if any(broken_keys(found, "input")):
        found = Input()
    decimal = "," if value_of(plan, "input.decimal") == "," else "."
    return replace(found, header=value_of(plan, "input.header", True) is not False, decimal=decimal)


def facts(plan: Document | None, look: Look | None) -> Sentence:
    """How the file is written, in one line: as the plan declares it, else as its first line looks; of a file
    that has no dialect what it is.
    """
    if look is not None and look.title is not None:
        return joined([look.title, _count(columns_of(plan, look)), *([look.note] if look.note else [])])
    declared = declared_input(plan) if plan else look.suggested.input if look and look.suggested else None
    if declared is None:
        return N_("the first line is being read")
    parts: list[Sentence] = [
        verbatim(declared.encoding),
        MARK_NAMES.get(declared.delimiter) or N_("“{name}”", name=declared.delimiter),
        N_("header in line 1") if declared.header else N_("no header"),
    ]
    if declared.decimal == ",":
        parts.append(N_("decimal comma"))
    if columns := columns_of(plan, look):
        parts.append(_count(columns))
    return joined(parts)


def _count(columns: Sequence[str]) -> Sentence:
    return N_("1 column") if len(columns) == 1 else N_("{count} columns", count=len(columns))


def joined(parts: Sequence[Sentence]) -> Sentence:
    """Facts in one line, apart from each other by a point."""
    found = parts[0]
    for each in parts[1:]:
        found = N_("{first} · {second}", first=found, second=each)
    return found


def columns_of(plan: Document | None, look: Look | None) -> tuple[str, ...]:
    """The names of the file's columns: as the plan reads its first line, else as it looks; their numbers
    where it is no header.
    """
    if look is None:
        return ()
    if look.suggested is None:
        return tuple(dict.fromkeys(look.names))
    if plan:
        return tuple(dict.fromkeys(look.names)) if declared_input(plan).header else ()
    if not look.suggested.input.header:
        return tuple(str(place) for place in range(1, len(look.suggested.names) + 1))
    return tuple(dict.fromkeys(look.suggested.names))


def draft_advice(plan: Document, look: Look | None) -> Advice | None:
    """How the first line differs from the dialect of a plan that is not complete yet; None where it fits."""
    if look is None or look.suggested is None:
        return None
    return _dialect(declared_input(plan), look.suggested, look.names)


def advice(plan: ReleasePlan, look: Look) -> Advice:
    """How the file's header differs from the plan, in the order in which it is to be mended."""
    suggested = look.suggested
    if suggested is None and not look.names:
        return Advice(look.refused or N_("the first line does not read"))
    if suggested is not None and (dialect := _dialect(plan.input, suggested, look.names)):
        return dialect
    wanted = [column.name for column in plan.classified]
    wanted += [plan.privacy.id_column] if plan.privacy.id_column else []
    missing = sorted({name for name in wanted if name not in look.names})
    if missing:
        return _missing(plan, suggested, look.names, missing)
    if suggested is None:
        return Advice(N_("The file has the columns of the plan."), fits=True)
    return Advice(
        N_(
            "The first line fits the plan: {encoding}, {delimiter}, {count:plain} {count:name|names}.",
            encoding=plan.input.encoding,
            delimiter=MARK_NAMES.get(plan.input.delimiter, plan.input.delimiter),
            count=len(look.names),
        ),
        fits=True,
    )


def _dialect(declared: Input, suggested: Suggestion, names: tuple[str, ...]) -> Advice | None:
    """How the suggested dialect differs where the first line can tell: not where the declared one reads the
    same `names` in it. Names in ASCII tell no encoding, and rows may need the declared one. A first line
    shows no decimal mark either: the usual one is offered only along with another delimiter.
    """
    if names == suggested.names:
        return None
    keys = [key for key in INPUT_KEYS if key != "encoding" or _tells_encoding(declared, suggested)]
    pairs = [(key, getattr(suggested.input, key), getattr(declared, key)) for key in keys]
    differing = [(f"input.{key}", found) for key, found, now in pairs if found != now]
    if not [path for path, _ in differing if path != "input.decimal"]:
        return None
    if suggested.input.delimiter == declared.delimiter:
        differing = [(path, found) for path, found in differing if path != "input.decimal"]
    words = tuple(
        _GUESSED
        if path == "input.decimal" and found == ","
        else N_(
            "{key} {value}", key=INPUT_KEYS[path.removeprefix("input.")], value=MARK_NAMES.get(found, found)
        )
        for path, found in differing
    )
    if suggested.mark and differing[0][0] == "input.encoding":
        return Advice(
            N_("The file begins with the mark of another encoding. It looks like: {found}.", found=words),
            tuple(differing),
        )
    return Advice(N_("The first line looks different from the plan: {found}.", found=words), tuple(differing))


def _tells_encoding(declared: Input, suggested: Suggestion) -> bool:
    """Whether the first line reads otherwise in the declared encoding than in the suggested one."""
    if suggested.mark or not all(name.isascii() for name in suggested.names):
        return True
    plain = "a".encode("ascii")
    return any("a".encode(each.encoding) != plain for each in (declared, suggested.input))


def _missing(
    plan: ReleasePlan, suggested: Suggestion | None, names: tuple[str, ...], missing: list[str]
) -> Advice:
    """Names that are not there: it may be no header at all, or they are spelled another way."""
    if suggested is not None and not suggested.input.header:
        return Advice(
            N_(
                "The first line holds numbers or nothing in some places. If it is a row, say in the plan "
                "that there is no header, and name the columns 1, 2, …"
            )
        )
    alike = {plain_name(name): name for name in names}
    edits = [
        (path, alike[plain_name(name)])
        for path, name in plan.column_names
        if name in missing and plain_name(name) in alike and len(alike) == len(names)
    ]
    if not edits:
        return _misspelt(plan, names, missing)
    words = tuple(N_("“{name}”", name=name) for name in dict.fromkeys(name for _, name in edits))
    return Advice(N_("The first line spells it {names}.", names=words), tuple(edits))


def _misspelt(plan: ReleasePlan, names: tuple[str, ...], missing: list[str]) -> Advice:
    """Names that are not there, and for one of them the name that is nearly the same."""
    absent = N_("The first line does not name: {missing}.", missing=tuple(missing))
    near = nearest_name(missing[0], names) if len(missing) == 1 else None
    if near is None or near in (name for _, name in plan.column_names):
        return Advice(absent)
    edits = tuple((path, near) for path, name in plan.column_names if name == missing[0])
    return Advice(N_("{absent} Did you mean “{name}”?", absent=absent, name=near), edits)
