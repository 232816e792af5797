"""A release plan as TOML: read, checked and written back.

What is declared stands in `explorer.release.plan.declarations`, the rules in `explorer.release.plan.rules`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Container, Iterable, Mapping
from typing import Any, TypeVar

import tomli_w

from explorer.mark import N_, Sentence
from explorer.privacy.refusal import NotValid, Refusal
from explorer.privacy.registry import named
from explorer.release import queries as kinds_of_query
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.key import document_of, values_in
from explorer.release.plan.rules import Queries, broken
from explorer.release.plan.sections import Input, Output, Privacy
from explorer.release.plan.signatures import altered, digest_of, missing_signature
from explorer.release.plan.toml_reader import MOST_LISTED, TOO_MANY_LISTED, Table
from explorer.release.queries.query import Query, every_query

FORMAT = 1
"""What `schema` is in every plan: the number of the format that is written here and read."""

_MARK = "too many"


def read_plan(text: str) -> ReleasePlan:
    """The plan that a TOML text declares.

    Raises
    ------
    Refusal
        The first thing that is wrong with it (`problems` gives all); `field` is the path of the key,
        like "histogram.1.column.2.edges", counted from 1.
    """
    plan, found = _read(_parsed(text))
    if found or plan is None:
        raise found[0]
    return plan


def problems(document: Mapping[str, object]) -> tuple[Refusal, ...]:
    """Everything that is wrong with a parsed plan, each beside its key; empty for a valid plan."""
    return tuple(_read(document)[1])


def plan_of(document: Mapping[str, object]) -> tuple[ReleasePlan | None, tuple[Refusal, ...]]:
    """The plan that a parsed text declares, and `problems`: with any of them there is no plan."""
    plan, found = _read(document)
    return (None if found else plan), tuple(found)


def newer_format(document: Mapping[str, object]) -> Sentence | None:
    """Why a parsed plan is left to a newer program; None where it is of no newer format than this one's."""
    number = document.get("schema")
    if not isinstance(number, int) or number <= FORMAT:
        return None
    return N_(
        "this plan was written by a newer Privacy Explorer (format {found:plain}; this one reads "
        "{known:plain}): open it with that one",
        found=number,
        known=FORMAT,
    )


def write_plan(plan: ReleasePlan) -> str:
    """The plan as TOML; `read_plan` gives the same plan back."""
    return tomli_w.dumps(document(plan))


def document(plan: ReleasePlan) -> dict[str, object]:
    """The plan as the tables of its TOML file: what `problems` reads. Optional keys only where declared."""
    declared = queries_of({each.id for each in plan.queries})
    kinds = {name: [each.document() for each in plan.queries if each.id == name] for name in declared}
    return {
        "schema": FORMAT,
        "title": plan.title,
        "input": document_of(plan.input),
        "privacy": document_of(plan.privacy),
        **kinds,
        "output": document_of(plan.output),
    }


def signed_content(plan: ReleasePlan) -> str:
    """The digest that a sign-off of this plan carries: `signatures.digest_of` all that it declares."""
    return digest_of(document(plan), document(ReleasePlan(plan.privacy, plan.queries)))


def check_unchanged(text: str, ran: Iterable[str]) -> None:
    """Hold that a locked plan runs unchanged or not at all.

    Title and `signed_off` name what somebody has signed. Where a locked plan of that name has run, the only
    one that runs is the same plan; without a signature there is nothing to hold it to.

    Parameters
    ----------
    text : what `write_plan` gives
    ran : the same of every plan that has run

    Raises
    ------
    NotValid
        A locked plan of this title and signature has run that declares something else.
    """
    plan = tomllib.loads(text)
    if (signed := _signed(plan)) is None:
        return
    locked = (each for each in dict.fromkeys(ran) if "locked" in each)  # most others need not be parsed
    for earlier in map(tomllib.loads, locked):
        if _signed(earlier) == signed and earlier != plan:
            sentence = N_(
                "this locked plan is not the one that was signed off by “{signed_off}”: have it signed anew",
                signed_off=signed[1],
            )
            raise NotValid(sentence, "privacy.locked")


def check_signed(plan: ReleasePlan) -> None:
    """Hold that a plan that asks for two signers has them.

    Raises
    ------
    NotValid
    """
    missing = missing_signer(plan)
    if missing is not None:
        raise NotValid(missing, "privacy.second_signed_off")


def missing_signer(plan: ReleasePlan) -> Sentence | None:
    """Which signer a plan that asks for two still needs before it is released; None where it needs none."""
    signed = plan.privacy
    return missing_signature(
        signed.two_signers, signed.signed_off, signed.second_signed_off, signed.signed_digest
    )


def _signed(plan: Mapping[str, Any]) -> tuple[str, str] | None:
    signed_off = plan["privacy"].get("signed_off")
    return (plan["title"], signed_off) if signed_off and plan["privacy"].get("locked") else None


def _parsed(text: str) -> Mapping[str, object]:
    if (field := _listing_too_many(text)) is not None:
        raise NotValid(TOO_MANY_LISTED, field)
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # ValueError: also a whole number of too many digits
        detail = str(error)
    raise NotValid(N_("the plan is not valid TOML: {detail}", detail=detail), "")


def _listing_too_many(text: str) -> str | None:
    """The path of a list that surely has more entries than any may have: told at once, where parsing the
    text takes seconds; None where parsing must tell.

    Without comments, literal texts and escapes every text is what stands between two quotes. A mark takes the
    place of the entries, and what is left is parsed to see where the mark is.
    """
    most = MOST_LISTED
    if text.count('",') < most or any(mark in text for mark in ("#", "'", "\\", '"""')):
        return None
    short, many = re.subn(rf'\[\s*(?>"[^"]*"\s*,\s*){{{most},}}+', lambda _: f'["{_MARK}",', text)
    if not many:
        return None
    try:
        return _place_of(_MARK, tomllib.loads(short), "")
    except (ValueError, RecursionError):
        return None


def _place_of(mark: str, value: object, path: str) -> str | None:
    """The path of the first list that begins with a mark."""
    if isinstance(value, list) and value[:1] == [mark]:
        return path
    inner: Iterable[tuple[object, object]] = ()
    if isinstance(value, dict):
        inner = value.items()
    elif isinstance(value, list):
        inner = enumerate(value, 1)
    places = (_place_of(mark, each, f"{path}.{name}" if path else f"{name}") for name, each in inner)
    return next((place for place in places if place is not None), None)


def _read(values: Mapping[str, object]) -> tuple[ReleasePlan | None, list[Refusal]]:
    if (newer := newer_format(values)) is not None:  # what else it says is for another program to judge
        return None, [NotValid(newer, "schema")]
    found: list[Refusal] = []
    top = Table(values, "", found)
    if top.whole("schema", required=True) not in (None, FORMAT):
        top.note("schema", N_("schema must be {known:plain}", known=FORMAT))
    title = top.text("title") or ""
    declared = _section(top.table("input"), Input)
    privacy = _section(top.table("privacy", required=True), Privacy)
    queries = _queries(top, values)
    output = _section(top.table("output"), Output)
    top.close()
    if declared is not None:
        unreadable = {refusal.field for refusal in found}
        rules = broken(declared, privacy, queries, output)
        found.extend(refusal for refusal in rules if refusal.field not in unreadable)
    if found or declared is None or privacy is None or output is None:
        return None, found
    complete = tuple(each for some in queries.values() for each in some if each is not None)
    plan = ReleasePlan(privacy, complete, title, declared, output)
    if privacy.signed_digest:
        refusal = altered(privacy.signed_digest, privacy.signed_off, privacy.locked, signed_content(plan))
        found.extend([refusal] if refusal is not None else [])
    return plan, found


S = TypeVar("S", Input, Privacy, Output)


def _section(table: Table, kind: type[S]) -> S | None:
    """A section that is there once; None where a key that it needs is not there to be read."""
    found = values_in(table, kind)
    table.close()
    return None if found is None else kind(**found)


def _queries(top: Table, values: Mapping[str, object]) -> Queries:
    """The queries of each kind that the plan has; where there is none at all, the first kind is missed."""
    kinds = queries_of(values) or dict(list(every_query().items())[:1])
    return {name: [kind.read(each) for each in top.tables(name)] for name, kind in kinds.items()}


def queries_of(sections: Container[str]) -> Mapping[str, type[Query]]:
    """Those of `every_query` that these sections of a plan declare. The file of a kind has the name of its
    section, so that a plan of histograms does not load how sums and marginals are measured.
    """
    return named(sections, kinds_of_query, Query)  # type: ignore[type-abstract]
