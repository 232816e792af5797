"""What the folder takes from the system it is built on has its licence in what is shipped."""

import pytest


@pytest.fixture
def system_licenses(script):
    return script("system_licenses")


@pytest.fixture
def made(tmp_path):
    inside = tmp_path / "made" / "_internal"
    inside.mkdir(parents=True)
    for name in ("libz.so.1", "libssl.so.3", "libcrypto.so.3", "libown.so.1"):
        (inside / name).touch()
    (inside / "libQt6Core.so.6").symlink_to("libz.so.1")
    for package in ("zlib1g", "libssl3"):
        (tmp_path / "doc" / package).mkdir(parents=True)
        (tmp_path / "doc" / package / "copyright").write_text(f"the terms of {package}\n", encoding="utf-8")
    return tmp_path


def answers(command):
    package = {"libz.so.1": "zlib1g", "libssl.so.3": "libssl3", "libcrypto.so.3": "libssl3"}
    library = command[-1].removeprefix("*/")
    if library not in package:
        return ""
    return f"other: /usr/share/{library}/x\n{package[library]}:amd64: /usr/lib/x86_64-linux-gnu/{library}\n"


def test_that_each_library_of_the_system_has_the_licence_of_its_package(system_licenses, made, capsys):
    system_licenses.add(made / "made", made, made / "doc", answers)
    text = (made / system_licenses.NAME).read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if line.startswith(("lib", "zlib", "the"))] == [
        *("libssl3: libcrypto.so.3, libssl.so.3", "the terms of libssl3"),
        *("zlib1g: libz.so.1", "the terms of zlib1g"),
    ]
    assert "licence of libown.so.1" in capsys.readouterr().err


def test_that_a_system_without_dpkg_is_told_and_stops_nothing(system_licenses, made, capsys):
    assert system_licenses.told(["no-such-program-here"]) == ""
    assert system_licenses.told(["false"]) == ""
    system_licenses.add(made / "made", made, made / "doc", lambda _: "")
    assert (made / system_licenses.NAME).read_text(encoding="utf-8") == ""
    assert "libz.so.1" in capsys.readouterr().err
