"""What the README says: commands that can be typed, verbs and numbers that are true."""

import re
import shlex
from pathlib import Path

import pytest

from explorer.cli import command
from explorer.privacy import compositions, mechanisms
from explorer.privacy.composition import Composition
from explorer.privacy.mechanism import Mechanism
from explorer.privacy.registry import walk

ROOT = Path(__file__).parent.parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
NUMBERS = {"ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15}
VERBS = {name.split()[0] for name in command.every_verb()}
BLOCKS = "\n".join(re.findall(r"```sh\n(.*?)```", README, flags=re.DOTALL))
TYPED = [*BLOCKS.splitlines(), *re.findall(r"`([^`\n]+)`", README)]


def test_that_the_two_commands_stand_at_the_top():
    first = BLOCKS.splitlines()[:2]
    assert [line.partition("#")[0].strip() for line in first] == [
        "python3 packaging/dev.py run",
        "python3 packaging/dev.py test",
    ]


def test_that_every_verb_is_named_and_no_other():
    listed = re.search(r"`--help` lists them: (.+?)\. All of them", README, flags=re.DOTALL)[1]
    assert set(re.findall(r"`([a-z]+)`", listed)) == VERBS


def test_that_every_line_to_type_starts_something_that_is_there(dev):
    """From a checkout there is no `privacy-explorer` on the path: it is called through dev.py, or by uv."""
    scripts = [
        words for line in TYPED if "packaging/" in line and (words := shlex.split(line, comments=True))
    ]
    called = [
        words[at + 1 :] for words in scripts for at, word in enumerate(words) if word.endswith("dev.py")
    ]
    assert called
    for first, *rest in filter(None, called):
        assert first in dev.USAGE
        assert not (first == "run" and rest) or rest[0] in {*VERBS, "VERB"}
    named = [words[1] for line in TYPED if len(words := line.split()) > 1 and words[0] == "privacy-explorer"]
    assert set(named) <= {"VERB"}


@pytest.mark.parametrize(
    ("what", "folder", "kind"),
    [("mechanisms", mechanisms, Mechanism), ("composition bounds", compositions, Composition)],
)
def test_that_there_are_as_many_as_it_says(what, folder, kind):
    words = re.findall(rf"({'|'.join(NUMBERS)}) {what}", README)
    assert [NUMBERS[word] for word in words] == [len(walk(folder, base=kind))]


def test_that_the_sizes_are_those_that_the_set_up_announces(dev):
    run, tests = re.search(r"takes\s+about (\d+) MB .*? another (\d+)", README).groups()
    assert {"run": int(run), "dev": int(tests)} == dict(dev.environment.MEGABYTES)


def test_that_every_file_that_newcomers_are_sent_to_is_there():
    guide = (ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")
    top = {each.name for each in (ROOT / "explorer").iterdir() if each.is_dir()}
    named = {path for path in re.findall(r"`(\w+/[\w/]+\.py)`", guide) if path.split("/")[0] in top}
    assert len(named) > 10
    assert {path for path in named if not (ROOT / "explorer" / path).exists()} == set()
    rooms = re.findall(r"[a-z_]+/", re.search(r"explorer/\n(.*?)```", guide, flags=re.DOTALL)[1])
    folders = {each.name + "/" for each in (ROOT / "explorer").rglob("*") if each.is_dir()}
    assert set(rooms) <= folders
