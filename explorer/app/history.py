"""Undo and redo of settled states. What was paid, drawn or written is never undone."""

from __future__ import annotations

from dataclasses import dataclass, replace

from explorer.app.state import State

LONGEST = 200


@dataclass(frozen=True, slots=True)
class History:
    """Settled states before and after the present one, oldest first."""

    past: tuple[State, ...] = ()
    future: tuple[State, ...] = ()

    def kept(self, before: State, after: State) -> History:
        """History once `before` gave way to `after`; unchanged where a person would see no difference."""
        if _memory(before) == _memory(after):
            return self
        return History((*self.past, before)[-LONGEST:], ())

    def undone(self, present: State) -> tuple[History, State]:
        """One step back, or nothing."""
        if not self.past:
            return self, present
        return History(self.past[:-1], (present, *self.future)), _returned(self.past[-1], present)

    def redone(self, present: State) -> tuple[History, State]:
        """One step forward, or nothing."""
        if not self.future:
            return self, present
        return History((*self.past, present), self.future[1:]), _returned(self.future[0], present)


def _memory(state: State) -> tuple[object, ...]:
    """The part of a state that undo restores."""
    plan = state.releasing.plan
    reading = replace(state.reading, draw=0)  # an animation is nothing that a person did
    given = (state.causes, state.scores, state.sample, state.pinned)
    return state.setting, given, reading, state.composing, plan


def _returned(kept: State, present: State) -> State:
    """`kept`, with everything that undo leaves alone taken from the present."""
    plan = kept.releasing
    releasing = replace(present.releasing, plan=plan.plan, plan_path=plan.plan_path, shown=plan.shown)
    return replace(kept, workspace=present.workspace, releasing=releasing, refused=present.refused)
