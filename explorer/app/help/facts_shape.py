"""Facts of what a release takes beside ε and δ, and of what is said beside a number. General forms."""

from __future__ import annotations

from explorer.app.help.fact import Fact
from explorer.app.help.facts_release import EXACT, NEIGHBOURS, UPPER
from explorer.mark import N_

_DECLARED = N_("what you set; the noise follows from it")

SHAPE_FACTS = (
    Fact(
        "categories",
        N_("Possible answers"),
        N_("The number of possible answers. The more there are, the smaller the probability of truth."),
        r"\Pr[\,\mathrm{truth}\,]=\frac{e^{\varepsilon}}{e^{\varepsilon}+m-1}",
        "Pr[truth] = e^ε/(e^ε + m − 1)",
        N_("Holds for every m of 2 and more that is fixed before anybody answers."),
        _DECLARED,
        "Kairouz, Bonawitz & Ramage 2016",
    ),
    Fact(
        "coordinates",
        N_("Coordinates"),
        N_(
            "The number of values released together, each with its own noise. The sensitivity is "
            "that of the whole vector, in the norm of the mechanism."
        ),
        r"\Delta_{1}\le \sqrt{d}\,\Delta_{2}\le d\,\Delta_{\infty}",
        "Δ₁ ≤ √d·Δ₂ ≤ d·Δ∞",
        N_("Holds for every d that is fixed before the data are seen."),
        _DECLARED,
        "Cauchy & Schwarz; Dwork & Roth 2014, Definitions 3.1 and 3.8",
    ),
    Fact(
        "steps",
        N_("Steps"),
        N_(
            "After each of T steps, such as days, the total so far is published. Noise is added to "
            "the nodes of a binary tree, each a sum over consecutive steps. The total after step t "
            "is the sum of one node for each digit 1 of t in binary. The sensitivity is the sum "
            "over all steps of the largest change of each value when one unit changes."
        ),
        r"L=\left\lfloor\log_{2}T\right\rfloor+1,\quad \Delta_{2}(\mathrm{nodes})\le \sqrt{L}\,\Delta_{1}",
        "L = ⌊log₂ T⌋ + 1; all nodes move by √L·Δ₁ in L2 at most",
        N_("Holds for every T that is fixed before the first step."),
        _DECLARED,
        "Dwork, Naor, Pitassi & Rothblum 2010; Chan, Shi & Song 2011",
    ),
    Fact(
        "worst-found",
        N_("Detection rate with any mechanism of this (ε, δ)"),
        N_("The largest true-positive rate at false-positive rate α over all mechanisms of the same (ε, δ)."),
        r"\min\left\{1,\;\delta+e^{\varepsilon}\alpha,"
        r"\;1-e^{-\varepsilon}(1-\delta-\alpha)\right\}",
        "min{1, δ + e^ε α, 1 − e^(−ε)(1 − δ − α)}",
        NEIGHBOURS,
        UPPER,
        "Kairouz, Oh & Viswanath 2015, Theorem 2.1",
    ),
    Fact(
        "group-exact",
        N_("A group of g, by μ or ρ"),
        N_("The guarantee for a group of g units: μ grows with g, ρ with g²."),
        r"\left(g\,\mu,\quad g^{2}\rho\right)",
        "(gμ, g²ρ)",
        N_("Holds for every two datasets that differ by g units."),
        UPPER,
        "Dong, Roth & Su 2019, Theorem 2.14; Bun & Steinke 2016, Proposition 1.9",
    ),
    Fact(
        "unit",
        N_("Unit of protection"),
        N_(
            "Two datasets are neighbours if they differ by one such unit: one more or less (add or "
            "remove), or one in place of another (substitute). An ε holds only for its own unit."
        ),
        r"D\sim D'",
        "D ~ D′",
        N_("Holds for everything that one unit contributes, within the declared contribution limits."),
        N_("as declared"),
        "Dwork & Roth 2014, Definition 2.4",
    ),
    Fact(
        "epsilon-at",
        N_("The smallest ε at another δ"),
        N_(
            "Two releases with different δ can be compared only at the same δ, by the smallest ε "
            "of each at that δ."
        ),
        r"\min\left\{\varepsilon\ge 0:\;\delta(\varepsilon)\le\delta\right\}",
        "the least ε >= 0 with δ(ε) ≤ δ",
        NEIGHBOURS,
        EXACT,
        "Balle & Wang 2018, Theorem 5",
    ),
)
