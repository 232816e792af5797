"""The options of TARGET that only some mechanisms take, and the sample that any of them may be run on."""

from __future__ import annotations

import argparse
import math

from explorer.cli.options import number_of
from explorer.mark import N_, Sentence
from explorer.privacy.mechanism import Mechanism, every_mechanism, shape_of
from explorer.privacy.parameter import parameters
from explorer.privacy.refusal import Unsupported
from explorer.privacy.shape import PLAIN, Sampling, Shape
from explorer.privacy.subsampling.sample import target_within
from explorer.privacy.target import Neighbours, Target

SAMPLING = "sampling_rate"


def asked_shape(
    mechanism: type[Mechanism] | None, chosen: argparse.Namespace, neighbours: Neighbours
) -> Shape:
    """The numbers of `Shape` that were given, the others at their defaults.

    Errors
    ------
    Unsupported
        A number that the mechanism does not take, or a sample that no theorem covers.
    OutOfRange
        A number outside its declared range.
    """
    taken = () if mechanism is None else shape_of(mechanism)
    found: dict[str, int | float] = {}
    for name, declared in parameters(Shape).items():
        text = getattr(chosen, name, None)  # not every verb takes all of them
        if text is None:
            continue
        option = "--" + name.replace("_", "-")
        if name == SAMPLING and mechanism is None:
            raise Unsupported(_of_everybody(option), name)
        if name != SAMPLING and name not in taken:
            raise Unsupported(_not_taken(mechanism, name, option), name)
        own = declared if mechanism is None else parameters(mechanism).get(name, declared)
        value = number_of(text, option, own)
        found[name] = round(value) if own.integer else value
    shape = Shape(**found, sampling=_asked_sampling(chosen))  # type: ignore[arg-type]
    # Refuses what no theorem covers.
    target_within(mechanism, math.inf, 0.0, shape.sampling_rate, neighbours, shape.sampling)
    return shape


def _asked_sampling(chosen: argparse.Namespace) -> Sampling:
    """How the sample is drawn."""
    known = {each.value: each for each in Sampling}
    asked = getattr(chosen, "sampling", None)  # not every verb takes it
    if asked is None:
        return PLAIN.sampling
    if asked not in known:
        sentence = N_("--sampling is one of {choices}, not “{value}”", choices=tuple(known), value=asked)
        raise Unsupported(sentence, "sampling")
    if getattr(chosen, SAMPLING) is None:
        raise Unsupported(N_("--sampling needs --sampling-rate"), "sampling")
    return known[asked]


def _of_everybody(option: str) -> Sentence:
    return N_("{option} needs --mechanism: the ε given is that of the whole release", option=option)


def _not_taken(mechanism: type[Mechanism] | None, name: str, option: str) -> Sentence:
    takers = tuple(each.id for each in every_mechanism().values() if name in shape_of(each))
    if mechanism is None:
        return N_("{option} needs --mechanism; these take it: {takers}", option=option, takers=takers)
    return N_(
        "{mechanism} does not take {option}; these do: {takers}",
        mechanism=mechanism.id,
        option=option,
        takers=takers,
    )


def own_shape(mechanism: type[Mechanism], shape: Shape) -> dict[str, int | float]:
    """Those numbers of `shape` that the mechanism has itself."""
    return {name: getattr(shape, name) for name in shape_of(mechanism)}


def echoed_shape(mechanism: type[Mechanism] | None, shape: Shape) -> dict[str, object]:
    """What an answer repeats: the mechanism's own numbers, and the rate where a sample is drawn."""
    own: dict[str, object] = {} if mechanism is None else {**own_shape(mechanism, shape)}
    if shape.sampling_rate == PLAIN.sampling_rate:
        return own
    kind = {} if shape.sampling is PLAIN.sampling else {"sampling": shape.sampling.value}
    return {**own, SAMPLING: shape.sampling_rate, **kind}


def asked_neighbours(mechanism: type[Mechanism] | None, text: str | None) -> Neighbours:
    """Those that are asked for; a mechanism that hides a person's own answer has none but its own.

    Errors
    ------
    Unsupported
        An unknown word, or neighbours that the mechanism does not have.
    """
    known = {each.value: each for each in Neighbours}
    if text is not None and text not in known:
        sentence = N_("--neighbours is one of {choices}, not “{value}”", choices=tuple(known), value=text)
        raise Unsupported(sentence, "neighbours")
    if mechanism is None or mechanism.norm:
        return Target().neighbours if text is None else known[text]
    if text not in (None, Neighbours.SUBSTITUTE.value):
        sentence = N_(
            "{mechanism} hides which answer a person gives, not that there is one: leave --neighbours "
            "out, or at substitute",
            mechanism=mechanism.id,
        )
        raise Unsupported(sentence, "neighbours")
    return Neighbours.SUBSTITUTE
