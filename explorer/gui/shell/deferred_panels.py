"""The panels of all but Explore: imported when one comes to the front, or after the first paint."""

from __future__ import annotations

from collections.abc import Callable

from explorer.gui.compose.bounds_at_k import Readout
from explorer.gui.compose.budget_per_release import Inverse
from explorer.gui.compose.crossings import Crossings
from explorer.gui.ledger.accounts_card import Accounts
from explorer.gui.ledger.advice_card import LedgerAdvice
from explorer.gui.ledger.spends_card import Spends
from explorer.gui.ledger.verification_card import Verification
from explorer.gui.release.audit_card import Testing
from explorer.gui.release.plan_card import PlanEditor
from explorer.gui.release.preview_card import Preview
from explorer.gui.release.publish_card import Publishing
from explorer.gui.release.step_rail import Rail
from explorer.gui.schedule.schedule_card import YearPanel
from explorer.gui.shell.context import Context
from explorer.gui.shell.panel import Panel
from explorer.gui.tables.table_bounds_card import TableBounds
from explorer.gui.tables.tables_card import TablesPanel
from explorer.gui.widgets.card import Card

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
