"""k, ℓ and t of tables: figures of the papers, and the earth mover's distance as a linear program."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog
from thoroughness import tries

from explorer.privacy.anonymity import (
    Equal,
    Hierarchical,
    Ordered,
    class_sizes,
    classes_of_counts,
    classes_of_rows,
    closeness,
    distinct_values,
    entropy_diversity,
)
from explorer.privacy.refusal import NotValid

SALARIES = np.eye(9, dtype=np.int64)  # 3k to 11k, one each: Li, Li & Venkatasubramanian (2007), Table 3
OF_THE_PAPER = np.stack([SALARIES[[0, 1, 2]].sum(0), SALARIES[[3, 5, 8]].sum(0), SALARIES[[4, 6, 7]].sum(0)])
FAMILIES = (("a", "x"), ("a", "x"), ("a", "y"), ("b", "x"), ("b", "z"))


def distances(ground, values):
    """The distance of every two values, (values, values)."""
    place = np.arange(values)
    if isinstance(ground, Ordered):
        return np.abs(place[:, None] - place) / max(values - 1, 1)
    if isinstance(ground, Equal):
        return (place[:, None] != place).astype(float)
    paths = [(*family, value) for value, family in enumerate(ground.families)]
    height = len(paths[0])

    def common(one, other):
        return next((level for level in range(height) if one[level] != other[level]), height)

    return np.array([[(height - common(one, other)) / height for other in paths] for one in paths])


def least_work(one, other, ground):
    """The earth mover's distance by its definition: the cheapest flow from one distribution to the other."""
    values = len(one)
    out, into = np.kron(np.eye(values), np.ones(values)), np.kron(np.ones(values), np.eye(values))
    flow = linprog(
        distances(ground, values).ravel(),
        A_eq=np.vstack([out, into])[:-1],  # the last follows from the others
        b_eq=np.concatenate([one, other])[:-1],
    )
    assert flow.success
    return flow.fun


def test_that_the_distances_of_the_paper_are_found():
    table = classes_of_counts(OF_THE_PAPER)
    assert closeness(table, Ordered())[:2] == pytest.approx([0.375, 1 / 6])


@settings(max_examples=tries(60))
@given(
    st.lists(st.lists(st.integers(0, 6), min_size=5, max_size=5).filter(any), min_size=1, max_size=4),
    st.sampled_from([Equal(), Ordered(), Hierarchical(FAMILIES), Hierarchical(((),) * 5)]),
)
def test_that_closeness_is_the_cheapest_flow(rows, ground):
    counts = np.array(rows)
    overall = counts.sum(0) / counts.sum()
    expected = [least_work(row / row.sum(), overall, ground) for row in counts]
    assert closeness(classes_of_counts(counts), ground) == pytest.approx(expected, abs=1e-9)


@given(st.lists(st.lists(st.integers(0, 6), min_size=4, max_size=4).filter(any), min_size=1, max_size=5))
def test_that_a_tree_of_one_level_is_the_equal_distance(rows):
    table = classes_of_counts(np.array(rows))
    assert closeness(table, Hierarchical(((),) * 4)) == pytest.approx(closeness(table, Equal()), abs=1e-12)


@given(st.lists(st.lists(st.integers(0, 6), min_size=4, max_size=4).filter(any), min_size=1, max_size=5))
def test_that_sizes_and_values_are_counted(rows):
    counts = np.array(rows)
    table = classes_of_counts(counts)
    assert class_sizes(table).tolist() == counts.sum(1).tolist()
    assert distinct_values(table).tolist() == (counts > 0).sum(1).tolist()
    assert np.all(entropy_diversity(table) <= distinct_values(table) * (1 + 1e-12))


def test_that_entropy_diversity_is_the_number_of_values_that_are_equally_frequent():
    table = classes_of_counts(np.array([[4, 4, 4, 0], [9, 1, 0, 0], [0, 0, 0, 3]]))
    expected = [3.0, 0.9**-0.9 * 0.1**-0.1, 1.0]
    assert entropy_diversity(table) == pytest.approx(expected)


def test_that_rows_and_counts_give_the_same_classes():
    places = np.array([7, 7, 3, 3, 3, 7])  # the numbers of classes need not be without gaps
    values = np.array([0, 2, 1, 1, 2, 0])
    rows, counts = classes_of_rows(places, values), classes_of_counts(np.array([[0, 2, 1], [2, 0, 1]]))
    for name in ("place", "value", "count"):
        assert getattr(rows, name).tolist() == getattr(counts, name).tolist()
    assert (rows.classes, rows.values) == (2, 3)


def test_that_a_value_that_nobody_has_counts_in_the_ordered_distance():
    places, values = np.array([0, 1]), np.array([0, 1])
    assert closeness(classes_of_rows(places, values), Ordered()) == pytest.approx([0.5, 0.5])
    assert closeness(classes_of_rows(places, values, 3), Ordered()) == pytest.approx([0.25, 0.25])


def test_that_a_class_for_every_row_of_many_is_not_a_table_of_all_by_all():
    count = 100_000  # as a matrix these would be 10¹⁰ numbers
    table = classes_of_rows(np.arange(count), np.arange(count))
    assert float(closeness(table, Ordered()).max()) == pytest.approx(0.5, abs=1e-4)
    assert float(closeness(table, Equal()).max()) == pytest.approx(1 - 1 / count)


def test_that_one_class_is_as_close_as_can_be():
    table = classes_of_counts(np.array([[3, 1, 2]]))
    assert [float(closeness(table, ground)[0]) for ground in (Equal(), Ordered())] == [0.0, 0.0]
    assert closeness(classes_of_counts(np.array([[3], [1]])), Ordered()).tolist() == [0.0, 0.0]


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: classes_of_rows(np.zeros(0, np.int64), np.zeros(0, np.int64)),
        lambda: classes_of_rows(np.array([0, 1]), np.array([0, -1])),
        lambda: classes_of_rows(np.array([0, 1]), np.array([0, 3]), 3),
        lambda: closeness(classes_of_counts(np.array([[1, 1]])), Hierarchical((("a",),))),
        lambda: closeness(classes_of_counts(np.array([[1, 1]])), Hierarchical((("a",), ()))),
    ],
)
def test_that_what_is_no_table_of_classes_is_refused(wrong):
    with pytest.raises(NotValid):
        wrong()
