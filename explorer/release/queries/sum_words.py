"""What is said of a sum: its margins, what its bounds do to the values, and how a mean is read."""

from __future__ import annotations

from fractions import Fraction

from explorer.mark import N_, Sentence, english
from explorer.privacy.notation import exact_text
from explorer.release.plan.labels import (
    MARGIN_EACH,
    MARGIN_JOINT,
    MEAN,
    MEAN_FROM,
    MEAN_TO,
    NOISED_ROWS,
    NOISED_SUM,
)
from explorer.release.plan.sections import Output
from explorer.release.queries.summed_cells import SummedCells
from explorer.release.queries.terms import Amount, Margins, Terms


def amount_text(value: Amount) -> str:
    """An exact amount for a person, thousands apart.

    >>> amount_text(Fraction(-2469, 2)), amount_text(100000)
    ('−1,234.5', '100,000')
    """
    whole, point, places = exact_text(abs(Fraction(value))).partition(".")
    return f"{'−' if value < 0 else ''}{int(whole):,}{point}{places}"


def clipping_words(declared: SummedCells) -> Sentence:
    """What the bounds make of the values."""
    return N_(
        "Values above {high} count as {high}, values below {low} as {low}, each rounded to a multiple of "
        "{step}.",
        low=amount_text(declared.low),
        high=amount_text(declared.high),
        step=amount_text(declared.step),
    )


def clipping_text(declared: SummedCells) -> str:
    """The same in English, for the files."""
    return english(clipping_words(declared))


def margins_words(declared: SummedCells, output: Output, margins: Margins) -> Sentence:
    """The margins of the sums, and beside them what clipping does."""
    each, joint = map(amount_text, margins.amounts)
    said = {
        "confidence": output.confidence,
        "each": each,
        "joint": joint,
        "groups": declared.groups,
        "clipping": clipping_words(declared),
    }
    if declared.groups == 1:
        return N_(
            "{confidence:percent} noise margin of the sum ±\N{NO-BREAK SPACE}{each}. {clipping} This bias "
            "comes on top of the noise.",
            **said,
        )
    return N_(
        "{confidence:percent} noise margin: each sum ±\N{NO-BREAK SPACE}{each}, simultaneously for all "
        "{groups:plain} {groups:group|groups} ±\N{NO-BREAK SPACE}{joint}. {clipping} "
        "This bias comes on top of the noise.",
        **said,
    )


def remark_words(declared: SummedCells, output: Output) -> tuple[Sentence, ...]:
    """Whose bounds these are, what is left out, and how a mean is read."""
    said = [
        N_(
            "The bounds were declared before the file was read. By how much they change the sums is never "
            "measured, as it depends on the private values."
        ),
        N_("Values that are missing or no number are left out of the sums and of the numbers of values."),
    ]
    if declared.mean:
        said.append(
            N_(
                "A mean is the noised sum divided by the noised number of values. All of its intervals hold "
                "simultaneously with probability at least {confidence:percent}, both noises included. Where "
                "the number of values might be 0 within the noise, there is no mean.",
                confidence=output.confidence,
            )
        )
    return tuple(said)


def number_texts(declared: SummedCells, terms: Terms) -> dict[str, str]:
    """What the columns of its table are, in English for the file."""
    confidence = exact_text(terms.output.confidence)
    simultaneous = f"simultaneously for all {declared.groups} groups at {confidence}, both noises included"
    return {
        NOISED_SUM: f"sum of {declared.value}, with noise. {clipping_text(declared)}",
        MARGIN_EACH: f"noise margin of each sum by itself, at {confidence}",
        MARGIN_JOINT: f"noise margin of all {declared.groups} sums together, at {confidence}",
        NOISED_ROWS: f"number of values of {declared.value} that are numbers, with noise; may be negative",
        MEAN: "noised sum divided by noised number of values, within the bounds; empty where mean_from is",
        MEAN_FROM: f"lower end of the mean, {simultaneous}; empty where the number of values might be 0",
        MEAN_TO: f"upper end of the mean, {simultaneous}; empty where the number of values might be 0",
    }
