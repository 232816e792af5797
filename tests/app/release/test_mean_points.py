"""The picture of means: their intervals as they are released, and nothing where there may be no values."""

from fractions import Fraction

import numpy as np

from explorer.app.plotting.layers import Line, Points
from explorer.app.release.mean_points import means_figure
from explorer.language import Language
from explorer.mark import verbatim
from explorer.release.plan.columns import CategoryColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Privacy
from explorer.release.queries.sum import Sum

SAY = Language("en").say
REGION = CategoryColumn("region", ("north", "south"))
PAY = Sum("pay", (REGION,), value="pay", low=Fraction(0), high=Fraction(90), step=Fraction(1), mean=True)
PLAN = ReleasePlan(Privacy(unit="row", epsilon=Fraction(1)), (PAY,))


def drawn(sums, rows):
    return means_figure("x", PLAN, 0, PAY, (*sums, *rows), verbatim("here"))


def test_that_points_and_lines_are_the_published_means_and_intervals():
    figure = drawn((5000, -900, 0, 300), (1000, 2000, 500, 400))
    answers = list(PAY.answers(PLAN.terms_of(0)).of((5000, -900, 0, 300, 1000, 2000, 500, 400)))
    told = {each.id: each for each in figure.layers if isinstance(each, Points)}
    assert told["mean-0"].y.tolist() == [float(each.mean) for each in answers]
    lines = [each for each in figure.layers if isinstance(each, Line)]
    assert [each.y.tolist() for each in lines] == [[float(each.low), float(each.high)] for each in answers]
    assert all(figure.y.low < end < figure.y.high for each in lines for end in each.y)
    assert list(figure.table.columns[1]) == [float(each.mean) for each in answers]
    assert "may have no values" not in SAY(figure.description)


def test_that_a_group_that_may_have_no_values_has_no_mean():
    figure = drawn((5000, 3, 0, 300), (1000, 2, 500, 400))
    [mean] = [each for each in figure.layers if each.id == "mean-0"]
    assert mean.y.size == 3
    assert "1 of 4 groups may have no values, and so no mean" in SAY(figure.description)
    none = drawn((1, 1, 1, 1), (0, 0, -3, 2))
    assert not [each for each in none.layers if isinstance(each, Line)]
    assert none.y.low < 0 < 90 < none.y.high
    assert np.isnan(np.array(none.table.columns[1])).all()
