"""The privacy loss: how much one released value can tell, and how often it tells that much."""

from __future__ import annotations

import math

import numpy as np

from explorer.app import wording
from explorer.app.figure import Answers, Area, Axis, Bars, Dash, Figure, Layer, Line, Note, Picture, Table
from explorer.app.state import State, mechanism_for, mechanism_of
from explorer.app.ticks import round_up, ticks
from explorer.mark import N_, Sentence
from explorer.privacy.mechanism import Loss

_MOST_ATOMS = 60


class PrivacyLoss(Picture):
    """Atoms as bars, the continuous part as an area, on one scale."""

    id = "privacy-loss"
    order = 30
    title = N_("Privacy loss")
    source = "Sommer, Meiser & Mohammadi 2019"
    reads = ("setting", "framed")

    @staticmethod
    def draw(state: State, answers: Answers) -> Figure:
        loss = mechanism_of(state).loss()
        reach, top = _frame(mechanism_for(state.framed).loss())
        where, mass = loss.atoms[:, 0], loss.atoms[:, 1]
        return Figure(
            PrivacyLoss.id,
            PrivacyLoss.title,
            wording.guarantee(state),
            _description(loss),
            Axis(N_("loss, in nats"), -reach, reach, ticks(-reach, reach, 4)),
            Axis(N_("probability, density"), 0.0, top, ticks(0.0, top, 3)),
            tuple(_layers(loss, reach, top)),
            Table(
                (N_("loss, in nats"), N_("probability, density")),
                ("loss", "probability_or_density"),
                (np.concatenate([where, loss.support]), np.concatenate([mass, loss.density])),
            ),
            settings=wording.settings(state),
        )


def _frame(loss: Loss) -> tuple[float, float]:
    places = np.concatenate([loss.atoms[:, 0], loss.support])
    heights = np.concatenate([loss.atoms[:, 1], loss.density])
    reach = round_up(1.1 * float(np.max(np.abs(places))), 4)
    return reach, round_up(1.15 * float(np.max(heights)), 4)


def _layers(loss: Loss, reach: float, top: float) -> list[Layer]:
    layers: list[Layer] = []
    if len(loss.support):
        base = np.zeros_like(loss.density)
        layers.append(Area("density-area", loss.support, base, loss.density, "sky", 0.25))
        layers.append(Line("density", loss.support, loss.density, "sky", Dash.EXACT, 2.0))
    where, mass = loss.atoms[:, 0], loss.atoms[:, 1]
    if 0 < len(where) <= _MOST_ATOMS:
        layers.append(Bars("atoms", where, mass, 0.022 * 2 * reach, "sky"))
        largest = int(np.argmax(mass))
        layers.append(
            Note(
                "largest",
                float(where[largest]),
                float(mass[largest]),
                (N_("{mass:percent}", mass=float(mass[largest])),),
                "sky",
                "left" if where[largest] > 0 else "right",
                stressed=0,
            )
        )
    elif len(where):
        thin = slice(None, None, math.ceil(len(where) / 1000))
        layers.append(Line("atoms", where[thin], mass[thin], "sky", Dash.EXACT, 2.0))
    return layers


def _description(loss: Loss) -> Sentence:
    places = np.concatenate([loss.atoms[:, 0], loss.support])
    return N_("The loss lies between {low:3} and {high:3}", low=float(places.min()), high=float(places.max()))
