"""Sentences and numbers in the reader's language: the only place where either becomes text.

The catalogue is gettext's (`resources/locale`), so the command line and the window share it. Only
`cli`, `gui` and `export` may speak.
"""

from __future__ import annotations

import gettext
import math
import os
import re
import string
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from numbers import Rational
from typing import Any

from explorer.mark import RoundedBound, Rounding, Sentence
from explorer.resources import resource

LANGUAGE_NAMES = {"en": "English", "zh_CN": "简体中文"}  # each in its own words
LANGUAGES = tuple(LANGUAGE_NAMES)
_SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_DOMAIN = "privacy-explorer"
_HAIR = "1e-9"  # relative: what floating point leaves, and the room of a solver's private side
UNSEEN = (
    r"[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    r"\ud800-\udfff\U000e0000-\U000e007f]"
)
"""C0, DEL and C1, the marks that turn or hide text, line separators, half characters: a terminal obeys them,
and a reader cannot see them. The joiners that Persian and emoji are spelled with are not among them. Compiled
where there is text to search: no start waits for it."""
LONGEST, _HEAD, MOST_LISTED = 300, 200, 50
_DOUBLES = 10**300  # a larger whole number may be no double
_HAN = "〇一-鿿"
_LATIN = "A-Za-z0-9Ͱ-Ͽ%‰±−∞⁰¹²³⁴-⁻₀-₉ℓ"  # letters, digits, and what begins or ends a number
_ROOTS = r"/\\"  # what the path of a file begins with
_APART = f"[{_HAN}][{_LATIN}{_ROOTS}]|[{_LATIN}][{_HAN}]"  # compiled with the first Chinese
_NUMBERS = (float, int, RoundedBound)
_PLAIN = 1e-4, 1e7  # between them a number is written without a power of ten


@lru_cache(maxsize=2048)
def number(value: float | RoundedBound, digits: int = 4) -> str:
    """A number for a person: at most `digits` significant ones, powers of ten where zeros would crowd.

    To the nearest; a `RoundedBound` to its side, so that the figure shown is still the bound that is claimed.

    >>> number(0.30000000000000004), number(1e-5), number(12345.678), number(2.5e-7), number(-3.0)
    ('0.3', '10⁻⁵', '12,346', '2.5·10⁻⁷', '−3')
    >>> number(64.454), number(RoundedBound(64.454, Rounding.UP)), number(RoundedBound(64.459, Rounding.DOWN))
    ('64.45', '64.46', '64.45')
    """
    if isinstance(value, RoundedBound):
        value = _to_its_side(value, digits)
    if isinstance(value, int) and abs(value) > _DOUBLES:
        from decimal import Decimal

        factor, power = f"{Decimal(value):.{digits - 1}e}".split("e")
        return f"{factor}·10{power.removeprefix('+').translate(_SUPERSCRIPTS)}".replace("-", "−")
    if not math.isfinite(value):
        return "–" if math.isnan(value) else ("∞" if value > 0 else "−∞")
    if value == 0:
        return "0"
    if _PLAIN[0] < abs(value) < _PLAIN[1]:
        places = max(0, digits - 1 - math.floor(math.log10(abs(value))))
        text = f"{value:,.{places}f}"
        text = text.rstrip("0").rstrip(".") if "." in text else text
    else:
        factor, power = f"{value:.{digits - 1}e}".split("e")
        factor = factor.rstrip("0").rstrip(".") if "." in factor else factor
        ten = "10" + str(int(power)).translate(_SUPERSCRIPTS)
        text = {"1": ten, "-1": "-" + ten}.get(factor, f"{factor}·{ten}")
    return text.replace("-", "−")


def editable(value: float, digits: int = 4) -> str:
    """A number as it stands in a field that can be typed in: as `number`, without marks between thousands.

    So that what the program writes there is always read again: `1,000` alone could be a thousand or one.

    >>> editable(12345.678), editable(1e-5)
    ('12346', '10⁻⁵')
    """
    return number(value, digits).replace(",", "")


def _to_its_side(rounded: RoundedBound, digits: int) -> float:
    """The figure of so many digits that is still the bound, as a float that `number` shows whole.

    Guarantee
    ---------
    Never on the wrong side by more than 1e-9 of the number. The number is read as the shortest decimal that
    is the same float, and the nearest figure is taken where that errs by no more than 1e-9 of it: this is
    what floating point leaves of a sum, and the room that a search leaves at an end that is exact. So 0.3
    and 0.30000000000000004 are both 0.3 at most, and 0.300001 is 0.3001.
    """
    if not math.isfinite(rounded.value) or rounded.value == 0:
        return rounded.value
    from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal  # no number is rounded before the first paint

    exact = Decimal(repr(float(rounded.value)))
    last = exact.adjusted() - digits + 1
    if _PLAIN[0] < abs(rounded.value) < _PLAIN[1]:
        last = min(last, 0)  # no digit before the point is left out
    step = Decimal(1).scaleb(last)
    near = exact.quantize(step)
    if abs(near - exact) <= Decimal(_HAIR) * abs(exact):
        return float(near)
    return float(exact.quantize(step, ROUND_CEILING if rounded.towards is Rounding.UP else ROUND_FLOOR))


def full(value: float | RoundedBound) -> str:
    """A number with as many digits as tell it from every other one.

    >>> full(0.999999), full(1e-5), full(0.1)
    ('0.999999', '10⁻⁵', '0.1')
    """
    if isinstance(value, RoundedBound):  # nothing is rounded
        value = value.value
    digits = range(4, 18)
    return number(value, next((each for each in digits if float(f"{value:.{each - 1}e}") == value), 4))


def percent(share: float | RoundedBound, digits: int = 3) -> str:
    """A share of one as per cent: at most three digits, never 100 % for less than all.

    As many nines as there are, up to three behind the point, and the first digit that is none. A
    `RoundedBound` is rounded to its side, and has all its nines where that is up.

    >>> percent(0.95), percent(0.0267), percent(0.99999), percent(0.9999546)
    ('95 %', '2.67 %', '99.999 %', '99.995 %')
    >>> percent(RoundedBound(0.9999546, Rounding.UP)), percent(RoundedBound(0.99999971, Rounding.UP))
    ('99.996 %', '99.99998 %')
    """
    if isinstance(share, RoundedBound):
        return _rounded_percent(share, digits)
    if 0.9995 <= share < 1:
        places = min(3, _nines(share))
        parts = min(math.floor(100 * share * 10**places + 1e-9), 10 ** (places + 2) - 1)
        return number(parts / 10**places, 3 + places) + " %"
    return number(100 * share, digits) + " %"


def _nines(share: float) -> int:
    """How many digits behind the point of the per cent leave one that is no nine."""
    return math.ceil(-2 - math.log10(1 - share) - 1e-9)


def _rounded_percent(share: RoundedBound, digits: int) -> str:
    if share.towards is Rounding.UP and 0.999 < share.value < 1:
        places = _nines(share.value)
        shown = _to_its_side(RoundedBound(100 * share.value, Rounding.UP), 2 + places)
        return f"{shown:.{places}f}".rstrip("0").rstrip(".") + " %"
    if 0.9995 <= share.value < 1:
        return percent(share.value)  # which cuts the nines off
    return number(RoundedBound(100 * share.value, share.towards), digits) + " %"


def readable(text: str) -> str:
    r"""Text from outside, as it may stand in a sentence: what is not seen is escaped, a long one is cut.

    >>> readable("plan\x1b[31m.toml"), len(readable("x" * 100_000)) == LONGEST
    ('plan\\x1b[31m.toml', True)
    """
    if len(text) <= LONGEST and text.isprintable():  # as nearly all is; none of `UNSEEN` is printable
        return text
    cut = (
        text if len(text) <= LONGEST else text[:LONGEST] + text[-LONGEST:]
    )  # what is left out may be megabytes
    seen = re.sub(UNSEEN, lambda found: found[0].encode("unicode_escape").decode(), cut)
    if len(seen) <= LONGEST:
        return seen
    return seen[:_HEAD] + "…" + seen[_HEAD + 1 - LONGEST :]


@lru_cache(maxsize=4096)
def _parts(code: str, text: str) -> tuple[tuple[str, str | None, str], ...]:
    """The translated words of a sentence with the name and the format of the value that follows each.

    Taken apart once: the window says a hundred sentences a frame.
    """
    taken = string.Formatter().parse(catalogue(code).gettext(text) if text else "")
    return tuple((words, name, form or "") for words, name, form, _ in taken)


def _exact(value: Rational) -> str:
    """Imported only where there is a fraction: the shell of the window has none and is in a hurry."""
    from fractions import Fraction

    from explorer.privacy.notation import exact_text

    return exact_text(Fraction(value))


@dataclass(frozen=True)
class Language:
    """One language: `say` turns a sentence into text.

    `code` is one of `LANGUAGES`. A sentence that the catalogue lacks is said in English; a test holds
    that there is none. `exact`: text from outside stands in it as it is, for a file that programs read.
    """

    code: str = "en"
    exact: bool = False

    def say(self, sentence: Sentence) -> str:
        """The sentence in this language, its values filled in.

        Guarantee
        ---------
        Text from outside (names, paths, categories) adds no character that a terminal obeys or that a reader
        cannot see, and at most `LONGEST` characters each: see `readable`. Not so where `exact`.
        """
        if not sentence.values:
            return catalogue(self.code).gettext(sentence.text) if sentence.text else ""
        values, pieces = dict(sentence.values), []
        for words, name, form in _parts(self.code, sentence.text):
            pieces.append(words)
            if name is not None:
                pieces.append(self._spoken(values[name], form))
        return reduce(_spaced, pieces, "") if self.code.startswith("zh") else "".join(pieces)

    def _spoken(self, value: Any, form: str) -> str:
        """A value in a sentence.

        `{x}` a number, `{x:3}` of so many digits, `{x:full}` of all that it has, `{x:percent}`, `{x:plain}`.
        `{x:row|rows}` is the word that agrees with the number, as it is shown: the first one only with 1.
        """
        if "|" in form:
            one, several = form.split("|")
            return one if self._spoken(value, "") == "1" else several
        if isinstance(value, str):
            return value if self.exact else readable(value)
        if form == "plain":
            return str(value)
        if isinstance(value, _NUMBERS):  # before what is asked of abstract classes, which takes long
            return _number_as(value, form)
        if isinstance(value, Sentence):
            return self.say(value)
        if isinstance(value, Rational):
            if form == "percent":
                return percent(float(value))
            return _exact(value) if self.exact else readable(_exact(value))
        if isinstance(value, Sequence):
            listed = [self._spoken(each, form) for each in value[: None if self.exact else MOST_LISTED]]
            return self.listed(listed if len(listed) == len(value) else [*listed, "…"])
        return _number_as(value, form)

    def listed(self, parts: Sequence[str]) -> str:
        """Several things in one line."""
        return ("、" if self.code.startswith("zh") else ", ").join(parts)

    def told(self, sentences: Sequence[str]) -> str:
        """Whole sentences one after the other: Chinese has no blank between them."""
        return ("" if self.code.startswith("zh") else " ").join(sentences)


def _spaced(before: str, after: str) -> str:
    """Words and a value side by side in Chinese: with a blank between Chinese and Latin, a number or a path.

    Nothing inside a value is touched: it may be the name of a file. The sentences of the catalogue have
    their blanks already.
    """
    if before and after and re.match(_APART, before[-1] + after[0]):
        return f"{before} {after}"
    return before + after


def _number_as(value: float | RoundedBound, form: str) -> str:
    if not form:
        return number(value)
    if form == "percent":
        return percent(value)
    return full(value) if form == "full" else number(value, int(form))


@lru_cache(maxsize=4)
def catalogue(code: str) -> gettext.NullTranslations:
    """The translations into a language; none into English, in which the sentences are written."""
    if code == "en":
        return gettext.NullTranslations()
    return gettext.translation(_DOMAIN, str(resource("locale")), languages=[code], fallback=False)


def system_language() -> str:
    """The language of the person's environment, as one of `LANGUAGES`."""
    named = next((os.environ[key] for key in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(key)), "")
    if not named:
        import locale  # slow to import, and rarely asked

        named = locale.getlocale()[0] or ""
    if named.lower().startswith("chinese"):  # as Windows calls it
        return "zh_CN"
    return next((code for code in LANGUAGES if named.lower()[:2] == code[:2]), "en")
