"""Facts of one release: what its guarantee means, and what its noise costs. General forms."""

from __future__ import annotations

from explorer.app.core.wording import KINDS
from explorer.app.help.fact import Fact
from explorer.mark import N_
from explorer.privacy.status import Kind

EXACT, UPPER = KINDS[Kind.EXACT], KINDS[Kind.UPPER]
NEIGHBOURS = N_("Holds for one release and every two neighbouring datasets D and D'.")
INDEPENDENT = N_("Holds for independent noise on each count.")

_PROMISE = r"\Pr[M(D')\in S]\le e^{\varepsilon}\,\Pr[M(D)\in S]+\delta"
_PLAIN_PROMISE = "Pr[M(D′) in S] ≤ e^ε Pr[M(D) in S] + δ"

GUARANTEE_FACTS = (
    Fact(
        "mechanism",
        N_("The mechanism"),
        N_("The distribution from which the result is drawn. It is public; only the outcome is random."),
        _PROMISE,
        _PLAIN_PROMISE,
        NEIGHBOURS,
        EXACT,
        "Dwork & Roth 2014, Definition 2.4",
    ),
    Fact(
        "epsilon",
        N_("ε, the privacy budget of one release"),
        N_(
            "One unit changes the probability of any set of results by at most a factor of e^ε, "
            "plus δ. Smaller is more private."
        ),
        _PROMISE,
        _PLAIN_PROMISE,
        N_("Holds for every set S of results, in both directions for every two neighbours D and D'."),
        N_("what you set; the noise follows from it"),
        "Dwork & Roth 2014, Definition 2.4",
    ),
    Fact(
        "delta",
        N_("δ, failure probability"),
        N_(
            "How far the probability of any set of results may exceed e^ε times its probability on "
            "a neighbouring dataset. A privacy loss above ε is more likely than δ: for Gaussian "
            "noise at ε = 1 and δ = 10⁻⁵ its probability is 1.6·10⁻⁴. Keep δ far below 1 divided "
            "by the number of people."
        ),
        r"\delta(\varepsilon)=\max_{S}\,\left\{\Pr[M(D')\in S]-e^{\varepsilon}\,\Pr[M(D)\in S]\right\}",
        "δ(ε) = max over S of Pr[M(D′) in S] − e^ε Pr[M(D) in S]",
        NEIGHBOURS,
        N_("what you set; the noise follows from it"),
        "Dwork & Roth 2014, Definition 2.4",
    ),
    Fact(
        "sensitivity",
        N_("Sensitivity"),
        N_(
            "The largest change of the true answer when one unit changes. It follows from the "
            "unit, the neighbouring relation and the contribution limits, never from the data."
        ),
        r"\Delta=\max_{D\sim D'}\;\left\|q(D)-q(D')\right\|",
        "Δ = max over neighbours of ‖q(D) − q(D′)‖",
        N_("Holds for every two neighbouring datasets within the declared contribution limits."),
        UPPER,
        "Dwork & Roth 2014, Definition 3.1",
    ),
    Fact(
        "sampling",
        N_("Amplification by sampling"),
        N_(
            "A secret random sample protects more than the same noise on everybody, because you "
            "are probably not in it. The noise is calibrated to the ε₀ and δ₀ of the mechanism on "
            "the sample."
        ),
        r"\varepsilon=\ln\left(1+q\,(e^{\varepsilon_0}-1)\right),\quad \delta=q\,\delta_0",
        "ε = ln(1 + q(e^(ε₀) − 1)), δ = qδ₀",
        N_(
            "Holds while the sample stays secret: for add or remove, if each unit is sampled "
            "independently with probability q; for substitution, if m of n units are drawn without "
            "replacement, q = m/n."
        ),
        EXACT,
        "Li, Qardaji & Su 2012; Balle, Barthe & Gaboardi 2018, Theorems 8 and 9; Zhu, Dong & Wang 2022",
    ),
)

PERSON_FACTS = (
    Fact(
        "best-guess",
        N_("Accuracy of the best attacker"),
        N_(
            "The probability that the best attacker guesses correctly whether you are in the data, "
            "with a prior belief of 50 %."
        ),
        r"\frac{1+\delta(0)}{2}\le \frac{e^{\varepsilon}+\delta}{1+e^{\varepsilon}}",
        "(1 + δ(0))/2 ≤ (e^ε + δ)/(1 + e^ε); δ(0) is the total variation distance",
        NEIGHBOURS,
        EXACT,
        "Neyman & Pearson 1933; Kairouz, Oh & Viswanath 2015, Theorem 2.1",
    ),
    Fact(
        "advantage",
        N_("Advantage"),
        N_(
            "The largest difference between the true-positive and false-positive rates of any test "
            "for whether you are in the data: 0 is random guessing, 1 is certainty."
        ),
        r"\max_{\alpha}\,\left\{1-f(\alpha)-\alpha\right\}=\delta(0)"
        r"\le \frac{e^{\varepsilon}-1+2\delta}{e^{\varepsilon}+1}",
        "max over α of 1 − f(α) − α = δ(0) ≤ (e^ε − 1 + 2δ)/(e^ε + 1)",
        NEIGHBOURS,
        EXACT,
        "Kairouz, Oh & Viswanath 2015, Theorem 2.1",
    ),
    Fact(
        "odds",
        N_("Times in 100, without you and with you"),
        N_(
            "Of 100 such releases, the number in which the best test reports that you are in the "
            "data: x if you are not, y if you are."
        ),
        r"x=50\,\left(1-\delta(0)\right),\quad y=50\,\left(1+\delta(0)\right)",
        "x = 50(1 − δ(0)), y = 50(1 + δ(0))",
        NEIGHBOURS,
        EXACT,
        "Nanayakkara, Smart, Cummings, Kaptchuk & Redmiles 2023",
    ),
    Fact(
        "posterior",
        N_("Posterior belief"),
        N_(
            "A prior belief π that you are in the data becomes a posterior belief between these "
            "two values, whatever the result. If δ is above 0, single results may reveal more. For "
            "g people who are in the data only together, gε replaces ε."
        ),
        r"\frac{\pi}{\pi+(1-\pi)\,e^{\varepsilon}}\le \Pr[\,D'\mid x\,]\le "
        r"\frac{\pi\,e^{\varepsilon}}{\pi\,e^{\varepsilon}+1-\pi}",
        "π/(π + (1−π)e^ε) ≤ Pr[D′ given x] ≤ πe^ε/(πe^ε + 1 − π)",
        N_(
            "Holds for pure ε (δ = 0) and every result x, if the attacker takes your data to be "
            "independent of everybody else's."
        ),
        UPPER,
        "Dwork, McSherry, Nissim & Smith 2006, Definition 1, with Bayes' rule",
    ),
    Fact(
        "true-positive-rate",
        N_("Detection rate"),
        N_(
            "The largest true-positive rate of any test with false-positive rate α; f is the "
            "trade-off curve of this release."
        ),
        r"1-f(\alpha)",
        "1 − f(α), f the trade-off curve of this release",
        NEIGHBOURS,
        EXACT,
        "Dong, Roth & Su 2019, Definition 2.1",
    ),
    Fact(
        "alarm-right",
        N_("Precision (positive predictive value)"),
        N_(
            "Of those whom the test reports to be in the data, the share that is; the share of all "
            "tested is the prior π."
        ),
        r"\frac{\pi\,(1-f(\alpha))}{\pi\,(1-f(\alpha))+(1-\pi)\,\alpha}",
        "π(1 − f(α))/(π(1 − f(α)) + (1−π)α)",
        NEIGHBOURS,
        EXACT,
        "Kairouz, Oh & Viswanath 2015, Theorem 2.1, with Bayes' rule",
    ),
    Fact(
        "group",
        N_("A group of g"),
        N_(
            "What the same release guarantees to g units that are all in the data or all not, such "
            "as a household."
        ),
        r"\left(g\,\varepsilon,\quad \delta\,\frac{e^{g\varepsilon}-1}{e^{\varepsilon}-1}\right)",
        "(gε, δ(e^(gε) − 1)/(e^ε − 1))",
        N_("Holds for every mechanism that is (ε, δ)-differentially private for one unit."),
        UPPER,
        "Dwork & Roth 2014, Theorem 2.2 (δ = 0); Vadhan 2017, proof of Lemma 2.2",
    ),
)

COST_FACTS = (
    Fact(
        "margin-each",
        N_("Noise margin, each count"),
        N_(
            "The noise of one count stays within this margin with confidence 1 − β. It says nothing about"
            " the data."
        ),
        r"t=\min\left\{t:\;\Pr\left[\,|N|\le t\,\right]\ge 1-\beta\right\}",
        "the least t with Pr[|N| ≤ t] ≥ 1 − β",
        N_("Holds for the noise N of one count."),
        EXACT,
        "Dwork & Roth 2014, Theorem 3.8",
    ),
    Fact(
        "margin-joint",
        N_("Noise margin, all counts simultaneously"),
        N_("The noise of all B counts stays within this margin simultaneously, with confidence 1 − β."),
        r"\Pr\left[\,|N|\le t\,\right]\ge 1-\beta',\quad \beta'=1-(1-\beta)^{1/B}",
        "the least t with Pr[|N| ≤ t] ≥ 1 − β′, β′ = 1 − (1−β)^(1/B)",
        INDEPENDENT,
        EXACT,
        "Šidák 1967",
    ),
    Fact(
        "stands-out",
        N_("Smallest detectable count"),
        N_(
            "With probability 1 − β or more, none of B empty bins shows a count this large. A bin "
            "whose true count is this large may still be missed."
        ),
        r"t=\min\left\{t:\;B\,\Pr[\,N\ge t\,]\le\beta\right\}",
        "the least t with B·Pr[N ≥ t] ≤ β",
        N_("Holds for any B counts, by the union bound."),
        UPPER,
        "Boole's inequality",
    ),
    Fact(
        "relative-error",
        N_("Smallest count for a relative error"),
        N_(
            "For counts of this size or more, the noise is at most the share r of the count, with "
            "confidence 1 − β."
        ),
        r"n=\frac{t}{r},\quad \Pr\left[\,|N|\le t\,\right]\ge 1-\beta",
        "n = t/r, where t is the margin: Pr[|N| ≤ t] ≥ 1 − β",
        N_("Holds for the noise N of one count."),
        EXACT,
        "Dwork & Roth 2014, Theorem 3.8",
    ),
    Fact(
        "unharmed",
        N_("Count released unchanged"),
        N_(
            "The probability that a count is released unchanged. This is not a leak: nobody can "
            "tell when it happened."
        ),
        r"\Pr[\,N=0\,]",
        "Pr[N = 0]; 0 for continuous noise",
        N_("Holds for the noise N of one count; 0 for continuous noise."),
        EXACT,
        "Ghosh, Roughgarden & Sundararajan 2009, Definition 2.1",
    ),
    Fact(
        "standard-deviation",
        N_("Standard deviation of the noise"),
        N_("The typical size of the noise: its root mean square."),
        r"\sqrt{\mathrm{E}\,N^{2}}",
        "√(E N²)",
        N_("Holds for the noise N of one count."),
        EXACT,
        "Dwork & Roth 2014, Definition 3.2",
    ),
    Fact(
        "score-lost",
        N_("Score loss of private selection"),
        N_(
            "How much worse the chosen candidate may be than the best one, with confidence 1 − β; here "
            "for the "
            "worst scores that N candidates can have."
        ),
        r"\max_{r}u(r)-u(R)\le \frac{2\Delta}{\varepsilon}\,\ln\frac{N}{\beta}",
        "max u(r) − u(R) ≤ (2Δ/ε) ln(N/β)",
        N_("Holds for any N candidates whose scores change by at most Δ when one unit changes."),
        UPPER,
        "Dwork & Roth 2014, Corollary 3.12",
    ),
    Fact(
        "truth-told",
        N_("Probability of truth"),
        N_("The probability that a person's released answer is the true one, out of m possible answers."),
        r"\frac{e^{\varepsilon}}{e^{\varepsilon}+m-1}",
        "e^ε/(e^ε + m − 1)",
        N_("Holds for each person separately, whatever the others answer."),
        EXACT,
        "Warner 1965; Kairouz, Bonawitz & Ramage 2016",
    ),
)

RELEASE_FACTS = (*GUARANTEE_FACTS, *PERSON_FACTS, *COST_FACTS)
