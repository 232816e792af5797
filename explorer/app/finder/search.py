"""The search: which entries a few words mean, the best first.

A word of the text is looked for at the beginnings of the words of a title, then inside the title, then in the
entry's other words, then in what explains it. Every word must be found; the worst of them decides.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from explorer.app.finder.entry import Entry
from explorer.app.finder.entry_kind import KINDS, Kind
from explorer.app.finder.synonyms import names_of, spelled
from explorer.mark import Sentence

Say = Callable[[Sentence], str]

_WORD = re.compile(r"\w+")
_MARKS = re.compile("[\u0300-\u036f]+")  # what accents are taken apart into
_EDGES = re.compile(r"^\W+|\W+$")
_IDEOGRAPH = re.compile("[\u3400-\u9fff]")
_PARTS = re.compile("[\u3400-\u9fff]{2}(?=[\u3400-\u9fff]{2})|[\u3400-\u9fff]+|[^\u3400-\u9fff]+")
_ORDER = {kind: place for place, kind in enumerate(Kind)}
_CLOSE = 0.75  # how alike a mistyped word and the one that was meant are
_LONGER = 1  # letters, by which the one may be longer than the other
_SHORTEST = 4  # letters, of a word that may be mistyped or is looked for in explanations
_EXPLAINED, _NOWHERE = 4, 9  # ranks of a word in an explanation, and of one that is missing


@dataclass(frozen=True, slots=True)
class Indexed:
    """An entry in the words in which it is looked for."""

    entry: Entry
    title: str  # folded, in the reader's language
    names: tuple[str, ...]  # other than its id: as good as the beginning of a title, nearly
    first: tuple[str, ...]  # words of the title, and names
    first_lines: str  # the same, a line break before each: one search finds how any of them begins
    others: tuple[str, ...]  # words that mean the same, also in other languages
    other_lines: str
    other_text: str
    text: str  # what explains it


def indexed(entries: Sequence[Entry], say: Say, also: Sequence[Say] = ()) -> tuple[Indexed, ...]:
    """The entries ready to be searched by a reader whose language is `say`; `also` other languages."""
    return tuple(_index(entry, say, also) for entry in entries)


def _index(entry: Entry, say: Say, also: Sequence[Say]) -> Indexed:
    title = fold(say(entry.title))
    names = tuple(fold(name) for name in names_of(entry.id))
    first = (*_words(title), *(fold(name) for name in entry.names))
    kind = KINDS[entry.kind]
    meant = [say(each) for each in (*entry.synonyms, kind, *_known(entry.place))]
    meant += [other(each) for other in also for each in (entry.title, *entry.synonyms, kind)]
    other_text = "\n".join(fold(each) for each in meant)
    text = " ".join(fold(each(words)) for each in (say, *also) for words in entry.text)
    others = tuple(dict.fromkeys(_words(other_text)))
    return Indexed(entry, title, names, first, _lines(first), others, _lines(others), other_text, text)


def _lines(words: Sequence[str]) -> str:
    return "".join(f"\n{word}" for word in words)


def _known(place: Sentence | None) -> tuple[Sentence, ...]:
    return () if place is None else (place,)


def listed(words: Sentence, says: Sequence[Say]) -> tuple[str, ...]:
    """The words of a sentence of them, with commas between, in some languages."""
    return tuple(word.strip() for say in says for word in re.split("[,，、]", fold(say(words))))


def found(
    index: Sequence[Indexed], text: str, ignored: Sequence[str] = (), commands: Sequence[str] = ()
) -> tuple[Entry, ...]:
    """The entries that the text means, the best first; all of them, in order, where it is empty.

    Where nothing bears all of its words, those that are `ignored` are left out, as of a question, then those
    of `commands`; what only an explanation has is found where nothing else is.
    """
    words = [word for each in fold(text).split() if (word := _EDGES.sub("", each))]
    hits = first = _matching(index, words, fold(text).strip())
    for left_out in (ignored, commands):
        asked = _asked(words, left_out) or words
        for reading in (asked, _parted(asked)):
            if not hits.named and reading != words:
                hits = _matching(index, reading, " ".join(reading))
        words = words if hits.named else asked
    if not hits.entries and not first.entries and (mended := _mended(index, words)) != words:
        hits = _matching(index, mended, " ".join(mended))
    return hits.entries if hits.named or not first.entries else first.entries


def _asked(words: Sequence[str], ignored: Sequence[str]) -> list[str]:
    """What a question asks about. Chinese has no blanks between words: what is ignored is cut out of them."""
    within = sorted((each for each in ignored if _IDEOGRAPH.search(each)), key=len, reverse=True)
    text = " ".join(word for word in words if word not in ignored)
    for each in within:
        text = text.replace(each, "")
    return text.split()


def _parted(words: Sequence[str]) -> list[str]:
    """Chinese words in twos, the last of three where one is left, and apart from other scripts.

    >>> _parted(["导出直方图", "导出pdf"])
    ['导出', '直方图', '导出', 'pdf']
    """
    return [part for word in words for part in _PARTS.findall(word)]


@dataclass(frozen=True, slots=True)
class _Sought:
    """A word of the text, and what is asked about it at every entry."""

    word: str
    beginning: str  # as in the lines of an entry
    chinese: bool
    explained: re.Pattern[str] | None  # how an explanation has it; None where it may stand anywhere in one

    @staticmethod
    def of(word: str) -> _Sought:
        chinese = _IDEOGRAPH.search(word) is not None
        return _Sought(word, f"\n{word}", chinese, None if chinese else re.compile(rf"\b{re.escape(word)}"))


@dataclass(frozen=True, slots=True)
class _Hits:
    """What is found, the best first; `named` where the best bears the words as its name or another one."""

    entries: tuple[Entry, ...]
    named: bool


def _matching(index: Sequence[Indexed], words: Sequence[str], whole: str) -> _Hits:
    sought = [_Sought.of(word) for word in words]
    scored = [
        (score, place, each.entry)
        for place, each in enumerate(index)
        if (score := _score(each, sought, whole)) is not None
    ]
    scored.sort(key=lambda each: each[:2])
    return _Hits(tuple(entry for *_, entry in scored), bool(scored) and scored[0][0][0] < _EXPLAINED)


def _score(each: Indexed, sought: Sequence[_Sought], whole: str) -> tuple[int, int, int, int] | None:
    """The worst word, how the title begins, the kind, and all words together: smaller is better.

    None where one of the words is nowhere.
    """
    worst = total = 0
    for word in sought:
        rank = _rank(each, word)
        if rank == _NOWHERE:
            return None
        worst, total = max(worst, rank), total + rank
    begins = 0 if each.title == whole else 1 if each.title.startswith(whole) else 3
    if begins > 1 and whole in each.names:
        begins = 2
    return worst, begins if sought else 0, _ORDER[each.entry.kind], total


def _rank(each: Indexed, sought: _Sought) -> int:
    if sought.beginning in each.first_lines:
        return 0
    word, chinese = sought.word, sought.chinese
    if word in each.title and (chinese or len(word) > 1):
        return 0 if chinese and each.title.startswith(word) else 1
    if sought.beginning in each.other_lines:
        return 2
    if word in each.other_text and (chinese or len(word) >= _SHORTEST - 1):
        return 3
    if word in each.text and (chinese or len(word) >= _SHORTEST):
        return _EXPLAINED if sought.explained is None or sought.explained.search(each.text) else _NOWHERE
    return _NOWHERE


def _mended(index: Sequence[Indexed], words: Sequence[str]) -> list[str]:
    """The text with each word that occurs nowhere in place of the one that it is most like, where one is."""
    known = {other for each in index for other in (*each.first, *each.others) if len(other) >= _SHORTEST}
    mended = []
    for word in words:
        sought = _Sought.of(word)
        missing = len(word) >= _SHORTEST and all(_rank(each, sought) == _NOWHERE for each in index)
        alike = [other for other in known if abs(len(other) - len(word)) <= _LONGER] if missing else []
        close = difflib.get_close_matches(word, alike, 1, _CLOSE)
        mended.append(close[0] if close else word)
    return mended


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """Text as it is compared: without case and accents, in one width. Δ stays Δ: it is not δ.

    >>> fold("Rényi"), fold("Δ δ"), fold("ＣＳＶ")
    ('renyi', 'Δ δ', 'csv')
    """
    if text.isascii():
        return text.casefold()
    plain = _MARKS.sub("", unicodedata.normalize("NFKD", text))
    return "Δ".join(part.casefold() for part in plain.split("Δ"))


def _words(folded: str) -> list[str]:
    """Its words; a Greek letter also as it is written out."""
    words = _WORD.findall(folded)
    return [*words, *(name for word in words for name in spelled(word))]
