"""Releases as they are kept, without a release: what they hold is chosen, nothing is counted or paid for."""

from fractions import Fraction

from explorer.release.drawn import Drawn, noised
from explorer.release.ledger.spends import Paid
from explorer.release.plan.columns import CategoryColumn, NumericColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.plan_file import read_plan
from explorer.release.plan.sections import Privacy
from explorer.release.queries.histogram import Histogram
from explorer.release.record import files_of
from explorer.release.values.amount import Amount
from explorer.resources import resource

SEQUENCE, IDENTITY, DATE = 7, "0123456789abcdef0123456789abcdef", "2026-11-20"


def example(**changed):
    """The shipped plan, its privacy changed."""
    plan = read_plan(resource("examples", "people.toml").read_text("utf-8"))
    return ReleasePlan(
        Privacy(**{**{name: getattr(plan.privacy, name) for name in Privacy.__slots__}, **changed}),
        plan.queries,
        plan.title,
        plan.input,
        plan.output,
    )


def drawn_of(plan, found=(), first=-3):
    """A release of a plan whose counts rise by one from `first`."""
    tables = []
    for index, histogram in enumerate(plan.queries):
        cells = len(found) + 2 if histogram.unknown is not None else histogram.cells
        tables.append(noised(plan, index, tuple(range(first, first + cells)), tuple(found)))
    cost = Amount(plan.privacy.epsilon, plan.privacy.delta, plan.privacy.rho)
    paid = Paid(SEQUENCE, IDENTITY, DATE, "QZACCOUNT", cost)
    files = files_of(plan, paid, tables)
    return Drawn(SEQUENCE, IDENTITY, DATE, "QZACCOUNT", plan, cost, cost, tuple(tables), files)


def small(*categories, name="city", **privacy):
    """A plan of one table of these categories, and a table of one number."""
    given = {"unit": "row", "epsilon": Fraction(1), **privacy}
    return ReleasePlan(
        Privacy(**given),
        (
            Histogram("towns", (CategoryColumn(name, categories or ("north", "south")),)),
            Histogram("ages", (NumericColumn("age", ("0", "20.5", "100")),)),
        ),
        title="Towns and ages",
    )
