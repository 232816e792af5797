"""Linkage: a table without names and a public register have the same columns."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Self

from explorer.lessons.parts.lesson import Guess, GuessKind, Lesson, Step
from explorer.lessons.parts.numbers import amount, epsilon_param, margin, share, simulated
from explorer.lessons.parts.release_settings import example_plan, release_settings
from explorer.lessons.parts.scene import Action, Opening, Scene
from explorer.lessons.simulations.town import COLUMNS, PEOPLE, TARGETS, each_cell, right, unique_share
from explorer.lessons.simulations.town_pictures import (
    by_columns,
    cells,
    detail,
    hospital,
    rates,
    register,
    squares,
    word_of,
)
from explorer.mark import N_, Sentence
from explorer.privacy.risk import of_mechanism
from explorer.privacy.status import Kind

_ALL = frozenset(COLUMNS)
_SMALL = 0.1
_CELL = N_("One cell in Explore")
_TOWN = N_("simulated, one town")
_WORST = "Kairouz, Oh & Viswanath 2015, Theorem 2.1"


@dataclass(frozen=True)
class Linkage(Lesson):
    """A town of 20,000; moves put columns in and out; then the same table as noised counts."""

    id: ClassVar[str] = "linkage"
    order: ClassVar[int] = 20
    title: ClassVar[Sentence] = N_("Linkage")
    about: ClassVar[Sentence] = N_("A table without names meets a register with names")
    minutes: ClassVar[int] = 10
    source: ClassVar[str] = "Sweeney 2000, Simple demographics often identify people uniquely; Golle 2006"
    explains: ClassVar[tuple[str, ...]] = ("best-guess", "released-counts", "relative-error", "margin-each")
    questions: ClassVar[tuple[Sentence, ...]] = (
        N_("Which columns of your own data stand in some public register too?"),
        N_("Why did removing the names not protect anybody?"),
        N_("Which table of this town would you publish with noise, and which not at all?"),
    )
    steps: ClassVar[tuple[Step, ...]] = (
        Step(
            "guess",
            N_("Guess"),
            guess=Guess(
                N_("What share of the 20,000 people have a birth date, sex and postcode that nobody shares?"),
                *(GuessKind.SHARE, "unique_all", "attack"),
            ),
            notes=(N_("Collect guesses. Most people guess below one half. One minute."),),
        ),
        Step(
            "attack",
            N_("The attack succeeds"),
            redraws=True,
            notes=(N_("Join one row aloud: read the date, find it in the register, read the name."),),
        ),
        Step(
            "columns",
            N_("Which columns"),
            redraws=True,
            notes=(N_("Let the room take columns away until fewer than one in ten is unique. Two minutes."),),
        ),
        Step(
            "drag",
            N_("Drag ε"),
            controls=("epsilon",),
            redraws=True,
            notes=(N_("Drag from the right to the left and watch the crosses appear. Two minutes."),),
        ),
        Step(
            "fails",
            N_("It fails"),
            redraws=True,
            notes=(N_("Cover the last column. Ask who is ill, person by person; then uncover it."),),
        ),
        Step(
            "cost",
            N_("What it cost"),
            controls=("epsilon",),
            notes=(N_("Ask which of the five tables the room would still use. One minute."),),
        ),
    )

    epsilon: float = epsilon_param(
        1.0,
        title=N_("of the table of counts"),
        help=N_("One person is counted in one cell."),
        high=50.0,
        slider=(0.1, 10.0),
    )

    def scene(self, step: str) -> Scene:
        """See `Lesson.scene`."""
        scenes = {
            "guess": self._guess,
            "attack": self._attack,
            "columns": self._columns,
            "drag": self._drag,
            "fails": self._fails,
            "cost": self._cost,
        }
        return scenes[step]()

    def demonstrated(self) -> Self:
        """The day of birth taken out."""
        return replace(self, moves=("day",))

    @property
    def chosen(self) -> frozenset[str]:
        """The columns that are published: at first all; each move puts one in or out."""
        return frozenset(name for name in COLUMNS if self.moves.count(name) % 2 == 0)

    def _guess(self) -> Scene:
        return Scene(
            N_("A hospital publishes its patients without their names."),
            (
                N_(
                    "A simulated town has 20,000 people, eight postcodes, and one hospital that has treated "
                    "everybody."
                ),
                N_("The hospital removes every name. It keeps birth date, sex, postcode and the diagnosis."),
                N_("A public register has names, with birth date, sex and postcode."),
            ),
            pictures=(hospital(self.seed),),
            openings=self._noised()[:1],
        )

    def _attack(self) -> Scene:
        return Scene(
            N_("Nearly everybody is alone with birth date, sex and postcode."),
            (
                N_(
                    "A register of names has the same three columns. Whoever is alone in both is found by "
                    "a join."
                ),
                N_("The names were removed, and came back with the diagnosis."),
            ),
            share(
                "unique_all",
                N_("unique by birth date, sex and postcode"),
                unique_share(self.seed, _ALL),
                _TOWN,
            ),
            N_("of the people are unique, and so are found"),
            (
                share("wrong", N_("of these joins that are wrong"), 0.0),
                amount("people", N_("people in the town"), PEOPLE),
            ),
            (hospital(self.seed), register(self.seed)),
            caution=N_(
                "In the USA 87 % were said to be unique by these columns (Sweeney 2000); Golle (2006) "
                "found 63 %. "
                "It depends on how many people share a postcode."
            ),
            openings=self._noised(),
        )

    def _columns(self) -> Scene:
        chosen = self.chosen
        return Scene(
            N_("No single column does it. All of them together do."),
            (
                N_("Take columns out, and put them in again. The last bar follows your choice."),
                N_(
                    "Leaving out the day of birth helps a lot. But somebody may know more than these columns."
                ),
            ),
            share("unique", N_("unique by your columns"), unique_share(self.seed, chosen), _TOWN),
            N_("of the people are unique by your columns"),
            (amount("columns", N_("columns in use"), len(chosen)),),
            (by_columns(self.seed, chosen),),
            tuple(self._action(name) for name in COLUMNS),
            caution=N_("Who is not unique is not safe: see the lesson on k-anonymity."),
            openings=self._noised(),
        )

    def _action(self, name: str) -> Action:
        column = word_of(name)
        inside = name in self.chosen
        said = N_("Take out: {column}", column=column) if inside else N_("Put in: {column}", column=column)
        return Action(name, said)

    def _drag(self) -> Scene:
        found = right(self.seed, self.epsilon)
        own = of_mechanism(each_cell(self.epsilon)).best_guess
        return Scene(
            N_("Now only noised counts are published."),
            (
                N_("Each cell counts the ill people of one birth date, sex and postcode, with noise."),
                N_("The cell of a unique person is 1 or 0. The attacker says “ill” from 1 on."),
            ),
            share("right", N_("attacks that are right"), float(found.mean()), simulated(TARGETS)),
            N_("of the people found before are guessed right"),
            (
                share("best", N_("no attack is better"), own, Kind.EXACT, _WORST),
                share("before", N_("right without noise"), 1.0),
            ),
            (rates(self.epsilon, float(found.mean())), squares(found)),
            caution=N_(
                "Half of the people are ill here, so that a coin is right in 50 %. Counted shares lie within "
                "the pale band 19 times of 20."
            ),
            openings=_openings(self.epsilon),
        )

    def _fails(self) -> Scene:
        noise = each_cell(_SMALL)
        return Scene(
            N_("At ε = {epsilon} a cell says next to nothing of its only person.", epsilon=_SMALL),
            (
                N_("The noised counts lie far from 0 and 1, whoever is ill."),
                N_("The register still has all the names. There is nothing left to join them with."),
            ),
            share(
                "small",
                N_("best attacker at ε = {epsilon}", epsilon=_SMALL),
                _best(_SMALL),
                Kind.EXACT,
                _WORST,
            ),
            N_("right at best; a coin is right in 50 %"),
            (margin("small_margin", N_("95 % noise margin of each cell"), noise.margin(0.95)),),
            (cells(self.seed, _SMALL),),
            openings=_openings(_SMALL),
        )

    def _cost(self) -> Scene:
        noise = each_cell(self.epsilon)
        return Scene(
            N_("Fine detail is lost; coarse tables stay useful."),
            (
                N_("Every cell has the same noise, whatever it counts."),
                N_(
                    "In a table by postcode it hardly matters. In the finest table, at a small ε, it hides "
                    "every count."
                ),
            ),
            margin("margin", N_("95 % noise margin of each cell"), noise.margin(0.95)),
            N_("people in each cell, however coarse the table"),
            (
                amount("spent", N_("ε spent on each table"), self.epsilon, Kind.UPPER),
                amount("all_tables", N_("ε spent on all five tables"), 5 * self.epsilon, Kind.UPPER, _SUM),
            ),
            (detail(self.epsilon),),
            openings=_openings(self.epsilon),
        )

    def _noised(self) -> tuple[Opening, ...]:
        """For steps whose tables have no noise."""
        return _openings(self.epsilon, N_("One count with noise in Explore"))


def _openings(epsilon: float, one: Sentence = _CELL) -> tuple[Opening, ...]:
    return Opening("explore", one, release_settings(epsilon), "risk"), example_plan(epsilon)


_SUM = "Dwork & Roth 2014, Theorem 3.16"


def _best(epsilon: float) -> float:
    return of_mechanism(each_cell(epsilon)).best_guess
