"""What the privacy pictures share: how a bound is drawn and said, and the two settings A and B."""

from __future__ import annotations

from explorer.app.core import wording
from explorer.app.core.setting import Setting
from explorer.app.core.state import State, guarantee_of, mechanism_of
from explorer.app.plotting.distributions import compared
from explorer.app.plotting.layers import Dash
from explorer.mark import N_, Rounding, Sentence
from explorer.privacy.mechanism import Guarantee
from explorer.privacy.status import Kind

OWN = "sky"  # the colour of the present setting's curve
OTHER = "muted"  # and of the one that it is compared with


def dash_of(guarantee: Guarantee) -> Dash:
    """Dashed where the curve is a proven upper bound."""
    return Dash.UPPER if guarantee.profile_kind is Kind.UPPER else Dash.EXACT


def up_where_bound(guarantee: Guarantee) -> Rounding | None:
    """To which side numbers of a curve that bounds from above are rounded; None where it is exact."""
    return Rounding.UP if guarantee.profile_kind is Kind.UPPER else None


def down_where_bound(guarantee: Guarantee) -> Rounding | None:
    """The same of what a guarantee bounds from below, such as the misses of a test."""
    return Rounding.DOWN if guarantee.profile_kind is Kind.UPPER else None


def kept_kind(said: Sentence, guarantee: Guarantee) -> Sentence:
    """An assumption, with the word that its curve is no exact one where that is so."""
    if guarantee.profile_kind is not Kind.UPPER:
        return said
    return N_("{release}; proven upper bound", release=said)


def dash_of_pair(setting: Setting) -> Dash:
    """The same for what is read off the dominating pair (`wording.pair_kind`)."""
    return Dash.UPPER if wording.pair_kind(setting) is Kind.UPPER else Dash.EXACT


def dash_of_other(state: State, setting: Setting) -> Dash:
    """The same of the pair of the setting that the present one is compared with."""
    return dash_of_pair(setting)


def kept_pair(state: State) -> Sentence:
    """What a picture of the pair assumes, with the word that it is a bound where that is so."""
    said = wording.guarantee(state)
    if wording.over_all_scores(mechanism_of(state)):
        return N_("{release}; over all scores, proven upper bound", release=said)
    return kept_kind(said, guarantee_of(state))


def curve_settings(state: State, upper: bool) -> dict[str, object]:
    """What an exported picture says of itself: that its numbers are a bound where they are."""
    if not upper:
        return wording.settings(state)
    return {**wording.settings(state), "kind": wording.KINDS[Kind.UPPER]}


def own_title(state: State) -> Sentence:
    """The name of the present setting's curve: short, for its mechanism is in the head of the card."""
    return N_("this release") if compared(state) is None else N_("current B")


def other_title() -> Sentence:
    """The name of the curve of the setting that was kept."""
    return N_("pinned A")
