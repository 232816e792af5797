"""Background work: the latest wish wins, nothing is asked twice, nothing is swallowed."""

import queue
import threading
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, field

import pytest

from explorer.jobs import PATIENCE, Answered, Jobs, Ticket
from explorer.privacy.progress import Cancelled, progress


@dataclass(frozen=True)
class Asked:
    """A question that keeps a record of being asked."""

    name: str
    record: list = None

    def __hash__(self):
        return hash(self.name)

    def __eq__(self, other):
        return self.name == other.name

    def __call__(self):
        if self.record is not None:
            self.record.append(self.name)
        return self.name.upper()


@dataclass(frozen=True)
class Faulty:
    name: str = "faulty"

    def __call__(self):
        raise ZeroDivisionError(self.name)


class Inline(Executor):
    """The caller itself does the work, at once."""

    def submit(self, act, /):
        future = Future()
        future.set_running_or_notify_cancel()
        try:
            future.set_result(act())
        except ZeroDivisionError as fault:
            future.set_exception(fault)
        return future


class Held(Executor):
    """Work waits until the test lets it go."""

    def __init__(self):
        self.waiting = []

    def submit(self, act, /):
        future = Future()
        self.waiting.append((act, future))
        return future

    def go(self):
        act, future = self.waiting.pop(0)
        future.set_running_or_notify_cancel()
        future.set_result(act())


def questions(*names):
    record = []
    return record, [Asked(name, record) for name in names]


class Post:
    """Answers on their way to the window's thread."""

    def __init__(self, executor):
        self.letters = queue.Queue()
        self.jobs = Jobs(executor, lambda question, answer: self.letters.put((question, answer)))

    def take(self):
        question, answer = self.letters.get(timeout=60)
        self.jobs.arrived(question, answer)

    def take_all(self):
        while self.jobs.busy:
            self.take()


@pytest.fixture
def inline():
    """Jobs whose questions are answered in the caller's own thread."""
    return Post(Inline())


def held():
    """Jobs whose questions wait, and whose answers arrive as soon as they are let go."""
    executor = Held()

    def deliver(question, answer):
        jobs.arrived(question, answer)

    jobs = Jobs(executor, deliver)
    return jobs, executor


# In the caller's own thread


def test_that_every_wanted_question_is_answered_in_order(inline):
    record, asked = questions("a", "b", "c")
    inline.jobs.want(tuple(asked))
    inline.take_all()
    assert record == ["a", "b", "c"]
    assert [inline.jobs.answers[question] for question in asked] == ["A", "B", "C"]


def test_that_nothing_is_asked_twice(inline):
    record, asked = questions("a", "b")
    for wish in (asked, asked, asked[::-1], [Asked("a", record)]):
        inline.jobs.want(tuple(wish))
        inline.take_all()
    assert record == ["a", "b"]


def test_that_wanting_nothing_asks_nothing(inline):
    inline.jobs.want(())
    assert not inline.jobs.busy
    assert inline.letters.empty()
    assert len(inline.jobs.answers) == 0


def test_that_a_fault_is_raised_and_the_rest_is_still_answered(inline):
    record, (other,) = questions("other")
    inline.jobs.want((Faulty(), other))
    with pytest.raises(ZeroDivisionError):
        inline.take()
    inline.take_all()
    assert record == ["other"]
    assert inline.jobs.answers[other] == "OTHER"


# What waits and what runs


def test_that_only_one_question_runs_at_a_time():
    jobs, executor = held()
    _, (first, second) = questions("a", "b")
    jobs.want((first, second))
    assert len(executor.waiting) == 1
    assert jobs.busy
    executor.go()
    assert len(executor.waiting) == 1
    executor.go()
    assert not jobs.busy


@dataclass(frozen=True)
class Patient(Asked):
    """A question that waits for all others."""

    patient = True

    def __hash__(self):
        return hash(self.name)


def test_that_a_patient_question_waits_for_all_others(inline):
    record = []
    inline.jobs.want((Patient("later", record), Asked("now", record), Asked("then", record)))
    inline.take_all()
    assert record == ["now", "then", "later"]


def test_that_a_patient_question_makes_way_and_is_asked_again():
    jobs, executor = held()
    later, urgent = Patient("later"), Asked("urgent")
    jobs.want((later,))
    jobs.want((later,))
    assert jobs.running.stop_after is None
    jobs.want((later, urgent))
    assert jobs.running.stop_after == PATIENCE
    executor.waiting.clear()
    jobs.arrived(later, Cancelled())
    assert jobs.running.question is urgent
    executor.go()
    assert jobs.running.question is later
    executor.go()
    assert not jobs.busy


def test_that_the_latest_wish_wins_and_what_has_not_begun_is_dropped():
    jobs, executor = held()
    record, (running, dropped, latest) = questions("running", "dropped", "latest")
    jobs.want((running,))
    for _ in range(50):
        jobs.want((dropped,))
    jobs.want((latest,))
    executor.go()
    executor.go()
    assert executor.waiting == []
    assert record == ["running", "latest"]
    assert dropped not in jobs.answers


def test_that_what_has_begun_is_let_finish_and_its_answer_is_kept():
    jobs, executor = held()
    record, (first, second) = questions("a", "b")
    jobs.want((first,))
    jobs.want((second,))
    executor.go()
    assert jobs.answers[first] == "A"
    assert jobs.busy
    executor.go()
    jobs.want((first,))
    assert executor.waiting == []
    assert record == ["a", "b"]


def test_that_nothing_more_is_asked_once_nothing_is_wanted():
    jobs, executor = held()
    record, (first, second) = questions("a", "b")
    jobs.want((first, second))
    jobs.want(())
    assert not jobs.busy
    executor.go()
    assert executor.waiting == []
    assert record == ["a"]


def test_that_a_question_that_failed_is_not_asked_again_by_itself():
    executor = Held()
    raised = []

    def deliver(question, answer):
        try:
            jobs.arrived(question, answer)
        except ZeroDivisionError as fault:
            raised.append(fault)

    jobs = Jobs(executor, deliver)
    jobs.want((Faulty(),))
    act, future = executor.waiting.pop(0)
    with pytest.raises(ZeroDivisionError):
        act()
    future.set_exception(ZeroDivisionError("faulty"))
    assert len(raised) == 1
    assert executor.waiting == []
    assert not jobs.busy


def test_that_work_that_was_cancelled_delivers_nothing():
    jobs, executor = held()
    _, (first,) = questions("a")
    jobs.want((first,))
    executor.waiting[0][1].cancel()
    executor.waiting[0][1].set_running_or_notify_cancel()
    assert len(jobs.answers) == 0


# In a thread of its own


@pytest.fixture
def threaded():
    """Jobs on a thread, and the post that brings answers back to the test's own."""
    executor = ThreadPoolExecutor(max_workers=1)
    yield Post(executor)
    executor.shutdown(wait=True, cancel_futures=True)


@dataclass(frozen=True)
class Slow:
    """A question that waits for `gate`, and says which thread it was asked on."""

    step: int
    gate: threading.Event
    asked: list = field(compare=False)

    def __call__(self):
        self.gate.wait(60)
        self.asked.append(self.step)
        return threading.get_ident()


def test_that_questions_are_answered_off_the_windows_thread(threaded):
    gate = threading.Event()
    gate.set()
    asked = (Slow(1, gate, []), Slow(2, gate, []))
    threaded.jobs.want(asked)
    threaded.take_all()
    assert {threaded.jobs.answers[each] for each in asked}.isdisjoint({threading.get_ident()})
    assert threaded.letters.empty()


def test_that_a_fault_in_the_thread_is_raised_in_the_windows(threaded):
    _, (other,) = questions("other")
    threaded.jobs.want((Faulty(), other))
    with pytest.raises(ZeroDivisionError):
        threaded.take()
    threaded.take_all()
    assert threaded.jobs.answers[other] == "OTHER"


def test_that_a_drag_asks_for_the_first_and_the_last_only(threaded):
    gate, asked = threading.Event(), []
    for step in range(100):
        threaded.jobs.want((Slow(step, gate, asked),))
    gate.set()
    threaded.take_all()
    assert asked == [0, 99]


# What takes long


@dataclass(frozen=True)
class Long:
    """A question with checkpoints, one each millisecond, for a minute or until `gate` is set."""

    name: str
    gate: threading.Event = field(compare=False)
    asked: list = field(compare=False)

    def __call__(self):
        self.asked.append(self.name)
        for step in range(60_000):
            progress(step / 60_000)
            if self.gate.wait(0.001):
                break
        return self.name.upper()


def test_that_a_long_question_is_stopped_once_it_is_no_longer_wanted(threaded):
    gate, asked = threading.Event(), []
    first, second = Long("a", gate, asked), Long("b", gate, asked)
    threaded.jobs.want((first,))
    threaded.jobs.want((second,))
    threaded.take()  # the first, stopped
    gate.set()
    threaded.take_all()
    assert asked == ["a", "b"]
    assert list(threaded.jobs.answers) == [second]


def test_that_a_question_that_is_wanted_again_in_time_goes_on(threaded):
    gate, asked = threading.Event(), []
    first = Long("a", gate, asked)
    threaded.jobs.want((first,))
    threaded.jobs.want(())
    threaded.jobs.want((first,))
    assert threaded.jobs.running.stop_after is None
    gate.set()
    threaded.take_all()
    assert asked == ["a"]
    assert threaded.jobs.answers[first] == "A"


def test_that_a_cancelled_question_is_stopped_and_not_asked_until_it_is_asked_for_again(threaded):
    gate, asked = threading.Event(), []
    first = Long("a", gate, asked)
    threaded.jobs.want((first,))
    threaded.jobs.cancel((first,))
    threaded.take()
    for _ in range(3):
        threaded.jobs.want((first,))
    assert not threaded.jobs.busy
    assert threaded.jobs.running is None
    assert threaded.jobs.cancelled((first,))
    gate.set()
    threaded.jobs.again((first,))
    threaded.take_all()
    assert asked in (["a"], ["a", "a"])  # the first may have been stopped before it began
    assert threaded.jobs.answers[first] == "A"
    assert not threaded.jobs.cancelled((first,))


def test_that_a_cancelled_question_that_was_given_up_is_forgotten(threaded):
    gate = threading.Event()
    first = Long("a", gate, [])
    threaded.jobs.want((first,))
    threaded.jobs.cancel((first,))
    threaded.take()
    threaded.jobs.want(())
    gate.set()
    threaded.jobs.want((first,))
    threaded.take_all()
    assert threaded.jobs.answers[first] == "A"


def test_that_a_ticket_tells_share_and_age_and_stops_in_time():
    now = [10.0]
    ticket = Ticket(lambda: [progress(share) for share in (0.25, 0.5)], lambda: now[0])
    assert ticket.answer() == [None, None]
    assert ticket.share == 0.5
    now[0] += PATIENCE / 2
    assert ticket.age == pytest.approx(PATIENCE / 2)
    ticket.stop_after = 0.0
    with pytest.raises(Cancelled):
        ticket.answer()


# What is kept


def test_that_the_oldest_answers_are_forgotten():
    answers = Answered(capacity=3)
    for name in "abcd":
        answers.keep(name, name.upper())
    assert list(answers) == ["b", "c", "d"]
    assert len(answers) == 3
    with pytest.raises(KeyError):
        answers["a"]


def test_that_a_new_answer_is_told_even_where_an_old_one_is_forgotten_for_it():
    answers = Answered(capacity=2)
    seen = []
    for question in range(5):
        answers.keep(question, question)
        seen.append(answers.arrivals)
    assert len(answers) == 2
    assert seen == [1, 2, 3, 4, 5]


@dataclass(frozen=True)
class Sorted:
    """A question that says of which sort it is."""

    number: int
    sort: str


def test_that_the_newest_of_a_sort_is_one_that_is_still_kept():
    answers = Answered(capacity=3)
    for number, sort in enumerate("aabbbacbbb"):
        answers.keep(Sorted(number, sort), number)
        kept = [question for question in answers if question.sort == sort]
        assert answers.newest[sort] == kept[-1]
        assert all(question in answers for question in answers.newest.values())
    answers.keep(Sorted(7, "b"), 7)  # once more: equal, but not the same
    for number in (20, 21, 22):
        answers.keep(Sorted(number, "d"), number)
    assert set(answers.newest) == {"d"}
