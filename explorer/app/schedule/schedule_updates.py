"""How the year's releases change under a person's hands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from explorer.app.core import schedule_messages as said
from explorer.app.core.message import Moved
from explorer.app.core.refusals import accept, concerns, refuse
from explorer.app.core.schedule import (
    LONGEST_NAME,
    LONGEST_PEOPLE,
    MOST_ROWS,
    OFTEN,
    TIMES,
    Schedule,
    ScheduledRelease,
    one_line,
    parameter_of,
)
from explorer.app.core.setting import Setting
from explorer.app.core.state import State, mechanism_for
from explorer.mark import N_
from explorer.privacy.mechanism import every_mechanism
from explorer.privacy.notation import read
from explorer.privacy.refusal import NotANumber, NotValid, OutOfRange, Refusal, Unsupported, distinguished
from explorer.privacy.spelling import Ambiguous
from explorer.privacy.target import Target

if TYPE_CHECKING:
    from explorer.app.core.message import Message

_EXAMPLE = (
    ("discrete-laplace", Target(epsilon=0.5), "monthly"),
    ("discrete-gaussian", Target(epsilon=0.8, delta=1e-6), "quarterly"),
    ("randomized-response", Target(epsilon=1.1), "once"),
)
_INTO = MappingProxyType({"L1": ("L1", "L2"), "L2": ("L2",), "score": ("score",), "": ("",)})


def framed(state: State, message: Message | None) -> State:
    """The end of the year's axis chosen anew, unless a hand is still moving."""
    if isinstance(message, Moved) or not state.schedule.releases:
        return state
    from explorer.app.schedule.year_groups import top_of  # only a plan needs it

    top = top_of(state)
    return state if top == state.schedule.top else replace(state, schedule=replace(state.schedule, top=top))


def as_planned(state: State) -> State:
    """The state of a loaded session, its axis chosen."""
    return framed(state, None)


# Lines


def planned(state: State, message: said.ScheduleLineAdded) -> State:
    """The left column's release at the end of the plan."""
    name = _unlike(state.schedule, message.name)
    return _added(state, ScheduledRelease(name, state.setting, people=message.people))


def _added(state: State, *lines: ScheduledRelease) -> State:
    releases = (*state.schedule.releases, *lines)
    if len(releases) > MOST_ROWS:
        sentence = N_("a plan has at most {most} lines: remove one first", most=MOST_ROWS)
        return refuse(state, "schedule", NotValid(sentence, "schedule"))
    return _structured(state, replace(state.schedule, releases=releases, selected=len(releases) - 1))


def _structured(state: State, schedule: Schedule) -> State:
    """Other lines: what was refused beside a number of a line no longer stands beside it."""
    old = [field for field in state.refused if concerns(field, ("schedule",))]
    return accept(replace(state, schedule=schedule), *old)


def _unlike(schedule: Schedule, name: str) -> str:
    """A name that no line has yet: a number is put behind it, or the one there counted up."""
    taken, stem = {each.name for each in schedule.releases}, name[: LONGEST_NAME - 4]
    names = (name, *(f"{stem} {number}" for number in range(2, MOST_ROWS + 2)))
    return next(each for each in names if each not in taken)


def example_planned(state: State, message: said.ExampleScheduled) -> State:
    """Three releases of two groups, nobody in both."""
    people = (message.people[0], message.people[0], message.people[1])
    lines = tuple(
        ScheduledRelease(name, Setting(mechanism, target), often, group)
        for name, group, (mechanism, target, often) in zip(message.names, people, _EXAMPLE, strict=True)
    )
    return _structured(state, Schedule(lines, disjoint=True))


def reset(state: State, message: said.ScheduleReset) -> State:
    """A line takes over the release of the left column."""
    line = _line(state, message.row)
    if line is None:
        return state
    return _structured(state, state.schedule.with_line(message.row, replace(line, setting=state.setting)))


def duplicated(state: State, message: said.ScheduleLineDuplicated) -> State:
    """A copy below a line, under another name."""
    line, releases = _line(state, message.row), state.schedule.releases
    if line is None:
        return state
    after = _added(state, replace(line, name=_unlike(state.schedule, line.name)))
    if "schedule" in after.refused:
        return after
    copy = after.schedule.releases[-1]
    ordered = (*releases[: message.row + 1], copy, *releases[message.row + 1 :])
    return replace(after, schedule=replace(after.schedule, releases=ordered, selected=message.row + 1))


def removed(state: State, message: said.ScheduleLineRemoved) -> State:
    """Without a line."""
    if _line(state, message.row) is None:
        return state
    releases = state.schedule.releases
    left = (*releases[: message.row], *releases[message.row + 1 :])
    return _structured(state, replace(state.schedule, releases=left, selected=-1))


def shifted(state: State, message: said.ScheduleLineMoved) -> State:
    """A line in another place, and still in hand."""
    line = _line(state, message.row)
    if line is None:
        return state
    rest = [each for at, each in enumerate(state.schedule.releases) if at != message.row]
    place = min(max(message.row + message.steps, 0), len(rest))
    rest.insert(place, line)
    return _structured(state, replace(state.schedule, releases=tuple(rest), selected=place))


def selected(state: State, message: said.ScheduleLineSelected) -> State:
    """Another line in hand, or none."""
    row = message.row if _line(state, message.row) is not None else -1
    return replace(state, schedule=replace(state.schedule, selected=row))


def disjoint_stated(state: State, message: said.DisjointStated) -> State:
    """The steward's own statement: nothing here can check it."""
    return replace(state, schedule=replace(state.schedule, disjoint=message.stated))


def _line(state: State, row: int) -> ScheduledRelease | None:
    releases = state.schedule.releases
    return releases[row] if 0 <= row < len(releases) else None


# Cells


def moved(state: State, message: Moved) -> State:
    """A number of the line in hand, by slider or handle: "schedule.epsilon" or "schedule.first"."""
    line, name, value = state.schedule.in_hand, message.path.partition(".")[2], message.value
    if line is None:
        return state
    if name == "first":
        value = float(min(max(round(value), 1), 12))  # a hand may leave the picture
    return _set(state, state.schedule.selected, name, lambda: _with_number(line, name, value))


def edited(state: State, message: said.ScheduleLineEdited) -> State:
    """One cell of one line, as a person typed or chose it."""
    line = _line(state, message.row)
    if line is None:
        return state

    def after() -> ScheduledRelease:
        return _CELLS[message.cell](state, message, line)

    return _set(state, message.row, message.cell, after)


def _set(state: State, row: int, cell: str, change: Callable[[], ScheduledRelease]) -> State:
    field = f"schedule.{row}.{cell}"
    try:
        line = change()
        mechanism_for(line.setting)
    except Refusal as refusal:
        return refuse(state, field, refusal)
    return accept(replace(state, schedule=state.schedule.with_line(row, line)), field)


def _with_number(line: ScheduledRelease, name: str, value: float) -> ScheduledRelease:
    parameter = parameter_of(line, name)
    checked = parameter.check(value)
    if name in ("first", "times"):
        whole: dict[str, Any] = {name: round(checked)}
        return replace(line, **whole)
    changed: dict[str, Any] = {name: float(checked)}
    return replace(line, setting=replace(line.setting, target=replace(line.setting.target, **changed)))


def _read(line: ScheduledRelease, name: str, text: str) -> float:
    try:
        return read(text)
    except NotANumber as refusal:
        parameter = parameter_of(line, name)
        low, high = distinguished(parameter.low), distinguished(parameter.high)
        values = {"why": refusal.sentence, "name": parameter.symbol, "low": low, "high": high}
        sentence = N_("{why}; {name} lies between {low} and {high}", **values)
    raise NotANumber(sentence, name)


def _number(state: State, message: said.ScheduleLineEdited, line: ScheduledRelease) -> ScheduledRelease:
    return _with_number(line, message.cell, _read(line, message.cell, message.text))


def _named(state: State, message: said.ScheduleLineEdited, line: ScheduledRelease) -> ScheduledRelease:
    name = one_line(message.text, LONGEST_NAME)
    if not name:
        raise NotValid(N_("a release needs a name for the record"), "name")
    others = (each.name for at, each in enumerate(state.schedule.releases) if at != message.row)
    if name in others:
        raise NotValid(N_("there is another release named “{name}”: choose another name", name=name), "name")
    return replace(line, name=name)


def _of_people(state: State, message: said.ScheduleLineEdited, line: ScheduledRelease) -> ScheduledRelease:
    return replace(line, people=one_line(message.text, LONGEST_PEOPLE))


def _repeated(state: State, message: said.ScheduleLineEdited, line: ScheduledRelease) -> ScheduledRelease:
    """One of the named frequencies, or a number of times."""
    if message.text in OFTEN:
        return replace(line, often=message.text)
    try:
        return replace(_with_number(line, TIMES, read(message.text)), often=TIMES)
    except Ambiguous as refusal:
        raise NotValid(refusal.sentence, TIMES) from None
    except Refusal:
        sentence = N_(
            "how often: {words}, or a number of times from {low} to {high}",
            words=tuple(OFTEN.values())[::-1],
            low=parameter_of(line, TIMES).low,
            high=parameter_of(line, TIMES).high,
        )
    raise NotValid(sentence, TIMES)


def exchangeable(setting: Setting) -> tuple[str, ...]:
    """The mechanisms that can take the place of a line's own at its sensitivity.

    An L1 sensitivity bounds the L2 one. The other way round only where neither can be more than 1, as
    for a count; whatever needs more is set at the left, where the sensitivity follows from its causes.
    """
    own = every_mechanism()[setting.mechanism]
    into = _INTO[own.norm]
    if own.norm == "L2" and setting.target.sensitivity <= 1 and own.id != "gaussian-vector":
        into = ("L2", "L1")
    return tuple(name for name, each in every_mechanism().items() if each.norm in into)


def _by(state: State, message: said.ScheduleLineEdited, line: ScheduledRelease) -> ScheduledRelease:
    if message.text not in exchangeable(line.setting):
        sentence = N_(
            "its sensitivity differs for that mechanism: set it in the current release, then use "
            "the current settings"
        )
        raise Unsupported(sentence, "mechanism")
    setting = replace(line.setting, mechanism=message.text)
    own = parameter_of(replace(line, setting=setting), "sensitivity")
    if own.integer and not float(setting.target.sensitivity).is_integer():
        raise OutOfRange(
            N_("integer noise needs an integer sensitivity: set it in the current release"), "mechanism"
        )
    return replace(line, setting=setting)


_Cell = Callable[[State, said.ScheduleLineEdited, ScheduledRelease], ScheduledRelease]
_CELLS: Mapping[str, _Cell] = MappingProxyType(
    {
        "name": _named,
        "people": _of_people,
        "often": _repeated,
        "mechanism": _by,
        **dict.fromkeys(("epsilon", "delta", "first"), _number),
    }
)
UPDATES: Mapping[type, Callable[[State, Any], State]] = MappingProxyType(
    {
        said.ScheduleLineAdded: planned,
        said.ExampleScheduled: example_planned,
        said.ScheduleLineEdited: edited,
        said.ScheduleReset: reset,
        said.ScheduleLineDuplicated: duplicated,
        said.ScheduleLineRemoved: removed,
        said.ScheduleLineMoved: shifted,
        said.ScheduleLineSelected: selected,
        said.DisjointStated: disjoint_stated,
    }
)
