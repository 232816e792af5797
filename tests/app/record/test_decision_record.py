"""Laws of the record: only what was set is told as set, nothing is traded unasked, nothing is left out."""

from fractions import Fraction

import pytest
from plans_of_a_year import answered as year_answered
from plans_of_a_year import example
from states import MECHANISMS, planned

from explorer.app.core import decision_messages as said
from explorer.app.core import message
from explorer.app.core.decision import Reply, Subject
from explorer.app.core.release_messages import PlanOpened
from explorer.app.core.state import State
from explorer.app.explore.deployments import deployments
from explorer.app.figures import every_picture, picture_of
from explorer.app.record.checklist import QUESTIONS
from explorer.app.record.decision_record import record, wanted
from explorer.app.record.entry import Source, decimal
from explorer.app.record.pictures import PICTURES, pictures_of, shown_picture
from explorer.app.record.record_sections import deployment_key
from explorer.app.update import update
from explorer.language import Language
from explorer.release.ledger.accounts import Account
from explorer.release.values.amount import Amount

DATE = "2026-11-22"
SECTIONS = (
    *("purpose", "start", "chosen", "meaning", "picture", "rejected", "unprotected", "deployments"),
    *("checklist", "signatures"),
)


def after(*messages, state=None):
    state = state or State()
    for each in messages:
        state = update(state, each)
    return state


def about(subject, *messages, state=None):
    return after(*messages, said.RecordOpened(subject, None), state=state)


def of(state, account=None):
    answers = {question: question() for question in wanted(state)}
    return record(state, answers, account, DATE, None)


def entries(state, section, account=None):
    found = next(each for each in of(state, account).sections if each.id == section)
    return {each.id: each for each in found.entries}


def told(state, section, account=None):
    found = next(each for each in of(state, account).sections if each.id == section)
    return [Language().say(each) for each in found.told]


def said_of(entry):
    return entry.said if isinstance(entry.said, str) else Language().say(entry.said)


@pytest.mark.parametrize("subject", Subject)
def test_that_every_record_has_every_part_even_where_nothing_is_there(subject):
    found = of(about(subject))
    assert tuple(each.id for each in found.sections) == SECTIONS
    assert not found.pending
    assert all(each.entries or each.told for each in found.sections if each.id != "meaning")
    identities = [f"{each.id}.{entry.id}" for each in found.sections for entry in each.entries]
    assert len(set(identities)) == len(identities)


@pytest.mark.parametrize("subject", [Subject.RELEASE, Subject.REPEATED])
def test_that_in_the_first_state_nothing_at_all_is_told_as_set(subject):
    found = of(about(subject))
    assert [each for section in found.sections for each in section.entries if each.source is Source.SET] == []


@pytest.mark.parametrize("subject", [Subject.RELEASE, Subject.REPEATED, Subject.YEAR])
def test_that_no_budget_is_told_that_nobody_chose(subject):
    budget = entries(about(subject), "start")["budget"]
    assert (said_of(budget), budget.source, budget.value) == ("none", Source.NONE, None)
    chosen = about(subject, message.Typed("composing.total_epsilon", "3.25"))
    assert said_of(entries(chosen, "start")["budget"]) == "total ε at most 3.25"
    with_delta = after(message.Typed("composing.total_delta", "1e-5"), state=chosen)
    assert said_of(entries(with_delta, "start")["budget"]) == "total ε at most 3.25 at δ = 10⁻⁵"


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_that_epsilon_stands_with_the_digits_that_were_typed(mechanism):
    state = about(
        Subject.RELEASE, message.MechanismChosen(mechanism), message.Typed("target.epsilon", "0.7032")
    )
    epsilon = entries(state, "chosen")["epsilon"]
    assert (said_of(epsilon), epsilon.value, epsilon.source) == ("0.7032", 0.7032, Source.SET)


@pytest.mark.parametrize("count", [1, 3, 12])
def test_that_no_delta_is_traded_for_a_smaller_total_unasked(count):
    state = about(
        Subject.REPEATED,
        message.Typed("target.epsilon", "0.7032"),
        message.Typed("composing.count", str(count)),
    )
    found = entries(state, "chosen")
    assert said_of(found["total"]) == {1: "0.7032", 3: "2.1096", 12: "8.4384"}[count]
    assert said_of(found["total_delta"]) == "0"
    asked = after(message.Typed("composing.total_delta", "1e-4"), state=state)
    assert 0 < entries(asked, "chosen")["total"].value <= count * 0.7032 + 1e-9
    assert entries(asked, "chosen")["total_delta"].value == 1e-4


def test_that_the_deltas_of_releases_sum_exactly():
    state = about(
        Subject.REPEATED,
        message.MechanismChosen("gaussian"),
        message.Typed("target.epsilon", "0.1"),
        message.Typed("target.delta", "1e-7"),
        message.Typed("composing.count", "3"),
    )
    found = entries(state, "chosen")
    assert (said_of(found["total"]), said_of(found["total_delta"])) == ("0.3", "0.0000003")
    assert decimal(0.1) * 3 == Fraction(3, 10)


def test_that_there_is_no_total_of_so_many_releases_as_nobody_named():
    found = entries(about(Subject.REPEATED, message.Typed("target.epsilon", "0.5")), "chosen")
    assert "total" not in found
    assert (found["count"].text, found["count"].source) == (None, Source.NONE)


def test_that_a_formula_that_does_not_keep_its_delta_gives_no_total():
    state = about(
        Subject.REPEATED,
        message.MechanismChosen("gaussian-classical"),
        message.Typed("target.epsilon", "16"),
        message.Typed("composing.count", "3"),
    )
    assert "none" in said_of(entries(state, "chosen")["total"])
    assert told(state, "chosen")[0].startswith("Not a guarantee")
    assert said_of(entries(state, "checklist")["proof"]).startswith("no")
    smaller = after(message.Typed("target.epsilon", "2"), state=state)
    assert told(smaller, "chosen")[0].startswith("Not proven, only checked numerically")
    assert said_of(entries(smaller, "checklist")["proof"]) == "not answered"


def test_that_a_value_that_nobody_set_is_marked_as_a_default():
    found = entries(about(Subject.RELEASE, message.MechanismChosen("gaussian")), "chosen")
    sources = {each: found[each].source for each in ("mechanism", "epsilon", "delta", "sensitivity", "noise")}
    assert sources == {
        "mechanism": Source.SET,
        "epsilon": Source.DEFAULT,
        "delta": Source.DEFAULT,
        "sensitivity": Source.FOLLOWS,
        "noise": Source.FOLLOWS,
    }


def test_that_the_limit_it_started_from_is_told():
    state = about(Subject.RELEASE, message.LimitWanted("50 %", "70 %"))
    assert "at most 70 % sure" in said_of(entries(state, "start")["start"])
    assert entries(state, "chosen")["epsilon"].source is Source.FOLLOWS
    assert said_of(entries(state, "checklist")["epsilon"]) == "yes (program)"


def test_that_a_margin_it_started_from_answers_whether_it_is_exact_enough():
    state = about(Subject.RELEASE, message.MarginWanted("10"))
    asked = entries(state, "checklist")["utility"]
    assert said_of(asked) == "yes (program)"
    assert "ε was found from the margin" in Language().say(asked.note)
    unasked = entries(about(Subject.RELEASE, message.Typed("target.epsilon", "0.3")), "checklist")["utility"]
    assert said_of(unasked) != "yes (program)"


def test_that_a_rejected_setting_is_told_with_its_reason_and_its_defaults():
    state = about(
        Subject.RELEASE,
        message.MechanismChosen("gaussian"),
        message.Typed("target.epsilon", "0.3"),
        message.Pinned(),
        said.SettingRejected(),
        said.RejectionExplained(0, "δ was not wanted"),
        message.MechanismChosen("laplace"),
    )
    (rejected,) = entries(state, "rejected").values()
    assert rejected.text == "δ was not wanted"
    label = Language().say(rejected.label)
    assert "Gaussian" in label
    assert "0.3" in label
    assert label.endswith("default, set by nobody: δ")
    assert "of 100" in Language().say(rejected.note)


@pytest.mark.parametrize(
    ("messages", "words"),
    [
        ((), "A person with several records is protected less"),
        (
            (message.SensitivityInputChosen("unit", "person"),),
            "Whoever has several ids",
        ),
        ((message.SensitivityInputChosen("unit", "household"),), "The unit is one household"),
        ((message.SensitivityInputChosen("neighbours", "substitute"),), "Neighbours are by substitution"),
        ((message.MechanismChosen("randomized-response"),), "That a person was asked is no secret"),
        ((message.MechanismChosen("gaussian"),), "With δ = 10⁻⁶ there is no limit for every single result"),
        ((message.Typed("shape.sampling_rate", "0.1"),), "The sample must stay secret"),
        ((), "its ε grows with its size"),
        ((message.Typed("reading.group", "4"),), "For 4 units that change together: ε = 4"),
        ((), "other sources that are combined with this release"),
    ],
)
def test_that_what_is_not_protected_follows_from_unit_neighbours_and_delta(messages, words):
    state = about(Subject.RELEASE, *messages)
    assert state.refused == {}
    assert any(words in each for each in told(state, "unprotected"))


def test_that_no_group_is_told_whose_size_nobody_chose():
    assert not any(
        "units that change together" in each for each in told(about(Subject.RELEASE), "unprotected")
    )


def test_that_a_person_may_answer_against_the_program_and_both_stand():
    remark = said.RecordWritten("remark.trust", "nobody")
    state = about(Subject.RELEASE, said.QuestionAnswered("trust", Reply.NO), remark)
    trust = entries(state, "checklist")["trust"]
    assert said_of(trust) == "no; program: yes"
    assert Language().say(trust.note).startswith("nobody – program: central model")
    assert trust.value == "no"


@pytest.mark.parametrize("subject", Subject)
def test_that_every_question_is_asked_of_every_record(subject):
    assert list(entries(about(subject), "checklist")) == [each.id for each in QUESTIONS]


def test_that_only_deployments_that_were_looked_at_are_told():
    looked = deployments()[2]
    state = about(Subject.RELEASE, said.DeploymentLookedAt(deployment_key(looked), True))
    (entry,) = entries(state, "deployments").values()
    assert (entry.label, entry.text) == (looked.name, looked.promise)
    assert len({deployment_key(each) for each in deployments()}) == len(deployments())
    assert said_of(entries(about(Subject.RELEASE), "deployments")["deployments"]) == "none"


# The year, a plan, an account


def test_that_the_units_are_those_of_what_is_decided():
    account = Account("register", Amount(1, 0), unit="household", neighbours="substitute")
    found = {subject: entries(about(subject, state=example()), "purpose", account) for subject in Subject}
    whom = {subject: {key: each.value for key, each in found[subject].items()} for subject in Subject}
    assert whom[Subject.YEAR]["unit-1"] == "row add-remove"
    assert whom[Subject.ACCOUNT]["unit"] == "household"
    assert whom[Subject.RELEASE]["unit"] == whom[Subject.REPEATED]["unit"] == "row"
    assert whom[Subject.PLAN]["unit"] is None


def test_that_a_year_is_told_line_by_line_with_its_exact_sums():
    state = about(Subject.YEAR, state=example())
    found = entries(state, "chosen")
    assert said_of(found["line-1"]).startswith("discrete Laplace, ε =")
    assert {each.source for key, each in found.items() if key.startswith("line")} == {Source.SET}
    sums = [each for key, each in found.items() if key.startswith("total-")]
    assert sums
    assert not any("proven" in said_of(each) for each in sums)


def test_that_a_year_with_a_delta_that_was_set_has_its_best_total():
    state = about(Subject.YEAR, message.Typed("composing.total_delta", "1e-5"), state=example())
    answers = year_answered(state)
    found = record(state, answers, None, DATE, None)
    chosen = {
        each.id: each for section in found.sections if section.id == "chosen" for each in section.entries
    }
    assert not found.pending
    assert 0 < chosen["total"].value < 9.21
    assert record(state, {}, None, DATE, None).pending


def test_that_a_plan_is_told_with_what_it_declares():
    state = about(Subject.PLAN, state=planned("people"))
    found = entries(state, "chosen")
    assert found["epsilon"].source is Source.SET
    assert any(key.startswith("table-") for key in found)
    assert said_of(entries(state, "checklist")["floating-point"]) == "yes (program)"
    assert "It can't stop anybody who has the file itself" in " ".join(told(state, "unprotected"))


def test_that_an_account_is_told_with_its_limit():
    limit = Amount(Fraction(7, 2), Fraction(1, 10**6))
    account = Account("register", limit, unit="person", neighbours="add-remove")
    found = entries(about(Subject.ACCOUNT), "chosen", account)
    assert said_of(found["limit"]) == "ε 3.5, δ 10⁻⁶"
    assert found["limit"].source is Source.SET
    assert "97.069 %" in told(about(Subject.ACCOUNT), "meaning", account)[0]


# The picture


def test_that_every_picture_of_a_record_is_registered():
    assert {each for listed in PICTURES.values() for each in listed} <= set(every_picture())


def test_that_no_picture_rests_on_what_nobody_set():
    state = after(said.RecordOpened(Subject.REPEATED, "composition"))
    assert "composition" not in pictures_of(state)
    assert shown_picture(state) is None
    assert "set by nobody" in said_of(entries(state, "picture")["picture"])
    chosen = after(message.Typed("composing.total_delta", "1e-5"), state=state)
    assert shown_picture(chosen) == "composition"


def test_that_the_line_of_a_budget_is_drawn_only_where_somebody_set_one():
    def layers(state):
        figure = picture_of("composition").draw(state, {})
        found = record(state, {}, None, DATE, figure).figure
        return {each.id for each in found.layers}

    state = after(
        said.RecordOpened(Subject.REPEATED, "composition"),
        message.Typed("composing.total_delta", "1e-5"),
        message.Typed("composing.count", "12"),
    )
    assert not any(each.startswith("budget") for each in layers(state))
    chosen = after(message.Typed("composing.total_epsilon", "8"), state=state)
    assert "budget" in layers(chosen)


@pytest.mark.parametrize(
    ("query", "words"),
    [
        (
            '[[sum]]\nname = "s"\nvalue = "pay"\nlow = "0"\nhigh = "9"\nstep = "1"\n',
            "clipped to declared bounds",
        ),
        (
            '[[marginals]]\nname = "m"\n'
            + "".join(
                f'[[marginals.column]]\nname = "{name}"\nkind = "category"\ncategories = ["a", "b"]\n'
                for name in ("one", "two")
            ),
            "fitted counts are never negative",
        ),
    ],
)
def test_that_the_bias_of_sums_and_of_fitted_counts_is_known(query, words):
    text = f'schema = 1\n[privacy]\nunit = "row"\nepsilon = "1"\n{query}'
    state = about(Subject.PLAN, PlanOpened(text))
    (question,) = [each for each in QUESTIONS if each.id == "bias"]
    assert words in Language().say(question.known(state).fact)
