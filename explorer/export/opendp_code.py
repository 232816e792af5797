"""A release plan as OpenDP code: the same cells, sensitivities, split and noise, for a notebook.

The text is Python and English, whatever the reader's language. What a person typed stands in it only as
literals (`repr`), never in a comment, so that no name can become code.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from explorer.export import opendp_template as parts
from explorer.mark import N_, Sentence
from explorer.privacy.notation import exact_text
from explorer.privacy.refusal import Unsupported
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.key import document_of


def opendp_code(plan: ReleasePlan) -> str:
    """A program that runs by itself where opendp >= 0.14.2 is installed.

    Raises
    ------
    Unsupported
        The plan finds categories in the file, or bounds rows by cell with an id column: OpenDP has no such
        rule, and one that is only like it would be another release.
    """
    _check(plan)
    gaussian = plan.privacy.rho is not None
    bounded = plan.privacy.id_column is not None
    noise = parts.NORMAL if gaussian else parts.LAPLACE
    return "".join(
        (
            _head(plan),
            *_declared(plan),
            parts.CELLS.replace("{identity}", " | {ID_COLUMN}" if bounded else ""),
            *(parts.KINDS[kind][1] for kind in _kinds(plan)),
            parts.JOINT.replace("{kinds}", _readers(plan)),
            parts.KEPT if bounded else parts.ALL,
            noise,
            parts.TAIL,
        )
    )


def _kinds(plan: ReleasePlan) -> list[str]:
    """The kinds of column that the plan counts, each once."""
    return [kind for kind in parts.KINDS if any(column.id == kind for column in plan.columns)]


def _readers(plan: ReleasePlan) -> str:
    """The function of each kind, as Python spells a dictionary."""
    return "{" + ", ".join(f'"{kind}": {parts.KINDS[kind][0]}' for kind in _kinds(plan)) + "}"


def _check(plan: ReleasePlan) -> None:
    privacy = plan.privacy
    for path, query in plan.placed.items():
        if query.unknown is not None:
            sentence = N_("there is no OpenDP code for categories that are found in the file: list them")
            raise Unsupported(sentence, query.id)
        if query.opendp() is None or any(column.id not in parts.KINDS for column in query.columns):
            raise Unsupported(_without(path, query.opendp_lacks), path)
    if privacy.id_column is not None and set(privacy.bounds) - {"rows_per_person"}:
        sentence = N_(
            "there is no OpenDP code for limits on rows per cell and cells per person: leave them out"
        )
        raise Unsupported(sentence, "privacy")


def _without(path: str, lacks: Sentence | None) -> Sentence:
    if lacks is None:
        return N_("there is no OpenDP code for {query}: leave it out", query=path)
    return N_("there is no OpenDP code for {query}: {lacks}; leave it out", query=path, lacks=lacks)


def _head(plan: ReleasePlan) -> str:
    """What is the same and what is not; the modules that this plan needs."""
    text = parts.HEAD.replace("{differences}", _differences(plan))
    for name, line in parts.KEYED.items():
        text = text.replace(f"{{{name}}}", line if plan.privacy.id_column is not None else "")
    return text.replace("{datetime}", parts.DATETIME if "date" in _kinds(plan) else "")


def _differences(plan: ReleasePlan) -> str:
    privacy = plan.privacy
    said = parts.GAUSSIAN if privacy.rho is not None else ""
    if privacy.id_column is not None:
        return said + parts.BOUNDED
    return said if privacy.unit_is_row else said + parts.STATED


def _declared(plan: ReleasePlan) -> Iterator[str]:
    """What the plan declares, as assignments."""
    declared, privacy = plan.input, plan.privacy
    yield "\n# What the file is like.\n"
    for name, value in document_of(declared).items():
        yield f"{name.upper()} = {value!r}\n"
    yield "\n# Who is protected, and by how much: exact, as text.\n"
    for name, text in (
        ("TITLE", plan.title),
        ("UNIT", privacy.unit_name or privacy.unit),
        ("NEIGHBOURS", privacy.neighbours.value),
        ("EPSILON", exact_text(privacy.epsilon)),
        ("DELTA", exact_text(privacy.delta)),
        *((("RHO", exact_text(privacy.rho)),) if privacy.rho is not None else ()),
    ):
        yield f"{name} = {text!r}\n"
    if privacy.id_column is not None:
        yield f"ID_COLUMN = {privacy.id_column!r}\nROWS_PER_UNIT = {privacy.rows_per_person!r}\n"
    yield "\n# What is counted. Each scale is the exact one beside it, rounded up to a double.\n"
    yield "HISTOGRAMS = [\n"
    for index in range(len(plan.queries)):
        yield from _query(plan, index)
    yield "]\n"


def _query(plan: ReleasePlan, index: int) -> Iterator[str]:
    noise, query = plan.noise_of(index), plan.queries[index]
    yield "    {\n"
    for name, value in (query.opendp() or {}).items():
        if isinstance(value, list):
            yield f'        "{name}": [\n'
            yield from (f"            {each!r},\n" for each in value)
            yield "        ],\n"
        else:
            yield f'        "{name}": {value!r},\n'
    if noise.is_gaussian:
        values: tuple[tuple[str, object], ...] = (
            ("sensitivity", root_above(Fraction(noise.sensitivity))),
            ("rho", float(noise.parameter)),
            ("exact_rho", exact_text(noise.parameter)),
            ("exact_sigma_squared", exact_text(noise.width)),
            ("scale", root_above(noise.width)),
        )
    else:
        values = (
            ("sensitivity", noise.sensitivity),
            ("epsilon", float(noise.parameter)),
            ("exact_epsilon", exact_text(noise.parameter)),
            ("exact_scale", exact_text(noise.width)),
            ("scale", above(noise.width)),
        )
    yield from (f'        "{name}": {value!r},\n' for name, value in values)
    yield "    },\n"


def above(exact: Fraction) -> float:
    """The least double that is not below an exact number.

    >>> above(Fraction(3)), Fraction(above(Fraction(10, 3))) >= Fraction(10, 3)
    (3.0, True)
    """
    near = float(exact)
    return near if Fraction(near) >= exact else math.nextafter(near, math.inf)


def root_above(exact: Fraction) -> float:
    """The least double whose square is not below an exact number.

    >>> root_above(Fraction(9)), Fraction(root_above(Fraction(2))) ** 2 >= 2
    (3.0, True)
    """
    near = math.sqrt(exact)
    while Fraction(near) ** 2 >= exact:
        near = math.nextafter(near, 0.0)
    while Fraction(near) ** 2 < exact:
        near = math.nextafter(near, math.inf)
    return near
