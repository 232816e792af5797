"""What the first line of a chosen file suggests about its dialect: offered, never adopted unasked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from explorer.mark import N_, Sentence
from explorer.privacy.refusal import Refusal
from explorer.release.declared import ReleasePlan
from explorer.release.suggestion import suggest_dialect

_KEYS = {"encoding": N_("encoding"), "delimiter": N_("delimiter"), "decimal": N_("decimal mark")}
_NAMES = {",": N_("comma"), ";": N_("semicolon"), "\t": N_("tab"), "|": N_("bar"), ".": N_("point")}


@dataclass(frozen=True)
class Advice:
    """`sentence` says in one line what differs; `edits` are the plan's keys that would take it over."""

    sentence: Sentence
    edits: tuple[tuple[str, str], ...] = ()


def advice(plan: ReleasePlan, csv: str) -> Advice | None:
    """How the file's header differs from the plan; None where it does not, or where there is no header.

    Only the first line and the byte order mark are looked at: where that line is a row, nothing is.
    """
    if not plan.input.header:
        return None
    try:
        suggested = suggest_dialect(Path(csv))
    except Refusal as refusal:
        return Advice(refusal.sentence)
    pairs = [(key, getattr(suggested.input, key), getattr(plan.input, key)) for key in _KEYS]
    differing = [(f"input.{key}", found) for key, found, declared in pairs if found != declared]
    if differing:
        words = tuple(
            N_("{key} {value}", key=_KEYS[path.removeprefix("input.")], value=_NAMES.get(found, found))
            for path, found in differing
        )
        sentence = N_("The first line looks different from the plan: {found}.", found=words)
        return Advice(sentence, tuple(differing))
    wanted = [column.name for column in plan.columns]
    wanted += [plan.privacy.id_column] if plan.privacy.id_column else []
    missing = sorted({name for name in wanted if name not in suggested.names})
    if missing:
        return Advice(N_("The first line does not name: {missing}.", missing=tuple(missing)))
    return None
