"""Whom a plan protects and how much is spent, as a part of its form."""

from __future__ import annotations

from collections.abc import Callable, Collection

from explorer.app.core import wording
from explorer.app.release.plan.plan_draft import (
    PROPOSED_DELTA,
    Document,
    Edits,
    document,
    no_delta,
    spends_delta,
    unit_edits,
    value_of,
    with_delta,
)
from explorer.app.release.plan.plan_summary import (
    MECHANISM_HELP,
    MECHANISMS,
    PROPOSED,
    bound_sentence,
    delta_sentence,
    mechanism_sentence,
    nonnegative_sentence,
    rows_sentence,
)
from explorer.app.release.plan.typed_amounts import amount
from explorer.gui.release.plan.epsilon_field import EpsilonField
from explorer.gui.release.plan.margin_field import MarginField
from explorer.gui.release.plan.plan_fields import ChoiceField, Field, TextField
from explorer.gui.release.plan.plan_form import Form
from explorer.gui.shell.context import Context
from explorer.mark import N_
from explorer.privacy.refusal import Refusal
from explorer.privacy.target import Neighbours
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.key import form_keys, keys
from explorer.release.plan.sections import Output, Privacy
from explorer.release.values.noise_distribution import LAPLACE

UNITS = {**wording.UNITS, "other": N_("another unit")}
UNITS_HELP = {
    "row": N_(
        "Each record is protected on its own; a person with several records is protected for only "
        "one of them."
    ),
    "person": N_("All rows of one person are protected together, up to the contribution limit below."),
    "household": N_("All rows of one household are protected together; the id identifies the household."),
    "other": N_("All rows of one unit that you name, such as a school or a device, are protected together."),
}
NEIGHBOURS = {neighbours.value: words for neighbours, words in wording.NEIGHBOURS.items()}
NEIGHBOURS_HELP = {
    "add-remove": N_("The number of rows is not public either"),
    "substitute": N_("The number of rows is public; the noise is twice as wide"),
}
MORE = "protection"  # the name of its fold among those that are open
_ROWS, _NONNEGATIVE = "privacy.rows_per_person", "output.nonnegative"
_FIRST = ("id_column", "rows_per_person")  # keys in sight; the others stand in the fold


class Protection:
    """`proposed`: whether a choice of this window put the proposed δ there."""

    def __init__(
        self, context: Context, changed: Callable[[Edits], None], form: Form, plan: Document, opened: set[str]
    ) -> None:
        self._context, self._changed = context, changed
        unit = value_of(plan, "privacy.unit")
        units = ChoiceField(context, "privacy.unit", N_("unit"), UNITS, form.parent, UNITS_HELP)
        self._unit = form.add(units, self._unit_chosen)
        if unit == "other":
            form.add_key("privacy", keys(Privacy)["unit_name"])
        further = [each for each in form_keys(Privacy) if each.name not in _FIRST]
        if unit != "row":
            for name in _FIRST:
                form.add_key("privacy", keys(Privacy)[name])
        self._rows = _field(form, _ROWS)
        words = N_("neighbours")
        given = (words, NEIGHBOURS, form.parent, NEIGHBOURS_HELP, Neighbours.ADD_REMOVE.value)
        form.add(ChoiceField(context, "privacy.neighbours", *given))
        self._bound = form.label()
        self.epsilon = form.add(EpsilonField(context, form.parent))
        fold = form.fold(N_("Noise, δ and further limits"), MORE in opened)
        fold.turned.connect(lambda now: (opened.add if now else opened.discard)(MORE))
        with form.within(fold):
            self._add_noise(form)
            for each in further if unit != "row" else ():
                form.add_key("privacy", each)
            form.add_keys("output", Output)
        self._nonnegative = _field(form, _NONNEGATIVE)

    def _add_noise(self, form: Form) -> None:
        context, words = self._context, N_("mechanism")
        mechanism = ChoiceField(
            context, "privacy.mechanism", words, MECHANISMS, form.parent, MECHANISM_HELP, LAPLACE
        )
        self._mechanism = form.add(mechanism, self._chosen)
        self.margin = form.add(MarginField(context, form.parent))
        self._delta = form.add(TextField(context, "privacy.delta", N_("total δ"), form.parent, amount))

    # What a person does

    def _unit_chosen(self, path: str, value: object) -> None:
        """With what the unit needs and forbids; the unit itself comes last."""
        plan = document(self._context.store.state.releasing.plan)
        edits = [each for each in unit_edits(plan, str(value)) if each[0] != path]
        self._changed((*edits, (path, value)))

    def _chosen(self, path: str, value: object) -> None:
        self._changed(with_delta(self._context.store.state.releasing.plan, ((path, value),)))

    # What is shown

    def show(self, plan: Document, valid: ReleasePlan | None, proposed: bool) -> None:
        """What unit, bounds, mechanism and ε mean; a δ that is not used cannot be typed."""
        self._unit.tell(UNITS_HELP.get(str(value_of(plan, "privacy.unit"))))
        self._bound.setText(self._context.say(bound_sentence(valid)))
        if self._rows is not None:
            self._rows.tell(rows_sentence(plan))
        self._mechanism.tell(mechanism_sentence(plan))
        if self._nonnegative is not None:
            self._nonnegative.tell(nonnegative_sentence(valid))
        self.epsilon.explain(valid)
        self._delta.editor.setEnabled(spends_delta(plan) or not no_delta(plan))
        fresh = proposed and value_of(plan, "privacy.delta") == PROPOSED_DELTA
        self._delta.tell(PROPOSED if fresh and spends_delta(plan) else delta_sentence(plan))


def _field(form: Form, path: str) -> Field | None:
    return next((each for each in form.fields if each.path == path), None)


def done(problems: Collection[Refusal]) -> bool:
    """Whether nothing is wrong with what this part declares."""
    return not any(each.field.partition(".")[0] in ("privacy", "output") for each in problems)
