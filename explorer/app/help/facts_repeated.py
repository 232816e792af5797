"""Facts of the three pictures of many releases together."""

from __future__ import annotations

from explorer.app.help.fact import Fact
from explorer.mark import N_

_FIXED = N_(
    "Holds for k releases of the same people whose parameters are fixed beforehand; the data may "
    "be chosen adaptively. On a secret sample the same unit is added in every release, or removed "
    "in every release."
)

MANY_FACTS = (
    Fact(
        "loss-of-many",
        N_("Privacy loss of k releases"),
        N_(
            "The privacy losses of all releases add, and their distribution approaches a normal "
            "one. δ is smaller than the probability of a loss above ε: each such result is "
            "weighted by how far it exceeds ε."
        ),
        r"\delta(\varepsilon)=\mathrm{E}\left[\max\left\{0,1-e^{\varepsilon-S}\right\}\right]\le "
        r"P(S>\varepsilon),\quad S=\sum_{i=1}^{k}L_{i}",
        "δ(ε) = E max{0, 1 − e^(ε−S)} ≤ P(S > ε),  S = L₁ + … + L_k",
        _FIXED,
        N_(
            "estimate: computed on a grid; exact for Gaussian noise; the total ε beside it is a "
            "proven interval"
        ),
        "Sommer, Meiser & Mohammadi 2019, Theorem 1",
    ),
    Fact(
        "regions-of-many",
        N_("Best possible test after k releases"),
        N_(
            "An attacker sees all k results and tests whether you are in the data. No test gets "
            "below the curve for its k: the more releases, the smaller the error rates can be."
        ),
        r"f_{k}(\alpha)\ge\max_{\varepsilon}\,\max\left\{0,1-\delta_{k}(\varepsilon)-e^{\varepsilon}\alpha,"
        r"e^{-\varepsilon}(1-\delta_{k}(\varepsilon)-\alpha)\right\}",
        "f_k(α) ≥ max over ε of max{0, 1 − δ_k(ε) − e^ε α, e^(−ε)(1 − δ_k(ε) − α)}",
        _FIXED,
        N_("proven lower bound on the false-negative rate; exact for Gaussian noise and for k = 1"),
        "Kairouz, Oh & Viswanath 2015, Theorem 3.3; Dong, Roth & Su 2019, Proposition 2.11",
    ),
    Fact(
        "delta-of-many",
        N_("δ at each total ε"),
        N_(
            "k releases satisfy many (ε, δ) at once: for each total ε, the curve is the smallest "
            "δ. The worst case is over all mechanisms of the same (ε, δ)."
        ),
        r"\delta_{k}(\varepsilon)=1-(1-\delta_{\infty})^{k}+\mathrm{E}\left[\max\left\{0,1-e^{\varepsilon-S}"
        r"\right\};S<\infty\right]",
        "δ_k(ε) = 1 − (1 − δ_∞)^k + E[max{0, 1 − e^(ε−S)}; S < ∞],  S = L₁ + … + L_k",
        _FIXED,
        N_("proven interval; exact for Gaussian noise and for the worst case"),
        "Kairouz, Oh & Viswanath 2015, Theorem 3.3; Doroshenko et al. 2022, Section 4",
    ),
    Fact(
        "guess-of-many",
        N_("Accuracy of the best attacker after k releases"),
        N_(
            "The probability that an attacker who sees all k results guesses correctly whether you are "
            "in the data, with a prior belief of 50 %. It is computed from the whole privacy loss of "
            "the mechanism, not from a total ε."
        ),
        r"\frac{1+\delta_{k}(0)}{2}",
        "(1 + δ_k(0))/2; δ_k(0) is the total variation distance of the two k-fold distributions",
        _FIXED,
        N_("exact where both ends of the proven interval agree as shown; else a proven upper bound"),
        "Neyman & Pearson 1933; Kairouz, Oh & Viswanath 2015, Theorem 3.3; Doroshenko et al. 2022",
    ),
    Fact(
        "releases-within",
        N_("How many releases fit in the budget"),
        N_(
            "The largest number of such releases whose total ε stays within the budget at the total δ, by "
            "the composition bound that admits most. The number for each bound stands in the list below."
        ),
        r"k^{*}=\max\left\{k:\;\varepsilon_{\mathrm{total}}(k,\delta)\le\varepsilon\right\}",
        "k* = max{k : ε_total(k, δ) ≤ ε}",
        N_("For releases of the same ε and δ; up to a million of them."),
        N_("proven: the total of that many releases, recomputed by the same bound, is within the budget"),
        "Dwork & Roth 2014, Section 3.5; Kairouz, Oh & Viswanath 2015, Theorem 3.3",
    ),
)
