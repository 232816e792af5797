"""A plan while it is being written: TOML text, changed one value at a time by pure functions.

The text is the state, so that undo, sessions, saving and the command line all speak of the same thing;
it may be invalid at any time, and `problems` of `release.plan` says where.
"""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from itertools import count
from typing import Any

import tomli_w

from explorer.app.release.plan.plan_field_titles import in_form_words
from explorer.mark import N_, Sentence
from explorer.privacy.notation import read_exact
from explorer.privacy.refusal import NotANumber, NotValid, Refusal
from explorer.release.columns.column import every_column, new_column
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.key import keys
from explorer.release.plan.plan_file import plan_of
from explorer.release.plan.sections import BOUNDS
from explorer.release.plan.toml_reader import MOST_LISTED, TOO_MANY_LISTED
from explorer.release.queries.query import every_query
from explorer.release.values.noise_distribution import GAUSSIAN

Document = dict[str, Any]
PROPOSED_DELTA = "1e-6"
MOST_LEVELS = 10  # of tables and lists within each other; a plan has five


_LIST = re.compile(r"([A-Za-z0-9_-]+)[ \t]*=[ \t]*\[([^\[\]]*)\]")


def too_long_list(text: str) -> Sentence | None:
    """Why a text is not read as a plan at all: one of its lists has more entries than a plan may have.

    Told in a moment, where reading so many would take seconds. Entries are counted by their quotes, never too
    many; what is missed here is refused once it is read.
    """
    for key, entries in (each.groups() for each in _LIST.finditer(text)):
        if (entries.count('"') - entries.count('\\"')) // 2 > MOST_LISTED:
            return N_("{key}: {reason}", key=key, reason=TOO_MANY_LISTED)
    return None


@lru_cache(maxsize=32)
def _parsed(text: str) -> Document:
    try:
        plan = tomllib.loads(text)
    except (ValueError, RecursionError) as fault:  # ValueError: also a whole number of too many digits
        raise NotValid(N_("This is not a plan: the TOML text can't be read"), "plan") from fault
    if _deeper(plan, MOST_LEVELS):
        raise NotValid(N_("This is not a plan: its values are nested too deeply"), "plan")
    if not _shaped(plan):
        raise NotValid(N_("This is not a plan: it has a value where a plan has a table"), "plan")
    return plan


def _deeper(plan: Document, levels: int) -> bool:
    """Whether a value lies within more tables and lists than so many: a copy takes a stack as deep."""
    within: list[Any] = [plan]
    for _ in range(levels):
        within = [
            inner
            for each in within
            for inner in (each.values() if isinstance(each, dict) else each)
            if isinstance(inner, dict | list)
        ]
    return bool(within)


def _shaped(plan: Document) -> bool:
    """Whether there are tables wherever a plan has tables: what else is wrong can be said beside a field."""
    sections = [plan.get(key, []) for key in every_query()]
    tables = [plan.get(key, {}) for key in ("input", "privacy", "output")]
    if not all(isinstance(each, list) for each in sections):
        return False
    queries = [each for section in sections for each in section]
    if not all(isinstance(each, dict) for each in (*tables, *queries)):
        return False
    columns = [each.get("column", []) for each in queries]
    return all(isinstance(each, list) and all(isinstance(one, dict) for one in each) for each in columns)


def document(text: str) -> Document:
    """The plan's keys and values, as a copy of one's own.

    Raises
    ------
    NotValid
        The text is not TOML, or has no tables where a plan has them.
    """
    copy: Document = _copied(_parsed(text))
    return copy


def _copied(value: Any) -> Any:
    """As `deepcopy` of tables, lists and values that do not change, in a fraction of its time."""
    if isinstance(value, dict):
        return {key: _copied(each) for key, each in value.items()}
    if isinstance(value, list):
        return [each if isinstance(each, str) else _copied(each) for each in value]
    return value


def text_of(plan: Document) -> str:
    """The document as TOML text."""
    return tomli_w.dumps(plan)


def steps(path: str) -> tuple[str | int, ...]:
    """ "histogram.1.column.2.edges" as keys and positions from 0."""
    return tuple(int(step) - 1 if step.isdigit() else step for step in path.split("."))


def queries_of(plan: Document) -> list[tuple[str, Document]]:
    """The queries of a plan, each with its path, in the order in which the plan holds them."""
    sections = ((kind, plan.get(kind, [])) for kind in every_query())
    return [(f"{kind}.{place}", each) for kind, some in sections for place, each in enumerate(some, 1)]


def value_of(plan: Document, path: str, default: Any = None) -> Any:
    """The value at a path, or `default` where there is none."""
    place: Any = plan
    for step in steps(path):
        try:
            place = place[step]
        except (KeyError, IndexError, TypeError):
            return default
    return place


def edited(text: str, path: str, value: Any) -> str:
    """The text with another value at `path`; None removes the key."""
    plan = document(text)
    *parents, last = steps(path)
    place: Any = plan
    for step in parents:
        place = place.setdefault(step, {}) if isinstance(place, dict) else place[step]
    if value is None:
        place.pop(last, None)
    else:
        place[last] = value
    return text_of(plan)


Edits = tuple[tuple[str, object], ...]


def kind_edits(path: str, kind: str) -> Edits:
    """Another kind for the column whose kind stands at `path`: keys of its own come, as far as they have
    something to begin with, and all others go.
    """
    column = path.removesuffix(".kind")
    known = every_column()
    comes = known[kind].draft() if kind in known else {}
    gone = dict.fromkeys(key for each in known.values() for key in keys(each) if key not in ("name", *comes))
    return (
        *((f"{column}.{key}", None) for key in gone),
        *((f"{column}.{key}", value) for key, value in comes.items()),
        (path, kind),
    )


def has_unknown(columns: object) -> bool:
    """Whether one of these columns of a document has categories that are found in the data."""
    found = {name for name, kind in every_column().items() if kind.found}
    return isinstance(columns, list) and any(each.get("kind") in found for each in columns)


def spends_delta(plan: Document) -> bool:
    """Whether the plan's noise or one of its thresholds spends a δ."""
    if value_of(plan, "privacy.mechanism") == GAUSSIAN:
        return True
    return any(has_unknown(each.get("column")) for _, each in queries_of(plan))


def no_delta(plan: Document) -> bool:
    """Whether the plan's δ is 0, or not declared."""
    try:
        return read_exact(str(value_of(plan, "privacy.delta", "0"))) == 0
    except NotANumber:
        return False


def with_delta(text: str, edits: Edits) -> Edits:
    """The edits, and with them the δ that they call for: a proposed one where a δ of 0 is to be spent, 0
    where none is spent any longer. The last edit stays the last.
    """
    changed = text
    for path, value in edits:
        changed = edited(changed, path, value)
    before, after = document(text), document(changed)
    if spends_delta(after) and no_delta(after):
        return (("privacy.delta", PROPOSED_DELTA), *edits)
    if spends_delta(before) and not spends_delta(after) and not no_delta(after):
        return (("privacy.delta", "0"), *edits)
    return edits


def unit_edits(plan: Document, unit: str) -> Edits:
    """Another unit: the keys that it forbids go, those that it needs come."""
    edits: list[tuple[str, object]] = [("privacy.unit", unit)]
    if unit == "row":
        edits += [(f"privacy.{key}", None) for key in ("id_column", *BOUNDS)]
    elif value_of(plan, "privacy.rows_per_person") is None:
        edits.append(("privacy.rows_per_person", 1))
    if unit != "other":
        edits.append(("privacy.unit_name", None))
    return tuple(edits)


def _free_name(plan: Document, kind: str) -> str:
    taken = {str(each.get("name", "")).lower() for _, each in queries_of(plan)}
    first = len(plan.get(kind, [])) + 1
    return next(name for index in count(first) if (name := f"{kind}_{index}") not in taken)


def extended(text: str, to: str = "") -> str:
    """The text with one more query of the kind `to` ("" for the first kind), or with one more column in the
    query at the path `to`.
    """
    plan = document(text)
    kind, _, place = (to or next(iter(every_query()))).partition(".")
    if place:
        value_of(plan, to).setdefault("column", []).append(new_column())
    else:
        plan.setdefault(kind, []).append(every_query()[kind].draft(_free_name(plan, kind)))
    return text_of(plan)


def reduced(text: str, path: str) -> str:
    """The text without the query or column at `path`, and without a δ that only this one spent."""
    plan = document(text)
    *parents, last = steps(path)
    spent = spends_delta(plan)
    place: Any = plan
    for step in parents:
        place = place[step]
    del place[last]
    if spent and not spends_delta(plan) and not no_delta(plan):
        plan["privacy"]["delta"] = "0"
    return text_of(plan)


@lru_cache(maxsize=32)
def judged(text: str) -> tuple[ReleasePlan | None, tuple[Refusal, ...]]:
    """The plan that the text declares and everything that is wrong with it; one of the two is empty."""
    try:
        plan, found = plan_of(_parsed(text))
    except Refusal as refusal:
        return None, (refusal.kept(),)
    return plan, tuple(map(in_form_words, found))
