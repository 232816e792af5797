"""What the tours are called where they are offered: known before any of their steps is needed."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.mark import N_, Sentence

RUNNING = "tour/running"  # the setting that names the tour that is under way


@dataclass(frozen=True, slots=True)
class TourOffer:
    """A tour for one kind of person: `words` in Help and in the finder, in `short` on the first page."""

    id: str
    words: Sentence
    short: Sentence


OFFICER = TourOffer(
    "officer",
    N_("Tour for privacy officers: what ε means, and what many releases cost"),
    N_("privacy officer"),
)
STEWARD = TourOffer(
    "steward", N_("Tour for data stewards: from a file to published counts"), N_("data steward")
)
WORKSHOP = TourOffer(
    "workshop", N_("Tour for workshops: a lesson, from the guess to the screen"), N_("workshop")
)
OFFERS = (OFFICER, STEWARD, WORKSHOP)
