"""What a person did, as frozen past participles. Only a person makes messages; a view never does.

One that is part of an act, such as each step of a drag or each letter of a text, has `gradual`: they make one
step of history, which `Settled` or any other message ends.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from explorer.app.core.start import StartFrom
from explorer.app.core.state import Workspace
from explorer.privacy.refusal import Refusal

if TYPE_CHECKING:
    from explorer.app.core.decision_messages import DecisionMessage
    from explorer.app.core.lesson_messages import LessonMessage
    from explorer.app.core.presenter_messages import PresenterMessage
    from explorer.app.core.release_messages import ReleasingMessage
    from explorer.app.core.schedule_messages import ScheduleMessage
    from explorer.app.core.table_messages import TablesMessage


@dataclass(frozen=True, slots=True)
class Moved:
    """A slider or handle: the parameter at `path` is now `value`."""

    gradual: ClassVar[bool] = True

    path: str
    value: float


@dataclass(frozen=True, slots=True)
class Typed:
    """A number field: `text` was entered for the parameter at `path`."""

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class Mended:
    """What was refused beside `field` was taken back: the value in force stands there again."""

    field: str


@dataclass(frozen=True, slots=True)
class Settled:
    """The hand has let go: axes are chosen anew unless they are kept, and history keeps this state."""


@dataclass(frozen=True, slots=True)
class MechanismChosen:
    """Another mechanism, by its id."""

    mechanism: str


@dataclass(frozen=True, slots=True)
class WorkspaceOpened:
    """Another workspace is in front."""

    workspace: Workspace


@dataclass(frozen=True, slots=True)
class StartChosen:
    """Which sentence stands above epsilon: from what a person starts."""

    start: StartFrom


@dataclass(frozen=True, slots=True)
class MarginWanted:
    """Typed instead of epsilon: the noise margin of one count (of all bins together where `joint`).

    At a confidence, as typed; None: that of `reading`. For a selection it is what that calls its `wish`.
    """

    text: str
    joint: bool = False
    confidence: str | None = None


@dataclass(frozen=True, slots=True)
class LimitWanted:
    """Instead of epsilon: what anybody may believe afterwards, from a prior belief, both as typed.

    None: the one in force, `reading.prior` or `reading.limit`.
    """

    prior: str | None = None
    limit: str | None = None


@dataclass(frozen=True, slots=True)
class HarmChosen:
    """Instead of epsilon: how bad it would be to be found out (`explore/harm_severity.py`), for a start."""

    harm: str


@dataclass(frozen=True, slots=True)
class TotalWanted:
    """Instead of epsilon: so many releases, their total epsilon and delta, all as typed.

    `share` is the (epsilon, delta) that the tightest proven bound admits each of them: it takes the
    background to find it (`explore.total_solver`), so it is found before this is said.
    """

    count: str
    total_epsilon: str
    total_delta: str
    share: tuple[float, float]


@dataclass(frozen=True, slots=True)
class RhythmChosen:
    """How often the release is repeated: a value of `core.rhythm.Rhythm`; None: not regularly."""

    rhythm: str | None


@dataclass(frozen=True, slots=True)
class ShareTaken:
    """Each release has what `bound` admits it within the budget; δ is left where the mechanism needs none."""

    epsilon: float
    delta: float
    bound: str = ""


@dataclass(frozen=True, slots=True)
class SensitivityInputChosen:
    """What the sensitivity follows from: "unit", "neighbours", "sampling", "counted" or "followed"."""

    name: str
    value: object


@dataclass(frozen=True, slots=True)
class ScoresTyped:
    """The candidates' scores without you, separated by commas or blanks."""

    text: str


@dataclass(frozen=True, slots=True)
class SampleChosen:
    """The simulated or public values that clipping is tried on."""

    kind: str


@dataclass(frozen=True, slots=True)
class SampleTyped:
    """Public values, separated by commas or blanks."""

    text: str


@dataclass(frozen=True, slots=True)
class Pinned:
    """The present setting is kept as A, to be compared with."""


@dataclass(frozen=True, slots=True)
class Unpinned:
    """A is forgotten."""


@dataclass(frozen=True, slots=True)
class Swapped:
    """A and the present setting change places."""


@dataclass(frozen=True, slots=True)
class PictureShown:
    """Another picture in a card that has several."""

    card: str
    picture: str


@dataclass(frozen=True, slots=True)
class CurveHidden:
    """The curve of a bound, with its name and crossing, is left out of the picture of the total ε; or not."""

    bound: str
    hidden: bool


@dataclass(frozen=True, slots=True)
class AllCurvesShown:
    """No curve of the total ε is left out any more."""


@dataclass(frozen=True, slots=True)
class AxesChosen:
    """The pictures of many releases have logarithmic axes, or plain ones."""

    logarithmic: bool


@dataclass(frozen=True, slots=True)
class ScaleKept:
    """Axes stay as they are while settings change, so that pictures can be compared by eye; or no longer."""

    kept: bool


@dataclass(frozen=True, slots=True)
class PresetChosen:
    """A named combination of settings (`presets.py`)."""

    preset: str


@dataclass(frozen=True, slots=True)
class Refused:
    """Something was refused beside a field."""

    field: str
    refusal: Refusal


if TYPE_CHECKING:  # those of the other subjects are imported where one of them is made
    Message = (
        Moved
        | Typed
        | Mended
        | Settled
        | MechanismChosen
        | WorkspaceOpened
        | StartChosen
        | MarginWanted
        | LimitWanted
        | HarmChosen
        | TotalWanted
        | ShareTaken
        | RhythmChosen
        | SensitivityInputChosen
        | ScoresTyped
        | SampleChosen
        | SampleTyped
        | Pinned
        | Unpinned
        | Swapped
        | PictureShown
        | CurveHidden
        | AllCurvesShown
        | AxesChosen
        | ScaleKept
        | PresetChosen
        | Refused
        | ScheduleMessage
        | ReleasingMessage
        | TablesMessage
        | PresenterMessage
        | DecisionMessage
        | LessonMessage
    )
