"""What is declared of one card."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.mark import Sentence


@dataclass(frozen=True, slots=True)
class CardSpec:
    """All that is declared of one card: its id, its title, its workspace, its first place, what stands in it.

    The first card of a workspace takes the room; each other one is split off the card named `beside`, to its
    right or below it, with `size` pixels. A `tabbed` card lies behind `beside` as a tab, a `hidden` one too
    once it is asked for. Links of a card that is too narrow for them stand `links_below` its title.

    A card shows the figure of its own name; one with `pictures` (id and short name) offers these, its own
    first. The draws of a `played` one move; one that `compares` is open while something is pinned; one that
    `pins` has the link for that. Anything else is a `panel`, `module:class` in `explorer.gui`, made with the
    context and the card; so is what stands `above` all cards. A panel that `exports` a picture has its link.
    """

    card: str
    title: Sentence
    workspace: str
    beside: str = ""
    below: bool = False
    size: tuple[int, int] = (0, 0)
    hidden: bool = False
    tabbed: bool = False
    links_below: bool = False
    pictures: tuple[tuple[str, Sentence], ...] = ()
    played: bool = False
    compares: bool = False
    panel: str = "canvas.figure_card:FigureCard"
    above: str = ""
    exports: bool = False
    pins: bool = False

    @property
    def exported(self) -> bool:
        """Whether what it shows can be exported: every figure, and the panels that say so."""
        return self.exports or self.panel == "canvas.figure_card:FigureCard"
