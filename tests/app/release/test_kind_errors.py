"""What each use of a table with intervals errs as a histogram and as ranges, from the plan alone."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from explorer.app.release.plan.kind_errors import kinds_sentence, question_of
from explorer.language import Language
from explorer.privacy.strategies.fit_error import simulated_noise
from explorer.privacy.strategies.tree import Identity
from explorer.release.plan.columns import CategoryColumn, NumericColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Privacy
from explorer.release.queries.histogram import Histogram
from explorer.release.queries.marginals import Marginals
from explorer.release.queries.ranges import Ranges

SAY = Language("en").say
AGES = NumericColumn("age", tuple(map(str, range(65))))
REGION = CategoryColumn("region", ("north", "south"))
ONE = ReleasePlan(Privacy(unit="row", epsilon=Fraction(1)), (Histogram("h", (AGES,)), Ranges("r", (AGES,))))


def errors_of(plan):
    question = question_of(plan)
    return question()


def simulated(strategy, noise, rounds=2000):
    generator = np.random.default_rng(3)
    length = strategy.measure(np.zeros(strategy.bins, dtype=np.int64)).size
    fitted = strategy.fit(simulated_noise(generator, noise.is_gaussian, noise.width, (rounds, length)))
    running = np.concatenate([np.zeros((rounds, 1)), np.cumsum(fitted, axis=1)], axis=1)
    low, high = np.triu_indices(strategy.bins + 1, 1)
    spread = np.mean(running**2, axis=0)
    pairs = spread[low] + spread[high] - 2 * (running.T @ running / rounds)[low, high]
    return np.sqrt([np.mean(fitted**2), pairs.mean(), spread[1:].mean()])


@pytest.mark.parametrize("mechanism", ["discrete-laplace", "discrete-gaussian"])
def test_that_both_kinds_err_as_simulated_noise_does(mechanism):
    delta = "0" if mechanism == "discrete-laplace" else "1e-6"
    plan = replace(
        ONE, privacy=Privacy(unit="row", epsilon=Fraction(1), mechanism=mechanism, delta=Fraction(delta))
    )
    found = errors_of(plan)
    assert found[0] == found[1]  # of equal shares
    ranges, histogram = found[1]
    terms = plan.terms_of(1)
    for told, strategy, noise in (
        (ranges, plan.queries[1].measurement(terms).strategy, terms.noise),
        (histogram, Identity(64), plan.noise_of(0)),
    ):
        expected = simulated(strategy, noise)
        assert np.allclose([told.interval, told.range, told.total], expected, rtol=0.06)


def test_that_the_sentence_names_each_use_and_waits_for_its_answer():
    assert kinds_sentence(ONE, 0, {}) is None
    question = question_of(ONE)
    said = SAY(kinds_sentence(ONE, 0, {question: question()}))
    for use in ("single intervals", "any range", "quantiles"):
        assert use in said
    ranges, histogram = question()[0]
    assert ranges.range < histogram.range
    assert ranges.interval > histogram.interval


@pytest.mark.parametrize(
    ("bins", "quantiles", "words"),
    [(1024, ("0.5",), "with 128 bins, 8 of these in one"), (1024, (), None), (128, ("0.5",), None)],
)
def test_that_quantiles_of_many_bins_are_told_what_fewer_would_err(bins, quantiles, words):
    ages = NumericColumn("age", tuple(map(str, range(bins + 1))))
    plan = ReleasePlan(ONE.privacy, (Ranges("r", (ages,), quantiles=quantiles),))
    question = question_of(plan)
    ((ranges, _),) = question()
    said = SAY(kinds_sentence(plan, 0, {question: question()}))
    if words is None:
        assert ranges.fewer is None
        assert "fewer" not in said
        return
    together, total = ranges.fewer
    fewer = ReleasePlan(ONE.privacy, (Ranges("r", (replace(ages, edges=ages.edges[::together]),)),))
    assert total == pytest.approx(question_of(fewer)()[0][0].total)
    assert total < 0.75 * ranges.total
    assert words in said.replace("\xa0", " ")
    assert question != question_of(ReleasePlan(ONE.privacy, (Ranges("r", (ages,)),)))


def test_that_what_cannot_be_both_is_not_compared():
    assert (
        question_of(ReleasePlan(Privacy(unit="row", epsilon=Fraction(1)), (Histogram("h", (REGION,)),)))
        is None
    )
    both = ReleasePlan(
        Privacy(unit="row", epsilon=Fraction(1)), (Histogram("h", (REGION,)), Ranges("r", (REGION, AGES)))
    )
    assert errors_of(both)[0] is None
    assert errors_of(both)[1] is not None
    assert question_of(ONE) == question_of(replace(ONE, title="another"))
    assert question_of(ONE) != question_of(replace(ONE, privacy=Privacy(unit="row", epsilon=Fraction(2))))


def test_that_tables_that_agree_are_held_against_one_crosstab():
    columns = tuple(CategoryColumn(name, ("a", "b", "c")) for name in ("one", "two", "three"))
    plan = ReleasePlan(Privacy("row", Fraction(1)), (Marginals("m", columns),))
    said = SAY(kinds_sentence(plan, 0, {}))
    assert "± 4.22" in said
    assert "summed from one crosstab" in said
    assert "once they are fitted" in said
    alone = ReleasePlan(plan.privacy, (Marginals("m", columns, fit=False),))
    assert "fitted" not in SAY(kinds_sentence(alone, 0, {}))
