"""The program's icon as Windows and macOS want it: .ico and .icns, drawn from the SVG.

    python packaging/icons.py FOLDER

Both formats are a head and PNG pictures of several sizes. Qt draws the pictures, so this runs where PySide6
is installed.
"""

import os
import struct
import sys
from collections.abc import Mapping
from pathlib import Path

NAME = "privacy-explorer"
ICO_SIZES = (16, 24, 32, 48, 64, 128, 256)
ICNS_TYPES: Mapping[int, tuple[bytes, ...]] = {
    16: (b"icp4",),
    32: (b"icp5", b"ic11"),
    64: (b"icp6", b"ic12"),
    128: (b"ic07",),
    256: (b"ic08", b"ic13"),
    512: (b"ic09", b"ic14"),
    1024: (b"ic10",),
}
"""Pixels of a side -> the types that macOS has for pictures of that size, at one and two pixels a point."""


def main(folder: Path) -> int:
    """Write both files."""
    source = Path(__file__).resolve().parent.parent / "resources" / "icons" / f"{NAME}.svg"
    pictures = drawn(source, sorted({*ICO_SIZES, *ICNS_TYPES}))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{NAME}.ico").write_bytes(ico({size: pictures[size] for size in ICO_SIZES}))
    (folder / f"{NAME}.icns").write_bytes(icns({size: pictures[size] for size in ICNS_TYPES}))
    return 0


def drawn(source: Path, sizes: list[int]) -> dict[int, bytes]:
    """An SVG as square PNG pictures with a transparent ground."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice
    from PySide6.QtGui import QGuiApplication, QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    application = QGuiApplication.instance() or QGuiApplication([])
    renderer = QSvgRenderer(str(source))
    pictures = {}
    for size in sizes:
        image = QImage(size, size, QImage.Format.Format_ARGB32)
        image.fill(0)
        painter = QPainter(image)
        renderer.render(painter)
        painter.end()
        content = QByteArray()
        buffer = QBuffer(content)
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        image.save(buffer, "PNG")
        pictures[size] = content.data()
    del application
    return pictures


def ico(pictures: Mapping[int, bytes]) -> bytes:
    """The file of an icon for Windows: a head, a directory, the pictures. A side of 256 is written as 0."""
    head = struct.pack("<HHH", 0, 1, len(pictures))
    place = len(head) + 16 * len(pictures)
    directory = b""
    for size, picture in sorted(pictures.items()):
        directory += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(picture), place)
        place += len(picture)
    return head + directory + b"".join(picture for _, picture in sorted(pictures.items()))


def icns(pictures: Mapping[int, bytes]) -> bytes:
    """The file of an icon for macOS: each picture behind its type and its length with its own head."""
    parts = [
        kind + struct.pack(">I", 8 + len(picture)) + picture
        for size, picture in sorted(pictures.items())
        for kind in ICNS_TYPES[size]
    ]
    return b"icns" + struct.pack(">I", 8 + sum(map(len, parts))) + b"".join(parts)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: icons.py FOLDER")
    sys.exit(main(Path(sys.argv[1])))
