"""Published deployments, as recorded by others: ε in context, never a default and never a ranking."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

from explorer.app.core.wording import NEIGHBOURS
from explorer.mark import N_, Sentence, verbatim
from explorer.privacy.parameter import Parameter
from explorer.privacy.target import Neighbours
from explorer.resources import resource

CAUTION = N_(
    "As recorded by others, not checked. Unit, model and δ differ from row to row: never compare by ε alone, "
    "and never take one as a default."
)
_SAID = (
    N_("central"),
    N_("central, interactive"),
    N_("federated, central"),
    N_("local"),
    N_("30 or 300 page views a day, not a person"),
    N_("birth"),
    N_("customer"),
    N_("device"),
    N_("device-day, at most 10 pages"),
    N_("event (user-day after translation)"),
    N_("event (user-day: 8 for both Safari uses together)"),
    N_("hire event-month"),
    N_("person; housing unit"),
    N_("user"),
    N_("user (record conflicts: daily activity)"),
    N_("user per 6 hours"),
    N_("user-URL-action"),
    N_("user-day"),
    N_("user-month"),
    N_("user-trip"),
    N_("victim"),
    N_("Audience engagement API"),
    N_("COVID-19 Community Mobility"),
    N_("COVID-19 search symptoms"),
    N_("COVID-19 vaccination search"),
    N_("Demographic and Housing Characteristics (DHC)"),
    N_("Emoji suggestions"),
    N_("Energy demand response"),
    N_("HealthKit types"),
    N_("Hurricane mobility"),
    N_("Labour market insights"),
    N_("Live births 2014"),
    N_("Lookup hints"),
    N_("Movement range"),
    N_("Page views by country, current"),
    N_("Page views by country, historical"),
    N_("QuickType words"),
    N_("Redistricting data (P.L. 94-171)"),
    N_("Safari domains"),
    N_("Shared mobility (weekly aggregates)"),
    N_("Spanish next-word prediction"),
    N_("Trafficking victims, synthetic data"),
    N_("URL shares"),
    N_("US broadband coverage"),
    N_("Windows telemetry"),
    N_("0.45 is for each type of action (99 % of users), 1.453 for all of them (96.6 %)"),
    N_("another listing says 0.1"),
    N_("corrected: the paper said 0.843"),
    N_("draft record"),
    N_("the factor 2 pays for choosing among runs"),
    N_("the two published ε sets of this bureau use different conversions"),
)
WORDS: Mapping[str, Sentence] = MappingProxyType({said.text: said for said in _SAID})
"""What the resource says in words of ours; names of agencies stay as they are."""


@dataclass(frozen=True, slots=True)
class Deployment:
    """One use of differential privacy, as recorded.

    `epsilon` are the values that stand for the whole of a release, `printed` how they are written with
    their parts; both are empty where only ρ is recorded. `delta` is 0 for pure ε, None where there is none.
    """

    who: Sentence
    what: Sentence
    year: int
    model: Sentence
    unit: Sentence
    neighbours: Neighbours | None
    epsilon: tuple[float, ...]
    printed: str
    delta: float | None
    rho: tuple[float, ...]
    source: str
    remark: Sentence | None

    @property
    def name(self) -> Sentence:
        """Who released what, and when."""
        return N_("{who}: {what}, {year:plain}", who=self.who, what=self.what, year=self.year)

    @property
    def loss(self) -> Sentence:
        """ε as it is written, with ρ where it is recorded, or ρ where that is all."""
        if self.printed and self.rho:
            return N_("ε = {epsilon} (ρ = {rho})", epsilon=self.printed, rho=self.rho)
        if self.printed:
            return N_("ε = {epsilon}", epsilon=self.printed)
        return N_("ρ = {rho}; no ε recorded", rho=self.rho)

    @property
    def promise(self) -> Sentence:
        """The guarantee, with its δ and its model."""
        if self.delta is None:
            return N_("{loss}; model: {model}", loss=self.loss, model=self.model)
        return N_("{loss}, δ = {delta}; model: {model}", loss=self.loss, delta=self.delta, model=self.model)

    @property
    def whom(self) -> Sentence:
        """Whom it protects; the neighbouring relation where that is recorded."""
        if self.neighbours is None:
            return N_("unit: {unit}", unit=self.unit)
        return N_("unit: {unit}; neighbours: {neighbours}", unit=self.unit, neighbours=self.relation)

    @property
    def relation(self) -> Sentence:
        """The neighbouring relation."""
        return NEIGHBOURS[self.neighbours] if self.neighbours else N_("not recorded")

    @property
    def origin(self) -> Sentence:
        """Where it is from, with the caution."""
        if self.source:
            return N_("as recorded, not checked; {source}", source=self.source)
        return N_("as recorded, not checked; no source recorded")

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """All of it, some lines."""
        remark = (self.remark,) if self.remark else ()
        return (self.name, self.promise, self.whom, *remark, self.origin)


@dataclass(frozen=True, slots=True)
class Mark:
    """One ε on a slider: at its `position`; `beyond` where it is larger than the slider reaches."""

    position: float
    beyond: bool
    deployment: Deployment


@cache
def deployments() -> tuple[Deployment, ...]:
    """All that are recorded, in the order of the record."""
    document = json.loads(resource("deployments.json").read_text("utf-8"))
    return tuple(_deployment(entry) for entry in document["deployments"])


def _deployment(entry: Mapping[str, Any]) -> Deployment:
    return Deployment(
        who=verbatim(entry["who"]),
        what=marked_words(entry["what"]),
        year=int(entry["year"]),
        model=marked_words(entry["model"]),
        unit=marked_words(entry["unit"]),
        neighbours=Neighbours(entry["neighbours"]) if entry["neighbours"] else None,
        epsilon=tuple(float(value) for value in entry["epsilon"]),
        printed=entry["epsilon_text"],
        delta=float(entry["delta"]) if entry["delta"] else None,
        rho=tuple(float(value) for value in entry["rho"]),
        source=entry["source"],
        remark=marked_words(entry["remark"]) if entry["remark"] else None,
    )


def marked_words(text: str) -> Sentence:
    """The sentence that can be translated, where there is one, else the text verbatim."""
    return WORDS.get(text) or verbatim(text)


def marks(parameter: Parameter) -> tuple[Mark, ...]:
    """Every recorded ε on the slider of a parameter, from left to right; those beyond it at its end."""
    high = parameter.walk[1]
    found = [
        (value, Mark(parameter.position(value), value > high, each))
        for each in deployments()
        for value in each.epsilon
    ]
    return tuple(mark for _, mark in sorted(found, key=lambda each: each[0]))


def by_name() -> tuple[Deployment, ...]:
    """In the order of who and what, then year."""
    return tuple(sorted(deployments(), key=lambda each: (*_name(each), each.year)))


def by_year() -> tuple[Deployment, ...]:
    """The newest first; those of one year by name."""
    return tuple(sorted(deployments(), key=lambda each: (-each.year, *_name(each))))


def _name(each: Deployment) -> tuple[str, str]:
    return str(dict(each.who.values)["text"]).casefold(), each.what.text.casefold()
