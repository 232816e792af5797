"""How much is spent, as a part of the plan's form: mechanism, ε, δ, confidence."""

from __future__ import annotations

from collections.abc import Callable

from explorer.app.release.plan_draft import (
    PROPOSED_DELTA,
    Document,
    Edits,
    no_delta,
    spends_delta,
    value_of,
    with_delta,
)
from explorer.app.release.plan_summary import (
    MECHANISM_HELP,
    MECHANISMS,
    PROPOSED,
    delta_sentence,
    guess_sentence,
    mechanism_sentence,
)
from explorer.app.release.typed_amounts import amount
from explorer.gui.release.margin_field import MarginField
from explorer.gui.release.plan_fields import ChoiceField, TextField
from explorer.gui.release.plan_form import Form
from explorer.gui.shell.context import Context
from explorer.mark import N_
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Output
from explorer.release.values.noise_distribution import LAPLACE


class Spent:
    """`proposed`: whether a choice of this window put the proposed δ there."""

    def __init__(self, context: Context, changed: Callable[[Edits], None], form: Form) -> None:
        self._context, self._changed = context, changed
        form.section(N_("How much is spent"))
        self._mechanism = form.add(
            ChoiceField(
                context,
                "privacy.mechanism",
                N_("mechanism"),
                MECHANISMS,
                form.parent,
                MECHANISM_HELP,
                LAPLACE,
            ),
            self._chosen,
        )
        self._epsilon = form.add(TextField(context, "privacy.epsilon", N_("total ε"), form.parent, amount))
        self.margin = form.add(MarginField(context, form.parent))
        self._delta = form.add(TextField(context, "privacy.delta", N_("total δ"), form.parent, amount))
        form.add_keys("output", Output)

    def _chosen(self, path: str, value: object) -> None:
        self._changed(with_delta(self._context.store.state.releasing.plan, ((path, value),)))

    def show(self, plan: Document, valid: ReleasePlan | None, proposed: bool) -> None:
        """What the mechanism is, what ε means, and what δ is for; a δ that is not used cannot be typed."""
        self._mechanism.tell(mechanism_sentence(plan))
        self._epsilon.tell(None if valid is None else guess_sentence(valid))
        self._delta.editor.setEnabled(spends_delta(plan) or not no_delta(plan))
        fresh = proposed and value_of(plan, "privacy.delta") == PROPOSED_DELTA
        self._delta.tell(PROPOSED if fresh and spends_delta(plan) else delta_sentence(plan))
