"""Facts of the budget: what each of k releases may have, the book's shortcut to it, and the noise of each."""

from __future__ import annotations

from explorer.app.help.fact import Fact
from explorer.app.help.facts_release import UPPER
from explorer.mark import N_

_FIXED = N_(
    "Holds for k releases of one mechanism, all with the same noise, chosen beforehand; of the same people."
)

BUDGET_FACTS = (
    Fact(
        "largest-epsilon",
        N_("The most that each release may have"),
        N_(
            "The largest ε, or the least noise, of each of k releases with which this bound keeps all of "
            "them within the budget. The total is worked out again from it, and never lies above the budget. "
            "Where a mechanism needs a δ each, half of the total by k is set aside for it."
        ),
        r"\varepsilon_{0}=\max\left\{\varepsilon:\ \varepsilon'(k;\varepsilon,\delta_{0})\le "
        r"\varepsilon_{\mathrm{total}}\right\},\quad \delta_{0}=\frac{\delta_{\mathrm{total}}}{2k}",
        "ε₀ = max{ε : ε′(k; ε, δ₀) ≤ total ε},  δ₀ = total δ/(2k), or 0 where ε is pure",
        _FIXED,
        N_("rounded to the private side; proven where the bound is"),
        "Dwork & Roth 2014, Section 3.5; each bound its own theorem",
    ),
    Fact(
        "corollary-3-21",
        N_("The book's shortcut"),
        N_(
            "The rule of thumb read backwards: from the total to the ε of each release. It gives away part "
            "of the budget, for it is built on a bound that is not tight."
        ),
        r"\varepsilon_{0}=\frac{\varepsilon'}{2\sqrt{2k\ln(1/\delta')}}",
        "ε₀ = ε′/(2√(2k ln(1/δ′)))",
        N_("Stated for a total ε′ between 0 and 1; beyond, it is held against the exact optimum here."),
        UPPER,
        "Dwork & Roth 2014, Corollary 3.21",
    ),
    Fact(
        "noise-per-release",
        N_("Noise of each release"),
        N_(
            "How much noise each of k releases needs so that all of them together keep one budget. The lower "
            "the curve, the better the bound, or the mechanism, for so many releases."
        ),
        r"\mathrm{SD}(k)=\min\left\{\sqrt{\mathrm{E}\,N^{2}}:\ \varepsilon'(k;N)\le "
        r"\varepsilon_{\mathrm{total}}\right\}",
        "SD(k) = the least √(E N²) of noise N with which k releases keep the total ε at the total δ",
        _FIXED,
        N_("proven upper bound on the noise that is needed"),
        "Kairouz, Oh & Viswanath 2015, Section 3; Dong, Roth & Su 2019, Corollary 3.3",
    ),
)
