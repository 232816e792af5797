"""No test looks at a clock: a busy machine is slow, not wrong. What must be quick is in tests/benchmarks.

Work is counted instead (`work`), and what is waited for has a minute (`hands.PATIENCE`).
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from source_trees import has_name, nodes_in

TESTS = Path(__file__).parent
FILES = [path for path in TESTS.rglob("*.py") if path != Path(__file__) and path.parent.name != "benchmarks"]
CLOCKS = {"time", "timeit", "sched"}
TIMING = {
    "sleep",
    "qSleep",
    "qWait",
    "monotonic",
    "perf_counter",
    "process_time",
    "thread_time",
    "QElapsedTimer",
    "QDeadlineTimer",
}
WAITING = {"waitUntil", "waitSignal", "waitSignals", "waitCallback"}
POLL, PATIENCE = 0.05, 60.0  # seconds: to look again soon, or to give up on a machine however busy


def names(node: ast.AST) -> Iterator[str]:
    """What a node imports or reads by name."""
    if isinstance(node, ast.Import):
        yield from (each.name for each in node.names)
    elif isinstance(node, ast.ImportFrom):
        yield from (str(node.module), *(each.name for each in node.names))
    elif isinstance(node, ast.Attribute):
        yield node.attr
    elif isinstance(node, ast.Name):
        yield node.id


def seconds(node: ast.Call) -> Iterator[float]:
    """How long a call waits at most, where a number says so."""
    waits = isinstance(node.func, ast.Attribute) and node.func.attr in {"wait", "join", "result"}
    given = [each.value for each in node.keywords if each.arg == "timeout"]
    given += node.args[:1] if waits and not by_qt(node) else []
    for each in given:
        if isinstance(each, ast.Constant) and isinstance(each.value, int | float):
            yield each.value / 1000 if name_of(node) in WAITING else each.value


def by_qt(node: ast.Call) -> bool:
    """Whether it is pytest-qt's bare wait."""
    return name_of(node) == "wait" and ast.unparse(node.func).endswith("qtbot.wait")


def name_of(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def may_look(text: str) -> bool:
    """Whether a text has any of the words without which there is no look at a clock: few files do."""
    waiting = (*WAITING, "timeout", "wait", r"(?:join|result)\s*\(\s*[\d.(]\w*")
    return has_name(text, *CLOCKS, *TIMING, *waiting)


def timed(text: str) -> list[tuple[int, str]]:
    """Line and reason for all in a test file that time decides."""
    found: list[tuple[int, str]] = []
    if not may_look(text):
        return found
    for node in nodes_in(text):
        place = getattr(node, "lineno", 0)
        if isinstance(node, ast.Import | ast.ImportFrom):
            found += [(place, name) for name in names(node) if name in CLOCKS | TIMING]
        elif isinstance(node, ast.Attribute | ast.Name):
            found += [(place, name) for name in names(node) if name in TIMING]
        if isinstance(node, ast.Call):
            short = [each for each in seconds(node) if POLL < each < PATIENCE]
            found += [(place, f"waits only {each:g} s") for each in short]
            if name_of(node) in WAITING and not any(each.arg == "timeout" for each in node.keywords):
                found.append((place, "waits five seconds at most"))
            if by_qt(node):
                found.append((place, "waits without asking"))
    return sorted(found)


ALLOWED = {"gui/hands.py": ["waits without asking"]}
"""`Hand.until` alone waits, two milliseconds between two looks."""


def test_that_no_test_looks_at_a_clock():
    found = {path.relative_to(TESTS).as_posix(): timed(path.read_text(encoding="utf-8")) for path in FILES}
    reasons = {name: [why for _, why in whys] for name, whys in found.items() if whys}
    assert reasons == ALLOWED, found


@pytest.mark.parametrize(
    "text",
    [
        "import time",
        "from time import sleep",
        "import time as clock",
        "begun = time.perf_counter()",
        "QTest.qWait(5)",
        "QElapsedTimer()",
        "hand.qtbot.wait(100)",
        "qtbot.waitUntil(shown)",
        "qtbot.waitSignal(painted, timeout=5_000)",
        "queue.get(timeout=10)",
        "gate.wait(20)",
        "gate.wait(0.3)",
        "SCRIPT = '''\nimport sys, time\n'''",
        "def test():\n    run('import time; print(time.monotonic())')",
    ],
)
def test_that_a_look_at_a_clock_is_found(text):
    assert timed(text)


@pytest.mark.parametrize(
    "text",
    [
        "gate.wait(0.01)",
        "gate.wait(60)",
        "qtbot.waitUntil(shown, timeout=PATIENCE)",
        "subprocess.run(command, timeout=120)",
        "hand.until(shown)",
        '"""The import of time from a file."""',
    ],
)
def test_that_waiting_as_long_as_need_be_is_no_look_at_a_clock(text):
    assert not timed(text)
