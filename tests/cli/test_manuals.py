"""What shells and `man` are told: every verb, every option, and words that a real shell completes."""

import re
import shutil
import subprocess
import sys

import pytest

from explorer.app.figures import every_picture
from explorer.cli import command
from explorer.cli.command import every_verb, parser_of
from explorer.cli.manuals.described import described_verbs
from explorer.cli.manuals.man_page import FILES, man_page
from explorer.cli.manuals.manual_verbs import SHELLS
from explorer.language import LANGUAGES, Language
from explorer.lessons.parts.lesson import every_lesson
from explorer.privacy.composition import every_composition
from explorer.privacy.mechanism import every_mechanism
from explorer.release.ledger.locations import ledger_folder, state_folder

VERBS = described_verbs(Language())
shells = pytest.mark.parametrize("shell", SHELLS)
both = pytest.mark.parametrize("code", LANGUAGES)


def completed(*words: str) -> set[str]:
    """What bash offers for the last of these words."""
    script = (
        SHELLS["bash"](VERBS)
        + 'COMP_WORDS=(privacy-explorer "$@")\nCOMP_CWORD=$#\n_privacy_explorer\n'
        + 'printf "%s\\n" "${COMPREPLY[@]}"\n'
    )
    told = subprocess.run(
        ["bash", "-c", script, "bash", *words], capture_output=True, encoding="utf-8", timeout=60, check=True
    )
    assert told.stderr == ""
    return set(told.stdout.split())


needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")


@needs_bash
def test_that_bash_completes_verbs_of_one_and_of_two_words() -> None:
    assert completed("com") == {"compose", "compare", "completion"}
    assert completed("plan", "") == {"check", "new", "sign", "code", "--help"}
    assert completed("") == {name.split()[0] for name in every_verb()} | {"--help", "--version", "--safe"}


@needs_bash
def test_that_bash_completes_what_the_registries_hold() -> None:
    assert completed("compose", "") == set(every_mechanism())
    assert completed("crossing", "laplace", "--bound", "") == set(every_composition())
    assert completed("lesson", "") == set(every_lesson())
    assert completed("ledger", "show", "--language", "zh") == {"zh_CN"}


@needs_bash
def test_that_bash_completes_each_value_of_an_option_that_takes_several() -> None:
    assert completed("compose", "laplace", "--bound", "renyi", "z") == {"zcdp", "zcdp-bun-steinke"}
    assert completed("compose", "laplace", "--count", "1", "") == set()
    assert "--bound" in completed("compose", "laplace", "--bound", "renyi", "--b")
    assert completed("render", "totals", "--theme", "=", "") == {"dark", "light"}
    assert completed("render", "totals", "--theme", "=") == {"dark", "light"}
    assert completed("render", "totals", "--theme", "=", "d") == {"dark"}


@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed")
def test_that_fish_completes_each_value_and_no_mechanism_in_its_place() -> None:
    told = subprocess.run(
        [
            "fish",
            "-c",
            f"{SHELLS['fish'](VERBS)}\ncomplete -C 'privacy-explorer compose laplace --bound renyi z'",
        ],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=True,
    )
    assert {line.split()[0] for line in told.stdout.splitlines()} == {"zcdp", "zcdp-bun-steinke"}


@needs_bash
def test_that_bash_completes_files_and_leaves_numbers_alone(tmp_path, monkeypatch) -> None:
    (tmp_path / "my plan.toml").touch()
    monkeypatch.chdir(tmp_path)
    assert completed("plan", "check", "") == {"my", "plan.toml"}  # one name, split where it was printed
    assert completed("compose", "laplace", "--epsilon", "") == set()
    assert completed("columns", "") == completed("release", "plan.toml", "") == {"my", "plan.toml"}
    assert completed("compose", "laplace", "") == set()
    assert completed("render", "totals", "--out", "") == {"my", "plan.toml"}
    assert completed("render", "totals", "--out", "=", "m") == {"my", "plan.toml"}


@needs_bash
@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb.name)
def test_that_bash_completes_every_option_of_every_verb(verb) -> None:
    assert completed(*verb.name.split(), "-") == {name for each in verb.options for name in each.names}


@shells
@both
def test_that_a_script_names_every_verb_option_and_value(shell: str, code: str) -> None:
    verbs = described_verbs(Language(code))
    script = SHELLS[shell](verbs)
    words = set(re.findall(r"[A-Za-z0-9][A-Za-z0-9_-]*", script))
    wanted = {name.lstrip("-") for verb in verbs for each in verb.options for name in each.names}
    wanted |= {value for verb in verbs for each in verb.arguments for value in each.values if each.names}
    wanted |= {word for verb in verbs for word in verb.name.split()}
    assert wanted - words == set()


@shells
@both
def test_that_the_shell_itself_accepts_its_script(shell: str, code: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    script = SHELLS[shell](described_verbs(Language(code)))
    told = subprocess.run(
        [shell, "-n"], input=script, capture_output=True, encoding="utf-8", timeout=60, check=False
    )
    assert (told.returncode, told.stderr) == (0, "")


def test_that_every_place_for_a_table_or_a_plan_is_one_for_a_file() -> None:
    places = {each.placeholder: each.file for verb in VERBS for each in verb.places if not each.values}
    assert {name for name, file in places.items() if not file} == {"SEQUENCE"}


@both
def test_that_the_manual_page_has_every_verb_option_and_exit_code(code: str) -> None:
    verbs = described_verbs(Language(code))
    page = man_page(verbs, Language(code)).replace("\\-", "-")
    assert [verb.name for verb in verbs if f'\n.SS "{verb.name}' not in page] == []
    options = {name for verb in verbs for each in verb.options for name in each.names}
    assert {each for each in options if each not in page} <= {"-h", "--help"}
    requests = set(re.findall(r"^[.'](\w+)", page, re.MULTILINE))
    assert requests == {"TH", "SH", "SS", "TP", "B", "I", "PP", "RS", "RE", "nf", "fi", "br", "nh", "ad"}


@pytest.mark.skipif(sys.platform != "linux", reason="the page is installed on Linux")
def test_that_the_manual_page_names_the_folders_that_are_used(monkeypatch, tmp_path) -> None:
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "PRIVACY_EXPLORER_LEDGER", "PRIVACY_EXPLORER_STATE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    named = [name.replace("~", str(tmp_path)) for name, _ in FILES]
    assert named[:2] == [str(ledger_folder()), str(state_folder())]
    page = man_page(VERBS, Language()).replace("\\-", "-").replace("\\(ti", "~")
    assert [name for name, _ in FILES if f"\n.B {name}\n" not in page] == []


@both
def test_that_man_reads_the_page_without_a_warning(code: str, tmp_path) -> None:
    if shutil.which("man") is None or shutil.which("groff") is None:
        pytest.skip("man is not installed")
    page = tmp_path / "privacy-explorer.1"
    page.write_text(man_page(described_verbs(Language(code)), Language(code)), encoding="utf-8")
    told = subprocess.run(
        ["man", "--warnings", "--local-file", str(page)],
        capture_output=True,
        encoding="utf-8",
        env={"LC_ALL": "C.UTF-8", "MANWIDTH": "80", "PATH": "/usr/bin:/bin", "MANPAGER": "cat"},
        timeout=60,
        check=True,
    )
    assert told.stderr == ""
    assert "privacy-explorer" in told.stdout


@pytest.mark.parametrize("verb", every_verb().values(), ids=lambda verb: verb.name)
def test_that_every_verb_has_an_example_that_it_understands(verb) -> None:
    words = verb.example.split()
    assert words[: len(verb.name.split())] == verb.name.split()
    parser_of(verb, Language()).parse_args(words[len(verb.name.split()) :])


def test_that_the_example_of_a_picture_is_one_that_there_is() -> None:
    assert every_verb()["render"].example.split()[1] in every_picture()


@both
def test_that_the_verbs_print_what_a_file_is_made_of(capsys, code: str) -> None:
    for words, text in (
        *((["completion", shell], write(described_verbs(Language(code)))) for shell, write in SHELLS.items()),
        (["manual"], man_page(described_verbs(Language(code)), Language(code))),
    ):
        assert command.run([*words, "--language", code]) == 0
        assert capsys.readouterr().out == text
