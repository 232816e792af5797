"""A session of the Spark cluster that the environment names, by `SPARK_REMOTE` or `SPARK_MASTER`.

What Spark sets aside while it sorts and sends rows (shuffles, spills, blocks) is encrypted on every disk, by
a key that is lost with the application; what its driver would print of a fault, which may hold values, is
thrown away. Of a server that runs already (`SPARK_REMOTE`) both are up to whoever runs it.
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from typing import TYPE_CHECKING

from explorer.mark import N_
from explorer.privacy.refusal import NotValid, Unsupported
from explorer.release.values.temporary_files import temporary_place

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_LACKING = N_("the driver for tables of a Spark cluster is not installed")
_INSTALL_HINT = N_("`pip install privacy-explorer[spark]` installs it")
_UNNAMED = N_("no cluster is named: set SPARK_REMOTE or SPARK_MASTER")
_STARTED = (
    ("spark.io.encryption.enabled", "true"),  # shuffles, spills and blocks on disks
    ("spark.log.level", "OFF"),  # a fault's message may hold a value
    ("spark.eventLog.enabled", "false"),  # its plans hold the statement's parameters, and so do its pages
    ("spark.ui.enabled", "false"),
    ("spark.ui.showConsoleProgress", "false"),
)
"""Of a session that this program starts."""
_TALKATIVE = ("SQLQueryContextLogger", "DataFrameQueryContextLogger")  # they print what a fault says


def import_driver() -> None:
    """Whether the driver is there, and what prints statements.

    Raises
    ------
    Unsupported
        Says how to install it.
    """
    if any(find_spec(package) is None for package in ("pyspark", "sqlglot")):
        raise Unsupported(_LACKING, "source", _INSTALL_HINT)


def session_of_cluster() -> SparkSession:
    """A session of its own on the application that runs, else on one that is started for this process.

    Raises
    ------
    NotValid
        The environment names no cluster.
    """
    from py4j import clientserver, java_gateway
    from pyspark.logger import PySparkLogger
    from pyspark.sql import SparkSession

    for name in _TALKATIVE:
        PySparkLogger.getLogger(name).disabled = True
    for spoken in (clientserver, java_gateway):  # what is asked of the driver, and its answers
        spoken.logger.disabled = True
    remote, master = os.environ.get("SPARK_REMOTE"), os.environ.get("SPARK_MASTER")
    if remote:
        return SparkSession.builder.remote(remote).getOrCreate()
    running = _running()
    if running is None:
        if not master:
            raise NotValid(_UNNAMED, "source")
        running = _start(master)
    return running.newSession()


def _running() -> SparkSession | None:
    """The session of an application that this process has started already."""
    from pyspark import SparkContext
    from pyspark.sql import SparkSession

    return None if SparkContext._active_spark_context is None else SparkSession.builder.getOrCreate()


def _start(master: str) -> SparkSession:
    """An application of its own; whatever its driver prints is thrown away."""
    from subprocess import DEVNULL

    from pyspark import SparkConf, SparkContext
    from pyspark.java_gateway import launch_gateway
    from pyspark.sql import SparkSession

    settings = [*_STARTED, ("spark.local.dir", str(temporary_place()))]
    conf = SparkConf(loadDefaults=False).setMaster(master).setAppName("privacy-explorer").setAll(settings)
    gateway = launch_gateway(conf, {"stdout": DEVNULL, "stderr": DEVNULL})
    SparkContext(conf=conf, gateway=gateway)
    return SparkSession.builder.getOrCreate()


def application_of(session: SparkSession) -> str:
    """What tells one application from another."""
    return os.environ.get("SPARK_REMOTE") or str(session.sparkContext.applicationId)
