"""Which cards there are and where they stand at first: known before anything heavy is imported."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.mark import N_, Sentence

# The workspaces in the order of their tabs, by the value of `explorer.app.state.Workspace`.
WORKSPACES: tuple[tuple[str, Sentence], ...] = (
    ("explore", N_("Explore")),
    ("compose", N_("Compose")),
    ("release", N_("Release")),
)


@dataclass(frozen=True, slots=True)
class Place:
    """One card: its id, the sentence in its head, its workspace, and how it is first laid out.

    The first card of a workspace takes the room; each other one is split off the card named `beside`,
    to its right or below it, with `size` pixels of its own.
    """

    card: str
    title: Sentence
    workspace: str
    beside: str = ""
    below: bool = False
    size: tuple[int, int] = (0, 0)


PLACES: tuple[Place, ...] = (
    Place("one-release", N_("One release"), "left", size=(296, 740)),
    Place("released-value", N_("The released value, with and without you"), "explore", size=(600, 440)),
    Place(
        "equally-likely", N_("Fifty equally likely results"), "explore", "released-value", True, (940, 276)
    ),
    Place("trade-off", N_("False alarms against misses"), "explore", "released-value", False, (336, 214)),
    Place("privacy-loss", N_("Privacy loss"), "explore", "trade-off", True, (336, 214)),
    Place("composition", N_("What k releases cost together"), "compose", size=(660, 500)),
    Place(
        "crossings", N_("Where the advanced bounds begin to pay"), "compose", "composition", True, (940, 216)
    ),
    Place("readout", N_("All bounds at one k"), "compose", "composition", False, (280, 500)),
    Place("plan", N_("What is counted, and whom it protects"), "release", size=(404, 740)),
    Place("preview", N_("What the readers will see"), "release", "plan", False, (840, 496)),
    Place("publish", N_("Release"), "release", "preview", True, (840, 216)),
)


def places_of(workspace: str) -> tuple[Place, ...]:
    """The cards of one workspace."""
    return tuple(place for place in PLACES if place.workspace == workspace)
