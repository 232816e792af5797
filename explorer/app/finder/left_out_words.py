"""Words of what people type that say nothing about what they look for; one sentence of each sort."""

from __future__ import annotations

from explorer.mark import N_

IGNORED = N_(
    "a, an, the, what, which, how, where, why, is, are, do, does, can, should, to, of, for, in, on, my, I, "
    "it, this, me, with, and, much, show, find, choose, set, change"
)
"""Words of questions: they say nothing about what is looked for."""
COMMANDS = N_("open, go, see, view, look, use, get, want, need, pick, switch, make, create, add, export")
"""What somebody wants to do with a thing: left out where nothing here is called so."""
