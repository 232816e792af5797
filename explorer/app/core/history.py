"""Undo and redo of settled states. What was paid, drawn or written is never undone."""

from __future__ import annotations

from dataclasses import dataclass, replace

from explorer.app.core.decision import Decision
from explorer.app.core.refusals import EXPLORED, accept, agreed, concerns
from explorer.app.core.state import Releasing, State
from explorer.release.ledger.demonstration_ledger import is_example

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
        """One step back, or nothing. What was refused since the last step is taken back before that step."""
        if newest := self._newest_refusals(present):
            return self, accept(present, *newest)
        if not self.past:
            return self, present
        return History(self.past[:-1], (present, *self.future)), returned(self.past[-1], present)

    def redone(self, present: State) -> tuple[History, State]:
        """One step forward, or nothing."""
        if not self.future:
            return self, present
        return History((*self.past, present), self.future[1:]), returned(self.future[0], present)

    def undoable(self, present: State) -> bool:
        """Whether there is anything to take back."""
        return bool(self.past or self._newest_refusals(present))

    def _newest_refusals(self, present: State) -> tuple[str, ...]:
        """The fields of what a person explores that were refused after the last step."""
        known = self.past[-1].refused if self.past else {}
        refused = present.refused.items()
        return tuple(field for field, why in refused if _explored(field) and known.get(field) is not why)


def _memory(state: State) -> tuple[object, ...]:
    """The part of a state that undo restores."""
    plan = state.releasing.plan
    reading = replace(state.reading, draw=0)  # an animation is nothing that a person did
    given = (
        state.sensitivity_inputs,
        state.scores,
        state.sample,
        state.learning,
        state.pinned,
        state.start,
        state.scale_kept,
        state.decision.seen_as(Decision()),
    )
    schedule = replace(state.schedule, selected=-1)  # which line is in hand is no step
    kept = state.releasing
    preview = (kept.public, kept.simulated, kept.framed, kept.publication)
    of_others = (state.tables, state.lessons.played)
    return state.setting, given, reading, state.composing, schedule, plan, preview, of_others


def returned(kept: State, present: State) -> State:
    """`kept`, with everything that undo leaves alone taken from the present.

    What was refused beside a value that comes back says nothing about it.
    """
    plan = kept.releasing
    releasing = replace(
        present.releasing, plan=plan.plan, plan_path=plan.plan_path, shown=plan.shown, locked=plan.locked
    )
    releasing = replace(releasing, public=plan.public, simulated=plan.simulated, framed=plan.framed)
    releasing = _with_its_people(replace(releasing, publication=plan.publication), plan)
    back = replace(kept, workspace=present.workspace, releasing=releasing, ledger=present.ledger)
    back = replace(back, hidden=present.hidden)  # what a picture leaves out is no step
    back = replace(back, lessons=kept.lessons.returned(present.lessons))
    decision = kept.decision.seen_as(present.decision)
    back = replace(back, refused=present.refused, decision=decision, presentation=present.presentation)
    if releasing.csv != present.releasing.csv:
        back = accept(back, "release", "csv")
    return agreed(accept(back, *filter(_explored, present.refused)))


def _with_its_people(releasing: Releasing, kept: Releasing) -> Releasing:
    """The people of the shipped example go with its plan, and the file that they replaced comes back.

    Opening the example, or the plan of a lesson, chose their file as well. Any other file was chosen by
    itself, and stays.
    """
    if is_example(releasing.csv) and not is_example(kept.csv):
        return replace(releasing, csv=kept.csv, sheet=kept.sheet, account=kept.account)
    return releasing


def _explored(field: str) -> bool:
    from explorer.release.queries.query import every_query  # not before anything is refused

    return concerns(field, (*EXPLORED, *every_query()))
