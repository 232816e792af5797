"""Starts the window: the shell at once, everything heavy while it is seen, then the furniture."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication

from explorer.gui.shell.event_loop import until_quit
from explorer.gui.shell.freed_memory import keep_large_apart
from explorer.gui.shell.garbage import GarbageCollector
from explorer.gui.shell.qt_application import dress, the_application
from explorer.gui.shell.settings import Settings
from explorer.gui.shell.shutdown import Ending
from explorer.gui.shell.window import Window
from explorer.gui.widgets.theme import Theme, palette_theme, system_theme
from explorer.language import Language, system_language
from explorer.resources import resource

if TYPE_CHECKING:
    import argparse
    from pathlib import Path
    from types import TracebackType

    from PySide6.QtCore import QTranslator

    from explorer.gui.shell.look_change import LookChange
    from explorer.gui.shell.main_controller import MainController
    from explorer.mark import Sentence
    from explorer.release.ledger.demonstration_ledger import Demonstration

_SOON = 50  # milliseconds between two looks whether what is under way has ended


class Program(QObject):
    """The window's life: shown, furnished, dressed anew, closed."""

    ready = Signal()

    def __init__(self, application: QApplication, settings: Settings) -> None:
        super().__init__(application)
        self._application, self._settings = application, settings
        self._translators: tuple[QTranslator, ...] = ()
        self._undressed = application.palette()
        self._look_change: LookChange | None = None
        self._demonstration: Demonstration | None = None
        self.furnished: MainController | None = None
        self._garbage = GarbageCollector(self)
        self.window = self._shell()

    def _shell(self) -> Window:
        name = self._settings.theme or palette_theme(self._undressed)
        theme, language = self._look(name)
        self._wear(theme, language)
        window = Window(theme, language, self._settings)
        window.recall()
        window.closed.connect(self._closed)
        window.look_changed.connect(self._change_soon)
        return window

    def _chosen(self) -> tuple[Theme, Language]:
        """The look that the settings ask for, or the system where they leave it to that."""
        return self._look(self._settings.theme or system_theme(self._undressed))

    def _look(self, name: str) -> tuple[Theme, Language]:
        return Theme(name, self._settings.scale), Language(self._settings.language or system_language())

    def _translate(self, language: Language) -> None:
        """Qt's own buttons and dialogs speak the same language."""
        if language.code != "en" or self._translators:
            from explorer.gui.shell.qt_words import install, qt_translators

            self._translators = install(self._translators, qt_translators(self, language))

    def start(self) -> None:
        """Show the shell, then import what is heavy while it is already on the screen."""
        self.window.shown.connect(self._import)
        self.window.show()

    def _import(self) -> None:
        from explorer.gui.deferred_imports import at_start

        self._garbage.begin()  # of what is imported nothing is: to look in between costs a tenth of the time
        seen = [partial(_load, workspace) for workspace in ("left", self.window.workspace)]
        loading = at_start(self, seen)
        loading.done.connect(self._furnish)
        loading.begin()

    def _furnish(self) -> None:
        from PySide6.QtGui import QIcon

        from explorer.app.core.state import State
        from explorer.gui.session.session_recovery import recovered
        from explorer.gui.shell.first_frame import FirstFrame
        from explorer.gui.shell.look_change import LookChange
        from explorer.gui.shell.main_controller import MainController
        from explorer.release.ledger.demonstration_ledger import Demonstration

        self._garbage.spare()
        self._demonstration = Demonstration()

        safe = self._settings.safe
        first = not safe and self._settings.first_start
        state, refusal = (State(), None) if safe else recovered(self._settings.session_path)
        self.window.setWindowIcon(QIcon(str(resource("icons", "privacy-explorer.svg"))))
        self._application.styleHints().colorSchemeChanged.connect(self._system_changed)
        first_frame = FirstFrame(self.window)
        self.furnished = MainController(
            self.window, state, front_only=True, demonstration=self._demonstration
        )
        first_frame.follow(self.furnished.store)
        self._look_change = LookChange(
            self.window, self._chosen, self._wear, self._demonstration, self._garbage.spare_rest
        )
        QTimer.singleShot(0, self, self._system_changed)  # in case the palette was not of the system's scheme
        if first:
            self.furnished.show_welcome()
        first_frame.done.connect(self.furnished.furnish_behind)  # what is seen comes first
        self._tell_start(self.furnished, refusal.sentence if refusal is not None else None)
        self.ready.emit()

    def _tell_start(self, furnished: MainController, refused: Sentence | None) -> None:
        """What of before could not be restored, what was left beside it, or that nothing of it was read."""
        from explorer.gui.session.session_keeper import sessions_left
        from explorer.gui.shell.notices import tell

        if self._settings.safe:
            from explorer.gui.session.safe_start import BEGUN

            tell(self.window, self.window.language.say(BEGUN))
            return
        if lines := [
            self.window.language.say(each) for each in (self._settings.warning, refused) if each is not None
        ]:
            tell(self.window, "\n\n".join(lines))
        if left := sessions_left(self._settings.folder):
            from explorer.gui.session.session_offer import offer

            offer(furnished, left)

    def _change_soon(self) -> None:
        """After the menu that asked for it has closed: it goes with the rest of the content."""
        QTimer.singleShot(0, self, self.dress_anew)

    def _system_changed(self) -> None:
        if self._settings.theme is None:
            self.dress_anew()

    def dress_anew(self) -> None:
        """Another theme, language or type size: the same window and state, with its content built anew."""
        if self.furnished is not None and self._look_change is not None:
            self._look_change.change(self.furnished, self._dressed)

    def _wear(self, theme: Theme, language: Language) -> None:
        dress(self._application, theme)
        self._translate(language)

    def _dressed(self, furnished: MainController) -> None:
        self.furnished = furnished

    def tell_faults(self) -> None:
        """From now on an exception that nobody expected is told in the window too, without its message."""
        written = sys.excepthook

        def show_fault(kind: type[BaseException], fault: BaseException, trace: TracebackType | None) -> None:
            from explorer.gui.help.fault_dialog import tell_fault
            from explorer.gui.help.fault_report import report_of

            written(kind, fault, trace)
            tell_fault(self.window, report_of(fault, trace))

        sys.excepthook = show_fault

    def end(self) -> None:
        """Close without a question, as the system asks: cancel what can be, wait for what is paid already."""
        if self.furnished is not None and self.furnished.busy:
            self.furnished.give_up()
            if self.furnished.busy:
                QTimer.singleShot(_SOON, self, self.end)
                return
        if self.furnished is not None:
            self.furnished.closing.end_unasked()
        else:
            self.window.close()

    def _closed(self) -> None:
        self._garbage.end()
        if self._demonstration is not None:
            self._demonstration.close()
        self._application.quit()


def _load(workspace: str) -> None:
    """The panels of what is in front of the person first."""
    from explorer.gui.workspaces.deferred_panels import load

    load(workspace)


def run(quit_after_ready: bool = False, safe: bool = False) -> int:
    """Open the window and stay until it is closed, or the system asks the program to end.

    With `safe` it starts with defaults: neither settings nor a session are read.
    """
    keep_large_apart()
    application = the_application()
    application.setQuitOnLastWindowClosed(False)
    program = Program(application, Settings(safe=safe))
    program.tell_faults()
    ending = Ending(program)
    asked: list[int] = []
    ending.asked.connect(asked.append)
    ending.asked.connect(program.end)
    if quit_after_ready:
        program.ready.connect(lambda: QTimer.singleShot(200, program.window.close))
    code = until_quit(application, program.start)
    ending.stop()
    return 128 + asked[0] if asked else code  # as a shell tells it


def rasterise(parsed: argparse.Namespace) -> list[Path]:
    """The files of `screenshot`, `render` to png or pdf, of a report or statement as pdf, already parsed."""
    from explorer.gui.canvas import raster
    from explorer.gui.shell import window_pictures

    if parsed.verb == "lesson":
        from explorer.gui.reports.handout_file import write_asked_handout

        return write_asked_handout(parsed)
    if parsed.verb in ("ledger report", "ledger statement"):
        from explorer.gui.reports import report_pdf

        made = parsed.verb == "ledger report"
        return report_pdf.write_asked(parsed) if made else report_pdf.write_asked_statement(parsed)
    if parsed.verb != "screenshot":
        return raster.rasterise(parsed)
    language = Language(parsed.language)
    return window_pictures.screenshot(parsed.out, parsed.theme, language, parsed.size)
