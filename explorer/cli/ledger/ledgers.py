"""The verbs that read the ledger and open its accounts."""

from __future__ import annotations

import argparse
from fractions import Fraction

from explorer.cli.answer import Answer
from explorer.cli.command import Verb, help_text
from explorer.cli.ledger.ledger_options import (
    act_of,
    declare_act,
    declare_actor,
    declare_apart,
    declare_folder,
    declare_ledger,
)
from explorer.cli.table_places import with_password
from explorer.language import Language
from explorer.mark import N_, Sentence, at_most
from explorer.privacy.composition import every_composition
from explorer.privacy.mechanism import every_mechanism
from explorer.privacy.notation import read_exact
from explorer.privacy.refusal import NotValid, Refusal
from explorer.release.ledger.accounts import DEFAULT, RHO, Account, Books, Change, Entry, Restart
from explorer.release.ledger.advice import Advised, advice
from explorer.release.ledger.attachment import attach
from explorer.release.ledger.locations import ledger_folder
from explorer.release.ledger.spends import open_account, read_books, restart
from explorer.release.plan.rules import LARGEST_DELTA, too_close_to_one
from explorer.release.sources.table_address import place_of
from explorer.release.values.amount import Amount


def _list(arguments: argparse.Namespace) -> Answer:
    books = read_books(ledger_folder(arguments.ledger))
    held = tuple(books.accounts.values() if arguments.account is None else [_held(books, arguments.account)])
    lines = tuple(_line(account) for account in held) or (N_("the ledger has no accounts yet"),)
    return Answer({"results": [account.answer() for account in held]}, lines)


def _held(books: Books, name: str) -> Account:
    if name not in books.accounts:
        raise NotValid(N_("the ledger has no account “{name}”", name=name), "account")
    return books.accounts[name]


def _line(account: Account) -> Sentence:
    if account.currency == RHO:
        return N_(
            "{name}: ρ {spent:full} of {limit:full} spent, {left:full} left; "
            "at δ {delta} that is ε {epsilon} spent",
            name=account.name,
            spent=account.total.rho or Fraction(0),
            limit=account.limit.rho,
            left=account.remaining.rho,
            delta=account.limit.delta,
            epsilon=account.spent.epsilon,
        )
    return N_(
        "{name}: ε {spent} of {limit} spent, {left} left",
        name=account.name,
        spent=account.spent.epsilon,
        limit=account.limit.epsilon,
        left=account.remaining.epsilon,
    )


def _show(arguments: argparse.Namespace) -> Answer:
    books = read_books(ledger_folder(arguments.ledger))
    account = _held(books, DEFAULT if arguments.account is None else arguments.account)
    advised = advice(account) if account.entries else ()
    data = {
        **account.answer(),
        "limits": [change.answer() for change in account.changes],
        "entries": [entry.answer() for entry in account.entries],
        "advice": [each.answer() for each in advised],
    }
    said = [_advised_line(each, each.upper) for each in advised[1:] if each.upper is not None]
    raised = [_change_line(each) for each in account.changes[1:]]
    return Answer(data, (_line(account), *raised, *map(_entry_line, account.entries), *said))


def _change_line(change: Change) -> Sentence:
    values = {"date": change.date or "?", "epsilon": change.limit.epsilon, "delta": change.limit.delta}
    if change.reason:
        return N_("limit set on {date} to ε {epsilon}, δ {delta}: {reason}", **values, reason=change.reason)
    return N_("limit set on {date} to ε {epsilon}, δ {delta}; no reason was given", **values)


def _entry_line(entry: Entry) -> Sentence:
    return N_(
        "release {sequence:plain}, {date}: {mechanism}, ε {epsilon}",
        sequence=entry.sequence,
        date=entry.date,
        mechanism=mechanism.title
        if (mechanism := every_mechanism().get(entry.mechanism))
        else entry.mechanism,
        epsilon=entry.cost.epsilon,
    )


def _advised_line(advised: Advised, upper: float) -> Sentence:
    """Advice only: what may be spent follows from the account's own currency."""
    return N_(
        "advice: at δ {delta} the total is at most ε {upper} by the bound {bound} (releases are "
        "not refused by it)",
        delta=advised.delta,
        upper=at_most(upper),
        bound=bound.title if (bound := every_composition().get(advised.bound)) else advised.bound,
    )


def _verify(arguments: argparse.Namespace) -> Answer:
    books = read_books(ledger_folder(arguments.ledger))
    data = {
        "verified": True,
        "accounts": len(books.accounts),
        "releases": books.releases,
        "restarts": [each.answer() for each in books.restarts],
    }
    line = N_(
        "the ledger is intact: accounts {accounts:plain}, releases {releases:plain}",
        accounts=len(books.accounts),
        releases=books.releases,
    )
    return Answer(data, (line, *map(_restart_line, books.restarts)))


def _restart_line(restarted: Restart) -> Sentence:
    return N_(
        "it was started anew on {date}, where an earlier ledger was missing: {reason}",
        date=restarted.date,
        reason=restarted.reason,
    )


def _restart(arguments: argparse.Namespace) -> Answer:
    books = restart(ledger_folder(arguments.ledger), arguments.reason, arguments.actor)
    data = {"restarts": [each.answer() for each in books.restarts]}
    return Answer(data, (N_("a new ledger was started: logged; what was spent before is not in it"),))


def _open(arguments: argparse.Namespace) -> Answer:
    limit = Amount(
        _exact(arguments.limit_epsilon, "limit-epsilon"), _exact(arguments.limit_delta, "limit-delta")
    )
    if LARGEST_DELTA < limit.delta < 1:
        raise NotValid(too_close_to_one("--limit-delta"), "limit-delta")
    folder = ledger_folder(arguments.ledger)
    asked = (arguments.account, limit, arguments.apart, arguments.currency, arguments.reason, arguments.actor)
    account = open_account(folder, *asked)
    return Answer(account.answer(), (_line(account),))


def _attach(arguments: argparse.Namespace) -> Answer:
    place = with_password(arguments.csv, Language(arguments.language))
    new = attach(ledger_folder(arguments.ledger), arguments.account, place, act=act_of(arguments))
    path, name = arguments.csv.name, arguments.account
    words = N_(
        "{path} counts as the people of “{name}” from now on: logged; spends nothing", path=path, name=name
    )
    if not new:
        words = N_("{path} belongs to “{name}” already", path=path, name=name)
    return Answer({"account": name, "attached": new}, (words,))


def _exact(text: str, option: str) -> Fraction:
    refused: Refusal | None = None
    try:
        return read_exact(text)
    except Refusal as refusal:
        refused = refusal.at(option)
    raise refused


def _declare_open(parser: argparse.ArgumentParser) -> None:
    text = help_text(parser, N_("the account to open, or whose limit to change"))
    parser.add_argument("--account", required=True, metavar="NAME", help=text)
    text = help_text(parser, N_("how much ε all releases of the account may spend together"))
    parser.add_argument("--limit-epsilon", required=True, metavar="E", help=text)
    text = help_text(parser, N_("how much δ all releases of the account may spend together"))
    parser.add_argument("--limit-delta", default="0", metavar="D", help=text)
    text = help_text(parser, N_("what the account sums"))
    parser.add_argument("--currency", choices=("epsilon-delta", "rho"), help=text)
    text = help_text(parser, N_("reason, in one line: logged permanently; recommended for raising a limit"))
    parser.add_argument("--reason", default="", metavar="TEXT", help=text)
    declare_actor(parser)
    declare_apart(parser)
    declare_folder(parser)


def _declare_restart(parser: argparse.ArgumentParser) -> None:
    text = help_text(parser, N_("why the earlier ledger is gone, in one line: logged permanently"))
    parser.add_argument("--reason", required=True, metavar="TEXT", help=text)
    declare_actor(parser)
    declare_folder(parser)


def _declare_attach(parser: argparse.ArgumentParser) -> None:
    text = help_text(parser, N_("the edited or unknown file; only a keyed fingerprint of it is kept"))
    parser.add_argument("csv", type=place_of, metavar="SOURCE", help=text)
    text = help_text(parser, N_("the account of the people in it: that is stated, and logged"))
    parser.add_argument("--account", required=True, metavar="NAME", help=text)
    declare_act(parser)
    declare_folder(parser)


VERBS = (
    Verb("ledger list", N_("all accounts"), declare_ledger, _list, example="ledger list"),
    Verb("ledger show", N_("one account and its releases"), declare_ledger, _show, example="ledger show"),
    Verb(
        "ledger verify", N_("whether the ledger is intact"), declare_ledger, _verify, example="ledger verify"
    ),
    Verb(
        "ledger open",
        N_("open an account, or change its limit"),
        _declare_open,
        _open,
        example="ledger open --account registry --limit-epsilon 2",
    ),
    Verb(
        "ledger restart",
        N_("start a new ledger if the earlier one is permanently lost"),
        _declare_restart,
        _restart,
        example="ledger restart --reason disk-lost",
    ),
    Verb(
        "ledger attach",
        N_("state whose people are in an edited or unknown file"),
        _declare_attach,
        _attach,
        example="ledger attach people-corrected.csv --account registry",
    ),
)
