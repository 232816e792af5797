"""Facts of the curves that are drawn of one release, and of the pictures themselves. General forms."""

from __future__ import annotations

from explorer.app.help.fact import Fact
from explorer.app.help.facts_release import EXACT, INDEPENDENT, NEIGHBOURS, UPPER
from explorer.mark import N_

CURVE_FACTS = (
    Fact(
        "trade-off",
        N_("Trade-off between false positives and false negatives"),
        N_(
            "An attacker tests whether you are in the data. For each false-positive rate α the "
            "curve is the smallest false-negative rate of any test: higher is more private."
        ),
        r"f(\alpha)\ge \max\left\{0,1-\delta-e^{\varepsilon}\alpha,"
        r"e^{-\varepsilon}(1-\delta-\alpha)\right\}",
        "f(α) ≥ max{0, 1 − δ − e^ε α, e^(−ε)(1 − δ − α)}",
        NEIGHBOURS,
        EXACT,
        "Kairouz, Oh & Viswanath 2015, Theorem 2.1; Dong, Roth & Su 2019, Definition 2.1",
    ),
    Fact(
        "privacy-loss",
        N_("Privacy loss"),
        N_(
            "How strongly one result indicates that you are in the data: the logarithm of a ratio "
            "of probabilities. The curve is its distribution when you are in the data."
        ),
        r"L=\ln\frac{p_{D'}(X)}{p_{D}(X)},\quad X\sim p_{D'}",
        "L = ln(p_D′(X)/p_D(X)), X drawn with you in the data",
        NEIGHBOURS,
        EXACT,
        "Dwork & Roth 2014, Section 2.3",
    ),
    Fact(
        "delta-profile",
        N_("δ at every ε"),
        N_("One mechanism satisfies many (ε, δ) at once: for each ε, the curve is the smallest δ."),
        r"\delta(\varepsilon)=\mathrm{E}\,\max\left\{0,1-e^{\varepsilon-L}\right\}",
        "δ(ε) = E max{0, 1 − e^(ε−L)}, L the privacy loss",
        NEIGHBOURS,
        EXACT,
        "Balle & Wang 2018, Theorem 5",
    ),
    Fact(
        "renyi",
        N_("Rényi curve"),
        N_(
            "An average of the privacy loss that gives large losses more weight as the order α "
            "grows. Over many releases it adds."
        ),
        r"D_{\alpha}=\frac{1}{\alpha-1}\,\ln\mathrm{E}\,e^{(\alpha-1)L}",
        "D_α = ln E e^((α−1)L)/(α − 1), L the privacy loss",
        N_("Holds for every order α above 1, in the worse of the two directions of D and D'."),
        EXACT,
        "Mironov 2017, Definition 4",
    ),
    Fact(
        "rho",
        N_("ρ, zero-concentrated privacy"),
        N_("One number for the whole Rényi curve, which lies below the line ρα. Over many releases ρ adds."),
        r"D_{\alpha}\le \rho\,\alpha,\quad\;\rho\le \varepsilon\tanh\frac{\varepsilon}{2}\;\;(\delta=0)",
        "D_α ≤ ρα for all α > 1; ρ ≤ ε·tanh(ε/2) where δ = 0",
        N_("Holds for every order α above 1."),
        UPPER,
        "Bun & Steinke 2016, Definition 1.1; Steinke 2024",
    ),
    Fact(
        "mu",
        N_("μ, Gaussian privacy"),
        N_(
            "Testing whether you are in the data is as hard as telling apart two normal "
            "distributions whose means differ by μ standard deviations. Over many releases μ² adds."
        ),
        r"f(\alpha)=\Phi\left(\Phi^{-1}(1-\alpha)-\mu\right),\quad \mu=\frac{\Delta}{\sigma}",
        "f(α) = Φ(Φ⁻¹(1−α) − μ), μ = Δ/σ",
        N_("Holds for Gaussian noise only."),
        EXACT,
        "Dong, Roth & Su 2019, Theorem 2.7",
    ),
)

PICTURE_FACTS = (
    Fact(
        "released-value",
        N_("The released value, with and without you"),
        N_(
            "The two curves are the distributions of the result with you and without you. With "
            "pure ε, each stays within a factor e^ε of the other; otherwise the probability above "
            "that factor is at most δ."
        ),
        r"\frac{\Pr[\,D'\mid x\,]}{\Pr[\,D\mid x\,]}=\frac{\pi}{1-\pi}\cdot\frac{p_{D'}(x)}{p_{D}(x)}",
        "belief afterwards: π/(1−π) times p_D′(x)/p_D(x), as odds",
        NEIGHBOURS,
        EXACT,
        "Dwork & Roth 2014, Definition 2.4, with Bayes' rule",
    ),
    Fact(
        "equally-likely",
        N_("Fifty equally likely results"),
        N_("Each dot is one of fifty equally likely results; count how many lie beyond the threshold."),
        r"x_{i}=q+F^{-1}\left(\frac{i-1/2}{50}\right),\quad i=1,\dots,50",
        "xᵢ = true count + F⁻¹((i − ½)/50), i = 1, …, 50",
        N_("Holds for one released count; F is the cumulative distribution function of the noise."),
        EXACT,
        "Kay, Kola, Hullman & Munson 2016",
    ),
    Fact(
        "clipping",
        N_("Clipping"),
        N_(
            "Narrow clipping bounds need little noise but change many values; wide bounds change "
            "few values but need more noise. The best lie between, and must not be chosen from the "
            "private data."
        ),
        r"\mathrm{error}^{2}=\mathrm{bias}^{2}+\mathrm{E}\,N^{2},"
        r"\quad \mathrm{bias}=\sum_{i}c(x_{i})-\sum_{i}x_{i},"
        r"\quad c(x)=\min\left\{\max\{x,l\},h\right\},\quad \Delta=\max\left\{|l|,|h|\right\}",
        "error² = (Σ c(xᵢ) − Σ xᵢ)² + E N², c(x) = min{max{x, l}, h}, Δ = max{|l|, |h|}",
        N_(
            "Holds for a sum with one row per unit under add or remove; under substitution, Δ is "
            "the length of the interval."
        ),
        N_("simulated, on simulated or public values"),
        "Amin, Kulesza, Muñoz Medina & Vassilvitskii 2019",
    ),
    Fact(
        "dimension",
        N_("Dimension from which Gaussian noise is smaller"),
        N_(
            "If one unit can change each of d coordinates by Δ, Laplace noise grows with d, "
            "Gaussian noise only with √d."
        ),
        r"\frac{\sqrt{2}\,d\,\Delta}{\varepsilon}>\frac{\sqrt{d}\,\Delta}{\mu(\varepsilon,\delta)}"
        r"\quad\Longleftrightarrow\quad d>\frac{\varepsilon^{2}}{2\,\mu(\varepsilon,\delta)^{2}}",
        "√2·dΔ/ε > √d·Δ/μ(ε, δ) for d > ε²/(2μ(ε, δ)²)",
        N_(
            "Holds for the standard deviation; by noise margin the crossing differs. μ is that of "
            "the Gaussian at this ε and δ."
        ),
        EXACT,
        "Dwork et al. 2006, Proposition 1; Balle & Wang 2018, Theorem 8",
    ),
    Fact(
        "range-strategies",
        N_("Strategies for ranges of bins"),
        N_(
            "A range is the sum of its bins, with the noise of all of them. A strategy gives noise to "
            "weighted sums of the bins instead; the fit to them answers a wide range with far less error."
        ),
        r"\sum_{r}\mathrm{E}\,(\tilde{r}-r)^{2}=\sigma^{2}\,\mathrm{tr}\left(W(A^{\top}A)^{-1}W^{\top}\right)",
        "Σᵣ E (r̃ − r)² = σ² tr(W (AᵀA)⁻¹ Wᵀ)",
        N_(
            "Holds for the least-squares fit. σ² is the variance of the noise for the largest column of A: "
            "by its sum for Laplace noise, by its length for Gaussian noise. The rows of W are all ranges r."
        ),
        EXACT,
        "Li, Miklau, Hay, McGregor & Rastogi 2015; McKenna, Miklau, Hay & Machanavajjhala 2018",
    ),
    Fact(
        "learning",
        N_("Learning a table by its mistakes"),
        N_(
            "A hypothesis starts with equal counts. Each round chooses the range that it gets most wrong by "
            "the exponential mechanism, measures it with Laplace noise, and moves the hypothesis towards "
            "the answer. The theorems use each answer once; the simulated run uses all of them again in "
            "every round."
        ),
        r"\alpha\ge\frac{16\ln\left(2T|Q|/\beta\right)}{n\varepsilon_{0}},"
        r"\quad T=\frac{2\ln|X|}{\alpha^{2}},\quad\varepsilon_{0}=\frac{\varepsilon}{2T}",
        "α ≥ 16 ln(2T|Q|/β)/(nε₀), T = 2 ln|X|/α², ε₀ = ε/(2T)",
        N_(
            "Holds with n public. As printed, Theorem 5.7 loses a factor of 4, and its T is 8 times as "
            "large as needed. With a δ, ε₀ follows from the exact composition of 2T releases."
        ),
        N_("promises: proven but the printed one; error of a run: simulated"),
        "Gupta, Roth & Ullman 2012; Dwork & Roth 2014, Theorems 5.3 to 5.7",
    ),
    Fact(
        "expected-counts",
        N_("What readers will see"),
        N_("Simulated people with exactly this noise: each bar is a count, each whisker its noise margin."),
        r"\tilde{c}_{i}=c_{i}+N_{i}",
        "c̃ᵢ = cᵢ + Nᵢ",
        INDEPENDENT,
        N_("simulated people"),
        "Ghosh, Roughgarden & Sundararajan 2009, Definition 2.1",
    ),
    Fact(
        "noise-alone",
        N_("Distribution of the noise"),
        N_("The distribution of the noise of each count, at its own scale. It is the same for all counts."),
        r"\Pr[\,N=x\,]",
        "Pr[N = x]",
        INDEPENDENT,
        EXACT,
        "Ghosh, Roughgarden & Sundararajan 2009, Definition 2.1",
    ),
    Fact(
        "released-counts",
        N_("What was released"),
        N_("Each bar is one noised count; each whisker is its noise margin."),
        r"\tilde{c}_{i}=c_{i}+N_{i},\quad \Pr\left[\,|N_{i}|\le t\,\right]\ge 1-\beta",
        "c̃ᵢ = cᵢ + Nᵢ, Pr[|Nᵢ| ≤ t] ≥ 1 − β",
        INDEPENDENT,
        EXACT,
        "Ghosh, Roughgarden & Sundararajan 2009, Definition 2.1",
    ),
)
