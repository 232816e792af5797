"""Facts of many releases: one for each composition bound, found by walking the folder of bounds."""

from __future__ import annotations

from explorer.app.core.wording import KINDS
from explorer.app.help.fact import Fact
from explorer.app.help.facts_release import EXACT, UPPER
from explorer.mark import N_
from explorer.privacy.composition import Composition, every_composition

_FIXED = N_("Holds for adaptively chosen releases of the same people; their parameters are fixed beforehand.")
_COMMON = N_("The total ε of k releases by this bound.")


def bound_fact(bound: type[Composition]) -> Fact:
    """What explains a bound.

    Raises
    ------
    KeyError
        Its own file does not say for whom it holds: a claim is never made by default, nor inherited.
    """
    return Fact(
        f"bound-{bound.id}",
        bound.title,
        bound.about or _COMMON,
        bound.latex,
        bound.formula,
        vars(bound)["holds"],
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
