"""What must hold before a release, line by line: known without reading a row.

Each line is settled or says what is missing. The checks are those of the release itself
(`explorer.release.publish`, `explorer.release.ledger.authorization`), asked beforehand of the plan, the
file's first bytes and line, the ledger and the destination; a release asks them again before it spends.
"""

from __future__ import annotations

from collections.abc import Iterator

from explorer.app.release.plan.dialect_suggestion import Look, advice
from explorer.app.release.plan.plan_sign_off import standing
from explorer.app.release.preflight.preflight_account import ledger_lines
from explorer.app.release.preflight.preflight_line import Known, Line, Mend, refusal_of, waiting
from explorer.app.release.preflight.spend_summary import vouched
from explorer.mark import N_, Sentence
from explorer.release.counting.layout import layout_of
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.plan_file import missing_signer
from explorer.release.record import file_names
from explorer.release.sources.table import Shape
from explorer.release.sources.table_address import place_name

_NAMED = 4  # files that are there already and are named


def lines(known: Known) -> tuple[Line, ...]:
    """The conditions of a release in the order in which they are to be settled."""
    found = [_file(known), _plan(known)]
    if known.csv and known.plan is not None:
        found += _header(known, known.plan)
    if known.plan is not None:
        found += ledger_lines(known, known.plan)
    return (*found, _destination(known))


def count_sentence(found: tuple[Line, ...]) -> Sentence:
    """How far it is."""
    settled = sum(line.settled for line in found)
    return N_(
        "{settled:plain} of {count:plain} {count:line is|lines are} settled",
        settled=settled,
        count=len(found),
    )


def asks_account(found: tuple[Line, ...]) -> bool:
    """Whether the button asks for a new account: the file has none, and the one proposed will not do."""
    return any(line.asked and not line.settled and Mend.NEW in line.mends for line in found)


def _asked_first(about: set[str]) -> Sentence:
    if about == {"folder"}:
        return N_("asks for the folder first")
    if "folder" in about:
        return N_("asks for a new account and the folder first")
    return N_("asks for a new account first")


def further_sentence(found: tuple[Line, ...]) -> Sentence:
    """What stands beneath a release that was made, for whoever makes another one."""
    return N_("for another release: {settled}", settled=open_sentence(found) or count_sentence(found))


def pressable(found: tuple[Line, ...]) -> bool:
    """Whether the button can be pressed: what is still open is what it asks for itself."""
    return all(line.settled or line.asked for line in found)


def open_sentence(found: tuple[Line, ...]) -> Sentence | None:
    """What stands beneath the button while something is open; None where all is settled."""
    open_lines = [line for line in found if not line.settled]
    if not open_lines:
        return None
    if pressable(found):
        return _asked_first({line.about for line in open_lines})
    if all(line.waiting for line in open_lines):
        return N_("being looked at")
    return N_("{count:plain} {count:line|lines} to settle first", count=len(open_lines))


# The plan, and whose rows are bounded


def _plan(known: Known) -> Line:
    if known.plan is not None:
        awaited = missing_signer(known.plan)
        if awaited is not None:
            return Line("plan", awaited, False, (Mend.SIGN,))
        return Line("plan", vouched(known.plan))
    if not known.text:
        if known.csv:
            return Line("plan", N_("Tick columns of the file and make tables of them, or open a plan"), False)
        return Line("plan", N_("Open a plan, or start a new one"), False)
    first = next(iter(known.problems), None)
    words = (
        N_("Complete the plan first")
        if first is None
        else N_("Complete the plan: {problem}", problem=first.sentence)
    )
    return Line("plan", words, False, (Mend.FIELD,), field="" if first is None else first.field)


# The file


def _file(known: Known) -> Line:
    change = (Mend.FILE,)
    if not known.csv:
        return Line("file", N_("Choose the file to count; no row is read before the release"), False, change)
    name = place_name(known.csv)
    if known.there is None:
        return waiting("file", N_("{file} is being looked at", file=name))
    refused = known.there.first or (known.look.refused if known.look is not None else None)
    if refused is not None:
        return Line("file", N_("{file}: {why}", file=name, why=refused), False, change)
    if known.plan is None:
        return Line("file", N_("{file} is there", file=name), True, change)
    if known.look is not None and known.look.title is not None:
        return Line("file", _typed(name, known.look), True, change)
    return Line(
        "file",
        N_("{file} is read as {encoding} text", file=name, encoding=known.plan.input.encoding),
        True,
        change,
    )


def _typed(name: str, look: Look) -> Sentence:
    """A file that has no dialect; of a workbook also what counts of a formula."""
    if look.sheets:
        return N_("{file} is read as a workbook: values as stored, of a formula the stored one", file=name)
    return N_("{file} is read as {kind}", file=name, kind=look.title)


def _header(known: Known, plan: ReleasePlan) -> Iterator[Line]:
    """Whether the first line names what the plan counts."""
    if not plan.input.header:
        yield Line("header", N_("The plan declares no header: columns are called by their numbers"))
        return
    if known.look is None:
        yield waiting("header", N_("the first line is being looked at"))
        return
    if known.look.refused is not None:
        return  # said of the file
    names = known.look.names
    told = advice(plan, known.look)
    edits = (Mend.DIALECT,) if told.edits and not standing(known.text).locked else ()
    refusal = refusal_of(lambda: layout_of(plan, Shape(len(names), names)))
    if refusal is None and told.fits:
        yield Line("header", told.sentence)
    elif refusal is None:
        words = N_("The first line names all columns of the plan. {remark}", remark=told.sentence)
        yield Line("header", words, True, edits)
    else:
        where = next((path for path, name in plan.column_names if name not in names), "")
        yield Line(
            "header",
            refusal.sentence if told.fits else told.sentence,
            False,
            edits or (Mend.FIELD,),
            field=where,
        )


# The destination


def _taken(folder: str, names: tuple[str, ...]) -> Sentence:
    """Which files are there already; of many the first ones."""
    if len(names) <= _NAMED:
        return N_("Already in {folder}: {names}", folder=folder, names=names)
    more, first = len(names) - _NAMED, names[:_NAMED]
    return N_("Already in {folder}: {names} and {more:plain} more", folder=folder, names=first, more=more)


def _destination(known: Known) -> Line:
    choose = (Mend.FOLDER,)
    if not known.folder:
        words = N_("No folder chosen for the released files")
        return Line("folder", words, False, choose, asked=known.plan is not None)
    if known.plan is None:
        return Line("folder", N_("The files go to {folder}", folder=known.folder), True, choose)
    if known.place is None:
        return waiting("folder", N_("{folder} is being looked at", folder=known.folder))
    if known.place.names and not known.replaced:
        words = _taken(known.folder, known.place.names)
        return Line("folder", words, False, (Mend.NEW_FOLDER, Mend.REPLACE, Mend.FOLDER))
    if known.place.first is not None:
        return Line("folder", known.place.first, False, choose)
    count = len(file_names(known.plan))
    words = N_("{count:plain} {count:file goes|files go} to {folder}", count=count, folder=known.folder)
    if known.place.names:
        words = N_(
            "{count:plain} {count:file goes|files go} to {folder}, in place of those of the same names",
            count=count,
            folder=known.folder,
        )
    return Line("folder", words, True, choose)
