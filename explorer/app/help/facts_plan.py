"""Facts of a plan before any file is opened: margins, what they swallow, and the ε that a margin needs."""

from __future__ import annotations

from explorer.app.help.fact import Fact
from explorer.mark import N_

_EXACT = N_("exact: fractions and decimals, never rounded down")
_OF_PLAN = N_("for the unit and neighbours of the plan")
_NOISE = N_(
    "Holds for the noise only. A margin includes neither rows left out by contribution limits nor "
    "sampling error."
)

PLAN_FACTS = (
    Fact(
        "plan-margins",
        N_("Noise margins, each and simultaneous"),
        N_(
            "The noise of one count stays within the first margin with the plan's confidence; the "
            "noise of all cells simultaneously, special cells included, within the second. Always "
            "say which of the two is meant."
        ),
        r"t_{k}=\min\left\{t:\;\Pr\left[\,|N|\le t\,\right]^{k}\ge c\right\}",
        "t(k) = the least t with Pr[|N| ≤ t]^k ≥ c; k = 1, or all cells of the histogram",
        _NOISE,
        _EXACT,
        "Canonne, Kamath & Steinke 2020; Šidák 1967",
        _OF_PLAN,
    ),
    Fact(
        "plan-quantiles",
        N_("Quantiles and their intervals"),
        N_(
            "Each quantile of the rows within the intervals lies between the two edges named, for all "
            "quantiles at once with the plan's confidence. The dot is an estimate: within an interval rows "
            "are taken to be spread evenly."
        ),
        r"\tilde{F}_{a}+m\le q\,(\tilde{F}_{n}-m),\quad \tilde{F}_{b}-m\ge q\,(\tilde{F}_{n}+m)",
        "F_a + m ≤ q (F_n − m) and F_b − m ≥ q (F_n + m): from edge a to edge b, F_k the fitted count below "
        "edge k, m the margin of all F_k simultaneously",
        _NOISE,
        N_("proven: at least the plan's confidence"),
        "Ayer, Brunk, Ewing, Reid & Silverman 1955",
        _OF_PLAN,
    ),
    Fact(
        "plan-smaller",
        N_("Cells smaller than the noise"),
        N_(
            "Cells of the sample with fewer rows than the noise margin of each count: their noised "
            "count may even be below zero. Coarser bins or a larger ε reduce their number."
        ),
        r"\#\left\{i:\;c_{i}<t\right\},\quad \Pr\left[\,|N|\le t\,\right]\ge c",
        "the number of cells i with count c_i < t, t the noise margin of each count",
        N_("Holds for the sample shown, simulated or public. The private file may differ."),
        N_("exact for this sample"),
        "Ghosh, Roughgarden & Sundararajan 2009",
        _OF_PLAN,
    ),
    Fact(
        "plan-withheld",
        N_("Withheld categories"),
        N_(
            "If categories are found in the data, a category is published only if its noised count "
            "is at least T. The number below T is shown for one draw of the noise; another draw "
            "may differ."
        ),
        r"\#\left\{i:\;c_{i}+N_{i}<T\right\}",
        "the number of categories i with c_i + N_i < T",
        N_("Holds for the sample shown, simulated or public. The private file may differ."),
        N_("one draw of the noise"),
        "Korolova, Kenthapadi, Mishra & Ntoulas 2009",
        _OF_PLAN,
    ),
    Fact(
        "plan-margin-needed",
        N_("Required noise margin"),
        N_(
            "The smallest ε of three digits at which the noise margin of the histogram shown is at "
            "most what you type. Shares, contribution limits, mechanism and δ stay the same."
        ),
        r"\varepsilon^{*}=\min\left\{\varepsilon:\;"
        r"\Pr\left[\,|N_{\varepsilon}|\le t\,\right]^{k}\ge c\right\}",
        "ε* = the least ε with Pr[|N_ε| ≤ t]^k ≥ c, rounded up to three digits",
        _NOISE,
        _EXACT,
        "Canonne, Kamath & Steinke 2020",
        _OF_PLAN,
    ),
)
