"""What the window, the command line and the reference say of ε, δ and their totals is true."""

import math

import numpy as np
import pytest
import scipy.stats

from explorer.app.help.facts import general
from explorer.language import Language
from explorer.privacy.accounting.groups import group_privacy
from explorer.privacy.accounting.optimal_profile import optimal_delta
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.mechanisms.laplace import Laplace
from explorer.privacy.parameter import parameters
from explorer.privacy.risk import posterior
from explorer.privacy.target import Target

LANGUAGES = ("en", "zh_CN")


def said(sentence, language="en"):
    return Language(language).say(sentence)


def test_that_delta_is_not_called_the_probability_of_a_larger_loss():
    gaussian = Gaussian.calibrated(1.0, 1e-5, 1.0)
    larger = scipy.stats.norm.sf(1 / gaussian.mu - gaussian.mu / 2)  # of a loss above ε = 1, with you
    assert larger == pytest.approx(1.61e-4, rel=2e-3)
    for language in LANGUAGES:
        assert "1.6·10⁻⁴" in said(general("delta").words, language)
    for sentence in (parameters(Target)["delta"].help, general("delta").words):
        assert "neighbouring dataset" in said(sentence)


def test_that_the_help_of_epsilon_holds_where_delta_is_above_zero():
    gaussian = Gaussian.calibrated(1.0, 1e-5, 1.0)
    far = np.array([5 * gaussian.sigma])
    ratio = gaussian.pair().with_you(far) - gaussian.pair().without(far)
    assert ratio[0] > 1.0, "single results exceed e^ε, so that no sentence may bound the odds by it"
    for sentence in (parameters(Target)["epsilon"].help, general("epsilon").words):
        assert "set of results" in said(sentence)
        assert "plus δ" in said(sentence)


def test_that_a_belief_about_two_who_join_together_moves_by_twice_epsilon():
    noise = Laplace(1.0, 1.0)  # of a count that one person moves by 1, at ε = 1
    both = float(noise.density(np.array([98.0]))[0] / noise.density(np.array([100.0]))[0])
    belief = both / (1 + both)  # of even odds, after a count of 100 where both or none of two are in
    assert both == pytest.approx(math.exp(2))
    assert belief > posterior(1.0, 0.5)[1]
    assert belief <= posterior(group_privacy(1.0, 0.0, 2)[0], 0.5)[1] * (1 + 1e-12)
    fact = general("posterior")
    assert "gε" in said(fact.words)
    assert "independent of everybody else's" in said(fact.range)


def test_that_the_optimum_is_attained_with_delta_too():
    kept = (1 - 0.01) ** 3 * (1 - float(optimal_delta(0.5, 0.0, 3, np.array([0.7]))[0]))
    assert float(optimal_delta(0.5, 0.01, 3, np.array([0.7]))[0]) == pytest.approx(1 - kept, rel=1e-9)
    assert "with probability δ" in said(general("bound-optimal").range)


def test_that_every_known_filter_is_named():
    told = said(general("adaptive").words) + said(general("adaptive").range) + general("adaptive").source
    for name in ("of ρ", "of μ²", "same constants", "Smith & Thakurta 2022", "Whitehouse"):
        assert name in told
    assert "μ²" in said(general("bound-gaussian-dp").range)
    for fact in ("year", "year-left"):
        assert "μ²" in said(general(fact).range)


@pytest.mark.parametrize("fact", ["group", "group-total"])
def test_that_the_group_of_units_is_cited_by_the_step_that_states_it(fact):
    """The lemma's own g·e^(gε)·δ is larger than the sum that its proof has on the way."""
    epsilon, delta, size = 0.3, 1e-6, 4
    assert group_privacy(epsilon, delta, size)[1] < size * math.exp(size * epsilon) * delta
    summed = delta * sum(math.exp(i * epsilon) for i in range(size))
    assert group_privacy(epsilon, delta, size)[1] == pytest.approx(summed)
    assert "proof of Lemma 2.2" in general(fact).source
