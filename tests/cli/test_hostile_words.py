"""Words that no option can take are refused in one line by every verb, whatever the version of Python."""

import shlex
import shutil

import pytest

from explorer.cli.command import every_verb
from explorer.cli.manuals.described import described_verbs
from explorer.language import Language
from explorer.resources import resource

VERBS = described_verbs(Language())
TAKING = [(verb, each) for verb in VERBS for each in verb.options if each.placeholder]
PAINTED = ("screenshot", "ledger statement --ledger", "ledger report --ledger")  # by the window's part
WRITING = [
    (v, each) for v, each in TAKING if each.file and not f"{v.name} {each.names[0]}".startswith(PAINTED)
]
LONG = "9" * 300


def named(case):
    return f"{case[0].name} {case[1].names[0]}"


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder with the plan and the table of which the examples speak."""
    shutil.copy(resource("examples", "people.toml"), tmp_path / "plan.toml")
    shutil.copy(resource("examples", "people.csv"), tmp_path)
    monkeypatch.chdir(tmp_path)


def asked(verb, option, value):
    """The example of a verb with one option more, or with another value for it."""
    words = shlex.split(every_verb()[verb.name].example)
    name = option.names[0]
    if name in words:
        place = words.index(name)
        del words[place : place + 2]
    return [*words, f"{name}={value}"]


@pytest.mark.parametrize("case", TAKING, ids=named)
def test_that_two_hyphens_are_no_value(run, here, case):
    code, out, error = run(*asked(*case, "--"))
    assert (code, out) == (2, "")
    assert case[1].names[0] in error


@pytest.mark.parametrize("case", WRITING, ids=named)
def test_that_a_name_that_no_file_can_have_is_refused(run, here, case):
    code, out, error = run(*asked(*case, LONG))
    assert (code, out) == (5 if case[1].names[0] == "--ledger" else 2, ""), error
