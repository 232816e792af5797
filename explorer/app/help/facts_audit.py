"""Facts of the test of a release: what counting proves, and how much so many runs can show."""

from __future__ import annotations

from explorer.app.help.fact import Fact
from explorer.mark import N_
from explorer.privacy.audit_bound import SOURCE

_MADE_UP = N_("for two made-up tables of this plan")

TESTING_FACTS = (
    Fact(
        "test-lower-bound",
        N_("Certified lower bound on ε"),
        N_(
            "The first half of the runs chooses what to look for, fresh runs count it on both tables. If the "
            "release keeps its claim, this number exceeds it with probability α = 10⁻⁶ at most."
        ),
        r"\varepsilon\ge\ln\frac{p_{\mathrm{low}}-\delta}{p'_{\mathrm{high}}},\quad "
        r"\Pr\left[\mathrm{Bin}(n,p_{\mathrm{low}})\ge k\right]=\Pr\left[\mathrm{Bin}(n,p'_{\mathrm{high}})"
        r"\le k'\right]=\frac{\alpha}{4}",
        "ε ≥ ln((p_low − δ)/p′_high), with Pr[Bin(n, p_low) ≥ k] = Pr[Bin(n, p′_high) ≤ k′] = α/4",
        N_("Holds for any event, in both directions; k and k′ of n fresh runs a side showed it."),
        N_("certified lower bound, wrong with probability α at most"),
        SOURCE,
        _MADE_UP,
    ),
    Fact(
        "test-claim",
        N_("What the plan claims"),
        N_(
            "The ε that the release spends. A sound release stays below it in a test: chance blurs what so "
            "many runs can show, and one event seldom shows all of it."
        ),
        r"\Pr\left[M(D)\in S\right]\le e^{\varepsilon}\,\Pr\left[M(D')\in S\right]+\delta",
        "Pr[M(D) ∈ S] ≤ e^ε Pr[M(D′) ∈ S] + δ",
        N_("Promised for every event S and every two neighbouring tables D and D′."),
        N_("what is claimed and tested"),
        "Dwork & Roth 2014, Definition 2.4",
        _MADE_UP,
    ),
    Fact(
        "test-largest",
        N_("The most that so many runs can show"),
        N_(
            "Something that always comes out on one table and never on the other certifies this much. A "
            "claim above it cannot be refuted: take more runs."
        ),
        r"\ln\frac{q-\delta}{1-q},\quad q=\left(\frac{\alpha}{4}\right)^{1/n}",
        "ln((q − δ)/(1 − q)), q = (α/4)^(1/n)",
        N_("Holds for n fresh runs a side."),
        N_("exact"),
        SOURCE,
        _MADE_UP,
    ),
)
