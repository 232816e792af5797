"""One format for one quantity: ε, δ, ρ, σ, a scale and a margin have four digits wherever they are said."""

import ast
import re
from dataclasses import replace
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from source_trees import nodes_of, tree_of

import explorer
from explorer.app.core.message import Moved
from explorer.app.core.state import State
from explorer.app.figures import every_picture
from explorer.app.release.plan.plan_noise import shown_scale
from explorer.app.update import update
from explorer.export.figures.footer import footer
from explorer.language import Language, number
from explorer.privacy.notation import read_exact
from explorer.resources import resource

SOURCE = Path(explorer.__file__).parent
CATALOGUE = resource("locale", "zh_CN", "LC_MESSAGES", "privacy-explorer.po")

SAID = re.compile(
    r"(?:(?<![\^])[εδρσμb]|scale|noise scale)\s?(?:=|≥|≤|≈|at most|at least|is)\s?\{\w+:[1-9]\}"
    r"|±\s?\{\w+:[1-9]\}|\bk = \{\w+:[1-9]\}|\{\w*(?:epsilon|delta|sigma|rho|margin)\w*:[1-9]\}"
)
"""A quantity with a number of digits of its own."""

ON_PAPER = "explorer/export/reports/sign_off.py"  # what is signed is quoted with six, beside the full numbers

ELSEWHERE = {
    "export/reports/sign_off.py": "what is signed",
    "export/figures/tick_numbers.py": "ticks",
    "gui/canvas/pointer_readout.py": "where on the axis the mouse is",
    "gui/canvas/axis_links.py": "a count of releases",
    "language.py": "where the format is",
}
"""Where a number of digits is asked for, and what has it."""


def sentences():
    with CATALOGUE.open("rb") as file:
        return [
            (entry.id, entry.string, {place for place, _ in entry.locations})
            for entry in read_po(file)
            if entry.id
        ]


def test_that_no_sentence_gives_a_quantity_digits_of_its_own():
    found = sentences()
    assert len(found) > 2000
    asked = [text for text, _, places in found if places != {ON_PAPER} and SAID.search(text)]
    assert asked == []
    assert [said for _, said, places in found if places != {ON_PAPER} and SAID.search(said)] == []


@pytest.mark.parametrize(
    "text",
    ["ε = {epsilon:3}", "δ = {delta:2}", "± {noise:3}", "total at most {total_epsilon:6}", "k = {count:3}"],
)
def test_that_digits_of_its_own_are_found(text):
    assert SAID.search(text)


def digits_asked(path):
    """The lines on which `number` or `editable` is called with a number of digits."""
    calls = [each for each in nodes_of(tree_of(path)) if isinstance(each, ast.Call)]
    return [
        each.lineno
        for each in calls
        if isinstance(each.func, ast.Name)
        and each.func.id == "number"
        and (len(each.args) > 1 or each.keywords)
    ]


def test_that_numbers_have_four_digits_but_for_ticks_counts_and_what_is_signed():
    asked = {path.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("*.py") if digits_asked(path)}
    assert asked == ELSEWHERE.keys()


@pytest.mark.parametrize(
    ("exact", "shown"),
    [
        ("200/57", "200/57 ≈ 3.509"),
        ("2.5", "2.5"),
        ("2/3", "2/3 ≈ 0.6667"),
        ("10000/2857", "≈ 3.501"),
    ],
)
def test_that_a_scale_reads_alike_in_window_and_footer(exact, shown):
    assert Language().say(shown_scale(read_exact(exact))) == shown
    drawn = every_picture()["released-value"].draw(State(), {})
    (said,) = [each for each in footer(replace(drawn, settings={"scale": exact}), Language()) if "b " in each]
    assert shown in said
    assert ("/" in said) is ("/" in exact)  # the exact fraction too


EPSILON = 0.703214567


def test_that_an_epsilon_reads_alike_in_every_picture_and_its_footer():
    state = update(State(), Moved("target.epsilon", EPSILON))
    read = set()
    for identity, picture in every_picture().items():
        drawn = picture.draw(state, {})
        told = [Language().say(each) for each in (drawn.title, drawn.assumption, drawn.description)]
        for text in (*told, *footer(drawn, Language())):
            read |= {(identity, each) for each in re.findall(r"0\.70[34]\d*", text)}
    assert len(read) > 5
    assert {said for _, said in read} == {number(EPSILON)}, read
