"""Buttons and links inside panes that are looked for by name: reports, records, code, accounts.

Each is named by the words that stand on it; a test holds that they stand there.
"""

from __future__ import annotations

from dataclasses import dataclass

from explorer.app.finder.entry_kind import Kind
from explorer.mark import N_, Sentence


@dataclass(frozen=True, slots=True)
class PaneButton:
    """What stands on the button, in which pane, and the other words for it."""

    id: str
    card: str
    words: Sentence
    synonyms: Sentence
    names: tuple[str, ...] = ()
    kind: Kind = Kind.ACTION
    also: tuple[Sentence, ...] = ()  # what stands there at other times


PANE_BUTTONS: tuple[PaneButton, ...] = (
    PaneButton(
        "button:sign-off",
        "plan",
        N_("Sign off …"),
        N_("sign the plan, approve, agree, lock, record, decision, signature, approval"),
    ),
    PaneButton(
        "button:sign-off-year",
        "year",
        N_("sign off …"),
        N_("sign the plan of a year, approve, agree, record, decision, signature"),
    ),
    PaneButton(
        "button:account-of-year",
        "year",
        N_("open as an account …"),
        N_("limit of a year, budget"),
    ),
    PaneButton(
        "button:private-file",
        "publish",
        N_("Choose the file …"),
        N_("private file, data, rows, load, import, upload, database, dataset"),
        ("csv", "tsv"),
    ),
    PaneButton(
        "button:server-table",
        "plan",
        N_("a table of a server …"),
        N_("database, Postgres server, Spark cluster, connect"),
        ("sql", "postgresql"),
    ),
    PaneButton(
        "button:release",
        "publish",
        N_("Release …"),
        N_("draw, publish, spend, preflight, final check, count the private file"),
        also=(N_("Release again …"),),
    ),
    PaneButton(
        "button:tables",
        "publish",
        N_("Export the tables …"),
        N_("save the results, released counts, download, spreadsheet"),
        ("csv", "excel"),
        Kind.EXPORT,
    ),
    PaneButton(
        "button:report",
        "publish",
        N_("Report …"),
        N_("record of the release, document, for readers, save, decision, print"),
        ("html", "pdf"),
        Kind.EXPORT,
    ),
    PaneButton(
        "button:released-picture",
        "publish",
        N_("Picture of the released histogram …"),
        N_("chart, plot, figure, image, save"),
        ("svg", "png", "pdf"),
        Kind.EXPORT,
    ),
    PaneButton(
        "button:code",
        "publish",
        N_("The plan as OpenDP code …"),
        N_("script, program, save, reproduce"),
        ("python", "py"),
        Kind.EXPORT,
    ),
    PaneButton(
        "button:report-of-spend",
        "spends",
        N_("Report …"),
        N_("record of an earlier release, document, for readers, save, decision"),
        ("html", "pdf"),
        Kind.EXPORT,
    ),
    PaneButton(
        "button:keep-scale",
        "released-value",
        N_("keep scale"),
        N_("fix the axes, rescale, same scale, compare"),
    ),
    PaneButton(
        "button:logarithmic",
        "composition",
        N_("log"),
        N_("logarithmic axes, logarithmic scale"),
    ),
    PaneButton(
        "button:open-account",
        "accounts",
        N_("Open an account …"),
        N_("new account, create an account, budget, limit"),
    ),
    PaneButton(
        "button:attach",
        "accounts",
        N_("Attach a file …"),
        N_("link a file to an account"),
    ),
    PaneButton(
        "button:raise",
        "accounts",
        N_("Raise the limit …"),
        N_("more budget, larger limit of an account"),
    ),
    PaneButton(
        "button:verify",
        "verification",
        N_("Verify again"),
        N_("check the ledger, integrity, hash chain"),
    ),
    PaneButton(
        "button:test",
        "testing",
        N_("Test this release"),
        N_("black-box test, check the noise, empirical ε"),
        ("audit",),
    ),
)
