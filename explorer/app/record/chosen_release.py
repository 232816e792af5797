"""The chosen setting of one release, and of k of them: each value with where it comes from."""

from __future__ import annotations

from explorer.app.compose import answer, bounds_at_k
from explorer.app.core import wording
from explorer.app.core.request import Request
from explorer.app.core.sections import Composing, Counted, SensitivityInputs
from explorer.app.core.state import State, declared, mechanism_of, value_at
from explorer.app.explore import sensitivity_wording
from explorer.app.explore.cost_summary import cost
from explorer.app.explore.epsilon_origin import origin_sentence
from explorer.app.explore.risk_summary import risk_summary
from explorer.app.plotting.figure import Answers
from explorer.app.record.entry import Entry, Source, decimal, number_entry, source_of
from explorer.mark import N_, Sentence, at_most, verbatim
from explorer.privacy.composition import every_composition
from explorer.privacy.mechanism import Selection, every_mechanism, shape_of
from explorer.privacy.notation import exact_text
from explorer.privacy.parameter import parameters
from explorer.privacy.status import Status

_COUNT, _DELTA, _BUDGET = "composing.count", "composing.total_delta", "composing.total_epsilon"


def unit_entries(state: State) -> tuple[Entry, ...]:
    """Whom the release protects, and which neighbours."""
    own = wording.own_answer(state)
    unit, neighbours = (
        Source.FOLLOWS if own else source_of(state, path) for path in ("target.unit", "target.neighbours")
    )
    return (
        Entry("unit", N_("unit of privacy"), wording.whom(state), unit, state.target.unit),
        Entry(
            "neighbours",
            N_("neighbours"),
            wording.neighbours(state),
            neighbours,
            state.target.neighbours.value,
        ),
    )


def start_entries(state: State) -> tuple[Entry, ...]:
    """What ε was started from, and the budget, where somebody set one."""
    found, label = origin_sentence(state), N_("ε")
    if found is not None and state.start.origin is not None:
        start = Entry("start", label, found, Source.SET, state.start.origin.kind.value)
    elif source_of(state, "target.epsilon") is Source.SET:
        start = Entry("start", label, N_("set directly, not found from a limit"), Source.SET, "epsilon")
    else:
        start = Entry("start", label, N_("from no limit"), Source.NONE)
    return start, budget_entry(state)


def budget_entry(state: State) -> Entry:
    """The largest total ε, and its δ; no number where nobody set one."""
    label = N_("budget for all releases")
    if _BUDGET not in state.given:
        return Entry("budget", label, N_("none"), Source.NONE)
    budget = state.composing.total_epsilon
    text = N_("total ε at most {budget:full}", budget=budget)
    if _DELTA in state.given:
        delta = state.composing.total_delta
        text = N_("total ε at most {budget:full} at δ = {delta:full}", budget=budget, delta=delta)
    return Entry("budget", label, text, Source.SET, budget)


def setting_entries(state: State) -> tuple[Entry, ...]:
    """Mechanism, parameters, noise."""
    mechanism, origin = mechanism_of(state), origin_sentence(state)
    source = source_of(state, "target.epsilon")
    entries = [
        Entry("mechanism", N_("mechanism"), mechanism.title, source_of(state, "mechanism"), state.mechanism),
        number_entry(
            "epsilon",
            N_("ε per release"),
            state.target.epsilon,
            source,
            origin if source is Source.FOLLOWS else None,
        ),
        _delta_entry(state),
    ]
    if mechanism.norm:
        followed = state.sensitivity_inputs.followed
        why = None
        if followed and mechanism.norm != "score":
            why = N_("follows: {reason}", reason=sensitivity_wording.reason(state))
        label = N_("sensitivity ({norm})", norm="L∞" if mechanism.norm == "score" else mechanism.norm)
        sensitivity = source_of(state, "target.sensitivity")
        entries.append(number_entry("sensitivity", label, state.target.sensitivity, sensitivity, why))
        entries += _causes(state) if followed else ()
    entries += _shape(state)
    if mechanism.noise_parameter != "epsilon":
        symbol = "s" if isinstance(mechanism, Selection) else wording.noise_symbol(mechanism.noise_parameter)
        text = N_("{symbol} = {noise:6}", symbol=symbol, noise=at_most(mechanism.noise))
        entries.append(Entry("noise", N_("noise scale"), text, Source.FOLLOWS, mechanism.noise))
    return tuple(entries)


def _delta_entry(state: State) -> Entry:
    label = N_("δ per release")
    if mechanism_of(state).pure:
        return Entry("delta", label, verbatim("0"), Source.FOLLOWS, 0, N_("the mechanism is pure ε"))
    return number_entry("delta", label, state.target.delta, source_of(state, "target.delta"))


def _causes(state: State) -> list[Entry]:
    """What the sensitivity follows from: all that it takes, and what else somebody set."""
    counted, known = state.sensitivity_inputs.counted, parameters(SensitivityInputs)
    taken = {"rows_per_person"} if state.target.unit != "row" else set()
    taken |= {"low", "high"} if counted is not Counted.HISTOGRAM else set()
    taken |= {"people"} if counted is Counted.MEAN else set()
    paths = {name: f"sensitivity_inputs.{name}" for name in known}
    return [
        number_entry(name, known[name].title, value_at(state, path), source_of(state, path))
        for name, path in paths.items()
        if name in taken or path in state.given
    ]


def _shape(state: State) -> list[Entry]:
    """What else the mechanism takes, and the share that is sampled."""
    names = [name for name in shape_of(every_mechanism()[state.mechanism]) if name != "sampling_rate"]
    found = []
    for name in names:
        path = f"shape.{name}"
        title = declared(state, path).title
        found.append(number_entry(name, title, value_at(state, path), source_of(state, path)))
    if state.sampling_rate < 1:
        rate, label = state.sampling_rate, N_("share that is sampled")
        source = source_of(state, "shape.sampling_rate")
        found.append(Entry("sampling_rate", label, N_("{rate:full}", rate=rate), source, rate))
    return found


def meaning(state: State) -> tuple[Sentence, ...]:
    """What one release means for a person, and what it costs."""
    told, price = risk_summary(state), cost(state)
    if price.margin is None:
        return told.odds, price.words.sentence
    margin = N_("{words}: ± {margin}", words=price.words.sentence, margin=price.margin)
    joint = [each.sentence for each in price.facts if each.id == "margin-joint"]
    return told.odds, margin, *(joint if "reading.bins" in state.given else ())


def unkept(state: State) -> tuple[Sentence, ...]:
    """That the mechanism does not keep its ε and δ, or is not proven to."""
    broken, reason = wording.broken(state), wording.claim(state).reason
    if broken is not None:
        return (N_("Not a guarantee: {why}.", why=broken),)
    return () if reason is None else (N_("Not proven, only checked numerically: {why}.", why=reason),)


# k releases


def repeated_questions(state: State) -> tuple[Request, ...]:
    """The long questions behind the total and the guess of k releases; none where nobody set k."""
    if _COUNT not in state.given:
        return ()
    totals = bounds_at_k.questions(state) if _DELTA in state.given else ()
    return (*totals, answer.guess_question(state))


def repeated_entries(state: State, answers: Answers) -> tuple[Entry, ...]:
    """How many releases, and their total, each only where somebody set what it rests on."""
    title = parameters(Composing)["count"].title
    if _COUNT not in state.given:
        return (Entry("count", title, None, Source.NONE),)
    count = number_entry("count", title, state.composing.count, Source.SET)
    if _DELTA in state.given:
        return (count, *_best_total(state, answers))
    return (count, *_basic_total(state))


def _basic_total(state: State) -> tuple[Entry, ...]:
    """kε and kδ, exact: nobody asked for a δ to be traded for a smaller ε."""
    count, target = state.composing.count, state.target
    delta = 0.0 if mechanism_of(state).pure else target.delta
    total = count * decimal(target.epsilon), count * decimal(delta)
    if wording.claim(state).status is Status.FALSE:
        return (
            Entry("total", N_("total ε"), N_("none: the releases do not keep their ε and δ"), Source.FOLLOWS),
        )
    if total[1] >= 1:
        return (
            Entry("total", N_("total ε"), N_("none: the δ of the releases sum to 1 or more"), Source.FOLLOWS),
        )
    epsilon, spent = (exact_text(each) for each in total)
    words = N_("basic composition: no total δ was set, so none is traded for a smaller ε")
    return (
        Entry("total", N_("total ε"), epsilon, Source.FOLLOWS, float(total[0]), words),
        Entry("total_delta", N_("total δ"), spent, Source.FOLLOWS, float(total[1])),
        Entry(
            "bound",
            N_("composition bound"),
            every_composition()["sequential"].title,
            Source.FOLLOWS,
            "sequential",
        ),
    )


def _best_total(state: State, answers: Answers) -> tuple[Entry, ...]:
    """The smallest proven total at the δ that was set."""
    delta = number_entry("total_delta", N_("total δ"), state.composing.total_delta, Source.SET)
    best = bounds_at_k.cheapest(bounds_at_k.readings(state, answers))
    if best is None:
        words = N_("no bound proves one at this δ")
        return (Entry("total", N_("total ε"), words, Source.FOLLOWS), delta)
    text = N_("{total:6}", total=best.rounded)
    kind = N_("{kind}; {source}", kind=best.kind, source=best.source)
    return (
        Entry("total", N_("total ε"), text, Source.FOLLOWS, best.epsilon, best.kind),
        delta,
        Entry("bound", N_("composition bound"), best.title, Source.FOLLOWS, best.bound, kind),
    )


def repeated_meaning(state: State, answers: Answers) -> tuple[Sentence, ...]:
    """What all k releases tell an attacker; nothing where nobody set k, or while it is being computed."""
    guess, current = answer.guess_of(state, answers)
    if _COUNT not in state.given or guess is None or not current:
        return ()
    values = {
        "question": answer.question_of(state),
        "count": state.composing.count,
        "right": answer.right_guesses(guess),
    }
    if guess.exact:
        return (
            N_(
                "{question}: {right} after {count} {count:release|releases}; random guessing: 50 of 100.",
                **values,
            ),
        )
    return (
        N_(
            "{question}: at most {right} after {count} {count:release|releases}; random guessing: 50 of 100.",
            **values,
        ),
    )
