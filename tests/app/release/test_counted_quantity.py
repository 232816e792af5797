"""What the numbers of a picture and a report count, and which edge an interval includes."""

from released import drawn_of, example, small

from explorer.app.release.figures.released_counts import released_figure
from explorer.app.release.plan.plan_noise import plan_settings
from explorer.export.figures.footer import footer
from explorer.export.reports.report_words import made, reading
from explorer.language import Language
from explorer.mark import english

HALF_OPEN = "intervals include their lower edge, not their upper edge"


def test_that_the_axis_and_the_foot_of_a_picture_name_what_bounds_left_of_the_rows():
    drawn = drawn_of(small(unit="other", unit_name="aircraft", id_column="tail", rows_per_person=12))
    figure = released_figure(drawn, 1)
    assert english(figure.y.label) == "rows kept, at most 12 per aircraft"
    said = footer(figure, Language())
    assert "counted: rows kept, at most 12 per aircraft" in said
    assert HALF_OPEN in said


def test_that_categories_have_no_edges_and_records_are_just_counted():
    drawn = drawn_of(small())
    figure = released_figure(drawn, 0)
    assert english(figure.y.label) == "count"
    assert HALF_OPEN not in footer(figure, Language())
    assert "intervals" in plan_settings(drawn.plan, 1)


def test_that_a_report_says_both():
    plan = example()
    said = [Language().say(each) for each in (*made(plan), *reading(plan))]
    rows = plan.privacy.rows_per_person
    assert f"What the numbers count: rows kept, at most {rows} per person." in said
    assert any("includes its lower edge and not its upper edge" in each for each in said)


def test_that_a_report_of_records_does_not_say_that_what_is_counted_are_counts():
    assert not any("What the numbers count" in Language().say(each) for each in made(small()))
