"""What a plan's values say of themselves."""

from fractions import Fraction

from count_cases import AGE, REGION

from explorer.privacy.target import Neighbours
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Privacy
from explorer.release.queries.histogram import Histogram


def test_that_labels_run_fastest_in_the_last_column_with_special_cells_last() -> None:
    labels = list(Histogram("h", (AGE, REGION)).labels())
    assert labels[0] == ("from 0 to 20", "North")
    assert labels[1] == ("from 0 to 20", "South")
    assert labels[3] == ("from 0 to 20", "(missing)")
    last = [label for label, other in labels[12:] if other == "North"]
    assert last == ["(below)", "(above)", "(missing)", "(unreadable)"]
    assert len(labels) == 28


def test_that_epsilon_is_shared_exactly_and_noise_scaled_to_one_table() -> None:
    privacy = Privacy(
        "person", Fraction(1, 3), rows_per_person=5, rows_per_cell=2, neighbours=Neighbours.SUBSTITUTE
    )
    tables = (Histogram("a", (AGE,), Fraction(2)), Histogram("b", (REGION,), Fraction(5)))
    plan = ReleasePlan(privacy, tables)
    assert plan.epsilon_of(0) == Fraction(2, 21)
    assert plan.sensitivity.L1 == 10
    assert plan.scale_of(1) == 10 / Fraction(5, 21)


def test_that_an_account_tells_other_units_by_their_names() -> None:
    assert Privacy("other", Fraction(1), unit_name="visit").protected == "other: visit"
    assert Privacy("person", Fraction(1)).protected == "person"
