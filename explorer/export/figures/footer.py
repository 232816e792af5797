"""What a picture says of itself at its foot, so that on its own it still tells what it shows and how."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from fractions import Fraction
from types import MappingProxyType

import explorer
from explorer.app.core import wording
from explorer.app.explore.clipping_samples import DISTRIBUTIONS
from explorer.app.figures import every_picture
from explorer.app.plotting.figure import Figure
from explorer.app.plotting.layers import Area, Dash, Line
from explorer.app.plotting.line_kinds import line_kinds
from explorer.language import Language
from explorer.mark import N_, Sentence, at_most
from explorer.privacy.composition import Kind, every_composition
from explorer.privacy.mechanism import every_mechanism
from explorer.privacy.target import Neighbours

_SOLID = {
    Dash.EXACT: N_("solid: {kind}", kind=wording.KINDS[Kind.EXACT]),
    Dash.UPPER: N_("dashed: {kind}", kind=wording.KINDS[Kind.UPPER]),
    Dash.ESTIMATE: N_("dash-dot: {kind}", kind=wording.KINDS[Kind.ESTIMATE]),
    Dash.UNPROVEN: N_("dotted grey: not proven"),
}
_TELLS_BY_ITSELF = "kind"  # a figure's own word for the kind of its numbers, among its settings


def footer(figure: Figure, language: Language) -> list[str]:
    """Short statements: source, kind of the numbers, settings, program and version."""
    picture = every_picture().get(figure.id)
    said = [] if picture is None else [N_("source: {source}", source=picture.source)]
    said += () if line_kinds(figure) else kinds(figure)  # which the key above says with pieces of line
    said += [_setting(name, value, figure) for name, value in figure.settings.items() if _speaks(name, value)]
    if figure.pending:
        said.append(N_("part of this picture was still being computed"))
    said.append(N_("Privacy Explorer {version}", version=explorer.__version__))
    return [language.say(each) for each in said]


def kinds(figure: Figure) -> list[Sentence]:
    """What its numbers are: its own word, else the dashes of its bounds, else its mechanism's."""
    own = figure.settings.get(_TELLS_BY_ITSELF)
    if isinstance(own, Sentence | str):
        return [N_("numbers: {kind}", kind=own)]
    lines = [layer for layer in figure.layers if isinstance(layer, Line) and len(layer.x)]
    hatched = any(isinstance(layer, Area) and layer.hatched and len(layer.x) > 1 for layer in figure.layers)
    said: list[Sentence] = []
    if any(line.id in every_composition() for line in lines):
        # A dotted line in a colour of its own is a theorem within its range; grey is beyond it.
        present = {line.dash for line in lines if line.dash is not Dash.UNPROVEN or line.colour == "unproven"}
        said = [sentence for dash, sentence in _SOLID.items() if dash in present]
    elif "mechanism" in figure.settings:
        said = [N_("numbers: {kind}", kind=wording.KINDS[Kind.EXACT])]
    return [*said, N_("hatched: not a guarantee")] if hatched else said


def _speaks(name: str, value: object) -> bool:
    return name != _TELLS_BY_ITSELF and value is not None and value != ""


def _setting(name: str, value: object, figure: Figure) -> Sentence:
    if isinstance(value, Enum):
        value = value.value
    if isinstance(value, bool):
        value = N_("yes") if value else N_("no")
    if name in _SETTINGS:
        return _SETTINGS[name](value, figure)
    words = _WORDS.get(value, value) if isinstance(value, str) else value
    return N_("{name} = {value:6}", name=_NAMES.get(name, name.replace("_", " ")), value=words)


def _mechanism(value: object, figure: Figure) -> Sentence:
    entry = every_mechanism().get(str(value))
    return N_("mechanism: {mechanism}", mechanism=str(value) if entry is None else entry.title)


def _sensitivity(value: object, figure: Figure) -> Sentence:
    entry = every_mechanism().get(str(figure.settings.get("mechanism")))
    if entry is None:
        return N_("sensitivity {value:6}", value=value)
    return N_("{norm} sensitivity {value:6}", norm=entry.norm, value=value)


def _enough(value: object) -> object:
    """Noise is rounded up; one that is written as an exact number stays as it is."""
    return at_most(value) if isinstance(value, float) else value


def _scale(value: object, figure: Figure) -> Sentence:
    """A fraction also as the decimal that the window shows of it."""
    if isinstance(value, str) and "/" in value:
        return N_("b = {exact} ≈ {value}", value=at_most(float(Fraction(value))), exact=value)
    return N_("b = {value}", value=_enough(value))


def _neighbours(value: object, figure: Figure) -> Sentence:
    known = {each.value: wording.NEIGHBOURS[each] for each in Neighbours}
    return N_("neighbours: {relation}", relation=known.get(str(value), str(value)))


def _unit(value: object, figure: Figure) -> Sentence:
    return N_("unit: {unit}", unit=wording.UNITS.get(str(value), str(value)))


_SETTINGS: Mapping[str, Callable[[object, Figure], Sentence]] = {
    "outcomes": lambda value, _: N_("outcomes: {value:plain}", value=value),
    "rounded": lambda value, _: N_("rounded to {digits:plain} {digits:digit|digits}", digits=value),
    "caveat": lambda value, _: value if isinstance(value, Sentence) else N_("{value}", value=value),
    "mechanism": _mechanism,
    "epsilon": lambda value, _: N_("ε = {value}", value=value),
    "delta": lambda value, _: N_("δ = {value}", value=value),
    "total_delta": lambda value, _: N_("total δ = {value}", value=value),
    "sensitivity": _sensitivity,
    "neighbours": _neighbours,
    "unit": _unit,
    "counted": lambda value, _: N_("counted: {quantity}", quantity=value),
    "intervals": lambda value, _: N_("{value}", value=value),
    "quantiles": lambda value, _: N_("{value}", value=value),
    "scale": _scale,
    "note": lambda value, _: N_("{value}", value=value),
    "sigma": lambda value, _: N_("σ = {value}", value=_enough(value)),
}

_NAMES: Mapping[str, Sentence] = MappingProxyType(
    {
        "sampling_rate": N_("sampling rate"),
        "sampling": N_("sampling"),
        "low": N_("lower bound"),
        "high": N_("upper bound"),
        "sample": N_("sample"),
        "rounds": N_("rounds"),
        "people": N_("number of people"),
        "run": N_("run"),
        "counts": N_("source of the counts"),
        "releases": N_("releases"),
        "total_epsilon": N_("total ε"),
        "budget_epsilon": N_("budget ε"),
        "groups_apart": N_("groups without overlap"),
        "categories": N_("number of categories"),
        "candidates": N_("number of candidates"),
        "dimension": N_("coordinates"),
        "steps": N_("steps"),
    }
)
"""What plain settings are called."""

_WORDS: Mapping[str, Sentence] = MappingProxyType(
    {
        "simulated": N_("simulated"),
        "public": N_("public"),
        "poisson": N_("Poisson"),
        "without-replacement": N_("without replacement"),
        **{kind: each.title for kind, each in DISTRIBUTIONS.items()},
    }
)
"""What they say where they are no numbers."""
