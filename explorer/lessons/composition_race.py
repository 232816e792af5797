"""Where advanced composition starts to beat basic composition, and where a formula is false."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from explorer.lessons.parts.lesson import Guess, GuessKind, Lesson, Step
from explorer.lessons.parts.numbers import amount, epsilon_param, missing
from explorer.lessons.parts.release_settings import release_settings
from explorer.lessons.parts.scene import Number, Opening, Scene
from explorer.lessons.simulations import bounds_race as bounds
from explorer.mark import N_, Sentence, at_most
from explorer.privacy.parameter import Scale, param
from explorer.privacy.status import Kind, Status


@dataclass(frozen=True)
class CompositionRace(Lesson):
    """Pure releases of one ε: basic composition, three forms of advanced composition, and the optimum."""

    id: ClassVar[str] = "composition-race"
    order: ClassVar[int] = 110
    title: ClassVar[Sentence] = N_("The composition race")
    about: ClassVar[Sentence] = N_(
        "Guess where advanced composition starts to beat basic composition, then see."
    )
    minutes: ClassVar[int] = 15
    source: ClassVar[str] = (
        "Dwork & Roth 2014, Theorem 3.20, Corollary 3.21, Example 3.7; Kairouz, Oh & Viswanath 2015"
    )
    explains: ClassVar[tuple[str, ...]] = ("composition", "crossing", "total-delta", "largest-epsilon")
    questions: ClassVar[tuple[Sentence, ...]] = (
        N_("A talk says: advanced composition wins from k = 74 on. Which number was chosen there?"),
        N_("Why can Dwork–Roth Theorem 3.20 never beat basic composition at ε = 1?"),
        N_("Two hundred releases of ε = 1 at δ′ = 10⁻⁵: is the Dwork–Roth shortcut a guarantee?"),
    )
    steps: ClassVar[tuple[Step, ...]] = (
        Step(
            "guess",
            N_("Guess"),
            Guess(
                N_("ε = 1 each, δ′ = 10⁻⁴. From how many releases on does advanced composition win?"),
                GuessKind.NUMBER,
                "tight",
                "race",
                1.0,
                1000.0,
            ),
            notes=(N_("Write a few guesses on the board. Two minutes."),),
        ),
        Step(
            "race",
            N_("The race"),
            notes=(N_("Ask which line never crosses, and why: its drift alone is above ε."),),
        ),
        Step(
            "drag",
            N_("Drag δ′"),
            controls=("delta", "epsilon"),
            notes=(
                N_("Move δ′, then ε: the shortcut's dot moves, then stays. Below ln 2 a third dot appears."),
            ),
        ),
        Step(
            "fails",
            N_("The shortcut fails"),
            background=True,
            controls=("count",),
            notes=(N_("Drag k across the upright line and read the two numbers aloud."),),
        ),
        Step(
            "example",
            N_("Example 3.7"),
            notes=(N_("The example's conclusion is true. The theorem beside it does not prove it."),),
        ),
        Step(
            "cost",
            N_("What it cost"),
            controls=("epsilon", "delta", "count"),
            notes=(N_("Every bound but the first pays with a δ′ above 0. Ask what it may hide."),),
        ),
    )

    epsilon: float = epsilon_param(low=0.05, high=2.0, slider=(0.05, 2.0))
    delta: float = param(
        1e-4,
        symbol="δ′",
        title=N_("of the theorem"),
        low=1e-12,
        high=0.01,
        scale=Scale.LOG,
        private_side=-1,
        low_end=N_("rarely"),
        high_end=N_("too often"),
        help=N_("The failure probability that the theorem is given; basic composition needs none."),
    )
    count: int = param(
        500,
        symbol="k",
        title=N_("releases"),
        low=1,
        high=bounds.MOST,
        integer=True,
        help=N_("The number of such releases about the same people."),
    )

    def scene(self, step: str) -> Scene:
        """The step of this id."""
        return {
            "guess": self._guess,
            "race": CompositionRace(seed=self.seed)._race,
            "drag": self._drag,
            "fails": self._fails,
            "example": self._example,
            "cost": self._cost,
        }[step]()

    def _guess(self) -> Scene:
        return Scene(
            N_("Many releases about the same people: what do they cost together?"),
            (
                N_("Basic composition sums the ε of all releases: k releases of ε = 1 cost a total ε of k."),
                N_(
                    "Privacy losses partly cancel, so that advanced composition grows with the root of k. It "
                    "needs a δ′ above 0, and its formula begins higher."
                ),
            ),
            pictures=(bounds.start(),),
            openings=(Opening("explore", N_("One of these releases in Explore"), _one_release(1.0), "risk"),),
        )

    def _race(self) -> Scene:
        return Scene(
            N_("Advanced composition wins late, and one form of it never."),
            (
                N_("With the tight drift it starts to beat basic composition at k = 64."),
                N_(
                    "The Dwork–Roth shortcut crosses at 73.68, which is 8 ln(1/δ′): 8 ln 10⁴. "
                    "Dwork–Roth Theorem 3.20 has a drift of ε(e^ε − 1) per release, which is above ε here."
                ),
            ),
            self._crossing(bounds.TIGHT, "tight"),
            N_("is the k at which the tight drift crosses basic composition"),
            (
                self._crossing(bounds.SHORTCUT, "shortcut"),
                self._crossing(bounds.THEOREM, "theorem"),
            ),
            (bounds.race(self.epsilon, self.delta),),
            openings=(self._opening(100),),
        )

    def _drag(self) -> Scene:
        return Scene(
            N_("Where the shortcut crosses says which δ′ was chosen, and nothing else."),
            (
                N_("Its crossing is 8 ln(1/δ′) at every ε: 73.68 at δ′ = 10⁻⁴, 92.1 at δ′ = 10⁻⁵."),
                N_("Dwork–Roth Theorem 3.20 crosses only for ε below ln 2 = 0.693; drag ε to see it."),
            ),
            self._crossing(bounds.SHORTCUT, "shortcut"),
            N_("is the k at which the shortcut crosses, 8 ln(1/δ′)"),
            (
                self._crossing(bounds.TIGHT, "tight"),
                self._crossing(bounds.THEOREM, "theorem"),
            ),
            (bounds.race(self.epsilon, self.delta),),
            openings=(self._opening(100),),
        )

    def _fails(self) -> Scene:
        formula, exact = (
            bounds.total_at(name, bounds.FALSE_EPSILON, bounds.FALSE_DELTA, self.count)
            for name in (bounds.SHORTCUT, bounds.OPTIMAL)
        )
        false = bounds.status(bounds.FALSE_EPSILON, bounds.FALSE_DELTA, self.count) is Status.FALSE
        return Scene(
            N_(
                "At ε = 1 and δ′ = 10⁻⁵ the shortcut is false from k = {first} on.",
                first=bounds.first_false(),
            ),
            (
                N_(
                    "It is Dwork–Roth Corollary 3.21 read backwards. The corollary holds for a total ε "
                    "below 1; here the formula is proven up to k = 107 only."
                ),
                N_("Optimal composition is what the worst mechanism loses. Nothing below it is a guarantee."),
            ),
            amount("first", N_("first k at which the shortcut is false"), bounds.first_false(), Kind.EXACT),
            N_("is the first k at which the shortcut is below the exact total"),
            (
                amount(
                    "formula",
                    N_("shortcut at this k: not a guarantee") if false else N_("shortcut at this k"),
                    formula,
                    N_("not a guarantee") if false else Kind.UPPER,
                ),
                amount(
                    "exact", N_("optimal composition at this k"), exact, Kind.EXACT, _source(bounds.OPTIMAL)
                ),
            ),
            (bounds.falsehood(self.count),),
            caution=N_("A formula that is right for few releases is no guarantee for many."),
            openings=(self._opening(self.count, bounds.FALSE_EPSILON, bounds.FALSE_DELTA),),
        )

    def _example(self) -> Scene:
        epsilon, count, delta = bounds.EXAMPLE
        return Scene(
            N_("Dwork–Roth Example 3.7 is true, but not by the theorem beside it."),
            (
                N_(
                    "Bob is in 10,000 databases. The example gives each ε = 1/801, takes δ′ = e⁻³², and "
                    "concludes that the total ε is 1."
                ),
                N_(
                    "Dwork–Roth Theorem 3.20 gives more than 1.014, the tight drift more than 1.006. Better "
                    "bounds prove 1."
                ),
            ),
            _said_of_the_example(bounds.OPTIMAL, "optimal"),
            N_("is the exact total ε of Bob's 10,000 databases"),
            (_said_of_the_example(bounds.TIGHT, "tight"), _said_of_the_example(bounds.THEOREM, "theorem")),
            (bounds.table(epsilon, delta, count, "example", N_("Bob's total ε by each bound")),),
            openings=(self._opening(count, epsilon, delta),),
        )

    def _cost(self) -> Scene:
        basic, optimal = (
            bounds.total_at(name, self.epsilon, self.delta, self.count)
            for name in (bounds.BASIC, bounds.OPTIMAL)
        )
        return Scene(
            N_("A smaller total ε is paid for with a δ′."),
            (
                N_(
                    "Basic composition of pure releases has δ′ = 0. All the others hold with a total δ of δ′."
                ),
                N_("No bound makes releases free: the total grows with √k, then with k itself."),
            ),
            amount("optimal", N_("optimal composition"), optimal, Kind.EXACT, _source(bounds.OPTIMAL)),
            N_("is the exact total ε of k releases, at a total δ of δ′"),
            (
                amount(
                    "basic", N_("basic composition, δ = 0"), at_most(basic), Kind.UPPER, _source(bounds.BASIC)
                ),
                amount("delta", N_("total δ"), self.delta, Kind.EXACT),
            ),
            (
                bounds.by_count(self.epsilon, self.delta, self.count),
                bounds.table(self.epsilon, self.delta, self.count, "totals", N_("Total ε by each bound")),
            ),
            openings=(self._opening(self.count),),
        )

    def _crossing(self, name: str, identity: str) -> Number:
        label = N_("{bound}: crosses at k", bound=bounds.bound(name).title)
        found = bounds.crossing(name, self.epsilon, self.delta)
        if found.real is None:
            return missing(identity, label, N_("never"), Kind.EXACT)
        return Number(identity, label, found.real, N_("{value}", value=found.real), Kind.EXACT, _source(name))

    def _opening(self, count: int, epsilon: float | None = None, delta: float | None = None) -> Opening:
        settings = {
            **_one_release(self.epsilon if epsilon is None else epsilon),
            "composing.count": count,
            "composing.total_delta": self.delta if delta is None else delta,
        }
        return Opening("compose", N_("Open these releases in Compose"), settings, "composition")


def _one_release(epsilon: float) -> Mapping[str, object]:
    """Of the worst mechanism of this ε, whose total the exact curve is."""
    return release_settings(epsilon, "randomized-response")


def _said_of_the_example(name: str, identity: str) -> Number:
    epsilon, count, delta = bounds.EXAMPLE
    said = bounds.total_at(name, epsilon, delta, count)
    exact = name == bounds.OPTIMAL
    kind = Kind.EXACT if exact else Kind.UPPER
    return amount(identity, bounds.bound(name).title, said if exact else at_most(said), kind, _source(name))


def _source(name: str) -> str:
    return bounds.bound(name).source
