"""Feed the release path with files and plans that nobody would write, until the time is up.

    python packaging/fuzz.py --minutes 5              from a new seed, which is printed
    python packaging/fuzz.py --seed 7 --case 1234     one case again; --keep FILE writes its bytes

Each case is a file made at random, a mutation of one, a mutation of the hostile files of `tests/csv`, or
plain noise, with a random plan. Both readers must tell what the slow specification in `tests/release` tells,
or refuse; a refusal names a line, a declared column or an encoding and nothing else; nothing else may be
raised; and memory stays bounded. Texts of plans are mutated too: read, or refused. Exit code 1 where
something was found.
"""

import argparse
import json
import random
import secrets
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.dont_write_bytecode = True
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "release")]

from count_cases import KEY, asking, quickly, strictly  # noqa: E402 - found on the path above
from made_up import table_of  # noqa: E402
from reference import reference, told  # noqa: E402

from explorer.privacy.refusal import NotATable, Refusal  # noqa: E402
from explorer.release.plan.columns import CategoryColumn, Column, NumericColumn  # noqa: E402
from explorer.release.plan.declarations import ReleasePlan  # noqa: E402
from explorer.release.plan.plan_file import read_plan, write_plan  # noqa: E402
from explorer.release.plan.sections import Input, Privacy  # noqa: E402
from explorer.release.queries.histogram import Histogram  # noqa: E402

HOSTILE = ROOT / "tests" / "csv"
TOLD = {"line", "name", "encoding", "most"}
"""What a refusal of a file may tell: a line, a declared column, the declared encoding, a limit."""
MOST_MEMORY = 700  # megabytes, of the whole process
MOST_SECONDS = 20  # of processor time for one small file
PIECES = (
    *(b'"', b"\0", b"\r", b"\n", b"\r\n", b",", b";", b"\xef\xbb\xbf", b"\xff", b"\xc3"),
    *(b"''", b'""', b" "),
)
WORDS = (
    *('"', "'", "\\", "[", "]", "=", "\n", "-1", "1e999", "nan", "0", "true", '""'),
    *("[[histogram]]", "9" * 40, "week", "day", "0001-01-01", "9999-12-31", "-02-30", "YYYY", "hh"),
)
FOUND, MANY = 1, 5  # exit code; how many findings are told before it stops


@dataclass(frozen=True)
class Case:
    """One file with a plan, by the number that makes it again."""

    number: int
    content: bytes
    plan: ReleasePlan
    piece: int
    held: int


def case_of(seed: int, number: int) -> Case:
    """The same seed and number give the same case."""
    chance = random.Random(f"{seed} {number}")  # noqa: S311 - cases must come again
    kind = chance.random()
    content, plan = table_of(chance)
    if kind < 0.3:
        content, plan = hostile(chance)
    elif kind < 0.4:
        content = bytes(chance.choice(b'a1,"\n\r;\x00 \xff7.') for _ in range(chance.randrange(300)))
    if kind > 0.55 or (kind < 0.3 and chance.random() < 0.8):
        content = mutated(chance, content)
    piece, held = chance.choice([400, 1000, 1 << 16, 1 << 20]), chance.choice([0, 1 << 30])
    return Case(number, content, plan, piece, held)


def hostile(chance: random.Random) -> tuple[bytes, ReleasePlan]:
    """A file of the hostile corpus, as its own plan declares it or with something else declared."""
    case = chance.choice(json.loads((HOSTILE / "cases.json").read_text("utf-8")))
    numbered = {} if case["header"] else {case["num"]: "1", case["cat"]: "2"}
    edges = tuple(map(str, case["edges"]))
    columns: list[Column] = [NumericColumn(numbered.get(case["num"], case["num"]), edges)]
    if case["cat"] is not None:
        columns.append(CategoryColumn(numbered.get(case["cat"], case["cat"]), tuple(case["cats"])))
    declared = Input(case["encoding"], case["sep"], '"', case["header"], case["decimal"])
    if chance.random() < 0.3:
        declared = replace(declared, quote=chance.choice(["", "'"]), trim=chance.random() < 0.5)
    if chance.random() < 0.3:
        declared = replace(declared, encoding=chance.choice(["utf-8", "utf-16", "latin-1", "gb18030"]))
    histograms = (
        (Histogram("h", tuple(columns)),)
        if chance.random() < 0.5
        else tuple(Histogram(f"h{at}", (column,)) for at, column in enumerate(columns))
    )
    plan = ReleasePlan(Privacy("row", Fraction(1)), histograms, "", declared)
    return (HOSTILE / case["file"]).read_bytes()[: chance.choice([200, 3000, 1 << 20])], plan


def mutated(chance: random.Random, content: bytes) -> bytes:
    """A few bytes changed, put in, taken out, repeated or moved."""
    for _ in range(chance.choice([1, 1, 2, 5])):
        at = chance.randrange(len(content) + 1)
        more = at + chance.choice([1, 2, 7, 60])
        how = chance.randrange(6)
        if how == 0:
            content = content[:at] + chance.choice(PIECES) + content[at:]
        elif how == 1:
            content = content[:at] + content[more:]
        elif how == 2:
            content = content[:at] + bytes([chance.randrange(256)]) + content[at + 1 :]
        elif how == 3:
            content = content[:more] + content[at:more] * chance.choice([1, 3, 40]) + content[more:]
        elif how == 4:
            content = content[at:] + content[:at]
        else:
            content = content[:at] + chance.choice([b"x", b"9", b",", b'"a"']) * 5000 + content[at:]
    return content


def faults(case: Case, folder: Path) -> Iterator[str]:
    """What is wrong with how this case is counted or refused; nothing where all is well."""
    path = folder / "table.csv"
    path.write_bytes(case.content)
    right = reference(case.content, case.plan)
    asked = asking(case.plan, path, KEY, piece=case.piece, held=case.held)
    begun = time.process_time()
    try:
        quick = quickly(asked)
        if quick is not None and told(quick) != right:
            yield _otherwise("quick", right is None)
    except NotATable:
        yield "the quick reader refuses by itself"
    try:
        if told(strictly(asked)) != right:
            yield (_otherwise("strict", right is None))
    except NotATable as refusal:
        if right is not None:
            yield f"a table is refused: {refusal.sentence.text}"
        yield from talkative(case, refusal)
    if time.process_time() - begun > MOST_SECONDS:
        yield "it takes too long"


def _otherwise(reader: str, refused: bool) -> str:
    return (
        f"the {reader} reader takes what is no table" if refused else f"the {reader} reader counts otherwise"
    )


def talkative(case: Case, refusal: NotATable) -> Iterator[str]:
    """Whether a refusal tells more than it may."""
    values = dict(refusal.sentence.values)
    declared = {column.name for column in case.plan.columns} | {case.plan.privacy.id_column}
    if set(values) - TOLD or values.get("name", next(iter(declared))) not in declared:
        yield f"a refusal tells too much: {refusal.sentence.text}"
    if refusal.__context__ is not None or refusal.__cause__ is not None:
        yield "a refusal carries what it came from"


def plan_faults(seed: int, number: int) -> Iterator[str]:
    """A plan's text with a few edits: it is read and means what it says, or it is refused."""
    chance = random.Random(f"plan {seed} {number}")  # noqa: S311 - as above
    text = write_plan(table_of(chance)[1])
    for _ in range(chance.choice([1, 1, 2, 4])):
        at = chance.randrange(len(text) + 1)
        text = text[:at] + chance.choice(WORDS) + text[at + chance.choice([0, 0, 1, 9]) :]
    try:
        plan = read_plan(text)
    except Refusal:
        return
    if read_plan(write_plan(plan)) != plan:
        yield "a plan that was read is another one when it is written"


def memory() -> float:
    """Megabytes that this process has held at most; 0 where the system does not tell."""
    if sys.platform == "win32":
        return 0.0
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def tried(seed: int, number: int, folder: Path) -> list[str]:
    """Everything wrong with one case; an exception that nobody expected is a finding too."""
    try:
        found = [*faults(case_of(seed, number), folder), *plan_faults(seed, number)]
    except Exception:  # noqa: BLE001 - whatever it is, it is what is looked for
        found = [traceback.format_exc()]
    if memory() > MOST_MEMORY:
        found.append(f"{memory():.0f} MB are held")
    return found


def run(seed: int, numbers: Iterator[int], until: float) -> int:
    """Try case after case; the exit code."""
    done, found = 0, 0
    with tempfile.TemporaryDirectory(prefix="privacy-explorer-fuzz-") as folder:
        for number in numbers:
            for fault in tried(seed, number, Path(folder)):
                found += 1
                print(f"--seed {seed} --case {number}: {fault}", flush=True)
            done += 1
            if found >= MANY or time.monotonic() > until:
                break
    print(f"{done} cases of seed {seed}, {found} findings, {memory():.0f} MB at most", flush=True)
    return FOUND if found else 0


def main(arguments: Sequence[str]) -> int:
    """Run as the arguments say; the exit code."""
    parser = argparse.ArgumentParser(description="Feed the release path with hostile files and plans.")
    parser.add_argument("--minutes", type=float, default=5.0, help="how long (default 5)")
    parser.add_argument("--seed", type=int, help="begin from this seed (default: a new one, printed)")
    parser.add_argument("--case", type=int, help="only this case of the seed")
    parser.add_argument("--keep", type=Path, help="with --case: write the bytes of the file here")
    given = parser.parse_args(arguments)
    seed = secrets.randbelow(10**6) if given.seed is None else given.seed
    print(f"--seed {seed}", flush=True)
    if given.case is None:
        return run(seed, iter(range(10**12)), time.monotonic() + 60 * given.minutes)
    if given.keep is not None:
        given.keep.write_bytes(case_of(seed, given.case).content)
        print(write_plan(case_of(seed, given.case).plan))
    return run(seed, iter([given.case]), time.monotonic())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
