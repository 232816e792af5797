"""How the draft of a decision record changes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from explorer.app.core import decision_messages as said
from explorer.app.core.decision import DATES, LONGEST, MOST_REJECTED, Decision, Rejected, is_field
from explorer.app.core.refusals import accept, refuse
from explorer.app.core.state import State
from explorer.mark import N_
from explorer.privacy.refusal import NotValid

_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})", re.ASCII)
_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
REJECTED = "decision.rejected"


def is_date(text: str) -> bool:
    """Whether it is a day of the calendar as ISO 8601 writes it: 2027-01-31.

    >>> is_date("2028-02-29"), is_date("2027-02-29"), is_date("1/2/2027")
    (True, False, False)
    """
    found = _DATE.fullmatch(text)
    if found is None:
        return False
    year, month, day = map(int, found.groups())
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    if year < 1 or not 1 <= month <= 12 or not 1 <= day <= _DAYS[month - 1]:
        return False
    return leap or (month, day) != (2, 29)


def _with(state: State, decision: Decision) -> State:
    return state if decision == state.decision else replace(state, decision=decision)


def _spoken(text: str) -> str:
    """What can be saved and read: no half characters, and no more than anybody reads."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\0", "")[:LONGEST]


def opened(state: State, message: said.RecordOpened) -> State:
    """It is about what is in front."""
    return _with(state, replace(state.decision, subject=message.subject, picture=message.picture))


def subject_chosen(state: State, message: said.RecordSubjectChosen) -> State:
    """It is about something else."""
    return _with(state, replace(state.decision, subject=message.subject))


def picture_chosen(state: State, message: said.RecordPictureChosen) -> State:
    """It has another picture, or none."""
    return _with(state, replace(state.decision, picture=message.picture))


def language_chosen(state: State, message: said.RecordLanguageChosen) -> State:
    """It is written in another language."""
    return _with(state, replace(state.decision, language=message.language))


def written(state: State, message: said.RecordWritten) -> State:
    """Another text. What is no date where one belongs stays in the field, and is refused beside it."""
    if not is_field(message.field):
        return state
    text, field = _spoken(message.text), f"decision.{message.field}"
    after = _with(state, state.decision.written(message.field, text))
    if message.field in DATES and text.strip() and not is_date(text.strip()):
        sentence = N_("“{text}” is not a date: write it as 2027-01-31", text=text.strip()[:40])
        return refuse(after, field, NotValid(sentence, field))
    return accept(after, field)


def setting_rejected(state: State, _: said.SettingRejected) -> State:
    """The pinned setting joins the rejected ones, once."""
    held = state.decision.rejected
    if state.pinned is None:
        sentence = N_("no setting is pinned as A: pin one to compare with it, then record it as rejected")
        return refuse(state, REJECTED, NotValid(sentence, REJECTED))
    if any(each.setting == state.pinned for each in held):
        return refuse(state, REJECTED, NotValid(N_("A is recorded as rejected already"), REJECTED))
    if len(held) >= MOST_REJECTED:
        sentence = N_("a record has room for {most} rejected settings", most=MOST_REJECTED)
        return refuse(state, REJECTED, NotValid(sentence, REJECTED))
    rejected = Rejected(state.pinned, given=state.given)
    return accept(_with(state, replace(state.decision, rejected=(*held, rejected))), REJECTED)


def rejection_explained(state: State, message: said.RejectionExplained) -> State:
    """Why it was rejected."""
    held = state.decision.rejected
    changed = tuple(
        replace(each, reason=_spoken(message.reason)) if place == message.place else each
        for place, each in enumerate(held)
    )
    return _with(state, replace(state.decision, rejected=changed))


def rejection_dropped(state: State, message: said.RejectionDropped) -> State:
    """It is no longer recorded."""
    held = state.decision.rejected
    kept = tuple(each for place, each in enumerate(held) if place != message.place)
    return accept(_with(state, replace(state.decision, rejected=kept)), REJECTED)


def looked_at(state: State, message: said.DeploymentLookedAt) -> State:
    """In the order in which they were looked at."""
    rest = tuple(each for each in state.decision.looked_at if each != message.deployment)
    listed = (*rest, message.deployment) if message.looked else rest
    return _with(state, replace(state.decision, looked_at=listed))


def answered(state: State, message: said.QuestionAnswered) -> State:
    """A question has another answer."""
    return _with(state, state.decision.answered(message.question, message.reply))


UPDATES: Mapping[type, Callable[[State, Any], State]] = MappingProxyType(
    {
        said.RecordOpened: opened,
        said.RecordSubjectChosen: subject_chosen,
        said.RecordPictureChosen: picture_chosen,
        said.RecordLanguageChosen: language_chosen,
        said.RecordWritten: written,
        said.SettingRejected: setting_rejected,
        said.RejectionExplained: rejection_explained,
        said.RejectionDropped: rejection_dropped,
        said.DeploymentLookedAt: looked_at,
        said.QuestionAnswered: answered,
    }
)
