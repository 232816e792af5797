"""What a person writes into a decision record: the words and answers that no program can know."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from explorer.app.core.setting import Setting

LONGEST = 4000  # characters of one text
MOST_REJECTED = 20
SIGNATURES = 2  # the places for a name, a role and a date
SIGNED = ("name", "role", "date")
TEXTS = ("purpose", "dataset", "unit", "review")
"""The texts that stand alone; beside them the parts of each signature and a remark on each question."""
_SIGNING = frozenset(f"signed.{place}.{part}" for place in range(SIGNATURES) for part in SIGNED)
DATES = frozenset(("review", *(each for each in _SIGNING if each.endswith(".date"))))


class Subject(Enum):
    """What a decision record is about."""

    RELEASE = "release"
    REPEATED = "repeated"
    YEAR = "year"
    PLAN = "plan"
    ACCOUNT = "account"


class Reply(Enum):
    """The answer to a question of the checklist."""

    YES = "yes"
    NO = "no"
    NOT_APPLICABLE = "not-applicable"


@dataclass(frozen=True, slots=True)
class Rejected:
    """A setting that was weighed and not chosen, and why; `given`: the paths of it that somebody had set."""

    setting: Setting
    reason: str = ""
    given: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Decision:
    """The draft of a decision record.

    `texts` are pairs of a field and what is written there, in the order of the fields, without empty ones.
    `replies` are the answers to the checklist, by the id of the question; `looked_at` names deployments.
    `subject`, `picture` (None: no picture) and `language` ("" : the window's) say what is recorded and how.
    """

    subject: Subject = Subject.RELEASE
    picture: str | None = None
    language: str = ""
    texts: tuple[tuple[str, str], ...] = ()
    rejected: tuple[Rejected, ...] = ()
    looked_at: tuple[str, ...] = ()
    replies: tuple[tuple[str, Reply], ...] = ()

    def text(self, field: str) -> str:
        """What is written in a field; nothing where it is empty."""
        return dict(self.texts).get(field, "")

    def written(self, field: str, text: str) -> Decision:
        """The draft with another text in a field."""
        texts = {**dict(self.texts), field: text}
        return replace(self, texts=tuple(sorted((key, each) for key, each in texts.items() if each)))

    def reply(self, question: str) -> Reply | None:
        """The person's answer to a question."""
        return dict(self.replies).get(question)

    def answered(self, question: str, reply: Reply | None) -> Decision:
        """The draft with another answer to a question; None takes the answer back."""
        replies = {key: each for key, each in self.replies if key != question}
        if reply is not None:
            replies[question] = reply
        return replace(self, replies=tuple(sorted(replies.items(), key=lambda each: each[0])))

    def seen_as(self, other: Decision) -> Decision:
        """This draft about what `other` is about: which view is recorded is no step that undo takes back."""
        return replace(self, subject=other.subject, picture=other.picture, language=other.language)


def is_field(field: str) -> bool:
    """Whether a text may be written there: `remark.` is followed by the id of a question."""
    return field in TEXTS or field in _SIGNING or field.startswith("remark.")
