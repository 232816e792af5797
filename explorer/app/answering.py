"""What is known now of each bound: at once where it is closed, from the background where it is not."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import cast

from explorer.app.figure import Answers
from explorer.app.request import Composed, Crossed, release_of, searched
from explorer.app.state import Setting, State
from explorer.privacy.composition import Bound, Crossing, every_composition


@lru_cache(maxsize=64)
def closed_answer(question: Composed) -> Bound:
    """The answer of a bound in closed form: quick enough for the frame."""
    return question()


@lru_cache(maxsize=256)
def crossing(bound: str, setting: Setting, total_delta: float) -> Crossing:
    """Where a bound starts to undercut adding up."""
    return every_composition()[bound]().crossing(release_of(setting), total_delta)


def crossing_of(state: State, bound: str, answers: Answers) -> Crossing | None:
    """The crossing of a bound, or None while it is still being searched in the background."""
    question = Crossed(bound, state.setting, state.composing.total_delta)
    if question in searched(state):
        return cast(Crossing | None, answers.get(question))
    return crossing(bound, state.setting, state.composing.total_delta)


def answer_of(question: Composed, answers: Answers) -> tuple[Bound | None, bool]:
    """The bound, and whether it is the answer to this very question.

    While that is being computed, the newest older answer of the same bound stands in for it.
    """
    if every_composition()[question.bound].closed:
        return closed_answer(question), True
    if question in answers:
        return cast(Bound, answers[question]), True
    older = _stand_in(question.bound, len(question.counts) == 1, answers)
    return (None, False) if older is None else (cast(Bound, answers[older]), False)


def _stand_in(bound: str, one: bool, answers: Answers) -> Composed | None:
    """The newest answered question about a bound; of `one` k, as a number does not stand in for a curve.

    Looked for once an answer: there are a hundred of them, and it is asked for many times a frame.
    """
    known: dict[Hashable, Hashable | None] = getattr(answers, "stand_ins", {})
    if (bound, one) not in known:
        known[bound, one] = next(
            (
                older
                for older in reversed(tuple(answers))
                if isinstance(older, Composed) and older.bound == bound and (len(older.counts) == 1) == one
            ),
            None,
        )
    return cast(Composed | None, known[bound, one])
