"""Change the program at random places, one at a time, and see whether its tests notice.

    python packaging/mutate.py --seed 14 --count 60
    python packaging/mutate.py --seed 2 --count 20 --folder explorer/gui
    python packaging/mutate.py --seed 14 --count 60 --only 3,17      some of a sample again

A mutation turns a comparison (`<` into `<=`, `==` into `!=`), an operator (`+` into `-`, `and` into `or`), a
constant (a number into the next one, `True` into `False`), a condition (`if x` into `if not x`) or what a
function returns (into None). Sentences, annotations and decorators are left alone. It is made in a copy of
the checkout in the temporary folder; nothing of the checkout itself is written.

For each, the tests that are nearest to the file run, until one fails: first those named like the file, or
that import it or the folder that is walked to find it, then those of the files that import it, and so on,
`--files` of them; where nothing imports it, those of its folder. Killed: a test failed. Slow: no test failed
within `--seconds`, as where a loop no longer ends. Lived: all passed, and the difference is printed: either
no test looks at what a person sees there, or nothing can be seen, and the mutation is equivalent; which of
the two, a person decides. Exit code 1 where one lived.
"""

import argparse
import ast
import contextlib
import copy
import difflib
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COPIED = (
    "explorer",
    "resources",
    "tests",
    "packaging",
    "pyproject.toml",
    "README.md",
    "CHANGELOG.md",
    "LICENSE",
)
COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
KILLED, LIVED, SLOW = "killed", "lived", "slow"


@dataclass(frozen=True)
class Mutation:
    """One expression of a file, by where it stands, and what stands there instead."""

    path: str
    first: tuple[int, int]  # line from 1, column in bytes
    last: tuple[int, int]
    text: str

    def applied(self, source: str) -> str:
        """The source with the mutation in it."""
        lines = source.encode().splitlines(keepends=True)
        before, after = lines[self.first[0] - 1][: self.first[1]], lines[self.last[0] - 1][self.last[1] :]
        lines[self.first[0] - 1 : self.last[0]] = [before + self.text.encode() + after]
        return b"".join(lines).decode()

    def difference(self, source: str) -> str:
        """As `diff -u` shows it, two lines about it."""
        after = self.applied(source).splitlines()
        return "\n".join(
            difflib.unified_diff(source.splitlines(), after, self.path, self.path, n=2, lineterm="")
        )


def mutations_of(path: str, source: str) -> list[Mutation]:
    """Every mutation of a file, in the order of its places."""
    found = [
        Mutation(path, (old.lineno, old.col_offset), (old.end_lineno, old.end_col_offset), text)
        for old, text in _changes(ast.parse(source))
    ]
    return sorted(set(found), key=lambda each: (each.first, each.last, each.text))


def _changes(tree: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    for node in _running(tree):
        if isinstance(node, ast.Return) and not (node.value is None or is_constant(node.value, None)):
            yield node.value, "None"
        elif isinstance(node, ast.If | ast.IfExp | ast.While) and not is_constant(node.test, True):
            yield node.test, f"(not ({ast.unparse(node.test)}))"
        elif isinstance(node, ast.expr):
            for new in _turned(node):
                yield (
                    node,
                    f"({ast.unparse(new)})" if isinstance(node, ast.BinOp | ast.BoolOp) else ast.unparse(new),
                )


def _running(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes that run when the program does: no annotations, decorators, or parts of texts."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_params", "format_spec"):
            continue
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, ast.If) and "TYPE_CHECKING" in ast.unparse(each.test):
                continue
            if isinstance(each, ast.AST) and not isinstance(each, ast.JoinedStr):
                yield each
                yield from _running(each)


def _turned(node: ast.expr) -> Iterator[ast.expr]:
    new = copy.deepcopy(node)
    if isinstance(new, ast.Compare):
        for at, operator in enumerate(new.ops):
            turned = copy.deepcopy(new)
            turned.ops[at] = COMPARED[type(operator)]()
            yield turned
    elif isinstance(new, ast.BoolOp):
        new.op = ast.Or() if isinstance(new.op, ast.And) else ast.And()
        yield new
    elif isinstance(new, ast.BinOp) and type(new.op) in COMPUTED and not _of_texts(new):
        new.op = COMPUTED[type(new.op)]()
        yield new
    elif isinstance(new, ast.UnaryOp) and isinstance(new.op, ast.Not | ast.USub):
        yield new.operand
    elif isinstance(new, ast.Constant) and isinstance(new.value, bool | int | float):
        new.value = not new.value if isinstance(new.value, bool) else new.value + 1
        yield new


def _of_texts(node: ast.BinOp) -> bool:
    return any(
        isinstance(each, ast.Constant) and isinstance(each.value, str) for each in (node.left, node.right)
    )


def is_constant(node: ast.AST, value: object) -> bool:
    return isinstance(node, ast.Constant) and node.value is value


def sample(root: Path, folder: str, seed: int, count: int) -> list[Mutation]:
    """So many mutations of the files below a folder (or of one file): the same for the same seed."""
    chosen = root / folder
    paths = [chosen] if chosen.is_file() else sorted(chosen.rglob("*.py"))
    every = [
        each
        for path in paths
        for each in mutations_of(path.relative_to(root).as_posix(), path.read_text(encoding="utf-8"))
    ]
    return random.Random(seed).sample(every, min(count, len(every)))  # noqa: S311 - no secret is drawn


class Tests:
    """Which files of tests are near to a file of the program."""

    def __init__(self, root: Path) -> None:
        self.root = root
        files = [*root.glob("explorer/**/*.py"), *root.glob("tests/**/*.py")]
        self.imported = {
            path.relative_to(root).as_posix(): _imported(path.read_text(encoding="utf-8"), root)
            for path in files
            if "benchmarks" not in path.parts
        }
        self.tests = sorted(path for path in self.imported if Path(path).name.startswith("test_"))

    def near(self, path: str, most: int) -> list[str]:
        """Those named like the file or importing it, then those of what imports it; else of its folder."""
        found: list[str] = []
        seen, level = {path}, [path]
        while level and len(found) < most:
            nearer = {test for each in level for test in self._of(each)} - set(found)
            found += sorted(
                nearer, key=lambda test: (not named_alike(path, test), not self._alike(path, test), test)
            )
            above = [each for each in self.imported if each.startswith("explorer/") and each not in seen]
            level = [each for each in above if any(self._imports(each, low) for low in level)]
            seen.update(level)
        # What is loaded by its name alone, as a card of the window: the tests of its folder.
        return (found or self._beside(path))[:most]

    def _beside(self, path: str) -> list[str]:
        """Those of its folder; where that has none, of the folder around it, up to its room."""
        folder, beside = Path("tests", *Path(path).parent.parts[1:]), list[str]()
        while not beside and len(folder.parts) > 1:
            beside = [each for each in self.tests if folder in Path(each).parents]
            folder = folder.parent
        return sorted(beside, key=lambda test: (not named_alike(path, test), test))

    def _of(self, path: str) -> Iterator[str]:
        stem = Path(path).stem
        for test in self.tests:
            if self._imports(test, path) or (self._alike(path, test) and stem in Path(test).stem):
                yield test

    def _imports(self, above: str, path: str) -> bool:
        module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        return not self.imported[above].isdisjoint((module, module.rpartition(".")[0]))

    def _alike(self, path: str, test: str) -> bool:
        """Whether both belong to the same room."""
        return Path(test).parts[1] == Path(path).parts[1]


def named_alike(path: str, test: str) -> bool:
    """Whether a file of tests is named after a file: `refusing` is after `refusal`."""
    beginning = Path(path).stem[:5]
    return any(word.startswith(beginning) for word in Path(test).stem.split("_")[1:])


def _imported(text: str, root: Path) -> set[str]:
    """The modules, and the folders as such (which are walked), that a file imports."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found.update(each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.update(f"{node.module}.{each.name}" for each in node.names)
            if (root / f"{node.module.replace('.', '/')}.py").exists():
                found.add(node.module)
    return found


class Copy:
    """A copy of the checkout in which one file at a time is another."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.folder = folder
        self._moment = 1_000_000_000  # of the last change: compiled files are known by whole seconds
        for name in COPIED:
            if (root / name).is_dir():
                leave = shutil.ignore_patterns("__pycache__")
                shutil.copytree(root / name, folder / name, ignore=leave)
            elif (root / name).exists():
                shutil.copy(root / name, folder / name)

    def tried(self, mutation: Mutation, tests: Sequence[str], seconds: float) -> tuple[str, str]:
        """What became of a mutation, and the test that killed it."""
        path = self.folder / mutation.path
        source = path.read_text(encoding="utf-8")
        try:
            self._write(path, mutation.applied(source))
            return self.run(tests, seconds)
        finally:
            self._write(path, source)

    def _write(self, path: Path, text: str) -> None:
        self._moment += 10
        path.write_text(text, encoding="utf-8")
        os.utime(path, (self._moment, self._moment))

    def run(self, tests: Sequence[str], seconds: float) -> tuple[str, str]:
        """Killed with the first test that fails; lived where none does; slow where time is up before."""
        surroundings = {**os.environ, "PYTHONPATH": str(self.folder), "QT_QPA_PLATFORM": "offscreen"}
        options = [
            "-x",
            "-q",
            "--tb=no",
            "--no-header",
            "-p",
            "no:xdist",
            "-o",
            "addopts=--benchmark-skip -p no:cacheprovider",
        ]
        with tempfile.TemporaryDirectory(prefix="mutate-") as scratch:
            command = [sys.executable, "-m", "pytest", *options, f"--basetemp={scratch}/tests", *tests]
            surroundings["TMPDIR"] = scratch
            try:
                done = subprocess.run(
                    command,
                    check=False,
                    cwd=self.folder,
                    env=surroundings,
                    capture_output=True,
                    text=True,
                    timeout=seconds,
                )
            except subprocess.TimeoutExpired:
                return SLOW, f"no test failed within {seconds:g} s"
        failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
        if done.returncode == 0:
            return LIVED, done.stdout.splitlines()[-1] if done.stdout else ""
        return KILLED, failed[0].partition(" - ")[0] if failed else f"exit code {done.returncode}"


def told(text: str) -> None:
    print(text, flush=True)


def run(arguments: argparse.Namespace, root: Path = ROOT) -> int:
    chosen = sample(root, arguments.folder, arguments.seed, arguments.count)
    near, results = Tests(root), []
    only = {int(each) for each in arguments.only.split(",")} if arguments.only else set(range(len(chosen)))
    with tempfile.TemporaryDirectory(prefix="mutate-") as scratch:
        work = Copy(root, Path(scratch))
        for at, mutation in enumerate(chosen):
            if at not in only:
                continue
            tests = near.near(mutation.path, arguments.files)
            if tests:
                outcome, why = work.tried(mutation, tests, arguments.seconds)
            else:
                outcome, why = LIVED, "no test is near"
            results.append(outcome)
            told(f"{at}: {outcome} {mutation.path}:{mutation.first[0]} ({why})")
            if outcome != KILLED:
                told(mutation.difference((root / mutation.path).read_text(encoding="utf-8")) + "\n")
    counted = ", ".join(f"{outcome} {results.count(outcome)}" for outcome in (KILLED, LIVED, SLOW))
    told(f"{len(results)} mutations of {arguments.folder}, seed {arguments.seed}: {counted}")
    return int(LIVED in results)


def parsed(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Change the program at random places, one at a time, and see whether its tests notice."
    )
    parser.add_argument("--seed", type=int, default=14, help="which places; the same seed, the same places")
    parser.add_argument("--count", type=int, default=20, help="how many (20)")
    parser.add_argument("--folder", default="explorer", help="of which folder or file (explorer)")
    parser.add_argument("--only", default="", help="of the sample, only those with these numbers, as 3,17")
    parser.add_argument(
        "--files", type=int, default=12, help="files of tests for each, the nearest first (12)"
    )
    parser.add_argument("--seconds", type=float, default=300, help="for the tests of each (300)")
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    with contextlib.suppress(KeyboardInterrupt):
        return run(parsed(words))
    return 130


if __name__ == "__main__":
    sys.exit(main())
