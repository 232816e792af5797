"""Everything that the program knows, as one frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from explorer.mark import N_
from explorer.privacy.mechanism import Mechanism, every_mechanism
from explorer.privacy.parameter import Parameter, Scale, param, parameters
from explorer.privacy.refusal import Refusal
from explorer.privacy.target import Target

if TYPE_CHECKING:
    from explorer.release.drawn import Drawn

WITHOUT_YOU = 100.0  # the true count on D in every picture: made up, and said to be


class Workspace(Enum):
    """The three rooms that a person works in."""

    EXPLORE = "explore"
    COMPOSE = "compose"
    RELEASE = "release"


@dataclass(frozen=True, slots=True)
class Reading:
    """What the person looks at in the pictures of one release."""

    observed: float = param(
        101.7, symbol="x", title=N_("released value"), low=-1e9, high=1e9, slider=(0.0, 200.0)
    )
    threshold: float = param(
        101.25, symbol="t", title=N_("threshold"), low=-1e9, high=1e9, slider=(0.0, 200.0)
    )
    confidence: float = param(
        0.95,
        symbol="1−β",
        title=N_("confidence"),
        low=0.5,
        high=0.9999,
        help=N_("How often the noise stays within the margin."),
    )
    bins: int = param(
        20,
        symbol="B",
        title=N_("bins"),
        low=1,
        high=100_000,
        slider=(1, 1000),
        scale=Scale.LOG,
        integer=True,
        help=N_("How many counts are released together."),
    )


@dataclass(frozen=True, slots=True)
class Composing:
    """What the person asks about many releases."""

    count: int = param(
        100,
        symbol="k",
        title=N_("releases"),
        low=1,
        high=1_000_000,
        slider=(1, 1000),
        scale=Scale.LOG,
        integer=True,
        low_end=N_("one release"),
        high_end=N_("many releases"),
        help=N_("How many releases of this kind are made of the same people."),
    )
    total_delta: float = param(
        1e-4,
        symbol="δ",
        title=N_("in total"),
        low=1e-300,
        high=0.5,
        slider=(1e-12, 1e-2),
        scale=Scale.LOG,
        private_side=-1,
        low_end=N_("hardly ever"),
        high_end=N_("too often"),
        help=N_("The δ that all releases may spend together; adding up pure releases needs none of it."),
    )
    horizon: int = param(
        200,
        symbol="k max",
        title=N_("drawn up to"),
        low=10,
        high=1000,
        scale=Scale.LOG,
        integer=True,
        help=N_("The last number of releases that the picture shows."),
    )


@dataclass(frozen=True, slots=True)
class Releasing:
    """The steward's work: a plan as TOML text (also while it is not valid yet), a file, an account."""

    plan: str = ""
    plan_path: str = ""
    csv: str = ""
    account: str = ""
    apart: bool = False
    drawn: tuple[Drawn, ...] = ()  # newest last: what was paid for in this window
    written: tuple[str, ...] = ()
    shown: int = 0  # which histogram of the plan the picture shows


@dataclass(frozen=True, slots=True)
class Framed:
    """What the axes were chosen for: the settled values, so that axes rest while a slider moves."""

    mechanism: str = "laplace"
    target: Target = field(default_factory=Target)


@dataclass(frozen=True, slots=True)
class State:
    """The program. `refused` holds what was last refused beside each field."""

    workspace: Workspace = Workspace.EXPLORE
    mechanism: str = "laplace"
    target: Target = field(default_factory=Target)
    reading: Reading = field(default_factory=Reading)
    composing: Composing = field(default_factory=Composing)
    releasing: Releasing = field(default_factory=Releasing)
    framed: Framed = field(default_factory=Framed)
    refused: Mapping[str, Refusal] = field(default_factory=lambda: MappingProxyType({}))


SECTIONS: Mapping[str, type] = MappingProxyType(
    {"target": Target, "reading": Reading, "composing": Composing}
)


def declared(state: State, path: str) -> Parameter:
    """The declaration of the parameter at `path` ("target.epsilon"); the mechanism may narrow its range."""
    section, name = path.split(".")
    parameter = parameters(SECTIONS[section])[name]
    own = parameters(every_mechanism()[state.mechanism]) if section == "target" else {}
    if name in own:
        narrow = own[name]
        return replace(parameter, low=narrow.low, high=narrow.high, integer=narrow.integer)
    return parameter


def value_at(state: State, path: str) -> float:
    """The value of the parameter at `path`."""
    section, name = path.split(".")
    return float(getattr(getattr(state, section), name))


def with_value(state: State, path: str, value: Any) -> State:
    """The state with another value at `path`, unchecked."""
    section, name = path.split(".")
    changes: dict[str, Any] = {section: replace(getattr(state, section), **{name: value})}
    return replace(state, **changes)


@lru_cache(maxsize=256)
def mechanism_for(mechanism: str, target: Target) -> Mechanism:
    """The mechanism of that id with the least noise that meets the target."""
    return every_mechanism()[mechanism].calibrated(target.epsilon, target.delta, target.sensitivity)


def mechanism_of(state: State) -> Mechanism:
    """The mechanism that the left column describes."""
    return mechanism_for(state.mechanism, state.target)
