"""What each column of a file may hold, by its name in the header alone; a person confirms it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches

from explorer.mark import N_, Sentence
from explorer.release.columns.column import every_column

ID, SKIP = "id", "skip"
_NEAR = 0.75  # of `difflib`: one letter of five may differ
_NUMBER, _CATEGORY, _DATE = "numeric", "category", "date"
_ROLES: dict[str, Sentence] = {ID: N_("id column"), SKIP: N_("skip")}

_NUMBERS = (
    "age|years?|jahre?|alter|count|number|num|income|salary|wage|price|cost|amount|sum|total|score|rate|ratio|"
    "weight|height|length|depth|width|mass|bmi|size|area|distance|durations?|delay|minutes?|seconds?|hours?|"
    "days?|weeks?|months?|quarters?|weekday|monat|mes|"
    "temperature|temp|pressure|speed|lat|latitude|lon|lng|longitude|elevation|altitude|percent|pct|visits|"
    "population|mm|cm|kg|km|mg|g|usd|eur|value|quantity|qty|expenses|charges|children|"
    "größe|groesse|gewicht|länge|breite|höhe|fläche|preis|betrag|umsatz|einkommen|gehalt|lohn|löhne|kosten|menge|anzahl|"
    "dauer|stunden?|tage|monate?|wochen?|kinder|âge|années?|mois|jours?|poids|taille|prix|montant|revenu|"
    "nombre|durée|edad|años?|meses|peso|precio|ingresos"
)
_MONEY = re.compile("[€$£¥￥]")
_DATES = "date|datum|fecha|geburtstag|naissance|datetime|timestamp|dob|birthday|birthdate|admitted|discharged"
_COUNTED = "count|number|num|days?|weeks?|months?|years?|hours?|minutes?"  # as in "days since admission date"
_CALENDAR = "year|jahr|quarter|month|monat|mois|mes|week|day|weekday|hour"
_MOMENTS = (  # beside "time": when something was; any other time is how long it took, or a number as 1545
    "start|started|begin|end|ended|stop|event|visit|admission|discharge|arrival|departure|created|updated|"
    "changed|order|ordered|pickup|dropoff|check|login|logout|entry|exit|birth|death|utc|local|stamp|hour|zone"
)
_IDS = (
    "id|ids|uuid|guid|ssn|mrn|nhs|pid|key|kennung|kennnummer|patientennummer|fallnummer|"
    "identifiant|matricule|identificador|dni"
)
_PEOPLE = "person|patient|user|subject|participant|member|customer|client|people|pupil|student|employee|ich"
_ONE = (
    "person|patient|subject|participant|pupil|student|employee|household"  # and nothing else: the id, if any
)
_BARE = 3  # the rank of such a name
_FREE = "notes?|comments?|remarks?|text|description|email|mail|phone|telephone|address|street|url|name|names"
_CHINESE = (
    (SKIP, "备注|说明|姓名|电话|地址|邮箱"),
    (ID, "编号|身份证|证件|病历号|工号|学号|id$"),
    (_NUMBER, "(飞行|等待|住院|持续|反应|运行|用|耗)时间?$"),
    (_DATE, "日期|时间|出生|入院|出院"),
    (
        _NUMBER,
        "月份?$|季度|星期|年龄|收入|金额|数量|次数|人数|身高|体重|价格|费用|得分|分数|时长|距离|温度|岁",
    ),
)


def kinds_offered() -> dict[str, Sentence]:
    """Every kind of column that a plan may declare, and what else a column may be: each with its words."""
    return {**kind_words(), **_ROLES}


def kind_words() -> dict[str, Sentence]:
    """Every kind of column that a plan may declare, with its words."""
    return {kind: each.title for kind, each in every_column().items()}


def suggested_kinds(names: Sequence[str], suits: Sequence[str] = ()) -> tuple[str, ...]:
    """The kind of each name, or "id" (of one at most), or "skip" for free text and for no name.

    Nothing but the names is looked at, and the kind that each column's type suits ("" for any).

    >>> suggested_kinds(["user_id", "age", "region", "visit_date", "notes"])[:3]
    ('id', 'numeric', 'category')
    >>> suggested_kinds(["person", "age"]), suggested_kinds(["visit_id", "person"])
    (('id', 'numeric'), ('id', 'category'))
    """
    ranks = [_id_rank(name) for name in names]
    best = min((rank for rank in ranks if rank is not None), default=None)
    ids = [place for place, rank in enumerate(ranks) if rank is not None and rank == best]
    found = []
    for place, name in enumerate(names):
        if best is not None and place == ids[0]:
            found.append(ID)
        elif ranks[place] is not None and ranks[place] != _BARE:
            found.append(SKIP)
        else:
            found.append(_suggested(name))
    return tuple(map(_of_type, found, suits or [""] * len(names)))


def _of_type(kind: str, suits: str) -> str:
    """The kind that a name suggests, as far as its type allows it."""
    return suits if suits == SKIP or (suits and kind not in (ID, SKIP)) else kind


def _suggested(name: str) -> str:
    if not name.strip():
        return SKIP
    for kind, pattern in _CHINESE:
        if re.search(pattern, name):
            return _known(kind)
    words = _parts(name)
    if _is_moment(words):
        return _known(_DATE)
    if "time" in words or _MONEY.search(name):
        return _NUMBER
    for kind, known in ((_NUMBER, _NUMBERS), (SKIP, _FREE)):
        if any(re.fullmatch(known, word) for word in words):
            return _known(kind)
    return _CATEGORY


def holds_whole_numbers(name: str) -> bool:
    """Whether a name is that of a part of the calendar or the clock, which is counted in whole numbers.

    >>> [holds_whole_numbers(name) for name in ("month", "Birth year", "月份", "air_time", "years of school")]
    [True, True, True, False, False]
    """
    words = _parts(name)
    return bool(words and re.fullmatch(_CALENDAR, words[-1])) or bool(re.search("年份$|月份?$|季度$", name))


def _is_moment(words: list[str]) -> bool:
    """Whether a name tells when something was, rather than how long it took or which month or weekday it is.

    >>> [_is_moment(_parts(name)) for name in ("visit_date", "created_at", "time", "start_time", "time_hour")]
    [True, True, True, True, True]
    >>> [_is_moment(_parts(name)) for name in ("month", "air_time", "dep_time", "day", "on")]
    [False, False, False, False, False]
    """
    if any(re.fullmatch(_DATES, word) for word in words):
        return not any(re.fullmatch(_COUNTED, word) for word in words)
    if "time" in words:
        return len(words) == 1 or any(re.fullmatch(_MOMENTS, word) for word in words)
    return len(words) > 1 and words[-1] in ("at", "on")


def _known(kind: str) -> str:
    """A kind that no plan has yet is declared as categories."""
    return kind if kind in every_column() or kind in _ROLES else _CATEGORY


def _id_rank(name: str) -> int | None:
    """How likely a name is that of the people: the smaller the likelier; None where it names no id."""
    words = _parts(name)
    people = any(re.fullmatch(_PEOPLE, word) for word in words)
    if any(re.fullmatch(_IDS, word) for word in words):
        return 0 if people else 1 if len(words) == 1 else 2
    if re.search(_CHINESE[1][1], name):
        return 1
    return _BARE if len(words) == 1 and re.fullmatch(_ONE, words[0]) else None


def _parts(name: str) -> list[str]:
    """The words of a name: between marks, and where small letters turn into capitals.

    >>> _parts("visitDate_2"), _parts("USER-ID")
    (['visit', 'date', '2'], ['user', 'id'])
    """
    spaced = re.sub(r"([a-z])([A-Z])", r"\1 \2", name)
    return [word for word in re.split(r"[^0-9a-zß-ÿ]+", spaced.lower()) if word]


def no_such_column(name: str, names: tuple[str, ...]) -> Sentence | None:
    """What is said beside a `name` of the plan that is none of the file's `names`, where these are known."""
    if not name or not names or name in names:
        return None
    near = nearest_name(name, names)
    if near is not None:
        return N_("the file has no column “{name}”; did you mean “{near}”?", name=name, near=near)
    return N_("the file has no column “{name}”: choose one of its columns, or another file", name=name)


def nearest_name(name: str, names: tuple[str, ...]) -> str | None:
    """The one of `names` that is spelt nearly as this one."""
    plain = {plain_name(each): each for each in names}
    return next((plain[each] for each in get_close_matches(plain_name(name), plain, 1, _NEAR)), None)


def plain_name(name: str) -> str:
    """A name without what is often written in another way."""
    return name.strip().casefold()
