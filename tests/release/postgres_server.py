"""A Postgres server of the system's own packages, on a socket in a temporary folder, while tests run."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
import pytest

from explorer.release.sources.table_address import TableAddress, read_address

OWNER = "steward"
DATABASE = "clinic"
ENTRY_WORD = "sesame-quillon"  # of the role guarded, the only one with a password
SETTINGS = (
    *("listen_addresses=''", "fsync=off", "shared_buffers=16MB", "max_connections=20", "jit=on"),
    *("unix_socket_permissions=0777", "autovacuum=off", "max_wal_size=32MB"),
)
ACCESS = "local all guarded scram-sha-256\nlocal all all trust\n"


@dataclass(frozen=True)
class Server:
    """A server that runs, and its folder."""

    folder: Path
    programs: Path
    user: str | None

    @property
    def socket(self) -> str:
        return str(self.folder)

    def run(self, program: str, *arguments: str) -> None:
        """As the user that the server runs as."""
        with (self.folder / "said").open("ab") as said:
            command = [str(self.programs / program), *arguments]
            subprocess.run(
                command, check=True, user=self.user, stdout=said, stderr=said, cwd=self.folder, timeout=120
            )

    def start(self) -> None:
        options = " ".join(f"-c {each}" for each in SETTINGS)
        self.run("pg_ctl", "-D", f"{self.folder}/data", "-w", "-o", f"-k {self.folder} {options}", "start")

    def stop(self, how: str = "fast") -> None:
        self.run("pg_ctl", "-D", f"{self.folder}/data", "-w", "-m", how, "stop")

    def connect(self, database: str = DATABASE, user: str = OWNER) -> "psycopg.Connection[Any]":
        return psycopg.connect(host=self.socket, dbname=database, user=user, autocommit=True)

    def address(self, table: str, database: str = DATABASE, socket: str = "") -> TableAddress:
        host = quote(socket or self.socket, safe="")
        return read_address(f"postgresql://{host}/{quote(database)}?table={quote(table)}")


def programs() -> Path | None:
    """Where initdb is: on PATH, or where Debian puts it."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda each: int(each.parts[4]))
    if found:
        return found[-1].parent
    known = shutil.which("initdb")
    return None if known is None else Path(known).resolve().parent


@contextmanager
def running() -> Iterator[Server]:
    """A server with an empty database; stopped and removed afterwards. Skips, or in CI fails, without one."""
    place = programs()
    if place is None or os.name != "posix":
        lacking = "there is no initdb: install the package postgresql"
        if os.environ.get("CI") == "true":
            pytest.fail(lacking)
        pytest.skip(lacking)
    # Not in pytest's own folder: nobody else may enter that one, and a socket's path is short
    folder = Path(tempfile.mkdtemp(prefix="pg", dir="/tmp"))
    user = None
    if os.geteuid() == 0:  # the server refuses to run as root
        user = "nobody"
        os.chown(folder, pwd.getpwnam(user).pw_uid, -1)
    folder.chmod(0o755)
    server = Server(folder, place, user)
    try:
        owner = ("-U", OWNER, "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
        server.run("initdb", "-D", f"{folder}/data", *owner)
        (folder / "data" / "pg_hba.conf").write_text(ACCESS)
        server.start()
        try:
            with server.connect("postgres") as connection:
                connection.execute(f"CREATE DATABASE {DATABASE} TEMPLATE template0")
                connection.execute(f"CREATE ROLE guarded LOGIN PASSWORD '{ENTRY_WORD}'")
            yield server
        finally:
            server.stop("immediate")
    finally:
        shutil.rmtree(folder)
