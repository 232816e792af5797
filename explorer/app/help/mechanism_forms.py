"""What the general formulas become for one mechanism: closed forms, by fact and mechanism.

A mechanism or fact that is not named here keeps the general form, which is true of all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from explorer.privacy.shape import Sampling


@dataclass(frozen=True, slots=True)
class Form:
    """A formula to be typeset, and the same in plain notation."""

    latex: str
    plain: str


_MU = r",\quad \mu=\frac{\Delta}{\sigma}"
_A = r",\quad a=e^{-1/s}"
_JOINT = Form(r",\quad \beta'=1-(1-\beta)^{1/B}", ", β′ = 1 − (1−β)^(1/B)")

_LAPLACE = ("laplace", "laplace-vector")
_GAUSSIAN = ("gaussian", "gaussian-classical", "gaussian-vector")
_GEOMETRIC = ("discrete-laplace",)
_ROUNDED = ("discrete-gaussian",)
_CATASTROPHE = ("catastrophe",)

_TOTAL = (r",\quad \sigma_{T}=\sigma\sqrt{\left\lfloor\log_{2}(T+1)\right\rfloor}", ", σ_T = σ√⌊log₂(T + 1)⌋")
_TREE = ("gaussian-tree",)


def _of_totals(forms: Mapping[str, Form]) -> dict[str, Form]:
    """The same for the noisiest running total of a tree, whose noise has the standard deviation σ_T."""
    latex, plain = _TOTAL
    return {
        fact: Form(
            form.latex.replace(r"\sigma", r"\sigma_{T}") + latex, form.plain.replace("σ", "σ_T") + plain
        )
        for fact, form in forms.items()
    }


def _of_tree(forms: Mapping[str, Form]) -> dict[str, Form]:
    """The same where all nodes of a tree move by √L Δ."""
    latex = r",\quad \mu=\frac{\sqrt{L}\,\Delta}{\sigma},\quad L=\left\lfloor\log_{2}T\right\rfloor+1"
    plain = "μ = √L·Δ/σ, L = ⌊log₂ T⌋ + 1"
    return {
        fact: Form(form.latex.replace(_MU, latex), form.plain.replace("μ = Δ/σ", plain))
        for fact, form in forms.items()
    }


_NOISE: tuple[tuple[tuple[str, ...], dict[str, Form]], ...] = (
    (
        _LAPLACE,
        {
            "margin-each": Form(r"t=b\,\ln\frac{1}{\beta}", "b ln(1/β)"),
            "stands-out": Form(r"t=b\,\ln\frac{B}{2\beta}", "b ln(B/(2β))"),
            "relative-error": Form(r"n=\frac{b}{r}\,\ln\frac{1}{\beta}", "b ln(1/β)/r"),
            "standard-deviation": Form(r"\sqrt{2}\,b", "√2·b"),
        },
    ),
    (
        _GAUSSIAN,
        {
            "margin-each": Form(r"t=\sigma\,\Phi^{-1}\left(1-\frac{\beta}{2}\right)", "σΦ⁻¹(1 − β/2)"),
            "stands-out": Form(r"t=\sigma\,\Phi^{-1}\left(1-\frac{\beta}{B}\right)", "σΦ⁻¹(1 − β/B)"),
            "relative-error": Form(
                r"n=\frac{\sigma}{r}\,\Phi^{-1}\left(1-\frac{\beta}{2}\right)", "σΦ⁻¹(1 − β/2)/r"
            ),
            "standard-deviation": Form(r"\sigma", "σ"),
        },
    ),
    (
        _GEOMETRIC,
        {
            "margin-each": Form(
                r"t=\min\left\{m\in\mathbb{Z}:\frac{2\,a^{m+1}}{1+a}\le\beta\right\}" + _A,
                "the least whole m >= 0 with 2a^(m+1)/(1+a) ≤ β, a = e^(−1/s)",
            ),
            "stands-out": Form(
                r"t=\left\lceil s\,\ln\frac{B}{\beta\,(1+a)}\right\rceil" + _A,
                "s ln(B/(β(1+a))), rounded up, a = e^(−1/s)",
            ),
            "unharmed": Form(
                r"\Pr[\,N=0\,]=\frac{1-a}{1+a}=\tanh\frac{1}{2s}" + _A,
                "(1−a)/(1+a) = tanh(1/(2s)), a = e^(−1/s)",
            ),
            "standard-deviation": Form(r"\frac{\sqrt{2a}}{1-a}" + _A, "√(2a)/(1−a), a = e^(−1/s)"),
        },
    ),
    (
        _ROUNDED,
        {
            "margin-each": Form(
                r"t=\min\left\{m\in\mathbb{Z}:2\,\Pr[\,N>m\,]\le\beta\right\}",
                "the least whole m >= 0 with 2 Pr[N > m] ≤ β",
            ),
            "unharmed": Form(
                r"\Pr[\,N=0\,]=\frac{1}{\sum_{n\in\mathbb{Z}}e^{-n^{2}/(2\sigma^{2})}}", "1/Σ e^(−n²/(2σ²))"
            ),
            "standard-deviation": Form(
                r"\sqrt{\sum_{x\in\mathbb{Z}}x^{2}\,\Pr[\,N=x\,]}", "√(Σ x² Pr[N = x])"
            ),
        },
    ),
    (
        _CATASTROPHE,
        {
            "margin-each": Form(r"t=b\,\ln\frac{1-\delta}{\beta}", "b ln((1−δ)/β)"),
            "unharmed": Form(r"\Pr[\,N=0\,]=\delta", "δ"),
            "standard-deviation": Form(r"\sqrt{2\,(1-\delta)}\;b", "√(2(1−δ))·b"),
        },
    ),
    (
        ("permute-and-flip",),
        {
            "score-lost": Form(
                r"\max_{r}u(r)-u(R)\le s\,\ln\frac{N-1}{2\beta},\quad s=\frac{2\Delta}{\varepsilon}",
                "max u(r) − u(R) ≤ s ln((N−1)/(2β)), s = 2Δ/ε",
            ),
        },
    ),
)

_GUARANTEE: tuple[tuple[tuple[str, ...], dict[str, Form]], ...] = (
    (
        _LAPLACE,
        {
            "best-guess": Form(r"1-\frac{1}{2}\,e^{-\varepsilon/2}", "1 − e^(−ε/2)/2"),
            "advantage": Form(r"1-e^{-\varepsilon/2}", "1 − e^(−ε/2)"),
            "odds": Form(r"x=50\,e^{-\varepsilon/2},\quad y=100-x", "x = 50e^(−ε/2), y = 100 − x"),
            "trade-off": Form(
                r"f(\alpha)=\begin{cases}1-e^{\varepsilon}\alpha & \alpha\le\frac{1}{2}e^{-\varepsilon}\\"
                r"\frac{1}{4\alpha}e^{-\varepsilon} & \frac{1}{2}e^{-\varepsilon}\le\alpha\le\frac{1}{2}\\"
                r"(1-\alpha)\,e^{-\varepsilon} & \alpha\ge\frac{1}{2}\end{cases}",
                "1 − e^ε α up to α = e^(−ε)/2, (1 − α)e^(−ε) from α = ½ on, e^(−ε)/(4α) between",
            ),
            "privacy-loss": Form(
                r"\Pr[L=\varepsilon]=\frac{1}{2},\quad \Pr[L=-\varepsilon]=\frac{1}{2}e^{-\varepsilon},"
                r"\quad p(l)=\frac{1}{4}e^{(l-\varepsilon)/2}",
                "Pr[L = ε] = ½, Pr[L = −ε] = e^(−ε)/2, density e^((l−ε)/2)/4 between",
            ),
            "delta-profile": Form(
                r"\delta(\varepsilon)=1-e^{(\varepsilon-\varepsilon_{0})/2}\quad(\varepsilon\le\varepsilon_{0}),"
                r"\quad \varepsilon_{0}=\frac{\Delta}{b}",
                "δ(ε) = 1 − e^((ε−ε₀)/2) up to ε₀ = Δ/b, then 0",
            ),
            "renyi": Form(
                r"D_{\alpha}=\frac{1}{\alpha-1}\,\ln\left(\frac{\alpha}{2\alpha-1}\,e^{(\alpha-1)\varepsilon}"
                r"+\frac{\alpha-1}{2\alpha-1}\,e^{-\alpha\varepsilon}\right)",
                "ln[α/(2α−1)·e^((α−1)ε) + (α−1)/(2α−1)·e^(−αε)]/(α−1)",
            ),
        },
    ),
    (
        _GAUSSIAN,
        {
            "best-guess": Form(r"\Phi\left(\frac{\mu}{2}\right)" + _MU, "Φ(μ/2), μ = Δ/σ"),
            "advantage": Form(r"2\,\Phi\left(\frac{\mu}{2}\right)-1" + _MU, "2Φ(μ/2) − 1, μ = Δ/σ"),
            "odds": Form(
                r"x=100\,\Phi\left(-\frac{\mu}{2}\right),\quad y=100-x" + _MU,
                "x = 100Φ(−μ/2), y = 100 − x, μ = Δ/σ",
            ),
            "true-positive-rate": Form(
                r"1-f(\alpha)=\Phi\left(\Phi^{-1}(\alpha)+\mu\right)" + _MU, "Φ(Φ⁻¹(α) + μ), μ = Δ/σ"
            ),
            "trade-off": Form(
                r"f(\alpha)=\Phi\left(\Phi^{-1}(1-\alpha)-\mu\right)" + _MU, "Φ(Φ⁻¹(1−α) − μ), μ = Δ/σ"
            ),
            "privacy-loss": Form(
                r"L\sim\mathcal{N}\left(\frac{\mu^{2}}{2},\mu^{2}\right)" + _MU,
                "L is normal with mean μ²/2 and standard deviation μ, μ = Δ/σ",
            ),
            "delta-profile": Form(
                r"\delta(\varepsilon)=\Phi\left(\frac{\mu}{2}-\frac{\varepsilon}{\mu}\right)"
                r"-e^{\varepsilon}\,\Phi\left(-\frac{\mu}{2}-\frac{\varepsilon}{\mu}\right)" + _MU,
                "δ(ε) = Φ(μ/2 − ε/μ) − e^ε Φ(−μ/2 − ε/μ), μ = Δ/σ",
            ),
            "renyi": Form(r"D_{\alpha}=\frac{\alpha\,\mu^{2}}{2}" + _MU, "αμ²/2, μ = Δ/σ"),
            "rho": Form(r"\rho=\frac{\mu^{2}}{2}" + _MU, "ρ = μ²/2, μ = Δ/σ"),
        },
    ),
    (
        _ROUNDED,
        {"rho": Form(r"\rho=\frac{\Delta^{2}}{2\,\sigma^{2}}", "ρ = Δ²/(2σ²)")},
    ),
    (
        _CATASTROPHE,
        {
            "delta-profile": Form(
                r"\delta(\varepsilon)=\delta+(1-\delta)\left(1-e^{(\varepsilon-\varepsilon_{0})/2}\right)"
                r"\quad(\varepsilon\le\varepsilon_{0}),\quad \varepsilon_{0}=\frac{\Delta}{b}",
                "δ + (1−δ)(1 − e^((ε−ε₀)/2)) up to ε₀ = Δ/b, then δ",
            ),
        },
    ),
    (
        ("exponential",),
        {
            "delta-profile": Form(
                r"\delta(\varepsilon')=\frac{\left(e^{\varepsilon/2}-e^{\varepsilon'/2}\right)^{2}}"
                r"{e^{\varepsilon}-1}\quad(\varepsilon'\le\varepsilon)",
                "δ(ε′) = (e^(ε/2) − e^(ε′/2))²/(e^ε − 1) up to ε, then 0",
            ),
            "trade-off": Form(
                r"f(\alpha)=\frac{1-\alpha}{1+\alpha\,(e^{\varepsilon}-1)}", "(1−α)/(1 + α(e^ε − 1))"
            ),
            "rho": Form(
                r"\rho=\frac{\varepsilon}{e^{\varepsilon}-1}+\ln\frac{e^{\varepsilon}-1}{\varepsilon}-1",
                "ρ = ε/(e^ε − 1) + ln((e^ε − 1)/ε) − 1",
            ),
        },
    ),
)

_SAMPLED = MappingProxyType(
    {
        "odds": Form(
            r"x=50\,\left(1-\delta_{0}(0)\right),\quad y=x+100\,q\,\delta_{0}(0)",
            "x = 50(1 − δ₀(0)), y = x + 100q·δ₀(0), δ₀ of the mechanism on the sample",
        ),
        "delta-profile": Form(
            r"\delta_{q}(\varepsilon)=q\,\delta\left(\ln\left(1+\frac{e^{\varepsilon}-1}{q}\right)\right)",
            "q·δ(ln(1 + (e^ε − 1)/q)), δ of the mechanism on the sample",
        ),
        "trade-off": Form(
            r"f_{q}(\alpha)=q\,f(\alpha)+(1-q)(1-\alpha)",
            "q·f(α) + (1−q)(1−α), f of the mechanism on the sample",
        ),
    }
)


def _joint(each: Form) -> Form:
    """The margin of all counts together: that of each, at the risk β′."""
    return Form(
        each.latex.replace(r"\beta", r"\beta'") + _JOINT.latex, each.plain.replace("β", "β′") + _JOINT.plain
    )


def _by_key(
    groups: tuple[tuple[tuple[str, ...], dict[str, Form]], ...],
) -> Mapping[tuple[str, str], Form]:
    found = {
        (fact, mechanism): form
        for mechanisms, forms in groups
        for mechanism in mechanisms
        for fact, form in forms.items()
    }
    margins = {key: form for key, form in found.items() if key[0] == "margin-each"}
    joint = {("margin-joint", mechanism): _joint(form) for (_, mechanism), form in margins.items()}
    return MappingProxyType({**found, **joint})


def _of_gaussian(groups: tuple[tuple[tuple[str, ...], dict[str, Form]], ...]) -> dict[str, Form]:
    (found,) = (forms for mechanisms, forms in groups if mechanisms is _GAUSSIAN)
    return found


NOISE_FORMS = _by_key((*_NOISE, (_TREE, _of_totals(_of_gaussian(_NOISE)))))
GUARANTEE_FORMS = _by_key((*_GUARANTEE, (_TREE, _of_tree(_of_gaussian(_GUARANTEE)))))


_WITHOUT_REPLACEMENT = Form(
    r"C_{q}(f)=\min\left\{f_{q},f_{q}^{-1}\right\}^{**},\quad f_{q}(\alpha)=q\,f(\alpha)+(1-q)(1-\alpha)",
    "the largest convex curve below f_q and its inverse, f_q(α) = q·f(α) + (1−q)(1−α), f of the mechanism "
    "on the sample",
)


def form_of(
    fact: str, mechanism: str, sampling_rate: float, sampling: Sampling = Sampling.POISSON
) -> Form | None:
    """The closed form of a fact for a mechanism; of its noise on a sample too, of its guarantee not."""
    if (noise := NOISE_FORMS.get((fact, mechanism))) is not None:
        return noise
    if sampling_rate < 1:
        if fact == "trade-off" and sampling is Sampling.WITHOUT_REPLACEMENT:
            return _WITHOUT_REPLACEMENT
        return _SAMPLED.get(fact)
    return GUARANTEE_FORMS.get((fact, mechanism))
