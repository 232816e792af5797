"""Do random actions in the real window, and tell what went wrong and what grew.

    python packaging/probe.py --actions 10000           from a new seed, which is printed
    python packaging/probe.py --actions 500 --seed 7    the same ones again

Nothing may be raised or warned of; no turn of the event loop may take longer than 100 ms of the processor;
widgets, timers and threads may not grow, nor memory by more than 20 MB, from the first tenth of the actions
to their end. Settings, session and ledger are temporary. Exit code 1 where something was found.
"""

import argparse
import os
import secrets
import sys
import tempfile
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "gui")]
LONGEST, GROWN = 100.0, 20 * 1024  # milliseconds, kilobytes


def main(arguments: Sequence[str]) -> int:
    """Run the actions asked for."""
    parser = argparse.ArgumentParser(description="Random actions in the real window.")
    parser.add_argument("--actions", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=None)
    chosen = parser.parse_args(arguments)
    seed = secrets.randbelow(2**31) if chosen.seed is None else chosen.seed
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    print(f"seed {seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="privacy-explorer-probe-") as folder:
        os.environ["PRIVACY_EXPLORER_STATE"] = str(Path(folder) / "state")
        os.environ["PRIVACY_EXPLORER_LEDGER"] = str(Path(folder) / "ledger")
        return probed(chosen.actions, seed)


def built_anew(program) -> None:
    """The content as it is built at a start: once in another look, and again in the first one."""
    from probing import PATIENCE
    from PySide6.QtCore import QCoreApplication, QEventLoop

    from explorer.gui.widgets.theme import Theme

    window = program.window
    for wanted in (Theme("dark", 1.0), Theme("light", 1.0)):
        for key, value in (("theme", wanted.name), ("language", "en"), ("scale", "1")):
            window.settings.set(key, value)
        program.dress_anew()
        for _ in range(PATIENCE):  # a button that is held, or a task that goes on, may keep the look as it is
            QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
            if (window.theme, window.language.code) == (wanted, "en") and not program.furnished.busy:
                break


def probed(actions: int, seed: int) -> int:
    """Work a window, and tell what was found."""

    from probing import Probe
    from PySide6.QtCore import QEventLoop

    from explorer.gui.shell.application import Program
    from explorer.gui.shell.freed_memory import keep_large_apart
    from explorer.gui.shell.qt_application import the_application
    from explorer.gui.shell.settings import Settings

    keep_large_apart()  # as `run` does
    program = Program(the_application(), Settings())
    started = QEventLoop()
    program.ready.connect(started.quit)
    program.start()
    started.exec()
    program.window.resize(1280, 800)
    begun = time.process_time()
    found = Probe(
        lambda: program.furnished,
        seed,
        began=max(actions // 10, 1),
        anew=partial(built_anew, program),
        clock=time.thread_time,
    ).run(actions)
    wrong = told(found, time.process_time() - begun)
    program.end()
    return int(wrong)


def told(found, seconds: float) -> bool:
    """Print what was found; whether anything of it is wrong."""
    for title, lines in (("raised", found.raised), ("warned", found.warned)):
        print(f"{title}: {len(lines)}")
        for line in list(dict.fromkeys(lines))[:20]:
            print("   ", line)
    turns = sorted(found.turns, reverse=True)[:12]
    print("longest turns of the event loop, in ms of the processor:")
    for milliseconds, doing in turns:
        print(f"    {milliseconds:6.0f}  {doing}")
    before, after = found.before, found.after
    print(f"before: {before}\nafter:  {after}\nprocessor: {seconds:.0f} s", flush=True)
    counts = ((before.widgets, after.widgets), (before.timers, after.timers), (before.threads, after.threads))
    grown = after.kilobytes - before.kilobytes > GROWN or any(now > then for then, now in counts)
    return bool(found.raised or found.warned or grown or (turns and turns[0][0] > LONGEST))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
