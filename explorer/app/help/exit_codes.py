"""What the exit codes of the command line say: for its help, its manual and the window's."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from explorer.mark import N_, Sentence

EXIT_CODES: Mapping[str, Sentence] = MappingProxyType(
    {
        "0": N_("done"),
        "1": N_("a fault of the program; or `audit` has refuted the claim of a release"),
        "2": N_("the command or the plan is not valid, or a library or a display is missing"),
        "3": N_("the input is not a well-formed table"),
        "4": N_("over budget"),
        "5": N_("the ledger is damaged, was rolled back, or cannot be written"),
        "6": N_("spent but not written: `ledger export` writes it again and spends nothing"),
        "74": N_("done, but the answer could not be written to standard output"),
        "128+n": N_("ended by signal n: 130 by Ctrl+C, 141 where the reader of a pipe has gone"),
    }
)
