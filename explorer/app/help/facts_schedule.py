"""Facts of the year's plan: its picture, what its lines cost, groups of people, what is left."""

from __future__ import annotations

from explorer.app.core.wording import KINDS
from explorer.app.help.fact import Fact
from explorer.app.help.facts_release import UPPER
from explorer.mark import N_
from explorer.privacy.status import Kind

_FIXED = N_(
    "Holds for releases whose parameters are fixed beforehand, as in a plan. Where they are chosen later, "
    "knowing earlier results, a total needs a privacy filter, such as a limit on the sum of ε and δ, of ρ or "
    "of μ²."
)

YEAR_FACTS = (
    Fact(
        "year",
        N_("The year's releases"),
        N_(
            "Bars: the least total that any of the bounds proves of all releases so far. The stair: the sum "
            "of all ε. The straight line is the budget."
        ),
        r"\varepsilon_{\mathrm{so\ far}}(m)=\min_{\mathrm{bounds}}\,"
        r"\varepsilon'\left(\mathrm{releases\ until\ month\ }m\right)",
        "ε so far(m) = min over bounds of ε′(releases until month m)",
        _FIXED,
        UPPER,
        "Murtagh & Vadhan 2016, Theorem 1.5; Canonne, Kamath & Steinke 2020, Proposition 12",
    ),
    Fact(
        "year-running",
        N_("alone, and with all before"),
        N_(
            "Alone: all releases of this line in the year. With all before: these and those of every line "
            "above it that is of the same people. Both are the least total that is proven."
        ),
        r"\varepsilon_{j}=\min_{\mathrm{bounds}}\,\varepsilon'\left(\mathrm{lines\ }1\mathrm{\ to\ }j\right)",
        "ε_j = min over bounds of ε′(lines 1 to j)",
        _FIXED,
        UPPER,
        "Murtagh & Vadhan 2016, Theorem 1.5; Canonne, Kamath & Steinke 2020, Proposition 12",
    ),
    Fact(
        "year-optimum",
        N_("optimal, any mechanisms"),
        N_(
            "The total of the worst mechanisms that could keep each line's ε and δ. Without knowing the "
            "mechanisms, nothing smaller is true. It is known up to a narrow bracket."
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
        N_("own loss, of different releases"),
        N_(
            "The total of what these mechanisms truly do, composed by numbers between two certified bounds. "
            "Where another proven bound is smaller, that one stands: no mechanism costs more than the worst "
            "that keeps its ε and δ. With a secret sample among them the same unit is added in every "
            "release, or removed in every release."
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
        N_("groups that share nobody"),
        N_(
            "Where nobody is in two groups, each person meets the releases of one group only, and the totals "
            "of groups do not add. It is your statement: nothing here can check it. Without it all add up."
        ),
        r"\varepsilon=\max_{g}\,\varepsilon_{g}",
        "ε = max over groups g of ε_g; under substitution the sum of the two largest",
        N_(
            "Groups are declared before the data are seen. Under substitution one may leave a group and "
            "another join: the two largest count, and each release must also hold for a row that is added."
        ),
        UPPER,
        "McSherry 2009, Theorem 4",
    ),
    Fact(
        "year-left",
        N_("what is left"),
        N_(
            "The budget less the total. A ledger adds up what is spent, so its rest is what may still be "
            "released; the rest that is proven is advice, never a permission."
        ),
        r"\varepsilon_{\mathrm{left}}=\varepsilon_{\mathrm{budget}}-\varepsilon_{\mathrm{total}}",
        "ε left = ε of the budget − ε in total",
        _FIXED,
        UPPER,
        "Dwork & Roth 2014, Theorem 3.16",
    ),
)
