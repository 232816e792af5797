"""How far a range is off by each strategy that a plan may measure: the one that it measures is marked."""

from __future__ import annotations

from typing import cast

import numpy as np

from explorer.app.plotting.figure import Axis, Figure, Table, read_only
from explorer.app.plotting.layers import Bars, Layer, Note
from explorer.app.plotting.ticks import round_up, ticks
from explorer.app.release.cell_bars import zero
from explorer.app.release.plan.plan_noise import assumption, margins_sentence, plan_settings
from explorer.app.release.plan.plan_summary import MECHANISMS
from explorer.mark import N_, Sentence
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.queries.range_strategy import NAMES
from explorer.release.queries.ranges import Ranges
from explorer.release.queries.terms import Alternative

TITLE = N_("Error of a range, by strategy")
_MOST = 4  # bars whose names have room below them
_WIDTH = 0.5


def strategies_figure(identity: str, plan: ReleasePlan, index: int) -> Figure:
    """Bars of the root mean squared error over all ranges, the least first."""
    mine, shown = _options(plan, index)
    errors = np.array([each.expected_rmse for each in shown])
    names = tuple(_name(each) for each in shown)
    top = round_up(1.3 * float(errors.max()), 4)
    return Figure(
        identity,
        TITLE,
        assumption(plan, index, N_("from the plan alone")),
        margins_sentence(plan, index),
        Axis(N_("strategy"), -0.6, len(shown) - 0.4, tuple(map(float, range(len(shown)))), names),
        Axis(N_("root mean squared error of a range, rows"), 0.0, top, ticks(0.0, top, 3)),
        tuple(_bars(shown, mine)),
        Table(
            (N_("strategy"), N_("root mean squared error of a range, rows")),
            ("strategy", "expected_rmse"),
            (tuple(each.strategy for each in shown), read_only(errors)),
        ),
        settings=plan_settings(plan, index),
    )


def _options(plan: ReleasePlan, index: int) -> tuple[Alternative, tuple[Alternative, ...]]:
    query, terms = cast(Ranges, plan.queries[index]), plan.terms_of(index)
    mine = Alternative(query.strategy_id(terms), terms.noise.mechanism, query.expected_rmse(terms))
    every = sorted((mine, *query.alternatives(terms)), key=lambda option: option.expected_rmse)
    least = [each for each in every if each is mine or len(every) <= _MOST]
    for each in every:
        if len(least) < _MOST and each not in least:
            least.append(each)
    return mine, tuple(sorted(least, key=lambda option: option.expected_rmse))


def _name(option: Alternative) -> Sentence:
    return N_(
        "{strategy}, {mechanism}", strategy=NAMES[option.strategy], mechanism=MECHANISMS[option.mechanism]
    )


def _bars(shown: tuple[Alternative, ...], mine: Alternative) -> list[Layer]:
    layers: list[Layer] = [zero()]
    for place, each in enumerate(shown):
        chosen = each is mine
        x, height = read_only(np.array([float(place)])), read_only(np.array([each.expected_rmse]))
        colour = "exact" if chosen else "slate"
        words = N_("± {error}, in this plan", error=each.expected_rmse) if chosen else None
        layers += [
            Bars(f"strategy-{place}", x, height, _WIDTH, colour, name=_name(each), kind=N_("expected")),
            Note(
                f"error-{place}",
                float(place),
                each.expected_rmse,
                (words or N_("± {error}", error=each.expected_rmse),),
                "ink",
                "above",
            ),
        ]
    return layers
