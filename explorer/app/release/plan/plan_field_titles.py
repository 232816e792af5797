"""What the form calls the fields of a plan, and refusals in those words.

A plan's file names its keys (`privacy.epsilon`), the form its fields ("total ε"): what the window refuses is
said in the words of the form. The command line keeps the keys.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from explorer.mark import N_, Sentence, verbatim
from explorer.privacy.refusal import Refusal
from explorer.release.columns.column import every_column
from explorer.release.plan.key import form_keys, keys
from explorer.release.plan.sections import Input, Output, Privacy
from explorer.release.queries.query import every_query

# The fields that the form builds by itself, by their path without the kind and the numbers of queries.
_OWN: Mapping[str, Sentence] = MappingProxyType(
    {
        "title": N_("title"),
        "margin": N_("required margin"),
        "privacy.unit": N_("unit"),
        "privacy.neighbours": N_("neighbours"),
        "privacy.mechanism": N_("mechanism"),
        "privacy.epsilon": N_("total ε"),
        "privacy.delta": N_("total δ"),
        "query.name": N_("name of what is counted"),
        "query.share": N_("share"),
        "column.name": N_("column"),
        "column.kind": N_("content"),
    }
)
_BESIDE = ("edges", "every", "start", "end")  # the other keys that a sentence about dates names
_QUERY = re.compile(r"[a-z_]+\.\d+\.(?:(column)\.\d+\.)?")


def general(path: str) -> str:
    """The path of a plan's field without the kind and the number of its query and column.

    >>> general("privacy.epsilon"), general("histogram.1.share"), general("sum.2.column.1.edges")
    ('privacy.epsilon', 'query.share', 'column.edges')
    """
    found = _QUERY.match(path)
    return path if found is None else f"{found[1] or 'query'}.{path[found.end() :]}"


@cache
def field_titles() -> Mapping[str, Sentence]:
    """Every field that a plan may have, by its general path: what the form calls it."""
    titles = {**_OWN, "privacy.unit_name": keys(Privacy)["unit_name"].title or verbatim("unit_name")}
    for section, declaring in (("privacy", Privacy), ("input", Input), ("output", Output)):
        for each in form_keys(declaring):
            titles[f"{section}.{each.name}"] = each.title or verbatim(each.name)
    for query in every_query().values():
        for each in form_keys(query):
            titles.setdefault(f"query.{each.name}", each.title or verbatim(each.name))
    for kind in every_column().values():
        for each in form_keys(kind):
            titles.setdefault(f"column.{each.name}", each.title or verbatim(each.name))
    return MappingProxyType(titles)


def in_form_words(refusal: Refusal) -> Refusal:
    """The same refusal, naming the fields as the form does; what has no field there keeps its key."""
    titles = {
        key: title
        for key, value in refusal.sentence.values
        if isinstance(value, str) and (title := _title_of(refusal.field, key, value)) is not None
    }
    if not titles:
        return refusal
    # in quotation marks: a name such as "rows per person, at most" runs into the sentence
    said = tuple(
        (key, N_("“{field}”", field=titles[key]) if key in titles else value)
        for key, value in refusal.sentence.values
    )
    return type(refusal)(Sentence(refusal.sentence.text, said), refusal.field, refusal.hint)


def _title_of(field: str, key: str, value: str) -> Sentence | None:
    """What the form calls a key of the plan that a sentence names: of the field itself, or one beside it."""
    path = general(field)
    if key in ("key", "option") and value in (field, field.rpartition(".")[2]):
        return field_titles().get(path)
    if key in _BESIDE:
        return field_titles().get(f"{path.rpartition('.')[0]}.{value}")
    return None
