"""TARGET: one release as the command line names it, by (ε, δ) or by its own noise."""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

from explorer.cli.command import help_text
from explorer.cli.mechanism_options import asked_neighbours, asked_shape, echoed_shape, own_shape
from explorer.cli.options import number_of
from explorer.mark import N_, Sentence
from explorer.privacy.composition import Composition, Release, every_composition
from explorer.privacy.mechanism import Guarantee, Mechanism, every_mechanism
from explorer.privacy.pairs.probability_table import Tables, no_noise
from explorer.privacy.parameter import parameters
from explorer.privacy.refusal import OutOfRange, Unsupported
from explorer.privacy.shape import PLAIN, Sampling, Shape
from explorer.privacy.status import Claim, Status
from explorer.privacy.subsampling.sample import sampled, target_within
from explorer.privacy.target import Neighbours, Target

NOISES = ("scale", "sigma")
STEPS = ("steps", N_("number of steps with a published running total (365)"))


@dataclass(frozen=True)
class Circumstances:
    """What surrounds a release: how far one unit moves it, who that is, and among how much it is hidden.

    `sensitivity` is None for a mechanism that needs none.
    """

    sensitivity: float | None
    neighbours: Neighbours
    unit: str
    shape: Shape = PLAIN


@dataclass(frozen=True)
class RequestedRelease:
    """One release as it was asked for.

    `epsilon` and `delta` are those of the whole release; where a sample is drawn, `mechanism` is what
    runs on the sample. They are None where a Gaussian is given by σ alone: nothing then fixes them.
    """

    mechanism: Mechanism | None
    epsilon: float | None
    delta: float | None
    around: Circumstances
    within: tuple[float, float] | None = None  # the (ε, δ) that its noise was calibrated to, if it was

    @property
    def claim(self) -> Claim:
        """Whether its (ε, δ) is kept; one that was computed from given noise always is."""
        if self.mechanism is None or self.within is None:
            return Claim(Status.PROVEN)
        return self.mechanism.claim(*self.within)

    @property
    def guarantee(self) -> Guarantee | None:
        """What the whole release guarantees: of the mechanism, run on the sample."""
        return None if self.mechanism is None else _sampled(self.mechanism, self.around.shape)

    @property
    def release(self) -> Release:
        """What the composition bounds repeat."""
        return Release(
            self.epsilon,
            self.delta or 0.0,
            self.mechanism,
            self.around.shape.sampling_rate,
            self.around.shape.sampling,
        )

    @property
    def echo(self) -> dict[str, object]:
        """The `target` of an answer. The noise is the mechanism's; an ε of that name is the release's."""
        around, mechanism = self.around, self.mechanism
        noise = {} if mechanism is None else {mechanism.noise_parameter: mechanism.noise}
        drawn = around.shape.sampling_rate < PLAIN.sampling_rate and self.within is not None
        on_sample = dict(zip(("epsilon", "delta"), self.within, strict=True)) if self.within else {}
        return {
            **noise,
            "epsilon": self.epsilon,
            "delta": self.delta,
            "sensitivity": around.sensitivity,
            "neighbours": around.neighbours.value,
            "unit": around.unit,
            **echoed_shape(None if mechanism is None else type(mechanism), around.shape),
            **({"on_sample": on_sample} if drawn else {}),
        }


def _sampled(mechanism: Mechanism, shape: Shape) -> Guarantee:
    return sampled(mechanism, shape.sampling_rate, shape.sampling)


def declare_target(parser: argparse.ArgumentParser) -> None:
    """The options of TARGET."""
    for name, sentence in (
        ("epsilon", N_("privacy loss of one release; the mechanism calibrates itself to it")),
        ("delta", N_("with --epsilon, for mechanisms that need a δ; or with --sigma")),
        ("scale", N_("instead: the scale of Laplace-like noise, or of selection by scores")),
        ("sigma", N_("instead: the standard deviation of Gaussian noise")),
        (
            "sensitivity",
            N_(
                "the largest change of the answer when one unit changes (L1 for Laplace and "
                "running totals, L2 for Gaussian; 1)"
            ),
        ),
        ("neighbours", N_("add-remove or substitute")),
        ("unit", N_("unit of protection, one word (row)")),
        ("categories", N_("number of possible answers (2)")),
        ("candidates", N_("number of candidates to choose from (5)")),
        ("dimension", N_("number of values released together (10)")),
        STEPS,
        ("sampling-rate", N_("the share of a secret sample that the mechanism runs on (1)")),
        (
            "sampling",
            N_(
                "sampling method: {choices}; the second one with --neighbours substitute ({first})",
                choices=tuple(each.value for each in Sampling),
                first=PLAIN.sampling.value,
            ),
        ),
    ):
        parser.add_argument("--" + name, help=help_text(parser, sentence))


def chosen_mechanism(name: str) -> type[Mechanism]:
    """The mechanism of an id; unknown ones are refused by name."""
    if name == Tables.id:
        raise no_noise()
    known = every_mechanism()
    if name not in known:
        sentence = N_("there is no mechanism “{name}”; there are: {known}", name=name, known=tuple(known))
        raise Unsupported(sentence, "mechanism")
    return known[name]


def chosen_bounds(names: Iterable[str] | None) -> list[Composition]:
    """The bounds of these ids, each once and in this order; all of them where none is named."""
    known = every_composition()
    for name in names or ():
        if name not in known:
            raise _no_such_bound(name, known)
    return [known[name]() for name in dict.fromkeys(names or known)]


def _no_such_bound(name: str, known: Iterable[str]) -> Unsupported:
    sentence = N_("there is no composition bound “{name}”; there are: {known}", name=name, known=tuple(known))
    return Unsupported(sentence, "bound")


def asked(mechanism: type[Mechanism] | None, chosen: argparse.Namespace) -> RequestedRelease:
    """The release that the options name.

    Errors
    ------
    Unsupported
        Contradictory options: ε or δ together with a noise parameter (but δ together with σ), the other
        family's noise parameter, δ > 0 for a pure mechanism, none for one that needs it, a number that
        the mechanism does not take, a sample or neighbours that it has no theorem for.
    OutOfRange
        A number outside its declared range.
    """
    neighbours = asked_neighbours(mechanism, chosen.neighbours)
    around = Circumstances(
        asked_sensitivity(mechanism, chosen.sensitivity),
        neighbours,
        asked_unit(chosen.unit),
        asked_shape(mechanism, chosen, neighbours),
    )
    noise = next((name for name in NOISES if getattr(chosen, name) is not None), None)
    if noise is not None:
        return _by_noise(mechanism, noise, chosen, around)
    if chosen.epsilon is None:
        raise Unsupported(_what_is_needed(mechanism), "epsilon")
    epsilon = number_of(chosen.epsilon, "--epsilon", parameters(Target)["epsilon"])
    delta = _delta(mechanism, chosen.delta)
    if mechanism is None:
        return RequestedRelease(None, epsilon, delta, around)
    shape = around.shape
    within = target_within(mechanism, epsilon, delta, shape.sampling_rate, neighbours, shape.sampling)
    made = mechanism.calibrated(*within, around.sensitivity or 1.0, around.shape)
    return RequestedRelease(made, epsilon, delta, around, within)


def asked_sensitivity(mechanism: type[Mechanism] | None, text: str | None) -> float | None:
    """The sensitivity, 1 where none is given; None for a mechanism that needs none.

    Errors
    ------
    Unsupported
        One is given all the same.
    OutOfRange
        It lies outside the range that the mechanism declares.
    """
    declared = parameters(Target if mechanism is None else mechanism).get("sensitivity")
    if declared is not None:
        return 1.0 if text is None else number_of(text, "--sensitivity", declared)
    if mechanism is not None and text is not None:
        sentence = N_("{mechanism} needs no sensitivity: leave --sensitivity out", mechanism=mechanism.id)
        raise Unsupported(sentence, "sensitivity")
    return None


def _by_noise(
    mechanism: type[Mechanism] | None, noise: str, chosen: argparse.Namespace, around: Circumstances
) -> RequestedRelease:
    """A release given by its noise parameter, which is that of the mechanism on the sample."""
    if mechanism is None:
        raise Unsupported(N_("{option} needs --mechanism", option="--" + noise), noise)
    _refuse_beside_noise(mechanism, noise, chosen)
    given = {noise: number_of(getattr(chosen, noise), "--" + noise, parameters(mechanism)[noise])}
    if around.sensitivity is not None:
        given["sensitivity"] = around.sensitivity
    given |= own_shape(mechanism, around.shape)
    delta, rate, sampling = None, around.shape.sampling_rate, around.shape.sampling
    if chosen.delta is not None:
        delta = number_of(chosen.delta, "--delta", parameters(Target)["delta"])
        if "delta" in parameters(mechanism):
            _, given["delta"] = target_within(mechanism, math.inf, delta, rate, around.neighbours, sampling)
    made = mechanism(**given)
    guarantee = sampled(made, rate, sampling)
    if mechanism.pure:
        return RequestedRelease(made, guarantee.pure_epsilon, 0.0, around)
    return RequestedRelease(made, None if delta is None else guarantee.epsilon_at(delta), delta, around)


def _refuse_beside_noise(mechanism: type[Mechanism], noise: str, chosen: argparse.Namespace) -> None:
    """What does not go together with a noise parameter, and what one may not go without."""
    option = "--" + noise
    if mechanism.noise_parameter != noise or (chosen.scale is not None and chosen.sigma is not None):
        sentence = N_(
            "the noise of {mechanism} is given by {right} only",
            mechanism=mechanism.id,
            right="--" + mechanism.noise_parameter,
        )
        raise Unsupported(sentence, noise)
    if chosen.epsilon is not None:
        raise Unsupported(N_("give --epsilon or {option}, not both", option=option), noise)
    if chosen.delta is not None and mechanism.pure:
        raise Unsupported(N_("give --delta or {option}, not both", option=option), noise)
    if chosen.delta is None and "delta" in parameters(mechanism):
        raise Unsupported(N_("{mechanism} needs --delta", mechanism=mechanism.id), "delta")


def _delta(mechanism: type[Mechanism] | None, text: str | None) -> float:
    """δ beside ε: 0 for pure mechanisms, required where there is no other way, free for the worst case."""
    declared = parameters(Target)["delta"]
    if mechanism is not None and not mechanism.pure:
        if text is None and "delta" in parameters(mechanism):
            raise Unsupported(N_("{mechanism} needs --delta", mechanism=mechanism.id), "delta")
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


def asked_unit(text: str | None) -> str:
    """Who is protected, in one line; an empty word is refused rather than guessed."""
    unit = Target().unit if text is None else " ".join(text.split())
    if not unit:
        raise Unsupported(N_("{option} needs a value", option="--unit"), "unit")
    return unit


def _what_is_needed(mechanism: type[Mechanism] | None) -> Sentence:
    if mechanism is None or mechanism.noise_parameter not in NOISES:
        return N_("give --epsilon")
    return N_("give --epsilon or {option}", option="--" + mechanism.noise_parameter)
