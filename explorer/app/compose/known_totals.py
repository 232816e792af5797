"""What is known now of each bound: at once where it is closed, from the background where it is not."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import cast

from explorer.app.core.request import Composed, Crossed, long_searches, release_of
from explorer.app.core.setting import Setting
from explorer.app.core.state import State
from explorer.app.plotting.figure import Answers
from explorer.privacy.composition import Bound, Crossing, every_composition


@lru_cache(maxsize=64)
def closed_answer(question: Composed) -> Bound:
    """The answer of a bound in closed form: quick enough for the frame."""
    return question()


@lru_cache(maxsize=256)
def crossing(bound: str, setting: Setting, total_delta: float) -> Crossing:
    """Where a bound starts to undercut basic composition."""
    return every_composition()[bound]().crossing(release_of(setting), total_delta)


def crossing_of(state: State, bound: str, answers: Answers) -> Crossing | None:
    """The crossing of a bound, or None while it is still being searched in the background."""
    setting, total = state.setting, state.composing.total_delta
    if bound in long_searches():
        return cast(Crossing | None, answers.get(Crossed(bound, setting, total)))
    return crossing(bound, setting, total)


def crossing_before(bound: str, answers: Answers) -> Crossing | None:
    """The newest crossing of a bound that was found in the background, of whatever release."""
    older = newest((Crossed, bound), answers)
    return None if older is None else cast(Crossing, answers[older])


def answer_of(question: Composed, answers: Answers) -> tuple[Bound | None, bool]:
    """The bound, and whether it is the answer to this very question.

    While that is being computed, the newest older answer of the same bound stands in for it.
    """
    if every_composition()[question.bound].closed:
        return closed_answer(question), True
    if question in answers:
        return cast(Bound, answers[question]), True
    older = newest((Composed, question.bound, len(question.counts) == 1), answers)
    return (None, False) if older is None else (cast(Bound, answers[older]), False)


def newest(sort: Hashable, answers: Answers) -> Hashable | None:
    """The newest answered question of a sort: the window keeps it at hand, others look it up."""
    at_hand: dict[Hashable, Hashable] | None = getattr(answers, "newest", None)
    if at_hand is not None:
        return at_hand.get(sort)
    older = reversed(tuple(answers))
    return next((each for each in older if getattr(each, "sort", type(each)) == sort), None)
