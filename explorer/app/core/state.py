"""Everything that the program knows, as one frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

from explorer.app.core.decision import Decision
from explorer.app.core.iterative_construction import IterativeConstruction
from explorer.app.core.lesson_place import SECTION as LESSON
from explorer.app.core.lesson_place import Lessons, parameter_at, value_of
from explorer.app.core.publication import Publication
from explorer.app.core.schedule import Schedule, parameter_of
from explorer.app.core.sections import EXAMPLE_SCORES, Composing, Reading, Sample, SensitivityInputs
from explorer.app.core.setting import Setting
from explorer.app.core.start import Start
from explorer.app.core.table_pair import TablePair
from explorer.mark import N_, Sentence
from explorer.privacy.mechanism import AdditiveNoise, Guarantee, Mechanism, every_mechanism
from explorer.privacy.parameter import Parameter, Scale, parameters
from explorer.privacy.refusal import Refusal
from explorer.privacy.shape import PLAIN, Shape
from explorer.privacy.subsampling.sample import sampled, target_within
from explorer.privacy.target import Target
from explorer.release.ledger.act import UNSAID, Act

if TYPE_CHECKING:
    from explorer.release.audit.black_box import Verdict
    from explorer.release.counting.public_file import PublicFile
    from explorer.release.drawn import Drawn

SIMULATED = Parameter(
    *("simulated", "rows", N_("number of simulated rows in the preview"), 1, 1e8, 1000, Scale.LOG),
    integer=True,
)
LONGEST_NOTES = 20_000  # characters of the speaker's notes to one card
WITHOUT_YOU = 100.0  # the true count on D in every picture: made up, and said to be


class Workspace(Enum):
    """The rooms that a person works in."""

    EXPLORE = "explore"
    COMPOSE = "compose"
    RELEASE = "release"
    LEARN = "learn"
    LEDGER = "ledger"
    TABLES = "tables"


@dataclass(frozen=True, slots=True)
class AskedRange:
    """A range that is asked of fitted counts: both edges as they were typed, and the group, from 0."""

    low: str = ""
    high: str = ""
    group: int = 0


@dataclass(frozen=True, slots=True)
class Releasing:
    """The steward's work: a plan as TOML text (also while it is not valid yet), a file, an account."""

    plan: str = ""
    plan_path: str = ""
    csv: str = ""
    sheet: str = ""  # of a workbook
    account: str = ""
    drawn: tuple[Drawn, ...] = ()  # newest last: what was paid for in this window
    written: tuple[str, ...] = ()
    status: Sentence | None = None  # what else was last written: a report, a picture, code
    shown: int = 0  # which query of the plan the picture shows
    table: int = 0  # and which of its tables, where it has several
    locked: frozenset[int] = frozenset()  # whose share stays as it is while others adjust, from 0
    trial_runs: int = 2000  # a side, of the next test
    tested: tuple[str, Verdict] | None = None  # the plan's text then, and what the test showed
    public: PublicFile | None = None  # what the preview counts instead of simulated people; never saved
    simulated: int = int(SIMULATED.default)  # rows of simulated people that the preview counts
    framed: tuple[tuple[float, float], ...] = ()  # margins that the preview's axes were chosen for
    publication: Publication = field(default_factory=Publication)
    asked: AskedRange = field(default_factory=AskedRange)


@dataclass(frozen=True, slots=True)
class EntryListing:
    """Which entries of the ledger are listed ("" lets all through), and by which column they are sorted."""

    account: str = ""
    file: str = ""
    year: str = ""
    kind: str = ""
    column: int = 0
    falling: bool = True


@dataclass(frozen=True, slots=True)
class LedgerView:
    """What is looked at in the ledger: an account, in this computer's ledger or the example's own.

    `revision` grows whenever the ledger is to be read anew; `status` says what was last done to it here,
    `exported` what was last written from it, `stated` where the last statement of an account went. `act` is
    what was last said of an act: its name is what the next question begins with.
    """

    account: str = ""
    example: bool = False
    revision: int = 0
    status: Sentence | None = None
    exported: Sentence | None = None
    stated: Sentence | None = None
    listing: EntryListing = field(default_factory=EntryListing)
    act: Act = UNSAID


@dataclass(frozen=True, slots=True)
class Presentation:
    """What is presented: some cards in their order, one of them in hand; none while nothing is.

    `begun` is everything as it was when the presentation began, `frozen` what the audience keeps seeing
    while the screen is frozen. `notes` are the speaker's own, by card; they outlast the presentation.
    """

    cards: tuple[str, ...] = ()
    card: str = ""
    parameter: str = ""  # the path of the one in the column; the first of the card where it is none of them
    begun: State | None = None
    frozen: State | None = None
    notes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """The program. `refused` holds what was last refused beside each field.

    `given` are the paths of the values that somebody set (`explorer.app.core.given`); two states with the
    same values are the same state.
    """

    workspace: Workspace = Workspace.EXPLORE
    mechanism: str = "laplace"
    target: Target = field(default_factory=Target)
    start: Start = field(default_factory=Start)
    shape: Shape = PLAIN
    sensitivity_inputs: SensitivityInputs = field(default_factory=SensitivityInputs)
    scores: tuple[float, ...] = EXAMPLE_SCORES
    sample: Sample = field(default_factory=Sample)
    learning: IterativeConstruction = field(default_factory=IterativeConstruction)
    reading: Reading = field(default_factory=Reading)
    composing: Composing = field(default_factory=Composing)
    schedule: Schedule = field(default_factory=Schedule)
    tables: TablePair = field(default_factory=TablePair)
    lessons: Lessons = field(default_factory=Lessons)
    releasing: Releasing = field(default_factory=Releasing)
    ledger: LedgerView = field(default_factory=LedgerView)
    presentation: Presentation = field(default_factory=Presentation)
    framed: Setting = field(default_factory=Setting)  # what the axes were chosen for, so that they rest
    scale_kept: bool = False  # axes stay as they were chosen, whatever settings change
    pinned: Setting | None = None  # the setting that the present one is compared with
    shown: tuple[tuple[str, str], ...] = ()  # which picture a card shows, where not its first
    hidden: frozenset[str] = frozenset()  # bounds whose curves the picture of the total ε leaves out
    decision: Decision = field(default_factory=Decision)  # the draft of a decision record
    given: frozenset[str] = field(default=frozenset(), compare=False)
    refused: Mapping[str, Refusal] = field(default_factory=lambda: MappingProxyType({}))
    _setting: Setting | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def setting(self) -> Setting:
        """The release that the left column describes: made once a state, for it is asked for all the time."""
        if self._setting is None:
            rate, shape = self.sampling_rate, self.shape
            shape = shape if rate == shape.sampling_rate else replace(shape, sampling_rate=rate)
            object.__setattr__(self, "_setting", Setting(self.mechanism, self.target, shape))
        return cast(Setting, self._setting)

    @property
    def sampling_rate(self) -> float:
        """The share that is sampled: all, where the mechanism hides a person's own answer (`target_within`).

        What a person had set stays in `shape` for the next mechanism.
        """
        return self.shape.sampling_rate if every_mechanism()[self.mechanism].norm else PLAIN.sampling_rate


SECTIONS: Mapping[str, type] = MappingProxyType(
    {
        "target": Target,
        "shape": Shape,
        "sensitivity_inputs": SensitivityInputs,
        "sample": Sample,
        "learning": IterativeConstruction,
        "reading": Reading,
        "composing": Composing,
        "tables": TablePair,
    }
)


def declared(state: State, path: str) -> Parameter:
    """The declaration of the parameter at `path` ("target.epsilon"); the mechanism may narrow its range."""
    section, name = path.split(".")
    if section == "schedule":  # of the line that is in hand
        return parameter_of(state.schedule.in_hand, name)
    if section == LESSON:  # of the one that is in hand
        return parameter_at(state.lessons, name)
    parameter = parameters(SECTIONS[section])[name]
    own = parameters(every_mechanism()[state.mechanism]) if section in ("target", "shape") else {}
    if name in own:
        narrow = own[name]
        return replace(parameter, low=narrow.low, high=narrow.high, integer=narrow.integer)
    return parameter


def value_at(state: State, path: str) -> float:
    """The value of the parameter at `path`."""
    section, name = path.split(".")
    if section == LESSON:
        return value_of(state.lessons, name)
    return float(getattr(getattr(state, section), name))


def with_value(state: State, path: str, value: Any) -> State:
    """The state with another value at `path`, unchecked."""
    section, name = path.split(".")
    changes: dict[str, Any] = {section: replace(getattr(state, section), **{name: value})}
    return replace(state, **changes)


@lru_cache(maxsize=512)
def mechanism_for(setting: Setting) -> Mechanism:
    """The mechanism with the least noise that meets the target; on a sample where one is drawn.

    Errors
    ------
    Unsupported
        A sample under other neighbours than those between which it is analysed, or of a person's own answers.
    """
    kind, within = every_mechanism()[setting.mechanism], within_sample(setting)
    return kind.calibrated(*within, setting.target.sensitivity, setting.shape)


def within_sample(setting: Setting) -> tuple[float, float]:
    """The (epsilon, delta) that the mechanism must keep, on the sample where one is drawn.

    Errors
    ------
    Unsupported
        As for `mechanism_for`.
    """
    kind, target = every_mechanism()[setting.mechanism], setting.target
    rate = setting.shape.sampling_rate
    return target_within(kind, target.epsilon, target.delta, rate, target.neighbours, setting.shape.sampling)


def additive_for(setting: Setting) -> AdditiveNoise:
    """The mechanism of a setting that adds noise.

    Errors
    ------
    TypeError
        It chooses an option instead: ask `mechanism_for` first where that can be.
    """
    mechanism = mechanism_for(setting)
    if not isinstance(mechanism, AdditiveNoise):
        raise TypeError(f"{setting.mechanism} adds no noise to a number")
    return mechanism


@lru_cache(maxsize=512)
def guarantee_for(setting: Setting) -> Guarantee:
    """What the release of `setting` guarantees, the sampling counted in."""
    return sampled(mechanism_for(setting), setting.shape.sampling_rate, setting.shape.sampling)


def mechanism_of(state: State) -> Mechanism:
    """The mechanism that the left column describes: what it releases, and with how much noise."""
    return mechanism_for(state.setting)


def additive_of(state: State) -> AdditiveNoise:
    """The mechanism that the left column describes, where it adds noise."""
    return additive_for(state.setting)


def guarantee_of(state: State) -> Guarantee:
    """What the release that the left column describes guarantees: of the mechanism, run on the sample."""
    return guarantee_for(state.setting)
