"""A law over many cases in one test tries all of them, and hides no failure."""

import pytest
from cases_in_one import cases_in_one


def test_that_every_case_is_tried_also_after_one_that_failed():
    seen = []

    @cases_in_one("number", range(5))
    @cases_in_one("word", ["a", "b"])
    def law(number, word, fixture):
        seen.append((number, word, fixture))
        assert number != 1, "one"

    with pytest.raises(ExceptionGroup) as caught:
        law(fixture=7)
    assert seen == [(number, word, 7) for number in range(5) for word in "ab"]
    (at_one,) = caught.value.exceptions
    assert at_one.__notes__ == ["number = 1"]
    assert [each.__notes__ for each in at_one.exceptions] == [["word = 'a'"], ["word = 'b'"]]


def test_that_cases_of_several_names_are_taken_apart_and_a_failing_test_is_one():
    @cases_in_one("low, high", [(1, 2), (3, 4)])
    def law(low, high):
        if low == 3:
            pytest.fail(f"{low} and {high}")

    with pytest.raises(ExceptionGroup, match="1 of 2 cases") as caught:
        law()
    assert "3 and 4" in str(caught.value.exceptions[0])


def test_that_an_error_names_its_case_and_is_not_hidden():
    @cases_in_one("number", [1, 0])
    def law(number):
        assert 1 / number

    with pytest.raises(ZeroDivisionError) as caught:
        law()
    assert caught.value.__notes__ == ["number = 0"]


def test_that_no_case_and_a_name_that_is_not_taken_are_faults():
    with pytest.raises(AssertionError, match="no case"):
        cases_in_one("number", [])(lambda number: None)()
    with pytest.raises(TypeError, match="takes no number"):
        cases_in_one("number", [1])(lambda word: None)
