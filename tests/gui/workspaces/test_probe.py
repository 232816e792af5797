"""Some random actions; `packaging/probe.py` does thousands, and looks at time, widgets and memory too."""

from probing import Probe
from thoroughness import THOROUGH

from explorer.app.core.state import Workspace

LASTING = ("Theme", "Language", "Type size", "Presenter", "Tour", "Full screen", "plan")
"""What builds the window anew, or stays on top of it: the command does that."""


def test_that_random_actions_raise_nothing_and_warn_of_nothing(hand, monkeypatch):
    monkeypatch.setattr("probing.NEVER", ("Quit", *LASTING))
    found = Probe(lambda: hand.furnished, seed=20, counted=(Workspace.EXPLORE,)).run(100 if THOROUGH else 60)
    assert (found.raised, found.warned) == ([], [])
    assert len(found.turns) > 20
