"""A parsed TOML document, key by key: what is wrong is noted beside its key, and reading goes on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TypeGuard

from explorer.mark import N_, Sentence
from explorer.privacy.notation import read_exact
from explorer.privacy.refusal import NotANumber, NotValid, Refusal
from explorer.privacy.spelling import Ambiguous

_LONGEST = 400
MOST_WHOLE = 10**9
MOST_LISTED = 1_000_000  # a longer list would make more cells than a plan may have
TOO_MANY_LISTED = N_(
    "this list has more than {most} {most:entry|entries}: declare fewer intervals or categories",
    most=MOST_LISTED,
)


def _is_texts(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


class Table:
    """One table of a document. Every key that is read is taken; `close` notes those that are left.

    `found` is shared by all tables of one document. What cannot be read is noted there and None is
    given back.
    """

    def __init__(self, values: Mapping[str, object], path: str, found: list[Refusal]) -> None:
        self._left = dict(values)
        self._path = path
        self._found = found

    def field(self, key: str) -> str:
        """The path of a key, as a refusal names it."""
        return f"{self._path}.{key}" if self._path else key

    def note(self, key: str, sentence: Sentence) -> None:
        """Something is wrong with the value of `key`."""
        self._found.append(NotValid(sentence, self.field(key)))

    def _take(self, key: str, required: bool) -> object:
        if key not in self._left and required:
            self.note(key, N_("{key} is missing: declare it", key=self.field(key)))
        return self._left.pop(key, None)

    def text(self, key: str, required: bool = False) -> str | None:
        """A text, as it stands."""
        value = self._take(key, required)
        if value is None or isinstance(value, str):
            return value
        self.note(key, N_('{key} must be text in quotes, like "{example}"', key=self.field(key), example="1"))
        return None

    def exact(self, key: str, required: bool = False) -> Fraction | None:
        """A text that holds an exact decimal or a ratio."""
        typed = self.text(key, required)
        if typed is None:
            return None
        try:
            if len(typed) <= _LONGEST:
                return read_exact(typed)
        except Ambiguous as refusal:
            self.note(key, N_("{option}: {why}", option=self.field(key), why=refusal.sentence))
            return None
        except NotANumber:
            pass
        self.note(key, N_("{key} must be an exact decimal or p/q, like 0.5 or 1/3", key=self.field(key)))
        return None

    def whole(self, key: str, required: bool = False, least: int = 1) -> int | None:
        """A whole number from `least` to `MOST_WHOLE`."""
        value = self._take(key, required)
        if value is None or (
            isinstance(value, int) and not isinstance(value, bool) and least <= value <= MOST_WHOLE
        ):
            return value
        told = {"key": self.field(key), "least": least, "most": MOST_WHOLE}
        self.note(key, N_("{key} must be a whole number from {least} to {most}", **told))
        return None

    def natural(self, key: str, required: bool = False) -> int | None:
        """A whole number from 0 to `MOST_WHOLE`."""
        return self.whole(key, required, least=0)

    def flag(self, key: str, default: bool) -> bool:
        """true or false."""
        value = self._take(key, False)
        if value is None or isinstance(value, bool):
            return default if value is None else value
        self.note(key, N_("{key} must be true or false", key=self.field(key)))
        return default

    def texts(self, key: str, required: bool = False) -> tuple[str, ...] | None:
        """A list of texts."""
        value = self._take(key, required)
        if value is None:
            return None
        if isinstance(value, list) and len(value) > MOST_LISTED:
            self.note(key, TOO_MANY_LISTED)
            return None
        if _is_texts(value):
            return tuple(value)
        self.note(key, N_('{key} must be a list of texts in quotes, like ["0", "20"]', key=self.field(key)))
        return None

    def lists(self, key: str, required: bool = False) -> str | tuple[tuple[str, ...], ...] | None:
        """One word, or lists of texts."""
        value = self._left.get(key)
        if value is None or isinstance(value, str):
            return self.text(key, required)
        self._left.pop(key)
        if isinstance(value, list) and all(_is_texts(each) for each in value):
            return tuple(tuple(each) for each in value)
        sentence = N_(
            '{key} must be a word in quotes, or lists of column names, like [["age", "region"]]',
            key=self.field(key),
        )
        self.note(key, sentence)
        return None

    def choice(self, key: str, known: Sequence[str], required: bool = False) -> str | None:
        """One of the texts in `known`."""
        value = self.text(key, required)
        if value is None or value in known:
            return value
        self.note(key, N_("{key} must be one of {known}", key=self.field(key), known=tuple(known)))
        return None

    def table(self, key: str, required: bool = False) -> Table:
        """A table below this one; an empty one where there is none."""
        value = self._take(key, required)
        if value is not None and not isinstance(value, Mapping):
            self.note(key, N_("{key} must be a table: [{key}]", key=self.field(key)))
        return Table(value if isinstance(value, Mapping) else {}, self.field(key), self._found)

    def tables(self, key: str, required: bool = True) -> tuple[Table, ...]:
        """A list of tables, counted from 1 in their paths; at least one where they are required."""
        value = self._take(key, required)
        if value is None or (not required and value == []):
            return ()
        if not isinstance(value, list) or not all(isinstance(each, Mapping) for each in value) or not value:
            self.note(key, N_("{key} must be tables: [[{key}]], one or more", key=self.field(key)))
            return ()
        return tuple(
            Table(each, f"{self.field(key)}.{number}", self._found) for number, each in enumerate(value, 1)
        )

    def forget(self, *keys: str) -> None:
        """These keys are known, but what they mean cannot be told."""
        for key in keys:
            self._left.pop(key, None)

    def close(self) -> None:
        """Every key that nobody read is unknown."""
        for key in self._left:
            self.note(key, N_("{key} is not a key of a plan", key=self.field(key)))
        self._left.clear()
