"""A guess as a person types it, read and said again; beside it the number that it was of."""

from __future__ import annotations

import math
import re

from explorer.app.core.lesson_place import GUESS
from explorer.lessons.parts.lesson import Guess, GuessKind
from explorer.mark import N_, Sentence
from explorer.privacy.notation import read
from explorer.privacy.refusal import NotANumber, NotValid, OutOfRange, Refusal

_BARE = re.compile(r"\s*\d+([.,]\d+)?\s*")  # a number without a sign: of a share, more than 1 is in percent


def read_guess(guess: Guess, text: str) -> float:
    """What was typed, as a share or a number.

    A share is typed in percent (`90 %`, `90`), as a number from 0 to 1 (`0.9`, `0,9`), or as `9 in 10`.

    Errors
    ------
    NotANumber, OutOfRange
        With the range of what can be guessed.
    """
    try:
        value = read(text)
    except NotANumber as refusal:
        raise NotANumber(_why(guess, refusal, text), GUESS) from refusal
    if guess.kind is GuessKind.SHARE and value > 1 and _BARE.fullmatch(text):
        value /= 100
    if not guess.low <= value <= guess.high:
        raise OutOfRange(_range(guess), GUESS)
    return value


def _why(guess: Guess, refusal: Refusal, text: str) -> Sentence:
    if not text.strip():
        return _range(guess)
    return N_("{why}; {range}", why=refusal.sentence, range=_range(guess))


def _range(guess: Guess) -> Sentence:
    if guess.kind is GuessKind.SHARE:
        return N_("a guess lies between {low:percent} and {high:percent}", low=guess.low, high=guess.high)
    if not math.isfinite(guess.high):
        return N_("a guess is a number from {low} up", low=guess.low)
    return N_("a guess lies between {low} and {high}", low=guess.low, high=guess.high)


def refused_place(guess: Guess, place: int) -> Refusal | None:
    """Why a choice cannot be taken."""
    if 0 <= place < len(guess.choices):
        return None
    return NotValid(N_("Choose one of the answers"), GUESS)


def guess_said(guess: Guess, value: float) -> Sentence:
    """What was guessed, as a person reads it."""
    if guess.kind is GuessKind.CHOICE:
        return guess.choices[min(max(int(value), 0), len(guess.choices) - 1)]
    if guess.kind is GuessKind.SHARE:
        return N_("{share:percent}", share=value)
    return N_("{value}", value=value)
