"""What the window says has no word of the command line: options, verbs and keys of a plan's file.

The window has buttons and fields; what mends a refusal on the command line is the refusal's hint, which only
the command line says.
"""

import ast
import re
from pathlib import Path

import pytest
from source_trees import nodes_of, tree_of

from explorer.app.release.plan.plan_draft import document, judged, text_of
from explorer.cli.command import every_verb
from explorer.cli.wording import with_its_hint
from explorer.language import Language
from explorer.mark import N_
from explorer.privacy.refusal import NotValid
from explorer.resources import resource

OF_A_FILE = {
    *("plan_skeleton.py", "plan_examples.py"),  # the comments in a plan's file, which name its keys
    *("exit_codes.py", "exit_codes_page.py", "accessibility_page.py"),  # Help's pages about the command line
}
ROOM = Path(__file__).parent.parent / "explorer"
VERBS = "|".join(sorted(name for name in every_verb() if " " in name))
TYPED = re.compile(
    rf"--[a-z]|`|privacy-explorer|\b[a-z]+_[a-z_]+\b|\b(privacy|input|output)\.[a-z]|\b({VERBS})\b"
)
PLACES = re.compile(r"\{[^}]*\}")


def is_hint(node):
    """Whether only the command line says what stands here: it is, or becomes, a `hint`."""
    if isinstance(node, ast.Assign):
        return str(getattr(node.targets[0], "id", "")).lower().endswith("hint")
    return isinstance(node, ast.keyword) and node.arg == "hint"


def said_by(path):
    """Every sentence of a module that the window may show, with its line."""
    nodes = nodes_of(tree_of(path))
    left_out = {id(below) for node in nodes if is_hint(node) for below in ast.walk(node)}
    for node in nodes:
        marks = (
            isinstance(node, ast.Call) and getattr(node.func, "id", "") == "N_" and id(node) not in left_out
        )
        if marks and isinstance(node.args[0], ast.Constant):
            yield node.lineno, PLACES.sub("", node.args[0].value)


def command_words():
    for path in sorted(ROOM.rglob("*.py")):
        if "cli" not in path.relative_to(ROOM).parts and path.name not in OF_A_FILE:
            for line, text in said_by(path):
                if TYPED.search(text):
                    yield f"{path.relative_to(ROOM)}:{line}: {text}"


def test_that_no_sentence_of_the_window_has_a_word_of_the_command_line():
    assert list(command_words()) == []


def test_that_the_law_finds_what_it_forbids_and_lets_a_hint_pass(tmp_path):
    module = tmp_path / "module.py"
    module.write_text(
        'SAID = (N_("say so with --apart"), N_("look with `ledger show`"), N_("unit_name belongs there"))\n'
        'RESTART_HINT = N_("`ledger restart` states that")\n'
        'raise NotValid(N_("a {unit_name} is there"), "out", hint=N_("--overwrite replaces it"))\n'
    )
    found = [bool(TYPED.search(text)) for _, text in said_by(module)]
    assert sorted(found) == [False, True, True, True]


def test_that_the_command_line_says_the_hint_after_the_refusal():
    refusal = NotValid(N_("a file is there already"), "out", hint=N_("--overwrite replaces it"))
    assert Language().say(with_its_hint(refusal)) == "a file is there already; --overwrite replaces it"
    assert refusal.at("folder").hint == refusal.hint
    assert with_its_hint(NotValid(N_("a file is there already"))).text == "a file is there already"


EXAMPLE = resource("examples/people.toml")
FAULTS = {
    "privacy.epsilon": ["", "abc", "0", "1e9", "1,000"],
    "privacy.delta": ["abc", "2"],
    "privacy.rows_per_person": [0, None],
    "privacy.unit_name": ["school"],
    "privacy.id_column": [""],
    "input.delimiter": [";;"],
    "output.confidence": ["2", "x"],
}


@pytest.mark.parametrize(("path", "value"), [(path, value) for path in FAULTS for value in FAULTS[path]])
def test_that_a_refused_field_is_called_as_the_form_calls_it(path, value):
    section, key = path.split(".")
    plan = document(EXAMPLE.read_text())
    plan[section][key] = value
    if value is None:
        del plan[section][key]
    valid, problems = judged(text_of(plan))
    assert valid is None
    for refusal in problems:
        said = Language().say(refusal.sentence)
        assert not re.search(r"\b(privacy|input|output)\.[a-z]|[a-z]_[a-z]", said), said
