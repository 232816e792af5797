"""One release, watched: what it asks of the choke point, and every byte that it emits.

Bounding key and release id are pinned. All but some runs leave ledger and files out, which are slow.
"""

import io
import json
import logging
import os
import shutil
import zlib
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from count_cases import KEY
from neighbouring import Row

from explorer.cli import releases
from explorer.privacy.samplers.integer_sampler import RandomBytes, discrete_gaussian, discrete_laplace
from explorer.release import noise, publish
from explorer.release.counting import counts
from explorer.release.ledger import hash_chain, spends
from explorer.release.ledger.spends import Paid
from explorer.release.partition_selection import Found
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.queries import histogram
from explorer.release.values import atomic_file
from explorer.release.values.amount import Amount

Patched = Callable[[], AbstractContextManager[pytest.MonkeyPatch]]
SPECIAL = ("(other)", "(missing)")


class Leak(AssertionError):
    """Something that leaves the program depends on the rows."""


@dataclass(frozen=True)
class Call:
    """What `privatize` was asked: the true counts, by label where categories were found."""

    counts: tuple[int, ...]
    distribution: tuple[int, Fraction, str]
    found: tuple[str, ...] | None = None
    least: int = 0

    @property
    def cells(self) -> dict[str, int]:
        """Count by label, or by place where all cells are declared."""
        names = map(str, range(len(self.counts))) if self.found is None else (*self.found, *SPECIAL)
        return dict(zip(names, self.counts, strict=True))


@dataclass(frozen=True)
class Chosen:
    """What `choose` was asked: the true scores, and how."""

    scores: tuple[int, ...]
    scale: Fraction
    sampler: str


@dataclass
class Observed:
    """What one run asked of `privatize` and `choose`, what it got, and every byte that it emitted."""

    calls: list[Call] = field(default_factory=list)
    choices: list[Chosen] = field(default_factory=list)
    outputs: list[tuple[int, ...]] = field(default_factory=list)
    emitted: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Forced:
    """The same noised counts for both tables; found categories that only one table has stay low."""

    low: frozenset[str] = frozenset()

    def of(self, place: int, call: Call) -> tuple[int, ...]:
        numbers = {name: zlib.crc32(f"{place} {name}".encode()) for name in call.cells}
        if call.found is None:
            return tuple(number % 47 - 15 for number in numbers.values())
        high = (0 if name in self.low else numbers[name] % 3 for name in call.found)
        return (*(call.least - 1 + each for each in high), 7, -2)


def drawn_exactly(call: Call, given: tuple[int, ...], heard: list[bytes]) -> None:
    """Whether the noise is that of the exact sampler, from the operating system's bytes and no others.

    Raises
    ------
    Leak
    """
    sensitivity, parameter, mechanism = call.distribution
    gaussian = mechanism == "discrete-gaussian"
    left = iter(heard)

    def again(many: int) -> bytes:
        drawn = next(left, b"")
        if len(drawn) != many:
            raise Leak("noise from other bits than the operating system's")
        return drawn

    width = sensitivity / ((2 if gaussian else 1) * parameter)
    distribution = discrete_gaussian if gaussian else discrete_laplace
    right = distribution(RandomBytes(again), width, len(call.counts)).tolist()
    if not heard or [one + more for one, more in zip(call.counts, right, strict=True)] != list(given):
        raise Leak("other noise than the declared one from the operating system's bits")
    if any(type(each) is not int for each in given):
        raise Leak("no integers")


@contextmanager
def recording(patch: pytest.MonkeyPatch, seen: Observed, forced: Forced | None) -> Iterator[None]:
    """The choke point records what it is asked, and gives what is forced; without that it draws."""
    draw, one_table = publish.privatize, publish.noised_query
    heard: list[bytes] = []
    tables: list[tuple[tuple[str, ...] | None, int]] = []

    def urandom(many: int) -> bytes:
        heard.append(os.urandom(many))
        return heard[-1]

    def labelled(table: Any, true: Any) -> Any:
        found = isinstance(true, Found)
        tables[:] = [(true.labels if found else None, table.threshold.least if found else 0)]
        return one_table(table, true)

    def recorded(
        true: Any, sensitivity: int, parameter: Fraction, mechanism: str = "discrete-laplace"
    ) -> Any:
        call = Call(tuple(map(int, true)), (sensitivity, parameter, mechanism), *tables[0])
        seen.calls.append(call)
        if forced is not None:
            seen.outputs.append(forced.of(len(seen.outputs), call))
            return seen.outputs[-1]
        heard.clear()
        seen.outputs.append(draw(true, sensitivity, parameter, mechanism))
        drawn_exactly(call, seen.outputs[-1], heard)
        return seen.outputs[-1]

    pick = publish.choose

    def picked(scores: Any, scale: Fraction, sampler: str) -> int:
        seen.choices.append(Chosen(tuple(map(int, scores)), scale, sampler))
        if forced is None:
            return pick(scores, scale, sampler)
        return zlib.crc32(str(len(seen.choices)).encode()) % len(scores)

    patch.setattr(publish, "choose", picked)
    patch.setattr(noise, "OPERATING_SYSTEM", RandomBytes(urandom))
    patch.setattr(publish, "privatize", recorded)
    patch.setattr(publish, "noised_query", labelled)
    yield


@contextmanager
def listening(seen: Observed) -> Iterator[None]:
    """Everything printed or logged, of whatever level."""
    out, errors, log = io.StringIO(), io.StringIO(), io.StringIO()
    handler, root = logging.StreamHandler(log), logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(1)
    try:
        with redirect_stdout(out), redirect_stderr(errors):
            yield
    finally:
        root.removeHandler(handler)
        root.setLevel(level)
    seen.emitted |= {"stdout": out.getvalue(), "stderr": errors.getvalue(), "log": log.getvalue()}


@lru_cache(None)
def remembered(function: Callable[..., Any]) -> Callable[..., Any]:
    """Numbers of the plan alone are found once for all runs with it; `cache_clear` forgets them."""
    return lru_cache(None)(function)


OF_THE_PLAN = (
    (histogram, "clamping_bias"),
    (publish, "spending_of"),
)


def in_memory(patch: pytest.MonkeyPatch, plan: ReleasePlan, folder: Path, seen: Observed) -> None:
    """No ledger, no files, no second reading of the plan: all pairs but some are run like that."""
    paid = Paid(1, "1d" * 16, "2026-02-03", "default", Amount())
    patch.setattr(releases, "read_plan_file", lambda _: plan)
    patch.setattr(publish, "check_spending", lambda *_: None)
    patch.setattr(publish, "kept_size", lambda *_: 0)  # asked for by the ledger alone
    patch.setattr(publish, "spend", lambda *_: paid)
    patch.setattr(publish, "keep", lambda *_: None)
    patch.setattr(publish, "logged", lambda *_: None)
    patch.setattr(publish, "make_folder", lambda *_: None)
    patch.setattr(publish, "can_write_into", lambda _: True)
    patch.setattr(publish, "check_out_room", lambda *_: None)  # a number of the plan, asked of the disk
    patch.setattr(counts, "private_folder", lambda: nullcontext(folder))

    def written(path: Path, content: bytes, _: int) -> None:
        seen.emitted[path.name] = content.decode("utf-8", "backslashreplace")

    patch.setattr(publish, "write_whole", written)


def pinned(patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Bounding key, release id; and nothing waits for a disk."""
    patch.setenv("PRIVACY_EXPLORER_STATE", str(folder / "state"))
    patch.setattr(publish, "secrets", SimpleNamespace(token_bytes=lambda _: KEY))
    patch.setattr(spends, "secrets", SimpleNamespace(token_hex=lambda count: "1d" * count))
    patch.setattr(atomic_file.os, "fsync", lambda _: None)
    for room, name in OF_THE_PLAN:
        patch.setattr(room, name, remembered(getattr(room, name)))
    patch.setattr(hash_chain, "set_durable", lambda connection: connection.execute("PRAGMA synchronous=OFF"))


def observe(
    folder: Path,
    plan: ReleasePlan,
    rows: Sequence[Row],
    forced: Forced | None,
    patched: Patched,
    whole: bool,
    also: Callable[[], None] = lambda: None,
) -> Observed:
    """One release through the command line's own function; the name of the file is its own number.

    `also` : what else is done while the ledger is there, watched like the release.
    """
    seen = Observed()
    table = folder / f"{len(rows)} rows of {zlib.crc32(repr(rows).encode())}.csv"
    write_table(table, rows)
    arguments = Namespace(
        plan=folder / "plan.toml",
        source=table,
        sheet="",
        language="en",
        out=folder / "out",
        ledger=folder / "ledger",
        account=None,
        apart=False,
        actor=None,
        purpose="",
        label="",
        overwrite=False,
        crosstab=True,
        consistent=True,
        xlsx=whole,
        group=False,
    )
    release = next(verb for verb in releases.VERBS if verb.name == "release")
    with patched() as patch, listening(seen), recording(patch, seen, forced):
        pinned(patch, folder)
        if not whole:
            in_memory(patch, plan, folder, seen)
        answer = release.run(arguments)
        also()
    table.unlink()
    seen.emitted["told"] = json.dumps(
        [answer.data, [[each.text, each.values] for each in answer.lines]], default=str
    )
    if whole:
        taken_from(folder, seen)
    return seen


def write_table(path: Path, rows: Sequence[Row]) -> None:
    """As a file of text; a test may put another form in its place."""
    path.write_text(text_of(rows))


def text_of(rows: Sequence[Row]) -> str:
    return "id,age,region,town\n" + "".join(",".join(row) + "\n" for row in rows)


def taken_from(folder: Path, seen: Observed) -> None:
    """Every file and folder but the ledger and its witness, read and removed."""
    for name in ("ledger", "state"):
        shutil.rmtree(folder / name)
    for path in sorted(folder.rglob("*")):
        if path.name != "plan.toml":
            seen.emitted[str(path.relative_to(folder))] = (
                path.read_bytes().decode("utf-8", "backslashreplace") if path.is_file() else ""
            )
    shutil.rmtree(folder / "out")
