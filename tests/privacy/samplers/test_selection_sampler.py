"""The exact samplers of choices: each by enumeration over the bits, then its distribution."""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np
import pytest
from enumeration import ALPHA, Branching, distribution
from scipy import stats
from thoroughness import THOROUGH

from explorer.privacy.mechanism import Selection
from explorer.privacy.mechanisms.exponential import Exponential
from explorer.privacy.mechanisms.permute_and_flip import PermuteAndFlip
from explorer.privacy.mechanisms.randomized_response import RandomizedResponse
from explorer.privacy.refusal import NotValid, OutOfRange
from explorer.privacy.samplers import integer_sampler as exact_sampler
from explorer.privacy.samplers import selection_sampler
from explorer.privacy.samplers.integer_sampler import Bits, RandomBytes
from explorer.privacy.samplers.selection_sampler import (
    answer_proposals,
    choice_proposals,
    exponential,
    permute_and_flip,
    randomized_response,
)

Sampler = Callable[[Bits, Sequence[Fraction], Fraction, int], np.ndarray]
SCORES = (Fraction(1), Fraction(1, 3), Fraction(1), Fraction(-2, 5))
BOTH = pytest.mark.parametrize(
    ("sampler", "kind"), [(exponential, Exponential), (permute_and_flip, PermuteAndFlip)]
)


def exact_coin(bits: Branching, tops: np.ndarray, bottom: int) -> np.ndarray:
    masses = [math.exp(-int(top) / bottom) for top in tops]
    return np.array([True if mass == 1 else bits.choose([1 - mass, mass]) == 1 for mass in masses])


def told(truth: int, epsilon: Fraction, categories: int) -> np.ndarray:
    mechanism = RandomizedResponse(float(epsilon), categories)
    answers = np.full(categories, mechanism.other)
    answers[truth] = mechanism.truth
    return answers


def masses_of(kind: type[Selection], scale: float, scores: Sequence[Fraction]) -> np.ndarray:
    mechanism = kind(scale, 1.0, len(scores))  # type: ignore[call-arg]
    return mechanism.choice(tuple(map(float, scores))).without


def within(found: dict[object, float], lost: float, masses: np.ndarray) -> bool:
    """Whether the mass that was followed and the mass that was not enclose every probability."""
    return all(
        found.get(place, 0.0) - 1e-12 <= mass <= found.get(place, 0.0) + lost + 1e-12
        for place, mass in enumerate(masses)
    )


def kept_distribution(
    propose: Callable[[Branching], tuple[np.ndarray, np.ndarray]], count: int
) -> np.ndarray:
    """What one proposal leads to, if it is kept, over every path."""

    def once(bits: Branching) -> tuple[int, bool]:
        proposed, kept = propose(bits)
        return int(proposed[0]), bool(kept[0])

    found, lost = distribution(once, 0.0)
    assert lost == 0
    masses = np.array([found[place, True] for place in range(count)])
    return np.asarray(masses / masses.sum())


@pytest.mark.parametrize(("epsilon", "categories"), [("1", 2), ("1/3", 3), ("5/2", 3), ("7", 10)])
def test_that_a_kept_answer_has_the_distribution_of_randomised_response_given_exact_coins(
    epsilon: str, categories: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selection_sampler, "bernoulli_exp_beyond", exact_coin)
    exact, truths = Fraction(epsilon), np.array([1])
    found = kept_distribution(lambda bits: answer_proposals(bits, truths, exact, categories), categories)
    assert found == pytest.approx(told(1, exact, categories), rel=1e-12)


@pytest.mark.parametrize("scale", ["2", "3/7", "100"])
def test_that_a_kept_candidate_has_the_distribution_of_the_exponential_mechanism_given_exact_coins(
    scale: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selection_sampler, "bernoulli_exp_beyond", exact_coin)
    best, bottom = max(SCORES), 15
    exact = Fraction(scale)
    gaps = [(best - score) / exact * bottom * exact.numerator for score in SCORES]
    tops = np.array([int(gap) for gap in gaps])
    assert [Fraction(int(top)) for top in tops] == gaps
    found = kept_distribution(lambda bits: choice_proposals(bits, tops, bottom * exact.numerator, 1), 4)
    assert found == pytest.approx(masses_of(Exponential, float(exact), SCORES), rel=1e-12)


@pytest.mark.parametrize("scale", ["2", "3/7", "100"])
def test_that_every_path_of_exact_coins_leads_to_the_distribution_of_permute_and_flip(
    scale: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selection_sampler, "bernoulli_exp_beyond", exact_coin)
    exact = Fraction(scale)
    found, lost = distribution(lambda bits: int(permute_and_flip(bits, SCORES, exact, 1)[0]), 0.0)
    assert lost == 0
    drawn = [found[place] for place in range(4)]
    assert drawn == pytest.approx(masses_of(PermuteAndFlip, float(exact), SCORES), rel=1e-11)


def test_that_every_path_of_bits_leads_to_the_distribution_of_randomised_response(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(exact_sampler, "FIRST_BITS", 1)  # few branches
    found, lost = distribution(lambda bits: int(randomized_response(bits, [0], Fraction(1, 2), 2)[0]), 5e-6)
    assert lost < 5e-3
    assert within(found, lost, told(0, Fraction(1, 2), 2))
    assert not within(found, lost, told(0, Fraction(11, 20), 2))


@BOTH
def test_that_every_path_of_bits_leads_to_the_distribution_of_a_choice(
    sampler: Sampler, kind: type[Selection], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exact_sampler, "FIRST_BITS", 1)
    scores = (Fraction(1), Fraction(0))
    found, lost = distribution(lambda bits: int(sampler(bits, scores, Fraction(2), 1)[0]), 5e-6)
    assert lost < 5e-3
    assert within(found, lost, masses_of(kind, 2.0, scores))
    assert not within(found, lost, masses_of(kind, 1.8, scores))


@pytest.mark.parametrize("scale", ["2", "3/7"])
def test_that_one_choice_among_many_has_the_distribution_of_permute_and_flip(
    scale: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selection_sampler, "bernoulli_exp_beyond", exact_coin)
    monkeypatch.setattr(selection_sampler, "MANY", 3)
    exact, scores = Fraction(scale), np.array([1, 0, 1])
    found, lost = distribution(lambda bits: int(permute_and_flip(bits, scores, exact, 1)[0]), 1e-4)
    assert lost < 0.02
    assert within(found, lost, masses_of(PermuteAndFlip, float(exact), [Fraction(int(u)) for u in scores]))


@BOTH
def test_that_one_choice_among_many_fits_its_distribution(
    sampler: Sampler, kind: type[Selection], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selection_sampler, "MANY", 3)
    bits, scores = RandomBytes(np.random.default_rng(11).bytes), np.array([0, -2, -5, -30, -400])
    drawn = np.concatenate([sampler(bits, scores, Fraction(3), 1) for _ in range(4000 if THOROUGH else 1500)])
    masses = masses_of(kind, 3.0, [Fraction(int(each)) for each in scores])
    assert drawn.max() < 3  # the others have less than one chance in 10,000
    assert fits(drawn, masses[:3] / masses[:3].sum())
    other = masses_of(kind, 4.5, [Fraction(int(each)) for each in scores])
    assert not fits(drawn, other[:3] / other[:3].sum())


@BOTH
@pytest.mark.parametrize("scale", ["2", "2/3", "9223372036854775811/3"])
def test_that_whole_scores_choose_as_the_same_scores_as_fractions_do(
    sampler: Sampler, kind: type[Selection], scale: str
) -> None:
    whole, exact = np.array([7, 0, 6, -3, 7]), Fraction(scale)
    drawn = [
        sampler(RandomBytes(np.random.default_rng(5).bytes), scores, exact, 300).tolist()
        for scores in (whole, whole.astype(np.int16), [Fraction(int(each)) for each in whole])
    ]
    assert drawn[0] == drawn[1] == drawn[2]


def test_that_unsigned_scores_do_not_wrap_around() -> None:
    scores = np.array([0, 2**64 - 1], dtype=np.uint64)
    drawn = exponential(RandomBytes(np.random.default_rng(5).bytes), scores, Fraction(1), 20)
    assert drawn.tolist() == [1] * 20


def fits(drawn: np.ndarray, masses: np.ndarray) -> bool:
    observed = np.bincount(drawn, minlength=masses.size)
    return bool(stats.chisquare(observed, masses * drawn.size).pvalue > ALPHA)


@BOTH
@pytest.mark.parametrize("scale", ["1/2", "3", "123456789012345678901/100000000000000000000"])
def test_that_choices_fit_their_distribution_and_not_one_of_another_scale(
    sampler: Sampler, kind: type[Selection], scale: str
) -> None:
    exact = Fraction(scale)
    scores = tuple(Fraction(each, 2) * max(1, round(exact)) for each in (0, -1, -2, -3, -4, -4, 0))
    drawn = sampler(RandomBytes(np.random.default_rng(7).bytes), scores, exact, 60_000)

    assert drawn.shape == (60_000,)
    assert fits(drawn, masses_of(kind, float(exact), scores))
    assert not fits(drawn, masses_of(kind, float(exact) * 1.1, scores))
    assert not fits(drawn, masses_of(kind, float(exact) / 1.1, scores))


@pytest.mark.parametrize(
    ("epsilon", "categories"), [("1", 2), ("2", 5), ("3.000000000000000000000000001", 9)]
)
def test_that_answers_fit_their_distribution_and_not_one_of_another_epsilon(
    epsilon: str, categories: int
) -> None:
    exact = Fraction(epsilon)
    drawn = randomized_response(RandomBytes(np.random.default_rng(4).bytes), [1] * 60_000, exact, categories)
    assert fits(drawn, told(1, exact, categories))
    assert not fits(drawn, told(1, exact * Fraction(11, 10), categories))
    assert not fits(drawn, told(1, exact * Fraction(10, 11), categories))


def test_that_each_person_is_answered_for_by_the_own_truth() -> None:
    truths = [0, 1, 2] * 50
    drawn = randomized_response(RandomBytes(np.random.default_rng(4).bytes), truths, Fraction(60), 3)
    assert drawn.tolist() == truths


def test_that_permute_and_flip_never_asks_one_candidate_twice() -> None:
    asked: list[int] = []

    class Watched:
        def below(self, bound: int, count: int) -> np.ndarray:
            asked.append(bound)
            return np.full(count, bound - 1, dtype=np.int64)

    # The last of the rest each time, and coins that always fail but for the best, which stands first.
    scores = (Fraction(0), *(Fraction(-(10**6)) for _ in range(4)))
    assert permute_and_flip(Watched(), scores, Fraction(1), 1).tolist() == [0]
    assert [bound for bound in asked if bound != 256] == [5, 4, 3, 2, 1]  # a coin asks for bytes


@BOTH
def test_that_equal_seeds_choose_alike_and_none_choose_nothing(
    sampler: Sampler, kind: type[Selection]
) -> None:
    first, again = (
        sampler(RandomBytes(np.random.default_rng(8).bytes), SCORES, Fraction(3), 50) for _ in range(2)
    )
    assert first.tolist() == again.tolist()
    assert sampler(RandomBytes(np.random.default_rng(8).bytes), SCORES, Fraction(3), 0).size == 0


@BOTH
def test_that_what_cannot_be_chosen_is_refused(sampler: Sampler, kind: type[Selection]) -> None:
    bits = RandomBytes(np.random.default_rng(1).bytes)
    with pytest.raises(NotValid):
        sampler(bits, SCORES[:1], Fraction(1), 1)
    for scale in (0, -1):
        with pytest.raises(OutOfRange):
            sampler(bits, SCORES, Fraction(scale), 1)


@pytest.mark.parametrize(
    ("truth", "epsilon", "categories"), [(0, "0", 2), (0, "-1", 2), (0, "1", 1), (2, "1", 2), (-1, "1", 2)]
)
def test_that_an_answer_that_cannot_be_given_is_refused(truth: int, epsilon: str, categories: int) -> None:
    with pytest.raises(OutOfRange):
        randomized_response(
            RandomBytes(np.random.default_rng(1).bytes), [truth], Fraction(epsilon), categories
        )
