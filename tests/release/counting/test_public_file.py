"""A public file is counted as a release would count it; what is known to be private is refused."""

import os
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from explorer.privacy.progress import Cancelled, listening
from explorer.privacy.refusal import NotATable, NotValid
from explorer.release.counting import counts as counting
from explorer.release.counting.counts import count
from explorer.release.counting.public_file import count_public, counting_part, public_file
from explorer.release.plan.columns import UnknownColumn
from explorer.release.plan.plan_file import read_plan
from explorer.release.plan.plan_preview import noised_public, simulate
from explorer.release.publish import spend_and_draw
from explorer.release.queries.histogram import Histogram
from explorer.release.sources import csv_source
from explorer.release.values.noise_distribution import GAUSSIAN
from explorer.resources import resource

PLAN = read_plan(resource("examples", "people.toml").read_text("utf-8"))
PEOPLE = resource("examples", "people.csv")


@pytest.fixture
def census(tmp_path):
    path = tmp_path / "census.csv"
    path.write_bytes(PEOPLE.read_bytes())
    return path


def counted(path, plan=PLAN, released="", ledger=None):
    return count_public(plan, public_file(path), released, ledger)


def test_that_a_public_file_is_counted_as_a_release_counts_it_bounds_included(census):
    found = counted(census)
    bounded = count(PLAN, census, b"another key of 32 bytes, or so ..").queries
    free = count(replace(PLAN, privacy=replace(PLAN.privacy, rows_per_person=1000)), census, b"k" * 32)
    totals = [int(each.sum()) for each in found.queries]
    assert totals == [int(each.sum()) for each in bounded]
    assert totals < [int(each.sum()) for each in free.queries]
    again = counted(census)
    assert all(np.array_equal(*pair) for pair in zip(found.queries, again.queries, strict=True))


def test_that_epsilon_mechanism_and_share_count_nothing_anew():
    other = replace(
        PLAN,
        title="another",
        privacy=replace(PLAN.privacy, epsilon=Fraction(7), delta=Fraction(1, 10), mechanism=GAUSSIAN),
        queries=tuple(replace(each, share=Fraction(3)) for each in PLAN.queries),
    )
    assert counting_part(other) == counting_part(PLAN)
    fewer = replace(PLAN, privacy=replace(PLAN.privacy, rows_per_person=1))
    assert counting_part(fewer) != counting_part(PLAN)


def test_that_the_file_to_be_released_is_refused_by_whatever_name(census, tmp_path):
    link = tmp_path / "link.csv"
    link.symlink_to(census)
    for name in (census, link):
        with pytest.raises(NotValid) as refused:
            public_file(name, str(census))
        assert refused.value.field == "public"
        with pytest.raises(NotValid):
            count_public(PLAN, public_file(name), str(census))
    assert counted(census, released=str(tmp_path / "gone.csv")).queries


@pytest.mark.parametrize("large", [False, True], ids=["strict reader", "engine"])
def test_that_a_copy_of_the_file_to_be_released_is_refused(census, tmp_path, monkeypatch, large):
    if large:
        monkeypatch.setattr(csv_source, "SMALL", 1)
    copy = tmp_path / "innocent.csv"
    copy.write_bytes(census.read_bytes())
    with pytest.raises(NotValid) as refused:
        counted(copy, released=str(census))
    assert "released" in refused.value.sentence.text
    assert refused.value.field == "public"
    other = bytes(reversed(census.read_bytes()[-20:]))
    census.write_bytes(census.read_bytes()[:-20] + other)  # of the same size: only its bytes tell
    assert counted(copy, released=str(census)).queries


def test_that_a_file_that_comes_in_its_place_during_the_count_shows_nothing(census, tmp_path, monkeypatch):
    file, private = public_file(census), census.read_bytes() + b"P9999,33,north,10000,2021\n"

    def swapped(*given):
        census.write_bytes(private)
        return count(*given)

    monkeypatch.setattr(counting, "count", swapped)
    with pytest.raises(NotValid) as refused:
        count_public(PLAN, file)
    assert "changed" in refused.value.sentence.text


def test_that_a_file_of_an_account_is_refused_by_what_it_holds(census, tmp_path):
    ledger = tmp_path / "ledger"
    spend_and_draw(PLAN, census, ledger)
    copy = tmp_path / "innocent.csv"
    copy.write_bytes(census.read_bytes())
    with pytest.raises(NotValid) as refused:
        counted(copy, ledger=ledger)
    assert "ledger" in refused.value.sentence.text
    copy.write_bytes(census.read_bytes() + b"P9999,33,north,10000,2021\n")
    assert counted(copy, ledger=ledger).queries


def test_that_a_file_that_changed_must_be_declared_anew(census):
    file = public_file(census)
    os.utime(census, ns=(1, 1))
    with pytest.raises(NotValid) as refused:
        count_public(PLAN, file)
    assert "changed" in refused.value.sentence.text


def test_that_what_is_no_table_is_refused_like_any_file(census):
    census.write_text('person_id,age,region,income\n1,2,"north,3\n')
    with pytest.raises(NotATable):
        counted(census)
    for path in (census.parent / "absent.csv", census.parent):
        with pytest.raises(NotValid):
            public_file(path)


@pytest.mark.parametrize("large", [False, True], ids=["strict reader", "engine"])
def test_that_progress_is_told_and_a_count_can_be_stopped(census, monkeypatch, tmp_path, large):
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    if large:
        monkeypatch.setattr(csv_source, "SMALL", 1)
    shares = []
    with listening(shares.append):
        whole = counted(census)
    assert max(shares) == 1.0
    assert shares == sorted(shares)
    assert whole.queries

    def stop(share):
        raise Cancelled

    with listening(stop), pytest.raises(Cancelled):
        counted(census)


def test_that_public_counts_get_the_noise_of_the_plan_and_the_threshold(census):
    unknown = replace(
        PLAN,
        privacy=replace(PLAN.privacy, delta=Fraction(1, 10**6)),
        queries=(PLAN.queries[0], Histogram("city", (UnknownColumn("region"),))),
    )
    counts = counted(census, unknown)
    first, second = noised_public(unknown, counts.queries, 7)
    assert first.counts == tuple(counts.queries[0].tolist())
    assert first.noised != first.counts
    found = counts.queries[1].labels
    kept = second.declared.columns[0].categories
    assert set(kept) < set(found)
    assert second.withheld == len(found) - len(kept)
    assert len(second.counts) == len(second.noised) == second.declared.cells
    tiny = replace(unknown, privacy=replace(unknown.privacy, epsilon=Fraction(1, 1000)))
    (_, hidden) = noised_public(tiny, counted(census, tiny).queries, 7)
    assert hidden.withheld == len(found)
    assert hidden.declared.cells == 2


def test_that_cells_smaller_than_the_noise_are_counted_before_noise():
    (crossed, income) = simulate(PLAN, 7)
    assert crossed.smaller == sum(each < 18 for each in crossed.counts) == 34
    assert crossed.margins.each == 18
    assert income.smaller == 0
    large = replace(PLAN, privacy=replace(PLAN.privacy, epsilon=Fraction(500)))
    assert all(shown.smaller == 0 for shown in simulate(large, 7))


def test_that_nothing_of_a_public_file_is_written(census, tmp_path, monkeypatch):
    empty = tmp_path / "working"
    empty.mkdir()
    monkeypatch.chdir(empty)
    counted(census, ledger=tmp_path / "ledger")
    assert list(empty.iterdir()) == []
    assert not Path(tmp_path / "ledger").exists()
