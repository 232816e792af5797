"""The verbs `figures`, `render` and `screenshot`, as they are typed."""

import csv
import json
import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import pytest

from explorer.app.core.state import State
from explorer.app.figures import every_picture
from explorer.app.plotting.palette import palette
from explorer.app.session import saved
from explorer.cli import command
from explorer.cli.pictures import window_size
from explorer.privacy.refusal import NotValid


@pytest.fixture
def run(capsys):
    def typed(*words, raster=None):
        code = command.run(["--language", "en", *map(str, words)], raster)
        said = capsys.readouterr()
        return code, said.out, said.err

    return typed


def test_that_figures_lists_every_figure_with_its_parameters(run):
    code, out, _ = run("figures", "--json")
    results = json.loads(out)["results"]
    assert code == 0
    assert [each["id"] for each in results] == list(every_picture())
    assert all(set(each) == {"id", "name", "parameters", "source"} for each in results)
    composition = next(each for each in results if each["id"] == "composition")
    parameters = {each["name"]: each for each in composition["parameters"]}
    assert set(parameters["epsilon"]) == {"name", "symbol", "unit", "low", "high", "default"}
    assert parameters["count"]["default"] == State().composing.count
    assert "threshold" not in parameters


def test_that_figures_are_named_for_people_too(run):
    code, out, _ = run("figures")
    assert code == 0
    assert all(name in out for name in every_picture())


EMPTY = {
    "clipping": "A histogram clips nothing",
    "released-counts": "Nothing has been released yet",
    "year": "Nothing is planned yet",
}


@pytest.mark.parametrize("name", every_picture())
def test_that_every_figure_renders_to_svg_and_csv(run, tmp_path, name):
    picture, table = tmp_path / "figure.svg", tmp_path / "figure.csv"
    assert run("render", name, "--out", picture) == (0, f"written: {picture}\n", "")
    code, out, err = run("render", name, "--out", table)
    if name in EMPTY:  # no numbers, and no file that pretends to hold some
        assert (code, out, table.exists()) == (2, "", False)
        assert EMPTY[name] in err
        assert EMPTY[name] in " ".join("".join(ElementTree.parse(picture).getroot().itertext()).split())  # noqa: S314
    else:
        assert (code, out, err) == (0, f"written: {table}\n", "")
    assert ElementTree.parse(tmp_path / "figure.svg").getroot().tag.endswith("svg")  # noqa: S314 - our own


def test_that_what_was_written_is_told_as_json(run, tmp_path):
    path = tmp_path / "figure.svg"
    _, out, _ = run("render", "trade-off", "--out", path, "--json")
    assert json.loads(out) == {"schema": 1, "written": [str(path)]}


def test_that_the_theme_chooses_the_colours(run, tmp_path):
    for theme in ("light", "dark"):
        run("render", "trade-off", "--out", tmp_path / f"{theme}.svg", "--theme", theme)
        assert palette(theme)["card"] in (tmp_path / f"{theme}.svg").read_text("utf-8")


def test_that_the_session_is_what_is_drawn(run, tmp_path):
    state = replace(State(), composing=replace(State().composing, horizon=12))
    (tmp_path / "session.json").write_text(saved(state), encoding="utf-8")
    run("render", "composition", "--out", tmp_path / "c.csv", "--session", tmp_path / "session.json")
    with (tmp_path / "c.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [float(row["count"]) for row in rows] == list(range(1, 13))


@pytest.mark.parametrize(
    ("words", "mended"),
    [
        (("render", "nothing", "--out", "a.svg"), "there is no figure “nothing”"),
        (("render", "trade-off", "--out", "a.gif"), ".svg, .png, .pdf, .csv"),
        (("render", "trade-off", "--out", "absent/a.svg"), "there is no folder"),
        (("render", "trade-off", "--out", "a.svg", "--session", "absent"), "cannot be read"),
        (("render", "trade-off", "--out", "a.svg", "--theme", "blue"), "light"),
        (("render", "trade-off"), "--out"),
        (("render", "trade-off", "--out", "a.png"), "“render”"),
        (("screenshot", "--out", "shots"), "“screenshot”"),
        (("screenshot", "--out", "shots", "--size", "large"), "1280x800"),
    ],
)
def test_that_refusals_are_one_line_with_exit_code_2_and_write_nothing(
    run, tmp_path, monkeypatch, words, mended
):
    monkeypatch.chdir(tmp_path)
    code, out, complaint = run(*words)
    assert (code, out) == (2, "")
    assert mended in complaint
    assert complaint.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_that_pictures_for_qt_are_handed_over_with_what_was_asked(run, tmp_path):
    handed = []

    def raster(parsed):
        handed.append(parsed)
        return 0

    run("render", "trade-off", "--out", tmp_path / "a.png", "--theme", "dark", raster=raster)
    run("screenshot", "--out", tmp_path, "--size", "1600x900", raster=raster)
    render, screenshot = handed
    assert (render.verb, render.figure, render.theme) == ("render", "trade-off", "dark")
    assert (render.out, render.session, render.language) == (tmp_path / "a.png", None, "en")
    assert (screenshot.verb, screenshot.out, screenshot.size) == ("screenshot", tmp_path, (1600, 900))
    assert screenshot.theme == "light"


@pytest.mark.parametrize("text", ["0x0", "1280", "x800", "1280x800x2", "99999x800", "-1280x800", "320x200"])
def test_that_a_size_no_window_can_have_is_refused(text):
    with pytest.raises(NotValid):
        window_size(text)
    assert window_size("1920×1080") == (1920, 1080)
