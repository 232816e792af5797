"""What ε can be started from, in words: the names to choose from, the sentences, what stands beneath."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from explorer.app.core.start import StartFrom
from explorer.app.core.state import State
from explorer.mark import N_, Sentence, verbatim
from explorer.privacy.mechanism import Selection, every_mechanism

NAMES: Mapping[StartFrom, tuple[Sentence, Sentence]] = MappingProxyType(
    {
        StartFrom.EPSILON: (verbatim("ε"), verbatim("ε")),
        StartFrom.BELIEF: (N_("an attacker's belief"), N_("belief")),
        StartFrom.MARGIN: (N_("a margin"), N_("margin")),
        StartFrom.HARM: (N_("severity of harm"), N_("harm")),
        StartFrom.TOTAL: (N_("a total"), N_("total")),
    }
)
"""In full, and in a word."""

_BELIEF = N_("someone at {prior} may become at most {limit} sure")
_MARGIN = N_("noise within ±\u00a0{wished} in {confidence} of releases, for {whom}")
_TOTAL = N_("{count} × this release may cost at most {total} in total, at δ\u00a0{delta}")

FIELDS: Mapping[str, Sentence] = MappingProxyType(
    {
        "prior": N_("prior belief"),
        "limit": N_("largest acceptable belief"),
        "wished": N_("noise margin"),
        "confidence": N_("confidence"),
        "whom": N_("what the margin holds for"),
        "count": N_("number of releases"),
        "total": N_("total ε"),
        "delta": N_("total δ"),
    }
)
"""What stands in each place of the sentences."""


def names(state: State, start: StartFrom) -> tuple[Sentence, Sentence]:
    """What is started from, in full and in a word; a selection has its own wish in place of the margin."""
    kind = every_mechanism()[state.mechanism]
    if start is StartFrom.MARGIN and issubclass(kind, Selection):
        return kind.wish_name, kind.wish_name
    return NAMES[start]


def sentence(state: State) -> Sentence | None:
    """The sentence with its places; None where what was chosen has none."""
    kind, chosen = every_mechanism()[state.mechanism], state.start.chosen
    if chosen is StartFrom.MARGIN:
        return kind.wish if issubclass(kind, Selection) else _MARGIN
    return {StartFrom.BELIEF: _BELIEF, StartFrom.TOTAL: _TOTAL}.get(chosen)


def fields(state: State) -> Mapping[str, Sentence]:
    """What stands in the places; a wish goes by the name that the mechanism has for it."""
    kind = every_mechanism()[state.mechanism]
    return {**FIELDS, "wished": kind.wish_name} if issubclass(kind, Selection) else FIELDS


def possible(state: State) -> bool:
    """Whether any ε follows from what was chosen, whatever stands in its fields."""
    return state.start.chosen is not StartFrom.BELIEF or every_mechanism()[state.mechanism].pure


def status(state: State) -> Sentence | None:
    """What stands beneath the sentence, where it needs a word."""
    chosen = state.start.chosen
    if chosen is StartFrom.HARM:
        return N_("a starting point, never a default; this scale is specific to this program")
    if not possible(state):
        return N_("with δ > 0 no ε limits the belief after a single result: choose a mechanism with pure ε")
    if chosen is StartFrom.BELIEF:
        return N_(
            "the largest posterior belief that you are in the data, for an attacker who knows "
            "everybody else's data"
        )
    return None
