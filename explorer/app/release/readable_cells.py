"""Which cells of a sample can be read at all: how many are smaller than the noise, how many are withheld."""

from __future__ import annotations

from explorer.mark import N_, Sentence
from explorer.release.plan.plan_preview import Simulated


def smaller_sentence(shown: Simulated) -> Sentence:
    """How many cells of the sample hold fewer rows than the noise margin of each."""
    if not shown.margins.each:
        return N_("No cell is smaller than the noise: its margin is ± 0.")
    if not shown.smaller:
        return N_(
            "No cell is smaller than the noise: each has at least {each} {each:row|rows}.",
            each=shown.margins.each,
        )
    if shown.smaller == len(shown.counts):
        return N_(
            "All {cells} {cells:cell|cells} are smaller than the noise: fewer than {each} {each:row|rows}.",
            cells=len(shown.counts),
            each=shown.margins.each,
        )
    values = {"smaller": shown.smaller, "cells": len(shown.counts), "each": shown.margins.each}
    if shown.declared.unknown is None:
        return N_(
            "{smaller} of {cells} {cells:cell|cells} {smaller:is|are} smaller than the noise: fewer "
            "than {each} {each:row|rows}.",
            **values,
        )
    return N_(
        "{smaller} of the {cells} {cells:cell|cells} shown {smaller:is|are} smaller than the noise: "
        "fewer than {each} {each:row|rows}.",
        **values,
    )


def withheld_sentence(shown: Simulated) -> Sentence | None:
    """How many categories stay below the threshold in this draw; None where categories are declared."""
    if shown.declared.unknown is None:
        return None
    found = shown.withheld + len(shown.declared.unknown.categories)
    return N_(
        "{withheld} of {found} {found:category|categories} {withheld:is|are} withheld in this draw: "
        "below the threshold.",
        withheld=shown.withheld,
        found=found,
    )
