"""The questions that need no data; here those about k releases together."""

from __future__ import annotations

import argparse
import math
from dataclasses import replace

import numpy as np

from explorer.app.core.wording import cost
from explorer.cli.answer import Answer, Row
from explorer.cli.command import Verb, help_text
from explorer.cli.mechanism_options import asked_shape
from explorer.cli.options import (
    COUNT,
    SHARE,
    TOTAL_EPSILON,
    declare_mechanism,
    declare_several,
    number_of,
    numbers_of,
    sides,
)
from explorer.cli.registers import worth
from explorer.cli.tables import asked_release, declare_tables, headed
from explorer.cli.target import (
    STEPS,
    RequestedRelease,
    asked_sensitivity,
    chosen_bounds,
    chosen_mechanism,
    declare_target,
)
from explorer.mark import N_, at_least, at_most
from explorer.privacy.accounting.calibration import Calibration, calibrate
from explorer.privacy.composition import Bound, Composition, Status
from explorer.privacy.mechanism import Mechanism, shape_of
from explorer.privacy.status import Claim, weaker
from explorer.privacy.target import Target


def _mechanism_and_target(parser: argparse.ArgumentParser) -> None:
    declare_mechanism(parser)
    declare_target(parser)
    declare_tables(parser)


def _total_delta(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--total-delta", required=True, help=help_text(parser, N_("the total δ")))
    declare_several(parser, "--bound", N_("some of `bounds`; all of them where none is named"))


def _declare_compose(parser: argparse.ArgumentParser) -> None:
    _mechanism_and_target(parser)
    declare_several(parser, "--count", N_("how many releases"), required=True)
    _total_delta(parser)


def _compose(chosen: argparse.Namespace) -> Answer:
    release, bounds = asked_release(chosen), chosen_bounds(chosen.bound)
    counts = np.array([int(k) for k in numbers_of(chosen.count, "--count", COUNT)], dtype=np.int64)
    total_delta = number_of(chosen.total_delta, "--total-delta", SHARE)
    totals = [(bound, bound.total(release.release, counts, total_delta)) for bound in bounds]
    parts = [(bound, total, i) for bound, total in totals for i in range(len(counts))]
    results = [_composed(release, *part) for part in parts]
    rows = [_composed_row(release, *part) for part in parts]
    head = (
        *headed(release),
        N_("Total ε of all releases, at a total δ of {delta}:", delta=total_delta),
        Row((N_("bound"), "k", N_("total ε"), N_("kind"), N_("source"))),
    )
    return Answer(_composition_data(chosen, release, total_delta, results), (*head, *rows))


def _composition_data(
    chosen: argparse.Namespace,
    release: RequestedRelease,
    total_delta: float,
    results: list[dict[str, object]],
) -> dict[str, object]:
    return {
        "mechanism": chosen.mechanism,
        "target": release.echo,
        "total_delta": total_delta,
        "results": results,
    }


def _composed(release: RequestedRelease, bound: Composition, total: Bound, i: int) -> dict[str, object]:
    trusted = _trusted(release, bound, total, i)
    return {
        "bound": bound.id,
        "count": int(total.counts[i]),
        "epsilon": sides(total.lower[i], total.estimate[i], total.upper[i]),
        "kind": total.kind.value,
        "valid": bool(total.valid[i]) and trusted.status is not Status.FALSE,
        "status": trusted.status.value,
        "reason": trusted.reason,
        "source": total.source,
    }


def _trusted(release: RequestedRelease, bound: Composition, total: Bound, i: int) -> Claim:
    """A total is no better than the guarantee of each release that it adds up.

    A bound on the mechanism's own loss adds up no guarantee that was claimed: it stands by itself.
    """
    found = Claim(total.statuses[i], total.reasons[i])
    return found if bound.own_loss else weaker(found, release.claim)


def _composed_row(release: RequestedRelease, bound: Composition, total: Bound, i: int) -> Row:
    value = float(total.value[i])
    rounded = cost(value, total.kind) if math.isfinite(value) else None
    kind = worth(total.kind, _trusted(release, bound, total, i).reason)
    return Row((bound.title, int(total.counts[i]), rounded, kind, total.source))


def _declare_crossing(parser: argparse.ArgumentParser) -> None:
    _mechanism_and_target(parser)
    _total_delta(parser)


def _crossing(chosen: argparse.Namespace) -> Answer:
    release, bounds = asked_release(chosen), chosen_bounds(chosen.bound)
    total_delta = number_of(chosen.total_delta, "--total-delta", SHARE)
    found = [(bound, bound.crossing(release.release, total_delta)) for bound in bounds]
    results: list[dict[str, object]] = [
        {
            "bound": bound.id,
            "real": crossing.real,
            "first_count": crossing.first_count,
            "epsilon": crossing.epsilon,
            "reason": crossing.reason,
            "source": bound.source,
        }
        for bound, crossing in found
    ]
    rows = [
        Row((bound.title, crossing.real, crossing.epsilon, crossing.reason or "", bound.source))
        for bound, crossing in found
    ]
    head = (
        *headed(release),
        N_(
            "The k at which each bound starts to beat basic composition, at a total δ of {delta}:",
            delta=total_delta,
        ),
        Row((N_("bound"), "k", N_("total ε"), "", N_("source"))),
    )
    return Answer(_composition_data(chosen, release, total_delta, results), (*head, *rows))


def _declare_calibrate(parser: argparse.ArgumentParser) -> None:
    declare_mechanism(parser)
    parser.add_argument("--total-epsilon", required=True, help=help_text(parser, N_("the total ε")))
    _total_delta(parser)
    parser.add_argument("--count", required=True, help=help_text(parser, N_("how many releases")))
    parser.add_argument(
        "--sensitivity", help=help_text(parser, N_("the largest change of the answer when one unit changes"))
    )
    name, sentence = STEPS  # the noise that is enough depends on it
    parser.add_argument("--" + name, help=help_text(parser, sentence))


def _calibrate(chosen: argparse.Namespace) -> Answer:
    mechanism, bounds = chosen_mechanism(chosen.mechanism), chosen_bounds(chosen.bound)
    sensitivity = asked_sensitivity(mechanism, chosen.sensitivity)
    shape = asked_shape(mechanism, chosen, Target().neighbours)
    total_epsilon = number_of(chosen.total_epsilon, "--total-epsilon", TOTAL_EPSILON)
    total_delta = number_of(chosen.total_delta, "--total-delta", SHARE)
    count = int(number_of(chosen.count, "--count", replace(COUNT, low=1)))
    within = total_epsilon, total_delta, count, sensitivity or 1.0, shape
    found = [calibrate(mechanism, bound, *within) for bound in bounds]
    head = (
        N_(
            "total ε = {epsilon}, δ = {delta} for k = {count}; per release:",
            count=count,
            epsilon=total_epsilon,
            delta=total_delta,
        ),
        Row((N_("bound"), "ε", "δ", *_noise_of(mechanism), N_("kind"), N_("source"))),
    )
    rows = [_calibrated_row(mechanism, bound, each) for bound, each in zip(bounds, found, strict=True)]
    data = {
        "mechanism": mechanism.id,
        "target": {
            "epsilon": total_epsilon,
            "delta": total_delta,
            "sensitivity": sensitivity,
            **({"steps": shape.steps} if "steps" in shape_of(mechanism) else {}),
        },
        "count": count,
        "results": [_calibrated(each) for each in found],
    }
    return Answer(data, (*head, *rows))


def _calibrated(found: Calibration) -> dict[str, object]:
    noise = None if found.mechanism is None else found.mechanism.noise
    named = {} if found.mechanism is None else {found.mechanism.noise_parameter: noise}
    hidden_by = None if "epsilon" in named else noise  # its own ε is no scale
    return {
        **named,
        "bound": found.bound,
        "epsilon": found.epsilon,
        "delta": found.delta,
        "scale": hidden_by,
        "total": {"epsilon": found.total_epsilon, "delta": found.total_delta},
        "valid": found.status is not Status.FALSE,
        "status": found.status.value,
        "reason": found.reason,
        "source": found.source,
    }


def _noise_of(mechanism: type[Mechanism]) -> tuple[str, ...]:
    """The noise parameter, where that is not the ε that has a column already."""
    return () if mechanism.noise_parameter == "epsilon" else (mechanism.noise_parameter,)


def _calibrated_row(mechanism: type[Mechanism], bound: Composition, found: Calibration) -> Row:
    """What each may have is rounded down, the noise that is enough up."""
    allowed = [None if each is None else at_least(each) for each in (found.epsilon, found.delta)]
    enough = None if found.mechanism is None else at_most(found.mechanism.noise)
    noise = (enough,) if _noise_of(mechanism) else ()
    kind = worth(bound.kind, found.reason)
    return Row((bound.title, *allowed, *noise, kind, found.source))


VERBS: tuple[Verb, ...] = (
    Verb(
        "compose",
        N_("total ε of k releases"),
        _declare_compose,
        _compose,
        example="compose laplace --epsilon 0.1 --count 50 --total-delta 1e-6",
    ),
    Verb(
        "crossing",
        N_("the k at which a bound starts to beat basic composition"),
        _declare_crossing,
        _crossing,
        example="crossing laplace --epsilon 0.1 --total-delta 1e-6",
    ),
    Verb(
        "calibrate",
        N_("the noise per release for a given total"),
        _declare_calibrate,
        _calibrate,
        example="calibrate laplace --total-epsilon 1 --total-delta 0 --count 9",
    ),
)
