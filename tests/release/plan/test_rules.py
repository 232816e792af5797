"""Rules that the round of plans in `test_plan` does not reach."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest
import tomli_w
from cases_in_one import cases_in_one
from count_cases import REGION, plan_of

from explorer.language import LANGUAGES, Language
from explorer.privacy.accounting import rho
from explorer.privacy.refusal import Refusal
from explorer.release.plan import plan_file
from explorer.release.plan.columns import CategoryColumn, NumericColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.plan_file import check_unchanged, problems, read_plan, write_plan
from explorer.release.plan.rules import LARGEST_DELTA, MOST_QUERIES, broken, is_device
from explorer.release.plan.sections import Input, Output
from explorer.release.plan.toml_reader import MOST_LISTED, TOO_MANY_LISTED

PLAN = plan_of(REGION)


def refused_at(plan: ReleasePlan) -> str:
    with pytest.raises(Refusal) as caught:
        read_plan(write_plan(plan))
    return caught.value.field


def test_that_a_confidence_too_fine_to_compute_with_is_refused() -> None:
    assert refused_at(replace(PLAN, output=Output(Fraction(1, 10**4000)))) == "output.confidence"
    fine = replace(PLAN, output=Output(1 - Fraction(1, 10**300)))
    assert read_plan(write_plan(fine)) == fine


def test_that_a_unit_of_blanks_has_no_name() -> None:
    other = replace(PLAN.privacy, unit="other", unit_name=" ", rows_per_person=1)
    assert refused_at(replace(PLAN, privacy=other)) == "privacy.unit_name"


def test_that_a_category_is_compared_with_missing_values_as_they_are_trimmed() -> None:
    declared = Input(missing=(" NA",), trim=True)
    plan = plan_of(CategoryColumn("region", ("NA",)), declared=declared)
    assert refused_at(plan) == "histogram.1.column.1.categories"
    kept = plan_of(CategoryColumn("region", ("NA",)), declared=replace(declared, trim=False))
    assert read_plan(write_plan(kept)) == kept


def signed(epsilon: int, signature: str = "B. Ona, 3 May", title: str = "T", locked: bool = True) -> str:
    privacy = replace(PLAN.privacy, epsilon=Fraction(epsilon), signed_off=signature, locked=locked)
    return write_plan(replace(PLAN, privacy=privacy, title=title))


def test_that_a_locked_plan_runs_only_as_it_was_signed_off() -> None:
    ran = [write_plan(PLAN), signed(1)]
    check_unchanged(signed(1), ran)
    with pytest.raises(Refusal, match="locked plan") as caught:
        check_unchanged(signed(2), ran)
    assert caught.value.field == "privacy.locked"


@pytest.mark.parametrize(
    "text",
    [signed(2, title="Another"), signed(2, "C. Ude, 4 May"), signed(2, ""), signed(2, locked=False)],
)
def test_that_a_plan_of_another_name_or_without_lock_is_free(text: str) -> None:
    check_unchanged(text, [signed(1), signed(1, "")])


DEVICES = ("CON", "PRN", "AUX", "NUL", *(f"{port}{n}" for port in ("COM", "LPT") for n in range(10)))


@cases_in_one("name", DEVICES)
@cases_in_one("spelled", [str.upper, str.lower, str.title])
def test_that_a_name_that_windows_keeps_for_a_device_is_refused(
    name: str, spelled: Callable[[str], str]
) -> None:
    with pytest.raises(Refusal) as caught:
        read_plan(write_plan(renamed(spelled(name))))
    assert caught.value.field == "histogram.1.name"
    for code in LANGUAGES:
        said = Language(code).say(caught.value.sentence)
        assert "Windows" in said
        assert f"“{spelled(name)}_1”" in said
    assert read_plan(write_plan(renamed(f"{spelled(name)}_1")))


@pytest.mark.parametrize("name", ["COM¹", "com²", "LPT³", "nul.csv", "aux.tar.gz", "CON "])
def test_that_other_spellings_of_a_device_are_none_of_a_histogram_either(name: str) -> None:
    assert is_device(name)
    assert refused_at(renamed(name)) == "histogram.1.name"


@pytest.mark.parametrize("name", ["console", "com", "com10", "lpt_1", "nul-", "auxiliary", "x-con"])
def test_that_a_name_that_only_resembles_a_device_is_kept(name: str) -> None:
    assert read_plan(write_plan(renamed(name))).queries[0].name == name


def renamed(name: str) -> ReleasePlan:
    return replace(PLAN, queries=(replace(PLAN.queries[0], name=name),))


def test_that_a_delta_just_below_one_is_refused_before_it_costs() -> None:
    gaussian = replace(PLAN.privacy, mechanism="discrete-gaussian")
    nearest = replace(PLAN, privacy=replace(gaussian, delta=LARGEST_DELTA))
    assert read_plan(write_plan(nearest)) == nearest
    nearer = replace(PLAN, privacy=replace(gaussian, delta=1 - Fraction(1, 10**31)))
    assert refused_at(nearer) == "privacy.delta"
    assert rho.working_digits(LARGEST_DELTA) < 200


def test_that_a_plan_of_very_many_histograms_is_refused() -> None:
    one = PLAN.queries[0]
    every = tuple(replace(one, name=f"h{number}") for number in range(MOST_QUERIES + 1))
    assert [refusal.field for refusal in broken(Input(), PLAN.privacy, {"histogram": every}, Output())] == [
        "histogram"
    ]
    assert list(broken(Input(), PLAN.privacy, {"histogram": every[1:101]}, Output())) == []


class CountedShare(Fraction):
    """A share that counts how often it is added."""

    added = 0

    def __radd__(self, other: object) -> Fraction:
        type(self).added += 1
        return Fraction.__radd__(self, other)  # type: ignore[operator,no-any-return]


def test_that_the_shares_of_many_histograms_are_summed_once() -> None:
    """Each one's ε, noise and δ once took a sum over all of them: a minute for 5,000."""
    one = PLAN.queries[0]
    every = tuple(replace(one, name=f"h{number}", share=CountedShare(number + 1)) for number in range(300))
    plan = replace(PLAN, queries=every)
    assert sum(plan.epsilon_of(index) for index in range(300)) == plan.privacy.epsilon
    assert [plan.noise_of(index).parameter for index in (0, 299)] == [
        plan.epsilon_of(0),
        plan.epsilon_of(299),
    ]
    assert CountedShare.added <= 2 * len(every)


def test_that_a_refused_number_is_told_with_its_range_in_few_digits() -> None:
    text = write_plan(PLAN).replace('share = "1"', 'share = "1e-10"')
    with pytest.raises(Refusal) as caught:
        read_plan(text)
    assert Language("en").say(caught.value.sentence) == "share must lie between 10⁻⁹ and 10⁹"
    with pytest.raises(Refusal) as caught:
        read_plan(text.replace('unit = "row"', 'unit = "person"\nrows_per_person = 10000000000'))
    assert Language("en").say(caught.value.sentence).endswith("must be a whole number from 1 to 10⁹")


def long_list(section: str, entries: int) -> dict[str, object]:
    column = {"name": "age", "kind": "numeric", "edges": [str(edge) for edge in range(entries)]}
    query = {"name": "ages", "column": [column]}
    return {"schema": 1, "privacy": {"unit": "row", "epsilon": "1"}, section: [query]}


@pytest.mark.parametrize("section", ["histogram", "ranges"])
def test_that_a_list_of_more_than_a_million_is_refused_beside_its_key(section: str) -> None:
    found = problems(long_list(section, MOST_LISTED + 1))
    assert [each.field for each in found] == [f"{section}.1.column.1.edges"]
    assert found[0].sentence == TOO_MANY_LISTED


def test_that_ranges_of_too_many_intervals_are_refused_before_any_edge_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(NumericColumn, "ends", property(lambda _: pytest.fail("an edge was read")))
    (found,) = problems(long_list("ranges", 100_002))
    assert found.field == "ranges.1.column.1.edges"
    assert "100,001 × 1" in Language("en").say(found.sentence)


def test_that_a_file_that_lists_a_million_texts_is_refused_before_it_is_parsed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    edges = ", ".join(f'"{edge}"' for edge in range(MOST_LISTED + 1))
    text = tomli_w.dumps(long_list("ranges", 0)).replace("edges = []", f"edges = [{edges}]")
    assert len(text) > 7 * MOST_LISTED
    parse, parsed = plan_file.tomllib.loads, []
    monkeypatch.setattr(plan_file.tomllib, "loads", lambda each: parsed.append(len(each)) or parse(each))
    with pytest.raises(Refusal) as caught:
        read_plan(text)
    assert caught.value.sentence == TOO_MANY_LISTED
    assert caught.value.field == "ranges.1.column.1.edges"
    assert max(parsed) < 1000


def test_that_quotes_and_commas_in_a_comment_or_a_label_are_no_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan_file, "MOST_LISTED", 3)
    for ending in ('# a",",",",\n', 'title = \'a",",",",\'\n', 'title = "a\\",\\",\\",\\","\n'):
        plan = read_plan(ending + write_plan(PLAN).replace('title = ""\n', ""))
        assert plan.queries == PLAN.queries
