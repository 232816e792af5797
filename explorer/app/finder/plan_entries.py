"""Entries for the fields of a plan, what ε is started from, severities of harm, published deployments."""

from __future__ import annotations

import re
from collections.abc import Iterator

from explorer.app.core.message import HarmChosen, StartChosen
from explorer.app.core.start import StartFrom
from explorer.app.explore.deployments import deployments
from explorer.app.explore.harm_severity import HARMS
from explorer.app.explore.start_sentences import NAMES
from explorer.app.finder.entry import Entry, Messages, PlanField, PublishedUse
from explorer.app.finder.entry_kind import Kind
from explorer.app.finder.registry_entries import LEFT_COLUMN
from explorer.app.finder.synonyms import OF_KIND, names_of, words_of
from explorer.app.release.plan.plan_field_titles import field_titles
from explorer.mark import N_, Sentence


def of_plan_fields(place: Sentence | None) -> Iterator[Entry]:
    """Every field that a plan may have: those that its sections declare, and those of the form itself."""
    for path, title in field_titles().items():
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


def of_starts() -> Iterator[Entry]:
    """What ε can be started from: its sentence then stands above ε."""
    for start, (title, _) in NAMES.items():
        identity = f"start:{start.value}"
        taking = Messages((StartChosen(start),), LEFT_COLUMN)
        named = N_("Start from {what}", what=title)
        yield Entry(identity, Kind.ACTION, named, taking, (start.value,), words_of(identity))


def of_deployments() -> Iterator[Entry]:
    """Each published deployment is a row of the table of all."""
    for place, each in enumerate(deployments()):
        identity = f"deployment:{_untranslated(each.who)}:{_untranslated(each.what)}:{each.year}"
        words = (*words_of("deployment"), *OF_KIND[Kind.DEPLOYMENT])
        yield Entry(identity, Kind.DEPLOYMENT, each.name, PublishedUse(place), (), words, (each.whom,))


def _untranslated(words: Sentence) -> str:
    """The words in English, or as they are in every language."""
    return str(dict(words.values).get("text", words.text))
