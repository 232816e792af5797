"""What the bars or discs of one layer say where they are asked, as data: no picture holds a function."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.mark import Sentence

EACH = Sentence("{each}")  # what differs, alone: a name


@dataclass(frozen=True, eq=False)
class Told:
    """Sentences that all marks of a layer say, and in `columns` what differs: by name, one value a mark."""

    sentences: tuple[Sentence, ...]
    columns: tuple[tuple[str, tuple[object, ...] | NDArray[np.float64]], ...] = ()

    def of(self, mark: int) -> tuple[Sentence, ...]:
        """What one of them says."""
        own = tuple((name, values[mark]) for name, values in self.columns)
        return tuple(Sentence(each.text, (*each.values, *own)) for each in self.sentences)
