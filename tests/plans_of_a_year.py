"""Plans of a year for the tests of several rooms."""

from dataclasses import replace
from functools import cache

from explorer.app.core import schedule_messages as said
from explorer.app.core.request import Request
from explorer.app.core.schedule import OFTEN, TIMES, Schedule, ScheduledRelease
from explorer.app.core.setting import Setting
from explorer.app.core.state import State
from explorer.app.schedule.schedule_updates import as_planned
from explorer.app.schedule.year_totals import wanted
from explorer.app.update import update
from explorer.privacy.target import Neighbours, Target

NAMES = ("Age by region", "Waiting times", "Staff survey")
PEOPLE = ("patients", "staff")


def example():
    """The example year."""
    return update(State(), said.ExampleScheduled(NAMES, PEOPLE))


def line(name, mechanism="laplace", often="once", people="", first=1, times=1, **target):
    return ScheduledRelease(name, Setting(mechanism, Target(**target)), often, people, first, times)


def planned(*lines, disjoint=False, **composing):
    """A state with these lines planned."""
    state = replace(State(), schedule=Schedule(lines, disjoint))
    return as_planned(replace(state, composing=replace(state.composing, **composing)))


def answered(state, kind=Request):
    """All that is asked about the plan, or what is of this kind, answered: months take longest."""
    return {question: _answer(question) for question in wanted(state) if isinstance(question, kind)}


@cache
def _answer(question):
    return question()


EVERY_OFTEN = (*OFTEN, TIMES)
SUBSTITUTE = Neighbours.SUBSTITUTE
