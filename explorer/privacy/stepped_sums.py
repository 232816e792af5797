"""How far one unit can move sums of whole numbers by group, when each row adds a bounded one: exact norms."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from explorer.mark import N_
from explorer.privacy.refusal import NotValid
from explorer.privacy.sensitivity import Sensitivity
from explorer.privacy.target import Neighbours


def stepped_sums(
    least: int,
    most: int,
    groups: int,
    neighbours: Neighbours,
    rows: int = 1,
    rows_per_group: int | None = None,
    groups_per_person: int | None = None,
) -> Sensitivity:
    r"""The norms of the change that one unit makes to the sums of `groups` disjoint groups.

    Each row adds one whole number between `least` and `most`, or nothing, to one group. A unit has at most m
    = `rows` rows, c in a group, in l groups. With p = min(0, least), q = max(0, most), A the larger and B the
    smaller of |p| and q, T = min(m, c l), and n the vector of rows a group, c in T div c of them and T mod c
    in one more:

    .. math:: \|x\|_1 \le A\,T,\quad \|x\|_2^2 \le A^2 \|n\|_2^2

    for add or remove. Under substitution the change is x − y; a group with n rows before and n' after moves
    by at most max(A n + B n', B n + A n'), which is convex, so that the worst case is two such vectors, laid
    over each other in the worst of finitely many ways: apart, where the groups suffice, or upon each other,
    where numbers of both signs meet.

    Guarantee
    ---------
    Exact: attained by rows that these bounds allow.

    Raises
    ------
    NotValid
        A bound below 1, or numbers between which nothing lies.

    >>> stepped_sums(-2, 3, 1, Neighbours.ADD_REMOVE).L1, stepped_sums(-2, 3, 1, Neighbours.SUBSTITUTE).L1
    (3, 5)
    """
    bounds = (groups, rows, rows_per_group, groups_per_person)
    if any(bound is not None and bound < 1 for bound in bounds):
        raise NotValid(N_("a contribution limit is a whole number of at least 1"), "rows_per_person")
    if not least < most:
        raise NotValid(N_("the lower bound must be below the upper one"), "low")
    reach, within = sorted((abs(min(0, least)), max(0, most)), reverse=True)
    in_group = min(rows_per_group or rows, rows)
    each = min(groups, groups_per_person or groups)
    full, rest = divmod(min(rows, in_group * each), in_group)
    here = min(rows, each)
    if neighbours is not Neighbours.SUBSTITUTE:
        total = full * in_group + rest
        squared = full * in_group**2 + rest**2
        return Sensitivity(here, reach * total, reach**2 * squared, reach * in_group)
    moves = _Moves(reach, within, in_group, full, rest)
    ways = list(moves.ways(groups))
    return Sensitivity(
        L0=min(2 * here, groups),
        L1=max(moves.total(way, 1) for way in ways),
        L2_squared=max(moves.total(way, 2) for way in ways),
        Linf=(reach + within) * in_group,
    )


_Way = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class _Moves:
    """Two vectors of rows a group, each with `in_group` in `full` groups and `rest` in one more."""

    reach: int
    within: int
    in_group: int
    full: int
    rest: int

    def ways(self, groups: int) -> Iterator[_Way]:
        """How many pairs of groups fall together: full with full, full with rest, rest with rest.

        Every total is linear in the first of them, so that its ends suffice.
        """
        some = int(self.rest > 0)
        crossed = ((0, 0), (0, 1), (1, 1)) if some else ((0, 0),)
        for one, other in crossed:
            for ends in range(some - max(one, other) + 1):
                most = self.full - max(one, other)
                least = 2 * (self.full + some) - one - other - ends - groups
                if least <= most:
                    for pairs in {max(0, least), most}:
                        yield pairs, one + other, ends

    def total(self, way: _Way, power: int) -> int:
        """The sum over all groups of what each moves by, to this power."""
        full, crossed, ends = way
        some = int(self.rest > 0)
        groups = (
            (full, self._moved(self.in_group, self.in_group)),
            (crossed, self._moved(self.in_group, self.rest)),
            (ends, self._moved(self.rest, self.rest)),
            (2 * self.full - 2 * full - crossed, self._moved(self.in_group, 0)),
            (2 * some - 2 * ends - crossed, self._moved(self.rest, 0)),
        )
        return sum(many * (moved if power == 1 else moved * moved) for many, moved in groups)

    def _moved(self, more: int, fewer: int) -> int:
        return self.reach * more + self.within * fewer
