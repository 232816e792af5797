"""States for the tests of `app`: chosen ones, and strategies that come from the declarations themselves."""

import importlib
from dataclasses import is_dataclass, replace
from pathlib import Path

from hypothesis import strategies as st

from explorer.app.core import message as said
from explorer.app.core.release_messages import PlanOpened
from explorer.app.core.sections import SensitivityInputs, as_many
from explorer.app.core.setting import Setting
from explorer.app.core.state import SECTIONS, State, declared, with_value
from explorer.app.release.plan.plan_draft import judged
from explorer.app.update import update
from explorer.privacy.mechanism import every_mechanism
from explorer.privacy.parameter import Scale, parameters
from explorer.privacy.target import Target
from explorer.release.drawn import Drawn, noised
from explorer.release.values.amount import Amount
from explorer.resources import resource

MECHANISMS = tuple(every_mechanism())
PATHS = tuple(
    f"{section}.{name}" for section, declaring in SECTIONS.items() for name in parameters(declaring)
)
PLANS = ("people", "visits")
ANYWHERE = st.floats(0, 1)
_CANDIDATES = 100


def settled(mechanism, **target):
    """One release that a person has settled on."""
    chosen = Target(**target)
    inputs = SensitivityInputs(followed=chosen.sensitivity == 1.0)
    return State(
        mechanism=mechanism, target=chosen, sensitivity_inputs=inputs, framed=Setting(mechanism, chosen)
    )


def planned(name):
    """A shipped plan, opened."""
    text = resource("examples", f"{name}.toml").read_text("utf-8")
    return update(State(), PlanOpened(text, f"{name}.toml"))


def drawn(name="people", sequence=1):
    """A release of a shipped plan: its counts are chosen, one number a cell."""
    plan, _ = judged(planned(name).releasing.plan)
    histograms = tuple(
        noised(plan, index, tuple(range(-3, each.cells - 3))) for index, each in enumerate(plan.queries)
    )
    spent = Amount(plan.privacy.epsilon, plan.privacy.delta)
    return Drawn(sequence, "0123abcd", "2026-01-02", "default", plan, spent, spent, histograms, ())


def value_in(low, high, position, logarithmic):
    raw = low * (high / low) ** position if logarithmic else low + (high - low) * position
    return min(max(raw, low), high)


@st.composite
def states(draw, positions=ANYWHERE, sliders=False):
    """Any mechanism with any value that its parameters declare, ends included; or that `sliders` reach."""
    state = State(mechanism=draw(st.sampled_from(MECHANISMS)))
    for path in PATHS:
        parameter = declared(state, path)
        low, high = parameter.walk if sliders else (parameter.low, parameter.high)
        value = value_in(low, high, draw(positions), parameter.scale is Scale.LOG)
        state = with_value(state, path, round(value) if parameter.integer else value)
    target = replace(state.target, sensitivity=float(state.target.sensitivity))
    state = replace(
        state, target=target, sensitivity_inputs=replace(state.sensitivity_inputs, followed=False)
    )
    scores = as_many(state.scores, min(state.shape.candidates, _CANDIDATES))
    shape = replace(state.shape, candidates=len(scores))  # `update` keeps them in agreement
    state = replace(state, scores=scores, shape=shape)
    return replace(state, framed=state.setting)


def message_kinds():
    """Every class of messages that there is."""
    names = sorted(file.stem for file in Path(said.__file__).parent.glob("*message*.py"))
    declaring = [importlib.import_module(f"explorer.app.core.{name}") for name in names]
    return [
        kind
        for module in declaring
        for kind in vars(module).values()
        if is_dataclass(kind) and kind.__module__ == module.__name__
    ]
