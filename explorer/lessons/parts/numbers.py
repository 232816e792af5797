"""Numbers of lessons as they are said, and the parameter of nearly all: ε."""

from __future__ import annotations

from typing import Any

from explorer.lessons.parts.scene import Number
from explorer.mark import N_, RoundedBound, Sentence, at_most
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


def simulated(runs: int) -> Sentence:
    """The kind of a number that was counted in so many runs."""
    return N_("simulated, {runs} {runs:run|runs}", runs=runs)


def share(
    identity: str,
    label: Sentence,
    value: float | RoundedBound,
    kind: Kind | Sentence = Kind.EXACT,
    source: str = "",
) -> Number:
    """A share from 0 to 1, said in percent; a `RoundedBound` is rounded to its side, an upper bound up."""
    said = N_("{share:percent}", share=_shown(value, kind))
    return Number(identity, label, float(_plain(value)), said, kind, source)


def amount(
    identity: str,
    label: Sentence,
    value: float | RoundedBound,
    kind: Kind | Sentence = Kind.EXACT,
    source: str = "",
) -> Number:
    """A number without a unit, such as ε, or a count named by its label; rounded as a share."""
    return Number(identity, label, _plain(value), N_("{value}", value=_shown(value, kind)), kind, source)


def margin(identity: str, label: Sentence, value: float, kind: Kind | Sentence = Kind.EXACT) -> Number:
    """A noise margin in the unit of the answer."""
    return Number(identity, label, float(value), N_("± {margin}", margin=value), kind)


def missing(identity: str, label: Sentence, said: Sentence, kind: Kind | Sentence) -> Number:
    """A number that there is none of, and the words that stand in its place."""
    return Number(identity, label, None, said, kind)


def _plain(value: float | RoundedBound) -> float:
    return value.value if isinstance(value, RoundedBound) else value


def _shown(value: float | RoundedBound, kind: Kind | Sentence) -> float | RoundedBound:
    bare = kind is Kind.UPPER and not isinstance(value, RoundedBound)
    return at_most(_plain(value)) if bare else value
