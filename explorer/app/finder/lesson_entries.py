"""Entries for lessons: found by their titles, by other words for what they show, by what they explain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from explorer.app.core.lesson_messages import LessonOpened
from explorer.app.core.state import Workspace
from explorer.app.finder.entry import Entry, Messages
from explorer.app.finder.entry_kind import Kind
from explorer.app.help.facts import general
from explorer.lessons.parts.lesson import every_lesson
from explorer.mark import N_, Sentence, verbatim

CARD = "lesson"  # in which a lesson is shown
_ALL = N_("lesson, course, teach, exercise, demonstration, attack")
_WORDS: Mapping[str, Sentence] = MappingProxyType(
    {
        "differencing": N_("difference attack, subtract, two totals, small counts, Chandler"),
        "linkage": N_(
            "linking, re-identification, record linkage, unique people, postcode, register, "
            "de-identification, deidentification"
        ),
        "k-anonymity": N_("l-diversity, t-closeness, homogeneity, quasi-identifiers, generalisation"),
        "census-block": N_("census, database reconstruction, block, published statistics"),
        "least-squares": N_("reconstruction attack, Dinur Nissim, secret bits, linear programming"),
        "averaging": N_("repeated queries, same question again, mean of answers, budget runs out"),
        "groups": N_("household, family, group privacy, post-processing, correlation"),
        "randomised-response": N_(
            "coin, spinner, survey, yes or no, local differential privacy, coin flip, coin toss"
        ),
        "catastrophe": N_("name and shame, delta, catastrophic failure, soft failure"),
        "guess-the-database": N_("game, adversary, experiment, adaptive, fold composition, bet"),
        "composition-race": N_("basic composition, advanced composition, crossover, shortcut"),
        "learning-a-table": N_("multiplicative weights, iterative construction, private distinguisher"),
    }
)


def of_lessons(place: Sentence | None) -> Iterator[Entry]:
    """Each opens where it was left."""
    for name, kind in every_lesson().items():
        text = (kind.about, *(general(fact).title for fact in kind.explains), verbatim(kind.source))
        words = (*((_WORDS[name],) if name in _WORDS else ()), _ALL)
        taking = Messages((LessonOpened(name),), (Workspace.LEARN.value,), CARD)
        yield Entry(
            f"lesson:{name}", Kind.LESSON, kind.title, taking, tuple(name.split("-")), words, text, place
        )
