"""Facts of many releases: one for each composition bound, found by walking the folder of bounds."""

from __future__ import annotations

from types import MappingProxyType

from explorer.app.core.wording import KINDS
from explorer.app.help.fact import Fact
from explorer.app.help.facts_release import EXACT, UPPER
from explorer.mark import N_
from explorer.privacy.composition import Composition, every_composition

_FIXED = N_(
    "Holds for releases of the same people that may be chosen one after the other, knowing all before; their "
    "parameters are fixed beforehand."
)
_LEFT = N_(
    "Holds for adaptively chosen releases of an ε and δ fixed beforehand, at every k that leaves a δ' = "
    "total δ − kδ above 0."
)
_FILTER_OF_RHO = N_(
    "Holds for adaptively chosen releases. Where their noise is chosen on the way, so long as the sum of "
    "all ρ stays within a budget fixed beforehand (Feldman & Zrnic 2021)."
)

# What each bound is; a bound that is not named here gets the common sentences.
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
        "numerical": N_(
            "The total of this very noise: the law of its loss, composed by numbers, between two bounds that "
            "are both certified; the upper one is quoted. Where choices are by scores, the loss is that of a "
            "pair of laws that dominates every choice. Margins, not proofs: cells of a smooth loss are "
            "integrated at eight points, and all that these miss is taken for at most eight times what their "
            "sum lacks of 1; of rare far losses and of those near the largest a millionth is allowed for it; "
            "exp and log of the computer are taken to be right to four units in the last place, sums over "
            "many points to 64."
        ),
    }
)
# For whom a bound holds is a claim of its own: every bound has one here, or the program does not start.
_RANGES = MappingProxyType(
    {
        "sequential": N_(
            "Holds for adaptively chosen releases, at every k with kδ within the total. Also where each ε "
            "and δ is chosen on the way, so long as both sums stay within a budget fixed beforehand "
            "(Rogers, Roth, Ullman & Vadhan 2016)."
        ),
        "advanced-textbook": N_(
            "Proven while k ≤ 2 ln(1/δ')/tanh²(ε/2), where δ' = total δ − kδ; beyond, each k is held "
            "against the "
            "exact optimum."
        ),
        "advanced": _LEFT,
        "advanced-tanh": _LEFT,
        "kov-closed": _LEFT,
        "optimal": N_(
            "Holds for adaptively chosen releases of an ε and δ fixed beforehand; attained by randomised "
            "response, which with probability δ tells everything."
        ),
        "gaussian-dp": N_(
            "Holds for adaptively chosen releases. Where their noise is chosen on the way, so long as the "
            "sum of all μ² stays within a budget fixed beforehand (Smith & Thakurta 2022)."
        ),
        "zcdp": _FILTER_OF_RHO,
        "zcdp-bun-steinke": _FILTER_OF_RHO,
        "renyi": N_(
            "Holds for adaptively chosen releases, at the order that suits best. Where their noise is "
            "chosen on the way, the order and the sum of the divergences at it are fixed beforehand "
            "(Feldman & Zrnic 2021)."
        ),
        "numerical": N_(
            "Holds for adaptively chosen releases whose noise is fixed beforehand: the pair that is "
            "composed is the worst at every step. On a secret sample the same unit is added in every "
            "release, or removed in every release: each of the two is composed by itself, and mixing them "
            "can cost more. For choices by scores that is true of any scores, chosen "
            "on the way too, and so it is only an upper bound: the smaller optimum that is known for them "
            "holds for choices fixed beforehand alone (Dong, Durfee & Rogers 2020)."
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
        N_("δ in total"),
        N_(
            "What all releases together may miss the factor by: their own δ, k times, and the δ' that an "
            "advanced "
            "bound spends. Adding up spends no δ'."
        ),
        r"\delta_{\mathrm{total}}=k\,\delta+\delta'",
        "total δ = kδ + δ′",
        _FIXED,
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
        _FIXED,
        N_("each curve its own: exact, or a proven upper bound"),
        "Dwork & Roth 2014, Section 3.5",
    ),
    Fact(
        "crossing",
        N_("Where a bound begins to pay"),
        N_("The number of releases from which on this bound lies below adding up, at one δ in total."),
        r"\varepsilon'(k)<k\,\varepsilon",
        "the least k with ε′(k) < kε, and from there on",
        _FIXED,
        EXACT,
        "Dwork & Roth 2014, Section 3.5",
    ),
    Fact(
        "adaptive",
        N_("Chosen one after the other"),
        N_(
            "Each next question may depend on all answers so far, even if it is asked to find you out: every "
            "guarantee here holds for that, the own loss on a secret sample so long as you are added in "
            "every release or removed in every release. What must not depend on answers is how much each "
            "release may cost. Where that too is decided on the way, a total needs a privacy filter: a "
            "running sum with a limit fixed beforehand. There are filters for the sums of ε and δ, of ρ and "
            "of μ², and for advanced composition with the same constants; none is used here for the optimal "
            "and the numerical total."
        ),
        r"M_{i}=M_{i}\left(D;\;o_{1},\ldots,o_{i-1}\right),\quad (\varepsilon_{i},\delta_{i})",
        "release i may depend on the outputs o₁, …, oᵢ₋₁; its (εᵢ, δᵢ) or ρᵢ is fixed beforehand",
        N_(
            "The k-fold adaptive experiment: an adversary chooses each pair of neighbours and each "
            "mechanism, within parameters fixed at the start. Filters for parameters chosen on the way: the "
            "sum of ε and δ (Rogers et al. 2016), of ρ (Feldman & Zrnic 2021), of μ² (Smith & Thakurta "
            "2022), and √(2 ln(1/δ′) Σε²) + Σε²/2 (Whitehouse et al. 2023)."
        ),
        N_("a theorem for each bound"),
        "Dwork, Rothblum & Vadhan 2010; Rogers, Roth, Ullman & Vadhan 2016; Feldman & Zrnic 2021; "
        "Smith & Thakurta 2022; Whitehouse, Ramdas, Rogers & Wu 2023",
    ),
    Fact(
        "group-total",
        N_("The total for a group of g"),
        N_(
            "What all k releases together guarantee to g units at once: a family, a ward. ε grows g times, δ "
            "far faster; where it reaches 1 nothing is left."
        ),
        r"\left(g\,\varepsilon',\quad \delta\,\frac{e^{g\varepsilon'}-1}{e^{\varepsilon'}-1}\right)",
        "(gε′, δ(e^(gε′) − 1)/(e^ε′ − 1)), at the cheapest total ε′ that is proven",
        N_("Holds for whatever keeps (ε′, δ) for one unit: all releases together, too."),
        UPPER,
        "Vadhan 2017, proof of Lemma 2.2",
    ),
    *(bound_fact(bound) for bound in every_composition().values()),
)
