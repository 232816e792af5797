"""Households in a noised count, what can be computed from it, and a study that needs no single person."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from explorer.lessons.parts.picture import Axis, Chart, Columns, Curve, Level, Marker, Sheet
from explorer.mark import N_, Sentence
from explorer.privacy.accounting.groups import group_privacy
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.pairs.pair import FinitePair
from explorer.privacy.risk import of_mechanism, worst_case
from explorer.privacy.samplers.integer_sampler import Bits, discrete_laplace
from explorer.privacy.status import Kind

RUNS = 1000  # simulated households
LARGEST = 20
_SHOWN = 12  # counts beside the middle
_FAR = 60.0  # noise scales: what lies beyond has a probability below 1e-25
_PEOPLE = 4000  # of the study
_SMOKERS, _ILL, _OTHERS_ILL = 0.3, 0.18, 0.03


def right_guesses(epsilon: Fraction, size: int, runs: int, bits: Bits) -> int:
    """How often a household of `size` is placed correctly by the side of the middle that its count lies on.

    Half of the households are in the data, and the count is its own without the noise of everybody else.
    """
    inside = bits.below(2, runs).astype(np.int64)
    released = size * inside + discrete_laplace(bits, 1 / epsilon, runs)
    said = 2 * released > size
    return int(np.count_nonzero(said == (inside == 1)))


def two_counts(noise: DiscreteLaplace) -> Chart:
    """The distributions of the released count without the household and with it."""
    size = int(noise.sensitivity)
    counts = np.arange(-_SHOWN, size + _SHOWN + 1, dtype=np.float64)
    return Chart(
        "two-counts",
        N_("The released count, without and with the household"),
        N_(
            "Two distributions of the released count, one around 0 without the household and one around "
            "{size} with it.",
            size=size,
        ),
        Axis(N_("released count, less all others"), -_SHOWN - 0.5, LARGEST + _SHOWN + 0.5, whole=True),
        Axis(N_("probability"), 0.0, 1.0),
        (
            Columns(
                "without", counts - 0.2, noise.density(counts), 0.4, "without", N_("without the household")
            ),
            Columns(
                "with", counts + 0.2, noise.density(counts - size), 0.4, "with", N_("with the household")
            ),
            Level("middle", size / 2, N_("the attacker's threshold"), upright=True),
        ),
    )


def by_size(epsilon: float, size: int) -> Chart:
    """The best attacker's accuracy for each size of the household."""
    sizes = np.arange(1, LARGEST + 1)
    scale = DiscreteLaplace.calibrated(epsilon, 0.0, 1.0).scale
    exact = [of_mechanism(DiscreteLaplace(scale, float(each))).best_guess for each in sizes]
    most = [worst_case(group_privacy(epsilon, 0.0, int(each))[0], 0.0).best_guess for each in sizes]
    x = sizes.astype(np.float64)
    return Chart(
        "by-size",
        N_("How often the best attacker is right about a household"),
        N_("The accuracy of the best attacker rises towards certainty with the size of the household."),
        Axis(N_("people of one household"), 1.0, float(LARGEST), whole=True),
        Axis(N_("right guesses"), 0.5, 1.0),
        (
            Curve("exact", x, np.array(exact), "with", N_("this noise"), wide=True),
            Curve("bound", x, np.array(most), "ink", N_("bound"), Kind.UPPER),
            Marker("size", N_("household of {size}", size=size)),
        ),
    )


def margins(epsilon: float, size: int) -> Chart:
    """The noise margin that hides a household of each size."""
    sizes = np.arange(1, LARGEST + 1)
    wide = [DiscreteLaplace.calibrated(epsilon, 0.0, float(each)).margin(0.95) for each in sizes]
    return Chart(
        "margins",
        N_("The noise that hides a whole household"),
        N_("The noise margin rises in proportion to the size of the household that it hides."),
        Axis(N_("people of one household"), 1.0, float(LARGEST), whole=True),
        Axis(N_("noise margin, 95 %"), 0.1, 10_000.0, logarithmic=True),
        (
            Curve(
                "margin",
                sizes.astype(np.float64),
                np.maximum(wide, 0.1),
                "exact",
                N_("noise margin"),
                wide=True,
            ),
            Marker("size", N_("household of {size}", size=size)),
        ),
    )


def computations(noise: DiscreteLaplace) -> Sheet:
    """The accuracy of the best attacker after each of five computations from one released count."""
    reach = int(np.ceil(_FAR * noise.scale)) + 5
    counts = np.arange(-reach, reach + int(noise.sensitivity) + 1)
    rows: tuple[tuple[Sentence, np.ndarray], ...] = (
        (N_("the released count"), counts),
        (N_("copied a thousand times"), 1000 * counts),
        (N_("negative counts set to 0"), np.maximum(counts, 0)),
        (N_("squared"), counts * counts),
        (N_("rounded to tens"), np.rint(counts / 10).astype(np.int64)),
    )
    return Sheet(
        "computations",
        N_("What an attacker gains by computing"),
        N_("Five computations from the released count; none has a larger accuracy than the count itself."),
        (N_("computed from the count"), N_("right guesses")),
        tuple((said, N_("{share:percent}", share=accuracy_of(noise, found))) for said, found in rows),
    )


def accuracy_of(noise: DiscreteLaplace, computed: np.ndarray) -> float:
    """(1 + δ(0))/2 of what is computed; `computed` belongs to the counts of `computations`, in order."""
    reach = int(np.ceil(_FAR * noise.scale)) + 5
    counts = np.arange(-reach, reach + int(noise.sensitivity) + 1, dtype=np.float64)
    _, place = np.unique(computed, return_inverse=True)
    one, other = (np.bincount(place, noise.density(counts - moved)) for moved in (0.0, noise.sensitivity))
    with np.errstate(divide="ignore"):
        found = (1 + FinitePair(np.log(one), np.log(other)).delta(0.0)) / 2
    return min(found, float(np.nextafter(1.0, 0.0)))  # nothing is certain: rounding aside


def study(random: np.random.Generator, bits: Bits, epsilon: Fraction) -> Sheet:
    """Smokers and others, ill or not: four noised counts with one smoker in the data, and without.

    The four counts share nobody, so that ε is that of all of them together.
    """
    smokers = int(random.binomial(_PEOPLE, _SMOKERS))
    ill = int(random.binomial(smokers, _ILL))
    others_ill = int(random.binomial(_PEOPLE - smokers, _OTHERS_ILL))
    truth = np.array([ill, smokers - ill, others_ill, _PEOPLE - smokers - others_ill])
    rows = []
    for said, counts in (
        (N_("with this smoker"), truth),
        (N_("without this smoker"), truth - np.array([1, 0, 0, 0])),
    ):
        noised = counts + discrete_laplace(bits, 1 / epsilon, 4)
        rows.append((said, _rate(noised[0], noised[1]), _rate(noised[2], noised[3])))
    return Sheet(
        "study",
        N_("A study of smoking, from noised counts"),
        N_(
            "Two lines of noised rates of illness, with one smoker in the data and without, are nearly alike."
        ),
        (N_("data"), N_("ill among smokers"), N_("ill among others")),
        tuple(rows),
        {(0, 1): "with", (1, 1): "with"},
        N_("The conclusion about smokers is the same in both lines."),
    )


def _rate(ill: int, well: int) -> Sentence:
    total = int(ill) + int(well)
    return N_("{share:percent}", share=int(ill) / total) if total > 0 else N_("–")
