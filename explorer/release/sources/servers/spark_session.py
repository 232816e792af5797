"""A session of the Spark cluster that the environment names, by `SPARK_REMOTE` or `SPARK_MASTER`.

What Spark sets aside while it sorts and sends rows (shuffles, spills, blocks) is encrypted on every disk, by
a key that is lost with the application; what its driver would print of a fault, which may hold values, is
thrown away. Of a server that runs already (`SPARK_REMOTE`) both are up to whoever runs it.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Iterable
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from explorer.mark import N_, Sentence
from explorer.privacy.refusal import NotValid, Unsupported
from explorer.release.values.temporary_files import temporary_place

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_LACKING = N_("the driver for tables of a Spark cluster is not installed")
_INSTALL_HINT = N_("`pip install privacy-explorer[spark]` installs it")
_LACKING_REMOTE = N_("what the driver needs for SPARK_REMOTE is not installed")
_INSTALL_REMOTE_HINT = N_("`pip install privacy-explorer[spark-connect]` installs it")
_PACKAGED_HINT = N_(
    "no driver can be added to the packaged program: let the cluster write the table as a Parquet file and "
    "count that, or install the program itself by `pip install privacy-explorer`"
)
_OF_REMOTE = ("grpc", "grpc_status", "google.rpc", "zstandard", "pandas", "pyarrow")
_UNNAMED = N_("no cluster is named: set SPARK_REMOTE or SPARK_MASTER")
_STARTED = (
    ("spark.io.encryption.enabled", "true"),  # shuffles, spills and blocks on disks
    ("spark.log.level", "OFF"),  # a fault's message may hold a value
    ("spark.eventLog.enabled", "false"),  # its plans hold the statement's parameters, and so do its pages
    ("spark.ui.enabled", "false"),
    ("spark.ui.showConsoleProgress", "false"),
)
"""Of a session that this program starts."""
# They print what a fault says.
_TALKATIVE = ("SQLQueryContextLogger", "DataFrameQueryContextLogger", "pyspark.sql.connect.logging")
ANSWERS = 15  # seconds in which a server that is there answers
RETRIES = 4  # of what is lost on the way, some five seconds; by itself the driver goes on for ten minutes


def import_driver() -> None:
    """Whether the driver is there, and what prints statements.

    Raises
    ------
    Unsupported
        Says how to install it.
    """
    if any(find_spec(package) is None for package in ("pyspark", "sqlglot")):
        raise Unsupported(_LACKING, "source", _how_to_install(_INSTALL_HINT))


def _how_to_install(by_pip: Sentence) -> Sentence:
    """What to do about a driver that is not there; a program made into one folder takes none."""
    return _PACKAGED_HINT if getattr(sys, "frozen", False) else by_pip


def session_of_cluster() -> SparkSession:
    """A session of its own on the application that runs, else on one that is started for this process.

    Raises
    ------
    NotValid
        The environment names no cluster.
    Unsupported
        It names a server, and what the driver needs for one is not installed.
    OSError
        The server does not answer.
    """
    from pyspark.logger import PySparkLogger

    for name in _TALKATIVE:
        PySparkLogger.getLogger(name).disabled = True
    remote, master = os.environ.get("SPARK_REMOTE"), os.environ.get("SPARK_MASTER")
    if remote:
        return _at_server(remote)
    from py4j import clientserver, java_gateway

    for spoken in (clientserver, java_gateway):  # what is asked of the driver, and its answers
        spoken.logger.disabled = True
    running = _running()
    if running is None:
        if not master:
            raise NotValid(_UNNAMED, "source")
        running = _start(master)
    return running.newSession()


def at_server() -> bool:
    """Whether a server that runs already is asked, and not an application that is started here."""
    return bool(os.environ.get("SPARK_REMOTE"))


def leave(session: SparkSession) -> None:
    """A server forgets its session; an application that was started here goes on for the next one."""
    if at_server():
        session.stop()


def _at_server(remote: str) -> SparkSession:
    """A new session at a Spark Connect server."""
    if any(not _found(package) for package in _OF_REMOTE):
        raise Unsupported(_LACKING_REMOTE, "source", _how_to_install(_INSTALL_REMOTE_HINT))
    warnings.filterwarnings("ignore", module="pyspark")  # of pandas, which is not used here, and of retries
    import grpc
    from pyspark.sql.connect.client import DefaultChannelBuilder
    from pyspark.sql.connect.client.retries import DefaultPolicy
    from pyspark.sql.connect.session import SparkSession as RemoteSession

    builder = DefaultChannelBuilder(remote)
    with builder.toChannel() as channel:  # a driver that finds nobody asks again for ten minutes
        try:
            grpc.channel_ready_future(channel).result(timeout=ANSWERS)
        except grpc.FutureTimeoutError:
            raise ConnectionError from None
    session: Any = RemoteSession.builder.channelBuilder(builder).create()
    session.client.set_retry_policies([DefaultPolicy(max_retries=RETRIES)])
    return session


def _found(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:  # not even the package that it is a part of
        return False


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


class Tasks:
    """How many of the tasks of an answer are done: those of all its stages that began, or are planned."""

    def __init__(self, session: SparkSession) -> None:
        self._stages: dict[int, tuple[int, int]] = {}
        self._look: Callable[[], None] = lambda: None  # where the server tells by itself
        if at_server():
            session.registerProgressHandler(self._told)
        else:
            self._tracker = session.sparkContext.statusTracker()
            self._look = self._looked

    def done(self) -> tuple[int, int]:
        """How many are done, and of how many that are known; asks the driver, in some milliseconds."""
        self._look()
        stages = self._stages.values()
        return sum(done for done, _ in stages), sum(of for _, of in stages)

    def _looked(self) -> None:
        jobs = [self._tracker.getJobInfo(job) for job in self._tracker.getActiveJobsIds()]
        for stage in {stage for job in jobs if job is not None for stage in job.stageIds}:
            if (told := self._tracker.getStageInfo(stage)) is not None:
                self._stages[stage] = told.numCompletedTasks, told.numTasks

    def _told(self, stages: Iterable[Any] | None, *_: object, **__: object) -> None:
        for each in stages or ():
            self._stages[each.stage_id] = each.num_completed_tasks, each.num_tasks
