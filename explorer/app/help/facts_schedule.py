"""Facts of the year's plan: its picture, what its lines cost, groups of people, what is left."""

from __future__ import annotations

from explorer.app.core.wording import KINDS
from explorer.app.help.fact import Fact
from explorer.app.help.facts_release import UPPER
from explorer.mark import N_
from explorer.privacy.status import Kind

_FIXED = N_(
    "Holds for releases whose parameters are fixed beforehand, as in a plan. If they are chosen "
    "later, with knowledge of earlier results, a total needs a privacy filter, such as a limit on "
    "the sum of ε and δ, of ρ or of μ²."
)

YEAR_FACTS = (
    Fact(
        "year",
        N_("The year's releases"),
        N_(
            "Bars: the smallest proven total of all releases so far. Steps: the sum of all ε. "
            "Straight line: the budget."
        ),
        r"\varepsilon(m)=\min_{B}\,\varepsilon'_{B}(1,\ldots,m)",
        "ε(m) = min over bounds B of ε′_B(months 1, …, m)",
        _FIXED,
        UPPER,
        "Murtagh & Vadhan 2016, Theorem 1.5; Canonne, Kamath & Steinke 2020, Proposition 12",
    ),
    Fact(
        "year-running",
        N_("This line, and cumulative"),
        N_(
            "This line: all releases of this line in the year. Cumulative: these and those of "
            "every line above it about the same people. Both are the smallest proven total."
        ),
        r"\varepsilon_{j}=\min_{B}\,\varepsilon'_{B}(1,\ldots,j)",
        "ε_j = min over bounds B of ε′_B(lines 1, …, j)",
        _FIXED,
        UPPER,
        "Murtagh & Vadhan 2016, Theorem 1.5; Canonne, Kamath & Steinke 2020, Proposition 12",
    ),
    Fact(
        "year-optimum",
        N_("Optimal composition of different releases"),
        N_(
            "The total for the worst mechanisms with each line's (ε, δ). No smaller total holds "
            "without knowing the mechanisms. It is known up to a narrow proven interval."
        ),
        r"\delta=1-(1-\tilde\delta(\varepsilon'))\prod_{i}(1-\delta_{i}),\quad"
        r"\tilde\delta(\varepsilon')=\frac{\sum_{S}\max\left\{0,e^{\varepsilon_{S}}"
        r"-e^{\varepsilon'+\varepsilon_{\mathrm{rest}}}\right\}}{\prod_{i}(1+e^{\varepsilon_{i}})}",
        "δ = 1 − (1 − δ̃(ε′)) Π(1 − δ_i), "
        "δ̃(ε′) = Σ over sets S of max(0, e^(ε_S) − e^(ε′ + ε_rest)) / Π(1 + e^(ε_i))",
        _FIXED,
        KINDS[Kind.BRACKET],
        "Murtagh & Vadhan 2016, Theorem 1.5",
    ),
    Fact(
        "year-own-loss",
        N_("Numerical (PLD) accounting of different releases"),
        N_(
            "The total for these mechanisms, composed numerically between two proven bounds. If "
            "another proven bound is smaller, that one is used: no mechanism costs more than the "
            "worst with its (ε, δ). If there is a secret sample among them, the same unit is added "
            "in every release, or removed in every release."
        ),
        r"\varepsilon=\min\left\{\varepsilon_{\mathrm{numbers}},\varepsilon_{\mathrm{any}},"
        r"\varepsilon_{\mathrm{zCDP}},\textstyle\sum_{i}\varepsilon_{i}\right\}",
        "ε = min(by numbers, any mechanisms, zCDP, sum of all ε_i)",
        _FIXED,
        KINDS[Kind.BRACKET],
        "Sommer, Meiser & Mohammadi 2019, Theorem 1; Murtagh & Vadhan 2016, Theorem 1.5",
    ),
    Fact(
        "year-groups",
        N_("Groups without common members"),
        N_(
            "If nobody is in two groups, each person is affected by the releases of one group "
            "only, and the totals of groups don't add. You state this; the program can't check it. "
            "Otherwise all releases are composed."
        ),
        r"\varepsilon=\max_{g}\,\varepsilon_{g}",
        "ε = max over groups g of ε_g; under substitution the sum of the two largest",
        N_(
            "Groups are declared before the data are seen. Under substitution a unit may leave one "
            "group and join another: the two largest groups count, and each release must also hold "
            "for an added record."
        ),
        UPPER,
        "McSherry 2009, Theorem 4",
    ),
    Fact(
        "year-left",
        N_("Remaining budget"),
        N_(
            "The budget minus the total. A ledger uses basic composition, so what remains by it "
            "may still be released; what remains by other proven bounds is advice only."
        ),
        r"\varepsilon_{\mathrm{left}}=\varepsilon_{\mathrm{budget}}-\varepsilon_{\mathrm{total}}",
        "ε left = ε of the budget − ε in total",
        _FIXED,
        UPPER,
        "Dwork & Roth 2014, Theorem 3.16",
    ),
)
