"""Put Spark into `.dev/spark`, for the tests that count on a cluster, and print the folder.

    PRIVACY_EXPLORER_SPARK=$(python3 packaging/spark.py) python3 packaging/dev.py test tests/release/sources

It takes 530 MB to download and 800 on disk: no part of the environment that every developer sets up. Java
17 or newer must be there (`default-jre-headless` on Debian).
"""

import os
import shutil
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

import environment  # noqa: E402 - beside this script
from terminal import Stopped, say  # noqa: E402

WANTED = Path(__file__).resolve().parent / "requirements-spark.txt"


def main() -> int:
    """Install what the lock file names, unless it is there; 1 where that fails."""
    where = environment.place(os.environ)
    folder = where.folder / "spark"
    stamp = folder / "complete"
    wanted = WANTED.read_text(encoding="utf-8")
    if not (stamp.exists() and stamp.read_text(encoding="utf-8") == wanted):
        try:
            environment.set_up(where, "dev")
            shutil.rmtree(folder, ignore_errors=True)
            where.temporary.mkdir(exist_ok=True)
            say(f"Setting up Spark in {folder} (530 MB; some minutes)")
            asked = ["--no-deps", "--require-hashes", "--target", str(folder), "--requirement", str(WANTED)]
            environment.install(where.environment, asked, environment.variables(where), hashes=False)
            shutil.rmtree(where.temporary, ignore_errors=True)
        except Stopped as stopped:
            say(str(stopped))
            return stopped.code
        stamp.write_text(wanted, encoding="utf-8")
    print(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
