"""Which cards there are and where they stand at first: known before anything heavy is imported."""

from __future__ import annotations

from explorer.gui.workspaces.card_spec import CardSpec
from explorer.mark import N_, Sentence

# The workspaces in the order of their tabs, by the value of `explorer.app.core.state.Workspace`.
WORKSPACES: tuple[tuple[str, Sentence], ...] = (
    ("explore", N_("Explore")),
    ("compose", N_("Compose")),
    ("release", N_("Release")),
    ("learn", N_("Learn")),
    ("ledger", N_("Ledger")),
    ("tables", N_("Tables")),
)

# The workspaces that have the full width of the window: the left column describes no release of theirs.
FULL_WIDTH = frozenset(("release", "learn", "ledger", "tables"))

# Pictures of one guarantee, and of the total of k releases: with the word for each in a card that shows one.
_GUARANTEES = (
    *(("trade-off", N_("trade-off")), ("privacy-loss", N_("privacy loss"))),
    *(("delta-profile", N_("δ(ε)")), ("renyi", N_("Rényi"))),
)
_TOTALS = (
    *(("composition", N_("total ε")), ("noise-per-release", N_("noise per release"))),
    *(("loss-of-many", N_("total loss")), ("regions-of-many", N_("regions"))),
    ("delta-of-many", N_("total δ(ε)")),
)


CARD_SPECS: tuple[CardSpec, ...] = (
    CardSpec(
        "one-release",
        N_("One release"),
        "left",
        size=(296, 740),
        panel="explore.one_release:OneRelease",
        pins=True,
    ),
    CardSpec("released-value", N_("The released value, with and without you"), "explore", size=(584, 404)),
    CardSpec(
        "equally-likely",
        N_("Fifty equally likely results"),
        "explore",
        "released-value",
        True,
        (332, 312),
        links_below=True,
        played=True,
        panel="canvas.animation:played_figure",
        exports=True,
    ),
    CardSpec(
        "trade-off",
        N_("Attacker's error rates"),
        "explore",
        "equally-likely",
        size=(296, 312),
        links_below=True,
        pictures=_GUARANTEES,
    ),
    CardSpec(
        "privacy-loss",
        N_("Privacy loss"),
        "explore",
        "trade-off",
        size=(296, 312),
        links_below=True,
        pictures=_GUARANTEES,
    ),
    CardSpec(
        "risk",
        N_("What an attacker could learn about you"),
        "explore",
        "released-value",
        size=(352, 404),
        panel="explore.risk_card:Risk",
    ),
    CardSpec(
        "compare",
        N_("A and B side by side"),
        "explore",
        "risk",
        hidden=True,
        compares=True,
        panel="explore.comparison_card:Compare",
    ),
    CardSpec(
        "clipping",
        N_("Clipping: bias and noise"),
        "explore",
        "released-value",
        hidden=True,
        panel="explore.clipping_card:Clipping",
        exports=True,
    ),
    CardSpec("dimension", N_("Many numbers at once"), "explore", "released-value", hidden=True),
    CardSpec("range-strategies", N_("Strategies for ranges"), "explore", "released-value", hidden=True),
    CardSpec(
        "learning",
        N_("Learning a table by its mistakes"),
        "explore",
        "released-value",
        hidden=True,
        panel="explore.construction_card:ConstructionCard",
        exports=True,
    ),
    CardSpec("composition", N_("Total ε of k releases"), "compose", size=(690, 500), pictures=_TOTALS),
    CardSpec(
        "readout",
        N_("After k releases"),
        "compose",
        "composition",
        size=(250, 740),
        panel="compose.answer_card:AnswerCard",
    ),
    CardSpec(
        "inverse",
        N_("Budget per release"),
        "compose",
        "readout",
        tabbed=True,
        panel="compose.budget_per_release:Inverse",
    ),
    CardSpec(
        "crossings",
        N_("Where bounds start to beat basic composition"),
        "compose",
        "composition",
        True,
        (690, 228),
        panel="compose.crossings:Crossings",
    ),
    CardSpec(
        "year",
        N_("The year's releases"),
        "compose",
        "composition",
        tabbed=True,
        panel="schedule.schedule_card:YearPanel",
        exports=True,
    ),
    CardSpec(
        "plan",
        N_("What is counted, and whom it protects"),
        "release",
        size=(440, 740),
        panel="release.plan.plan_card:PlanEditor",
    ),
    CardSpec(
        "preview",
        N_("What readers will see"),
        "release",
        "plan",
        size=(804, 452),
        panel="release.preview_card:Preview",
        exports=True,
    ),
    CardSpec(
        "publish",
        N_("Before the release"),
        "release",
        "preview",
        True,
        (804, 260),
        panel="release.publish_card:Publishing",
    ),
    CardSpec(
        "testing",
        N_("A test of the release"),
        "release",
        "publish",
        tabbed=True,
        panel="release.audit_card:Testing",
    ),
    CardSpec("lessons", N_("Lessons"), "learn", size=(264, 740), panel="learn.lesson_list:LessonList"),
    CardSpec(
        "lesson",
        N_("The lesson"),
        "learn",
        "lessons",
        size=(980, 740),
        panel="learn.lesson_card:LessonCard",
    ),
    CardSpec(
        "table-classes",
        N_("k, ℓ and t of a table"),
        "learn",
        "lesson",
        tabbed=True,
        panel="learn.table_classes_card:TableClasses",
    ),
    CardSpec("accounts", N_("Accounts"), "ledger", size=(432, 420), panel="ledger.accounts_card:Accounts"),
    CardSpec(
        "spends",
        N_("What was spent"),
        "ledger",
        "accounts",
        size=(812, 420),
        panel="ledger.spends_card:Spends",
    ),
    CardSpec(
        "entries", N_("Every entry"), "ledger", "spends", tabbed=True, panel="ledger.entries_card:Entries"
    ),
    CardSpec(
        "advice",
        N_("Total of the same spends by other composition bounds"),
        "ledger",
        "spends",
        True,
        (812, 308),
        panel="ledger.advice_card:LedgerAdvice",
    ),
    CardSpec(
        "verification",
        N_("Is the ledger intact?"),
        "ledger",
        "accounts",
        True,
        (432, 308),
        panel="ledger.verification_card:Verification",
    ),
    CardSpec(
        "tables",
        N_("Two probability tables"),
        "tables",
        size=(340, 740),
        panel="tables.tables_card:TablesPanel",
    ),
    CardSpec("table-outcomes", N_("P and Q, outcome by outcome"), "tables", "tables", False, (544, 330)),
    CardSpec(
        "table-profile", N_("δ at each ε, of two tables"), "tables", "table-outcomes", False, (348, 330)
    ),
    CardSpec(
        "table-composed",
        N_("Total ε of k releases of this pair"),
        "tables",
        "table-outcomes",
        True,
        (544, 398),
    ),
    CardSpec(
        "table-bounds",
        N_("Composition bounds at k for this pair"),
        "tables",
        "table-profile",
        True,
        (348, 398),
        panel="tables.table_bounds_card:TableBounds",
    ),
)


def specs_of(workspace: str) -> tuple[CardSpec, ...]:
    """The cards of one workspace."""
    return tuple(spec for spec in CARD_SPECS if spec.workspace == workspace)


def spec_of(card: str) -> CardSpec:
    """One card's spec, by its id."""
    return next(spec for spec in CARD_SPECS if spec.card == card)


def standing(specs: tuple[CardSpec, ...]) -> tuple[CardSpec, ...]:
    """The cards that have room of their own in a first layout."""
    return tuple(spec for spec in specs if not (spec.hidden or spec.tabbed))


def rows(specs: tuple[CardSpec, ...]) -> tuple[tuple[CardSpec, ...], ...]:
    """Cards that share one width or height between them, in the order in which they are split off.

    The second card of each tells which it is: it lies `below` the first, or at its right.
    """
    found: list[tuple[CardSpec, ...]] = []
    by_name = {spec.card: spec for spec in specs}
    for spec in standing(specs):
        if not spec.beside:
            continue
        for at, row in enumerate(found):
            if row[-1].card == spec.beside and row[1].below == spec.below:
                found[at] = (*row, spec)
                break
        else:
            found.append((by_name[spec.beside], spec))
    return tuple(found)
