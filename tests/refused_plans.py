"""Plans of the further kinds of query that cannot be released: each with the wrong key and its sentence."""

from collections.abc import Sequence
from dataclasses import dataclass

_HEAD = """schema = 1
title = "Refused"
[privacy]
unit = "row"
epsilon = "1"
"""
_GROUPS = """[[ranges.column]]
name = "town"
kind = "category"
categories = [{}]
"""
_SEX = """[[{}.column]]
name = "sex"
kind = "category"
categories = ["f", "m"]
"""


@dataclass(frozen=True, slots=True)
class RefusedPlan:
    """What is wrong, the plan, the path of the key beside which that is said, and words of the sentence."""

    wrong: str
    text: str
    path: str
    words: str


def _ranges(edges: Sequence[int], keys: str = "", more: str = "") -> str:
    listed = ", ".join(f'"{edge}"' for edge in edges)
    return (
        f'{_HEAD}[[ranges]]\nname = "r"\n{keys}[[ranges.column]]\nname = "age"\nkind = "numeric"\n'
        f"edges = [{listed}]\n{more}"
    )


def _sum(low: str, high: str, step: str) -> str:
    return f'{_HEAD}[[sum]]\nname = "s"\nvalue = "income"\nlow = "{low}"\nhigh = "{high}"\nstep = "{step}"\n'


def _marginals(keys: str) -> str:
    age = '[[marginals.column]]\nname = "age"\nkind = "numeric"\nedges = ["0", "30", "60"]\n'
    return f'{_HEAD}[[marginals]]\nname = "m"\n{keys}{age}{_SEX.format("marginals")}'


def million_bins() -> str:
    """A plan of ranges of a million bins."""
    return _ranges(range(1_000_001))


QUANTILES = "ranges.1.quantiles"
EDGES = "ranges.1.column.1.edges"
REFUSED = (
    RefusedPlan("one bin", _ranges((0, 10)), EDGES, "at least two intervals"),
    RefusedPlan("quantile of 0", _ranges(range(9), 'quantiles = ["0"]\n'), QUANTILES, "above 0 and below 1"),
    RefusedPlan("quantile of 1", _ranges(range(9), 'quantiles = ["1"]\n'), QUANTILES, "above 0 and below 1"),
    RefusedPlan(
        "quantile above 1",
        _ranges(range(9), 'quantiles = ["0.5", "50"]\n'),
        "ranges.1.quantiles",
        "above 0 and below 1",
    ),
    RefusedPlan("low above high", _sum("10", "5", "1"), "sum.1.low", "must be below the upper one"),
    RefusedPlan("low equal to high", _sum("10", "10", "1"), "sum.1.low", "must be below the upper one"),
    RefusedPlan(
        "a step that does not divide", _sum("0", "100", "30"), "sum.1.step", "must divide both bounds"
    ),
    RefusedPlan(
        "groups × bins over 100,000",
        _ranges(range(2001), "", _GROUPS.format(", ".join(f'"{town}"' for town in range(60)))),
        EDGES,
        "(intervals × groups) is over the limit of 100,000",
    ),
    RefusedPlan(
        "a table of an undeclared column",
        _marginals('tables = [["age", "town"]]\n'),
        "marginals.1.tables",
        "there is no column “town” here",
    ),
    RefusedPlan(
        "rounds of one table", _marginals("rounds = 5\n"), "marginals.1.rounds", "ask for more tables"
    ),
    RefusedPlan(
        "more rounds than tables",
        _marginals('tables = "ones"\nrounds = 2\n'),
        "marginals.1.rounds",
        "choose a number of rounds from 0 to 1",
    ),
    RefusedPlan(
        "rounds below 0", _marginals("rounds = -1\n"), "marginals.1.rounds", "a whole number from 0 to 10⁹"
    ),
    RefusedPlan(
        "groups found in the data, without δ",
        _ranges(range(9), "", '[[ranges.column]]\nname = "town"\nkind = "category-unknown"\n'),
        "ranges.1.column.2.kind",
        "the groups of ranges are declared categories",
    ),
    *(
        RefusedPlan(
            f"δ = 0 where ρ is asked for, {kind}",
            text.replace('epsilon = "1"\n', 'epsilon = "1"\ndelta = "0"\nmechanism = "discrete-gaussian"\n'),
            "privacy.delta",
            "discrete Gaussian noise spends a delta: declare one above 0 and below 1",
        )
        for kind, text in (
            ("ranges", _ranges(range(9))),
            ("sum", _sum("0", "100", "1")),
            ("marginals", _marginals("")),
        )
    ),
)
