"""The reference: every mechanism, bound and number of the program on one page that needs nothing else.

It is made from the registries, so that what is added to them is in it. One HTML file, formulas drawn as
paths: it opens without a network and prints.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from explorer.app.core.wording import KINDS
from explorer.app.help.fact import Fact
from explorer.app.help.facts import every_fact
from explorer.app.learn.lesson_links import lessons_on
from explorer.export.figures.formula import formula_svg
from explorer.export.reports.page import escaped, figure, heading, page, paragraph, table, tagged
from explorer.language import Language, number
from explorer.mark import N_, Sentence
from explorer.privacy.composition import Composition, every_composition
from explorer.privacy.mechanism import Mechanism, every_mechanism
from explorer.privacy.pairs.probability_table import Tables, caveat
from explorer.privacy.parameter import Parameter, parameters

_STYLE = "body { max-width: 56rem; } h2 { border-bottom: 1px solid #dfe4e9; } figure { overflow-x: auto; }"


def reference(language: Language, checkpoint: Callable[[], None] = lambda: None) -> str:
    """The whole page in one language, as HTML.

    `checkpoint` is called after each entry: what it raises ends the work.
    """
    title = language.say(N_("Privacy Explorer: reference"))
    parts = []
    for part in _parts(language):
        parts.append(part)
        checkpoint()
    return page(title, parts, language, _STYLE)


def _parts(language: Language) -> Iterator[str]:
    yield heading(language.say(N_("Mechanisms")))
    yield from (_mechanism(language, each) for each in every_mechanism().values())
    yield _tables(language)
    yield heading(language.say(N_("Composition bounds")))
    yield from (_bound(language, each) for each in every_composition().values())
    yield heading(language.say(N_("Numbers and pictures")))
    yield from (_fact(language, fact) for fact in every_fact().values() if not fact.id.startswith("bound-"))


def _formula(latex: str, plain: str) -> str:
    """The formula drawn; readers of the screen are told it in plain notation."""
    drawing = formula_svg(latex) if latex else ""
    return figure(drawing, plain)


def _entry(language: Language, identity: str, title: Sentence, parts: Iterable[str]) -> str:
    name = language.say(title)
    code = tagged("code", identity)
    head = f'<h3 id="{escaped(identity)}">{escaped(name[:1].upper() + name[1:])} {code}</h3>'
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
            paragraph(language.say(kept)),
            _parameters(language, parameters(entry).values()),
            _source(language, entry.source, KINDS[entry.profile_kind]),
        ),
    )


def _tables(language: Language) -> str:
    """Two probability tables: no member of the registry, for they have no noise."""
    words = N_(
        "The output of a mechanism on a dataset and on its neighbour, given as two columns of "
        "probabilities over the same outcomes: in the window, the workspace Tables; on the command line, a "
        "file. Each column must sum to exactly 1. For rounded numbers, probability that may be missing "
        "counts as outcomes that identify a person; all answers are then proven upper bounds."
    )
    parts = (
        _formula(Tables.latex, Tables.formula),
        paragraph(language.say(words)),
        paragraph(language.say(caveat())),
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
            paragraph(language.say(fact.words)),
            paragraph(language.say(fact.range)),
            _source(language, entry.source, KINDS[entry.kind]),
        ),
    )


def _fact(language: Language, fact: Fact) -> str:
    return _entry(
        language,
        fact.id,
        fact.title,
        (
            paragraph(language.say(fact.words)),
            _formula(fact.latex, fact.plain),
            paragraph(language.say(fact.range)),
            _source(language, fact.source, fact.kind),
            *_lessons(language, fact.id),
        ),
    )


def _lessons(language: Language, fact: str) -> Iterable[str]:
    """Which lessons show what is explained here: in the workspace Learn."""
    for kind in lessons_on(fact):
        words = N_("lesson: “{title}”, in the workspace Learn", title=kind.title)
        yield paragraph(language.say(words), "muted")


def _source(language: Language, source: str, kind: Sentence) -> str:
    return paragraph(language.say(N_("{kind}; {source}", kind=kind, source=source)), "muted")


def _parameters(language: Language, declared: Iterable[Parameter]) -> str:
    heads = (N_("parameter"), N_("range"), N_("meaning"))
    rows = (
        (
            f"{each.symbol} {language.say(each.title)}",
            f"{number(each.low)} … {number(each.high)}",
            language.say(each.help) if each.help else "",
        )
        for each in declared
    )
    return table([language.say(words) for words in heads], rows)
