"""The draft of a decision record in a session, and in the JSON of the record itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from explorer.app.core.decision import LONGEST, MOST_REJECTED, Decision, Rejected, Reply, Subject, is_field
from explorer.app.core.given import tracked
from explorer.app.core.setting import Setting

_MOST = 200  # entries of a list: more than there are deployments or questions
_LONGEST_NAME = 300


def decision_kept(decision: Decision, setting_kept: Callable[[Setting], dict[str, Any]]) -> dict[str, Any]:
    """The draft as JSON's own values."""
    return {
        "subject": decision.subject.value,
        "picture": decision.picture,
        "language": decision.language,
        "texts": dict(decision.texts),
        "rejected": [
            {"setting": setting_kept(each.setting), "reason": each.reason, "given": sorted(each.given)}
            for each in decision.rejected
        ],
        "looked_at": list(decision.looked_at),
        "replies": {question: reply.value for question, reply in decision.replies},
    }


def decision_of(given: Mapping[str, Any], setting_of: Callable[[dict[str, Any]], Setting]) -> Decision:
    """The draft that `decision_kept` kept; a key that is lacking has its default.

    Raises
    ------
    Refusal, ValueError, KeyError, TypeError, AttributeError
        A value in it cannot be.
    """
    picture, texts = given.get("picture"), given.get("texts", {})
    rejected, looked_at = given.get("rejected", []), given.get("looked_at", [])
    replies = given.get("replies", {})
    if len(rejected) > MOST_REJECTED or max(len(looked_at), len(replies)) > _MOST:
        raise ValueError("decision")
    found = Decision(
        subject=Subject(given.get("subject", Subject.RELEASE.value)),
        picture=None if picture is None else _text(picture, _LONGEST_NAME),
        language=_text(given.get("language", ""), _LONGEST_NAME),
        rejected=tuple(_rejected(each, setting_of) for each in rejected),
        looked_at=tuple(dict.fromkeys(_text(each, _LONGEST_NAME) for each in looked_at)),
    )
    for field, text in texts.items():
        if not is_field(field):
            raise ValueError(field)
        found = found.written(field, _text(text))
    for question, reply in replies.items():
        found = found.answered(_text(question, _LONGEST_NAME), Reply(reply))
    return found


def _rejected(given: dict[str, Any], setting_of: Callable[[dict[str, Any]], Setting]) -> Rejected:
    paths = tracked() & {_text(each) for each in given.get("given", [])}
    return Rejected(setting_of(given["setting"]), _text(given.get("reason", "")), frozenset(paths))


def _text(value: object, longest: int = LONGEST) -> str:
    """A text that can be written again. A lone surrogate is a ValueError."""
    if not isinstance(value, str):
        raise TypeError("no text")
    value.encode()
    if len(value) > longest or "\0" in value:
        raise ValueError("text")
    return value
