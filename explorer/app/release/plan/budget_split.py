"""How the queries of a plan share what is spent: parts that always add up to all of it, some locked.

A part is exact, and its share in the plan's text is that part. What adjusts itself is kept to six decimal
places where its exact fraction would grow, and the largest of them takes what is left.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from copy import deepcopy
from fractions import Fraction

from explorer.app.release.plan.plan_draft import Document, Edits, queries_of, text_of
from explorer.mark import N_
from explorer.privacy.notation import exact_text, read_exact
from explorer.privacy.refusal import NotANumber, NotValid
from explorer.privacy.spelling import plain

_STEPS = 10**6  # of what adjusts itself
_FINEST = 10**9  # of what is typed
_PLACES = 6  # characters of a percentage that is shown as it is


def parts_of(plan: Document) -> tuple[Fraction, ...] | None:
    """The part of each query, together 1; None where a share is no positive number."""
    shares = [_share(query.get("share", "1")) for _, query in queries_of(plan)]
    known = [share for share in shares if share is not None and share > 0]
    if not known or len(known) < len(shares):
        return None
    total = sum(known)
    return tuple(share / total for share in known)


def _share(value: object) -> Fraction | None:
    try:
        return read_exact(value) if isinstance(value, str) and len(value) <= 400 else None
    except NotANumber:
        return None


def shown_part(part: Fraction) -> str:
    """A part as a person reads it: exact where that is short, else marked as rounded.

    >>> shown_part(Fraction(2, 5)), shown_part(Fraction(1, 3))
    ('40 %', '≈ 33.33 %')
    """
    exact = exact_text(100 * part)
    return f"{exact} %" if "/" not in exact and len(exact) <= _PLACES else f"≈ {float(100 * part):.4g} %"


def typed_part(text: str) -> Fraction:
    """What a person means by "40", "40 %", "2/5" or "2 in 5".

    >>> typed_part("40 %") == typed_part("40") == typed_part("2/5") == typed_part("2 in 5") == Fraction(2, 5)
    True

    Raises
    ------
    NotValid
        It is none, not above 0, or finer than can be kept.
    """
    typed = text.replace("≈", "").strip()
    number = _share(typed)
    if number is None:
        raise NotValid(N_("a share is a percentage, like 40, or a fraction of the whole, like 2/5"))
    of_one = any(mark in plain(typed) for mark in "/%‰")
    part = number if of_one else number / 100
    if part <= 0:
        raise NotValid(N_("a share must be greater than 0"))
    if part.denominator > _FINEST:
        raise NotValid(N_("a share has at most 7 decimal places: write fewer"))
    return part


def split_edits(plan: Document, position: int, text: str, locked: Collection[int]) -> Edits:
    """The shares once one of them is typed: those locked stay, the others keep their proportions.

    Raises
    ------
    NotValid
        The text is no share; nothing is left for the others, or nobody to take the rest; another share does
        not read.
    """
    part = typed_part(text)
    parts = parts_of(_with_share(plan, position))
    if parts is None:
        raise NotValid(N_("correct the other shares first: one of them is not a positive number"))
    kept = {place: parts[place] for place in locked if place != position}
    check_room(part, kept.values(), len(parts))
    return _edits(plan, settled(parts, {**kept, position: part}))


def check_room(part: Fraction, kept: Collection[Fraction], count: int) -> None:
    """Raise NotValid where one of `count` parts leaves the others nothing, or nobody to take the rest.

    Parameters
    ----------
    kept : the others that stay as they are
    """
    room = 1 - sum(kept, Fraction(0))
    if len(kept) == count - 1 and part != room:
        raise NotValid(N_("every other share is locked: unlock one, so that it can adjust"))
    if len(kept) < count - 1 and part >= room:
        raise NotValid(N_("the other shares need some too: type less than {room:percent}", room=room))


def _with_share(plan: Document, position: int) -> Document:
    """The plan with a share at `position` that reads, where what stands there does not: it is replaced."""
    changed = deepcopy(plan)
    _, query = queries_of(changed)[position]
    if (_share(query.get("share", "1")) or Fraction(0)) <= 0:
        query["share"] = "1"
    return changed


def settled(weights: Sequence[Fraction], kept: Mapping[int, Fraction]) -> tuple[Fraction, ...]:
    """Parts that add up to 1: those of `kept`, and the others in proportion to their weights.

    Raises
    ------
    NotValid
        What is left is too little to be divided.
    """
    room = 1 - sum(kept.values(), Fraction(0))
    free = [place for place in range(len(weights)) if place not in kept]
    whole = sum((weights[place] for place in free), Fraction(0))
    parts = {place: room * weights[place] / whole for place in free}
    if any(part.denominator > _STEPS for part in parts.values()) and len(free) > 1:
        most = max(free, key=lambda place: weights[place])
        parts = {place: Fraction(int(part * _STEPS), _STEPS) for place, part in parts.items()}
        parts[most] = room - sum(part for place, part in parts.items() if place != most)
    if any(part <= 0 for part in parts.values()):
        raise NotValid(N_("too little is left for the other shares: type less"))
    return tuple(kept.get(place, parts.get(place, Fraction(0))) for place in range(len(weights)))


def _edits(plan: Document, parts: Sequence[Fraction]) -> Edits:
    paths = [path for path, _ in queries_of(plan)]
    return tuple((f"{path}.share", exact_text(part)) for path, part in zip(paths, parts, strict=True))


Split = tuple[str, frozenset[int]]


def grown(before: Document, after: Document, locked: frozenset[int]) -> Split:
    """The plan's text with one more query, which takes a fair part of what is not locked.

    It is the last of its kind: queries of further kinds stand behind it. Where all are locked there is
    nothing to take: then no lock stays.
    """
    parts = parts_of(before)
    free = [part for place, part in enumerate(parts or ()) if place not in locked]
    known = {path for path, _ in queries_of(before)}
    at = next(place for place, (path, _) in enumerate(queries_of(after)) if path not in known)
    moved = frozenset(place + (place >= at) for place in locked)
    if not locked or parts is None or not free:
        return text_of(after), frozenset() if not free else moved
    weights = (*parts[:at], sum(free, Fraction(0)) / len(free), *parts[at:])
    return _resettled(after, weights, {place: weights[place] for place in moved}), moved


def shrunk(before: Document, after: Document, gone: int, locked: frozenset[int]) -> Split:
    """The plan's text without query number `gone`, whose part goes to those that are not locked.

    Where all others are locked nobody can take it: then no lock stays.
    """
    parts = parts_of(before)
    moved = frozenset(place - (place > gone) for place in locked if place != gone)
    left = [part for place, part in enumerate(parts or ()) if place != gone]
    if len(moved) == len(left):
        moved = frozenset()
    if not moved:
        return text_of(after), moved
    return _resettled(after, left, {place: left[place] for place in moved}), moved


def _resettled(after: Document, weights: Sequence[Fraction], kept: Mapping[int, Fraction]) -> str:
    shares = settled(weights, kept)
    changed = deepcopy(after)
    for (_, query), share in zip(queries_of(changed), shares, strict=True):
        query["share"] = exact_text(share)
    return text_of(changed)
