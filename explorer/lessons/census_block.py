"""Reconstruction by hand: the published table of a census block leaves one set of people."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import comb
from typing import ClassVar, Self

from explorer.lessons.parts.lesson import Guess, GuessKind, Lesson, Step
from explorer.lessons.parts.numbers import amount, epsilon_param, margin, simulated
from explorer.lessons.parts.release_settings import LARGEST, LARGEST_OF_PLAN, example_plan, release_settings
from explorer.lessons.parts.scene import Action, Opening, Scene
from explorer.lessons.simulations.block_counts import (
    AGES,
    EVERYBODY,
    MEN,
    OF_AGES,
    OLDEST,
    ROWS,
    fitting_men,
    forms,
)
from explorer.lessons.simulations.block_pictures import (
    NAMES,
    by_hand,
    cloud,
    falling,
    fits_by_epsilon,
    margin_by_people,
    men_that_fit,
    one_row,
    published_table,
)
from explorer.lessons.simulations.noised_block import STATISTICS, each_statistic, fitting, published
from explorer.mark import N_, Sentence
from explorer.privacy.status import Kind

_BLOCK = "Garfinkel, Abowd & Martindale 2018, Table 1"


@dataclass(frozen=True)
class CensusBlock(Lesson):
    """Seven people, medians and means by group, and the forms that fit. Moves are rows added."""

    id: ClassVar[str] = "census-block"
    order: ClassVar[int] = 40
    title: ClassVar[Sentence] = N_("Reconstruction by hand")
    about: ClassVar[Sentence] = N_("Eight published statistics give back seven people")
    minutes: ClassVar[int] = 15
    source: ClassVar[str] = (
        "Garfinkel, Abowd & Martindale 2018, Understanding database reconstruction attacks"
    )
    explains: ClassVar[tuple[str, ...]] = ("epsilon", "sensitivity", "margin-each", "plan-margins")
    questions: ClassVar[tuple[Sentence, ...]] = (
        N_("Which of the published rows would you leave out, and what would that have changed?"),
        N_("Small groups were not published. Why did that not help?"),
        N_("Why can a town have an exact mean age and a block of seven people cannot?"),
    )
    steps: ClassVar[tuple[Step, ...]] = (
        Step(
            "guess",
            N_("Guess"),
            guess=Guess(
                N_("How many sets of three ages, from 0 to 125 years, fit this row?"),
                *(GuessKind.NUMBER, "triples", "attack", 1.0, 341_376.0),
            ),
            notes=(N_("Say that there are 341,376 sets of three ages. Collect guesses. One minute."),),
        ),
        Step(
            "attack",
            N_("A single row"),
            notes=(
                N_("Let the room find two or three sets by hand: the youngest and the oldest sum to 102."),
            ),
        ),
        Step(
            "rows",
            N_("Row by row"),
            background=True,
            notes=(
                N_(
                    "Let the room choose the next row. Ask each time how many forms will be left. Three "
                    "minutes."
                ),
            ),
        ),
        Step(
            "hand",
            N_("The attack succeeds"),
            background=True,
            notes=(N_("Do the six subtractions on the board; nobody needs more than school mathematics."),),
        ),
        Step(
            "drag",
            N_("Drag ε"),
            controls=("epsilon",),
            redraws=True,
            background=True,
            notes=(
                N_("Start at the right, where the attack still works, and drag to the left. Two minutes."),
            ),
        ),
        Step(
            "cost",
            N_("What it cost"),
            controls=("epsilon",),
            notes=(N_("Ask who needs the mean age of three people, and who that of a town. One minute."),),
        ),
    )

    epsilon: float = epsilon_param(
        1000.0,
        title=N_("in total, for medians and means"),
        help=N_(
            "The age of one person enters up to eight of the numbers; each of them gets one eighth of ε."
        ),
        low=0.1,
        high=100_000.0,
        slider=(1.0, 100_000.0),
    )

    def scene(self, step: str) -> Scene:
        """See `Lesson.scene`."""
        return {
            "guess": _guess,
            "attack": _attack,
            "rows": self._rows,
            "hand": _hand,
            "drag": self._drag,
            "cost": self._cost,
        }[step]()

    def demonstrated(self) -> Self:
        """All rows, one after the other."""
        return replace(self, moves=tuple(ROWS))

    @property
    def added(self) -> tuple[str, ...]:
        """The rows that the moves have added, each once; the married only when the ages are settled."""
        known: tuple[str, ...] = ()
        for move in self.moves:
            settled = move != "married" or forms(frozenset(known)) == forms(frozenset(OF_AGES))
            if move in ROWS and move not in known and settled:
                known = (*known, move)
        return known

    def _rows(self) -> Scene:
        added = self.added
        left = forms(frozenset(added))
        return Scene(
            N_("Each published row rules forms out."),
            (
                N_("A form says the age of each of the seven people, and which four are married."),
                N_("The counts of all groups are known from the start. Add medians and means, row by row."),
            ),
            amount("forms", N_("forms that fit"), left),
            N_("{left:form fits|forms fit} the rows in use", left=left),
            (amount("rows", N_("rows in use"), len(added)),),
            (falling(added), published_table(added)),
            tuple(self._action(name, added) for name in ROWS),
            caution=N_("The row of everybody rules nothing out: it follows from the men and the women."),
            openings=_noised(),
        )

    def _action(self, name: str, added: tuple[str, ...]) -> Action:
        refusal = None
        if name in added:
            refusal = N_("this row is in use already")
        elif name == "married" and forms(frozenset(added)) != forms(frozenset(OF_AGES)):
            refusal = N_("first find all ages: this row then says who is married")
        return Action(name, N_("Add: {group}", group=NAMES[name]), refusal)

    def _drag(self) -> Scene:
        release = published(self.seed, self.epsilon)
        return Scene(
            N_("Now every median and every mean carries noise."),
            (
                N_("The attacker keeps all ages that lie within the 95 % noise margin of the men's row."),
                N_("Even ε = 1,000, far too large to protect anybody, leaves thousands of sets of ages."),
            ),
            amount("fitting", N_("sets of three ages that fit"), fitting(release), simulated(1)),
            N_("{sets:set of ages fits|sets of ages fit} the noised row", sets=fitting(release)),
            (
                amount("noised_median", N_("noised median of the men (years)"), release.median, simulated(1)),
                amount(
                    "noised_mean",
                    N_("noised mean of the men (years)"),
                    release.total / MEN.count,
                    simulated(1),
                ),
                margin("margin", N_("95 % noise margin of median and sum (years)"), release.margin),
                amount("triples", N_("sets of ages that fit without noise"), len(fitting_men())),
            ),
            (fits_by_epsilon(self.seed, self.epsilon), cloud(self.seed, self.epsilon)),
            caution=N_(
                "Thousands of sets of ages are no guarantee: what protects is a small ε. At ε = 1,000 an "
                "attacker who knows the other ages still learns the last one to within a few years."
            ),
            openings=_openings(self.epsilon),
        )

    def _cost(self) -> Scene:
        each = each_statistic(self.epsilon)
        wide = each.margin(0.95)
        return Scene(
            N_("The statistics of seven people are lost."),
            (
                N_(
                    "One person can move a sum of ages, and a median, by 125 years. The noise has to cover "
                    "that."
                ),
                N_("The same noise in a sum over many people hardly moves their mean."),
            ),
            margin("margin_mean", N_("95 % noise margin of the mean age of three men"), wide / MEN.count),
            N_("years, for the mean age of three men"),
            (
                margin(
                    "margin_town", N_("95 % noise margin of the mean age of 30,000 people"), wide / 30_000
                ),
                amount("each", N_("ε of each median and each mean"), self.epsilon / STATISTICS),
                amount(
                    "total", N_("total ε spent"), self.epsilon, Kind.UPPER, "Dwork & Roth 2014, Theorem 3.16"
                ),
            ),
            (margin_by_people(self.epsilon),),
            caution=N_(
                "Noise for the worst case wastes a median. Counts by ranges of age give medians with far "
                "less."
            ),
            openings=_openings(self.epsilon),
        )


def _openings(epsilon: float) -> tuple[Opening, ...]:
    """What can be opened with this total ε: Explore and Release have a largest one."""
    if epsilon / STATISTICS <= LARGEST:
        return _one_sum(N_("One of these sums in Explore"), epsilon / STATISTICS), example_plan(epsilon)
    if epsilon <= LARGEST_OF_PLAN:
        return (example_plan(epsilon),)
    return (_one_sum(N_("One sum in Explore, at its largest ε of {epsilon}", epsilon=LARGEST), LARGEST),)


def _noised() -> tuple[Opening, ...]:
    """For steps whose numbers have no noise: with a total ε of 1, which protects."""
    return _one_sum(N_("One sum with noise in Explore"), 1 / STATISTICS), example_plan(1.0)


def _one_sum(label: Sentence, epsilon: float) -> Opening:
    return Opening("explore", label, release_settings(epsilon, sensitivity=float(OLDEST)), "released-value")


def _guess() -> Scene:
    return Scene(
        N_("A census publishes this of three men."),
        (
            N_(
                "Seven simulated people live in a block. Of each group the census tells the number of "
                "people, their median age and their mean age."
            ),
            N_("Groups of fewer than three people are not published."),
        ),
        pictures=(one_row(),),
        openings=_noised()[:1],
    )


def _attack() -> Scene:
    found = fitting_men()
    return Scene(
        N_("One row leaves 31 sets of ages."),
        (
            N_("Three ages with a mean of 44 sum to 132. One of them is 30, so the other two sum to 102."),
            N_("The youngest is at most 30. So there is one set for each age from 0 to 30."),
        ),
        amount("triples", N_("sets of three ages that fit"), len(found), Kind.EXACT, _BLOCK),
        N_("of 341,376 sets of three ages fit"),
        (
            amount("all_triples", N_("sets of three ages from 0 to 125"), comb(AGES + 2, 3)),
            amount("from_one", N_("of these without a child of 0 years"), int((found[:, 0] > 0).sum())),
        ),
        (men_that_fit(), one_row()),
        caution=N_("Texts that say 30 leave out the ages 0, 30 and 102."),
        openings=_noised(),
    )


def _hand() -> Scene:
    return Scene(
        N_("Six subtractions name all seven people."),
        (
            N_("Nothing is guessed. Each published row takes one more person out of the others."),
            N_("No row says anything about one person, and rows for single people were withheld."),
        ),
        amount("people", N_("people whose age is found"), EVERYBODY.count, Kind.EXACT, _BLOCK),
        N_("of 7 people, each with age, sex, race and status"),
        (amount("solutions", N_("forms that fit all rows"), forms(frozenset(ROWS))),),
        (by_hand(),),
        openings=_noised(),
    )
