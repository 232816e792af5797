"""Facts of many releases: one for each composition bound, found by walking the folder of bounds."""

from __future__ import annotations

from types import MappingProxyType

from explorer.app.explained import Fact
from explorer.app.facts_release import EXACT, UPPER
from explorer.app.wording import KINDS
from explorer.mark import N_
from explorer.privacy.composition import Composition, every_composition

_ADAPTIVE = N_(
    "Holds for releases of the same people that may be chosen one after the other, knowing all before."
)
_LEFT = N_("Holds for adaptively chosen releases, at every k that leaves a δ' = total δ − kδ above 0.")

# What each bound is, and where it holds; a bound that is not named here gets the common sentences.
_COMMON = N_("What k releases cost together, by this bound.")
_WORDS = MappingProxyType(
    {
        "sequential": N_("The losses of all releases add up. Always true, seldom the least that is true."),
        "advanced-textbook": N_(
            "The books' rule of thumb: the total grows with the root of k. True for few releases, false "
            "for many."
        ),
        "advanced": N_(
            "Losses partly cancel: the total grows with the root of k, plus a drift that is proven but "
            "far too large "
            "from ε = ln 2 on."
        ),
        "advanced-tanh": N_(
            "Losses partly cancel: the total grows with the root of k, plus the largest mean loss that "
            "any mechanism "
            "of this ε has."
        ),
        "optimal": N_(
            "The total of the worst mechanisms that could keep this ε and δ each time. Without knowing "
            "the mechanism, "
            "nothing smaller is true."
        ),
    }
)
_RANGES = MappingProxyType(
    {
        "sequential": N_("Holds for adaptively chosen releases, at every k with kδ within the total."),
        "advanced-textbook": N_(
            "Proven while k ≤ 2 ln(1/δ')/tanh²(ε/2), where δ' = total δ − kδ; beyond, each k is held "
            "against the "
            "exact optimum."
        ),
        "advanced": _LEFT,
        "advanced-tanh": _LEFT,
        "optimal": N_("Holds for adaptively chosen releases; attained by randomised response."),
    }
)


def _bound_fact(bound: type[Composition]) -> Fact:
    return Fact(
        f"bound-{bound.id}",
        bound.title,
        _WORDS.get(bound.id, _COMMON),
        bound.latex,
        bound.formula,
        _RANGES.get(bound.id, _ADAPTIVE),
        KINDS[bound.kind],
        bound.source,
    )


COMPOSITION_FACTS = (
    Fact(
        "total-delta",
        N_("δ in total"),
        N_(
            "What all releases together may miss the factor by: their own δ, k times, and the δ' that an "
            "advanced "
            "bound spends. Adding up spends no δ'."
        ),
        r"\delta_{\mathrm{total}}=k\,\delta+\delta'",
        "total δ = kδ + δ′",
        _ADAPTIVE,
        UPPER,
        "Dwork & Roth 2014, Theorem 3.20",
    ),
    Fact(
        "composition",
        N_("What k releases cost together"),
        N_(
            "Each curve bounds the ε of k releases together, at one δ in total. The lowest proven one is "
            "the price."
        ),
        r"(\varepsilon,\delta)^{k}\longrightarrow \left(\varepsilon'(k),\delta_{\mathrm{total}}\right)",
        "k releases of (ε, δ) together: (ε′(k), total δ)",
        _ADAPTIVE,
        N_("each curve its own: exact, or a proven upper bound"),
        "Dwork & Roth 2014, Section 3.5",
    ),
    Fact(
        "crossing",
        N_("Where a bound begins to pay"),
        N_("The number of releases from which on this bound lies below adding up, at one δ in total."),
        r"\varepsilon'(k)<k\,\varepsilon",
        "the least k with ε′(k) < kε, and from there on",
        _ADAPTIVE,
        EXACT,
        "Dwork & Roth 2014, Section 3.5",
    ),
    *(_bound_fact(bound) for bound in every_composition().values()),
)
