"""Entries for the fields of a plan, severities of harm, and published deployments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from explorer.app.core.message import HarmChosen, StartChosen
from explorer.app.core.start import StartFrom
from explorer.app.explore.deployments import deployments
from explorer.app.explore.harm_severity import HARMS
from explorer.app.finder.entry import Entry, Kind, Messages, PlanField, PublishedUse
from explorer.app.finder.registry_entries import LEFT_COLUMN
from explorer.app.finder.synonyms import OF_KIND, names_of, words_of
from explorer.mark import N_, Sentence, verbatim
from explorer.release.columns.column import every_column
from explorer.release.plan.key import form_keys, keys
from explorer.release.plan.sections import Input, Output, Privacy

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
_QUERY = re.compile(r"[a-z_]+\.\d+\.(?:(column)\.\d+\.)?")


def general(path: str) -> str:
    """The path of a plan's field without the kind and the number of its query and column.

    >>> general("privacy.epsilon"), general("histogram.1.share"), general("sum.2.column.1.edges")
    ('privacy.epsilon', 'query.share', 'column.edges')
    """
    found = _QUERY.match(path)
    return path if found is None else f"{found[1] or 'query'}.{path[found.end() :]}"


def of_plan_fields(place: Sentence | None) -> Iterator[Entry]:
    """Every field that a plan may have: those that its sections declare, and those of the form itself."""
    fields = {**_OWN, "privacy.unit_name": keys(Privacy)["unit_name"].title or verbatim("unit_name")}
    for section, declaring in (("privacy", Privacy), ("input", Input), ("output", Output)):
        for each in form_keys(declaring):
            fields[f"{section}.{each.name}"] = each.title or verbatim(each.name)
    for kind in every_column().values():
        for each in form_keys(kind):
            fields.setdefault(f"column.{each.name}", each.title or verbatim(each.name))
    for path, title in fields.items():
        identity = f"plan:{path}"
        names = (*re.split(r"[._]", path), *names_of(identity))
        words = (*words_of(identity), *OF_KIND[Kind.PLAN])
        yield Entry(identity, Kind.PLAN, title, PlanField(path, title), names, words, (), place)


def of_harms() -> Iterator[Entry]:
    """A severity of harm, from which ε is started."""
    for name, harm in HARMS.items():
        taking = Messages((StartChosen(StartFrom.HARM), HarmChosen(name)), LEFT_COLUMN)
        words = (*words_of("harm"), *OF_KIND[Kind.HARM])
        yield Entry(f"harm:{name}", Kind.HARM, harm.title, taking, (name,), words)


def of_deployments() -> Iterator[Entry]:
    """Each published deployment is a row of the table of all."""
    for place, each in enumerate(deployments()):
        identity = f"deployment:{_untranslated(each.who)}:{_untranslated(each.what)}:{each.year}"
        words = (*words_of("deployment"), *OF_KIND[Kind.DEPLOYMENT])
        yield Entry(identity, Kind.DEPLOYMENT, each.name, PublishedUse(place), (), words, (each.whom,))


def _untranslated(words: Sentence) -> str:
    """The words in English, or as they are in every language."""
    return str(dict(words.values).get("text", words.text))
