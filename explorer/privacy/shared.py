"""Declarations that several mechanisms share, so that each is written once."""

from __future__ import annotations

from typing import Any

from explorer.mark import N_, Sentence
from explorer.privacy.parameter import Scale, param


def sensitivity_param(**changes: Any) -> Any:
    """The field `sensitivity`: the most that one unit can move the true answer, in its norm."""
    declared: dict[str, Any] = {
        "symbol": "Δ",
        "title": N_("sensitivity"),
        "low": 1e-6,
        "high": 1e6,
        "slider": (1.0, 100.0),
        "scale": Scale.LOG,
        "private_side": -1,
        "low_end": N_("one unit changes little"),
        "high_end": N_("one unit changes much"),
        "help": N_("The largest change of the true answer when one unit changes."),
    }
    return param(1.0, **{**declared, **changes})


def noise_param(symbol: str, title: Sentence, help: Sentence, **changes: Any) -> Any:
    """The field of a mechanism that holds how wide its noise is."""
    declared: dict[str, Any] = {
        "symbol": symbol,
        "title": title,
        "low": 1e-6,
        "high": 1e12,
        "slider": (0.1, 1000.0),
        "scale": Scale.LOG,
        "private_side": 1,
        "low_end": N_("less privacy and noise"),
        "high_end": N_("more privacy and noise"),
        "help": help,
    }
    return param(1.0, **{**declared, **changes})
