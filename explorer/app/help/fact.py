"""What stands behind one number on the screen: its meaning, formula, range, kind and source."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.mark import Sentence


@dataclass(frozen=True, slots=True)
class Fact:
    """One number explained.

    `latex` is the formula to be typeset, `plain` the same in plain notation (for readers of the screen),
    `range` says where it holds, `source` names paper and theorem, `kind` what the number is, `words` what
    it means, in a sentence or two; `unit` whose number it is.
    """

    id: str
    title: Sentence
    words: Sentence
    latex: str
    plain: str
    range: Sentence
    kind: Sentence
    source: str
    unit: Sentence | None = None  # whose number it is, where not that of the left column
