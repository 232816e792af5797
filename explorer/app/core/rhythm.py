"""How often a release is repeated: what a year of it makes of k, and how long k releases last."""

from __future__ import annotations

from enum import Enum


class Rhythm(Enum):
    """A regular one. A year has 12 months, 52 weeks, 365 days."""

    DAILY = "daily"
    WEEKLY = "weekly"
    MONTHLY = "monthly"

    @property
    def per_year(self) -> int:
        """So many releases in a year."""
        return {"daily": 365, "weekly": 52, "monthly": 12}[self.value]
