"""A test of the test: small faults are put into the sampler, and layer 1 must catch every one of them."""

import ast
import os
import signal
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from enumeration import CHECKS, Endless
from equivalent_mutants import EQUIVALENT
from mutants import Mutant, module_of, mutants

from explorer.privacy.samplers import integer_sampler

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGVTALRM"), reason="endless mutants need an alarm")

SOURCE = Path(str(integer_sampler.__file__)).read_text("utf-8")
LISTED = {each for group in EQUIVALENT.values() for each in group}
STRIDE = 1 if os.environ.get("PRIVACY_EXPLORER_EVERY_MUTANT") else 8
"""All faults where the variable is set, which takes a minute or two; else every eighth."""
ENOUGH = 2.0  # CPU seconds; the sampler itself takes a fraction of one


@cache
def every_mutant() -> tuple[Mutant, ...]:
    return tuple(mutants(SOURCE))


@contextmanager
def alarmed() -> Iterator[None]:
    """A mutant that neither ends nor asks for bits is stopped."""

    def stop(*_: object) -> None:
        raise Endless

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, ENOUGH)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def catches(mutant: Mutant) -> bool:
    """Whether some check fails on it, in whatever way."""
    module = mutant.module()
    try:
        with alarmed(), warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            for check in CHECKS:
                check(module)
    except Exception:  # noqa: BLE001 - a mutant may fail in any way, and every way is seen
        return True
    return False


def test_that_the_sampler_passes_in_the_way_its_mutants_are_judged() -> None:
    module = module_of(ast.parse(SOURCE))
    for check in CHECKS:
        check(module)


def test_that_layer_1_catches_every_fault_of_the_sampler() -> None:
    made = [each for each in every_mutant() if str(each) not in LISTED][::STRIDE]
    assert len(made) >= 25
    assert [str(each) for each in made if not catches(each)] == []


def test_that_no_fault_is_excused_that_is_not_made() -> None:
    assert {str(each) for each in every_mutant()} >= LISTED
    assert len(LISTED) == sum(len(group) for group in EQUIVALENT.values())


def wait_for_ever() -> None:
    signal.setitimer(signal.ITIMER_VIRTUAL, 0.01)
    while sys.version_info:
        pass


def test_that_an_alarm_ends_what_does_not_end() -> None:
    with pytest.raises(Endless), alarmed():
        wait_for_ever()
