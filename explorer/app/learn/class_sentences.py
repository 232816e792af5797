"""k, ℓ and t of a table in words: the answer, what it means, which classes miss a limit."""

from __future__ import annotations

from explorer.app.learn.table_classes import FailingClass, Judgement, MeasuredClasses, SizeRange
from explorer.mark import N_, Sentence, at_least, at_most, verbatim


def size_named(size: SizeRange) -> Sentence:
    """The rows of such classes, in words."""
    if size.high is None:
        return N_("{low} {low:row|rows} or more", low=size.low)
    if size.high == size.low:
        return N_("{low} {low:row|rows}", low=size.low)
    return N_("{low} to {high} {high:row|rows}", low=size.low, high=size.high)


def size_said(size: SizeRange) -> Sentence:
    """How many classes and rows there are of that size."""
    return N_(
        "{classes} {classes:class|classes}, {rows} {rows:row|rows}", classes=size.classes, rows=size.rows
    )


def answer(of: MeasuredClasses) -> tuple[Sentence, Sentence]:
    """The large number, and what it means for a person."""
    names = of.found.columns.quasi
    key = N_("k = {k}", k=of.k)
    if of.found.table.classes == 1:
        words = N_(
            "all {rows} {rows:row|rows} {rows:is|are} in one class: {columns} tell nobody apart",
            rows=of.found.rows,
            columns=names,
        )
    elif of.k == 1:
        words = N_(
            "{alone} of {rows} {rows:row|rows} {alone:is|are} alone in {alone:its class|their classes}: "
            "who knows {columns} knows whose {alone:it is|they are}",
            alone=int((of.sizes == 1).sum()),
            rows=of.found.rows,
            columns=names,
        )
    else:
        words = N_(
            "every row agrees with at least {others} {others:other|others} in {columns}",
            columns=names,
            others=of.k - 1,
        )
    return key, words


def readings(of: MeasuredClasses) -> tuple[tuple[Sentence, Sentence, str], ...]:
    """ℓ and t: the number, what it is, and its source. All are exact for this table."""
    if of.distinct is None or of.entropy is None or of.distances is None:
        return ()
    name = of.found.columns.sensitive
    return (
        (
            N_("ℓ = {count}", count=int(of.distinct.min())),
            N_("different values of {column} in the class with the fewest", column=name),
            "Machanavajjhala, Kifer, Gehrke & Venkitasubramaniam 2007, §4",
        ),
        (
            N_("entropy ℓ = {count}", count=at_least(float(of.entropy.min()))),
            N_("the same, where a value that is frequent counts for less"),
            "Machanavajjhala et al. 2007, Definition 4.1",
        ),
        (
            N_("t = {distance}", distance=at_most(float(of.distances.max()))),
            N_("distance of the farthest class from the whole table, {distance}", distance=of.distance),
            "Li, Li & Venkatasubramanian 2007, §3",
        ),
    )


def remarks(of: MeasuredClasses) -> tuple[Sentence, ...]:
    """What else is to be said: the sizes, missing values, and what must not be concluded."""
    found = of.found
    said = [
        N_(
            "{classes} {classes:class|classes} of {rows} {rows:row|rows}",
            classes=found.table.classes,
            rows=found.rows,
        )
    ]
    if found.missing:
        said.append(
            N_(
                "{count} {count:row|rows} {count:lacks|lack} one of these values; a missing value counts "
                "as a value of its own",
                count=found.missing,
            )
        )
    if None in found.sensitive:
        said.append(
            N_(
                "A missing {column} is a value of its own, the last in an order",
                column=found.columns.sensitive,
            )
        )
    return tuple(said)


LIMITS_OF_K = N_(
    "k, ℓ and t say something of this table alone. They leave out what else is known of these people, or "
    "published later."
)


def judgement_said(judgement: Judgement, of: MeasuredClasses) -> Sentence:
    """How many classes miss a limit."""
    if not judgement.count:
        return N_("Every class keeps these limits")
    if judgement.count > len(judgement.failing):
        return N_(
            "{count} of {classes} {classes:class|classes}, with {rows} {rows:row|rows}, {count:misses|miss} "
            "a limit; the worst {shown}:",
            count=judgement.count,
            classes=of.found.table.classes,
            rows=judgement.rows,
            shown=len(judgement.failing),
        )
    return N_(
        "{count} of {classes} {classes:class|classes}, with {rows} {rows:row|rows}, "
        "{count:misses|miss} a limit:",
        count=judgement.count,
        classes=of.found.table.classes,
        rows=judgement.rows,
    )


KIND = N_("exact, of the rows as they are")
HEADINGS = (N_("class"), N_("rows"), N_("ℓ"), N_("t"))


def cells(failing: FailingClass) -> tuple[Sentence, ...]:
    """One line of the list of classes that miss a limit: name, rows, ℓ and t."""
    return (
        N_("{parts}", parts=failing.name),
        N_("{count}", count=failing.rows),
        verbatim("–") if failing.distinct is None else N_("{count}", count=failing.distinct),
        verbatim("–") if failing.distance is None else N_("{value:3}", value=failing.distance),
    )


COLUMN_OF = {"k": 1, "l": 2, "t": 3}
"""Of each limit the column in which a class that misses it is marked."""
