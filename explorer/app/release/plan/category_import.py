"""A public list of categories, read by the dialect of a plan, even while that is incomplete."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path

from explorer.app.release.plan.plan_draft import Document, document
from explorer.release.plan.sections import Input
from explorer.release.sources.category_list import read_categories


def dialect_of(plan: Document) -> Input:
    """The dialect as far as the document declares one; what is none is left as it is by default."""
    plain, given = Input(), plan.get("input", {})
    for each in fields(Input):
        value = given.get(each.name)
        if isinstance(value, list) and all(isinstance(one, str) for one in value):
            value = tuple(value)
        if isinstance(value, type(getattr(plain, each.name))):
            plain = replace(plain, **{each.name: value})
    whole = len(plain.delimiter) == 1 and len(plain.quote) <= 1 and plain.delimiter != plain.quote
    return plain if whole else replace(plain, delimiter=",", quote='"')


def imported(text: str, path: Path, released: str) -> tuple[str, ...]:
    """The categories of a list for the plan of this text.

    `released` : the file that is chosen for release, "" for none.

    Raises
    ------
    NotValid
        As `read_categories`.
    """
    return read_categories(path, dialect_of(document(text)), released)
