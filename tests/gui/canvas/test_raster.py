"""PNG and PDF from the exported SVG: their size, their colours, and that letters stay letters."""

import argparse
import json
import os
import re
import subprocess
import sys
import zlib
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QFontDatabase, QImage

from explorer.app.core.state import State
from explorer.app.plotting.palette import THEMES, palette
from explorer.app.session import saved
from explorer.cli import command
from explorer.export.figures.requested_figure import complete_figure
from explorer.gui.canvas.raster import EXTENSIONS, rasterise, write_figure
from explorer.gui.widgets.theme import FAMILY
from explorer.language import Language
from explorer.privacy.refusal import Refusal

ENGLISH = Language("en")


@pytest.fixture
def figure(qapp):
    return complete_figure("released-value", State())


def parsed(**more):
    asked = {"figure": "trade-off", "session": None, "theme": "light", "language": "en", "json": False}
    return argparse.Namespace(**{**asked, **more})


def near(colour, wanted):
    return all(abs(a - b) < 24 for a, b in zip(colour.getRgb()[:3], QColor(wanted).getRgb()[:3], strict=True))


@pytest.mark.parametrize("extension", EXTENSIONS)
def test_that_every_ending_gives_its_kind_of_file(figure, tmp_path, extension):
    path = tmp_path / f"figure.{extension.upper()}"
    write_figure(figure, path, "light", ENGLISH)
    begins = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF", "csv": b"released,"}[extension]
    assert path.read_bytes().startswith(begins)


@pytest.mark.parametrize("theme", THEMES)
def test_that_a_png_has_twice_the_pixels_in_the_colours_of_the_theme(figure, tmp_path, theme):
    write_figure(figure, tmp_path / "figure.png", theme, ENGLISH)
    image = QImage(str(tmp_path / "figure.png"))
    colours = palette(theme)
    assert (image.width(), image.height()) == (1800, 1120)
    assert image.pixelColor(4, 4) == QColor(colours["card"])
    seen = {
        role: sum(near(image.pixelColor(x, y), colours[role]) for x in range(0, 1800, 3) for y in (600, 800))
        for role in ("without", "with")
    }
    assert all(count > 0 for count in seen.values()), seen


def test_that_the_shipped_letters_are_used(figure, tmp_path):
    write_figure(figure, tmp_path / "figure.pdf", "light", ENGLISH)
    assert FAMILY in QFontDatabase.families()
    named = re.findall(rb"/FontName /(?:[A-Z]+\+)?([A-Za-z0-9-]+)", unpacked(tmp_path / "figure.pdf"))
    assert any(name.startswith(b"Inter") for name in named), named


def unpacked(path):
    """A PDF with its compressed streams unpacked behind it."""
    content = path.read_bytes()
    for stream in re.findall(rb"stream\r?\n(.*?)endstream", content, re.DOTALL):
        unpacker = zlib.decompressobj()
        if stream[:1] == b"\x78":
            content += unpacker.decompress(stream)
    return content


def test_that_a_pdf_is_one_vector_page_of_the_pictures_size(figure, tmp_path):
    write_figure(figure, tmp_path / "figure.pdf", "light", ENGLISH)
    content = unpacked(tmp_path / "figure.pdf")
    (box,) = set(re.findall(rb"/MediaBox \[([^\]]*)\]", content))
    assert [round(float(each)) for each in box.split()] == [0, 0, 675, 420]
    assert b"/Subtype /Image" not in content
    assert len(re.findall(rb"/Type /Page\b", content)) == 1


def test_that_a_text_path_is_taken_as_well(figure, tmp_path):
    write_figure(figure, str(tmp_path / "figure.csv"), "light", ENGLISH)
    assert (tmp_path / "figure.csv").exists()


@pytest.mark.parametrize("extension", EXTENSIONS)
def test_that_a_folder_that_is_not_there_is_refused_by_name(figure, tmp_path, extension):
    with pytest.raises(Refusal) as refused:
        write_figure(figure, tmp_path / "absent" / f"figure.{extension}", "light", ENGLISH)
    assert str(tmp_path / "absent") in ENGLISH.say(refused.value.sentence)


def test_that_an_unknown_ending_is_refused_and_nothing_is_written(figure, tmp_path):
    with pytest.raises(Refusal) as refused:
        write_figure(figure, tmp_path / "figure.jpeg", "light", ENGLISH)
    assert ".png" in ENGLISH.say(refused.value.sentence)
    assert list(tmp_path.iterdir()) == []


def test_that_the_verb_render_is_answered_in_words_and_as_json(qapp, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    path = tmp_path / "figure.png"
    assert rasterise(parsed(out=path)) == [path]
    assert command.run(["render", "composition", "--out", str(path)], raster=rasterise) == 0
    assert capsys.readouterr().out == f"written: {path}\n"
    assert command.run(["render", "composition", "--out", str(path), "--json"], raster=rasterise) == 0
    assert json.loads(capsys.readouterr().out) == {"schema": 1, "written": [str(path)]}


def test_that_the_session_changes_the_picture(qapp, tmp_path):
    state = replace(State(), target=replace(State().target, epsilon=3.0))
    session = tmp_path / "session.json"
    session.write_text(saved(state), encoding="utf-8")
    for name, chosen in (("first", None), ("again", None), ("other", session)):
        rasterise(parsed(out=tmp_path / f"{name}.png", session=chosen))
    first, again, other = ((tmp_path / f"{name}.png").read_bytes() for name in ("first", "again", "other"))
    assert first == again
    assert first != other


def test_that_it_works_twice_where_no_application_runs(tmp_path):
    program = (
        "from pathlib import Path\n"
        "from explorer.app.core.state import State\n"
        "from explorer.export.figures.requested_figure import complete_figure\n"
        "from explorer.gui.canvas.raster import write_figure\n"
        "from explorer.language import Language\n"
        "figure = complete_figure('trade-off', State())\n"
        "for name in ('one.png', 'two.pdf', 'three.png'):\n"
        "    write_figure(figure, Path(name), 'dark', Language('en'))\n"
    )
    root = str(Path(__file__).parents[3])
    environment = {key: value for key, value in os.environ.items() if key != "QT_QPA_PLATFORM"}
    environment["PYTHONPATH"] = os.pathsep.join([root, *filter(None, [os.environ.get("PYTHONPATH")])])
    command = [sys.executable, "-c", program]
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "one.png").read_bytes() == (tmp_path / "three.png").read_bytes()
