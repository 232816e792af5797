"""On a sample the added unit and the removed one differ: a total holds for one of them throughout."""

import itertools
import math

import numpy as np
import pytest
from thoroughness import some

from explorer.app.help.facts_composition import COMPOSITION_FACTS
from explorer.language import Language
from explorer.privacy.accounting.composition_common import contradiction, one_direction
from explorer.privacy.accounting.heterogeneous_totals import by_own_loss
from explorer.privacy.composition import Release
from explorer.privacy.compositions.numerical import Numerical
from explorer.privacy.mechanism import every_mechanism
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.pld.delta_of_many import composed_delta
from explorer.privacy.pld.loss_of_release import finite_part, spectrum_of, symmetric, turned
from explorer.privacy.shape import PLAIN
from explorer.privacy.subsampling.sample import sampled

COUNTS = np.array([0, 1, 2, 5], dtype=np.int64)
ENGLISH = Language("en")


def says_so(reason: object) -> bool:
    return reason is not None and "removed in every release" in ENGLISH.say(reason)


@pytest.mark.parametrize("name", some(sorted(every_mechanism()), 6))
def test_that_every_total_of_a_sample_says_which_unit_it_holds_for(name: str) -> None:
    mechanism = every_mechanism()[name].calibrated(0.6, 1e-9, 1.0, PLAIN)
    for rate in (1.0, 0.2):
        release = Release(None, 0.0, mechanism, rate)
        found = Numerical().total(release, COUNTS, 1e-5)
        for count, valid, reason in zip(COUNTS, found.valid, found.reasons, strict=True):
            assert says_so(reason) == bool(rate < 1 and count > 1 and valid)
        own = sampled(mechanism, rate)
        for count in (1, 4):
            listed = by_own_loss([(own, count)], 1e-5, mechanism.attained)
            assert says_so(listed.reason) == bool(rate < 1 and count > 1 and listed.valid)


def test_that_who_mixes_both_directions_exceeds_the_total_of_either() -> None:
    """Why it is said: five releases at q = 0.138 and ε₀ = 2.53, ε′ = 3.689."""
    rate, pure, count, at = 0.138, 2.53, 5, 3.689
    likely = 1 / (1 + math.exp(-pure))
    with_you = np.array([likely, 1 - likely])
    without = with_you[::-1]
    mixed = rate * with_you + (1 - rate) * without

    def delta(added: int) -> float:
        pairs = [(mixed, without)] * added + [(without, mixed)] * (count - added)
        total = 0.0
        for outcome in itertools.product((0, 1), repeat=count):
            p, q = (
                math.prod(pair[side][o] for pair, o in zip(pairs, outcome, strict=True)) for side in (0, 1)
            )
            total += max(0.0, p - math.exp(at) * q)
        return total

    alone, worst = max(delta(0), delta(count)), max(delta(added) for added in range(count + 1))
    assert alone == pytest.approx(1.70e-4, rel=5e-3)
    assert worst == pytest.approx(2.86e-4, rel=5e-3)
    found = composed_delta(sampled(DiscreteLaplace(1 / pure, 1.0), rate), count, np.array([at]))
    assert found is not None
    assert found[0][0] <= alone <= found[1][0] < worst


def test_that_the_reference_says_it_where_the_total_is_explained() -> None:
    facts = {fact.id: fact for fact in COMPOSITION_FACTS}
    words = [facts["bound-numerical"].range, facts["adaptive"].words]
    assert all("removed in every release" in ENGLISH.say(each) for each in words)
    assert ENGLISH.say(one_direction()) != ENGLISH.say(contradiction())


@pytest.mark.parametrize("name", sorted(every_mechanism()))
def test_that_a_direction_is_left_out_only_where_both_are_the_same_by_their_kind(name: str) -> None:
    """A sample of nearly everybody is still told apart, however small the difference is."""
    mechanism = every_mechanism()[name].calibrated(0.6, 1e-9, 1.0, PLAIN)
    alone = spectrum_of(mechanism)
    assert alone is not None
    whole = finite_part(alone) if alone.infinite > 0 else alone
    assert symmetric(whole)
    other = turned(whole)
    assert other.where == pytest.approx(whole.where, rel=1e-12, abs=1e-12)
    assert other.mass == pytest.approx(whole.mass, rel=1e-9, abs=1e-15)
    if whole.density_at is not None and other.density_at is not None:
        places = np.linspace(whole.low, whole.high, 23)[1:-1]
        assert other.density_at(places) == pytest.approx(whole.density_at(places), rel=1e-9)
    for rate in (1e-6, 0.5, 1 - 1e-12):
        sample = spectrum_of(sampled(mechanism, rate))
        assert sample is not None
        assert not symmetric(sample)
        assert not symmetric(turned(sample))
