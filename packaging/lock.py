"""Write the lock files: every package of the program and of its tests, by version and hashes.

    python packaging/lock.py

The versions are those of `[tool.uv] constraint-dependencies` in pyproject.toml: to move one, change it there
and run this again. A package that is in no list yet gets the newest version that fits; add it to the list.
uv must be on PATH: it finds what Python 3.11 and all later ones need on every system. `requirements-run.txt`
holds what the program needs and what builds it, `requirements-dev.txt` what tests and checks need in
addition, and `requirements-package.txt` what builds packages and is brought along in them. No address of a
package index is written.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEADS = {
    "run": "# What the program needs, and what builds it: written by packaging/lock.py, not by hand.\n",
    "dev": "# What tests and checks need in addition: written by packaging/lock.py, not by hand.\n",
    "package": "# What builds packages, and drivers in them: written by packaging/lock.py, not by hand.\n",
}
BROUGHT = ("--extra", "postgres", "--extra", "excel")
"""In the packaged program, to which no driver can be added."""
MORE = {"dev": ("--extra", "dev"), "package": ("--group", "pyproject.toml:package", *BROUGHT)}
"""What uv is asked for besides the program, for each later layer."""
RESOLVE = (
    *("pip", "compile", "--quiet", "--universal", "--python-version", "3.11", "--only-binary", ":all:"),
    *("--generate-hashes", "--no-header", "--no-annotate", "--no-emit-index-url", "--no-emit-find-links"),
    *("--group", "pyproject.toml:build", "pyproject.toml"),
)


def main() -> int:
    """Resolve every layer and write what each of the later ones adds to the first."""
    uv = shutil.which("uv")
    if uv is None:
        print("uv is not on PATH; `python -m pip install uv` brings it", file=sys.stderr)
        return 2
    run = blocks(resolved(uv))
    written = {"run": run}
    for layer, options in MORE.items():
        found = blocks(resolved(uv, *options))
        differing = [name for name, block in run.items() if found.get(name) != block]
        if differing:
            print(f"not the same with and without {layer}: " + ", ".join(differing), file=sys.stderr)
            return 1
        written[layer] = {name: block for name, block in found.items() if name not in run}
    for layer, found in written.items():
        path = ROOT / "packaging" / f"requirements-{layer}.txt"
        path.write_text(HEADS[layer] + "".join(found.values()), encoding="utf-8")
        print(f"{path.relative_to(ROOT)}: {len(found)} packages")
    return 0


def resolved(uv: str, *more: str) -> str:
    """What uv answers for pyproject.toml and these options."""
    command = [uv, *RESOLVE, *more]
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout


def blocks(text: str) -> dict[str, str]:
    """Each package's lines in the text of a lock file, by its name."""
    found = re.split(r"^(?=[A-Za-z0-9])", text, flags=re.MULTILINE)[1:]
    return {block[: block.index("==")]: block for block in found}


if __name__ == "__main__":
    sys.exit(main())
