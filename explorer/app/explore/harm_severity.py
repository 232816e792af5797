"""A first ε from a question about harm: where to begin thinking, never a default.

Each answer says how sure anybody may become who was in two minds, and the ε follows from that belief by
Bayes' rule: ε = ln(q/(1−q)) from even odds. It is our own scale, and the window says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from explorer.mark import N_, Sentence


@dataclass(frozen=True)
class Harm:
    """One answer: how bad, the ε to begin with."""

    title: Sentence
    epsilon: float


HARMS: Mapping[str, Harm] = MappingProxyType(
    {
        "little": Harm(N_("a nuisance: even odds may become 73 of 100"), 1.0),
        "some": Harm(N_("a harm to work, insurance or family: 56 of 100"), 0.25),
        "grave": Harm(N_("a danger to life or liberty: 51 of 100"), 0.05),
    }
)
