"""What several lessons open elsewhere: one release with its settings, and the example plan with an ε."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from explorer.lessons.parts.scene import Opening
from explorer.mark import N_
from explorer.privacy.notation import exact_text, four_digits
from explorer.privacy.parameter import parameters
from explorer.privacy.target import Neighbours, Target

LARGEST, LARGEST_OF_PLAN = parameters(Target)["epsilon"].high, 1000.0  # ε of one release, and of a plan


def release_settings(
    epsilon: float,
    mechanism: str = "discrete-laplace",
    sensitivity: float = 1.0,
    neighbours: Neighbours = Neighbours.ADD_REMOVE,
    **reading: float,
) -> Mapping[str, object]:
    """One release of all rows, which `sensitivity` moves by one person; read as `reading` says.

    What else could change its guarantee is set too: a sample or a household that was looked at before is none
    of the lesson's.
    """
    return {
        "mechanism": mechanism,
        "shape.sampling_rate": 1.0,
        "target.neighbours": neighbours,
        "target.epsilon": epsilon,
        "target.sensitivity": sensitivity,
        "reading.group": 1,
        **{f"reading.{name}": value for name, value in reading.items()},
    }


def example_plan(epsilon: float) -> Opening:
    """The example plan with this total ε in Release, in the four digits that a person reads."""
    shown = four_digits(epsilon, up=False)
    label = N_("A plan with ε = {epsilon} in Release", epsilon=shown)
    return Opening("release", label, {"epsilon": exact_text(Fraction(str(shown)))})
