"""Facts of the test of a release: what counting proves, and how much so many runs can show."""

from __future__ import annotations

from explorer.app.help.fact import Fact
from explorer.mark import N_
from explorer.privacy.audit_bound import SOURCE

_MADE_UP = N_("for two simulated tables of this plan")

TESTING_FACTS = (
    Fact(
        "test-lower-bound",
        N_("Empirical lower bound on ε"),
        N_(
            "The first half of the runs chooses an event; fresh runs count it on both tables. If "
            "the claim is true, this bound exceeds it with probability at most α = 10⁻⁶."
        ),
        r"\varepsilon\ge\ln\frac{p_{\mathrm{low}}-\delta}{p'_{\mathrm{high}}},\quad "
        r"\Pr\left[\mathrm{Bin}(n,p_{\mathrm{low}})\ge k\right]=\Pr\left[\mathrm{Bin}(n,p'_{\mathrm{high}})"
        r"\le k'\right]=\frac{\alpha}{4}",
        "ε ≥ ln((p_low − δ)/p′_high), with Pr[Bin(n, p_low) ≥ k] = Pr[Bin(n, p′_high) ≤ k′] = α/4",
        N_(
            "Holds for any event, in both directions; the event occurred in k and k′ of n fresh "
            "runs per dataset."
        ),
        N_("empirical lower bound, wrong with probability at most α"),
        SOURCE,
        _MADE_UP,
    ),
    Fact(
        "test-claim",
        N_("What the plan claims"),
        N_(
            "The ε that the release spends. A correct release stays below it in a test: the number "
            "of runs limits precision, and a single event seldom has the full privacy loss."
        ),
        r"\Pr\left[M(D)\in S\right]\le e^{\varepsilon}\,\Pr\left[M(D')\in S\right]+\delta",
        "Pr[M(D) ∈ S] ≤ e^ε Pr[M(D′) ∈ S] + δ",
        N_("Claimed for every event S and every two neighbouring tables D and D′."),
        N_("what is claimed and tested"),
        "Dwork & Roth 2014, Definition 2.4",
        _MADE_UP,
    ),
    Fact(
        "test-largest",
        N_("The largest ε that this many runs can certify"),
        N_(
            "The bound for an event that always occurs on one table and never on the other. A "
            "claim above it can't be refuted with this many runs."
        ),
        r"\ln\frac{q-\delta}{1-q},\quad q=\left(\frac{\alpha}{4}\right)^{1/n}",
        "ln((q − δ)/(1 − q)), q = (α/4)^(1/n)",
        N_("Holds for n fresh runs per dataset."),
        N_("exact"),
        SOURCE,
        _MADE_UP,
    ),
)
