"""How many rows of simulated people the preview counts: typed, refused, saved, undone, and said."""

import json

import numpy as np
import pytest
from states import planned

from explorer.app.core import release_messages as said
from explorer.app.core.history import History
from explorer.app.core.state import State
from explorer.app.release.figures.expected_counts import ExpectedCounts
from explorer.app.session import loaded, saved
from explorer.app.update import update
from explorer.language import Language
from explorer.privacy.refusal import Refusal


def typed(text, state=None):
    return update(state or planned("people"), said.SimulatedTyped(text))


@pytest.mark.parametrize(("text", "rows"), [("20000", 20_000), ("1e6", 10**6), ("336 776", 336_776)])
def test_that_the_picture_counts_as_many_rows_as_were_typed_and_says_so(text, rows):
    state = typed(text)
    figure = ExpectedCounts.draw(state, {})
    noised = np.array(figure.table.columns[-3], dtype=float)
    margin = float(figure.table.columns[-1][0])
    assert abs(noised.sum() - rows) <= len(noised) * margin
    assert f"{rows:,} rows of simulated people, no file was read" in Language().say(figure.assumption)


@pytest.mark.parametrize("text", ["", "0", "-5", "2.5", "1e9", "many"])
def test_that_what_is_no_such_number_is_refused_beside_it_and_changes_nothing(text):
    before = typed("20000")
    state = typed(text, before)
    assert state.releasing.simulated == 20_000
    assert isinstance(state.refused["preview.simulated"], Refusal)
    assert "preview.simulated" not in typed("300", state).refused


def test_that_the_number_is_kept_with_the_session_and_a_thousand_where_it_lacks_one():
    assert loaded(saved(typed("20000"))).releasing.simulated == 20_000
    session = json.loads(saved(State()))
    del session["releasing"]["simulated"]
    assert loaded(json.dumps(session)).releasing.simulated == 1000


@pytest.mark.parametrize("kept", [0, 0.5, 1e12, "many", True])
def test_that_a_session_with_a_senseless_number_is_refused(kept):
    session = json.loads(saved(State()))
    session["releasing"]["simulated"] = kept
    with pytest.raises(Refusal):
        loaded(json.dumps(session))


def test_that_another_number_is_a_step_that_is_undone_and_done_again():
    before = planned("people")
    after = typed("20000", before)
    history, back = History().kept(before, after).undone(after)
    assert back.releasing.simulated == 1000
    _, again = history.redone(back)
    assert again.releasing.simulated == 20_000
