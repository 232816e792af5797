"""What a person did with the draft of a decision record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from explorer.app.core.decision import Reply, Subject


@dataclass(frozen=True, slots=True)
class RecordOpened:
    """The record was asked for: it is about this, with this picture (None: without)."""

    subject: Subject
    picture: str | None = None


@dataclass(frozen=True, slots=True)
class RecordSubjectChosen:
    """The record is about something else."""

    subject: Subject


@dataclass(frozen=True, slots=True)
class RecordPictureChosen:
    """Another picture stands in the record; None: no picture."""

    picture: str | None


@dataclass(frozen=True, slots=True)
class RecordLanguageChosen:
    """The record is written in this language; "" is the window's."""

    language: str


@dataclass(frozen=True, slots=True)
class RecordWritten:
    """The text in a field of the record is now this."""

    gradual: ClassVar[bool] = True

    field: str
    text: str


@dataclass(frozen=True, slots=True)
class SettingRejected:
    """The pinned setting A is recorded as rejected."""


@dataclass(frozen=True, slots=True)
class RejectionExplained:
    """Why the setting at this place, from 0, was rejected."""

    gradual: ClassVar[bool] = True

    place: int
    reason: str


@dataclass(frozen=True, slots=True)
class RejectionDropped:
    """The setting at this place, from 0, is no longer recorded as rejected."""

    place: int


@dataclass(frozen=True, slots=True)
class DeploymentLookedAt:
    """A published deployment was looked at, or after all not."""

    deployment: str
    looked: bool


@dataclass(frozen=True, slots=True)
class QuestionAnswered:
    """A question of the checklist was answered; None takes the answer back."""

    question: str
    reply: Reply | None


DecisionMessage = (
    RecordOpened
    | RecordSubjectChosen
    | RecordPictureChosen
    | RecordLanguageChosen
    | RecordWritten
    | SettingRejected
    | RejectionExplained
    | RejectionDropped
    | DeploymentLookedAt
    | QuestionAnswered
)
