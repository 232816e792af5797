"""Fills the shell with controls, pictures and actions; imported while the shell is already there."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from explorer.app.core.history import History
from explorer.app.core.message import WorkspaceOpened
from explorer.app.core.state import State, Workspace
from explorer.gui.canvas.animation import Player
from explorer.gui.presenter.presenter import Presenter
from explorer.gui.session.closing import Closing
from explorer.gui.session.session_keeper import SessionKeeper
from explorer.gui.shell.actions import Actions
from explorer.gui.shell.context import Context
from explorer.gui.shell.first_frame import FirstFrame
from explorer.gui.shell.kept_view import KeptView
from explorer.gui.shell.pin_actions import PinActions
from explorer.gui.shell.portions import end_portion
from explorer.gui.shell.store import Store
from explorer.gui.shell.window import Window
from explorer.gui.shell.worker import Worker
from explorer.gui.tours.tour_entry import TourEntry
from explorer.gui.widgets.card import Card, in_sight
from explorer.gui.workspaces.card_layout import CARD_SPECS, FULL_WIDTH, spec_of
from explorer.gui.workspaces.deferred_panels import panel_of
from explorer.gui.workspaces.panel import Panel
from explorer.release.ledger.demonstration_ledger import Demonstration


class MainController:
    """A window with everything in it. Owns the store and the worker; `close` ends both.

    With `front_only` the workspaces behind wait until they are asked for. A `worker`, a `keeper` and what is
    `kept` of the view come from the controller before a change of look. While it is `building`, nothing may
    close the window or change its look.
    """

    def __init__(
        self,
        window: Window,
        state: State,
        history: History | None = None,
        front_only: bool = False,
        demonstration: Demonstration | None = None,
        worker: Worker | None = None,
        kept: KeptView | None = None,
        keeper: SessionKeeper | None = None,
    ) -> None:
        self.window, self.worker = window, worker or Worker(window)
        self._kept, self._left, self._compared, self._front = kept, False, False, ""
        self.building, self._in_portions = False, kept is not None
        self.store = Store(state, self.worker.jobs, history or History(), window)
        self.store.give_turns(self._turn)
        self._demonstration, self._lent = demonstration or Demonstration(), demonstration is not None
        self.context = Context(window.theme, window.language, self.store, window, self._demonstration)
        self.panels: dict[str, Panel] = {}
        window.build_rooms(state.workspace.value)
        self._end_portion()
        self._later = {spec.card for spec in CARD_SPECS}
        (pinned_from,) = (window.left.cards[spec.card] for spec in CARD_SPECS if spec.pins)
        self.pinning = PinActions(self.context, pinned_from)
        self._furnish_beside(state.workspace)
        self.furnish_now(window.rooms[state.workspace.value].cards)
        self.store.show_only(in_sight)
        self._keep(keeper or SessionKeeper(window.settings.session_path, state, window))
        self.worker.answered.connect(self.store.answered)
        window.opened.connect(self.open_workspace)
        window.closing.connect(self.close)
        self.presenter = Presenter(self.context)
        self.tours = TourEntry(self.context, self)
        self.actions = Actions(self.context, self)
        if not front_only:
            self.furnish_all()
        self._begin()

    def _begin(self) -> None:
        """The first frame, and the tour that was under way before a change of look."""
        self.store.painted.connect(self._painted)
        self._follow()
        self.store.request_frame()  # of what Qt shows in the next turn of its loop
        self.tours.resume()

    def _keep(self, keeper: SessionKeeper) -> None:
        """From now on the session is kept as it changes."""
        self.keeper = keeper
        self.keeper.follow(self.store)
        self.closing = Closing(self.context, keeper, self.panels, lambda: self.building)

    def furnish_all(self) -> None:
        """The workspaces behind the one in front, once the person sees that."""
        self.furnish_now(spec.card for spec in reversed(CARD_SPECS))

    def _furnish_beside(self, workspace: Workspace) -> None:
        """The left column, before the first workspace in which it is seen."""
        if workspace.value not in FULL_WIDTH:
            self.furnish_now(self.window.left.cards)

    def furnish_now(self, names: Iterable[str]) -> None:
        """Those of these cards that are still to be furnished: they are asked for."""
        for name in names:
            if name not in self._later:
                continue
            self._later.remove(name)
            if spec_of(name).hidden and (card := self.window.card(name)).isHidden():
                card.visibilityChanged.connect(partial(self._asked_for, name, card))
            else:
                self._furnish(name, self.window.card(name))
                self._end_portion()

    def _end_portion(self) -> None:
        """A turn for all else, where the content is built while a person works."""
        if not self.building:
            self._turn()

    def _turn(self) -> None:
        """The same within a frame, which may itself come in such a turn."""
        if self._in_portions:
            building, self.building = self.building, True
            end_portion()
            self.building = building

    def furnish_one_by_one(self) -> None:
        """The workspaces behind, a card at a time: what a person does in between comes first."""
        if self.building:
            QTimer.singleShot(0, self.window, self.furnish_one_by_one)
        elif not self._left and self._later:
            self.furnish_now([next(spec.card for spec in reversed(CARD_SPECS) if spec.card in self._later)])
            QTimer.singleShot(0, self.window, self.furnish_one_by_one)

    def furnish_behind(self) -> None:
        """What is not seen yet, once all that it needs is imported, while nothing else is to be done."""
        self._in_portions = True
        self.worker.warm_up(self.furnish_one_by_one)

    def view(self) -> KeptView:
        """What a person sees now that is no part of the state."""
        seen = KeptView.taken(self.window, self.panels, self.player is not None and self.player.playing)
        return seen if self._kept is None else seen.with_unseen(self._kept, self.panels)

    def leave(self) -> None:
        """The window gets another controller; the worker goes on."""
        self._left = True
        self.presenter.retire()
        self.tours.retire()
        self.store.retire()
        self.window.opened.disconnect(self.open_workspace)
        self.window.closing.disconnect(self.close)
        self.closing.retire()
        if not self._lent:
            self._demonstration.close()

    def forget(self) -> None:
        """Another one has taken over all that is still needed: hold nothing, so that no cycle is left."""
        vars(self).clear()
        self._left, self.building = True, False

    def _asked_for(self, name: str, card: Card, visible: bool) -> None:
        """A card that is closed at first is furnished when it is opened for the first time."""
        if visible and name not in self.panels:
            self._furnish(name, card)

    def _furnish(self, name: str, card: Card) -> None:
        spec = spec_of(name)
        if spec.above:
            strip = panel_of(spec.above)(self.context, card)
            self.window.rooms[spec.workspace].setMenuWidget(strip)
            self.store.add(strip)
        self.panels[name] = panel_of(spec.panel)(self.context, card)
        card.furnish(self.panels[name])
        if (kept := self._kept) is not None:
            kept.put_into(name, self.panels[name])
            if spec.played and self.player is not None:
                self.player.play(kept.playing)
        self.store.add(self.panels[name])
        card.visibilityChanged.connect(self._shown)

    def _shown(self, visible: bool) -> None:
        if visible:
            self.store.request_frame()

    def open_card(self, name: str) -> None:
        """Bring a card to the front, and a workspace in which it is seen."""
        workspace = spec_of(name).workspace
        if name in self.window.left.cards:
            if self.store.state.workspace.value in FULL_WIDTH:
                self.open_workspace(Workspace.EXPLORE.value)
            self.window.left.open(name)
        elif workspace in self.window.rooms:
            self.open_workspace(workspace)
            self.window.rooms[workspace].open(name)

    @property
    def welcoming(self) -> bool:
        """Whether the page of the first start covers everything."""
        page = self.window.findChild(QWidget, "welcome")
        return page is not None and not page.isHidden()

    def show_welcome(self, *_: object) -> None:
        """Ask again what is to be decided."""
        from explorer.gui.shell.welcome import Welcome

        below = self.window.centralWidget()
        if below is not None and not self.welcoming:
            Welcome(self.context, self, below)

    def arrange(self) -> None:
        """Every card back to where it stood at first."""
        self.window.arrange()
        self._compared = False
        self._follow_pinned()

    def _follow_pinned(self) -> None:
        """The comparison is open from the moment that something is pinned until it is forgotten."""
        pinned = self.store.state.pinned is not None
        if pinned != self._compared:
            self._compared = pinned
            for spec in CARD_SPECS:
                if spec.compares and pinned:
                    self.window.rooms[spec.workspace].open(spec.card)
                elif spec.compares:
                    self.window.rooms[spec.workspace].cards[spec.card].close()

    def open_workspace(self, workspace: str) -> None:
        """A person has asked for another workspace."""
        self.store.dispatch(WorkspaceOpened(Workspace(workspace)))
        self._follow()

    def _painted(self) -> None:
        """Follow the state; between two portions that waits: what it asks for would be built in one turn."""
        if self.building:
            QTimer.singleShot(0, self.window, self._painted)
        elif not self._left:
            self._follow()

    def _follow(self) -> None:
        """Bring the workspace of the state to the front, and what is compared."""
        self._follow_pinned()
        if (front := self.store.state.workspace).value != self._front:
            self._front = front.value
            self._furnish_beside(front)
            self.furnish_now(reversed(self.window.rooms[self._front].cards))
            held = FirstFrame(self.window)  # what stood behind has not been filled for this state
            try:
                self.window.open_workspace(self._front)
                self.store.frame(self._end_portion)
            finally:  # painted also where a card fails
                held.rendered()

    @property
    def player(self) -> Player | None:
        """What plays the simulated draws, once their card is furnished."""
        return self.window.findChild(Player)

    @property
    def busy(self) -> bool:
        """Whether a release is being counted or paid for, the ledger written, or the content built."""
        return self.building or any(panel.busy for panel in self.panels.values())

    def give_up(self) -> None:
        """Cancel what is under way and can be cancelled."""
        for panel in self.panels.values():
            panel.give_up()

    def close(self) -> None:
        """End the background work; the session is kept."""
        self.keeper.stop()
        self.worker.stop()
        if not self._lent:
            self._demonstration.close()
