"""Facts of Learn."""

from __future__ import annotations

from explorer.app.help.fact import Fact
from explorer.mark import N_

CLASS_FACTS = (
    Fact(
        "table-classes",
        N_("k, ℓ and t of a table"),
        N_(
            "Rows that agree in all quasi-identifiers are one class. k is the size of the smallest class. "
            "ℓ is how many sensitive values the class with the fewest has. t is how far the values of the "
            "farthest class are from those of the whole table. None of the three is differential privacy: "
            "they describe one table, not what its publication lets somebody learn."
        ),
        r"k=\min_C|C|,\quad \ell=\min_C\left|\{s(r):r\in C\}\right|,\quad t=\max_C\operatorname{EMD}(P_C,P)",
        "k = min |C|, ℓ = min |{s(r): r in C}|, t = max EMD(P_C, P), over all classes C",
        N_("any table; t needs a ground distance between the sensitive values"),
        N_("exact"),
        "Sweeney 2002; Machanavajjhala et al. 2007; Li, Li & Venkatasubramanian 2007",
        N_("the table that is read"),
    ),
)
