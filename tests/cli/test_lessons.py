"""The lessons without a window: their numbers as JSON, the same for the same seed, and what is refused."""

import json
import math

import pytest
from example_lesson import ExampleLesson

from explorer.__main__ import needs_qt
from explorer.cli import command, lessons
from explorer.language import LANGUAGES
from explorer.lessons.parts.lesson import every_lesson

DRAWN = ("2-bits", "3-share", "3-bits", "4-columns", "6-columns")


@pytest.fixture
def example(monkeypatch):
    monkeypatch.setattr(lessons, "every_lesson", lambda: {ExampleLesson.id: ExampleLesson})


def answered(capsys, *words):
    assert command.run([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def refused(capsys, *words):
    assert command.run(list(words)) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    return said.err


def test_that_the_list_holds_every_lesson_in_its_order(capsys):
    assert [each["id"] for each in answered(capsys, "lessons")["results"]] == list(every_lesson())


@pytest.mark.parametrize("code", LANGUAGES)
def test_that_the_list_is_said_in_both_languages(capsys, example, code):
    assert command.run(["lessons", "--language", code]) == 0
    assert "example" in capsys.readouterr().out


def test_that_a_lesson_gives_the_numbers_of_every_step(capsys, example):
    found = answered(capsys, "lesson", "example")
    assert (found["schema"], found["id"], found["seed"]) == (1, "example", 1)
    assert [each["title"] for each in found["steps"]][:3] == ["Guess", "The attack succeeds", "Drag ε"]
    assert found["steps"][0]["numbers"] == {}
    assert set(found["steps"][1]["numbers"]) == {"recovered", "found"}
    assert found["steps"][2]["numbers"]["limit"] == 0.625
    assert found["steps"][2]["kinds"]["limit"] == "upper"


def test_that_a_number_without_a_value_is_null_with_its_reason(capsys, example):
    step = answered(capsys, "lesson", "example")["steps"][2]
    assert step["numbers"]["never"] is None
    assert step["reasons"] == {"never": "infinite"}


def test_that_the_same_seed_gives_the_same_numbers_and_another_one_others(capsys, example):
    runs = [answered(capsys, "lesson", "example", "--seed", str(seed)) for seed in (7, 7, 8, 9)]
    shares = [run["steps"][1]["numbers"]["found"] for run in runs]
    assert runs[0] == runs[1]
    assert len(set(shares)) > 1


def test_that_epsilon_is_the_lessons_own(capsys, example):
    step = answered(capsys, "lesson", "example", "--epsilon", "ln 3")["steps"][2]
    assert step["numbers"]["limit"] == pytest.approx(0.5 + 0.5 * math.log(3) / (math.log(3) + 300))


@pytest.mark.parametrize("epsilon", ["0", "100000", "-1", "nan", "a lot"])
def test_that_an_epsilon_outside_the_lessons_range_is_refused_by_its_range(capsys, example, epsilon):
    said = refused(capsys, "lesson", "example", "--epsilon", epsilon, "--language", "en")
    assert "1 and 10,000" in said


@pytest.mark.parametrize("seed", ["-1", "1.5", "2147483648", "one"])
def test_that_a_seed_is_a_whole_number(capsys, example, seed):
    assert "--seed" in refused(capsys, "lesson", "example", "--seed", seed)


def test_that_a_lesson_without_epsilon_says_so(capsys, example, monkeypatch):
    monkeypatch.setattr(ExampleLesson, "parameters", classmethod(lambda cls: {}))
    assert "has no ε" in refused(capsys, "lesson", "example", "--epsilon", "1", "--language", "en")


def test_that_an_unknown_lesson_is_refused_with_those_that_there_are(capsys, example):
    said = refused(capsys, "lesson", "nothing", "--language", "en")
    assert "nothing" in said
    assert "example" in said


@pytest.mark.parametrize("code", LANGUAGES)
def test_that_people_read_the_statement_the_numbers_and_the_caution(capsys, example, code):
    assert command.run(["lesson", "example", "--language", code]) == 0
    said = capsys.readouterr().out
    for part in ("All of them come back", "simulated, 8 runs", "62.5", "ε = 100 is far too large"):
        assert part in said


def test_that_pictures_are_written_and_each_says_that_it_is_simulated(capsys, example, tmp_path):
    found = answered(capsys, "lesson", "example", "--out", str(tmp_path / "out"), "--language", "en")
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert names == {
        *(f"example-{drawn}.{ending}" for drawn in DRAWN for ending in ("svg", "csv")),
        "example-2-people.csv",
    }
    assert {str(tmp_path / "out" / name) for name in names} == set(found["written"])
    for path in (tmp_path / "out").iterdir():
        text = path.read_text()
        assert "simulated" in text, path.name
        if path.suffix == ".csv":
            assert all(line.endswith(("data", "simulated")) for line in text.splitlines())
    assert "'=SUM(1)" in (tmp_path / "out" / "example-2-people.csv").read_text()


def test_that_the_same_seed_gives_the_same_files(capsys, example, tmp_path):
    for folder in ("one", "two"):
        answered(capsys, "lesson", "example", "--seed", "5", "--out", str(tmp_path / folder), "--handout")
    one, two = (
        {path.name: path.read_bytes() for path in (tmp_path / each).iterdir()} for each in ("one", "two")
    )
    assert one == two
    assert "example-handout.html" in one


def test_that_a_handout_without_a_place_and_a_place_that_is_a_file_are_refused(capsys, example, tmp_path):
    assert "--out" in refused(capsys, "lesson", "example", "--handout", "--language", "en")
    (tmp_path / "taken").write_text("")
    refused(capsys, "lesson", "example", "--out", str(tmp_path / "taken"))
    assert (tmp_path / "taken").read_text() == ""


def test_that_a_pdf_is_the_windows_to_make(capsys, example, tmp_path):
    assert "PDF" in refused(capsys, "lesson", "example", "--pdf", "--out", str(tmp_path), "--language", "en")
    assert needs_qt(["--language", "en", "lesson", "example", "--pdf", "--out", "x"])
    assert not needs_qt(["lesson", "example", "--handout", "--out", "x"])


@pytest.mark.parametrize("lesson", every_lesson())
def test_that_every_lesson_is_played_and_written(capsys, tmp_path, lesson):
    words = ("lesson", lesson, "--seed", "3", "--out", str(tmp_path), "--handout")
    found = answered(capsys, *words)
    assert (found["id"], found["seed"]) == (lesson, 3)
    assert any(step["numbers"] for step in found["steps"])
    assert all(path.stat().st_size for path in tmp_path.iterdir())
    assert (tmp_path / f"{lesson}-handout.html").is_file()
