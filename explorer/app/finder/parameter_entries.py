"""Entries for every declared number, and what `eps 0.5` or `k = 120` asks of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from explorer.app.core.message import Typed
from explorer.app.core.state import SECTIONS, State, declared, value_at
from explorer.app.finder.entry import AwaitValue, Entry, Messages
from explorer.app.finder.entry_kind import Kind
from explorer.app.finder.registry_entries import LEFT_COLUMN
from explorer.app.finder.synonyms import names_of, spelled, words_of
from explorer.mark import N_, Sentence
from explorer.privacy.mechanism import every_mechanism
from explorer.privacy.parameter import Parameter, parameters
from explorer.privacy.shape import Shape
from explorer.privacy.spelling import FULL_WIDTH

if TYPE_CHECKING:
    from explorer.app.core.message import Message

    Update = Callable[[State, Message], State]


_EXPLORED = ("explore",)
_SEEN_IN = {  # by section, or by path where a section has parameters in several places
    "target": LEFT_COLUMN,
    "shape": LEFT_COLUMN,
    "causes": LEFT_COLUMN,
    "reading.confidence": LEFT_COLUMN,
    "reading.bins": LEFT_COLUMN,
    "reading.relative_error": LEFT_COLUMN,
    "reading.limit": LEFT_COLUMN,
    "reading.group": LEFT_COLUMN,
    "composing": ("compose",),
    "tables": ("tables",),
}
_PANES = {
    "sample": "clipping",
    "learning": "learning",
}  # sections that only a pane shows which is closed at first
_PLACES = {"compose": N_("Compose"), "tables": N_("Tables"), "explore": N_("Explore")}
_ORDER = ("target", "composing", "shape", "causes", "reading", "sample", "learning", "tables")
_NUMBER = re.compile(r"[-+−]?\.?\d|(?:ln|log|exp)(?![^\W\d])|e\^", re.IGNORECASE)
_BREAK = re.compile(r"\s*[=:：≤]\s*|\s+")
_JOINED = re.compile(r"([^\W\d_]{1,3})([\d０-９.．]\S*)")  # k120
_DECIMAL_COMMA = re.compile(r"([-+−]?)(\d+),(\d+)((?:[eE][-+−]?\d+)?)")


@dataclass(frozen=True, slots=True)
class Valued:
    """A parameter with a value that was typed for it: what it would do, or why it can't be."""

    entry: Entry
    title: Sentence
    detail: Sentence | None = None
    refused: bool = False
    taking: Messages | None = None


@cache
def of_parameters() -> tuple[Entry, ...]:
    """All declared numbers, those of one release first."""
    return tuple(_made())


def _made() -> Iterator[Entry]:
    sections = sorted(SECTIONS, key=lambda name: _ORDER.index(name) if name in _ORDER else len(_ORDER))
    for section in sections:
        for name, parameter in parameters(SECTIONS[section]).items():
            path = f"{section}.{name}"
            yield Entry(
                f"parameter:{path}",
                Kind.PARAMETER,
                N_("{symbol} {title}", symbol=parameter.symbol, title=parameter.title),
                AwaitValue(path),
                (*name.split("_"), *names_of(f"parameter:{path}")),
                words_of(f"parameter:{path}"),
                (parameter.help,) if parameter.help is not None else (),
                _PLACES[seen_in(path)[0]] if len(seen_in(path)) == 1 else None,
            )


def parameter_at(path: str) -> Parameter:
    """The declaration at a path, whatever the mechanism."""
    section, name = path.split(".")
    return parameters(SECTIONS[section])[name]


def seen_in(path: str) -> tuple[str, ...]:
    """The workspaces that show the parameter."""
    return _SEEN_IN.get(path, _SEEN_IN.get(path.partition(".")[0], _EXPLORED))


def now(state: State, path: str) -> Sentence:
    """The value in force, and between which ends another one lies."""
    parameter = declared(state, path)
    values = {"value": value_at(state, path), "low": parameter.low, "high": parameter.high}
    return N_("now {value}; from {low} to {high}", **values)


def without_effect(state: State, path: str) -> Sentence | None:
    """Why the mechanism in use leaves a parameter aside; None where it does not."""
    section, name = path.split(".")
    mechanism = every_mechanism()[state.mechanism]
    if path == "target.delta" and mechanism.pure:
        return N_("this mechanism has pure ε: δ stays 0")
    own = parameters(mechanism)
    if section == "shape" and name in parameters(Shape) and name != "sampling_rate" and name not in own:
        return N_("this mechanism does not use it")
    if name == "sampling_rate" and not mechanism.norm:
        return N_("this mechanism does not use it")
    return None


def valued(text: str, state: State, say: Callable[[Sentence], str], update: Update) -> tuple[Valued, ...]:
    """What a name followed by a number asks for; nothing where the text is no such thing.

    A name is a symbol, the name of the field, its title, or another word for it. Several parameters may have
    it (ε of one release, ε in total): each that takes the value is offered, first the one that is most at
    hand, of those that are seen first what the mechanism in use does not leave aside; one refusal is said.
    """
    parts = _split(text)
    if parts is None:
        return ()
    name, number = parts
    found, here = named(name, say) or named(name.translate(FULL_WIDTH), say), state.workspace.value
    own = [entry for entry in found if here not in LEFT_COLUMN and seen_in(_path(entry)) == (here,)]
    of_release = [entry for entry in found if _path(entry).startswith("target.")]
    in_front = [entry for entry in found if here in seen_in(_path(entry))]
    used = [entry for entry in (*of_release, *in_front) if without_effect(state, _path(entry)) is None]
    ordered = dict.fromkeys((*own, *used, *of_release, *in_front, *found))
    tried = [_tried(entry, number, state, update) for entry in ordered]
    refused = next((each for each in tried if each.refused), None)
    return tuple(each for each in tried if each is refused or not each.refused)


def _split(text: str) -> tuple[str, str] | None:
    """The name and the number: the shortest name after which something like a number begins."""
    text = text.strip()
    if joined := _JOINED.fullmatch(text):
        return joined[1], _with_point(joined[2].translate(FULL_WIDTH))
    for found in _BREAK.finditer(text):
        name, number = text[: found.start()], text[found.end() :].translate(FULL_WIDTH)
        if name and _NUMBER.match(number):
            return name, _with_point(number)
    return None


def _with_point(number: str) -> str:
    """`0,5` as `0.5`; `1,000` is left as it is, for it may be a thousand or one."""
    decimal = _DECIMAL_COMMA.fullmatch(number)
    if decimal is None or (len(decimal[3]) == 3 and decimal[2].strip("0")):
        return number
    return f"{decimal[1]}{decimal[2]}.{decimal[3]}{decimal[4]}"


def named(name: str, say: Callable[[Sentence], str]) -> tuple[Entry, ...]:
    """The parameters of this name: as it is written, else whatever its case, else by its first letters."""
    entries = of_parameters()
    known = {entry.id: _names(entry, say) for entry in entries}
    exact = tuple(entry for entry in entries if name in known[entry.id])
    if exact and not name.isascii():
        return exact  # Δ is not δ
    lower = name.casefold()
    folded = {each: {word.casefold() for word in words if word != "Δ"} for each, words in known.items()}
    same = tuple(entry for entry in entries if lower in folded[entry.id] or entry in exact)
    if same or len(lower) < 3:
        return (*exact, *(entry for entry in same if entry not in exact))
    return tuple(entry for entry in entries if any(word.startswith(lower) for word in folded[entry.id]))


def _names(entry: Entry, say: Callable[[Sentence], str]) -> frozenset[str]:
    parameter = parameter_at(_path(entry))
    symbols = (parameter.symbol, *spelled(parameter.symbol))
    titles = (say(parameter.title), parameter.title.text, parameter.name.replace("_", " "))
    others = (word.strip() for each in entry.synonyms for word in re.split("[,，、]", say(each)))
    return frozenset((*symbols, *titles, *names_of(entry.id), *others))


def _path(entry: Entry) -> str:
    return entry.id.partition(":")[2]


def _tried(entry: Entry, number: str, state: State, update: Update) -> Valued:
    """What would become of the value: it is tried on the state, which stays as it is."""
    path = _path(entry)
    message = Typed(path, number)
    after = update(state, message)
    refusal = after.refused.get(path)
    if refusal is not None:
        return Valued(entry, refusal.sentence, refused=True)
    parameter = parameter_at(path)
    values = {"symbol": parameter.symbol, "title": parameter.title, "value": value_at(after, path)}
    title = N_("{symbol} = {value:6}: {title}", **values)
    detail = without_effect(state, path) or now(state, path)
    pane = _PANES.get(path.partition(".")[0], "")
    return Valued(entry, title, detail, taking=Messages((message,), seen_in(path), pane))
