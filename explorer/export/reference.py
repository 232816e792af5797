"""The reference: every mechanism, bound and number of the program on one page that needs nothing else.

It is made from the registries, so that what is added to them is in it. One HTML file, formulas drawn as
paths: it opens without a network and prints.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from explorer.app.core.wording import KINDS
from explorer.app.help.fact import Fact
from explorer.app.help.facts import every_fact
from explorer.export.formula import formula_svg
from explorer.export.markup import clean
from explorer.language import Language, number
from explorer.mark import N_, Sentence
from explorer.privacy.composition import Composition, every_composition
from explorer.privacy.mechanism import Mechanism, every_mechanism
from explorer.privacy.pairs.probability_table import Tables, caveat
from explorer.privacy.parameter import Parameter, parameters

_STYLE = """
body { font: 15px/1.5 Inter, "Segoe UI", "Noto Sans CJK SC", "Microsoft YaHei", sans-serif; color: #16181d;
  background: #fff; max-width: 56rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.9rem; } h2 { font-size: 1.35rem; margin-top: 2.5rem; border-bottom: 1px solid #d8dde3; }
h3 { font-size: 1.05rem; margin: 1.8rem 0 .3rem; } code { color: #5b6470; font-size: .85em; }
table { border-collapse: collapse; margin: .5rem 0; }
td, th { text-align: left; padding: .15rem .9rem .15rem 0; }
th { color: #5b6470; font-weight: normal; font-size: .85em; } .source { color: #5b6470; font-size: .85em; }
figure { margin: .4rem 0; overflow-x: auto; } p { margin: .3rem 0; }
@media print { h3 { break-after: avoid; } figure, table { break-inside: avoid; } }
""".strip()


def reference(language: Language) -> str:
    """The whole page in one language, as HTML."""
    title = language.say(N_("Privacy Explorer: reference"))
    parts = [
        _heading(language, N_("Mechanisms")),
        *(_mechanism(language, each) for each in every_mechanism().values()),
        _tables(language),
        _heading(language, N_("Composition bounds")),
        *(_bound(language, each) for each in every_composition().values()),
        _heading(language, N_("Numbers and pictures")),
        *(_fact(language, fact) for fact in every_fact().values() if not fact.id.startswith("bound-")),
    ]
    return (
        f'<!DOCTYPE html>\n<html lang="{language.code.replace("_", "-")}">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{_text(title)}</title>\n<style>\n{_STYLE}\n</style>\n</head>\n<body>\n"
        f"<h1>{_text(title)}</h1>\n" + "\n".join(parts) + "\n</body>\n</html>\n"
    )


def _text(words: str) -> str:
    return escape(clean(words))


def _heading(language: Language, words: Sentence) -> str:
    return f"<h2>{_text(language.say(words))}</h2>"


def _paragraph(language: Language, words: Sentence, kind: str = "") -> str:
    marked = f' class="{kind}"' if kind else ""
    return f"<p{marked}>{_text(language.say(words))}</p>"


def _formula(latex: str, plain: str) -> str:
    """The formula drawn; readers of the screen are told it in plain notation."""
    drawing = formula_svg(latex) if latex else ""
    return f'<figure role="img" aria-label="{_text(plain)}">{drawing}</figure>'


def _entry(language: Language, identity: str, title: Sentence, parts: Iterable[str]) -> str:
    name = language.say(title)
    head = (
        f'<h3 id="{_text(identity)}">{_text(name[:1].upper() + name[1:])} <code>{_text(identity)}</code></h3>'
    )
    return "\n".join((head, *parts))


def _mechanism(language: Language, entry: type[Mechanism]) -> str:
    promise = N_("pure: δ = 0") if entry.pure else N_("(ε, δ)")
    kept = (
        promise if not entry.norm else N_("{promise}; sensitivity {norm}", promise=promise, norm=entry.norm)
    )
    return _entry(
        language,
        entry.id,
        entry.title,
        (
            _formula(entry.latex, entry.formula),
            _paragraph(language, kept),
            _parameters(language, parameters(entry).values()),
            _source(language, entry.source, KINDS[entry.profile_kind]),
        ),
    )


def _tables(language: Language) -> str:
    """Two probability tables: no member of the registry, for they have no noise."""
    words = N_(
        "The output of a mechanism on a dataset and on its neighbour, given as two columns of "
        "probabilities over the same outcomes: in the window, the workspace Tables; on the command line, the "
        "mechanism `table` with --table. Each column must sum to exactly 1. For rounded numbers (--rounded), "
        "probability that may be missing counts as outcomes that identify a person; all answers are then "
        "proven upper bounds."
    )
    parts = (
        _formula(Tables.latex, Tables.formula),
        _paragraph(language, words),
        _paragraph(language, caveat()),
        _source(language, Tables.source, KINDS[Tables.profile_kind]),
    )
    return _entry(language, Tables.id, Tables.title, parts)


def _bound(language: Language, entry: type[Composition]) -> str:
    fact = every_fact()[f"bound-{entry.id}"]
    return _entry(
        language,
        fact.id,
        entry.title,
        (
            _formula(fact.latex, fact.plain),
            _paragraph(language, fact.words),
            _paragraph(language, fact.range),
            _source(language, entry.source, KINDS[entry.kind]),
        ),
    )


def _fact(language: Language, fact: Fact) -> str:
    return _entry(
        language,
        fact.id,
        fact.title,
        (
            _paragraph(language, fact.words),
            _formula(fact.latex, fact.plain),
            _paragraph(language, fact.range),
            _source(language, fact.source, fact.kind),
        ),
    )


def _source(language: Language, source: str, kind: Sentence) -> str:
    return _paragraph(language, N_("{kind}; {source}", kind=kind, source=source), "source")


def _parameters(language: Language, declared: Iterable[Parameter]) -> str:
    heads = (N_("parameter"), N_("range"), N_("meaning"))
    rows = [
        f"<tr><td>{_text(each.symbol)} {_text(language.say(each.title))}</td>"
        f"<td>{_text(number(each.low))} … {_text(number(each.high))}</td>"
        f"<td>{_text(language.say(each.help) if each.help else '')}</td></tr>"
        for each in declared
    ]
    head = "".join(f"<th>{_text(language.say(words))}</th>" for words in heads)
    return f"<table><tr>{head}</tr>{''.join(rows)}</table>"
