"""The three tours: for a privacy officer, a data steward and a workshop.

A step never asks for what spends budget, nor for a file of the person's own: an example will do.
"""

from __future__ import annotations

from explorer.app.core.lesson_place import kind_of, place_of
from explorer.app.core.state import State
from explorer.app.release.plan.plan_draft import document, judged, value_of
from explorer.app.tours import offers
from explorer.app.tours.tour import Target, Tour, TourStep
from explorer.mark import N_
from explorer.privacy.refusal import NotValid


def _epsilon_moved(then: State, now: State) -> bool:
    return now.target.epsilon != then.target.epsilon


def _attacker_changed(then: State, now: State) -> bool:
    return now.reading != then.reading


def _count_changed(then: State, now: State) -> bool:
    return now.composing.count != then.composing.count


def _limit_changed(then: State, now: State) -> bool:
    return now.composing.total_epsilon != then.composing.total_epsilon


def _file_chosen(_: State, now: State) -> bool:
    return bool(now.releasing.csv)


def _plan_complete(_: State, now: State) -> bool:
    return bool(now.releasing.plan) and judged(now.releasing.plan)[0] is not None


def _plan_value_changed(path: str, then: State, now: State) -> bool:
    try:
        before, after = (value_of(document(each.releasing.plan), path) for each in (then, now))
    except NotValid:  # what is no plan yet has no values
        return False
    return bool(before != after)


def _unit_changed(then: State, now: State) -> bool:
    return _plan_value_changed("privacy.unit", then, now)


def _plan_epsilon_changed(then: State, now: State) -> bool:
    return _plan_value_changed("privacy.epsilon", then, now)


def _lesson_chosen(then: State, now: State) -> bool:
    return now.lessons.lesson != then.lessons.lesson


def _guessed(_: State, now: State) -> bool:
    return bool(place_of(now.lessons).guesses)


def _went_on(then: State, now: State) -> bool:
    """To another step of the lesson in hand."""
    return place_of(now.lessons).step != place_of(then.lessons, kind_of(now.lessons).id).step


def _lesson_moved(then: State, now: State) -> bool:
    return place_of(now.lessons).values != place_of(then.lessons, kind_of(now.lessons).id).values


def _presented(_: State, now: State) -> bool:
    return bool(now.presentation.cards)


OFFICER = Tour(
    offers.OFFICER,
    (
        TourStep(
            "epsilon",
            N_("Choose ε"),
            N_("Move ε or type a number. A smaller ε means wider noise and stronger privacy."),
            Target("one-release", control="target.epsilon"),
            _epsilon_moved,
        ),
        TourStep(
            "meaning",
            N_("What it means for a person"),
            N_(
                "How often the best attacker guesses right whether somebody is in the data. 50 of 100 is "
                "random guessing; the number follows ε."
            ),
            Target("one-release", control="key"),
        ),
        TourStep(
            "attacker",
            N_("What an attacker could learn"),
            N_("Change what the attacker believed before, and read what the result adds to it."),
            Target("risk", control="reading.prior"),
            _attacker_changed,
        ),
        TourStep(
            "many",
            N_("Many releases"),
            N_("Set how many releases there will be. The picture shows how fast their total ε grows."),
            Target("readout", control="composing.count"),
            _count_changed,
        ),
        TourStep(
            "budget",
            N_("From a limit to a budget"),
            N_("Set the largest total ε that you accept. The card says what each release may then cost."),
            Target("inverse", control="composing.total_epsilon"),
            _limit_changed,
        ),
        TourStep(
            "record",
            N_("Write down what was decided"),
            N_(
                "The menu has “Decision record”: the numbers, the reasons and a place to sign, as a document."
            ),
            Target("", control="menuButton"),
        ),
    ),
)
STEWARD = Tour(
    offers.STEWARD,
    (
        TourStep(
            "file",
            N_("Choose the table"),
            N_("Choose a CSV file, or open the example with simulated people. Nothing is counted yet."),
            Target("plan", control="box"),
            _file_chosen,
        ),
        TourStep(
            "counted",
            N_("Say what is counted"),
            N_("Add a table and its columns, or keep those of the example. Cells are declared beforehand."),
            Target("plan"),
            _plan_complete,
        ),
        TourStep(
            "unit",
            N_("Say whom it protects"),
            N_("One record, one person, or a household: choose what a neighbour of the data differs in."),
            Target("plan", field="privacy.unit"),
            _unit_changed,
        ),
        TourStep(
            "epsilon",
            N_("Set ε of the release"),
            N_("Type ε. The margins in the preview follow it at once."),
            Target("plan", field="privacy.epsilon"),
            _plan_epsilon_changed,
        ),
        TourStep(
            "preview",
            N_("See what readers will see"),
            N_("Simulated people, noised as the release would be. No private row has been read for it."),
            Target("preview"),
        ),
        TourStep(
            "preflight",
            N_("Before the release"),
            N_("What is still to be settled stands here, each with its remedy. Only Release spends budget."),
            Target("publish"),
        ),
        TourStep(
            "ledger",
            N_("What was spent"),
            N_("Every cost is written to the ledger before a number is drawn. Beyond the limit it refuses."),
            Target("spends"),
        ),
    ),
)
WORKSHOP = Tour(
    offers.WORKSHOP,
    (
        TourStep(
            "lesson",
            N_("Choose a lesson"),
            N_("Each shows an attack on simulated people, and what ε does to it. Choose another one."),
            Target("lessons"),
            _lesson_chosen,
        ),
        TourStep(
            "guess",
            N_("Guess first"),
            N_("Give your guess. Nothing that gives the answer away is shown before."),
            Target("lesson", control="guess"),
            _guessed,
        ),
        TourStep(
            "next",
            N_("Go on"),
            N_("“Next step” shows the attack. A clicker does the same."),
            Target("lesson", words=N_("Next step")),
            _went_on,
        ),
        TourStep(
            "drag",
            N_("Drag ε"),
            N_("Go on to the step with a slider and move it: the attack weakens as ε falls."),
            Target("lesson"),
            _lesson_moved,
        ),
        TourStep(
            "present",
            N_("Show it to a room"),
            N_("F5 fills the screen with the lesson, in large type. Escape comes back here."),
            Target("lesson"),
            _presented,
        ),
        TourStep(
            "handout",
            N_("Something to take along"),
            N_("The handout has the pictures as you played them, and questions without answers."),
            Target("lesson", words=N_("handout …")),
        ),
    ),
)
TOURS: tuple[Tour, ...] = (OFFICER, STEWARD, WORKSHOP)


def tour_of(identity: str) -> Tour | None:
    """The tour of this id; None where there is none."""
    return next((each for each in TOURS if each.id == identity), None)
