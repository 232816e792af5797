"""The shell command that does what a dialog of the window does, quoted for this system's shell."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from explorer.app.core.publication import TEXTS, Publication
from explorer.export.forms import Forms

_PROGRAM = "privacy-explorer"
_NOTHING = Publication()
_PLAIN = re.compile(r"[\w@+=:,./\\-]+", re.ASCII)


def quoted_for_shell(words: Sequence[str], windows: bool = sys.platform == "win32") -> str:
    """The words as one line for a POSIX shell, or for the command prompt of Windows.

    >>> print(quoted_for_shell(["a b", "$c"], windows=False), quoted_for_shell(["a b", "c"], windows=True))
    'a b' '$c' "a b" c
    """
    if not windows:
        return shlex.join(words)
    return " ".join(each if _PLAIN.fullmatch(each) else _within_quotes(each) for each in words)


def _within_quotes(word: str) -> str:
    doubled = word.replace('"', '""')
    return f'"{doubled}"'


def export_command(sequence: int, out: str, ledger: Path | None, forms: Forms, shared: bool) -> str:
    """Writes a release again: `ledger export`."""
    asked = (
        ("--crosstab", forms.crosstab),
        ("--consistent", forms.consistent),
        ("--xlsx", forms.workbook),
        ("--group-readable", shared),
    )
    words = [_PROGRAM, "ledger", "export", str(sequence), "--out", out, *_ledger(ledger)]
    return quoted_for_shell([*words, *(option for option, chosen in asked if chosen)])


def report_command(
    sequence: int,
    out: str,
    ledger: Path | None,
    worded: Publication,
    language: str,
    kept: Publication = _NOTHING,
) -> str:
    """Writes the report of a release: `ledger report`. What it does not say is as it was `kept`."""
    words = [_PROGRAM, "ledger", "report", str(sequence), "--out", out, *_ledger(ledger)]
    texts = {name: getattr(worded, name) for name in TEXTS}
    # With "=", for a text may begin with "-"
    said = [f"--{name}={text}" for name, text in texts.items() if text or getattr(kept, name)]
    chosen = _turned("special", worded.special, kept.special, True)
    chosen += _turned("name-account", worded.account, kept.account, False)
    return quoted_for_shell([*words, *said, *chosen, "--language", language])


def _turned(option: str, now: bool, kept: bool, usual: bool) -> list[str]:
    """The option that says so, where it is not as usual, or was kept otherwise."""
    return [] if now == kept == usual else [f"--{option}" if now else f"--no-{option}"]


def _ledger(ledger: Path | None) -> list[str]:
    return [] if ledger is None else ["--ledger", str(ledger)]
