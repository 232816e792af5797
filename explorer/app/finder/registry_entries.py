"""Entries for all that is registered: mechanisms, bounds, presets, facts, workspaces, panes and pictures.

The registries are walked, so that whatever is added to one of them is found without a change here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from explorer.app.compose.rhythm import of_a_year
from explorer.app.core.message import MechanismChosen, PresetChosen, RhythmChosen, WorkspaceOpened
from explorer.app.core.rhythm import Rhythm
from explorer.app.core.state import Workspace
from explorer.app.explore.presets import PRESETS
from explorer.app.finder.entry import Entry, Explanation, ExportMenu, Messages, OpenPane, PressButton, Taking
from explorer.app.finder.entry_kind import Kind
from explorer.app.finder.pane_buttons import PANE_BUTTONS
from explorer.app.finder.synonyms import DRAWN, EXPORTED, OF_KIND, names_of, words_of
from explorer.app.help.facts import every_fact
from explorer.app.plotting.figure import FORMATS
from explorer.mark import N_, Sentence, verbatim
from explorer.privacy.composition import every_composition
from explorer.privacy.mechanism import every_mechanism

LEFT_COLUMN = ("explore", "compose")  # the workspaces beside which one release is described
_BOUNDS_AT_K = "readout"  # the pane that lists every bound


@dataclass(frozen=True, slots=True)
class Pane:
    """A card as the search knows it: title, workspace, pictures by id, and whether they are exported."""

    card: str
    title: Sentence
    workspace: str
    pictures: tuple[tuple[str, Sentence], ...] = ()
    exported: bool = False


def _entry(
    identity: str,
    kind: Kind,
    title: Sentence,
    taking: Taking,
    text: tuple[Sentence, ...] = (),
    place: Sentence | None = None,
) -> Entry:
    """With the words that are known for its id, and those of its kind."""
    own = identity.partition(":")[2].replace("-", " ").split()
    names, words = (*own, *names_of(identity)), (*words_of(identity), *OF_KIND.get(kind, ()))
    return Entry(identity, kind, title, taking, names, words, text, place)


def of_mechanisms() -> Iterator[Entry]:
    """Choosing one sets it in the left column."""
    for name, kind in every_mechanism().items():
        taking = Messages((MechanismChosen(name),), LEFT_COLUMN)
        yield _entry(f"mechanism:{name}", Kind.MECHANISM, kind.title, taking, (verbatim(kind.source),))


def of_bounds() -> Iterator[Entry]:
    """Each is a line of the pane that lists them at k."""
    for name, bound in every_composition().items():
        yield _entry(f"bound:{name}", Kind.BOUND, bound.title, OpenPane(_BOUNDS_AT_K))


def of_presets() -> Iterator[Entry]:
    """Named settings, one undoable step each."""
    for name, preset in PRESETS.items():
        yield _entry(f"preset:{name}", Kind.PRESET, preset.title, Messages((PresetChosen(name),)))


def of_rhythms() -> Iterator[Entry]:
    """Daily, weekly, monthly releases: each sets k to a year of them."""
    for rhythm in Rhythm:
        taking = Messages((RhythmChosen(rhythm.value),), ("compose",))
        yield _entry(f"rhythm:{rhythm.value}", Kind.PRESET, of_a_year(rhythm), taking)


def of_facts() -> Iterator[Entry]:
    """Every explanation: by its title, then by the words in it and by its source."""
    for name, fact in every_fact().items():
        text = (fact.words, verbatim(fact.source))
        yield _entry(f"help:{name}", Kind.HELP, fact.title, Explanation(name), text)


def of_workspaces(workspaces: Iterable[tuple[str, Sentence]]) -> Iterator[Entry]:
    """The tabs of the window, by id and title."""
    for name, title in workspaces:
        opened = Messages((WorkspaceOpened(Workspace(name)),))
        yield _entry(f"workspace:{name}", Kind.WORKSPACE, title, opened)


def of_panes(panes: Iterable[Pane], places: Mapping[str, Sentence]) -> Iterator[Entry]:
    """Each pane, the further pictures that it offers, and the export of each picture."""
    panes = tuple(panes)
    found = {pane.card for pane in panes}
    for pane in panes:
        place = places.get(pane.workspace)
        own = pane.card if pane.card in dict(pane.pictures) else ""
        opening = OpenPane(pane.card, own)
        entry = _entry(f"pane:{pane.card}", Kind.PANE, pane.title, opening, place=place)
        yield replace(entry, synonyms=(*entry.synonyms, DRAWN)) if pane.exported else entry
    for pane in panes:
        place = places.get(pane.workspace)
        if pane.exported and pane.card not in dict(pane.pictures):
            yield _export(pane.card, pane.title, ExportMenu(pane.card), place)
        for picture, title in pane.pictures:
            if picture != pane.card and picture not in found:
                found.add(picture)
                taking = OpenPane(pane.card, picture)
                yield _entry(f"picture:{picture}", Kind.PICTURE, title, taking, place=place)
                yield _export(picture, title, ExportMenu(pane.card, picture), place)
            elif picture == pane.card:
                yield _export(picture, title, ExportMenu(pane.card, picture), place)


def _export(picture: str, title: Sentence, taking: ExportMenu, place: Sentence | None) -> Entry:
    named = N_("Export: {title} …", title=title)
    names = (*picture.split("-"), *FORMATS)
    return Entry(f"export:{picture}", Kind.EXPORT, named, taking, names, (EXPORTED, DRAWN), place=place)


def of_buttons(places: Mapping[str, Sentence], panes: Iterable[Pane]) -> Iterator[Entry]:
    """The buttons and links inside panes that people look for by name."""
    workspaces = {pane.card: pane.workspace for pane in panes}
    for button in PANE_BUTTONS:
        taking = PressButton(button.card, button.words, button.also)
        place = places.get(workspaces[button.card])
        words = (button.synonyms, *OF_KIND.get(button.kind, ()))
        yield Entry(button.id, button.kind, button.words, taking, button.names, words, (), place)
