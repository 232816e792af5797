"""What one step of a lesson shows and says, for its settings as they are now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from explorer.lessons.parts.picture import Picture
from explorer.mark import Sentence
from explorer.privacy.status import Kind

_OF_A_WHOLE = ("{share:percent}", "{won} of {played}")  # how a share is said


@dataclass(frozen=True)
class Number:
    """One number of a step.

    Attributes
    ----------
    id : its key in answers for programs, such as "recovered"; unique in its step
    label : what it is, without the number
    value : the number itself (a share from 0 to 1, never a percentage); None where it has none
    said : the number as a person reads it, with its unit: `N_("{share:percent}", share=...)`
    kind : what it is: exact, a proven bound, or a sentence such as `N_("simulated, 8 runs")`
    source : paper and theorem, where it is a theorem's
    """

    id: str
    label: Sentence
    value: float | int | str | None
    said: Sentence
    kind: Kind | Sentence
    source: str = ""

    @property
    def share(self) -> float | None:
        """The part of a whole that it says, as 70 % or 4 of 5; None for a margin, and for ε or a count."""
        said = self.said.text in _OF_A_WHOLE
        return float(self.value) if said and isinstance(self.value, int | float) else None


@dataclass(frozen=True)
class Action:
    """A button that appends `id` to the moves of the lesson; `refusal` says why it cannot be pressed now."""

    id: str
    label: Sentence
    refusal: Sentence | None = None


@dataclass(frozen=True)
class Opening:
    """The same settings in a workspace: `settings` are by path, such as "target.epsilon" or "mechanism".

    `workspace` is "explore", "compose" or "release". In Explore `card` is brought to the front. In Release
    the example plan is opened with ε ("epsilon", exact text).
    """

    workspace: str
    label: Sentence
    settings: Mapping[str, object] = field(default_factory=dict)
    card: str = ""


@dataclass(frozen=True)
class Scene:
    """One step as it is now.

    Attributes
    ----------
    heading : the statement of the step, one line
    text : short paragraphs, two or three
    key : the one large number, and
    key_words : the words after it
    numbers : further numbers, a row each; those with the id of a guess are set beside what was guessed
    pictures : one or two
    actions : what can be played here
    caution : what must not be concluded, where the texts are wrong, or where a limit lies
    openings : the same settings elsewhere in the program
    """

    heading: Sentence
    text: tuple[Sentence, ...]
    key: Number | None = None
    key_words: Sentence | None = None
    numbers: tuple[Number, ...] = ()
    pictures: tuple[Picture, ...] = ()
    actions: tuple[Action, ...] = ()
    caution: Sentence | None = None
    openings: tuple[Opening, ...] = ()

    @property
    def all_numbers(self) -> tuple[Number, ...]:
        """The large number first."""
        return (*((self.key,) if self.key else ()), *self.numbers)
