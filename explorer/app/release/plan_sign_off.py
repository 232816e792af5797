"""Signing a plan off and locking it, as pure functions of its text; and how that stands, in a sentence."""

from __future__ import annotations

from dataclasses import dataclass, replace

from explorer.app.release.plan_draft import document, judged, text_of, value_of
from explorer.mark import N_, Sentence
from explorer.privacy.refusal import NotValid
from explorer.release.plan.plan_file import signed_content
from explorer.release.plan.signatures import KEYS, SignOff

HONEST = N_(
    "This is a record, not a cryptographic signature: anybody who can edit the file can sign it "
    "again. It guarantees that no later change of the plan runs under this name."
)
HELD = N_("A record, not a cryptographic signature: no later change of the plan runs under it.")
UNHELD = N_(
    "Locked by hand, without a digest: an edit of the file would not be noticed before it has run once."
)
UNTITLED = N_("Give the plan a title to sign it off")
INCOMPLETE = N_("Complete the plan to sign it off")


@dataclass(frozen=True, slots=True)
class Standing:
    """How a plan stands. `line` is None where nobody signed it and it is not locked; `why` : what that means.

    `signable` : it is valid, has a title and nobody holds it; `missing` : what it needs first.
    """

    locked: bool = False
    signable: bool = False
    line: Sentence | None = None
    why: Sentence | None = None
    missing: Sentence | None = None


def standing(text: str) -> Standing:
    """Whether somebody signed the plan off, and whether it is locked."""
    if not text:
        return Standing()
    plan, problems = judged(text)
    values = document(text)
    locked = value_of(values, "privacy.locked") is True
    signed_off = value_of(values, "privacy.signed_off")
    name = signed_off if isinstance(signed_off, str) else ""
    if not locked:
        line = N_("signed off by {signed_off}; not locked", signed_off=name) if name else None
        titled = plan is not None and bool(plan.title.strip())
        missing = UNTITLED if plan is not None else INCOMPLETE
        return Standing(False, titled, line, missing=None if titled else missing)
    changed = [each.sentence for each in problems if each.field == "privacy.signed_digest"]
    if changed:
        return Standing(True, False, changed[0])
    if not name:
        return Standing(True, False, N_("locked: it runs unchanged or not at all"), UNHELD)
    line = N_("signed off by {signed_off}; locked", signed_off=name)
    return Standing(True, False, line, HELD if value_of(values, "privacy.signed_digest") else UNHELD)


def signed(text: str, who: SignOff) -> str:
    """The plan signed off and locked, with the digest of what it declares.

    Raises
    ------
    NotValid
        It is no valid plan yet, it has no title, it is locked already, or the sign-off names nobody.
    """
    plan, problems = judged(text) if text else (None, ())
    if plan is None:
        raise problems[0] if problems else NotValid(N_("there is no plan to sign off yet"), "plan")
    if plan.privacy.locked:
        raise NotValid(
            N_("this plan is locked already: make an unlocked copy to sign that"), "privacy.locked"
        )
    if not plan.title.strip():
        raise NotValid(UNTITLED, "title")
    line = who.text()
    privacy = replace(plan.privacy, signed_off=line, signed_digest="", locked=True)
    keys = {
        "signed_off": line,
        "signed_digest": signed_content(replace(plan, privacy=privacy)),
        "locked": True,
    }
    return _with_keys(text, keys)


def unlocked(text: str) -> str:
    """A copy that nobody has signed off: it may be changed."""
    return _with_keys(text, {})


def _with_keys(text: str, keys: dict[str, object]) -> str:
    values = document(text)
    privacy = {key: value for key, value in values.get("privacy", {}).items() if key not in KEYS}
    return text_of({**values, "privacy": {**privacy, **keys}})
