"""What a release would cost its account, in sentences that a person agrees to."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from explorer.app import wording
from explorer.mark import N_, Sentence, verbatim
from explorer.release.accounts import DEFAULT, Account
from explorer.release.declared import ReleasePlan
from explorer.release.drawn import Drawn
from explorer.release.ledger import read_books
from explorer.release.places import ledger_folder


@dataclass(frozen=True)
class Outlay:
    """`line` stands beside the button, `summary` and `vouched` are agreed to, `account_line` in the head."""

    line: Sentence
    summary: Sentence
    vouched: Sentence
    account_line: Sentence
    title: Sentence
    over: bool = False  # more than is left: the ledger will refuse


def outlay(plan: ReleasePlan, account: str | None, ledger: Path | None = None) -> Outlay:
    """What a ledger says about a release of `plan` on `account`.

    `ledger` is the temporary one of a demonstration; None for this computer's own.

    Raises
    ------
    LedgerRefused
        The ledger is damaged, rolled back or not readable.
    """
    name = account or DEFAULT
    held = read_books(ledger_folder(ledger)).accounts.get(name)
    epsilon = plan.privacy.epsilon
    if held is None:
        line = N_(
            "Spends ε = {epsilon} ({unit}) and opens the account “{account}” with that as its limit.",
            epsilon=epsilon,
            unit=wording.plan_unit(plan),
            account=name,
        )
        head = N_("account “{account}”: not opened yet", account=name)
    else:
        line = _line(held, plan)
        head = N_(
            "account “{account}”: ε {left} of {limit} left",
            account=name,
            left=held.remaining.epsilon,
            limit=held.limit.epsilon,
        )
    if ledger is not None:
        head = N_("a shipped example: charged to a temporary ledger; {account}", account=head)
    over = held is not None and held.remaining.epsilon < epsilon
    title = verbatim(plan.title or plan.histograms[0].name)
    summary = N_("{line} What is spent never comes back.", line=line)
    return Outlay(line, summary, _vouched(plan), head, title, over)


def _line(held: Account, plan: ReleasePlan) -> Sentence:
    left = held.remaining.epsilon - plan.privacy.epsilon
    if left < 0:
        return N_(
            "ε = {epsilon} is more than the {left} left in “{account}”; "
            "`ledger open` raises a limit on purpose",
            epsilon=plan.privacy.epsilon,
            account=held.name,
            left=held.remaining.epsilon,
        )
    return N_(
        "Spends ε = {epsilon} ({unit}) of “{account}”; {left} of {limit} remain afterwards.",
        epsilon=plan.privacy.epsilon,
        unit=wording.plan_unit(plan),
        account=held.name,
        left=left,
        limit=held.limit.epsilon,
    )


def _vouched(plan: ReleasePlan) -> Sentence:
    """Who vouches for the bound on contributions."""
    privacy = plan.privacy
    if privacy.unit == "row":
        return N_("It protects one row, not one person who has several.")
    if privacy.id_column is None:
        return N_(
            "That nobody has more than {rows} rows is your word: nothing enforces it.",
            rows=privacy.rows_per_person,
        )
    return N_(
        "At most {rows} rows a person are kept, enforced by the column “{column}”.",
        rows=privacy.rows_per_person,
        column=privacy.id_column,
    )


def paid(drawn: Drawn) -> Sentence:
    """What a release that is paid for still allows."""
    return N_(
        "paid and drawn as release {sequence:plain}; exporting is free, later too with `ledger export`",
        sequence=drawn.sequence,
    )
