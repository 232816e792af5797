"""The one program: bare, it opens the window; with a verb it works without one, and Qt is not imported.

Nothing heavy is imported before it is known what is asked. Here, and nowhere else, the command line is
handed the pictures that only Qt can make, and an exception that nobody expected becomes one line.
"""

from __future__ import annotations

import gc
import itertools
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path, PurePath
from types import FrameType, TracebackType
from typing import TYPE_CHECKING

from explorer.cli import SAFE
from explorer.cli.streams import complain
from explorer.language import LANGUAGES, Language, system_language
from explorer.mark import N_
from explorer.privacy.refusal import Refusal
from explorer.release.values import temporary_files

if TYPE_CHECKING:
    import argparse

FAULT, INTERRUPTED = 1, 130
_MANY = 100_000  # objects between two searches for garbage
_PAINTED = {
    ("render",): (".png", ".pdf"),
    ("ledger", "report"): (".pdf",),
    ("ledger", "statement"): (".pdf",),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program with these arguments (default: those of the process) and return its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    # Matrices are small here: a second thread of the linear algebra only waits, at the window's cost.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        with _ended_by_signals():
            temporary_files.sweep(forget_ledger)
            code = dispatch(arguments)
    except Refusal as refusal:
        return _refused(refusal, _language(arguments))
    except KeyboardInterrupt as asked:
        return asked.code if isinstance(asked, Ended) else INTERRUPTED
    except Exception as fault:  # noqa: BLE001 - the outermost hook
        report_fault(type(fault), fault, fault.__traceback__)
        return FAULT
    return code


def forget_ledger(folder: Path) -> None:
    """The ledger of a demonstration that was killed has a witness elsewhere: it goes with the folder."""
    if (folder / "ledger").is_dir():
        from explorer.release.ledger.demonstration_ledger import forget_witness

        with suppress(Refusal, OSError):
            forget_witness(folder / "ledger")


class Ended(KeyboardInterrupt):
    """SIGTERM (a shutdown, `kill`) or SIGHUP (the terminal is closed): as Ctrl+C, with its own exit code."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.code = 128 + number  # as a shell tells it


@contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Inside, the program ends in order when the system asks it to: what it wrote for itself is removed.

    A signal that whoever started the program has ignored (`nohup`) stays ignored. After the first one
    others are passed over (a logout sends both), until the process has ended: none breaks into the removing
    or changes the exit code. An ignored signal stays so while Python shuts down; a handler would not.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    ours = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]

    ended: list[int] = []

    def end(number: int, _frame: FrameType | None) -> None:
        ended.append(number)
        if len(ended) == 1:
            raise Ended(number)

    for number in ours:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_IGN if ended else signal.SIG_DFL)


def needs_qt(arguments: Sequence[str]) -> bool:
    """Whether these arguments ask for what only Qt paints: `screenshot`, `render` to png or pdf, a PDF.

    >>> needs_qt(["screenshot", "--out", "x"]), needs_qt(["render", "totals", "--out=x.svg"])
    (True, False)
    """
    words = [word for before, word in itertools.pairwise(["", *arguments]) if before != "--language"]
    named = [word for word in words if not word.startswith("-")]
    if named[:1] == ["screenshot"] or (named[:1] == ["lesson"] and "--pdf" in words):
        return True
    endings = next((ends for verb, ends in _PAINTED.items() if tuple(named[: len(verb)]) == verb), ())
    return any(PurePath(word.removeprefix("--out=")).suffix.lower() in endings for word in words)


def report_fault(kind: type[BaseException], fault: BaseException | None, trace: TracebackType | None) -> None:
    """One line on standard error: the kind of an exception and where it arose, never its message.

    A message may quote a private row (`int("...")` does), so it is not written even with
    PRIVACY_EXPLORER_DEBUG=1, which adds the lines of source that led there. Also fit as `sys.excepthook`.
    """
    import traceback

    frames = traceback.extract_tb(trace)
    place = f"{Path(frames[-1].filename).name}, line {frames[-1].lineno}" if frames else "no line"
    if os.environ.get("PRIVACY_EXPLORER_DEBUG") == "1":
        complain("".join(traceback.format_list(frames)).rstrip())
    spoken = N_(
        "A fault of the program ({kind} in {place}); PRIVACY_EXPLORER_DEBUG=1 shows more",
        kind=kind.__name__,
        place=place,
    )
    complain(f"privacy-explorer: {_language([]).say(spoken)}")


def dispatch(arguments: list[str]) -> int:
    """Open the window, or do what a verb asks; the exit code."""
    if not arguments or arguments == [SAFE]:
        return _open_window(safe=bool(arguments))
    with _garbage_left():
        from explorer.cli import command

        if needs_qt(arguments):
            return command.run(arguments, raster=_rasterise)
        return command.run(arguments)


@contextmanager
def _garbage_left() -> Iterator[None]:
    """Inside, garbage is searched for rarely: what is imported is none, and rows leave none behind."""
    before = gc.get_threshold()
    gc.set_threshold(_MANY, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def headless_verbs() -> tuple[str, ...]:
    """The first words of all verbs, for someone whose machine has no display."""
    from explorer.cli.command import (
        every_verb,  # imports the mathematics, which a window does without at first
    )

    return tuple(dict.fromkeys(name.partition(" ")[0] for name in every_verb()))


def _open_window(safe: bool) -> int:
    from explorer.gui.shell import preflight

    if refusal := preflight.for_window(headless_verbs):
        return _refused(refusal, _language([]))
    if not preflight.settle_home():
        from explorer.release.ledger import locations

        locations.ledger_folder()  # refused, unless it is named
        locations.state_folder()
    # A slot's or a thread's exception reaches these hooks and nothing else; the default ones quote it.
    sys.excepthook = report_fault
    threading.excepthook = lambda fault: report_fault(fault.exc_type, fault.exc_value, fault.exc_traceback)
    gc.disable()  # of what is imported before the first paint nothing is garbage
    from explorer.gui.shell import application

    # For those who build packages: the window closes as soon as it is ready.
    return application.run(os.environ.get("PRIVACY_EXPLORER_CLOSE_WHEN_READY") == "1", safe)


def _rasterise(parsed: argparse.Namespace) -> Sequence[Path] | int:
    """What the command line hands over for `screenshot`, for `render` to png or pdf and for a PDF report."""
    from explorer.gui.shell import preflight

    if refusal := preflight.for_pictures():
        return _refused(refusal, Language(parsed.language))
    if sys.platform == "linux":
        # Pixel for pixel what a display would show, and a display that does not answer cannot end it.
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        preflight.settle_home()  # fonts and caches
    from explorer.gui.shell import application

    return application.rasterise(parsed)


def _refused(refusal: Refusal, language: Language) -> int:
    """Say what to mend, in two lines where a library is missing, and give the exit code."""
    complain(f"privacy-explorer: {language.say(refusal.sentence)}")
    return refusal.exit_code


def _language(arguments: Sequence[str]) -> Language:
    """The language asked for, where the command line has not been reached; a wrong one is its to refuse."""
    asked = [after for before, after in itertools.pairwise(arguments) if before == "--language"]
    asked += [each.removeprefix("--language=") for each in arguments if each.startswith("--language=")]
    return Language(next((code for code in asked if code in LANGUAGES), system_language()))


if __name__ == "__main__":
    sys.exit(main())
