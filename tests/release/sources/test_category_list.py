"""A public list of categories: what it gives, and what is refused without a word of what it holds."""

import pytest

from explorer.privacy.refusal import NotValid
from explorer.release.plan.sections import Input
from explorer.release.sources import category_list
from explorer.release.sources.category_list import read_categories

PLAIN = Input(missing=("", "NA"))


def listed(folder, text, declared=PLAIN, encoding="utf-8"):
    path = folder / "list.txt"
    path.write_bytes(text.encode(encoding))
    return read_categories(path, declared)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("north\nsouth\n", ("north", "south")),
        ("north\r\nsouth", ("north", "south")),
        ("\ufeffnorth\n\n\nsouth\n\n", ("north", "south")),
        ('"Smith, J"\n"say ""yes"""\n', ("Smith, J", 'say "yes"')),
        ("北京\n上海\n", ("北京", "上海")),
        ("one\n", ("one",)),
    ],
)
def test_that_each_line_is_a_category_as_it_stands(tmp_path, text, found):
    assert listed(tmp_path, text) == found


def test_that_the_list_is_read_by_the_encoding_of_the_plan(tmp_path):
    declared = Input(encoding="gb18030")
    assert listed(tmp_path, "北京\n上海\n", declared, "gb18030") == ("北京", "上海")
    with pytest.raises(NotValid) as refused:
        listed(tmp_path, "北京\n上海\n", PLAIN, "gb18030")
    assert dict(refused.value.sentence.values) == {"encoding": "utf-8"}
    assert refused.value.__cause__ is None
    assert refused.value.__context__ is None


def test_that_blanks_are_trimmed_only_where_the_plan_trims(tmp_path):
    assert listed(tmp_path, " north \nsouth\n", Input(trim=True)) == ("north", "south")
    with pytest.raises(NotValid):
        listed(tmp_path, " north \nsouth\n")


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Jane Doe\nHIV\nJane Doe\n", {"line": 3, "earlier": 1}),
        ("ok\n=Jane\n'=Jane\n", {"line": 3, "earlier": 2}),
        ("ok\n(missing)\n", {"line": 2}),
        ("(other)\n", {"line": 1}),
        ("(below)\n", {"line": 1}),
        ("ok\n\nNA\n", {"line": 3}),
        ("ok\nJane,Doe\n", {"line": 2}),
        ('ok\n"Jane\nDoe"\n', {"line": 3}),
        ('ok\n"Jane"Doe\n', {"line": 2}),
        ('ok\n"Jane', {"line": 2}),
        ("ok\nJ\0ane\n", {"line": 2}),
    ],
)
def test_that_a_line_that_is_no_category_is_refused_by_its_number_alone(tmp_path, text, lines):
    with pytest.raises(NotValid) as refused:
        listed(tmp_path, text)
    assert dict(refused.value.sentence.values) == lines
    assert "Jane" not in repr(refused.value.sentence)
    assert refused.value.field == "categories"


def test_that_an_empty_list_is_refused(tmp_path):
    for text in ("", "\n\n", "\ufeff"):
        with pytest.raises(NotValid):
            listed(tmp_path, text)


def test_that_a_list_that_is_too_large_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(category_list, "MOST_CATEGORIES", 3)
    assert len(listed(tmp_path, "a\nb\nc\n")) == 3
    with pytest.raises(NotValid):
        listed(tmp_path, "a\nb\nc\nd\n")
    monkeypatch.setattr(category_list, "LARGEST_LIST", 5)
    with pytest.raises(NotValid) as refused:
        listed(tmp_path, "abcdef")
    assert "4 MB" in refused.value.sentence.text


def test_that_the_file_to_be_released_is_refused_by_whatever_name(tmp_path):
    path, other = tmp_path / "private.csv", tmp_path / "link.txt"
    path.write_text("north\nsouth\n")
    other.symlink_to(path)
    hard = tmp_path / "hard.txt"
    hard.hardlink_to(path)
    for name in (path, other, hard, tmp_path / "." / "private.csv"):
        with pytest.raises(NotValid) as refused:
            read_categories(name, PLAIN, str(path))
        assert "private" in refused.value.sentence.text
    assert read_categories(path, PLAIN, str(tmp_path / "elsewhere.csv")) == ("north", "south")


@pytest.mark.parametrize("name", ["absent.txt", "."])
def test_that_what_cannot_be_read_is_refused(tmp_path, name):
    with pytest.raises(NotValid):
        read_categories(tmp_path / name, PLAIN)


def test_that_a_copy_of_the_file_to_be_released_is_refused(tmp_path):
    private, copy = tmp_path / "private.csv", tmp_path / "list.txt"
    private.write_text("Ann\nBen\n")
    copy.write_text("Ann\nBen\n")
    with pytest.raises(NotValid) as refused:
        read_categories(copy, PLAIN, str(private))
    assert "released" in refused.value.sentence.text
    assert refused.value.field == "categories"
    private.write_text("Ann\nBob\n")
    assert read_categories(copy, PLAIN, str(private)) == ("Ann", "Ben")
