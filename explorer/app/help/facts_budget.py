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
        N_("Largest ε or smallest noise per release"),
        N_(
            "The largest ε, or the smallest noise, per release that keeps k releases within the "
            "budget by this bound. The total is computed again from it and never exceeds the "
            "budget. If a mechanism needs a δ per release, it gets half of the total divided by k."
        ),
        r"\varepsilon_{0}=\max\left\{\varepsilon:\ \varepsilon'(k;\varepsilon,\delta_{0})\le "
        r"\varepsilon_{\mathrm{total}}\right\},\quad \delta_{0}=\frac{\delta_{\mathrm{total}}}{2k}",
        "ε₀ = max{ε : ε′(k; ε, δ₀) ≤ total ε},  δ₀ = total δ/(2k), or 0 where ε is pure",
        _FIXED,
        N_("rounded to the private side; proven if the composition bound is"),
        "Dwork & Roth 2014, Section 3.5; each bound its own theorem",
    ),
    Fact(
        "corollary-3-21",
        N_("Dwork–Roth Corollary 3.21"),
        N_(
            "The ε per release for a given total, by the Dwork–Roth shortcut. It leaves part of "
            "the budget unused, because that bound is not tight."
        ),
        r"\varepsilon_{0}=\frac{\varepsilon'}{2\sqrt{2k\ln(1/\delta')}}",
        "ε₀ = ε′/(2√(2k ln(1/δ′)))",
        N_("Stated for a total ε′ between 0 and 1; beyond, it is compared with optimal composition here."),
        UPPER,
        "Dwork & Roth 2014, Corollary 3.21",
    ),
    Fact(
        "noise-per-release",
        N_("Noise per release"),
        N_(
            "The noise per release that keeps k releases within one budget. A lower curve means a "
            "better composition bound, or a better mechanism, at that k."
        ),
        r"\mathrm{SD}(k)=\min\left\{\sqrt{\mathrm{E}\,N^{2}}:\ \varepsilon'(k;N)\le "
        r"\varepsilon_{\mathrm{total}}\right\}",
        "SD(k) = the least √(E N²) of noise N with which k releases keep the total ε at the total δ",
        _FIXED,
        N_("proven upper bound on the noise that is needed"),
        "Kairouz, Oh & Viswanath 2015, Section 3; Dong, Roth & Su 2019, Corollary 3.3",
    ),
    Fact(
        "laplace-or-gaussian",
        N_("Laplace or Gaussian noise"),
        N_(
            "The noise margin of each result when k releases keep the total ε and δ that are set, by the "
            "best composition bound for each mechanism. For few releases Laplace noise is smaller, for "
            "many releases Gaussian noise. Both are compared at nine k up to a million; between two of "
            "them the first k is found by halving."
        ),
        r"k^{*}=\min\left\{k:\ z_{(1+c)/2}\,\sigma(j)<b(j)\,\ln\tfrac{1}{1-c}"
        r"\ \ \forall j\ge k\right\}",
        "k* = the least k from which on z·σ(k) < b(k)·ln(1/(1 − c)), c the confidence",
        _FIXED,
        N_("proven upper bounds on the noise that is needed, compared"),
        "Kairouz, Oh & Viswanath 2015, Section 3; Dong, Roth & Su 2019, Corollary 3.3",
    ),
)
