"""What can be done from everywhere: one list of actions for the menu, the keys and the finder."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from explorer.app.core.message import PresetChosen
from explorer.app.explore.presets import PRESETS
from explorer.app.finder.entry_kind import Kind
from explorer.app.plotting.palette import THEMES
from explorer.app.tours.offers import OFFERS
from explorer.gui.canvas.animation import Player
from explorer.gui.canvas.copied_picture import copy_picture
from explorer.gui.canvas.picture_keys import tell_picture_keys
from explorer.gui.finder.command import Command, Leader
from explorer.gui.finder.finder import Finder
from explorer.gui.help import accessibility_page, exit_codes_page, keyboard_page
from explorer.gui.help.about import show_about
from explorer.gui.presenter.presenter import Presenter
from explorer.gui.session.session_files import choose_session, choose_where_to_save
from explorer.gui.shell.context import Context
from explorer.gui.shell.focus_help import help_on_focus
from explorer.gui.shell.pin_actions import PinActions
from explorer.gui.workspaces.card_layout import CARD_SPECS
from explorer.gui.workspaces.panes import PaneKeys, offer_explanations, pane_entries
from explorer.language import LANGUAGE_NAMES
from explorer.mark import N_, Sentence, verbatim

_THEMES = {"light": N_("Light"), "dark": N_("Dark")}
_MOTIONS = {"reduced": N_("Start paused"), "system": N_("Start playing, where the system allows motion")}
_SCALES = {1.0: N_("Normal type"), 1.25: N_("Larger type"), 1.6: N_("Largest type")}


class Controller(Leader, Protocol):
    """What the actions need of the window's controller."""

    @property
    def pinning(self) -> PinActions: ...

    @property
    def player(self) -> Player | None: ...

    def arrange(self) -> None: ...

    def show_welcome(self) -> None: ...

    @property
    def presenter(self) -> Presenter: ...


class Actions:
    """The menu at the right of the top bar, the finder beside it, and their keys."""

    def __init__(self, context: Context, controller: Controller) -> None:
        self._context, self._controller = context, controller
        self._window = context.window
        self._menu = QMenu(self._window)
        self.found: dict[str, QAction] = {}
        self.commands: list[Command] = []
        self._file()
        self._edit()
        self._view()
        self._help()
        self._finder()
        self._button()

    def _say(self, sentence: Sentence) -> str:
        return self._context.say(sentence)

    def _add(
        self,
        menu: QMenu,
        sentence: Sentence,
        act: Callable[..., object],
        keys: QKeySequence.StandardKey | Qt.Key | str | None = None,
        kind: Kind | None = Kind.ACTION,
    ) -> QAction:
        """An action of a menu; the finder has it too, unless it finds what it does under another kind."""
        action = QAction(self._say(sentence), self._window)
        action.triggered.connect(act)
        if keys is not None:
            action.setShortcuts(keys if isinstance(keys, QKeySequence.StandardKey) else [QKeySequence(keys)])
        menu.addAction(action)
        self._window.addAction(action)  # its keys work wherever the menu is
        self.found[action.text()] = action
        if kind is not None:
            self.commands.append(Command(f"action:{sentence.text}", kind, sentence, action))
        return action

    def _file(self) -> None:
        menu = self._menu.addMenu(self._say(N_("File")))
        key = QKeySequence.StandardKey
        self._add(menu, N_("Open a session …"), partial(choose_session, self._context), key.Open)
        self._add(menu, N_("Save the session …"), partial(choose_where_to_save, self._context), key.Save)
        menu.addSeparator()
        self._add(menu, N_("New plan"), partial(self._planned, "new_plan"))
        self._add(menu, N_("Open a plan …"), partial(self._planned, "open_plan"))
        self._add(menu, N_("Save the plan …"), partial(self._planned, "save_plan"))
        self._add(menu, N_("Open the example plan"), partial(self._planned, "example_plan"))
        self._add(menu, N_("Preview the plan on public data …"), partial(self._planned, "public_preview"))
        self._add(menu, N_("Fit the preview to its noise"), partial(self._planned, "rescale_preview"))
        menu.addSeparator()
        self._add(menu, N_("Decision record …"), self._record, "Ctrl+Shift+D")
        menu.addSeparator()
        self._add(menu, N_("Quit"), self._window.close, key.Quit)

    def _record(self, *_: object) -> None:
        """What was decided, and why; what it needs is imported when it is asked for."""
        from explorer.gui.record.record_window import open_record

        open_record(self._context)

    def _planned(self, act: str, *_: object) -> None:
        """Something about the plan; what Release needs is imported when it is asked for."""
        from explorer.gui.release import plan_files

        self._controller.open_workspace("release")
        getattr(plan_files, act)(self._context)

    def _edit(self) -> None:
        store = self._context.store
        menu = self._menu.addMenu(self._say(N_("Edit")))
        self.undo = self._add(menu, N_("Undo"), store.undo, QKeySequence.StandardKey.Undo)
        self.redo = self._add(menu, N_("Redo"), store.redo, QKeySequence.StandardKey.Redo)
        menu.addSeparator()
        copied, copy = N_("Copy a picture"), QKeySequence.StandardKey.Copy
        self._add(menu, copied, partial(copy_picture, self._window), copy)
        pinning = self._controller.pinning
        self._add(menu, N_("Pin the current release as A"), pinning.pin, "Ctrl+B")
        self._with_pinned = [
            self._add(menu, N_("Swap A and B"), pinning.swap, "Ctrl+Shift+B"),
            self._add(menu, N_("Unpin A"), pinning.forget),
        ]
        store.painted.connect(self._follow_pinned)
        self._follow_pinned()
        menu.addSeparator()
        for preset, entry in PRESETS.items():
            self._add(menu, entry.title, partial(self._preset, preset), kind=None)
        menu.addSeparator()
        self._add(menu, N_("Two probability tables …"), partial(self._open_card, "tables"), kind=None)
        store.changed_history.connect(self._follow_history)
        self._follow_history()

    def _follow_history(self) -> None:
        history = self._context.store.history
        self.undo.setEnabled(history.undoable(self._context.store.state))
        self.redo.setEnabled(bool(history.future))

    def _follow_pinned(self) -> None:
        for action in self._with_pinned:
            action.setEnabled(self._context.store.state.pinned is not None)

    def _preset(self, preset: str, *_: object) -> None:
        self._context.store.dispatch(PresetChosen(preset))

    def _view(self) -> None:
        menu = self._menu.addMenu(self._say(N_("View")))
        for position, (workspace, tab) in enumerate(self._window.tabs.items(), 1):
            action = QAction(tab.text(), self._window)
            action.setShortcut(QKeySequence(f"Ctrl+{position}"))
            action.setData(workspace)
            action.triggered.connect(lambda _=False, name=workspace: self._controller.open_workspace(name))
            menu.addAction(action)
            self._window.addAction(action)
            self.found[action.text()] = action
        menu.addSeparator()
        self._panes = menu.addMenu(self._say(N_("Panes")))
        self._panes.aboutToShow.connect(self._fill_panes)
        self._pane_keys = PaneKeys(self._context)
        self._add(menu, N_("Next pane"), self._pane_keys.next_pane, "F6")
        self._add(menu, N_("Previous pane"), self._pane_keys.previous_pane, "Shift+F6")
        self._add(menu, N_("Put all panes back"), self._controller.arrange)
        self._add(menu, N_("Play or pause the simulated draws"), self._play)
        self._add(menu, N_("Hide the simulated draws"), self._hide_draws)
        self._add(menu, N_("Presenter mode"), self._controller.presenter.begin, Qt.Key.Key_F5)
        self._add(menu, N_("Full screen"), self._full_screen, Qt.Key.Key_F11)
        menu.addSeparator()
        system = {"": N_("As the system")}
        themes = {name: _THEMES[name] for name in THEMES}
        self._choices(menu, N_("Theme"), {**system, **themes}, "theme")
        languages = {code: verbatim(name) for code, name in LANGUAGE_NAMES.items()}
        self._choices(menu, N_("Language"), {**system, **languages}, "language")
        sizes = {str(scale): words for scale, words in _SCALES.items()}
        self._choices(menu, N_("Type size"), sizes, "scale")
        self._choices(menu, N_("Simulated draws"), _MOTIONS, "motion")

    def _fill_panes(self) -> None:
        self._panes.clear()
        self._panes.addActions(pane_entries(self._window))

    def _open_card(self, card: str, *_: object) -> None:
        self._controller.open_card(card)

    def _play(self) -> None:
        self._controller.open_card(next(spec.card for spec in CARD_SPECS if spec.played))
        if self._controller.player is not None:
            self._controller.player.toggle()

    def _hide_draws(self) -> None:
        if self._controller.player is not None:
            self._controller.player.stop()

    def _choices(self, menu: QMenu, title: Sentence, choices: dict[str, Sentence], key: str) -> None:
        """One of some looks; a choice is remembered and the window furnished anew."""
        settings = self._window.settings
        now = {
            "theme": settings.theme or "",
            "language": settings.language or "",
            "scale": str(self._window.theme.scale),
            "motion": settings.motion,
        }[key]
        inner = menu.addMenu(self._say(title))
        group = QActionGroup(inner)
        for value, words in choices.items():
            action = QAction(self._say(words), inner)
            action.setCheckable(True)
            action.setChecked(value == now)
            action.triggered.connect(lambda _=False, chosen=value: self._look(key, chosen))
            group.addAction(action)
            inner.addAction(action)
            named = N_("{setting}: {choice}", setting=title, choice=words)
            self.found[self._say(named)] = action
            self.commands.append(Command(f"setting:{key}:{value}", Kind.SETTING, named, action))

    def _look(self, key: str, value: str) -> None:
        if value:
            self._window.settings.set(key, value)
        else:
            self._window.settings.forget(key)
        if key != "motion":  # that is for the next start: what plays or rests now is in the person's hands
            self._window.look_changed.emit()

    def _full_screen(self) -> None:
        if self._window.isFullScreen():
            self._window.showNormal()
        else:
            self._window.showFullScreen()

    def _help(self) -> None:
        menu = self._menu.addMenu(self._say(N_("Help")))
        focus, key = N_("Explain what has the focus"), QKeySequence.StandardKey.HelpContents
        self._add(menu, focus, lambda: help_on_focus(self._context), key, Kind.HELP)
        start = N_("What do you want to decide?")
        self._add(menu, start, self._controller.show_welcome, kind=Kind.HELP)
        for tour in OFFERS:
            self._add(menu, tour.words, partial(self._controller.tours.begin, tour.id), kind=Kind.HELP)
        offered = N_("Explanations in this pane …")
        self._add(menu, offered, lambda: offer_explanations(self._context), "Shift+F1", Kind.HELP)
        about = N_("What this program guarantees")
        self._add(menu, about, lambda: show_about(self._context), kind=Kind.HELP)
        context, show = self._context, keyboard_page.show_keyboard
        self._add(menu, keyboard_page.TITLE, lambda: show(context, self._menu), kind=Kind.HELP)
        pictures = N_("Mouse and keys in pictures")
        self._add(menu, pictures, lambda: tell_picture_keys(context), kind=Kind.HELP)
        stated, codes = accessibility_page.TITLE, exit_codes_page.TITLE
        self._add(
            menu, stated, lambda: accessibility_page.show_accessibility(context, _SCALES), kind=Kind.HELP
        )
        self._add(menu, codes, lambda: exit_codes_page.show_exit_codes(context), kind=Kind.HELP)
        reference = N_("Reference: every mechanism, composition bound and formula")
        self._add(menu, reference, self._reference, kind=Kind.HELP)

    def _reference(self) -> None:
        from explorer.gui.help.reference_page import (
            show_reference,  # typesets: imported when it is asked for
        )

        show_reference(self._context)

    def _finder(self) -> None:
        """Type a few letters of anything that there is."""
        self.finder = Finder(self._context, self._controller, self.commands)
        self.finder.setAccessibleName(self._say(N_("Find anything")))
        self.finder.be_wide(self._context.theme.size(220))
        self._window.topbar_end.addWidget(self.finder)
        key = QAction(self.finder.accessibleName(), self._window)
        key.setShortcut(QKeySequence("Ctrl+K"))
        key.triggered.connect(self.finder.open)
        self._window.addAction(key)

    def _button(self) -> None:
        button = QToolButton(self._window)
        button.setObjectName("menuButton")
        button.setText("☰")
        button.setAccessibleName(self._say(N_("Menu")))
        button.setToolTip(self._say(N_("Menu")))
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setMenu(self._menu)
        self._window.topbar_end.addWidget(button)
        before: QWidget = [*self._window.tabs.values()][-1]
        for after in (self.finder, button):  # the whole of the bar first, then what stands below it
            QWidget.setTabOrder(before, after)
            before = after
