"""Formulas become pictures that need nothing else: no font, no symbols, no style sheet."""

import dataclasses
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import pytest
from cases_in_one import cases_in_one

from explorer.app.help.facts import every_fact
from explorer.app.help.mechanism_forms import GUARANTEE_FORMS, NOISE_FORMS
from explorer.export.figures.formula import COPIED_STYLE, ROW_HEIGHT, formula_lines, formula_svg
from explorer.privacy.mechanism import every_mechanism

WIDEST = 448.0  # pixels: what the popover beside a number has room for
FORMULAS = {
    **{fact.id: fact.latex for fact in every_fact().values()},
    **{f"{kind.id} itself": kind.latex for kind in every_mechanism().values()},
    **{"-".join(key): form.latex for key, form in {**NOISE_FORMS, **GUARANTEE_FORMS}.items()},
}


def tags(drawing):
    return {each.tag.rpartition("}")[2] for each in ElementTree.fromstring(drawing).iter()}  # noqa: S314


@cases_in_one("name", list(FORMULAS))
def test_that_every_formula_is_typeset_as_outlines(name):
    for drawing, width, height in formula_lines(FORMULAS[name], WIDEST):
        assert tags(drawing) <= {"svg", "g", "path", "rect", "line"}
        assert drawing.isascii()
        assert width > 5
        assert height > 5
        assert drawing.count("<path") >= 1
        assert "href=" not in drawing


@cases_in_one("name", list(FORMULAS))
def test_that_every_formula_fits_beside_its_number(name):
    lines = formula_lines(FORMULAS[name], WIDEST)
    assert max(width for _, width, _ in lines) <= 1.15 * WIDEST  # it is shrunk, but stays legible
    assert sum(height for *_, height in lines) < 260


WORDS = {"bias", "budget", "entry", "error", "high", "ledger", "left", "limit", "low", "rest", "total"}
WORDS |= {"alone", "any", "nodes", "numbers", "other", "truth", "witness"}
NAMES = {"Bin", "E", "SD", "SHA256", "tr", "zCDP"}


def test_that_a_formula_is_no_sentence():
    """It is typeset once, for every language: what is a word in it names a quantity."""
    upright = {name: re.findall(r"\\(?:mathrm|text)\{([^}]*)\}", latex) for name, latex in FORMULAS.items()}
    assert {name: words for name, words in upright.items() if not {*words} <= WORDS | NAMES} == {}


def test_that_every_command_of_a_formula_is_understood():
    # A command that the typesetter does not know is printed by its name, as so many letters.
    unknown = formula_svg(r"\nosuchcommand")
    known = formula_svg(r"\varepsilon")
    assert unknown.count("<path") > known.count("<path")
    commands = {each for latex in FORMULAS.values() for each in re.findall(r"\\[a-zA-Z]+", latex)}
    words = {r"\Pr", r"\inf", r"\ln", r"\log", r"\max", r"\min", r"\tanh", r"\sinh"}
    structure = {r"\frac", r"\sqrt", r"\left", r"\right", r"\begin", r"\end", r"\binom", r"\mathrm"}
    structure |= {r"\tfrac", r"\text", r"\quad", r"\tilde", r"\mathbb", r"\mathcal"}
    for command in sorted(commands - words - structure):
        assert formula_svg(command).count("<path") <= 2, command


@pytest.mark.parametrize(
    "latex",
    [
        r"\left(\frac{\left[a+\sqrt{\frac{1}{x}}\right]}{1+\left|\frac{b}{c}\right|}\right)^2",
        FORMULAS["laplace itself"],
        r"\sum_{i=1}^{k}\left\{\binom{k}{i}\right\}",
    ],
)
def test_that_a_drawing_is_as_when_every_row_is_measured_anew_and_every_style_copied(latex, monkeypatch):
    drawing = formula_svg(latex, 18.5)
    from ziamath import styles  # loaded by the first formula
    from ziamath.nodes.mrow import Mrow

    monkeypatch.setattr(Mrow, ROW_HEIGHT, getattr(Mrow, ROW_HEIGHT).__wrapped__)
    monkeypatch.setattr(styles, COPIED_STYLE, dataclasses.asdict)
    assert formula_svg.__wrapped__(latex, 18.5) == drawing  # the formulas of other tests stay known


def test_that_colour_and_size_are_taken():
    small, large = formula_svg("x", 12, "#123456"), formula_svg("x", 24, "#123456")
    assert "#123456" in small
    width = [float(re.search(r'width="([\d.]+)"', each)[1]) for each in (small, large)]
    assert 1.5 * width[0] < width[1]


def test_that_a_long_formula_is_broken_only_where_it_may_be():
    latex = r"a=b+c,\quad d=e+f, \quad g=h"
    assert len(formula_lines(latex, 1000)) == 1
    assert len(formula_lines(latex, 10)) == 3
    assert len(formula_lines(r"a+b+c+d+e", 10)) == 1


def test_that_the_typesetter_waits_for_the_first_formula():
    code = "import sys, explorer.export.figures.formula; sys.exit('ziamath' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
