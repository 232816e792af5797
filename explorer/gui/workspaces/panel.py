"""What stands in a card: built once, shown every state, never dispatching while it shows one."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from explorer.app.core.request import Request
from explorer.app.core.state import State
from explorer.jobs import Answered
from explorer.mark import N_


class Panel(QWidget):
    """A widget that the store keeps up to date while it is visible.

    `awaited` says what the window waits for that is closed while the panel is busy. A panel of numbers and
    sentences `takes_turns`: while a value is dragged, it is rendered at every other move.
    """

    takes_turns = False
    awaited = N_("The ledger is being read or written. Wait until that has ended, or cancel it")

    def show_state(self, state: State, answers: Answered) -> None:
        """Show this state; cheap where the panel's own part has not changed."""

    @property
    def busy(self) -> bool:
        """Whether something is under way that closing the window would cut off."""
        return False

    def give_up(self) -> None:
        """Cancel what is under way, as far as that can be cancelled: the program is asked to end."""

    @property
    def in_numbers(self) -> bool:
        """Whether its numbers stand here as a table, instead of its picture."""
        return False

    def show_numbers(self, in_numbers: bool) -> None:
        """Show the numbers, or the picture: kept when the window is built again in another theme."""

    @property
    def held(self) -> object | None:
        """What it alone holds, of no state: `hold_again` gets it in the window's next look."""
        return None

    def hold_again(self, held: object) -> None:
        """Hold what the same panel held before the window was built again."""

    def wanted(self, state: State) -> tuple[Request, ...]:
        """The long questions that it would like answered."""
        _ = state
        return ()
