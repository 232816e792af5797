"""Facts of a plan before any file is opened: margins, what they swallow, and the ε that a margin needs."""

from __future__ import annotations

from explorer.app.help.fact import Fact
from explorer.mark import N_

_EXACT = N_("exact: fractions and decimals, never rounded down")
_OF_PLAN = N_("for the unit and neighbours of the plan")
_NOISE = N_(
    "Holds for the noise alone. Rows that bounding leaves out, and a sample's chance, are in no margin."
)

PLAN_FACTS = (
    Fact(
        "plan-margins",
        N_("Noise margins, each and together"),
        N_(
            "The noise of one count stays within the first with the plan's confidence; that of all cells at "
            "once, special cells included, within the second. Which of the two is meant must always be said."
        ),
        r"t_{k}=\min\left\{t:\;\Pr\left[\,|N|\le t\,\right]^{k}\ge c\right\}",
        "t(k) = the least t with Pr[|N| ≤ t]^k ≥ c; k = 1, or all cells of the histogram",
        _NOISE,
        _EXACT,
        "Canonne, Kamath & Steinke 2020; Šidák 1967",
        _OF_PLAN,
    ),
    Fact(
        "plan-smaller",
        N_("Cells smaller than the noise"),
        N_(
            "Cells of the sample that hold fewer rows than the noise margin of each count: their noised "
            "count may be anything from below zero on. Coarser bins or a larger ε make them fewer."
        ),
        r"\#\left\{i:\;c_{i}<t\right\},\quad \Pr\left[\,|N|\le t\,\right]\ge c",
        "the number of cells i with count c_i < t, t the noise margin of each count",
        N_("Holds for the sample that is shown, made up or public. The private file may be another matter."),
        N_("exact for this sample"),
        "Ghosh, Roughgarden & Sundararajan 2009",
        _OF_PLAN,
    ),
    Fact(
        "plan-withheld",
        N_("Categories that are withheld"),
        N_(
            "Where categories are found in the data, one is published only from a noisy count of T on. How "
            "many of the sample stay below is shown for one draw of the noise; another draw may differ."
        ),
        r"\#\left\{i:\;c_{i}+N_{i}<T\right\}",
        "the number of categories i with c_i + N_i < T",
        N_("Holds for the sample that is shown, made up or public. The private file may be another matter."),
        N_("one draw of the noise"),
        "Korolova, Kenthapadi, Mishra & Ntoulas 2009",
        _OF_PLAN,
    ),
    Fact(
        "plan-margin-needed",
        N_("The margin that you need"),
        N_(
            "The least ε of three digits at which the noise margin of the histogram shown is what you type, "
            "or less. Shares, bounds, mechanism and δ stay. A smaller ε would not give it."
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
