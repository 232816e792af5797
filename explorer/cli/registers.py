"""What there is: the mechanisms and the bounds, as the registries hold them."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

from explorer.cli.answer import Answer, Row
from explorer.cli.command import Verb, help_text
from explorer.language import Language
from explorer.mark import N_, Sentence
from explorer.privacy.composition import Composition, Kind, every_composition
from explorer.privacy.mechanism import Mechanism, every_mechanism
from explorer.privacy.parameter import parameters
from explorer.privacy.refusal import Unsupported

KINDS: Mapping[Kind, Sentence] = {
    Kind.EXACT: N_("exact"),
    Kind.UPPER: N_("upper bound"),
    Kind.BRACKET: N_("proven interval"),
    Kind.ESTIMATE: N_("estimate"),
}


def worth(kind: Kind, reason: Sentence | None) -> Sentence:
    """What a number is worth: the reason for a doubt, else its kind."""
    if reason is not None:
        return reason
    return N_("proven upper bound") if kind is Kind.UPPER else KINDS[kind]


def _nothing(parser: argparse.ArgumentParser) -> None:
    """No options of its own."""


def _mechanisms(chosen: argparse.Namespace) -> Answer:
    known = every_mechanism().values()
    head = Row((N_("id"), N_("name"), N_("noise"), N_("sensitivity"), N_("δ"), N_("source")))
    rows = tuple(
        Row(
            (
                each.id,
                each.title,
                "--" + each.noise_parameter,
                each.norm or None,
                N_("stays 0") if each.pure else N_("needed"),
                each.source,
            )
        )
        for each in known
    )
    return Answer({"results": [_described(each) for each in known]}, (head, *rows))


def _bounds(chosen: argparse.Namespace) -> Answer:
    known = every_composition().values()
    head = Row((N_("id"), N_("name"), N_("kind"), N_("source")))
    rows = tuple(Row((each.id, each.title, KINDS[each.kind], each.source)) for each in known)
    return Answer({"results": [_described(each) for each in known]}, (head, *rows))


def _declare_reference(parser: argparse.ArgumentParser) -> None:
    words = N_("the HTML file to write")
    parser.add_argument("--out", required=True, type=Path, metavar="FILE.html", help=help_text(parser, words))


def _reference(chosen: argparse.Namespace) -> Answer:
    from explorer.export.files import write_atomically
    from explorer.export.reports.reference import reference  # typesets: not for the other verbs

    if chosen.out.suffix.lower() not in (".html", ".htm"):
        raise Unsupported(
            N_("the reference is one HTML file; let “{name}” end in .html", name=chosen.out.name), "out"
        )
    write_atomically(chosen.out, reference(Language(chosen.language)).encode("utf-8"))
    path = str(chosen.out)
    return Answer({"written": [path]}, (N_("written: {path}", path=path),))


def _described(entry: type[Mechanism] | type[Composition]) -> dict[str, object]:
    return {
        "id": entry.id,
        "name": entry.title,
        "parameters": [
            {
                "name": each.name,
                "symbol": each.symbol,
                "unit": each.unit,
                "low": each.low,
                "high": each.high,
                "default": each.default,
            }
            for each in parameters(entry).values()
        ],
        "source": entry.source,
        "formula": entry.formula,
    }


VERBS: tuple[Verb, ...] = (
    Verb("mechanisms", N_("list the mechanisms"), _nothing, _mechanisms, example="mechanisms"),
    Verb("bounds", N_("list the composition bounds"), _nothing, _bounds, example="bounds --json"),
    Verb(
        "reference",
        N_("write every mechanism, composition bound and formula as a page"),
        _declare_reference,
        _reference,
        example="reference --out reference.html",
    ),
)
