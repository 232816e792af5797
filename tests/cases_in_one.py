"""A law over hundreds of small cases as one test: collected once, and every case that fails is told.

A test of its own costs some milliseconds in each worker, more than such a case needs.
"""

import functools
import inspect

import pytest


def cases_in_one(names, values):
    """As `pytest.mark.parametrize(names, values)`, but all cases in one test, for what needs no new fixture.

    Further cases are tried after one has failed, not after an error; each names its own. One above the
    other, they make all pairs.
    """
    parts, cases = [each.strip() for each in names.split(",")], list(values)

    def law(test):
        taken = inspect.signature(test)
        missing = set(parts) - set(taken.parameters)
        if missing:
            raise TypeError(f"{test.__name__} takes no {', '.join(sorted(missing))}")

        @functools.wraps(test)
        def all_of_them(**fixtures):
            failed = []
            assert cases, f"{test.__name__} has no case"
            for value in cases:
                case = dict(zip(parts, value if len(parts) > 1 else (value,), strict=True))
                try:
                    test(**fixtures, **case)
                except (AssertionError, ExceptionGroup, pytest.fail.Exception) as error:
                    failed.append(named(error, case))
                except Exception as error:
                    named(error, case)
                    raise
            if failed:
                raise ExceptionGroup(f"{len(failed)} of {len(cases)} cases of {test.__name__}", failed)

        left = [each for name, each in taken.parameters.items() if name not in parts]
        all_of_them.__signature__ = taken.replace(parameters=left)
        return all_of_them

    return law


def named(error, case):
    """The failure with its case; what pytest itself says of a failure becomes one of an assertion."""
    kept = error if isinstance(error, Exception) else AssertionError(str(error))
    kept.add_note(", ".join(f"{name} = {each!r}" for name, each in case.items()))
    return kept
