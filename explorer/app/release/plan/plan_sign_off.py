"""Signing a plan off and locking it, as pure functions of its text; and how that stands, in a sentence."""

from __future__ import annotations

from dataclasses import dataclass, replace

from explorer.app.release.plan.plan_draft import document, judged, text_of, value_of
from explorer.mark import N_, Sentence
from explorer.privacy.refusal import NotValid
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.plan_file import signed_content
from explorer.release.plan.signatures import KEYS, SECOND, SignOff, is_same_person

HONEST = N_(
    "This is a record, not a cryptographic signature: anybody who can edit the file can sign it "
    "again. It guarantees that no later change of the plan runs under this name."
)
HELD = N_("A record, not a cryptographic signature: no later change of the plan runs under it.")
UNHELD = N_(
    "Locked by hand, without a digest: an edit of the file would not be noticed before it has run once."
)
UNTITLED = N_("Give the plan a title to sign it off")
AWAITED = N_("A second, different person has to sign it off before it can be released.")
INCOMPLETE = N_("Complete the plan to sign it off")


@dataclass(frozen=True, slots=True)
class Standing:
    """How a plan stands. `line` is None where nobody signed it and it is not locked; `why` : what that means.

    `signable` : it is valid, has a title and nobody holds it; `missing` : what it needs first;
    `awaits` : it is locked, and needs a second signer before it is released.
    """

    locked: bool = False
    signable: bool = False
    line: Sentence | None = None
    why: Sentence | None = None
    missing: Sentence | None = None
    awaits: bool = False


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
    privacy = None if plan is None else plan.privacy
    if privacy is not None and privacy.two_signers and not privacy.second_signed_off:
        line = N_(
            "signed off by {signed_off}; a second signer is needed before it is released", signed_off=name
        )
        return Standing(True, False, line, HELD, awaits=True)
    if privacy is not None and privacy.second_signed_off:
        values_of = {"first": name, "second": privacy.second_signed_off}
        return Standing(True, False, N_("signed off by {first} and by {second}; locked", **values_of), HELD)
    line = N_("signed off by {signed_off}; locked", signed_off=name)
    return Standing(True, False, line, HELD if value_of(values, "privacy.signed_digest") else UNHELD)


def signed(text: str, who: SignOff, two: bool = False) -> str:
    """The plan signed off and locked, with the digest of what it declares.

    With `two` it needs a second signer before it is released; who signs a plan that awaits one is that.

    Raises
    ------
    NotValid
        It is no valid plan yet, it has no title, it is locked already, or the sign-off names nobody.
    """
    plan, problems = judged(text) if text else (None, ())
    if plan is None:
        raise problems[0] if problems else NotValid(N_("there is no plan to sign off yet"), "plan")
    if standing(text).awaits:
        return _signed_again(text, plan, who)
    if plan.privacy.locked:
        raise NotValid(
            N_("this plan is locked already: make an unlocked copy to sign that"), "privacy.locked"
        )
    if not plan.title.strip():
        raise NotValid(UNTITLED, "title")
    line = who.text()
    two = two or plan.privacy.two_signers
    privacy = replace(plan.privacy, signed_off=line, signed_digest="", locked=True, two_signers=two)
    keys = {
        "signed_off": line,
        "signed_digest": signed_content(replace(plan, privacy=privacy)),
        "locked": True,
        **({"two_signers": True} if two else {}),
    }
    return _with_keys(text, keys)


def _signed_again(text: str, plan: ReleasePlan, who: SignOff) -> str:
    """The same plan with its second signature, and the digest over both."""
    line, first = who.text(), plan.privacy.signed_off
    if is_same_person(first, line):
        sentence = N_(
            "“{name}” has signed this plan already: the second signer is another person", name=who.name
        )
        raise NotValid(sentence, "by")
    privacy = replace(plan.privacy, second_signed_off=line)
    digest = signed_content(replace(plan, privacy=privacy))
    keys = {"signed_off": first, "signed_digest": digest, "locked": True, SECOND: line}
    return _with_keys(text, keys)


def unlocked(text: str) -> str:
    """A copy that nobody has signed off: it may be changed."""
    return _with_keys(text, {})


def _with_keys(text: str, keys: dict[str, object]) -> str:
    values = document(text)
    old = (*KEYS, SECOND)
    privacy = {key: value for key, value in values.get("privacy", {}).items() if key not in old}
    return text_of({**values, "privacy": {**privacy, **keys}})
