r"""What a choice spends whose privacy loss lies in an interval of length ε: the exponential mechanism's ρ.

Numbers alone, without arrays: plans need it long before anything is computed.
"""

from __future__ import annotations

import math

_SERIES_TERMS = 14


def bounded_range_rho(epsilon: float) -> float:
    r"""ε/(e^ε−1) + ln((e^ε−1)/ε) − 1, the ρ of a choice whose loss has a range of length ε > 0.

    In h = ε/2, without cancellation: h coth h − 1 + ln(sinh(h)/h). It is the largest mean loss of any such
    pair, which D_α/α never exceeds; below ε²/8, and rising in ε. To some 1e-15, relatively.

    Source
    ------
    Harrison & Manurangsi (2026), Exact zCDP Characterizations for Fundamental Differentially Private
    Mechanisms, for the worst mechanism of a bounded range; Cesar & Rogers (2021) for ε²/8.
    """
    h = epsilon / 2
    if h > 1:
        return bend(h) + h + math.log1p(-math.exp(-2 * h)) - math.log(2 * h)
    return bend(h) + math.log1p(_sinh_less_line(h) / h)


def bend(at: float) -> float:
    """h coth h − 1 for h > 0; by the series Σ 2n h^(2n+1)/(2n+1)! of h cosh h − sinh h below 1."""
    if at > 1:
        return at / math.tanh(at) - 1
    terms = [2 * n * at ** (2 * n) / math.factorial(2 * n + 1) for n in range(1, _SERIES_TERMS)]
    return sum(reversed(terms)) / (math.sinh(at) / at)


def _sinh_less_line(at: float) -> float:
    """Sinh z − z for z in [0, 1], by its series: Σ z^(2n+1)/(2n+1)!."""
    tail = 1.0
    for n in range(_SERIES_TERMS, 1, -1):
        tail = 1 + at * at / (2 * n * (2 * n + 1)) * tail
    return at**3 / 6 * tail
