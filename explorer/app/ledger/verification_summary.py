"""What the verification of a ledger found, in sentences: whole, refused, and what to do then."""

from __future__ import annotations

from explorer.app.ledger.ledger_view import Ledger
from explorer.mark import N_, Sentence
from explorer.release.ledger.verification import Verified, Witnessed

NO_WITNESS = N_(
    "There is no witness on this computer yet, so a restored old copy could not be detected. The "
    "next spend writes one."
)
WITNESSED = {
    Witnessed.AGREES: N_("Its witness, kept outside the ledger's folder, agrees."),
    Witnessed.BEHIND: N_(
        "It is ahead of its witness: the program ended before the newest entry was noted there. "
        "The next spend corrects that; nothing is lost."
    ),
    Witnessed.MISSING: NO_WITNESS,
}


def entries(how: Verified) -> Sentence:
    """What was checked."""
    return N_(
        "{rows:plain} {rows:entry|entries}, each checked against the one before it.",
        rows=how.rows,
    )


def _damaged(what: Sentence | None) -> Sentence | None:
    """Which entry, and of what that is a sign."""
    if what is None:
        return None
    return N_(
        "In this ledger {what}: a disk that fails, a copy that was cut short, or an edit by hand. What comes "
        "after it proves nothing.",
        what=what,
    )


def meaning(ledger: Ledger) -> tuple[Sentence, ...]:
    """What it means that a ledger is refused, and what to do."""
    if ledger.missing:
        cause = N_(
            "This computer has seen a ledger in this folder, and its file is not there any more: it was "
            "deleted or moved, or the disk that it lies on is not connected."
        )
        mend = N_(
            "Connect the disk, or put the newest copy of the ledger's folder back, and verify "
            "again. Nothing can be spent until it is back, or until a new ledger is started on "
            "purpose, with a reason."
        )
    elif ledger.replaced:
        cause = N_(
            "It is intact, but this computer last used another ledger in this folder: this one is "
            "from before a new one was started, or belongs to somebody else."
        )
        mend = N_(
            "Put back the ledger that was last used, and verify again. Continuing with this one "
            "leaves out what was spent from that one; it needs a reason, which is logged."
        )
    elif not ledger.whole:
        cause = _damaged(ledger.damage) or N_(
            "Its entries do not follow from each other, or cannot be read: a disk that fails, a copy that "
            "was cut short, an edit by hand, or another program that holds it."
        )
        mend = N_(
            "Put the newest whole copy of the ledger's folder back, from a backup or another disk, and "
            "verify again. Until then nothing can be spent."
        )
    else:
        cause = N_(
            "Each entry follows from the one before, but this computer has seen newer ones: it is an older "
            "copy, in which spends are missing."
        )
        mend = N_(
            "Put the newest copy of the ledger's folder back and verify again. An older one would let the "
            "same budget be spent twice."
        )
    return cause, mend, N_("Tables that were exported are not touched by this.")
