"""The verb that writes the reference."""

import pytest

from explorer.cli import command
from explorer.export.reports import reference


@pytest.mark.parametrize(("language", "word"), [("en", "Mechanisms"), ("zh_CN", "机制")])
def test_that_the_reference_is_written_in_the_language_asked_for(
    tmp_path, capsys, monkeypatch, language, word
):
    monkeypatch.setattr(reference, "formula_svg", lambda *_: "<svg></svg>")  # drawn in the tests of the page
    path = tmp_path / "reference.html"
    assert command.run(["reference", "--out", str(path), "--language", language], None) == 0
    assert str(path) in capsys.readouterr().out
    assert word in path.read_text(encoding="utf-8")


def test_that_a_reference_that_is_no_page_is_refused(tmp_path, capsys):
    assert command.run(["reference", "--out", str(tmp_path / "reference.pdf"), "--language", "en"], None) == 2
    assert ".html" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
