"""k, ℓ and t of files: figures of the papers, limits, groups and orders as typed, and what is said."""

from pathlib import Path

import pytest

from explorer.app.learn import class_sentences as words
from explorer.app.learn.ground_distance import Ground
from explorer.app.learn.table_classes import ClassLimits, judged, limit_of, measured, size_ranges
from explorer.language import LANGUAGES, Language
from explorer.privacy.refusal import NotANumber, NotValid, OutOfRange
from explorer.release.counting.equivalence_classes import ClassColumns, classes_of_file
from explorer.release.plan.sections import Input

ENGLISH = Language("en")
DISEASES = ("gastric ulcer", "gastritis", "stomach cancer", "flu", "bronchitis", "pneumonia")
LI = """zip,age,salary,disease
476**,2*,3,gastric ulcer
476**,2*,4,gastritis
476**,2*,5,stomach cancer
4790*,>=40,6,gastritis
4790*,>=40,11,flu
4790*,>=40,8,bronchitis
476**,3*,7,bronchitis
476**,3*,9,pneumonia
476**,3*,10,stomach cancer
"""  # Li, Li & Venkatasubramanian (2007), Table 4


def of(tmp_path: Path, text: str, quasi, sensitive, ground=Ground.EQUAL, typed=""):
    path = tmp_path / "table.csv"
    path.write_text(text)
    declared = Input(missing=("", "NA"))
    return measured(classes_of_file(path, declared, ClassColumns(quasi, sensitive)), ground, typed)


def far_of(found):
    """t of each class by its name."""
    return {found.found.name(place): found.distances[place] for place in range(len(found.sizes))}


def test_that_the_ordered_distances_of_the_paper_are_found(tmp_path):
    found = far_of(of(tmp_path, LI, ("zip", "age"), "salary", Ground.ORDERED))
    assert found[("476**", "2*")] == pytest.approx(0.375)
    assert found[("4790*", ">=40")] == pytest.approx(0.167, abs=5e-4)


def test_that_a_numeric_order_is_by_size_and_can_be_typed_otherwise(tmp_path):
    by_size = of(tmp_path, LI, ("zip", "age"), "salary", Ground.ORDERED)
    typed = of(tmp_path, LI, ("zip", "age"), "salary", Ground.ORDERED, "3, 4, 5, 6, 7, 8, 9, 10, 11")
    backwards = of(tmp_path, LI, ("zip", "age"), "salary", Ground.ORDERED, "11，10、9,8,7,6;5,4,3")
    mixed = of(tmp_path, LI, ("zip", "age"), "salary", Ground.ORDERED, "3, 11, 5, 6, 7, 8, 9, 10, 4")
    assert far_of(by_size) == pytest.approx(far_of(typed))
    assert far_of(by_size) == pytest.approx(far_of(backwards))
    assert far_of(mixed) != pytest.approx(far_of(by_size))


def test_that_groups_bring_values_closer(tmp_path):
    """By hand: of the six diseases three are of the stomach; class 1 has all of its three rows there."""
    groups = "stomach: gastric ulcer, gastritis, stomach cancer\nlungs: flu, bronchitis, pneumonia"
    grouped = far_of(of(tmp_path, LI, ("zip", "age"), "disease", Ground.GROUPS, groups))
    equal = far_of(of(tmp_path, LI, ("zip", "age"), "disease"))
    first = ("476**", "2*")
    overall = {"gastric ulcer": 1 / 9, "gastritis": 2 / 9, "stomach cancer": 2 / 9}
    leaves = sum(1 / 3 - share for share in overall.values())
    families = 1 - sum(overall.values())
    assert equal[first] == pytest.approx(leaves)
    assert grouped[first] == pytest.approx((leaves + families) / 2)
    nested = "\n".join(f"body/{line}" for line in groups.split("\n"))
    assert far_of(of(tmp_path, LI, ("zip", "age"), "disease", Ground.GROUPS, nested))[first] == pytest.approx(
        (leaves + families) / 3
    )


@pytest.mark.parametrize(
    ("ground", "typed", "part"),
    [
        (Ground.GROUPS, "", "belong together"),
        (Ground.GROUPS, "stomach, gastritis", "with a colon"),
        (Ground.GROUPS, "stomach: gastritis, flu", "4 values of the column are not named"),
        (Ground.GROUPS, "a: gastritis, flu; b: flu", "named twice"),
        (Ground.GROUPS, "a: " + ",".join(DISEASES[:3]) + "; b/c: " + ",".join(DISEASES[3:]), "levels"),
        (Ground.ORDERED, "gastritis, flu, bronchitis, pneumonia, stomach cancer", "1 value of the column is"),
        (Ground.ORDERED, "gastritis, gastritis", "named twice"),
        (Ground.ORDERED, "x" * 20_001, "20000 characters"),
    ],
)
def test_that_what_does_not_fit_the_values_is_refused_without_naming_any(tmp_path, ground, typed, part):
    with pytest.raises(NotValid) as refused:
        of(tmp_path, LI, ("zip", "age"), "disease", ground, typed)
    said = ENGLISH.say(refused.value.sentence)
    assert part in said
    assert not any(name in said.replace("pneumonia”", "") for name in DISEASES if name != "flu")


def test_that_a_missing_sensitive_value_is_the_last_in_an_order_and_a_group_of_its_own(tmp_path):
    text = "a,s\nx,1\nx,2\ny,NA\ny,3\n"
    ordered = far_of(of(tmp_path, text, ("a",), "s", Ground.ORDERED))
    typed = far_of(of(tmp_path, text, ("a",), "s", Ground.ORDERED, "1,2,3"))
    assert ordered == pytest.approx(typed)
    grouped = of(tmp_path, text, ("a",), "s", Ground.GROUPS, "low: 1, 2; high: 3")
    assert far_of(grouped)[("x",)] == pytest.approx(0.5)
    assert any("missing s" in ENGLISH.say(each) for each in words.remarks(grouped))


def test_that_failing_classes_are_named_by_their_values_the_worst_first(tmp_path):
    text = "zip,age,s\n" + "1,2,a\n" * 6 + "1,3,a\n1,3,b\n" + "2,,a\n" * 2 + "2,,b\n"
    found = of(tmp_path, text, ("zip", "age"), "s")
    judgement = judged(found, ClassLimits(k=3, l=2, t=0.3))
    said = [[ENGLISH.say(cell) for cell in words.cells(each)] for each in judgement.failing]
    assert [each[:3] for each in said] == [["zip = 1, age = 3", "2", "2"], ["zip = 1, age = 2", "6", "1"]]
    assert [each.misses for each in judgement.failing] == [("k", "t"), ("l",)]
    assert (judgement.count, judgement.rows) == (2, 8)
    assert words.judgement_said(judged(found, ClassLimits(1, 1, 1.0)), found).text.startswith("Every class")
    lenient = judged(found, ClassLimits(4, 1, 1.0))
    assert ENGLISH.say(words.cells(lenient.failing[1])[0]) == "zip = 2, age missing"


def test_that_a_distance_at_its_limit_keeps_it(tmp_path):
    found = of(tmp_path, LI, ("zip", "age"), "salary", Ground.ORDERED)
    assert judged(found, ClassLimits(1, 1, 0.375)).count == 0
    assert judged(found, ClassLimits(1, 1, 0.374)).count == 1


def test_that_only_the_worst_of_many_are_listed_and_it_is_told(tmp_path):
    text = "a,s\n" + "".join(f"{number},x\n" for number in range(300))
    found = of(tmp_path, text, ("a",), "s")
    judgement = judged(found, ClassLimits())
    assert (judgement.count, len(judgement.failing)) == (300, 200)
    assert "the worst 200" in ENGLISH.say(words.judgement_said(judgement, found))
    assert "300 of 300 rows are alone" in ENGLISH.say(words.answer(found)[1])


def test_that_one_class_and_no_sensitive_column_are_said(tmp_path):
    found = of(tmp_path, "a,s\nx,1\nx,2\n", ("a",), "")
    assert "one class" in ENGLISH.say(words.answer(found)[1])
    assert words.readings(found) == ()
    assert judged(found, ClassLimits(k=2)).count == 0


def test_that_sizes_are_told_together(tmp_path):
    found = of(tmp_path, "a,s\n" + "x,1\n" * 7 + "y,1\n" + "z,1\n" * 150, ("a",), "")
    sizes = {
        ENGLISH.say(words.size_named(each)): (each.classes, each.rows) for each in size_ranges(found.sizes)
    }
    assert {name: told for name, told in sizes.items() if told[0]} == {
        "1 row": (1, 1),
        "5 to 9 rows": (1, 7),
        "100 rows or more": (1, 150),
    }
    assert sum(rows for _, rows in sizes.values()) == 158
    parted = [ENGLISH.say(words.size_named(each)) for each in size_ranges(found.sizes, 7)]
    assert parted[2:5] == ["5 to 6 rows", "7 to 9 rows", "10 to 19 rows"]


@pytest.mark.parametrize(
    ("name", "text", "value"), [("k", "10", 10), ("l", "３", 3), ("t", "1/4", 0.25), ("t", "20 %", 0.2)]
)
def test_that_limits_are_typed_in_any_notation(name, text, value):
    assert limit_of(name, text) == pytest.approx(value)


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [("k", "0", OutOfRange), ("k", "2.5", OutOfRange), ("t", "1.5", OutOfRange), ("l", "many", NotANumber)],
)
def test_that_a_limit_outside_its_range_is_refused(name, text, kind):
    with pytest.raises(kind):
        limit_of(name, text)


@pytest.mark.parametrize("code", LANGUAGES)
def test_that_all_of_it_is_said_in_both_languages_and_nothing_of_the_rows_is_printed(tmp_path, code):
    say = Language(code).say
    found = of(tmp_path, LI, ("zip", "age"), "disease")
    judgement = judged(found, ClassLimits())
    texts = [
        *map(say, words.answer(found)),
        *(say(part) for line in words.readings(found) for part in line[:2]),
        *map(say, words.remarks(found)),
        say(words.judgement_said(judgement, found)),
    ]
    assert all(texts)
    assert "k = 3" in texts[0]
    printed = repr((found, judgement))
    assert not any(part in printed for part in ("476", "gastritis", "2*"))
