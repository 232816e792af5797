"""The sections of a record that are alike whatever it is about: rejected, looked at, asked, signed."""

from __future__ import annotations

from explorer.app.core import wording
from explorer.app.core.decision import SIGNATURES, Rejected
from explorer.app.core.state import State
from explorer.app.explore.cost_summary import cost
from explorer.app.explore.deployments import CAUTION, Deployment, deployments
from explorer.app.explore.risk_summary import risk_summary, with_setting
from explorer.app.record.checklist import ANSWERS, OPEN, QUESTIONS, Question
from explorer.app.record.entry import Entry, Section
from explorer.mark import N_, Sentence, verbatim
from explorer.privacy.mechanism import every_mechanism

SIGNERS = (N_("decided by"), N_("approved by"))


def rejected_section(state: State) -> Section:
    """What was weighed and not chosen."""
    held = state.decision.rejected
    entries = tuple(_refused(state, place, each) for place, each in enumerate(held, 1))
    none = (Entry("rejected", N_("rejected"), N_("no other setting was recorded")),)
    headings = (N_("setting"), N_("reason"), N_("what it would have given"))
    return Section(
        "rejected", N_("Rejected settings"), entries or none, headings=headings if entries else None
    )


def _refused(state: State, place: int, rejected: Rejected) -> Entry:
    """The setting with what is a default in it, the reason, what a person would have got."""
    other = with_setting(state, rejected.setting)
    setting = wording.release(other)
    if defaults := _defaults(rejected):
        setting = N_("{setting}; default, set by nobody: {names}", setting=setting, names=defaults)
    price, told = (
        cost(other),
        N_("best attacker right {count} {count:time|times}", count=risk_summary(other).best_guess.text),
    )
    if price.margin is not None:
        told = N_("{words}: ± {margin}; {told}", words=price.words.sentence, margin=price.margin, told=told)
    return Entry(f"rejected-{place}", setting, rejected.reason or None, note=told)


def _defaults(rejected: Rejected) -> tuple[Sentence, ...]:
    """The numbers of a rejected setting that nobody had set."""
    setting, first = rejected.setting, State()
    names = {"target.epsilon": verbatim("ε"), "target.delta": verbatim("δ")}
    if every_mechanism()[setting.mechanism].pure:
        del names["target.delta"]
    values = {"target.epsilon": setting.target.epsilon, "target.delta": setting.target.delta}
    old = {"target.epsilon": first.target.epsilon, "target.delta": first.target.delta}
    return tuple(
        name for path, name in names.items() if path not in rejected.given and values[path] == old[path]
    )


def deployment_key(each: Deployment) -> str:
    """What a deployment is kept by: the same in every language."""
    who, what = (dict(words.values).get("text", words.text) for words in (each.who, each.what))
    return f"{who}: {what}, {each.year}"


def deployments_section(state: State) -> Section:
    """What others have published, as far as somebody looked at it."""
    known = {deployment_key(each): each for each in deployments()}
    found = [(key, known[key]) for key in state.decision.looked_at if key in known]
    title = N_("Published deployments looked at")
    if not found:
        return Section("deployments", title, (Entry("deployments", N_("looked at"), N_("none")),))
    entries = tuple(
        Entry(
            f"deployment-{place}",
            each.name,
            each.promise,
            value=key,
            note=N_("{whom}; {origin}", whom=each.whom, origin=each.origin),
        )
        for place, (key, each) in enumerate(found, 1)
    )
    return Section(
        "deployments", title, entries, (CAUTION,), (N_("deployment"), N_("guarantee"), N_("unit and source"))
    )


def checklist_section(state: State) -> Section:
    """Every question with its answer, and who gave it."""
    source = N_(
        "Along the parts that NIST SP 800-226 (Guidelines for Evaluating Differential Privacy Guarantees, "
        "March 2025) names, in the words of this program. An answer marked “program” is known from the "
        "settings; every other one is the signer's."
    )
    entries = tuple(_question(state, each) for each in QUESTIONS)
    headings = (N_("question"), N_("answer"), N_("remark"))
    return Section("checklist", N_("Checklist"), entries, (source,), headings)


def _question(state: State, question: Question) -> Entry:
    known, own = question.known(state), state.decision.reply(question.id)
    reply, text = own or known.reply, OPEN
    if own is not None:
        text = ANSWERS[own]
        if known.reply is not None and known.reply is not own:
            text = N_("{own}; program: {known}", own=text, known=ANSWERS[known.reply])
    elif known.reply is not None:
        text = N_("{known} (program)", known=ANSWERS[known.reply])
    remark = state.decision.text(f"remark.{question.id}")
    note: Sentence | str = remark
    if known.fact is not None:
        note = (
            N_("{remark} – program: {fact}", remark=remark, fact=known.fact)
            if remark
            else N_("program: {fact}", fact=known.fact)
        )
    label = N_("{part}: {question}", part=question.part, question=question.words)
    return Entry(question.id, label, text, value=None if reply is None else reply.value, note=note)


def signatures_section(state: State) -> Section:
    """The places to sign, and when the decision is looked at again."""
    decision, entries = state.decision, []
    for place in range(SIGNATURES):
        name, role, date = (
            decision.text(f"signed.{place}.{part}").strip() or None for part in ("name", "role", "date")
        )
        entries += [
            Entry(f"signed-{place}-name", SIGNERS[place], name),
            Entry(f"signed-{place}-role", N_("role"), role),
            Entry(f"signed-{place}-date", N_("date"), date),
        ]
    review = decision.text("review").strip() or None
    return Section(
        "signatures",
        N_("Signatures and review"),
        (*entries, Entry("review", N_("to be reviewed on"), review)),
    )
