"""Brings the catalogues of `resources/locale` up to date with the sentences of the program.

    python packaging/translations.py

Every sentence that the program can say stands in `N_("...")` as a literal. They are taken from the source,
merged into each catalogue (`.po`, for translators), and compiled beside it (`.mo`, for the program). What
the program no longer says leaves the catalogue; what has no translation yet is printed, and the exit code
is 1. Blanks between Chinese and Latin are set by one rule, see `spaced`. The same sources and translations
always give the same files.
"""

from __future__ import annotations

import ast
import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent
LOCALE = ROOT / "resources" / "locale"
DOMAIN = "privacy-explorer"
TRANSLATED = ("zh_CN",)
_NOTE = "# What Privacy Explorer says, in {language}. Brought up to date by packaging/translations.py."

_HAN = "〇一-鿿"
_LATIN = "A-Za-z0-9Ͱ-Ͽ%‰±−∞⁰¹²³⁴-⁻₀-₉ℓ"  # letters, digits, and what begins or ends a number
_OPENS, _CLOSES = r"√\[]|\((?!&)", r")\]'′"  # a formula, an interval, a key word; "(&" is a key of a menu
_TOUCHING = re.compile(f"(?<=[{_HAN}])(?=[{_LATIN}{_OPENS})|(?<=[{_LATIN}{_CLOSES}])(?=[{_HAN}])")
_BESIDE_PLACE = re.compile(rf"(?<=[{_HAN}]) +(?=\{{)|(?<=\}}) +(?=[{_HAN}])")
_PLACE = re.compile(r"(\{[^}]*\})")

Texts = dict[str, tuple[str, ...]]


class NotLiteral(ValueError):
    """A sentence that cannot be taken from the source: N_ was given something else than one literal."""


class Undated(Catalog):
    """A catalogue without dates or names of tools in its header: its files change by content alone."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        return [
            ("Project-Id-Version", DOMAIN),
            ("Language", str(self.locale_identifier)),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=UTF-8"),
            ("Content-Transfer-Encoding", "8bit"),
        ]


def marked(source: str) -> Iterator[tuple[int, str]]:
    """The line and the text of every `N_("...")` in one source file; no text for the empty sentence.

    Raises
    ------
    NotLiteral
        N_ is called with anything but one literal text.
    """
    if "N_" not in source:  # half of all files: not worth a parse
        return
    for node in ast.walk(ast.parse(source)):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "N_"):
            continue
        text = node.args[0] if len(node.args) == 1 else None
        if not (isinstance(text, ast.Constant) and isinstance(text.value, str)):
            raise NotLiteral(f"line {node.lineno}: N_ takes one literal text")
        if text.value:
            yield node.lineno, text.value


def extracted(package: Path = ROOT / "explorer") -> Texts:
    """Every text that the program can say, with the files that say it, in alphabetical order."""
    found: dict[str, set[str]] = {}
    for source in sorted(package.rglob("*.py")):
        try:
            for _, text in marked(source.read_text(encoding="utf-8")):
                found.setdefault(text, set()).add(source.relative_to(package.parent).as_posix())
        except NotLiteral as fault:
            raise NotLiteral(f"{source.relative_to(package.parent).as_posix()}, {fault}") from fault
    return {text: tuple(sorted(found[text])) for text in sorted(found)}


def path_of(language: str, ending: str) -> Path:
    """Where a catalogue lies."""
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.{ending}"


def translations(language: str) -> dict[str, str]:
    """What is translated already; nothing where there is no catalogue yet."""
    path = path_of(language, "po")
    if not path.exists():
        return {}
    with path.open("rb") as file:
        return {str(each.id): str(each.string) for each in read_po(file) if each.id and not each.fuzzy}


def spaced(text: str) -> str:
    """A Chinese sentence with one blank between Chinese and Latin, Greek, digits or a formula.

    None stands beside a place to be filled in: what fills it may be Chinese itself, and
    `explorer.language` sets the blank where it is not.

    >>> spaced("有2张表，ε为 {x} 时"), spaced("第 {n} 条")
    ('有 2 张表，ε 为{x}时', '第{n}条')
    """
    parts = _PLACE.split(_BESIDE_PLACE.sub("", text))
    return "".join(part if _PLACE.fullmatch(part) else _TOUCHING.sub(" ", part) for part in parts)


def merged(language: str, texts: Texts, known: dict[str, str]) -> Undated:
    """The catalogue of exactly these texts, with the translations that are known."""
    catalogue = Undated(locale=language, header_comment=_NOTE.format(language=language), fuzzy=False)
    for text, files in texts.items():
        catalogue.add(text, spaced(known.get(text, "")), locations=[(file, 0) for file in files])
    return catalogue


def readable(catalogue: Catalog) -> bytes:
    """The catalogue for translators."""
    written = io.BytesIO()
    write_po(written, catalogue, width=0, sort_output=True, include_lineno=False, ignore_obsolete=True)
    return written.getvalue()


def compiled(catalogue: Catalog) -> bytes:
    """The catalogue for the program."""
    written = io.BytesIO()
    write_mo(written, catalogue)
    return written.getvalue()


def refresh(language: str, texts: Texts) -> tuple[str, ...]:
    """Write both files of one language; what still lacks a translation."""
    known = translations(language)
    catalogue = merged(language, texts, known)
    path_of(language, "po").parent.mkdir(parents=True, exist_ok=True)
    path_of(language, "po").write_bytes(readable(catalogue))
    path_of(language, "mo").write_bytes(compiled(catalogue))
    for gone in sorted(known.keys() - texts.keys()):
        print(f"{language}: no longer said: {gone!r}")
    return tuple(text for text in texts if not known.get(text))


def main() -> int:
    """Bring all catalogues up to date."""
    texts, complete = extracted(), True
    for language in TRANSLATED:
        missing = refresh(language, texts)
        for text in missing:
            print(f"{language}: missing: {text!r}")
        print(f"{language}: {len(texts) - len(missing)} of {len(texts)} sentences translated")
        complete = complete and not missing
    return 0 if complete else 1


if __name__ == "__main__":
    sys.exit(main())
