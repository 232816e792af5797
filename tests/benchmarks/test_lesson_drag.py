"""How fast a lesson follows the hand.

    python -m pytest tests/benchmarks/test_lesson_drag.py --benchmark-only -s

Goal: 50 repaints a second while a slider or marker of any step moves; a quick scene is computed in the frame,
one from the background keeps the last picture. Told is what the window's own thread would reach alone.
"""

import statistics
import time

import pytest
from PySide6.QtCore import QCoreApplication
from test_drag import furnished, settle  # noqa: F401

from explorer.app.core.lesson_messages import LessonOpened, LessonTurned
from explorer.app.core.message import Moved, WorkspaceOpened
from explorer.app.core.state import Workspace
from explorer.lessons.parts.lesson import every_lesson

MOVES = 60
DRAGGED = [
    pytest.param(name, place, control, id=f"{name}-{step.id}-{control}")
    for name, kind in every_lesson().items()
    for place, step in enumerate(kind.steps)
    for control in step.controls
]


@pytest.mark.parametrize(("lesson", "step", "control"), DRAGGED)
def test_that_a_lesson_follows_the_hand(benchmark, furnished, qtbot, lesson, step, control):  # noqa: F811
    store = furnished.store
    store.dispatch(WorkspaceOpened(Workspace.LEARN))
    store.dispatch(LessonOpened(lesson))
    furnished.open_workspace("learn")
    for _ in range(step):
        store.dispatch(LessonTurned(1, presented=True))
    settle(furnished, qtbot)
    parameter = every_lesson()[lesson].parameters()[control]
    worked = []

    def drag():
        for move in range(MOVES):
            value = parameter.value(0.2 + 0.6 * (move + 0.37) / MOVES)
            began = time.thread_time()
            store.dispatch(Moved(f"lesson.{control}", value))
            store.frame()
            QCoreApplication.processEvents()
            worked.append(time.thread_time() - began)

    benchmark.pedantic(drag, rounds=1, iterations=1)
    middle, slow = statistics.median(worked), sorted(worked)[int(0.9 * len(worked))]
    print(f"\n{lesson} {step} {control}: {1 / middle:.0f} a second, nine of ten within {1000 * slow:.0f} ms")
    settle(furnished, qtbot)
