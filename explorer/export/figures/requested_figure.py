"""The figure that someone asks for by its id, complete: every long question answered first."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from explorer.app.core.state import Releasing, State
from explorer.app.figures import every_picture
from explorer.app.plotting.figure import Figure
from explorer.app.session import loaded
from explorer.mark import N_
from explorer.privacy.refusal import NotValid, Unsupported
from explorer.release.values.bounded_files import MOST_OF_A_SESSION, read_bounded
from explorer.resources import resource


def complete_figure(figure_id: str, state: State) -> Figure:
    """The figure of that id for a state; nothing in it is pending.

    Raises
    ------
    Unsupported
        There is no such figure.
    """
    picture = every_picture().get(figure_id)
    if picture is None:
        raise Unsupported(
            N_(
                "there is no figure “{figure}”; there are: {figures}",
                figure=figure_id,
                figures=tuple(every_picture()),
            ),
            "figure",
        )
    return picture.draw(state, {request: request() for request in picture.wanted(state)})


def session_state(session: Path | None) -> State:
    """The state that a session file holds; without one the program's first state, with the shipped plan.

    Raises
    ------
    NotValid
        There is no such file, or no session in it.
    """
    if session is None:
        plan = resource("examples", "people.toml").read_text("utf-8")
        return replace(State(), releasing=Releasing(plan=plan))
    try:
        text = read_bounded(session, MOST_OF_A_SESSION, pipe=True).decode("utf-8-sig")
    except (OSError, UnicodeError):
        text = None
    if text is None:
        sentence = N_(
            "the session {path} cannot be read as UTF-8 text of at most {most:plain} MB",
            path=str(session),
            most=MOST_OF_A_SESSION // 2**20,
        )
        raise NotValid(sentence, "session")
    return loaded(text)
