"""Two settings side by side: what differs, in numbers and words, and which numbers must not be compared."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from explorer.app.core import wording
from explorer.app.core.setting import Setting
from explorer.app.core.state import State, guarantee_for, guarantee_of, mechanism_of
from explorer.app.explore.cost_summary import readable_least, together
from explorer.app.explore.risk_summary import promise, rounded_hundred, rounded_share, with_setting
from explorer.mark import N_, Sentence, verbatim
from explorer.privacy.accuracy import accuracy, stands_out
from explorer.privacy.mechanism import AdditiveNoise
from explorer.privacy.risk import of_mechanism
from explorer.privacy.status import Kind

SAME = 5e-4  # a ratio nearer to one than this counts as equal
_UNSEEN = 5.1e-3  # three digits of a ratio so near to one are those of one
_NEARLY = 1.05  # a ratio of margins below this counts as nearly equal: two digits show it as one
_ALIKE = 0.05  # of a hundred: right guesses that differ by less count as equally many
NONE = N_("–")
Measure = Callable[[AdditiveNoise, int], float]  # of a mechanism, so many numbers leaving together


@dataclass(frozen=True)
class Cell:
    """One number of one setting. `why` is its kind or its source, or why there is none."""

    text: Sentence
    value: float | None
    why: Sentence


@dataclass(frozen=True)
class Line:
    """One row of the table; `difference` says in words how B differs from A, where that may be said."""

    id: str
    label: Sentence
    a: Cell
    b: Cell
    difference: Sentence | None = None
    comparable: bool = True


@dataclass(frozen=True)
class Comparison:
    """A (pinned) and B (the present one). `verdict` says in a line how B differs.

    `obstacles`: why the two ε must not be compared, as they stand; `honest` is the comparison that may be
    made, or what it takes.
    """

    verdict: Sentence
    lines: tuple[Line, ...]
    obstacles: tuple[Sentence, ...]
    honest: Sentence


def comparison(state: State) -> Comparison | None:
    """What differs between the pinned setting and the present one; None where nothing is pinned."""
    if state.pinned is None:
        return None
    a, b = with_setting(state, state.pinned), state
    obstacles = _obstacles(a, b)
    lines = (*_declared(a, b, not obstacles), *_costs(a, b), *_risks(a, b), _other_delta(a, b))
    return Comparison(_verdict(a, b), lines, obstacles, _honest(a, b))


# What is promised, and to whom


def _protected(state: State) -> tuple[str, str]:
    """The unit and the neighbours; those of a person's own answer are the same, whatever is declared."""
    return ("", "") if wording.own_answer(state) else (state.target.unit, state.target.neighbours.value)


def _obstacles(a: State, b: State) -> tuple[Sentence, ...]:
    found = []
    (unit_a, way_a), (unit_b, way_b) = _protected(a), _protected(b)
    if unit_a != unit_b:
        whom = {"a": wording.whom(a), "b": wording.whom(b)}
        found.append(N_("A protects {a}, B protects {b}: their ε cannot be compared", **whom))
    if way_a != way_b and wording.own_answer(a) is wording.own_answer(b):
        ways = {"a": wording.neighbours(a), "b": wording.neighbours(b)}
        found.append(
            N_(
                "A's neighbours are {a}, B's are {b}: substituting one means removing one and adding one",
                **ways,
            )
        )
    deltas = {"a": promise(a)[1], "b": promise(b)[1]}
    if not math.isclose(deltas["a"], deltas["b"], rel_tol=1e-9):
        found.append(N_("δ differs ({a} and {b}): an ε holds only at its own δ", **deltas))
    return tuple(found)


def _declared(a: State, b: State, comparable: bool) -> tuple[Line, ...]:
    (epsilon_a, delta_a), (epsilon_b, delta_b) = promise(a), promise(b)
    difference = _times(epsilon_a, epsilon_b, N_("B's ε")) if comparable else N_("not comparable")
    whom = wording.whom(a), wording.whom(b)
    neighbours = wording.neighbours(a), wording.neighbours(b)
    return (
        _plain("mechanism", N_("mechanism"), (mechanism_of(a).title, mechanism_of(b).title)),
        Line("epsilon", N_("ε"), _number(epsilon_a), _number(epsilon_b), difference, comparable),
        Line("delta", N_("δ"), _number(delta_a), _number(delta_b)),
        _plain("unit", N_("protects"), whom),
        _plain("neighbours", N_("neighbours"), neighbours),
    )


def _plain(identity: str, label: Sentence, said: tuple[Sentence, Sentence]) -> Line:
    why = N_("as declared")
    return Line(identity, label, Cell(said[0], None, why), Cell(said[1], None, why))


def _number(value: float) -> Cell:
    return Cell(N_("{value:4}", value=value), value, N_("the guarantee that holds"))


def _times(a: float, b: float, whose: Sentence) -> Sentence | None:
    """How many times A's number B's is; None where no ratio says anything."""
    if not (0 < a < math.inf and 0 < b < math.inf and 0 < b / a < math.inf):
        return None
    if abs(b / a - 1) < SAME and wording.read_alike(a, b, 4):
        return N_("the same")
    if abs(b / a - 1) < _UNSEEN:
        return N_("nearly the same")
    return N_("{whose} is {ratio:3} times A's", whose=whose, ratio=b / a)


# What it costs


def _costs(a: State, b: State) -> tuple[Line, ...]:
    confidence, bins = b.reading.confidence, (together(a), together(b))
    margin, noise, count = N_("B's margin"), N_("B's noise"), N_("B's count")
    each = N_("{confidence:percent} margin, each", confidence=confidence)
    every = N_("simultaneously for all {bins} {bins:bin|bins}", bins=bins[0])
    if bins[0] != bins[1]:
        every = N_("simultaneous margins: {a} in A, {b} in B", a=bins[0], b=bins[1])
    seen = N_("smallest detectable count")
    rows: tuple[tuple[str, Sentence, Measure, Sentence], ...] = (
        ("margin-each", each, lambda made, many: accuracy(made, confidence, many).margin_each, margin),
        ("margin-joint", every, lambda made, many: accuracy(made, confidence, many).margin_joint, margin),
        ("standard-deviation", N_("standard deviation"), lambda made, _: made.standard_deviation, noise),
        ("stands-out", seen, lambda made, many: stands_out(made, many, 1 - confidence), count),
    )
    return tuple(_cost_line(a, b, *row) for row in rows)


def _cost_line(a: State, b: State, identity: str, label: Sentence, measure: Measure, whose: Sentence) -> Line:
    exact = N_("exact, in the units of the answer")
    bound = N_("proven upper bound, in the units of the answer")
    first, second = (
        _cost(each, measure, bound if identity == "stands-out" or _shared(each, identity) else exact)
        for each in (a, b)
    )
    both = first.value is not None and second.value is not None
    difference = _times(first.value or 0.0, second.value or 0.0, whose) if both else None
    return Line(identity, label, first, second, difference)


def _shared(state: State, identity: str) -> bool:
    """Whether it is the margin of numbers that share their noise."""
    mechanism = mechanism_of(state)
    return identity == "margin-joint" and isinstance(mechanism, AdditiveNoise) and mechanism.running_totals


def _cost(state: State, measure: Measure, why: Sentence) -> Cell:
    mechanism = mechanism_of(state)
    if not isinstance(mechanism, AdditiveNoise):
        return Cell(NONE, None, N_("it chooses an option and adds no noise"))
    value = measure(mechanism, together(state))
    return Cell(N_("{value:4}", value=readable_least(value)), value, why)


# What it means for a person


def _risks(a: State, b: State) -> tuple[Line, ...]:
    exact = all(guarantee_of(each).profile_kind is Kind.EXACT for each in (a, b))
    right = [100 * of_mechanism(guarantee_of(each)).best_guess for each in (a, b)]
    difference = _oftener(*right) if exact and _protected(a) == _protected(b) else None
    return (
        Line("best-guess", N_("accuracy of the best attacker"), _guess(a), _guess(b), difference),
        Line("advantage", N_("advantage"), _advantage(a), _advantage(b)),
    )


def _guess(state: State) -> Cell:
    guarantee = guarantee_of(state)
    right, kind = of_mechanism(guarantee).best_guess, guarantee.profile_kind
    text = N_("{count:3} of 100", count=rounded_hundred(100 * right, kind))
    return Cell(text, right, wording.KINDS[kind])


def _advantage(state: State) -> Cell:
    guarantee = guarantee_of(state)
    value, kind = of_mechanism(guarantee).advantage, guarantee.profile_kind
    return Cell(N_("{value:3}", value=rounded_share(value, kind)), value, wording.KINDS[kind])


def _oftener(a: float, b: float) -> Sentence:
    if abs(a - b) < _ALIKE:
        return N_("the same") if wording.read_alike(a, b, 3) else N_("nearly the same")
    if b > a:
        return N_("against B {more:2} more of 100 guesses are right", more=b - a)
    return N_("{fewer:2} fewer of 100 guesses are right against B", fewer=a - b)


# The comparison that may be made


def _verdict(a: State, b: State) -> Sentence:
    """The margin of B against A's, and what B tells an attacker: one line that no row contradicts."""
    who = mechanism_of(b).title if a.mechanism != b.mechanism else verbatim("B")
    values: dict[str, object] = {"who": who, "risk": _tells(a, b)}
    first, second = mechanism_of(a), mechanism_of(b)
    if not (isinstance(first, AdditiveNoise) and isinstance(second, AdditiveNoise)):
        return N_("{who}: {risk}", **values)
    confidence = b.reading.confidence
    margins = [accuracy(made, confidence, 1).margin_each for made in (first, second)]
    if math.isclose(*margins, rel_tol=SAME) and wording.read_alike(margins[0], margins[1], 4):
        return N_("{who}: the same margin, {risk}", **values)
    if not all(0 < each < math.inf for each in margins):  # no ratio says anything
        return N_("{who}: {risk}", **values)
    ratio = margins[1] / margins[0]
    if 1 / _NEARLY < ratio < _NEARLY:
        return N_("{who}: nearly the same margin, {risk}", **values)
    if ratio < 1:
        return N_("{who}: margin {ratio:2} times smaller, {risk}", ratio=1 / ratio, **values)
    return N_("{who}: margin {ratio:2} times larger, {risk}", ratio=ratio, **values)


def _tells(a: State, b: State) -> Sentence:
    """What B tells an attacker against A, by right guesses and by ε at the same δ, which may disagree."""
    if _protected(a) != _protected(b):
        return N_("and what it protects cannot be compared")
    guesses = [of_mechanism(guarantee_of(each)).best_guess for each in (a, b)]
    delta = max(promise(a)[1], promise(b)[1])
    costs = [_epsilon_at(each, delta).value or math.inf for each in (a, b)]
    pairs = [] if math.isclose(*costs, rel_tol=SAME) else [costs]
    if 100 * abs(guesses[0] - guesses[1]) >= _ALIKE:
        pairs.append(guesses)
    more = {first < second for first, second in pairs}
    if not more:
        return N_("tells an attacker as much")
    if len(more) > 1:
        return N_("tells an attacker more by one measure and less by another")
    return N_("tells an attacker more") if more == {True} else N_("tells an attacker less")


@lru_cache(maxsize=64)
def _least_epsilon(setting: Setting, delta: float) -> float:
    """The smallest ε at this δ: a search, and A's is the same while B is moved."""
    return guarantee_for(setting).epsilon_at(delta)


def _epsilon_at(state: State, delta: float) -> Cell:
    epsilon = _least_epsilon(state.setting, delta)
    if not math.isfinite(epsilon):
        return Cell(NONE, None, N_("at δ = {delta} its noise gives no ε", delta=delta))
    return Cell(
        N_("{value:4}", value=wording.no_more(epsilon, _kind(state))), epsilon, wording.KINDS[_kind(state)]
    )


def _kind(state: State) -> Kind:
    return guarantee_of(state).profile_kind


def _other_delta(a: State, b: State) -> Line:
    label = N_("ε at the other's δ")
    return Line("epsilon-at", label, _epsilon_at(a, promise(b)[1]), _epsilon_at(b, promise(a)[1]))


def _honest(a: State, b: State) -> Sentence:
    """Both ε at the same δ, the larger of the two; only for the same unit and neighbours."""
    if wording.own_answer(a) is not wording.own_answer(b):
        return N_(
            "One hides which answer a person gives, the other who is in the data: their ε cannot be compared"
        )
    if _protected(a) != _protected(b):
        return N_("Declare the same unit and neighbours for both; then their ε can be compared")
    delta = max(promise(a)[1], promise(b)[1])
    first, second = _epsilon_at(a, delta).value, _epsilon_at(b, delta).value
    if first is None or second is None:
        return N_("There is no common δ at which both have an ε")
    values = {"delta": delta, "a": wording.no_more(first, _kind(a)), "b": wording.no_more(second, _kind(b))}
    if math.isclose(first, second, rel_tol=SAME):
        return N_("At the same δ = {delta} both have ε = {a}", **values)
    if first > second:
        return N_("At the same δ = {delta}, A's ε is {a} and B's {b}: B protects more there", **values)
    return N_("At the same δ = {delta}, A's ε is {a} and B's {b}: A protects more there", **values)
