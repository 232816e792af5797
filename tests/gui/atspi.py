"""What a screen reader is told: the program in a window of its own, read over AT-SPI by D-Bus.

`lacking()` names what this machine lacks for that; `Session(folder)` starts Xvfb, a private message bus, and
the program on both, and `tree()` is what stands in the window now. `Session.close` ends what it started.
"""

import contextlib
import importlib.util
import os
import shutil
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from explorer.gui.shell import preflight

REGISTRY = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
ACCESSIBLE, VALUE, ACTION, TEXT = (
    f"org.a11y.atspi.{name}" for name in ("Accessible", "Value", "Action", "Text")
)
LAUNCHERS = ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher")
FOCUSABLE, SELECTED, SHOWING = 11, 23, 25  # bits of AT-SPI's states
LABELLED_BY = 2  # a kind of relation
PAUSE = 0.3  # seconds between two looks
PATIENCE = 60  # seconds, on a busy machine


def lacking():
    """What must be installed for these tests; empty where all of it is."""
    if sys.platform != "linux":
        return ["Linux: elsewhere screen readers don't use AT-SPI"]
    tools = {"Xvfb": "xvfb", "dbus-daemon": "dbus"}
    packages = [package for tool, package in tools.items() if shutil.which(tool) is None]
    if not any(Path(each).exists() for each in LAUNCHERS):
        packages.append("at-spi2-core")
    if importlib.util.find_spec("jeepney") is None:
        packages.append("jeepney (from PyPI)")
    return [*packages, *preflight.lacking(("xcb",)).values()]


@dataclass
class Node:
    """One accessible thing that is shown: what it is, what it is called, what it is worth."""

    session: "Session"
    at: tuple[str, str]
    role: str
    name: str
    selected: bool
    focusable: bool
    within: list["Node"] = field(default_factory=list)

    @cached_property
    def description(self):
        """Asked for when it is wanted: a window has hundreds, and each is a message there and back."""
        return self.session.get(self.at, ACCESSIBLE, "Description")

    def walk(self):
        yield self
        for each in self.within:
            yield from each.walk()


class Session:
    """Xvfb, a message bus, the program; and a connection to the bus of assistive technology."""

    def __init__(self, folder, prepared=lambda settings: None):
        """`prepared` is called with the folder of the program's settings before it starts."""
        self._started, self._prepared = [], prepared
        self.said = folder / "said.txt"
        try:
            self._begin(folder)
        except BaseException:
            self.close()
            raise

    def _begin(self, folder):
        from jeepney import DBusAddress, new_method_call
        from jeepney.io.blocking import open_dbus_connection

        given = dict(os.environ)
        given.pop("AT_SPI_BUS_ADDRESS", None)
        for name in ("CONFIG", "DATA", "STATE", "CACHE", "RUNTIME"):
            where = folder / name.lower()
            where.mkdir(mode=0o700)
            given[f"XDG_{name}_HOME" if name != "RUNTIME" else "XDG_RUNTIME_DIR"] = str(where)
        settings = folder / "config" / "privacy-explorer"
        settings.mkdir(mode=0o700)
        self._prepared(settings)
        reading, writing = os.pipe()
        line = (
            "Xvfb",
            "-displayfd",
            str(writing),
            "-screen",
            "0",
            "1280x900x24",
            "-nolisten",
            "tcp",
            "-noreset",
        )
        self._start(line, given, pass_fds=[writing])
        os.close(writing)
        with os.fdopen(reading) as told:  # the whole line: Xvfb ends where nobody reads all of it
            given["DISPLAY"] = ":" + told.readline().strip()
        bus = self._start(
            ("dbus-daemon", "--session", "--nofork", "--print-address=1"), given, stdout=subprocess.PIPE
        )
        given["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().decode().strip()
        given |= {"QT_QPA_PLATFORM": "xcb", "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1", "LANG": "C.UTF-8"}
        given["PYTHONFAULTHANDLER"] = "1"
        self.program = self._start((sys.executable, "-m", "explorer"), given)
        with open_dbus_connection(given["DBUS_SESSION_BUS_ADDRESS"]) as session:
            asked = new_method_call(
                DBusAddress("/org/a11y/bus", "org.a11y.Bus", "org.a11y.Bus"), "GetAddress"
            )
            address = session.send_and_get_reply(asked, timeout=PATIENCE).body[0]
        self._bus = open_dbus_connection(address)

    def _start(self, line, environment, **more):
        with self.said.open("ab") as said:
            options = {"stderr": said, "stdout": said, **more}
            self._started.append(subprocess.Popen(line, env=environment, **options))
        return self._started[-1]

    def close(self):
        """End what was started, the last first."""
        with contextlib.suppress(AttributeError):
            self._bus.close()
        for each in reversed(self._started):
            each.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                each.wait(PATIENCE)
            each.kill()
            each.wait()
            if each.stdout is not None:
                each.stdout.close()

    def call(self, at, interface, method, signature=None, body=()):
        """What an object answers."""
        from jeepney import DBusAddress, MessageType, new_method_call

        where = DBusAddress(at[1], at[0], interface)
        answer = self._bus.send_and_get_reply(
            new_method_call(where, method, signature, body), timeout=PATIENCE
        )
        if answer.header.message_type is not MessageType.method_return:
            raise LookupError(f"{method}: {answer.body}")
        return answer.body

    def get(self, at, interface, name):
        """One property."""
        return self.call(at, "org.freedesktop.DBus.Properties", "Get", "ss", (interface, name))[0][1]

    def labels(self, at):
        """The names of what is told to be the label of an object."""
        (relations,) = self.call(at, ACCESSIBLE, "GetRelationSet")
        return [
            self.get(tuple(each), ACCESSIBLE, "Name")
            for kind, those in relations
            if kind == LABELLED_BY
            for each in those
        ]

    def press(self, node):
        """Press a button, as a screen reader does for a person."""
        assert self.call(node.at, ACTION, "DoAction", "i", (0,))[0]

    def set(self, at, interface, name, kind, value):
        """Set a property, as a screen reader does for a person."""
        self.call(at, "org.freedesktop.DBus.Properties", "Set", "ssv", (interface, name, (kind, value)))

    def tree(self):
        """The window as it is shown now; None while there is none."""
        windows = self._windows()
        return self.node(windows[0]) if windows else None

    def question(self):
        """The newest window of several: a question that is asked; None while there is none."""
        windows = self._windows()
        return self.node(windows[-1]) if len(windows) > 1 else None

    def _windows(self):
        (programs,) = self.call(REGISTRY, ACCESSIBLE, "GetChildren")
        return [
            tuple(window)
            for program in programs
            for window in self.call(tuple(program), ACCESSIBLE, "GetChildren")[0]
        ]

    def node(self, at):
        """What is shown at a place now, with all within it; None where that is not shown."""
        (state,) = self.call(at, ACCESSIBLE, "GetState")
        bits = state[0] | state[1] << 32
        if not bits >> SHOWING & 1:
            return None
        node = Node(
            self,
            at,
            self.call(at, ACCESSIBLE, "GetRoleName")[0],
            self.get(at, ACCESSIBLE, "Name"),
            bool(bits >> SELECTED & 1),
            bool(bits >> FOCUSABLE & 1),
        )
        inside = (self.node(tuple(each)) for each in self.call(at, ACCESSIBLE, "GetChildren")[0])
        node.within = [each for each in inside if each is not None]
        return node

    def until(self, found, read=None):
        """The first tree in which `found` gives something; and that. `read` gives the trees, of the window if
        None.
        """
        for _ in range(round(PATIENCE / PAUSE)):
            assert self.program.poll() is None, self.said.read_text(errors="replace")[-2000:]
            with contextlib.suppress(LookupError):  # what was built anew while it was read
                tree = (read or self.tree)()
                if tree is not None and (it := found(tree)):
                    return tree, it
            threading.Event().wait(PAUSE)
        raise AssertionError(f"not so after {PATIENCE} s of looking")
