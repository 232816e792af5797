"""Every number can be explained: words, a formula that is true of the mechanism, a range and a theorem."""

import math
from dataclasses import replace

import numpy as np
import pytest
import scipy.special
from cases_in_one import cases_in_one
from drawn_parts import draw, said

from explorer.app.core import wording
from explorer.app.core.state import State, additive_of, guarantee_of, mechanism_of
from explorer.app.figures import every_picture
from explorer.app.help import facts_composition
from explorer.app.help.facts import every_fact, explained, general
from explorer.app.help.mechanism_forms import GUARANTEE_FORMS, NOISE_FORMS
from explorer.app.plotting.layers import Dash, Line
from explorer.privacy.accuracy import stands_out
from explorer.privacy.composition import every_composition
from explorer.privacy.compositions.sequential import Sequential
from explorer.privacy.mechanism import every_mechanism
from explorer.privacy.risk import of_mechanism
from explorer.privacy.status import Kind, Status
from explorer.privacy.subsampling.poisson import SOURCE

PROMISED = (
    *("mechanism", "epsilon", "delta", "sensitivity", "sampling", "best-guess", "advantage", "odds"),
    *("posterior", "true-positive-rate", "alarm-right", "group", "margin-each", "margin-joint"),
    *("stands-out", "relative-error", "unharmed", "standard-deviation", "score-lost", "truth-told"),
    *("trade-off", "privacy-loss", "delta-profile", "renyi", "rho", "mu", "clipping", "dimension"),
    *("total-delta", "released-value", "equally-likely", "composition", "adaptive", "group-total"),
)


def of(mechanism, rate=1.0, **target):
    state = State(mechanism=mechanism)
    return replace(
        state,
        target=replace(state.target, **target),
        shape=replace(state.shape, sampling_rate=rate),
    )


@cases_in_one("fact", PROMISED)
def test_that_every_number_of_the_window_has_its_fact(fact):
    assert general(fact).id == fact
    assert every_fact()[fact] == general(fact)


@cases_in_one("picture", list(every_picture()))
def test_that_every_picture_is_explained(picture):
    assert general(picture).id == picture


def test_that_a_number_nobody_knows_is_refused():
    with pytest.raises(KeyError):
        explained("luck", State())


@cases_in_one("rate", [1.0, 0.1])
@cases_in_one("mechanism", list(every_mechanism()))
def test_that_every_fact_is_whole_for_every_mechanism(mechanism, rate):
    state = of(mechanism, rate)
    for identity in every_fact():
        fact = explained(identity, state)
        assert fact.id == identity
        for part in (fact.title.text, fact.words.text, fact.range.text, fact.kind.text):
            assert part.strip(), identity
        for part in (fact.latex, fact.plain, fact.source):
            assert part.strip(), identity


@pytest.mark.parametrize("mechanism", list(every_mechanism()))
def test_that_every_mechanism_is_explained_by_its_own_formula(mechanism):
    kind = every_mechanism()[mechanism]
    fact = explained("mechanism", of(mechanism))
    assert (fact.latex, fact.plain, fact.source) == (kind.latex, kind.formula, kind.source)
    assert fact.title == kind.title


@pytest.mark.parametrize("bound", list(every_composition()))
def test_that_every_bound_is_explained_by_its_own_formula(bound):
    entry = every_composition()[bound]
    fact = explained(f"bound-{bound}", State())
    assert (fact.latex, fact.plain, fact.source) == (entry.latex, entry.formula, entry.source)


def test_that_a_bound_that_does_not_say_for_whom_it_holds_has_no_explanation():
    """A claim is never made by default."""

    class Unheard(Sequential):
        id = "unheard"

    assert facts_composition.bound_fact(Sequential).range.text.startswith("Holds for")
    with pytest.raises(KeyError, match="holds"):
        facts_composition.bound_fact(Unheard)


def test_that_closed_forms_are_of_known_facts_and_mechanisms():
    for fact, mechanism in (*NOISE_FORMS, *GUARANTEE_FORMS):
        assert fact in every_fact()
        assert mechanism in every_mechanism()


def test_that_a_guarantee_on_a_sample_is_not_explained_by_the_formula_of_all():
    everybody, sampled = of("laplace"), of("laplace", 0.1)
    for fact in ("best-guess", "delta-profile", "trade-off", "renyi"):
        assert explained(fact, everybody).latex != explained(fact, sampled).latex
        assert SOURCE in explained(fact, sampled).source
    for fact in ("margin-each", "standard-deviation", "mechanism"):
        assert explained(fact, everybody) == explained(fact, sampled)


def test_that_a_promise_that_is_not_kept_is_not_called_one():
    broken = of("gaussian-classical", epsilon=20.0)
    assert wording.claim(broken).status is Status.FALSE
    for fact in ("epsilon", "delta", "bound-sequential", "bound-optimal"):
        assert explained(fact, broken).kind == wording.STATUSES[Status.FALSE]
    assert explained("delta-profile", broken).kind == wording.KINDS[Kind.EXACT]


def test_that_the_dwork_roth_shortcut_is_a_bound_only_as_far_as_its_proof():
    state = State()
    few, many = (replace(state, composing=replace(state.composing, count=k)) for k in (10, 10_000))
    assert explained("bound-advanced-textbook", few).kind == wording.KINDS[Kind.UPPER]
    assert explained("bound-advanced-textbook", many).kind != wording.KINDS[Kind.UPPER]


def test_that_the_sensitivity_is_in_the_norm_of_the_mechanism():
    assert "_{1}" in explained("sensitivity", of("laplace")).latex
    assert "_{2}" in explained("sensitivity", of("gaussian")).latex
    assert "u_{D}" in explained("sensitivity", of("exponential")).latex


# The closed forms that are printed, computed as they stand and held against what the window shows.

BETA, BINS = 0.05, 20
AT = np.array([0.02, 0.3, 0.8])


def laplace(state):
    epsilon, b = state.target.epsilon, state.target.sensitivity / state.target.epsilon
    between = math.exp(-epsilon) / (4 * AT)
    few, many = 1 - math.exp(epsilon) * AT, (1 - AT) * math.exp(-epsilon)
    return {
        "margin-each": b * math.log(1 / BETA),
        "stands-out": b * math.log(BINS / (2 * BETA)),
        "standard-deviation": math.sqrt(2) * b,
        "best-guess": 1 - math.exp(-epsilon / 2) / 2,
        "advantage": 1 - math.exp(-epsilon / 2),
        "trade-off": np.where(math.exp(-epsilon) / 2 >= AT, few, np.where(AT >= 0.5, many, between)),
        "delta-profile": -np.expm1((AT - epsilon) / 2),
    }


def gaussian(state):
    sigma = additive_of(state).sigma
    mu, ndtr, ndtri = state.target.sensitivity / sigma, scipy.special.ndtr, scipy.special.ndtri
    return {
        "margin-each": sigma * ndtri(1 - BETA / 2),
        "stands-out": sigma * ndtri(1 - BETA / BINS),
        "standard-deviation": sigma,
        "best-guess": ndtr(mu / 2),
        "advantage": 2 * ndtr(mu / 2) - 1,
        "trade-off": ndtr(ndtri(1 - AT) - mu),
        "delta-profile": ndtr(mu / 2 - AT / mu) - np.exp(AT) * ndtr(-mu / 2 - AT / mu),
        "rho": mu**2 / 2,
    }


def gaussian_tree(state):
    steps, sigma = state.shape.steps, additive_of(state).sigma
    mu = math.sqrt(math.floor(math.log2(steps)) + 1) * state.target.sensitivity / sigma
    total = sigma * math.sqrt(math.floor(math.log2(steps + 1)))
    ndtr, ndtri = scipy.special.ndtr, scipy.special.ndtri
    return {
        "margin-each": total * ndtri(1 - BETA / 2),
        "stands-out": total * ndtri(1 - BETA / BINS),
        "standard-deviation": total,
        "best-guess": ndtr(mu / 2),
        "trade-off": ndtr(ndtri(1 - AT) - mu),
        "delta-profile": ndtr(mu / 2 - AT / mu) - np.exp(AT) * ndtr(-mu / 2 - AT / mu),
        "rho": mu**2 / 2,
    }


def geometric(state):
    s = additive_of(state).scale
    a = math.exp(-1 / s)
    return {
        "margin-each": next(m for m in range(1000) if 2 * a ** (m + 1) / (1 + a) <= BETA),
        "stands-out": math.ceil(s * math.log(BINS / (BETA * (1 + a)))),
        "standard-deviation": math.sqrt(2 * a) / (1 - a),
        "unharmed": math.tanh(1 / (2 * s)),
    }


def catastrophe(state):
    delta, epsilon = state.target.delta, state.target.epsilon
    b = additive_of(state).scale
    return {
        "margin-each": b * math.log((1 - delta) / BETA),
        "standard-deviation": math.sqrt(2 * (1 - delta)) * b,
        "unharmed": delta,
        "delta-profile": delta + (1 - delta) * -np.expm1((AT - epsilon) / 2),
    }


def exponential(state):
    epsilon = state.target.epsilon
    return {
        "delta-profile": (math.exp(epsilon / 2) - np.exp(AT / 2)) ** 2 / math.expm1(epsilon),
        "trade-off": (1 - AT) / (1 + AT * math.expm1(epsilon)),
        "rho": epsilon / math.expm1(epsilon) + math.log(math.expm1(epsilon) / epsilon) - 1,
    }


def shown(fact, state):
    guarantee = guarantee_of(state)
    return {
        "margin-each": lambda: additive_of(state).margin(1 - BETA),
        "stands-out": lambda: stands_out(additive_of(state), BINS, BETA),
        "standard-deviation": lambda: additive_of(state).standard_deviation,
        "unharmed": lambda: additive_of(state).probability_unchanged,
        "best-guess": lambda: of_mechanism(guarantee).best_guess,
        "advantage": lambda: of_mechanism(guarantee).advantage,
        "trade-off": lambda: guarantee.trade_off(AT),
        "delta-profile": lambda: np.exp(guarantee.log_delta(AT)),
        "rho": lambda: mechanism_of(state).rho,
    }[fact]()


PRINTED = {
    "laplace": laplace,
    "gaussian": gaussian,
    "gaussian-tree": gaussian_tree,
    "discrete-laplace": geometric,
    "catastrophe": catastrophe,
    "exponential": exponential,
}


@pytest.mark.parametrize("mechanism", list(PRINTED))
def test_that_the_printed_formula_gives_the_number_that_is_shown(mechanism):
    state = of(mechanism)
    for fact, value in PRINTED[mechanism](state).items():
        assert (fact, mechanism) in {*NOISE_FORMS, *GUARANTEE_FORMS}, fact
        assert shown(fact, state) == pytest.approx(value, rel=1e-9), fact


@pytest.mark.parametrize("mechanism", ["exponential", "permute-and-flip"])
@pytest.mark.parametrize("rate", [1.0, 0.2])
def test_that_what_is_read_off_the_pair_of_all_scores_is_a_bound(mechanism, rate):
    state = of(mechanism, rate)
    for fact in ("renyi", "privacy-loss"):
        assert explained(fact, state).kind == wording.KINDS[Kind.UPPER]
        figure = draw(fact, replace(state, framed=state.setting))
        assert "over all scores, proven upper bound" in said(figure.assumption)
        assert figure.settings["kind"] == wording.KINDS[Kind.UPPER]
        dashes = {
            each.dash for each in figure.layers if isinstance(each, Line) and each.id in ("own", "density")
        }
        assert dashes == {Dash.UPPER}
    for fact in ("trade-off", "delta-profile", "best-guess"):
        assert explained(fact, state).kind == wording.KINDS[Kind.EXACT]
    assert "any single set of scores" in explained("rho", state).words.text


def test_that_the_pair_of_other_mechanisms_is_exact():
    for mechanism in ("laplace", "gaussian", "randomized-response"):
        assert explained("renyi", of(mechanism)).kind == wording.KINDS[Kind.EXACT]
        assert explained("rho", of(mechanism)).words == general("rho").words


def test_that_an_answer_published_as_it_is_is_told_to_be_a_leak():
    assert explained("unharmed", of("discrete-laplace")).words == general("unharmed").words
    told = explained("unharmed", of("catastrophe")).words.text
    assert "this is a leak" in told
    assert "nobody" not in told


def test_that_the_odds_on_a_sample_have_a_formula_of_their_own():
    inner, state = mechanism_of(of("laplace", 0.1)), of("laplace", 0.1)
    distance = math.exp(float(inner.log_delta(np.array([0.0]))[0]))
    assert "x + 100q·δ₀(0)" in explained("odds", state).plain
    odds = of_mechanism(guarantee_of(state)).odds
    assert odds.without == pytest.approx(50 * (1 - distance))
    assert odds.with_you == pytest.approx(odds.without + 100 * 0.1 * distance)
