"""A Spark cluster on this machine, with executors that are processes of their own, while tests run."""

import os
import shutil
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

from explorer.release.sources.servers.spark_session import session_of_cluster
from explorer.release.sources.table_address import ClusterTable, read_place

UNPACKED = "PRIVACY_EXPLORER_SPARK"
"""Names the folder in which `packaging/spark.py` has put Spark, as it is too large for every developer."""
_VIRTUAL_MACHINE = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData"  # begins in half the time
_SMALL = {
    "spark.driver.memory": "512m",
    "spark.executor.memory": "512m",
    "spark.driver.host": "localhost",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.default.parallelism": "2",
}
_QUICKLY_BEGUN = {  # for tables of a few rows
    "spark.driver.extraJavaOptions": _VIRTUAL_MACHINE,
    "spark.executor.extraJavaOptions": _VIRTUAL_MACHINE,
    "spark.sql.shuffle.partitions": "2",
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.plugins": "org.apache.spark.sql.connect.SparkConnectPlugin",  # a server in the same driver
    "spark.connect.grpc.binding.address": "127.0.0.1",
    "spark.connect.progress.reportInterval": "200ms",
}
_PORT = "spark.connect.grpc.binding.port"


def spark_is_there() -> None:
    """Skips, or in CI fails, where Spark or Java is not there."""
    unpacked = os.environ.get(UNPACKED)
    if unpacked and unpacked not in sys.path:
        sys.path.append(unpacked)
    lacking = [
        *(() if find_spec("pyspark") else ("there is no pyspark: python packaging/spark.py",)),
        *(() if shutil.which("java") else ("there is no java: install default-jre-headless",)),
    ]
    if lacking:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)("; ".join(lacking))


@contextmanager
def cluster(folder: Path, large: bool = False) -> Iterator[Path]:
    """Two executors; the folder holds what the cluster sets aside.

    `large` : for many rows, which a cluster compiles statements for
    """
    spark_is_there()
    for each in ("conf", "work", "aside"):
        (folder / each).mkdir()
    settings = _SMALL if large else _SMALL | _QUICKLY_BEGUN | {_PORT: str(free_port())}
    lines = (f"{name} {value}\n" for name, value in settings.items())
    (folder / "conf" / "spark-defaults.conf").write_text("".join(lines))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPARK_MASTER", "local-cluster[2,1,512]")
        patch.setenv("SPARK_CONF_DIR", str(folder / "conf"))
        patch.setenv("SPARK_WORKER_DIR", str(folder / "work"))
        patch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
        patch.setenv("TMPDIR", str(folder / "aside"))
        patch.delenv("SPARK_REMOTE", raising=False)
        session = session_of_cluster()
        try:
            yield folder
        finally:
            session.stop()  # the application; its driver ends with this process


def free_port() -> int:
    """A port of this machine at which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


def remote_port(folder: Path) -> int:
    """The port of the Spark Connect server of the cluster with this folder."""
    lines = (folder / "conf" / "spark-defaults.conf").read_text().splitlines()
    return int(dict(line.split(" ", 1) for line in lines)[_PORT])


def at(path: Path) -> ClusterTable:
    """A file of the cluster's storage."""
    found = read_place(f"spark:{path}")
    assert isinstance(found, ClusterTable)
    return found
