"""What makes the built folder smaller changes nothing that is loaded."""

import shutil
import struct
import subprocess
import sys
from pathlib import Path

import numpy.linalg
import pytest

ROOT = Path(__file__).parent.parent.parent
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the folder is made smaller on Linux alone")
HEADER = struct.pack("<HBBHHBBBB", 32, 0xDA, 0x27, 20, 0, 0, 0, 2, 0) + b"CmnD" + bytes(16)
TABLE = {
    "icudt73l/coll/sv.res": b"the order of Swedish",
    "icudt73l/curr/sv_SE.res": b"krona",
    "icudt73l/gb18030.cnv": b"an encoding",
    "icudt73l/ibm-964.cnv": b"an old one",
    "icudt73l/pool.res": b"what all share",
    "icudt73l/zh_Hans_CN.res": b"Chinese",
    "icudt73l/zu.res": b"Zulu",
}
KEPT = ["coll/sv.res", "gb18030.cnv", "pool.res", "zh_Hans_CN.res"]
needs_binutils = pytest.mark.skipif(
    not all(map(shutil.which, ("as", "ld", "strip"))), reason="the assembler, the linker or strip is missing"
)


@pytest.fixture
def icu(script):
    return script("icu")


@pytest.fixture
def slim(script):
    return script("slim")


def read(icu, content):
    """The entries of a table, with nothing of what fills them up."""
    return {name: data.rstrip(b"\0") for name, data in icu.entries(content).items()}


def test_that_a_table_says_when_it_is_read_what_was_written(icu):
    table = icu.written(HEADER, TABLE)
    assert icu.header_of(table) == HEADER
    assert read(icu, table) == TABLE
    starts = [table.index(data) for data in TABLE.values()]
    assert {(start - len(HEADER)) % 16 for start in starts} == {0}


@needs_binutils
def test_that_the_library_keeps_its_symbol_and_what_may_be_asked_for(icu, tmp_path):
    library = tmp_path / "libicudata.so.73"
    made = []
    for _ in range(2):
        icu.assemble(library, "icudt73_dat", icu.written(HEADER, TABLE))
        icu.shrink(library)
        made.append(library.read_bytes())
    assert made[0] == made[1]
    content = made[0][made[0].index(b"CmnD") - 12 :]
    end = content.index(TABLE["icudt73l/zh_Hans_CN.res"]) + 7
    assert read(icu, content[:end]) == {f"icudt73l/{name}": TABLE[f"icudt73l/{name}"] for name in KEPT}
    shown = subprocess.run(
        ["readelf", "-dsW", str(library)], capture_output=True, text=True, check=True
    ).stdout
    assert "icudt73_dat" in shown
    assert "[libicudata.so.73]" in shown


def test_that_a_library_without_a_table_is_not_taken_for_one(icu, tmp_path, monkeypatch):
    monkeypatch.setattr(icu.shutil, "which", lambda name: name)
    library = tmp_path / "libicudata.so.73"
    library.write_bytes(b"\x7fELF")
    with pytest.raises(ValueError, match="no table"):
        icu.shrink(library)
    monkeypatch.setattr(icu.shutil, "which", lambda _: None)
    icu.shrink(library)
    assert library.read_bytes() == b"\x7fELF"


@pytest.fixture
def loaded(tmp_path):
    """A library of a wheel, copied with the symbols that it has."""
    (found,) = Path(numpy.linalg.__file__).parent.glob("*umath_linalg*.so")
    return Path(shutil.copy(found, tmp_path / "linear.so"))


@needs_binutils
def test_that_a_stripped_library_is_mapped_as_before_and_a_damaged_one_is_not_taken(
    slim, loaded, monkeypatch
):
    before = loaded.read_bytes()
    slim.strip(loaded.parent)
    assert slim.mapped(loaded.read_bytes()) == slim.mapped(before)
    assert len(loaded.read_bytes()) <= len(before)

    def damages(command, **_):
        damaged = bytearray(before)
        damaged[0x200] ^= 1
        Path(command[command.index("-o") + 1]).write_bytes(damaged)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(slim.subprocess, "run", damages)
    loaded.write_bytes(before)
    slim.strip(loaded.parent)
    assert loaded.read_bytes() == before


def test_that_what_is_no_library_is_mapped_nowhere(slim):
    assert slim.mapped(b"text") is None


def test_that_of_two_libraries_alike_one_is_a_link(slim, tmp_path):
    for folder, content in (("numpy.libs", b"a"), ("scipy.libs", b"a"), ("other.libs", b"b")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "libgfortran.so.5").write_bytes(content * 2**17)
        (tmp_path / folder / "small.so").write_bytes(content)
    slim.link_alike(tmp_path)
    assert [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_symlink()] == [
        "scipy.libs/libgfortran.so.5"
    ]
    linked = tmp_path / "scipy.libs" / "libgfortran.so.5"
    assert linked.resolve() == tmp_path / "numpy.libs" / "libgfortran.so.5"


DRAWS = """
import runpy, sys
runpy.run_path(sys.argv[1])
from PySide6.QtWidgets import QApplication
application = QApplication([])
import pyqtgraph
import pyqtgraph.widgets.RawImageWidget
plot = pyqtgraph.PlotWidget()
plot.plot([1, 3, 2])
plot.resize(80, 60)
colours = plot.grab().toImage()
assert len({colours.pixel(x, y) for x in range(80) for y in range(60)}) > 2, "nothing was drawn"
assert "QtOpenGL" not in open("/proc/self/maps").read(), "a library was loaded"
"""


def test_that_plots_are_drawn_without_the_modules_of_opengl():
    hook = str(ROOT / "packaging" / "without_opengl.py")
    done = subprocess.run(
        [sys.executable, "-c", DRAWS, hook], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "without_opengl.py" in (ROOT / "packaging" / "privacy-explorer.spec").read_text(encoding="utf-8")
