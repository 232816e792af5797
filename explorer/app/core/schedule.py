"""The year's releases as a person plans them: values, and when each is made. Nothing here is computed yet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType

from explorer.app.core.setting import Setting
from explorer.mark import N_, Sentence
from explorer.privacy.parameter import Parameter, Scale, param, parameters
from explorer.privacy.refusal import NotValid

MONTHS: tuple[Sentence, ...] = (
    *(N_("Jan"), N_("Feb"), N_("Mar"), N_("Apr"), N_("May"), N_("Jun")),
    *(N_("Jul"), N_("Aug"), N_("Sep"), N_("Oct"), N_("Nov"), N_("Dec")),
)
OFTEN: Mapping[str, Sentence] = MappingProxyType(
    {
        "once": N_("yearly"),
        "half-yearly": N_("half-yearly"),
        "quarterly": N_("quarterly"),
        "monthly": N_("monthly"),
        "weekly": N_("weekly"),
        "daily": N_("daily"),
    }
)
TIMES = "times"  # a number of times, spread evenly from the first month on
MOST_ROWS = 50
LONGEST_NAME, LONGEST_PEOPLE = 60, 40
_EVERY = MappingProxyType({"once": 12, "half-yearly": 6, "quarterly": 3, "monthly": 1})  # months
_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_WEEKS = 52


@dataclass(frozen=True, slots=True)
class ScheduledRelease:
    """One line of the plan: a release as it is set, and how often it is made of whom."""

    name: str
    setting: Setting
    often: str = "monthly"  # one of `OFTEN`, or `TIMES`
    people: str = ""  # a label; "" is everybody
    first: int = param(
        1,
        symbol="1st",
        title=N_("first month"),
        low=1,
        high=12,
        integer=True,
        help=N_("The month of the first release; the year ends with the twelfth."),
    )
    times: int = param(
        1,
        symbol="n",
        title=N_("times"),
        low=1,
        high=1_000_000,
        scale=Scale.LOG,
        integer=True,
        help=N_("How many times it is released until the end of the year."),
    )

    @property
    def months(self) -> tuple[int, ...]:
        """How many of these releases are made in each of the twelve months."""
        return _months(self.often, self.first, self.times)

    @property
    def count(self) -> int:
        """How many are made in the year."""
        return sum(self.months)


@lru_cache(maxsize=256)
def _months(often: str, first: int, times: int) -> tuple[int, ...]:
    return tuple(_in_month(often, times, 13 - first, month - first, month) for month in range(1, 13))


def _in_month(often: str, times: int, left: int, later: int, month: int) -> int:
    """How many in one month, `later` ones after the first of the `left` months of the year."""
    if later < 0:
        return 0
    if often == TIMES:
        return _spread(times, left, later + 1) - _spread(times, left, later)
    if often == "daily":
        return _DAYS[month - 1]
    if often == "weekly":
        return sum(week * 12 // _WEEKS == month - 1 for week in range(_WEEKS))
    return int(later % _EVERY[often] == 0)


def _spread(times: int, months: int, passed: int) -> int:
    """How many of `times` lie in the first `passed` of the months: one of a few in the first, rounded up."""
    return -(-passed * times // months)


@dataclass(frozen=True, slots=True)
class Schedule:
    """The plan: its lines in order, whether nobody is in two groups of people, which line is in hand.

    `top` is where the picture's axis ends: chosen when the hand lets go, so that it rests while one drags.
    """

    releases: tuple[ScheduledRelease, ...] = ()
    disjoint: bool = False
    selected: int = -1
    top: float = 1.0

    @property
    def apart(self) -> bool:
        """Whether groups compose in parallel: it is stated, and no line is of everybody, who are in each."""
        return self.disjoint and all(each.people for each in self.releases)

    @property
    def in_hand(self) -> ScheduledRelease | None:
        """The selected line."""
        return self.releases[self.selected] if 0 <= self.selected < len(self.releases) else None

    def with_line(self, row: int, planned: ScheduledRelease) -> Schedule:
        """Another line in the place of one."""
        return replace(self, releases=(*self.releases[:row], planned, *self.releases[row + 1 :]))


def one_line(text: str, longest: int) -> str:
    """A label of one line of printable characters.

    Raises
    ------
    NotValid
        It has more lines, or more characters, or such as cannot be seen.
    """
    text = text.strip()
    if len(text) > longest or not text.isprintable():
        sentence = N_("one line of at most {most} printable characters", most=longest)
        raise NotValid(sentence, "name")
    return text


def parameter_of(planned: ScheduledRelease | None, name: str) -> Parameter:
    """The declaration of one number of a line; its mechanism may narrow the range."""
    own = parameters(ScheduledRelease)
    if name in own:
        return own[name]
    from explorer.privacy.mechanism import every_mechanism
    from explorer.privacy.target import Target

    parameter = parameters(Target)[name]
    narrow = parameters(every_mechanism()[planned.setting.mechanism]).get(name) if planned else None
    if narrow is None:
        return parameter
    return replace(parameter, low=narrow.low, high=narrow.high, integer=narrow.integer)
