"""Runs what is wanted in the background and forgets what no longer is.

The window asks `want` after every change with the questions of *now*. Answers are kept by their question,
so that nothing can be stale; a question that is no longer wanted is dropped before it starts, and what has
started is let finish. The executor is handed in: a thread in the window, the caller itself in tests.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from concurrent.futures import Executor, Future
from typing import Protocol


class Question(Hashable, Protocol):
    """A frozen question that can be asked."""

    def __call__(self) -> object: ...


class Answered(Mapping[Hashable, object]):
    """The newest answers, by question; the oldest are forgotten beyond `capacity`."""

    def __init__(self, capacity: int = 256) -> None:
        self.arrivals = 0  # how many answers ever came: tells a new one where the number kept does not grow
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
        self.arrivals += 1
        while len(self._kept) > self._capacity:
            del self._kept[next(iter(self._kept))]


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
        self._running: Question | None = None

    @property
    def busy(self) -> bool:
        """Whether a wanted answer is still missing."""
        return any(question not in self.answers for question in self._wanted)

    def want(self, questions: tuple[Question, ...]) -> None:
        """These questions, and no others, are to be answered."""
        self._wanted = questions
        self._next()

    def arrived(self, question: Question, answer: object) -> None:
        """An answer has come back to the window's thread; a fault of the program is raised here.

        Raises
        ------
        Exception
            Whatever the question raised: it is never swallowed.
        """
        self._running = None
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
            if question not in self.answers:
                self._running = question
                self._executor.submit(question).add_done_callback(self._done)
                return

    def _done(self, future: Future[object]) -> None:
        question = self._running
        if question is None or future.cancelled():
            return
        self._deliver(question, future.exception() or future.result())
