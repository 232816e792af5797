"""Facts of the three pictures of many releases together."""

from __future__ import annotations

from explorer.app.help.fact import Fact
from explorer.mark import N_

_FIXED = N_(
    "Holds for k releases of the same people whose parameters are fixed beforehand; the data may be chosen "
    "one after the other. On a secret sample the same unit is added in every release, or removed in every "
    "release."
)

MANY_FACTS = (
    Fact(
        "loss-of-many",
        N_("Privacy loss of k releases"),
        N_(
            "The losses of all releases add up, and their law becomes a bell. δ is not the "
            "probability beyond ε: each result beyond counts only as far as it is beyond, so that δ is "
            "smaller."
        ),
        r"\delta(\varepsilon)=\mathrm{E}\left[\max\left\{0,1-e^{\varepsilon-S}\right\}\right]\le "
        r"P(S>\varepsilon),\quad S=\sum_{i=1}^{k}L_{i}",
        "δ(ε) = E max{0, 1 − e^(ε−S)} ≤ P(S > ε),  S = L₁ + … + L_k",
        _FIXED,
        N_("estimate: computed on a grid; exact for normal noise; the total ε beside it is certified"),
        "Sommer, Meiser & Mohammadi 2019, Theorem 1",
    ),
    Fact(
        "regions-of-many",
        N_("What a test can reach after k releases"),
        N_(
            "Somebody sees all k results and tests whether you are in the data. No test gets below the curve "
            "of its k: the more releases, the nearer it comes to never being wrong."
        ),
        r"f_{k}(\alpha)\ge\max_{\varepsilon}\,\max\left\{0,1-\delta_{k}(\varepsilon)-e^{\varepsilon}\alpha,"
        r"e^{-\varepsilon}(1-\delta_{k}(\varepsilon)-\alpha)\right\}",
        "f_k(α) ≥ max over ε of max{0, 1 − δ_k(ε) − e^ε α, e^(−ε)(1 − δ_k(ε) − α)}",
        _FIXED,
        N_("proven: misses are never fewer; exact for normal noise and for k = 1"),
        "Kairouz, Oh & Viswanath 2015, Theorem 3.3; Dong, Roth & Su 2019, Proposition 2.11",
    ),
    Fact(
        "delta-of-many",
        N_("δ at each total ε"),
        N_(
            "k releases together keep many promises at once: for each total ε, the curve is the smallest δ "
            "that goes with it. The worst case is that of any mechanisms of the same ε and δ."
        ),
        r"\delta_{k}(\varepsilon)=1-(1-\delta_{\infty})^{k}+\mathrm{E}\left[\max\left\{0,1-e^{\varepsilon-S}"
        r"\right\};S<\infty\right]",
        "δ_k(ε) = 1 − (1 − δ_∞)^k + E[max{0, 1 − e^(ε−S)}; S < ∞],  S = L₁ + … + L_k",
        _FIXED,
        N_("certified bracket; exact for normal noise and for the worst case"),
        "Kairouz, Oh & Viswanath 2015, Theorem 3.3; Doroshenko et al. 2022, Section 4",
    ),
)
