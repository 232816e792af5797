"""Which cards there are and where they stand at first: known before anything heavy is imported."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.mark import N_, Sentence

# The workspaces in the order of their tabs, by the value of `explorer.app.core.state.Workspace`.
WORKSPACES: tuple[tuple[str, Sentence], ...] = (
    ("explore", N_("Explore")),
    ("compose", N_("Compose")),
    ("release", N_("Release")),
    ("ledger", N_("Ledger")),
    ("tables", N_("Tables")),
)

# The workspaces that have the window to themselves: the left column describes no release of theirs.
WIDE = frozenset(("release", "ledger", "tables"))

# What a card that shows one of several pictures calls them, where there is only room for a word.
SWITCHES: dict[str, Sentence] = {
    "trade-off": N_("trade-off"),
    "privacy-loss": N_("privacy loss"),
    "delta-profile": N_("δ(ε)"),
    "renyi": N_("Rényi"),
    "composition": N_("total ε"),
    "noise-per-release": N_("noise per release"),
    "loss-of-many": N_("total loss"),
    "regions-of-many": N_("regions"),
    "delta-of-many": N_("total δ(ε)"),
}
_GUARANTEES = ("trade-off", "privacy-loss", "delta-profile", "renyi")


@dataclass(frozen=True, slots=True)
class CardSpec:
    """One card: its id, the sentence in its head, its workspace, and how it is first laid out.

    The first card of a workspace takes the room; each other one is split off the card named `beside`,
    to its right or below it, with `size` pixels of its own. A `hidden` card is no part of that: it lies
    behind the card named `beside`, as a tab, once somebody asks for it; a `tabbed` one lies there from the
    beginning. A card with `pictures` offers these, by id; at first it shows the one of its own name.
    """

    card: str
    title: Sentence
    workspace: str
    beside: str = ""
    below: bool = False
    size: tuple[int, int] = (0, 0)
    hidden: bool = False
    tabbed: bool = False
    pictures: tuple[str, ...] = ()


PLACES: tuple[CardSpec, ...] = (
    CardSpec("one-release", N_("One release"), "left", size=(296, 740)),
    CardSpec("released-value", N_("The released value, with and without you"), "explore", size=(584, 404)),
    CardSpec(
        "equally-likely", N_("Fifty equally likely results"), "explore", "released-value", True, (332, 312)
    ),
    CardSpec(
        "trade-off",
        N_("False positives and false negatives"),
        "explore",
        "equally-likely",
        size=(296, 312),
        pictures=_GUARANTEES,
    ),
    CardSpec(
        "privacy-loss", N_("Privacy loss"), "explore", "trade-off", size=(296, 312), pictures=_GUARANTEES
    ),
    CardSpec(
        "risk", N_("What an attacker could learn about you"), "explore", "released-value", False, (352, 404)
    ),
    CardSpec("compare", N_("A and B side by side"), "explore", "risk", hidden=True),
    CardSpec("clipping", N_("Clipping: bias and noise"), "explore", "released-value", hidden=True),
    CardSpec("dimension", N_("Many numbers at once"), "explore", "released-value", hidden=True),
    CardSpec(
        "composition",
        N_("Total ε of k releases"),
        "compose",
        size=(660, 440),
        pictures=("composition", "noise-per-release", "loss-of-many", "regions-of-many", "delta-of-many"),
    ),
    CardSpec(
        "crossings",
        N_("Where bounds start to beat basic composition"),
        "compose",
        "composition",
        True,
        (940, 288),
    ),
    CardSpec("year", N_("The year's releases"), "compose", "crossings", tabbed=True),
    CardSpec("readout", N_("All composition bounds at one k"), "compose", "composition", False, (280, 440)),
    CardSpec("inverse", N_("Budget per release"), "compose", "readout", tabbed=True),
    CardSpec("plan", N_("What is counted, and whom it protects"), "release", size=(404, 740)),
    CardSpec("preview", N_("What readers will see"), "release", "plan", False, (840, 462)),
    CardSpec("publish", N_("Release"), "release", "preview", True, (840, 250)),
    CardSpec("testing", N_("A test of the release"), "release", "publish", tabbed=True),
    CardSpec("accounts", N_("Accounts"), "ledger", size=(432, 456)),
    CardSpec("spends", N_("What was spent"), "ledger", "accounts", False, (812, 456)),
    CardSpec(
        "advice",
        N_("Total of the same spends by other composition bounds"),
        "ledger",
        "spends",
        True,
        (812, 272),
    ),
    CardSpec("verification", N_("Is the ledger intact?"), "ledger", "accounts", True, (432, 272)),
    CardSpec("tables", N_("Two probability tables"), "tables", size=(340, 740)),
    CardSpec("table-outcomes", N_("P and Q, outcome by outcome"), "tables", "tables", False, (544, 330)),
    CardSpec(
        "table-profile", N_("δ at each ε, of two tables"), "tables", "table-outcomes", False, (348, 330)
    ),
    CardSpec(
        "table-composed",
        N_("Total ε of k releases of this pair"),
        "tables",
        "table-outcomes",
        True,
        (544, 398),
    ),
    CardSpec(
        "table-bounds",
        N_("All composition bounds at one k of this pair"),
        "tables",
        "table-profile",
        True,
        (348, 398),
    ),
)


def places_of(workspace: str) -> tuple[CardSpec, ...]:
    """The cards of one workspace."""
    return tuple(place for place in PLACES if place.workspace == workspace)


def place_of(card: str) -> CardSpec:
    """One card's place, by its id."""
    return next(place for place in PLACES if place.card == card)


def standing(places: tuple[CardSpec, ...]) -> tuple[CardSpec, ...]:
    """The cards that have room of their own in a first layout."""
    return tuple(place for place in places if not (place.hidden or place.tabbed))


def rows(places: tuple[CardSpec, ...]) -> tuple[tuple[CardSpec, ...], ...]:
    """Cards that share one width or height between them, in the order in which they are split off.

    The second card of each tells which it is: it lies `below` the first, or at its right.
    """
    found: list[tuple[CardSpec, ...]] = []
    by_name = {place.card: place for place in places}
    for place in standing(places):
        if not place.beside:
            continue
        for at, row in enumerate(found):
            if row[-1].card == place.beside and row[1].below == place.below:
                found[at] = (*row, place)
                break
        else:
            found.append((by_name[place.beside], place))
    return tuple(found)
