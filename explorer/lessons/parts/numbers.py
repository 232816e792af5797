"""Numbers of lessons as they are said, and the parameter that nearly every lesson has: ε."""

from __future__ import annotations

from typing import Any

from explorer.lessons.parts.scene import Number
from explorer.mark import N_, RoundedBound, Sentence
from explorer.privacy.parameter import Parameter, param, parameters
from explorer.privacy.status import Kind
from explorer.privacy.target import Target


def epsilon_param(default: float = 1.0, **changes: Any) -> Any:
    """The field ε of a lesson: a release's own, from 0.01 on."""
    declared: Parameter = parameters(Target)["epsilon"]
    told: dict[str, Any] = {
        "symbol": declared.symbol,
        "title": declared.title,
        "low": 0.01,
        "high": declared.high,
        "slider": declared.slider,
        "scale": declared.scale,
        "unit": declared.unit,
        "private_side": declared.private_side,
        "low_end": declared.low_end,
        "high_end": declared.high_end,
        "help": declared.help,
    }
    return param(default, **{**told, **changes})


def share(
    identity: str, label: Sentence, value: float | RoundedBound, kind: Kind | Sentence, source: str = ""
) -> Number:
    """A share from 0 to 1, said in percent; a `RoundedBound` is rounded to its side."""
    return Number(identity, label, _plain(value), N_("{share:percent}", share=value), kind, source)


def amount(
    identity: str, label: Sentence, value: float | RoundedBound, kind: Kind | Sentence, source: str = ""
) -> Number:
    """A number without a unit, such as ε, or a count whose label names what is counted."""
    return Number(identity, label, _plain(value), N_("{value}", value=value), kind, source)


def missing(identity: str, label: Sentence, said: Sentence, kind: Kind | Sentence) -> Number:
    """A number that there is none of, and the words that stand in its place."""
    return Number(identity, label, None, said, kind)


def _plain(value: float | RoundedBound) -> float:
    return float(value.value if isinstance(value, RoundedBound) else value)
