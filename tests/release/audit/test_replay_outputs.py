"""Record and replay of all that is made of a release: totals, workbook, copies, reports, statement, log,
comparison, words and session are the same bytes for a table and for its neighbour.

The release itself is replayed in `test_replay`; what is made of it afterwards is slower, so that fewer pairs
go through it.
"""

import json
import random
import shutil
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from breaking import with_counts
from neighbouring import Row, neighbours, plans
from observed import Forced, Leak, Observed, Patched, observe

from explorer.app.core.publication import Publication
from explorer.app.core.release_messages import PublicationWorded, ReleaseDrawn, ReleaseWritten
from explorer.app.core.state import State
from explorer.app.session import saved
from explorer.app.update import update
from explorer.cli.command import every_verb
from explorer.export.layouts import html_table, long_lines, tab_separated
from explorer.release import crosstab as laid_out
from explorer.release.crosstab import crosstab
from explorer.release.ledger import export_log, kept_words
from explorer.release.ledger.kept_draws import drawn_again
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.plan_file import write_plan

PAIRS = 14
OF_THE_CLOCK = {"head", "hash", "moment"}
"""A hash in the ledger is over a keyed fingerprint of the file and the clock: it stays with an auditor."""

Text = dict[str, str]


def without_clock(told: Any) -> Any:
    """What a statement or a log tells, but for its hashes and times."""
    if isinstance(told, dict):
        return {key: without_clock(value) for key, value in told.items() if key not in OF_THE_CLOCK}
    return [without_clock(each) for each in told] if isinstance(told, list) else told


def made_of(folder: Path, plan: ReleasePlan) -> Text:
    """Everything that is made of release 1 of the ledger in a folder."""
    given = Namespace(
        **dict.fromkeys(("account", "file", "year", "kind", "dataset", "publisher", "note"), None),
        ledger=folder / "ledger",
        sequence=1,
        actor="Ada",
        purpose="a test",
        title="Title",
        overwrite=True,
        group=False,
        special=True,
        name_account=True,
        earlier=folder / "earlier",
        later=folder / "out",
    )
    made: Text = {}
    verbs = every_verb()
    for code in ("en", "zh_CN"):
        given.language, given.out = code, folder / "report.html"
        made[f"report {code} told"] = repr(verbs["ledger report"].run(given))
        made[f"report {code}"] = given.out.read_text("utf-8")
    given.out = folder / "statement.json"
    verbs["ledger statement"].run(given)
    made["statement"] = repr(without_clock(json.loads(given.out.read_text("utf-8"))))
    made["log"] = repr(without_clock(verbs["ledger log"].run(given).data))
    made["show"] = repr(without_clock(verbs["ledger show"].run(given).data))
    made |= compared_with_an_earlier_one(folder, given)
    drawn = drawn_again(1, folder / "ledger")
    for index, query in enumerate(drawn.queries):
        for lines in (long_lines(query), crosstab(drawn, query), crosstab(drawn, query, True)):
            made[f"copy {index} {len(made)}"] = tab_separated(lines) + html_table(lines, drawn)
    state = State()
    for message in (ReleaseDrawn(drawn), PublicationWorded(Publication("T")), ReleaseWritten(("a",))):
        state = update(state, message)
    made["session"] = saved(state)
    made["words"] = "".join(path.read_text() for path in (folder / "ledger" / "words").iterdir())
    return made


def compared_with_an_earlier_one(folder: Path, given: Namespace) -> Text:
    """The release as it is, under another name: nothing differs, and every cell is told."""
    shutil.copytree(folder / "out", folder / "earlier")
    for path in (folder / "earlier").glob("*.json"):
        path.write_text(path.read_text("utf-8").replace("1d" * 16, "2e" * 16))
    made = {}
    if any(query.threshold is None for query in drawn_again(1, folder / "ledger").queries):
        given.out = folder / "compared"
        answer = every_verb()["compare"].run(given)
        made["comparison"] = repr((answer.data, answer.lines))
        made |= {f"compared {path.name}": path.read_text("utf-8") for path in given.out.iterdir()}
    return made


def seen_of(folder: Path, plan: ReleasePlan, rows: list[Row], forced: Forced, patched: Patched) -> Observed:
    """A whole release, and what is made of it before its ledger is removed."""
    made: Text = {}

    def also() -> None:
        made.update(made_of(folder, plan))
        for name in ("report.html", "statement.json", "earlier", "compared"):
            path = folder / name
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)

    seen = observe(folder, plan, rows, forced, patched, True, also)
    seen.emitted |= made
    return seen


def compare(folder: Path, plan: ReleasePlan, pair: tuple[list[Row], list[Row]], patched: Patched) -> None:
    """As `replay.compare`, of all that is made of the release.

    Raises
    ------
    Leak
    """
    (folder / "plan.toml").write_text(write_plan(plan))
    low: frozenset[str] = frozenset()
    for _ in range(2):
        first, second = (seen_of(folder, plan, rows, Forced(low), patched) for rows in pair)
        calls = zip(first.calls, second.calls, strict=True)
        alone = frozenset().union(*(set(one.cells) ^ set(other.cells) for one, other in calls))
        if low == alone:
            break
        low = alone
    differing = {key for key in first.emitted if first.emitted[key] != second.emitted.get(key)}
    if differing or first.emitted.keys() != second.emitted.keys():
        raise Leak(f"what is emitted differs: {sorted(differing)}")


def pairs(many: int, seed: int = 5) -> Iterator[tuple[ReleasePlan, tuple[list[Row], list[Row]]]]:
    chance = random.Random(seed)
    for _ in range(many):
        plan = plans(chance)
        yield plan, neighbours(chance, plan)


def compare_all(folder: Path, patched: Patched) -> None:
    """All pairs, each in a folder of its own. Raises `Leak`."""
    for number, (plan, pair) in enumerate(pairs(PAIRS)):
        place = folder / str(number)
        place.mkdir()
        compare(place, plan, pair, patched)


def test_that_nothing_made_of_a_release_depends_on_one_unit(tmp_path: Path) -> None:
    compare_all(tmp_path, pytest.MonkeyPatch.context)


def test_that_the_pairs_have_both_distributions_and_found_categories() -> None:
    kinds = {
        (plan.privacy.mechanism, any(query.unknown for query in plan.queries)) for plan, _ in pairs(PAIRS)
    }
    assert len(kinds) == 3


def leaking_margins(patch: pytest.MonkeyPatch) -> None:
    """The margin of a total is wider where more was counted."""
    box = with_counts(patch, lambda tables, _: int(tables[0].sum()))
    own = laid_out.sum_margin

    def leaked(*given: Any) -> Any:
        found = own(*given)
        return replace(found, value=found.value + (box[0] if box else 0))

    patch.setattr(laid_out, "sum_margin", leaked)


def leaking_purpose(patch: pytest.MonkeyPatch) -> None:
    """The log says how many rows there were."""
    box = with_counts(patch, lambda tables, _: sum(int(each.sum()) for each in tables))
    own = export_log.Act.body
    patch.setattr(export_log.Act, "body", lambda self: {**own(self), "purpose": f"of {box[0] if box else 0}"})


def leaking_words(patch: pytest.MonkeyPatch) -> None:
    """The words that are kept name the largest cell."""
    box = with_counts(patch, lambda tables, _: [int(np.argmax(each)) for each in tables])
    own = kept_words.json.dumps

    def leaked(words: Any, **more: Any) -> str:
        return own({**words, "note": str(box[0])}, **more)

    patch.setattr(kept_words, "json", Namespace(dumps=leaked, loads=kept_words.json.loads))


BROKEN: tuple[Callable[[pytest.MonkeyPatch], None], ...] = (leaking_margins, leaking_purpose, leaking_words)


@pytest.mark.parametrize("broken", BROKEN, ids=[each.__name__ for each in BROKEN])
def test_that_an_output_that_leaks_is_caught(
    broken: Callable[[pytest.MonkeyPatch], None], tmp_path: Path
) -> None:
    @contextmanager
    def patched() -> Iterator[pytest.MonkeyPatch]:
        with pytest.MonkeyPatch.context() as patch:
            broken(patch)
            yield patch

    with pytest.raises(Leak):
        compare_all(tmp_path, patched)
