"""What a report says in plain words: who vouches for what, how it was made, how it is read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from explorer.app.release.plan.plan_noise import deviation, shown_scale
from explorer.app.release.plan.plan_protection import whom
from explorer.mark import N_, Sentence, at_most, verbatim
from explorer.privacy.notation import exact_text
from explorer.privacy.target import Neighbours
from explorer.release.plan.counted import counted
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Privacy
from explorer.release.queries.query import NoisedQuery
from explorer.release.values.noise_distribution import Noise
from explorer.release.values.private_choice import PERMUTE_AND_FLIP, Choice

_LONGEST = 12  # characters of an exact amount: ρ has so many digits
_HALF_OPEN = N_(
    "An interval includes its lower edge and not its upper edge, which is the lower edge of the next one."
)


def vouching(privacy: Privacy) -> Sentence:
    """Who answers for the bound."""
    if privacy.unit_is_row:
        return N_("not needed: a record counts once")
    if privacy.id_column is None:
        return N_("a statement by the data steward; not enforced by the program")
    return N_(
        "the program: rows above the contribution limit were left out, by the ids in the column “{column}”",
        column=privacy.id_column,
    )


def compared(privacy: Privacy) -> Sentence:
    """What the neighbouring relation compares."""
    if privacy.neighbours is Neighbours.SUBSTITUTE:
        return N_("substitute: the data as they are, and with {whom} replaced by another", whom=whom(privacy))
    return N_("add or remove: the data with {whom}, and without", whom=whom(privacy))


def factor(privacy: Privacy) -> Sentence:
    """The definition in one line."""
    if privacy.delta:
        return N_(
            "Between the compared data, the probability of any set of results differs by at most a "
            "factor of e^ε, plus δ."
        )
    return N_("Between the compared data, the probability of any result differs by at most a factor of e^ε.")


_DRAWN = N_(
    "A random whole number was added to every count, and to every sum in steps, drawn by exact integer "
    "arithmetic from the random bits of the operating system. There is no seed: nobody can draw it again or "
    "remove it."
)


def made(plan: ReleasePlan) -> tuple[Sentence, ...]:
    """How the numbers came to be."""
    bounded = N_(
        "Each row was assigned to exactly one cell of each table by rules fixed before the file "
        "was read; the rows of each cell were counted."
    )
    summed = [words for query in plan.queries if (words := query.made) is not None]
    if len(summed) == len(plan.queries):
        return (*summed, _DRAWN)
    counts = N_("What the numbers count: {quantity}.", quantity=counted(plan.privacy))
    raw = N_(
        "The counts are given as drawn. A count may be below zero, and parts may not sum to a "
        "total that was counted elsewhere."
    )
    every_row = plan.privacy.unit_is_row  # no row is left out of what was just said
    return (bounded, *(() if every_row else (counts,)), *summed, _DRAWN, raw)


def special(plan: ReleasePlan) -> tuple[Sentence, ...]:
    """Which cells every table has besides the declared ones."""
    columns = sorted(plan.columns, key=lambda column: column.order)
    if not columns:
        return ()
    special = dict.fromkeys(column.special_described for column in columns)
    return (N_("Cells in parentheses count the rows that fit no other cell."), *special)


def reading(plan: ReleasePlan) -> tuple[Sentence, ...]:
    """How the tables are read without being misled."""
    confidence = plan.output.confidence
    said = [
        N_(
            "The margin “each” holds for a single cell: its noise stays within it with probability "
            "{confidence:percent}. The margin “simultaneous” holds for all cells of one table "
            "simultaneously.",
            confidence=confidence,
        ),
        N_(
            "A margin is a noise margin, not a confidence interval: it says how far noise moved a "
            "count, and nothing about sampling or the quality of the data."
        ),
        N_(
            "A count smaller than its margin can hardly be distinguished from 0. Don't compare two "
            "counts that differ by less than the sum of their margins: the difference may be noise."
        ),
        N_(
            "A sum of cells is noisier than each cell: for n cells the sum of all n margins is "
            "safe; typically the margin is about √n times one margin."
        ),
    ]
    if any(column.is_ordered for column in plan.columns):
        said.append(_HALF_OPEN)
    if not plan.privacy.unit_is_row:
        said.append(
            N_(
                "Rows left out by the contribution limit are missing from the counts and not included "
                "in any margin."
            )
        )
    if plan.privacy.id_column is not None:
        said.append(N_("Rows without an id in “{column}” are not counted.", column=plan.privacy.id_column))
    if plan.output.nonnegative:
        said += _nonnegative(plan)
    return tuple(said)


def _nonnegative(plan: ReleasePlan) -> Iterator[Sentence]:
    """Which tables have counts of at least 0, what they are worth, and why others have none."""
    why = [query.without_nonnegative for query in plan.queries]
    if None in why:
        yield N_("The column “not below 0” is biased upward: small counts increase on average.")
    yield from dict.fromkeys(each for each in why if each is not None)


def mechanism(plan: ReleasePlan) -> Sentence:
    """The noise by its name."""
    if plan.privacy.rho is not None:
        return N_("discrete Gaussian noise (Canonne, Kamath & Steinke 2020)")
    return N_("discrete Laplace noise (Ghosh, Roughgarden & Sundararajan 2009)")


def widths(query: NoisedQuery) -> tuple[Sentence, ...]:
    """How wide each noise of one table is, and why, and what its private choices spend besides; what is too
    long to be read is rounded up.

    All digits stand in the metadata beside the published files.
    """
    parts = query.declared.noise_parts(query.terms)
    choices = Counter(each for each in query.declared.charges(query.terms) if isinstance(each, Choice))
    return (
        *(_width(_part(query.name, part.of), part.noise) for part in parts),
        *(_chosen(query.name, choice, count) for choice, count in choices.items()),
    )


def _chosen(name: str, choice: Choice, count: int) -> Sentence:
    pure = choice.sampler == PERMUTE_AND_FLIP
    return N_(
        "{name}: {count} private {count:choice|choices} by {sampler}, {amount} each",
        name=name,
        count=count,
        sampler=N_("permute-and-flip") if pure else N_("the exponential mechanism"),
        amount=_amount("ε" if pure else "ρ", choice.parameter),
    )


def _part(name: str, of: Sentence | None) -> Sentence:
    return verbatim(name) if of is None else N_("{name}, {of}", name=name, of=of)


def _width(name: Sentence, noise: Noise) -> Sentence:
    if noise.is_gaussian:
        return N_(
            "{name}: σ = {sigma}, σ² = Δ²/(2ρ), Δ² = {moved} (L2), {rho}",
            name=name,
            sigma=deviation(noise),
            moved=noise.sensitivity,
            rho=_amount("ρ", noise.parameter),
        )
    return N_(
        "{name}: scale {scale} = Δ/ε, Δ = {moved} (L1), {epsilon}",
        name=name,
        scale=shown_scale(noise.width),
        moved=noise.sensitivity,
        epsilon=_amount("ε", noise.parameter),
    )


def _amount(symbol: str, value: Fraction) -> Sentence:
    """An exact ε or ρ, or what it is rounded up to."""
    text = exact_text(value)
    if len(text) <= _LONGEST:
        return N_("{symbol} = {value}", symbol=symbol, value=text)
    return N_("{symbol} ≈ {value}", symbol=symbol, value=at_most(float(value)))
