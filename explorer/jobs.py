"""Runs what is wanted in the background and forgets what no longer is.

The window asks `want` after every change with the questions of *now*. Answers are kept by their question,
so that nothing can be stale; a question that is no longer wanted is dropped before it starts. What has
started is let finish if that is soon, so that a drag shows something on its way; a long one is stopped at
its next checkpoint (`explorer.privacy.progress`) once it is no longer wanted, or at once if the person
cancels it. The executor is handed in: a thread in the window, the caller itself in tests.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator, Mapping
from concurrent.futures import Executor, Future
from typing import Protocol

from explorer.privacy.progress import Cancelled, listening

PATIENCE = 0.2  # seconds, for a question that runs and is no longer wanted


class Question(Hashable, Protocol):
    """A frozen question that can be asked."""

    def __call__(self) -> object: ...


class Answered(Mapping[Hashable, object]):
    """The newest answers, by question; the oldest are forgotten beyond `capacity`."""

    def __init__(self, capacity: int = 256) -> None:
        self.arrivals = 0  # how many answers ever came: tells a new one where the number kept does not grow
        self.newest: dict[Hashable, Hashable] = {}  # question of each `sort`, where questions have any
        self.read_off: dict[str, tuple[object, object]] = {}  # of all answers together, till the next one
        self._kept: dict[Hashable, object] = {}  # an OrderedDict hashes every key that it passes
        self._capacity = capacity

    def __getitem__(self, question: Hashable) -> object:
        return self._kept[question]

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self._kept)

    def __len__(self) -> int:
        return len(self._kept)

    def __contains__(self, question: object) -> bool:
        return question in self._kept

    def keep(self, question: Hashable, answer: object) -> None:
        """Keep one answer."""
        self._kept[question] = answer
        self.newest[sort_of(question)] = question
        self.read_off.clear()
        self.arrivals += 1
        while len(self._kept) > self._capacity:
            oldest = next(iter(self._kept))
            del self._kept[oldest]
            if self.newest.get(sort_of(oldest)) == oldest:
                del self.newest[sort_of(oldest)]


def sort_of(question: Hashable) -> Hashable:
    """What a question says of itself, so that the newest of its sort can stand in for a later one."""
    return getattr(question, "sort", type(question))


def _patient(question: Question) -> bool:
    """Whether a question says of itself that its answer is no hurry."""
    return bool(getattr(question, "patient", False))


class Ticket:
    """One question that runs: how far it is, and whether it is to stop.

    Written by the window's thread (`stop_after`) and by the one that answers (`share`), one value each.
    """

    def __init__(self, question: Question, clock: Callable[[], float] = time.monotonic) -> None:
        self.question = question
        self.share = 0.0
        self.stop_after: float | None = None  # seconds of age; None for never
        self._clock = clock
        self._began = clock()

    @property
    def age(self) -> float:
        """Seconds since it began."""
        return self._clock() - self._began

    def answer(self) -> object:
        """The answer, in the executor's thread; `Cancelled` where it was stopped on the way."""
        self._began = self._clock()
        with listening(self._progressed):
            return self.question()

    def _progressed(self, share: float) -> None:
        self.share = share
        if self.stop_after is not None and self.age >= self.stop_after:
            raise Cancelled


class Jobs:
    """One question at a time, the newest wish first. All methods belong to one thread, the window's.

    `deliver` is called with (question, answer or exception), as a rule by the executor's thread; it must
    bring both back to the window's thread and call `arrived` there.
    """

    def __init__(self, executor: Executor, deliver: Callable[[Question, object], None]) -> None:
        self.answers = Answered()
        self._executor = executor
        self._deliver = deliver
        self._wanted: tuple[Question, ...] = ()
        self._cancelled: frozenset[Question] = frozenset()
        self._running: Ticket | None = None

    @property
    def busy(self) -> bool:
        """Whether a wanted answer is still to come."""
        return any(self._open(question) for question in self._wanted)

    @property
    def running(self) -> Ticket | None:
        """What is being answered."""
        return self._running

    def want(self, questions: tuple[Question, ...]) -> None:
        """These questions, and no others, are to be answered; one that is cancelled stays so while wanted.

        A question that is `patient` waits for all others, and makes way for them while it runs.
        """
        self._wanted = questions = tuple(sorted(questions, key=_patient))
        if self._cancelled:
            self._cancelled &= frozenset(questions)
        if self._running is not None and self._running.question not in self._cancelled:
            kept = self._running.question in questions and not self._in_the_way(self._running.question)
            self._running.stop_after = None if kept else PATIENCE
        self._next()

    def _in_the_way(self, running: Question) -> bool:
        return _patient(running) and any(self._open(each) and not _patient(each) for each in self._wanted)

    def cancel(self, questions: tuple[Question, ...]) -> None:
        """The person does not want to wait: what of them is not answered is not asked, or stopped."""
        self._cancelled |= frozenset(each for each in questions if each not in self.answers)
        if self._running is not None and self._running.question in self._cancelled:
            self._running.stop_after = 0.0

    def again(self, questions: tuple[Question, ...]) -> None:
        """What was cancelled is asked after all."""
        self._cancelled -= frozenset(questions)
        self._next()

    @property
    def any_cancelled(self) -> bool:
        """Whether the person cancelled anything that is still wanted."""
        return bool(self._cancelled)

    def cancelled(self, questions: tuple[Question, ...]) -> bool:
        """Whether the person cancelled any of them."""
        return bool(self._cancelled) and any(each in self._cancelled for each in questions)

    def _open(self, question: Question) -> bool:
        return question not in self.answers and question not in self._cancelled

    def arrived(self, question: Question, answer: object) -> None:
        """An answer has come back to the window's thread; a fault of the program is raised here.

        Raises
        ------
        Exception
            Whatever the question raised: it is never swallowed.
        """
        self._running = None
        if isinstance(answer, Cancelled):  # and asked anew where it is wanted again by now
            self._next()
            return
        if isinstance(answer, BaseException):
            self._wanted = tuple(each for each in self._wanted if each != question)
            self._next()
            raise answer
        self.answers.keep(question, answer)
        self._next()

    def _next(self) -> None:
        if self._running is not None:
            return
        for question in self._wanted:
            if self._open(question):
                self._running = Ticket(question)
                self._executor.submit(self._running.answer).add_done_callback(self._done)
                return

    def _done(self, future: Future[object]) -> None:
        ticket = self._running
        if ticket is None or future.cancelled():
            return
        self._deliver(ticket.question, future.exception() or future.result())
