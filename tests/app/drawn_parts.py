"""What a figure holds, for the tests of figures: its arrays, its sentences, its values, its layers."""

from dataclasses import fields, is_dataclass, replace

import numpy as np
from answering_once import answer_to

from explorer.app.core.sections import Reading
from explorer.app.core.state import State
from explorer.app.figures import picture_of
from explorer.app.plotting.figure import Figure
from explorer.app.plotting.told import Told
from explorer.language import Language
from explorer.mark import Sentence
from explorer.privacy.shape import PLAIN
from explorer.privacy.target import Target


def arrays(value, path=""):
    """Every array in a figure, with where it is."""
    if isinstance(value, np.ndarray):
        yield path, value
    elif isinstance(value, Figure) or (is_dataclass(value) and not isinstance(value, Sentence)):
        for field in fields(value):
            name = getattr(value, "id", "") if field.name != "layers" else ""
            yield from arrays(getattr(value, field.name), f"{path}.{name}.{field.name}")
    elif isinstance(value, tuple):
        for place, each in enumerate(value):
            yield from arrays(each, f"{path}[{place}]")


def sentences(value):
    """Every sentence in a figure."""
    if isinstance(value, Sentence):
        yield value
    elif isinstance(value, Told):
        for mark in range(min((len(each) for _, each in value.columns), default=1)):
            yield from value.of(mark)
    elif is_dataclass(value):
        for field in fields(value):
            yield from sentences(getattr(value, field.name))
    elif isinstance(value, tuple):
        for each in value:
            yield from sentences(each)


def plain(value):
    """The same value in parts that `==` compares, arrays by their numbers."""
    if isinstance(value, np.ndarray):
        return value.shape, value.tobytes()  # not by `==`: a missing number equals a missing number
    if is_dataclass(value) and not isinstance(value, Sentence):
        return type(value), [plain(getattr(value, field.name)) for field in fields(value)]
    if isinstance(value, tuple):
        return [plain(each) for each in value]
    return value


def draw(name, state):
    """A figure with everything answered."""
    picture = picture_of(name)
    return picture.draw(state, {question: answer_to(question) for question in picture.wanted(state)})


def released(name, shape=PLAIN, reading=None, pinned=None, **target):
    """One release that a person has settled on."""
    chosen = Target(**target)
    state = State(
        mechanism=name,
        target=chosen,
        shape=shape,
        reading=reading or Reading(),
        pinned=pinned,
    )
    return replace(state, framed=state.setting)


def layer(figure, identity):
    (found,) = (each for each in figure.layers if each.id == identity)
    return found


def ids(figure):
    return {each.id for each in figure.layers}


def said(sentence):
    return Language("en").say(sentence)


def words(figure):
    return " ".join(said(each) for each in sentences(figure))
