"""What the preview counts: simulated people, or a file that the person declares public."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from explorer.app.core.request import Request
from explorer.app.core.state import State
from explorer.app.plotting.figure import Answers
from explorer.app.release.plan.plan_draft import judged
from explorer.mark import N_, Sentence
from explorer.privacy.refusal import Refusal
from explorer.release.counting.public_file import PublicCounts, PublicFile, count_public, counting_part
from explorer.release.ledger.locations import ledger_folder
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.plan_preview import Simulated, noised_public, simulate

SEED = 7  # of the simulated people and the noise on them: the same at every ε, so that only its size changes


@dataclass(frozen=True, slots=True)
class PublicCounted(Request):
    """The counts of a public file, by what of a plan decides them. The answer may be a `Declined`.

    `released` : the file that is chosen for release; it is refused here too, where the file is opened.
    """

    plan: ReleasePlan
    file: PublicFile
    released: str

    def __hash__(self) -> int:
        """Without the plan's lists: questions are looked up many times a frame."""
        return hash((self.file, self.released, len(self.plan.queries)))

    def __call__(self) -> PublicCounts | Declined:
        try:
            return count_public(self.plan, self.file, self.released, ledger_folder())
        except Refusal as refusal:
            return Declined(refusal.sentence)


@dataclass(frozen=True, slots=True)
class Declined:
    """Why a public file is not counted."""

    sentence: Sentence


@dataclass(frozen=True, slots=True)
class Sampled:
    """What is shown of each query, and where it comes from.

    `pending` : a public file is being counted, and simulated people stand in. `declined` : why they stay.
    """

    queries: tuple[Simulated, ...]
    remark: Sentence
    public: bool = False
    pending: bool = False
    declined: Sentence | None = None


@lru_cache(maxsize=16)
def simulated(plan: ReleasePlan, rows: int) -> tuple[Simulated, ...]:
    """Simulated counts of so many rows, and one draw of the plan's noise."""
    return simulate(plan, SEED, rows)


@lru_cache(maxsize=32)
def _question(text: str, file: PublicFile, released: str) -> PublicCounted | None:
    plan, _ = judged(text)
    return None if plan is None else PublicCounted(counting_part(plan), file, released)


def question_of(state: State) -> PublicCounted | None:
    """What must be counted for the preview; None where people are made up or the plan does not hold."""
    releasing = state.releasing
    if releasing.public is None or not releasing.plan:
        return None
    return _question(releasing.plan, releasing.public, releasing.csv)


def sampled(state: State, plan: ReleasePlan, answers: Answers) -> Sampled:
    """The sample of the preview as far as it is known now."""
    question, rows = question_of(state), state.releasing.simulated
    if question is None:
        words = N_("{count} {count:row|rows} of simulated people, no file was read", count=rows)
        return Sampled(simulated(plan, rows), words)
    answer = answers.get(question)
    if isinstance(answer, PublicCounts):
        return Sampled(
            _noised(plan, answer), N_("the public file {name}", name=question.file.name), public=True
        )
    if isinstance(answer, Declined):
        remark = N_("simulated people instead: {why}", why=answer.sentence)
        return Sampled(simulated(plan, rows), remark, declined=remark)
    remark = N_("simulated people, while {name} is being counted", name=question.file.name)
    return Sampled(simulated(plan, rows), remark, pending=True)


@lru_cache(maxsize=16)
def _noised(plan: ReleasePlan, counts: PublicCounts) -> tuple[Simulated, ...]:
    return noised_public(plan, counts.queries, SEED)
