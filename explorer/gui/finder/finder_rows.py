"""What the palette lists for a text: hits in the person's language, typed values, recent ones first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtGui import QKeySequence

from explorer.app.finder import plan_entries, registry_entries
from explorer.app.finder.entry import Entry, MenuAction, Taking
from explorer.app.finder.entry_kind import KINDS, Kind
from explorer.app.finder.left_out_words import COMMANDS, IGNORED
from explorer.app.finder.lesson_entries import of_lessons
from explorer.app.finder.parameter_entries import (
    Valued,
    named,
    now,
    of_parameters,
    parameter_at,
    valued,
    without_effect,
)
from explorer.app.finder.registry_entries import Pane
from explorer.app.finder.search import Indexed, found, indexed, listed
from explorer.app.finder.synonyms import OF_KIND, names_of, words_of
from explorer.app.update import update
from explorer.gui.finder.command import Command
from explorer.gui.help.about import LIMITS, PROMISES
from explorer.gui.shell.context import Context
from explorer.gui.widgets.explain import sentence_case
from explorer.gui.workspaces.card_layout import CARD_SPECS, WORKSPACES
from explorer.gui.workspaces.card_spec import CardSpec
from explorer.language import LANGUAGES, Language
from explorer.mark import N_, Sentence

# The titles of pictures that are not the first of their pane, as the pane bears them: to find them, their
# mathematics need not be imported.
TITLES = {
    "delta-profile": N_("δ at each ε"),
    "renyi": N_("Rényi divergence at each order"),
    "noise-per-release": N_("Noise per release, for k releases"),
    "loss-of-many": N_("Privacy loss of k releases"),
    "regions-of-many": N_("Privacy regions of k releases"),
    "delta-of-many": N_("δ at each total ε"),
}
# What stands on the page that an action opens, and is searched too.
_TEXTS = {"action:What this program guarantees": (*PROMISES, *LIMITS)}
_RECENT, _MOST_RECENT = "finder/recent", 8  # the key in the settings, and how many are kept


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the list, in the person's language."""

    id: str
    title: str
    kind: str
    taking: Taking | None
    detail: str = ""
    shortcut: str = ""
    refused: bool = False
    available: bool = True


def panes() -> tuple[Pane, ...]:
    """The cards of the window as the search knows them."""
    titles = TITLES | {spec.card: spec.title for spec in CARD_SPECS}

    def titled(spec: CardSpec) -> tuple[tuple[str, Sentence], ...]:
        return tuple((name, titles.get(name, word)) for name, word in spec.pictures)

    return tuple(
        Pane(spec.card, spec.title, spec.workspace, titled(spec), spec.exported) for spec in CARD_SPECS
    )


def entries(commands: Iterable[Command]) -> tuple[Entry, ...]:
    """All that can be found: what is registered, the panes, their buttons, the menu."""
    cards, places = panes(), dict(WORKSPACES)
    return (
        *registry_entries.of_workspaces(WORKSPACES),
        *of_parameters(),
        *registry_entries.of_mechanisms(),
        *registry_entries.of_bounds(),
        *of_lessons(places.get("learn")),
        *registry_entries.of_panes(cards, places),
        *registry_entries.of_buttons(places, cards),
        *_of_commands(commands),
        *plan_entries.of_plan_fields(places.get("release")),
        *registry_entries.of_presets(),
        *registry_entries.of_rhythms(),
        *plan_entries.of_starts(),
        *plan_entries.of_harms(),
        *plan_entries.of_deployments(),
        *registry_entries.of_facts(),
    )


def _of_commands(commands: Iterable[Command]) -> Iterator[Entry]:
    for each in commands:
        words = (*words_of(each.id), *OF_KIND.get(each.kind, ()))
        keys = each.action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        taking = MenuAction(each.id)
        text = _TEXTS.get(each.id, ())
        names = (*names_of(each.id), *filter(None, [keys]))  # who read a key somewhere looks what it does
        yield Entry(each.id, each.kind, each.title, taking, names, words, text, shortcut=keys)


class FinderRows:
    """Gathers what there is once, and answers for each text."""

    def __init__(self, context: Context, commands: Sequence[Command]) -> None:
        self._context = context
        self._actions = {each.id: each.action for each in commands}
        self._entries = {entry.id: entry for entry in entries(commands)}
        self._index: tuple[Indexed, ...] = ()
        self._left_out: tuple[tuple[str, ...], ...] = ()

    def rows(self, text: str) -> tuple[Row, ...]:
        """The hits, the best first; of an empty text what was taken recently, then all."""
        if not text.strip():
            recent = [self._entries[each] for each in self._recent()]
            rest = [entry for entry in self._entries.values() if entry not in recent]
            first = [self._row(entry, recent=True) for entry in recent]
            return (*first, *(self._row(entry) for entry in rest))
        values = valued(text, self._context.store.state, self._context.say, update)
        hits = found(self._searched(), text, *self._left_out)
        if not hits and not values:
            hits = self._parameters_of(text)
        listed = [self._row(entry) for entry in hits]
        return (*(self._valued(each) for each in values), *listed)

    def _searched(self) -> tuple[Indexed, ...]:
        """Every entry in the words of all languages, with the first letter that is typed."""
        if not self._index:
            others = [Language(code).say for code in LANGUAGES if code != self._context.language.code]
            self._index = indexed(tuple(self._entries.values()), self._context.say, others)
            says = (self._context.say, *others)
            self._left_out = listed(IGNORED, says), listed(COMMANDS, says)
        return self._index

    def _parameters_of(self, text: str) -> tuple[Entry, ...]:
        """A name and something that is no number: the parameter, whose row says what its values are."""
        name, _, rest = text.strip().partition(" ")
        return named(name, self._context.say) if rest else ()

    def symbol(self, row: Row) -> str:
        """How a parameter is named in the field."""
        return parameter_at(row.id.partition(":")[2]).symbol

    def _row(self, entry: Entry, recent: bool = False) -> Row:
        say, state = self._context.say, self._context.store.state
        detail = ""
        if entry.kind is Kind.PARAMETER:
            path = entry.id.partition(":")[2]
            detail = say(without_effect(state, path) or now(state, path))
        available = not isinstance(entry.taking, MenuAction) or self._actions[entry.id].isEnabled()
        return Row(
            entry.id,
            sentence_case(say(entry.title)),
            self._kind(entry, recent, available),
            entry.taking,
            detail,
            self._shortcut(entry),
            available=available,
        )

    def _kind(self, entry: Entry, recent: bool = False, available: bool = True) -> str:
        say, words = self._context.say, KINDS[entry.kind]
        if entry.place is not None:
            words = N_("{kind} · {place}", kind=words, place=entry.place)
        if recent:
            words = N_("recent · {kind}", kind=words)
        return say(words if available else N_("{kind} · not possible now", kind=words))

    def _shortcut(self, entry: Entry) -> str:
        if entry.kind is not Kind.WORKSPACE:
            return entry.shortcut
        position = [f"workspace:{name}" for name, _ in WORKSPACES].index(entry.id) + 1
        return QKeySequence(f"Ctrl+{position}").toString(QKeySequence.SequenceFormat.NativeText)

    def _valued(self, value: Valued) -> Row:
        say = self._context.say
        detail = say(value.detail) if value.detail is not None else ""
        return Row(
            value.entry.id,
            say(value.title),
            self._kind(value.entry),
            value.taking,
            detail,
            refused=value.refused,
            available=not value.refused,
        )

    # What was taken recently: ids of entries, never a value

    def _recent(self) -> list[str]:
        kept = self._context.window.settings.text(_RECENT).split("\n")
        return [each for each in dict.fromkeys(kept) if each in self._entries][:_MOST_RECENT]

    def remember(self, row: Row) -> None:
        """It comes first where the palette is opened empty the next time."""
        kept = [row.id, *(each for each in self._recent() if each != row.id)]
        self._context.window.settings.set(_RECENT, "\n".join(kept[:_MOST_RECENT]))
