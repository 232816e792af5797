"""TARGET: one release as the command line names it, by (ε, δ) or by its own noise."""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

from explorer.cli.command import help_text
from explorer.cli.options import number_of
from explorer.mark import N_, Sentence
from explorer.privacy.composition import Composition, Release, every_composition
from explorer.privacy.mechanism import Mechanism, every_mechanism
from explorer.privacy.parameter import parameters
from explorer.privacy.refusal import OutOfRange, Unsupported
from explorer.privacy.status import Claim, Status
from explorer.privacy.target import Neighbours, Target

LATER_MECHANISMS = (
    *("staircase", "randomized-response", "exponential"),
    *("permute-and-flip", "catastrophe", "laplace-vector", "gaussian-vector"),
)
LATER_BOUNDS = ("kov-closed", "zcdp", "zcdp-bun-steinke", "renyi", "gaussian-dp", "numerical")
LATER_OPTIONS = ("categories", "candidates", "dimension", "sampling_rate")
NOISES = ("scale", "sigma")


@dataclass(frozen=True)
class Asked:
    """One release as it was asked for.

    `epsilon` and `delta` are None where a Gaussian is given by σ alone: nothing then fixes its (ε, δ).
    """

    mechanism: Mechanism | None
    epsilon: float | None
    delta: float | None
    sensitivity: float
    neighbours: Neighbours
    unit: str
    calibrated: bool = False  # its noise follows from (ε, δ), not the other way round

    @property
    def claim(self) -> Claim:
        """Whether its (ε, δ) is kept; one that was computed from given noise always is."""
        if self.mechanism is None or self.epsilon is None or not self.calibrated:
            return Claim(Status.PROVEN)
        return self.mechanism.claim(self.epsilon, self.delta or 0.0)

    @property
    def release(self) -> Release:
        """What the composition bounds repeat."""
        return Release(self.epsilon, self.delta or 0.0, self.mechanism)

    @property
    def echo(self) -> dict[str, object]:
        """The `target` of an answer."""
        noise = {} if self.mechanism is None else {self.mechanism.noise_parameter: self.mechanism.noise}
        return {
            "epsilon": self.epsilon,
            "delta": self.delta,
            "sensitivity": self.sensitivity,
            "neighbours": self.neighbours.value,
            "unit": self.unit,
            **noise,
        }

    @property
    def sentence(self) -> Sentence:
        """The release in words, with its unit and neighbours beside ε."""
        promise = (
            N_("no ε is fixed")
            if self.epsilon is None
            else N_("ε = {epsilon}, δ = {delta}", epsilon=self.epsilon, delta=self.delta)
        )
        return N_(
            "{mechanism}: {promise} for one {unit} ({neighbours}), sensitivity {sensitivity}",
            mechanism=N_("worst case over mechanisms") if self.mechanism is None else self.mechanism.title,
            promise=promise,
            unit=self.unit,
            neighbours=self.neighbours.value,
            sensitivity=self.sensitivity,
        )


def declare_target(parser: argparse.ArgumentParser) -> None:
    """The options of TARGET."""
    for name, sentence in (
        ("epsilon", N_("privacy loss of one release; the mechanism calibrates itself to it")),
        ("delta", N_("with it, for mechanisms that need one; or beside --sigma")),
        ("scale", N_("instead: the scale of Laplace-like noise")),
        ("sigma", N_("instead: the standard deviation of Gaussian noise")),
        ("sensitivity", N_("the most that one unit moves the answer (L1 for Laplace, L2 for Gaussian; 1)")),
        ("neighbours", N_("add-remove or substitute")),
        ("unit", N_("who is protected, in a word (row)")),
        ("categories", N_("not in this version")),
        ("candidates", N_("not in this version")),
        ("dimension", N_("not in this version")),
        ("sampling-rate", N_("not in this version")),
    ):
        parser.add_argument("--" + name, help=help_text(parser, sentence))


def chosen_mechanism(name: str) -> type[Mechanism]:
    """The mechanism of an id; unknown and later ones are refused by name."""
    known = every_mechanism()
    if name not in known:
        raise _no_such("mechanism", name, known, LATER_MECHANISMS)
    return known[name]


def chosen_bounds(names: Iterable[str] | None) -> list[Composition]:
    """The bounds of these ids, each once and in this order; all of them where none is named."""
    known = every_composition()
    for name in names or ():
        if name not in known:
            raise _no_such("bound", name, known, LATER_BOUNDS)
    return [known[name]() for name in dict.fromkeys(names or known)]


def _no_such(what: str, name: str, known: Iterable[str], later: Iterable[str]) -> Unsupported:
    if name in later:
        sentence = N_("“{name}” is not in this version; there are: {known}", name=name, known=tuple(known))
    elif what == "bound":
        sentence = N_("there is no bound “{name}”; there are: {known}", name=name, known=tuple(known))
    else:
        sentence = N_("there is no mechanism “{name}”; there are: {known}", name=name, known=tuple(known))
    return Unsupported(sentence, what)


def asked(mechanism: type[Mechanism] | None, chosen: argparse.Namespace) -> Asked:
    """The release that the options name.

    Errors
    ------
    Unsupported
        Contradictory options: ε or δ together with a noise parameter (but δ beside σ), the other
        family's noise parameter, δ > 0 for a pure mechanism, none for one that needs it.
    OutOfRange
        A number outside its declared range.
    """
    _refuse_later(chosen)
    declared = parameters(Target if mechanism is None else mechanism)["sensitivity"]
    given = chosen.sensitivity
    sensitivity = 1.0 if given is None else number_of(given, "--sensitivity", declared)
    family = (sensitivity, _neighbours(chosen.neighbours), _unit(chosen.unit))
    noise = next((name for name in NOISES if getattr(chosen, name) is not None), None)
    if noise is not None:
        return _by_noise(mechanism, noise, chosen, *family)
    if chosen.epsilon is None:
        raise Unsupported(_what_is_needed(mechanism), "epsilon")
    epsilon = number_of(chosen.epsilon, "--epsilon", parameters(Target)["epsilon"])
    delta = _delta(mechanism, chosen.delta)
    made = None if mechanism is None else mechanism.calibrated(epsilon, delta, sensitivity)
    return Asked(made, epsilon, delta, *family, calibrated=True)


def _by_noise(
    mechanism: type[Mechanism] | None,
    noise: str,
    chosen: argparse.Namespace,
    sensitivity: float,
    neighbours: Neighbours,
    unit: str,
) -> Asked:
    """A release given by its noise parameter."""
    option = "--" + noise
    if mechanism is None:
        raise Unsupported(N_("{option} says nothing without --mechanism", option=option), noise)
    if mechanism.noise_parameter != noise or (chosen.scale is not None and chosen.sigma is not None):
        sentence = N_(
            "the noise of {mechanism} is given by {right} alone",
            mechanism=mechanism.id,
            right="--" + mechanism.noise_parameter,
        )
        raise Unsupported(sentence, noise)
    if chosen.epsilon is not None:
        raise Unsupported(N_("give --epsilon or {option}, not both", option=option), noise)
    if chosen.delta is not None and mechanism.pure:
        raise Unsupported(N_("give --delta or {option}, not both", option=option), noise)
    value = number_of(getattr(chosen, noise), option, parameters(mechanism)[noise])
    made = mechanism(**{noise: value, "sensitivity": sensitivity})
    if mechanism.pure:
        return Asked(made, made.pure_epsilon, 0.0, sensitivity, neighbours, unit)
    if chosen.delta is None:
        return Asked(made, None, None, sensitivity, neighbours, unit)
    delta = number_of(chosen.delta, "--delta", parameters(Target)["delta"])
    return Asked(made, made.epsilon_at(delta), delta, sensitivity, neighbours, unit)


def _delta(mechanism: type[Mechanism] | None, text: str | None) -> float:
    """δ beside ε: 0 for pure mechanisms, required where there is no other way, free for the worst case."""
    declared = parameters(Target)["delta"]
    if mechanism is not None and not mechanism.pure:
        if text is None:
            raise Unsupported(
                N_("{mechanism} needs --delta, or --sigma instead", mechanism=mechanism.id), "delta"
            )
        return number_of(text, "--delta", declared)
    delta = 0.0 if text is None else number_of(text, "--delta", replace(declared, low=0.0))
    if mechanism is not None and delta > 0:
        sentence = N_("{mechanism} gives pure ε: leave --delta out, or at 0", mechanism=mechanism.id)
        raise Unsupported(sentence, "delta")
    if 0 < delta < declared.low or not math.isfinite(delta):
        raise OutOfRange(N_("--delta must be 0 or at least {low}", low=declared.low), "delta")
    return delta


def _refuse_later(chosen: argparse.Namespace) -> None:
    for name in LATER_OPTIONS:
        if getattr(chosen, name) is not None:
            option = "--" + name.replace("_", "-")
            raise Unsupported(N_("{option} is not in this version", option=option), name)


def _unit(text: str | None) -> str:
    """Who is protected, in one line; an empty word is refused rather than guessed."""
    unit = Target().unit if text is None else " ".join(text.split())
    if not unit:
        raise Unsupported(N_("{option} needs a value", option="--unit"), "unit")
    return unit


def _neighbours(text: str | None) -> Neighbours:
    known = {each.value: each for each in Neighbours}
    if text is not None and text not in known:
        sentence = N_("--neighbours is one of {choices}, not “{value}”", choices=tuple(known), value=text)
        raise Unsupported(sentence, "neighbours")
    return Target().neighbours if text is None else known[text]


def _what_is_needed(mechanism: type[Mechanism] | None) -> Sentence:
    if mechanism is None:
        return N_("give --epsilon")
    return N_("give --epsilon or {option}", option="--" + mechanism.noise_parameter)
