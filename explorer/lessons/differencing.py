"""Differencing: two harmless totals, and the diagnosis of one person is their difference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from explorer.lessons.parts.lesson import Guess, GuessKind, Lesson, Step
from explorer.lessons.parts.numbers import amount, epsilon_param, margin, share, simulated
from explorer.lessons.parts.release_settings import release_settings
from explorer.lessons.parts.scene import Number, Opening, Scene
from explorer.lessons.simulations.differencing_pictures import (
    ledger,
    margins,
    overlap,
    patients,
    rates,
    squares,
    totals,
)
from explorer.lessons.simulations.two_counts import COUNTS, OTHERS, REPEATS, Attempts, attempts, each_count
from explorer.mark import N_, Sentence
from explorer.privacy.risk import of_mechanism, worst_case
from explorer.privacy.status import Kind

_SMALL = 0.1  # the ε at which it fails
_ONE, _BOTH = N_("One of these counts in Explore"), N_("Both counts in Compose")
_WORST = "Kairouz, Oh & Viswanath 2015, Theorem 2.1"
_CHOICES = (N_("nothing about him"), N_("a guess better than chance"), N_("for certain whether he is ill"))


@dataclass(frozen=True)
class Differencing(Lesson):
    """A count with one person and a count without; then both with discrete Laplace noise of half ε each."""

    id: ClassVar[str] = "differencing"
    order: ClassVar[int] = 10
    title: ClassVar[Sentence] = N_("Differencing")
    about: ClassVar[Sentence] = N_("Two harmless totals, and the diagnosis of one person")
    minutes: ClassVar[int] = 8
    source: ClassVar[str] = "Dwork & Roth 2014, §1.1; Kairouz, Oh & Viswanath 2015, Theorem 2.1"
    explains: ClassVar[tuple[str, ...]] = ("best-guess", "epsilon", "sensitivity", "margin-each")
    questions: ClassVar[tuple[Sentence, ...]] = (
        N_("Which two totals of your own reports differ by one person?"),
        N_("Why does a rule such as “no total of fewer than five people” not stop this attack?"),
        N_("The attacker used one of the two counts. Why does the guarantee still count both?"),
    )
    steps: ClassVar[tuple[Step, ...]] = (
        Step(
            "guess",
            N_("Guess"),
            guess=Guess(
                N_("What does somebody who sees both totals learn about Chandler?"),
                *(GuessKind.CHOICE, "learned", "attack", 0.0, 2.0, _CHOICES),
            ),
            notes=(
                N_("Let everybody commit to an answer. Do not show the next step before. One minute."),
                N_("Ask: would your organisation have published these two numbers?"),
            ),
        ),
        Step(
            "attack",
            N_("The attack succeeds"),
            notes=(N_("Subtract aloud: three minus two. Wait until somebody says whose diagnosis it is."),),
        ),
        Step(
            "drag",
            N_("Drag ε"),
            controls=("epsilon",),
            redraws=True,
            notes=(
                N_("Ask for an ε from the room before you drag. Then draw again, two or three times."),
                N_("Point at the dashed curve: no attack can rise above it, whatever is known. Two minutes."),
            ),
        ),
        Step(
            "fails",
            N_("It fails"),
            notes=(
                N_("Ask: a noised total of 1 has just come out. Is Chandler ill? Let the room disagree."),
            ),
        ),
        Step(
            "cost",
            N_("What it cost"),
            controls=("epsilon",),
            notes=(N_("Ask what the noise means for a total of 5, and for a total of 50,000. One minute."),),
        ),
    )

    epsilon: float = epsilon_param(
        1.0,
        title=N_("in total, for both counts"),
        help=N_("Half of it is spent on each of the two counts."),
        high=100.0,
        slider=(0.1, 10.0),
    )

    def scene(self, step: str) -> Scene:
        """See `Lesson.scene`."""
        scenes = {
            "guess": lambda: _guess(self._noised()[:1]),
            "attack": lambda: _attack(self._noised()),
            "drag": self._drag,
            "fails": self._fails,
            "cost": self._cost,
        }
        return scenes[step]()

    def _drag(self) -> Scene:
        tried = attempts(self.seed, self.epsilon)
        right = int(tried.knowing.sum())
        return Scene(
            N_("Both totals now carry noise."),
            (
                N_("Each total gets half of ε, as discrete Laplace noise: whole numbers, drawn afresh."),
                N_(
                    "The attack is repeated on {runs} simulated patients, about half of them ill. This "
                    "attacker knows the other four diagnoses; nobody can know more.",
                    runs=REPEATS,
                ),
            ),
            share("right", N_("attacks that are right"), right / REPEATS, simulated(REPEATS)),
            N_("of the attacks name the right diagnosis"),
            self._rates(tried),
            (rates(self.epsilon, right / REPEATS), squares(tried.knowing)),
            caution=N_(
                "Only one of the two counts includes Chandler, so this attack meets half of ε; the guarantee "
                "also covers people who are in both. Counted shares lie within the pale band 19 times of 20."
            ),
            openings=_openings(self.epsilon),
        )

    def _rates(self, tried: Attempts) -> tuple[Number, ...]:
        own = of_mechanism(each_count(self.epsilon)).best_guess
        most = worst_case(self.epsilon, 0.0).best_guess
        return (
            share("best", N_("best attacker, these two counts"), own, Kind.EXACT, _WORST),
            share("bound", N_("any attack, any mechanism of this ε"), most, Kind.UPPER, _WORST),
            share(
                "subtracting",
                N_("who only subtracts the two totals"),
                float(tried.subtracting.mean()),
                simulated(REPEATS),
            ),
        )

    def _fails(self) -> Scene:
        return Scene(
            N_("At ε = {epsilon}, either diagnosis gives nearly the same totals.", epsilon=_SMALL),
            (
                N_("Every noised total is almost as likely if he is ill as if he is well."),
                N_("So it gives nobody a good reason to say which. A coin would do nearly as well."),
            ),
            share(
                "small",
                N_("best attacker at ε = {epsilon}", epsilon=_SMALL),
                of_mechanism(each_count(_SMALL)).best_guess,
                Kind.EXACT,
                _WORST,
            ),
            N_("right at best; a coin is right in 50 %"),
            (
                share(
                    "small_bound",
                    N_("any attack, any mechanism of this ε"),
                    worst_case(_SMALL, 0.0).best_guess,
                    Kind.UPPER,
                    _WORST,
                ),
            ),
            (overlap(each_count(_SMALL)),),
            caution=N_("Noise hides single people. A total of thousands is still told well."),
            openings=_openings(_SMALL),
        )

    def _cost(self) -> Scene:
        return Scene(
            N_("The noise hits honest readers too."),
            (
                N_("A total of five people is lost in it. A total of 50,000 hardly changes."),
                N_("The noise depends on ε alone, not on how many people are counted."),
                N_("Both counts are entered in the ledger. What is spent does not come back."),
            ),
            margin("margin", N_("95 % noise margin of each count"), each_count(self.epsilon).margin(0.95)),
            N_("people, in 95 of 100 releases"),
            (
                amount(
                    "spent",
                    N_("ε spent on both counts"),
                    self.epsilon,
                    Kind.UPPER,
                    "Dwork & Roth 2014, Theorem 3.16",
                ),
            ),
            (margins(self.epsilon), ledger(self.epsilon)),
            openings=_openings(self.epsilon),
        )

    def _noised(self) -> tuple[Opening, ...]:
        """For steps whose counts have no noise."""
        labels = N_("One count with noise in Explore"), N_("Both counts with noise in Compose")
        return _openings(self.epsilon, *labels)


def _openings(epsilon: float, one: Sentence = _ONE, both: Sentence = _BOTH) -> tuple[Opening, ...]:
    settings = release_settings(epsilon / COUNTS)
    return (
        Opening("explore", one, settings, "trade-off"),
        Opening("compose", both, {**settings, "composing.count": COUNTS}),
    )


def _guess(openings: tuple[Opening, ...]) -> Scene:
    return Scene(
        N_("A hospital publishes two totals and no names."),
        (
            N_("Five patients were tested. The hospital says how many of them are ill."),
            N_("For another report it says the same of the four patients who came before Chandler."),
        ),
        pictures=(patients(hidden=True), totals(difference=False)),
        openings=openings,
    )


def _attack(openings: tuple[Opening, ...]) -> Scene:
    return Scene(
        N_("Three minus two is one: Chandler is ill."),
        (
            N_("Neither total tells anything about one person. Their difference is one person."),
            N_("No skill is needed, and no error is possible: without noise every such guess is right."),
        ),
        share("exact", N_("attacks that are right without noise"), 1.0),
        N_("of such guesses are right"),
        (
            amount("first_total", N_("ill among all five"), OTHERS + 1),
            amount("second_total", N_("ill among the other four"), OTHERS),
            amount("difference", N_("the difference"), 1),
            Number("learned", N_("what both totals tell about Chandler"), 2, _CHOICES[2], Kind.EXACT),
        ),
        (totals(difference=True), patients(hidden=False)),
        caution=N_("Refusing small totals does not help: both of these may count thousands of people."),
        openings=openings,
    )
