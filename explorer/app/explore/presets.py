"""Named settings that a person can jump to; each is one undoable step."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from explorer.app.core.sections import Composing
from explorer.app.core.state import Workspace
from explorer.mark import N_, Sentence
from explorer.privacy.shape import PLAIN, Shape
from explorer.privacy.target import Target

EXAMPLE = "example-3-7"


@dataclass(frozen=True)
class Preset:
    """What is set: a mechanism, a target, a shape, a composition, and the workspace in which it is seen."""

    title: Sentence
    mechanism: str
    target: Target
    composing: Composing
    workspace: Workspace
    shape: Shape = PLAIN
    brief: Sentence | None = None  # beside the words "As in Dwork–Roth"


PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        "textbook": Preset(
            N_("Dwork–Roth shortcut: ε = 1, δ' = 10⁻⁴"),
            "laplace",
            Target(epsilon=1.0),
            Composing(count=70, total_delta=1e-4, horizon=200),
            Workspace.COMPOSE,
            brief=N_("k ≈ 70"),
        ),
        EXAMPLE: Preset(
            N_("Dwork–Roth Example 3.7: ε = 1/801, k = 10⁴"),
            "laplace",
            Target(epsilon=1 / 801),
            Composing(count=10_000, total_delta=math.exp(-32), horizon=10_000, total_epsilon=1.0),
            Workspace.COMPOSE,
            brief=N_("Example 3.7"),
        ),
        "two-coins": Preset(
            N_("Randomised response with two coins: ε = ln 3"),
            "randomized-response",
            # Heads: the truth. Tails: a second coin answers. So the truth is told in 3 of 4 cases.
            Target(epsilon=math.log(3)),
            Composing(),
            Workspace.EXPLORE,
            Shape(categories=2),
        ),
    }
)
