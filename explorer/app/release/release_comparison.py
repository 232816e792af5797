"""What a comparison of two releases shows: a table, and how many numbers differ beyond both margins."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from explorer.app.plotting.figure import Table
from explorer.app.release.cell_labels import label_columns, label_headings
from explorer.mark import N_, Sentence
from explorer.release.comparison import Comparison, columns_of
from explorer.release.drawn import Drawn

_HEADINGS = (N_("earlier"), N_("later"), N_("difference"), N_("both margins"))


def comparison_table(comparison: Comparison) -> Table:
    """One row a cell; the last column says in words what lies beyond both margins."""
    declared = comparison.later.declared
    *numbers, beyond = columns_of(comparison)
    return Table(
        (*label_headings(declared), *_HEADINGS, N_("beyond both")),
        (*comparison.later.columns, *comparison.names),
        (
            *label_columns(declared),
            *numbers,
            tuple("●" if each else "" for each in beyond),
        ),
    )


def comparison_sentence(comparison: Comparison, earlier: Drawn, later: Drawn) -> Sentence:
    """How many counts, fitted counts or sums differ, and how surely."""
    bounded = any(each.plan.privacy.id_column is not None for each in (earlier, later))
    return difference_sentence(comparison.beyond, comparison.margin, comparison.confidence, bounded)


def difference_sentence(
    beyond: Sequence[bool], margin: float, confidence: Fraction, bounded: bool
) -> Sentence:
    """The same by its numbers; `bounded` where rows were left out by ids."""
    values = {"count": sum(beyond), "cells": len(beyond), "margin": margin, "confidence": confidence}
    said = N_(
        "{count:plain} of {cells:plain} published {cells:number|numbers} {count:differs|differ} by more than "
        "± {margin:full}, both margins. With probability {confidence:percent} or more, each of these numbers "
        "differs before noise too.",
        **values,
    )
    if not values["count"]:
        said = N_(
            "Of {cells:plain} published {cells:number|numbers}, none differs by more than ± {margin:full}, "
            "both margins: noise alone can explain every difference.",
            **values,
        )
    if not bounded:
        return said
    return N_(
        "{said} Which rows are kept within the contribution limit is chosen anew for each release.", said=said
    )
