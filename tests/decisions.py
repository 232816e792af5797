"""Decision records for the tests of several rooms."""

from explorer.app.core import decision_messages as said
from explorer.app.core import message
from explorer.app.core.decision import Reply, Subject
from explorer.app.core.state import State
from explorer.app.explore.deployments import deployments
from explorer.app.figures import picture_of
from explorer.app.record.decision_record import record, wanted
from explorer.app.record.record_sections import deployment_key
from explorer.app.update import update
from explorer.language import Language

LONG = "Why <b>&amp; how</b>: " + "a purpose of many words, " * 60
WRITTEN = {
    "purpose": LONG,
    "dataset": "Register of patients 2026",
    "unit": "one patient, whatever their visits",
    "signed.0.name": "Ann Ø",
    "signed.0.role": "data steward",
    "signed.0.date": "2026-11-22",
    "signed.1.name": "Bo 李",
    "signed.1.role": "director",
    "signed.1.date": "2026-11-23",
    "review": "2027-11-22",
    "remark.access": "two people, logged",
}


def filled():
    """A record with something in every field."""
    state = State()
    for each in (
        message.SensitivityInputChosen("unit", "person"),
        message.Typed("target.epsilon", "0.3"),
        message.Pinned(),
        message.Typed("target.epsilon", "0.7032"),
        message.Typed("composing.count", "12"),
        message.Typed("composing.total_epsilon", "9"),
        said.RecordOpened(Subject.REPEATED, "trade-off"),
        *(said.RecordWritten(field, text) for field, text in WRITTEN.items()),
        said.SettingRejected(),
        said.RejectionExplained(0, "too noisy to be of use"),
        said.DeploymentLookedAt(deployment_key(deployments()[0]), True),
        said.QuestionAnswered("access", Reply.YES),
    ):
        state = update(state, each)
    assert not state.refused
    return state


def recorded(state):
    """The record, all of it answered."""
    picture = picture_of("trade-off")
    answers = {question: question() for question in (*wanted(state), *picture.wanted(state))}
    found = record(state, answers, None, "2026-11-22", picture.draw(state, answers))
    assert not found.pending
    return found


def every_word(found, language):
    """All that the record says, piece by piece."""
    exact = Language(language.code, exact=True)
    for section in found.sections:
        yield exact.say(section.title)
        yield from map(exact.say, section.told)
        for each in section.entries:
            if section.id not in ("signatures", "picture"):
                yield exact.say(each.label)
            if each.text is not None:
                yield each.text if isinstance(each.text, str) else exact.say(each.text)
            if each.note is not None:
                yield each.note if isinstance(each.note, str) else exact.say(each.note)
