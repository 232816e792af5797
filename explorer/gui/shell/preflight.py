"""What a machine must have before Qt is imported: its libraries, a display that answers, and a home.

Without the former two Qt ends the program with a wrong hint; without the latter it takes the top of the disk.
Nothing here imports Qt; `packaging/dev.py` reads the same tables. macOS and Windows have all of it, so there
every check passes.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from contextlib import suppress
from types import MappingProxyType

from explorer.mark import N_
from explorer.privacy.refusal import Refusal

OFFSCREEN: Mapping[str, str] = MappingProxyType(
    {
        "libGL.so.1": "libgl1",
        "libEGL.so.1": "libegl1",
        "libxkbcommon.so.0": "libxkbcommon0",
        "libfontconfig.so.1": "libfontconfig1",
        "libdbus-1.so.3": "libdbus-1-3",
        "libglib-2.0.so.0": "libglib2.0-0",
        "libgthread-2.0.so.0": "libglib2.0-0",
    }
)
"""Shared library -> Debian package: what every import of Qt needs, pictures without a screen included."""

XCB: Mapping[str, str] = MappingProxyType(
    {
        "libxcb-cursor.so.0": "libxcb-cursor0",
        "libxcb-icccm.so.4": "libxcb-icccm4",
        "libxcb-keysyms.so.1": "libxcb-keysyms1",
        "libxcb-shape.so.0": "libxcb-shape0",
        "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    }
)
"""What a window under X11 needs in addition."""

WAYLAND: Mapping[str, str] = MappingProxyType(
    {
        "libwayland-client.so.0": "libwayland-client0",
        "libwayland-cursor.so.0": "libwayland-cursor0",
        "libwayland-egl.so.1": "libwayland-egl1",
    }
)
"""What a window under Wayland needs in addition."""


def loads(library: str) -> bool:
    """Whether the system's loader finds this shared library and all that it needs itself."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def missing(needed: Mapping[str, str], found: Callable[[str], bool] = loads) -> dict[str, str]:
    """The libraries of `needed` that this machine lacks, with their Debian packages."""
    return {library: package for library, package in needed.items() if not found(library)}


def lacking(offered: Sequence[str], found: Callable[[str], bool] = loads) -> dict[str, str]:
    """What must be installed for a window on one of these platforms, or for pictures where there is none.

    Empty where one of them has all that it needs: Qt falls back from Wayland to X11 and the other way.
    """
    absent = [missing(_needed(name), found) for name in offered or ("offscreen",)]
    return {} if {} in absent else absent[-1]


def is_root() -> bool:
    """Whether system packages can be installed without `sudo`; false on Windows."""
    return getattr(os, "geteuid", lambda: -1)() == 0


def install_line(packages: Sequence[str], root: bool) -> str:
    """The command that installs these packages on Debian and Ubuntu, each named once.

    >>> install_line(["libgl1", "libegl1", "libgl1"], root=False)
    'sudo apt-get install libgl1 libegl1'
    """
    return ("" if root else "sudo ") + "apt-get install " + " ".join(dict.fromkeys(packages))


def displays(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Qt's platforms that could show a window here, first choice first: what is named, else what is offered.

    >>> displays({"DISPLAY": ":0"}), displays({"QT_QPA_PLATFORM": "vnc:port=5900"}), displays({})
    (('xcb',), ('vnc',), ())
    """
    if named := environment.get("QT_QPA_PLATFORM"):
        return tuple(each.partition(":")[0] for each in named.split(";"))
    offered = (("wayland", "WAYLAND_DISPLAY"), ("xcb", "DISPLAY"))
    return tuple(name for name, variable in offered if environment.get(variable))


def answers(platform: str) -> bool:
    """Whether the display server behind a platform lets a program in; true for one that has no server."""
    try:
        if platform == "xcb":
            return _x11_answers()
        return _wayland_answers() if platform.startswith("wayland") else True
    except OSError:  # its client library is not even there
        return False


def _x11_answers() -> bool:
    xcb = ctypes.CDLL("libxcb.so.1")
    xcb.xcb_connect.restype = ctypes.c_void_p
    # xcb_connect never gives null: a connection that failed says so when asked, and is freed all the same.
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    failed = bool(xcb.xcb_connection_has_error(connection))
    xcb.xcb_disconnect(connection)
    return not failed


def _wayland_answers() -> bool:
    wayland = ctypes.CDLL("libwayland-client.so.0")
    wayland.wl_display_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(wayland.wl_display_connect(None))
    if connection:
        wayland.wl_display_disconnect(connection)
    return bool(connection)


def lacks_libraries(absent: Mapping[str, str]) -> Refusal:
    """Two lines: which libraries are not there, and the command that installs them."""
    return Refusal(
        N_(
            "The window and pictures need system libraries that this machine lacks: {libraries}\n"
            "To install them on Debian or Ubuntu: {line}",
            libraries=tuple(absent),
            line=install_line(tuple(absent.values()), is_root()),
        )
    )


def for_pictures(system: str = sys.platform, found: Callable[[str], bool] = loads) -> Refusal | None:
    """Why Qt could not draw without a screen on this machine; None where it can."""
    if system != "linux":
        return None
    absent = lacking((), found)
    return lacks_libraries(absent) if absent else None


def for_window(
    verbs: Callable[[], Sequence[str]],
    environment: Mapping[str, str] = os.environ,
    system: str = sys.platform,
    found: Callable[[str], bool] = loads,
    served: Callable[[str], bool] = answers,
) -> Refusal | None:
    """Why no window could be opened on this machine; None where one can.

    `verbs` gives those that are named to the person whose machine has no display: they work without one.
    """
    if system != "linux":
        return None
    offered = displays(environment)
    if not offered:
        return Refusal(
            N_(
                "There is no display to open a window on; these verbs work without one: {verbs}",
                verbs=tuple(verbs()),
            )
        )
    if absent := lacking(offered, found):
        return lacks_libraries(absent)
    if not any(served(name) for name in offered if not missing(_needed(name), found)):
        return Refusal(
            N_(
                "The display that the environment names does not answer; "
                "set DISPLAY to one that does, or use a verb that needs none: {verbs}",
                verbs=tuple(verbs()),
            )
        )
    return None


def settle_home(environment: MutableMapping[str, str] = os.environ) -> bool:
    """Whether this person's home is known; where HOME is no full path, it becomes the account's own folder.

    Qt would take the root of the disk for it, and the ledger is looked for in the account's own folder.
    """
    if sys.platform == "win32" or environment.get("HOME", "").startswith("/"):
        return True
    import pwd

    with suppress(KeyError):  # an account that is a mere number, as in some containers
        environment["HOME"] = pwd.getpwuid(os.getuid()).pw_dir
    return environment.get("HOME", "").startswith("/")


def _needed(platform: str) -> dict[str, str]:
    own = XCB if platform == "xcb" else WAYLAND if platform.startswith("wayland") else {}
    return {**OFFSCREEN, **own}
