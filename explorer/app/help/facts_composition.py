"""Facts of many releases: one for each composition bound, found by walking the folder of bounds."""

from __future__ import annotations

from types import MappingProxyType

from explorer.app.core.wording import KINDS
from explorer.app.help.fact import Fact
from explorer.app.help.facts_release import EXACT, UPPER
from explorer.mark import N_
from explorer.privacy.composition import Composition, every_composition

_FIXED = N_("Holds for adaptively chosen releases of the same people; their parameters are fixed beforehand.")
_LEFT = N_(
    "Holds for adaptively chosen releases with ε and δ fixed beforehand, at every k for which δ' = "
    "total δ − kδ is above 0."
)
_FILTER_OF_RHO = N_(
    "Holds for adaptively chosen releases; if their noise is chosen adaptively, as long as the sum "
    "of all ρ stays within a budget fixed beforehand (Feldman & Zrnic 2021)."
)

# What each bound is; a bound that is not named here gets the common sentences.
_COMMON = N_("The total ε of k releases by this bound.")
_WORDS = MappingProxyType(
    {
        "sequential": N_("The ε of all releases add, and so do the δ. Always true, but seldom tight."),
        "advanced-textbook": N_(
            "The Dwork–Roth shortcut: the total grows with √k. Correct for few releases, false for many."
        ),
        "advanced": N_(
            "Privacy losses partly cancel: the total grows with √k, plus a drift term that is "
            "proven but loose; for ε ≥ ln 2 the total never beats basic composition."
        ),
        "advanced-tanh": N_(
            "Privacy losses partly cancel: the total grows with √k, plus the largest mean loss of "
            "any mechanism with this ε."
        ),
        "optimal": N_(
            "The total for the worst mechanisms with this (ε, δ). No smaller total holds without "
            "knowing the mechanism."
        ),
        "numerical": N_(
            "The total for this mechanism: the distribution of its privacy loss, composed "
            "numerically between two proven bounds; the upper one is quoted. For selection by "
            "scores, it is the loss of a pair of distributions that dominates every selection. "
            "Some errors have an allowance, not a proof: cells of a smooth loss are integrated at "
            "eight points, and the error is taken to be at most eight times the difference of "
            "their sum from 1; one millionth is allowed for rare large losses and for those near "
            "the largest; exp and log of the computer are assumed accurate to four units in the "
            "last place, sums over many points to 64."
        ),
    }
)
# For whom a bound holds is a claim of its own: every bound has one here, or the program does not start.
_RANGES = MappingProxyType(
    {
        "sequential": N_(
            "Holds for adaptively chosen releases, at every k with kδ within the total. Also if "
            "each ε and δ is chosen adaptively, as long as both sums stay within a budget fixed "
            "beforehand (Rogers, Roth, Ullman & Vadhan 2016)."
        ),
        "advanced-textbook": N_(
            "Proven while k ≤ 2 ln(1/δ')/tanh²(ε/2), where δ' = total δ − kδ; beyond, each k is "
            "compared with optimal composition."
        ),
        "advanced": _LEFT,
        "advanced-tanh": _LEFT,
        "kov-closed": _LEFT,
        "optimal": N_(
            "Holds for adaptively chosen releases with ε and δ fixed beforehand; attained by "
            "randomised response that reveals everything with probability δ."
        ),
        "gaussian-dp": N_(
            "Holds for adaptively chosen releases; if their noise is chosen adaptively, as long as "
            "the sum of all μ² stays within a budget fixed beforehand (Smith & Thakurta 2022)."
        ),
        "zcdp": _FILTER_OF_RHO,
        "zcdp-bun-steinke": _FILTER_OF_RHO,
        "renyi": N_(
            "Holds for adaptively chosen releases, at the best order. If their noise is chosen "
            "adaptively, the order and the limit on the sum of divergences at it must be fixed "
            "beforehand (Feldman & Zrnic 2021)."
        ),
        "numerical": N_(
            "Holds for adaptively chosen releases whose noise is fixed beforehand: the composed "
            "pair is the worst at every step. On a secret sample the same unit is added in every "
            "release, or removed in every release: each direction is composed separately, and "
            "mixing them can cost more. For selection by scores it holds for any scores, "
            "adaptively chosen ones too, so it is only an upper bound: the smaller known optimum "
            "holds only for selections fixed beforehand (Dong, Durfee & Rogers 2020)."
        ),
    }
)


def bound_fact(bound: type[Composition]) -> Fact:
    """What explains a bound.

    Raises
    ------
    KeyError
        Nobody has said for whom it holds: a claim is never made by default.
    """
    return Fact(
        f"bound-{bound.id}",
        bound.title,
        _WORDS.get(bound.id, _COMMON),
        bound.latex,
        bound.formula,
        _RANGES[bound.id],
        KINDS[bound.kind],
        bound.source,
    )


COMPOSITION_FACTS = (
    Fact(
        "total-delta",
        N_("total δ"),
        N_(
            "The failure probability of all releases together: k times the δ per release, plus the "
            "δ' that advanced composition spends. Basic composition spends no δ'."
        ),
        r"\delta_{\mathrm{total}}=k\,\delta+\delta'",
        "total δ = kδ + δ′",
        _FIXED,
        UPPER,
        "Dwork & Roth 2014, Theorem 3.20",
    ),
    Fact(
        "composition",
        N_("Total ε of k releases"),
        N_(
            "Each curve is an upper bound on the total ε of k releases at the same total δ. The "
            "lowest proven one is the total privacy loss."
        ),
        r"(\varepsilon,\delta)^{k}\longrightarrow \left(\varepsilon'(k),\delta_{\mathrm{total}}\right)",
        "k releases of (ε, δ) together: (ε′(k), total δ)",
        _FIXED,
        N_("differs by curve: exact, or a proven upper bound"),
        "Dwork & Roth 2014, Section 3.5",
    ),
    Fact(
        "crossing",
        N_("Where a bound starts to beat basic composition"),
        N_(
            "The number of releases at which this bound starts to beat basic composition, at the "
            "same total δ."
        ),
        r"\varepsilon'(k)<k\,\varepsilon",
        "the least k with ε′(k) < kε, and from there on",
        _FIXED,
        EXACT,
        "Dwork & Roth 2014, Section 3.5",
    ),
    Fact(
        "adaptive",
        N_("Adaptive composition"),
        N_(
            "Each query may depend on all earlier answers, even if an attacker chooses it: every "
            "guarantee here holds for that; numerical (PLD) accounting on a secret sample holds if "
            "you are added in every release, or removed in every release. The privacy parameters "
            "of each release must not depend on answers. If they do, a total needs a privacy "
            "filter: a running sum with a limit fixed beforehand. There are filters for the sums "
            "of ε and δ, of ρ and of μ², and for advanced composition with the same constants; "
            "none is used here for the optimal and the numerical total."
        ),
        r"M_{i}=M_{i}\left(D;\;o_{1},\ldots,o_{i-1}\right),\quad (\varepsilon_{i},\delta_{i})",
        "release i may depend on the outputs o₁, …, oᵢ₋₁; its (εᵢ, δᵢ) or ρᵢ is fixed beforehand",
        N_(
            "The k-fold adaptive experiment: an adversary chooses each pair of neighbours and each "
            "mechanism, within parameters fixed at the start. Filters for adaptively chosen "
            "parameters: the sum of ε and δ (Rogers et al. 2016), of ρ (Feldman & Zrnic 2021), of "
            "μ² (Smith & Thakurta 2022), and √(2 ln(1/δ′) Σε²) + Σε²/2 (Whitehouse et al. 2023)."
        ),
        N_("each composition bound has its own theorem"),
        "Dwork, Rothblum & Vadhan 2010; Rogers, Roth, Ullman & Vadhan 2016; Feldman & Zrnic 2021; "
        "Smith & Thakurta 2022; Whitehouse, Ramdas, Rogers & Wu 2023",
    ),
    Fact(
        "group-total",
        N_("The total for a group of g"),
        N_(
            "What all k releases guarantee to a group of g units, such as a household. ε grows g "
            "times, δ much faster; once δ reaches 1 there is no guarantee."
        ),
        r"\left(g\,\varepsilon',\quad \delta\,\frac{e^{g\varepsilon'}-1}{e^{\varepsilon'}-1}\right)",
        "(gε′, δ(e^(gε′) − 1)/(e^ε′ − 1)), at the cheapest total ε′ that is proven",
        N_(
            "Holds for every mechanism that is (ε′, δ)-differentially private for one unit, also "
            "for all releases together."
        ),
        UPPER,
        "Vadhan 2017, proof of Lemma 2.2",
    ),
    *(bound_fact(bound) for bound in every_composition().values()),
)
