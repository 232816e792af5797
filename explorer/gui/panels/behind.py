"""The panels of Compose, Release, Ledger: imported when one comes to the front, or after the first paint."""

from __future__ import annotations

from collections.abc import Callable

from explorer.gui.card import Card
from explorer.gui.context import Context
from explorer.gui.panel import Panel
from explorer.gui.panels.crossings import Crossings
from explorer.gui.panels.inverse import Inverse
from explorer.gui.panels.ledger_accounts import Accounts
from explorer.gui.panels.ledger_advice import LedgerAdvice
from explorer.gui.panels.ledger_spends import Spends
from explorer.gui.panels.ledger_verification import Verification
from explorer.gui.panels.plan import PlanEditor
from explorer.gui.panels.preview import Preview
from explorer.gui.panels.publish import Publishing
from explorer.gui.panels.rail import Rail
from explorer.gui.panels.readout import Readout
from explorer.gui.panels.table_bounds import TableBounds
from explorer.gui.panels.tables import TablesPanel
from explorer.gui.panels.testing import Testing
from explorer.gui.panels.year import YearPanel

__all__ = ["PANELS", "Rail"]

PANELS: dict[str, Callable[[Context, Card], Panel]] = {
    "readout": lambda context, _: Readout(context),
    "crossings": Crossings,
    "inverse": Inverse,
    "year": YearPanel,
    "plan": lambda context, _: PlanEditor(context),
    "preview": Preview,
    "publish": Publishing,
    "testing": Testing,
    "accounts": Accounts,
    "spends": Spends,
    "advice": LedgerAdvice,
    "verification": Verification,
    "tables": TablesPanel,
    "table-bounds": TableBounds,
}
