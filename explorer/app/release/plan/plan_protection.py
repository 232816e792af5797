"""Whom a plan protects, what its ε and δ mean for one of them, and where the guarantee ends."""

from __future__ import annotations

from decimal import ROUND_FLOOR, Decimal, localcontext
from fractions import Fraction

from explorer.app.core import wording
from explorer.mark import N_, Sentence
from explorer.privacy.target import Neighbours
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Privacy

_DIGITS = 4  # of what is left of certainty, rounded down
_SURE = Decimal("1e-7")  # less than this is not worth a number


def whom(privacy: Privacy) -> Sentence:
    """Who is protected."""
    return wording.UNITS.get(privacy.unit) or N_("one {unit}", unit=privacy.unit_name or privacy.unit)


def beliefs(epsilon: Fraction, delta: Fraction) -> tuple[str, str] | None:
    r"""How sure one can be at most, and how sure at least of the contrary, from 50 %: as text in per cent.

    .. math:: \frac{e^{\varepsilon}+\delta}{1+e^{\varepsilon}},\qquad \frac{1-\delta}{1+e^{\varepsilon}}

    Guarantee
    ---------
    Proven upper bound, rounded up, and lower bound, rounded down, to four digits of the smaller one; None
    where less than 10⁻⁷ is left.

    Source
    ------
    Kairouz, Oh & Viswanath (2015), Theorem 2.1; for δ = 0 also Bayes' rule.

    >>> [beliefs(Fraction(epsilon), Fraction(0)) for epsilon in (1, 10, 99)]
    [('73.11 %', '26.89 %'), ('99.995461 %', '0.004539 %'), None]
    """
    with localcontext() as context:
        context.prec = 50
        grown = (Decimal(epsilon.numerator) / epsilon.denominator).exp()
        left = (1 - Decimal(delta.numerator) / delta.denominator) / (1 + grown)
        if left < _SURE:
            return None
        kept = (100 * left).quantize(Decimal(1).scaleb(left.adjusted() + 3 - _DIGITS), ROUND_FLOOR)
        texts = [f"{share:f}".rstrip("0").rstrip(".") + " %" for share in (100 - kept, kept)]
    return texts[0], texts[1]


def meaning(privacy: Privacy) -> tuple[Sentence, Sentence]:
    """What ε (and δ) mean for one unit, with a number, and where the number comes from."""
    found, one = beliefs(privacy.epsilon, privacy.delta), whom(privacy)
    source = N_("proven upper bound (e^ε + δ)/(1 + e^ε): Kairouz, Oh & Viswanath 2015, Theorem 2.1")
    if found is None:
        words = N_(
            "At this ε the numbers may reveal nearly everything about {whom}: the noise is small.", whom=one
        )
        return words, source
    most, least = found
    if privacy.neighbours is Neighbours.SUBSTITUTE:
        words = N_(
            "An attacker who knows all other rows and two equally likely versions of {whom} "
            "guesses correctly which one was counted in at most {most} of cases; without this "
            "release it is 50 %.",
            whom=one,
            most=most,
        )
    elif privacy.delta:
        words = N_(
            "An attacker who knows all other rows, with a prior belief of 50 % that {whom} is in "
            "the data, guesses correctly in at most {most} of cases; without this release it is 50 "
            "%.",
            whom=one,
            most=most,
        )
    else:
        words = N_(
            "For an attacker who knows all other rows, with a prior belief of 50 % that {whom} is "
            "in the data, the posterior belief after reading every number here is at most {most} "
            "and at least {least}.",
            whom=one,
            most=most,
            least=least,
        )
    return words, source


def bound(privacy: Privacy) -> Sentence:
    """How many rows of one unit count."""
    if privacy.unit_is_row:
        return N_("every record: a person with several records is protected less")
    said = N_(
        "at most {rows:plain} {rows:row|rows} of {whom}", rows=privacy.rows_per_person, whom=whom(privacy)
    )
    if privacy.cells_per_person is not None:
        said = N_(
            "{bound}, in at most {cells:plain} {cells:cell|cells}", bound=said, cells=privacy.cells_per_person
        )
    if privacy.rows_per_cell is not None:
        said = N_("{bound}, at most {rows:plain} of them in one cell", bound=said, rows=privacy.rows_per_cell)
    return said


def limits(plan: ReleasePlan) -> tuple[Sentence, ...]:
    """Where the promise ends."""
    said = [
        N_(
            "The guarantee is for this release. Every other release about the same people adds to "
            "the total privacy loss."
        ),
        N_("It can't stop anybody who has the file itself, or a copy of it on another computer."),
        N_("The timing of the draw, swapped memory, and other programs of the same user."),
        N_(
            "It starts at a table that can be read as declared: whether the file was such a table, "
            "and what was declared (bins, categories, contribution limits), is not protected."
        ),
    ]
    if plan.privacy.unit_is_row:
        said.append(N_("It protects one record, not a person who has several."))
    elif plan.privacy.id_column is None:
        said.append(
            N_("It holds if the stated contribution limit holds; a unit with more rows is protected less.")
        )
    else:
        said.append(N_("Two ids are two units: a person with several ids in the file is protected less."))
    return tuple(said)
