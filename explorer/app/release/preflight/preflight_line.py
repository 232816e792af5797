"""One line of what must hold before a release, and everything that the lines follow from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from explorer.app.ledger.ledger_view import Ledger
from explorer.app.release.plan.dialect_suggestion import Look
from explorer.app.release.preflight.preflight_looks import Found
from explorer.mark import N_, Sentence
from explorer.privacy.refusal import Refusal
from explorer.release.ledger.accounts import DEFAULT
from explorer.release.plan.declarations import ReleasePlan


class Mend(Enum):
    """What a button beside a line does."""

    FILE = N_("Choose the file …")
    FIELD = N_("Go to the field")
    SIGN = N_("Second sign-off …")
    DIALECT = N_("use this in the plan")
    ACCOUNT = N_("Choose another account …")
    NEW = N_("New account …")
    LEDGER = N_("Go to the ledger")
    LIMIT = N_("Raise the limit …")
    STATE = N_("State it …")
    FOLDER = N_("Choose a folder …")
    NEW_FOLDER = N_("New folder")
    REPLACE = N_("Replace them …")


@dataclass(frozen=True)
class Line:
    """One condition of a release. `about` names it; `waiting` while it is being looked at.

    `mends` : the buttons beside it. `field` : the path of the plan's field that mends it. `asked` : that the
    button of the release asks for it itself.
    """

    about: str
    sentence: Sentence
    settled: bool = True
    mends: tuple[Mend, ...] = ()
    waiting: bool = False
    field: str = ""
    asked: bool = False


@dataclass(frozen=True)
class Known:
    """Everything that the lines follow from; None for what has not been answered yet.

    `look` : the first line of the file, where the plan declares one. `there` : whether the file can be read.
    `ledger`, `ready` : what the ledger holds, and whether it can be written. `place` : whether the files can
    go to `folder`, and which are there already; `replaced` : that they are to be replaced. `stated` : that
    nobody in this file is in any other account, for this account and plan. `owner` : the account that the
    file was released from in this window.
    """

    plan: ReleasePlan | None
    problems: tuple[Refusal, ...] = ()
    text: str = ""
    csv: str = ""
    account: str = ""
    ledger: Ledger | None = None
    example: bool = False
    look: Look | None = None
    there: Found | None = None
    ready: Found | None = None
    folder: str = ""
    place: Found | None = None
    replaced: bool = False
    stated: bool = False
    owner: str = ""

    @property
    def may_open(self) -> bool:
        """Whether a new account is proposed: the file has none yet, and nobody has chosen one."""
        return bool(self.csv) and not (self.account or self.owner)

    @property
    def name(self) -> str:
        """The account that is charged."""
        return self.account or DEFAULT

    @property
    def further(self) -> bool:
        """Whether an account is opened beside others, so that somebody must state that nobody is in two."""
        ledger = self.ledger
        return (
            ledger is not None
            and bool(ledger.accounts)
            and all(each.name != self.name for each in ledger.accounts)
        )


def refusal_of(check: Callable[[], object]) -> Refusal | None:
    """What a check refuses."""
    try:
        check()
    except Refusal as refusal:
        return refusal.kept()
    return None


def waiting(about: str, sentence: Sentence) -> Line:
    """A line that is being looked at."""
    return Line(about, sentence, settled=False, waiting=True)
