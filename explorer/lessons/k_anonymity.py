"""k-anonymity and how it fails: hiding among k people does not hide what they have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from explorer.lessons.parts.lesson import Guess, GuessKind, Lesson, Step
from explorer.lessons.parts.numbers import amount, epsilon_param, margin, share, simulated
from explorer.lessons.parts.release_settings import example_plan, release_settings
from explorer.lessons.parts.scene import Number, Opening, Scene
from explorer.lessons.simulations.anonymity_pictures import (
    belief,
    by_distance,
    distances,
    margins,
    noised_table,
    patients,
    similar,
    virus,
)
from explorer.lessons.simulations.anonymous_tables import (
    BY_ORGAN,
    HOMOGENEOUS,
    SENSITIVITY,
    SKEWED,
    Anonymity,
    anonymity,
    beliefs,
    each_cell,
    homogeneous,
    illnesses,
    prior,
    salaries,
    skewed,
)
from explorer.mark import N_, Sentence
from explorer.privacy.anonymity import Equal, Ordered
from explorer.privacy.risk import posterior
from explorer.privacy.status import Kind
from explorer.privacy.target import Neighbours

_CHOICES = (
    N_("only that there are four candidates"),
    N_("that it is one of three diseases"),
    N_("the disease, for certain"),
)
_NOISE = N_("This noise in Explore")
_T = "Li, Li & Venkatasubramanian 2007, §3"
_L = "Machanavajjhala, Kifer, Gehrke & Venkitasubramaniam 2007, §4"


@dataclass(frozen=True)
class KAnonymity(Lesson):
    """Homogeneity, skewness and similar values; then the same table as noised counts."""

    id: ClassVar[str] = "k-anonymity"
    order: ClassVar[int] = 30
    title: ClassVar[Sentence] = N_("k-anonymity and how it fails")
    about: ClassVar[Sentence] = N_("Hidden among k people, and told apart all the same")
    minutes: ClassVar[int] = 12
    source: ClassVar[str] = "Sweeney 2002; Machanavajjhala et al. 2007; Li, Li & Venkatasubramanian 2007"
    explains: ClassVar[tuple[str, ...]] = ("posterior", "epsilon", "sensitivity", "margin-joint")
    questions: ClassVar[tuple[Sentence, ...]] = (
        N_("What did your neighbour's group have in common, and who needed to know that?"),
        N_("Which ground distance would you choose for a column of your own, and why?"),
        N_("What does each of k, ℓ and t say about somebody who knows more than the table?"),
    )
    steps: ClassVar[tuple[Step, ...]] = (
        Step(
            "guess",
            N_("Guess"),
            guess=Guess(
                N_("Your neighbour, 35, of postcode 13053, is in the table. What can it tell you?"),
                *(GuessKind.CHOICE, "told", "attack", 0.0, 2.0, _CHOICES),
            ),
            notes=(N_("Let the room find the neighbour's group first. Then take votes. One minute."),),
        ),
        Step(
            "attack",
            N_("The attack succeeds"),
            notes=(N_("Ask who would object to a group of four with four different diseases. Wait."),),
        ),
        Step(
            "skewness",
            N_("Skewness"),
            notes=(N_("Ask for the belief before, 1 %, and after, 50 %. Nothing was named. One minute."),),
        ),
        Step(
            "similar",
            N_("Similar values"),
            notes=(
                N_(
                    "Ask what group 1 tells about a salary. Then compare the two rows of each column. Two "
                    "minutes."
                ),
            ),
        ),
        Step(
            "drag",
            N_("Drag ε"),
            controls=("epsilon",),
            redraws=True,
            notes=(N_("Start at the right and drag to the left until the dots stay near the prior."),),
        ),
        Step(
            "cost",
            N_("What it cost"),
            controls=("epsilon",),
            notes=(N_("Ask for which hospital such a table would still be useful. One minute."),),
        ),
    )

    epsilon: float = epsilon_param(
        1.0,
        title=N_("of the table"),
        help=N_("One patient's disease is protected; two counts depend on it."),
        high=50.0,
        slider=(0.1, 10.0),
    )

    def scene(self, step: str) -> Scene:
        """See `Lesson.scene`."""
        scenes = {
            "guess": lambda: _guess(self._noised()[:1]),
            "attack": lambda: _attack(self._noised()),
            "skewness": lambda: _skewness(self._noised()),
            "similar": lambda: _similar(self._noised()),
            "drag": self._drag,
            "cost": self._cost,
        }
        return scenes[step]()

    def _drag(self) -> Scene:
        found = beliefs(self.seed, self.epsilon)
        return Scene(
            N_("Now the table holds noised counts of every group and disease."),
            (
                N_(
                    "The attacker knows the other three of the group, and weighs the noised counts as well "
                    "as can be."
                ),
                N_("The belief stays within a range that follows from ε and the prior, whatever is known."),
            ),
            share("belief", N_("belief after this table"), float(found[0]), simulated(1)),
            N_("is the belief that your neighbour has cancer"),
            (
                share(
                    "most",
                    N_("no belief is higher"),
                    posterior(self.epsilon, prior())[1],
                    Kind.UPPER,
                    "Dwork & Roth 2014, Definition 2.4 and Bayes",
                ),
                share("prior", N_("prior: share of cancer among all"), prior()),
                share("anonymous", N_("belief after the 4-anonymous table"), 1.0),
            ),
            (belief(self.seed, self.epsilon), noised_table(self.seed, self.epsilon)),
            caution=N_(
                "That cancer is frequent among all patients is still told: this is about everybody, and no "
                "noise "
                "for single people hides it."
            ),
            openings=self._openings(),
        )

    def _cost(self) -> Scene:
        noise = each_cell(self.epsilon)
        cells = int(HOMOGENEOUS.size)
        return Scene(
            N_("Twelve patients are too few for any table."),
            (
                N_(
                    "The counts are at most four; at a small ε the noise is larger. For 12,000 patients it "
                    "is small."
                ),
                N_(
                    "k-anonymity costs detail, by coarser ages and postcodes. It buys no bound on what is "
                    "learned."
                ),
            ),
            margin("margin", N_("95 % noise margin of each count"), noise.margin(0.95)),
            N_("people, for each count of the table"),
            (
                margin("margin_joint", N_("simultaneously for all nine counts"), noise.margin(0.95, cells)),
                amount("spent", N_("ε spent on the table"), self.epsilon, Kind.UPPER),
            ),
            (margins(self.epsilon),),
            openings=self._openings(),
        )

    def _openings(self, one: Sentence = _NOISE) -> tuple[Opening, ...]:
        """A patient's disease is protected, so that the neighbours have another one."""
        settings = release_settings(self.epsilon, sensitivity=SENSITIVITY, neighbours=Neighbours.SUBSTITUTE)
        return Opening("explore", one, settings, "risk"), example_plan(self.epsilon)

    def _noised(self) -> tuple[Opening, ...]:
        """For steps whose tables have no noise."""
        return self._openings(N_("One count with noise in Explore"))


def _of(found: Anonymity, distance: Sentence) -> tuple[Number, ...]:
    return (
        amount("k", N_("k: people in the smallest group"), found.k, Kind.EXACT, "Sweeney 2002, Definition 3"),
        amount("l", N_("ℓ: different values in the poorest group"), found.distinct, Kind.EXACT, _L),
        amount("entropy_l", N_("entropy ℓ of the poorest group"), found.entropy, Kind.EXACT, _L),
        amount("t", N_("t of the farthest group, {distance}", distance=distance), found.t, Kind.EXACT, _T),
    )


_EQUAL = N_("all values equally far apart")


def _guess(openings: tuple[Opening, ...]) -> Scene:
    return Scene(
        N_("A hospital table without names, 4-anonymous."),
        (
            N_("Ages and postcodes are so coarse that every row looks like at least three others."),
            N_("The diseases are published as they are; here they are still covered."),
        ),
        pictures=(patients(hidden=True),),
        openings=openings,
    )


def _attack(openings: tuple[Opening, ...]) -> Scene:
    return Scene(
        N_("All four of the group have cancer, so your neighbour has."),
        (
            N_("Nobody knows which row is your neighbour's. Nobody needs to."),
            N_("ℓ-diversity asks for several different values in each group. Here ℓ is 1."),
        ),
        share("sure", N_("belief that your neighbour has cancer"), 1.0),
        N_("sure of the disease, among k = 4 people"),
        (
            Number("told", N_("what the table tells"), 2, _CHOICES[2], Kind.EXACT),
            *_of(anonymity(homogeneous(), Equal()), _EQUAL),
        ),
        (patients(hidden=False), distances()),
        caution=N_(
            "There are stricter variants, entropy and recursive ℓ-diversity; distinct ℓ is the weakest."
        ),
        openings=openings,
    )


def _skewness(openings: tuple[Opening, ...]) -> Scene:
    infected, people = float(SKEWED[:, 1].sum()), float(SKEWED.sum())
    in_group = float(SKEWED[0, 1] / SKEWED[0].sum())
    return Scene(
        N_("Two values in every group, and still a secret is out."),
        (
            N_("One in a hundred patients has the virus. In your colleague's group it is one in two."),
            N_("Both values occur in every group, so ℓ is 2. The belief has risen fifty times."),
        ),
        share("after", N_("belief that your colleague has the virus"), in_group),
        N_("is the belief now; it was 1 % before"),
        (share("before", N_("belief before"), infected / people), *_of(anonymity(skewed(), Equal()), _EQUAL)),
        (virus(),),
        caution=N_("Entropy ℓ sees the other groups: with hardly a case in them, it is close to 1."),
        openings=openings,
    )


def _similar(openings: tuple[Opening, ...]) -> Scene:
    of_salaries = anonymity(salaries(), Ordered())
    of_illnesses = anonymity(illnesses(), BY_ORGAN)
    same = anonymity(salaries(), Equal())
    return Scene(
        N_("Three different values that say the same."),
        (
            N_("Everybody in group 1 earns little and is ill of the stomach, though ℓ is 3."),
            N_("t-closeness asks how far each group is from the whole. It needs a distance between values."),
        ),
        amount("l", N_("ℓ: different values in the poorest group"), of_salaries.distinct, Kind.EXACT, _L),
        N_("different salaries and diseases in every group"),
        (
            amount("k", N_("k: people in the smallest group"), of_salaries.k),
            amount("t_salary", N_("t of the salaries, ordered"), of_salaries.t, Kind.EXACT, _T),
            amount("t_organ", N_("t of the diseases, by organ"), of_illnesses.t, Kind.EXACT, _T),
            amount("t_equal", N_("t of the salaries, all equally far apart"), same.t, Kind.EXACT, _T),
        ),
        (similar(), by_distance()),
        caution=N_("A t without its ground distance means nothing: the same table has several."),
        openings=openings,
    )
