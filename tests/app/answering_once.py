"""Long questions of the pictures, each computed once for all tests: equal questions have equal answers."""

from functools import cache


@cache
def _answer(call, question):
    return call(question)


def answer_to(question):
    """The answer; a question whose computation a test replaces is another one."""
    return _answer(type(question).__call__, question)
