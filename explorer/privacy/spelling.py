"""One spelling for the many in which people type a number.

Full-width digits, superscripts, ½, decimal commas, thousands in groups, `1 in 100`, 百分之一. `1 in 1,000` is
one of a thousand: nobody writes one of 1.000.
"""

from __future__ import annotations

import re
import unicodedata

from explorer.mark import N_
from explorer.privacy.refusal import NotANumber

# Patterns are compiled when the first number is read: a window that opens reads none.
_SUPERSCRIPT = r"[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+"
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
FULL_WIDTH = {0xFF01 + place: 0x21 + place for place in range(94)}
_SIGNS = str.maketrans({**dict.fromkeys("−‐‑‒–﹣", "-"), **dict.fromkeys("·×⋅", "*"), "⁄": "/", "’": "'"})
_RATIO = r"(?i)(?<=\d)\s*(?:out\s+of|of|in)\s*(?=[\d.])"
_THOUSANDS_OF = r"(?i)(?<=\d)(\s*(?:out\s+of|of|in)\s*[1-9]\d{0,2}),000(?![\d.,])"
_VULGAR = r"(?<!\d)[¼-¾⅐-⅞](?!\d)"
_TIMES = r"(?i)(?<=\d)\s*x\s*(?=10\^)"
_RUN = r"(?<!\d),\d+|\d(?:[0-9.,'\s]*\d)?"  # a number with whatever divides its digits
_SPACED = r"(?:\d{1,3}(?:\s\d{3})+|\d+)(?:[.,](?:\d{3}\s)*\d+)?"
_AMBIGUOUS = r"[1-9]\d{0,2},\d{3}"
_DECIMAL_COMMA = r"\d*,\d+"
_COMMAS = r"[1-9]\d{0,2}(?:(?:,\d{3}){2,}|(?:,\d{3})+\.\d+)"
_DOTS = r"[1-9]\d{0,2}(?:(?:\.\d{3}){2,}|(?:\.\d{3})+,\d+)"
_APOSTROPHES = r"[1-9]\d{0,2}(?:'\d{3})+(?:[.,]\d+)?"

_DIGITS = {character: str(place % 10) for place, character in enumerate("零一二三四五六七八九〇")}
_DIGITS["〇"], _DIGITS["两"] = "0", "2"
_ONES = "[一二两三四五六七八九]"
_BELOW = f"(?:({_ONES}?)千)?零?(?:({_ONES}?)百)?零?(?:({_ONES}?)十)?零?({_ONES})?"
_PART = r"[零〇一二两三四五六七八九十百千万点]+|[\d.,]+"
_PARTS_OF = rf"({_PART})\s*分之\s*({_PART})"


_JOINING = r"(?i)\s(?:in|of)\s|\s?[/⁄]\s|\s[/⁄／]|\s[%％‰]|分之\s|\s分之"


class Ambiguous(NotANumber):
    """A number that two readers would read differently."""


def plain(text: str) -> str:
    """One spelling of what people type: ASCII digits and signs, `^`, `*`, `/`, a decimal point, no blanks.

    Empty where blanks, commas or apostrophes divide digits as no number is divided.

    >>> plain("10⁻⁵"), plain("１．５ ％"), plain("1 in 100"), plain("百分之一")
    ('10^-5', '1.5%', '1/100', '1/100')
    >>> plain("0,5"), plain("1 234 567,8"), plain("1,234,567.8"), plain("1 1/2")
    ('0.5', '1234567.8', '1234567.8', '')

    Raises
    ------
    Ambiguous
        `1,000`: the comma stands before thousands for some readers, before decimals for others.
    """
    text = re.sub(_VULGAR, lambda found: unicodedata.normalize("NFKC", found[0]), text)
    text = re.sub(_SUPERSCRIPT, lambda found: "^" + found[0].translate(_SUPERSCRIPTS), text)
    text = text.translate(FULL_WIDTH).translate(_SIGNS).replace("**", "^").strip()
    text = re.sub(_TIMES, "*", re.sub(_THOUSANDS_OF, r"\g<1>000", text))
    text = re.sub(_PARTS_OF, lambda found: f"{_arabic(found[2])}/{_arabic(found[1])}", text)
    text = re.sub(r"\s*\.\s*", ".", re.sub(_RATIO, "/", text))
    spelled, end = [], 0
    for found in re.finditer(_RUN, text):
        undivided = _undivided(found[0])
        if undivided is None:
            whole, decimal = (text[: found.start()] + each + text[found.end() :] for each in _both(found[0]))
            sentence = N_(
                "“{text}” can mean {whole} or {decimal}: write one of these",
                text=text[:40],
                whole=whole[:40],
                decimal=decimal[:40],
            )
            raise Ambiguous(sentence)
        if not undivided:
            return ""
        spelled += [text[end : found.start()], undivided]
        end = found.end()
    return re.sub(r"\s+", "", "".join([*spelled, text[end:]]))


def joined(text: str) -> bool:
    """Whether some of its words belong together as one number, whatever the blanks between them.

    >>> joined("1 in 100"), joined("50 %"), joined("1 100")
    (True, True, False)
    """
    return re.search(_JOINING, text) is not None


def _both(run: str) -> tuple[str, str]:
    """A run with one comma, as a whole number and as a decimal."""
    return run.replace(",", ""), run.replace(",", ".")


def _undivided(run: str) -> str | None:
    """Digits with a decimal point at most; empty where there is no telling, None where there are two ways."""
    if re.search(r"\s", run):
        return re.sub(r"\s", "", run).replace(",", ".") if re.fullmatch(_SPACED, run) else ""
    if re.fullmatch(_AMBIGUOUS, run):
        return None
    if re.fullmatch(_COMMAS, run):
        return run.replace(",", "")
    if re.fullmatch(_DOTS, run):
        return run.replace(".", "").replace(",", ".")
    if re.fullmatch(_APOSTROPHES, run):
        return run.replace("'", "").replace(",", ".")
    if re.fullmatch(_DECIMAL_COMMA, run):
        return run.replace(",", ".")
    return "" if "," in run or "'" in run else run


def _arabic(numeral: str) -> str:
    """A Chinese numeral below a hundred million in digits; digits as they are; `?` for what is neither.

    >>> _arabic("二十五"), _arabic("百万"), _arabic("零点五"), _arabic("一千零一"), _arabic("三十二十")
    ('25', '1000000', '0.5', '1001', '?')
    """
    if numeral[0] not in _DIGITS and numeral[0] not in "十百千万点":
        return numeral
    whole, dot, decimals = numeral.partition("点")
    if dot and not (decimals and all(each in _DIGITS for each in decimals)):
        return "?"
    if whole in ("零", "〇"):
        return "0" + _decimals(dot, decimals)
    above, myriads, below = whole.partition("万")
    if not whole or not (re.fullmatch(_BELOW, above) and re.fullmatch(_BELOW, below)):
        return "?"
    value = 10_000 * (_section(above) or 1) + _section(below) if myriads else _section(above)
    return str(value) + _decimals(dot, decimals)


def _decimals(dot: str, decimals: str) -> str:
    return dot and "." + "".join(_DIGITS[each] for each in decimals)


def _section(numeral: str) -> int:
    """A numeral below ten thousand; 0 where it is empty."""
    found = re.fullmatch(_BELOW, numeral)
    places = zip(found.groups() if found else (), (1000, 100, 10, 1), strict=False)
    return sum(unit * int(_DIGITS.get(digit, "1")) for digit, unit in places if digit is not None)
