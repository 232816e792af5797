"""Facts of two probability tables as a pair."""

from __future__ import annotations

from explorer.app.help.fact import Fact
from explorer.mark import N_
from explorer.privacy.pairs.probability_table import Tables, caveat

_KIND = N_("exact; proven upper bound where the numbers are rounded")
_UNIT = N_("the two datasets that P and Q belong to")
_SOURCE = Tables.source
_LATEX = (
    r"\delta(\varepsilon)=\max\{d(P,Q),\,d(Q,P)\},\quad "
    r"d(P,Q)=\sum_x\max\{0,p_x-e^{\varepsilon}q_x\}"
)

TABLE_FACTS = (
    Fact(
        "tables",
        N_("two probability tables"),
        N_(
            "P is the probability of each outcome on a dataset, Q on its neighbour. Any mechanism "
            "with finitely many outcomes is such a pair for each two neighbours. Each column sums "
            "to 1."
        ),
        _LATEX,
        Tables.formula,
        caveat(),
        _KIND,
        _SOURCE,
        _UNIT,
    ),
    Fact(
        "table-outcomes",
        N_("P and Q, outcome by outcome"),
        N_(
            "An outcome with equal bars reveals nothing. If one bar is e^ε times as high as the "
            "other, the privacy loss is ε; an outcome in only one of the tables reveals which of "
            "the two it was."
        ),
        r"L(x)=\ln\frac{p_x}{q_x}",
        "L(x) = ln(p_x/q_x)",
        caveat(),
        N_("exact: as typed"),
        "Dwork & Roth 2014, Definition 2.4",
        _UNIT,
    ),
    Fact(
        "table-profile",
        N_("δ at each ε, of two tables"),
        N_(
            "The smallest δ of the pair at ε: how far P exceeds e^ε times Q, and Q exceeds e^ε "
            "times P, summed over outcomes. A guarantee needs both directions, so the larger δ "
            "counts."
        ),
        _LATEX,
        Tables.formula,
        caveat(),
        _KIND,
        _SOURCE,
        _UNIT,
    ),
    Fact(
        "table-epsilon",
        N_("ε at a δ, of two tables"),
        N_(
            "The smallest ε of the pair at δ, in the worse of the two directions. There is none if "
            "the outcomes in only one of the tables have a probability above δ."
        ),
        r"\varepsilon(\delta)=\min\{\varepsilon\ge 0:\ \delta(\varepsilon)\le\delta\}",
        "ε(δ) = min{ε ≥ 0: δ(ε) ≤ δ}",
        caveat(),
        _KIND,
        _SOURCE,
        _UNIT,
    ),
    Fact(
        "table-rounded",
        N_("rounded probabilities"),
        N_(
            "Rounded columns rarely sum to exactly 1. Each number is lowered by half a unit of its "
            "last digit, and the missing probability counts as outcomes that identify a person."
        ),
        r"p'_x=\max\{0,\,p_x-\frac{1}{2}10^{-d}\},\quad p'_{\mathrm{alone}}=1-\sum_x p'_x",
        "p′_x = max{0, p_x − 10^(−d)/2}, p′ of an outcome that only P gives = 1 − Σ p′_x; the same of Q",
        N_("Holds for all true probabilities within half a unit of the last digit."),
        N_("proven upper bound"),
        "Balle, Barthe & Gaboardi 2018; Zhu, Dong & Wang 2022, Definition 7",
        _UNIT,
    ),
    Fact(
        "table-composed",
        N_("k releases of two tables"),
        N_(
            "The total ε of k releases by each proven composition bound. General bounds use the ε "
            "and δ of one release; the others use the privacy loss ln p/q of the tables."
        ),
        r"\delta_{k}(\varepsilon)=\mathrm{E}\,\max\left\{0,1-e^{\varepsilon-S}\right\},\quad"
        r" S=\sum_{i=1}^{k}L_{i}",
        "δ_k(ε) = E max{0, 1 − e^(ε−S)},  S = L₁ + … + L_k",
        N_(
            "{caveat}. Numerical (PLD) accounting: in every release the dataset is on the same side, with "
            "you or without you",
            caveat=caveat(),
        ),
        N_("beside each composition bound"),
        "Dwork & Roth 2014; Kairouz, Oh & Viswanath 2015; Sommer, Meiser & Mohammadi 2019",
        _UNIT,
    ),
)
