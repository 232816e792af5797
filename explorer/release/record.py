"""The files of a release as text: the tables of each query, and beside each what it means (W3C CSVW).

Everything here is post-processing of noised counts and of what was declared. Nothing else about the
file stands in it but what kind it is: no number of rows, no name, size or hash of the input, no time of day.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Iterable

import explorer
from explorer.privacy.notation import exact_text
from explorer.release.ledger.spends import Paid
from explorer.release.partition_selection import Threshold
from explorer.release.plan.counted import counted_text
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.queries.interval_words import written_tables
from explorer.release.queries.query import NoisedQuery
from explorer.release.queries.terms import WrittenTable, noise_described
from explorer.release.sources.source import source_kind

METADATA = ".csv-metadata.json"


def file_names(plan: ReleasePlan) -> tuple[str, ...]:
    """The names of all files of a release; a table's metadata come after it."""
    names = (name for query in plan.queries for name in query.table_names)
    return tuple(file for name in names for file in (f"{name}.csv", f"{name}{METADATA}"))


def files_of(
    plan: ReleasePlan, paid: Paid, queries: Iterable[NoisedQuery], kind: str = ""
) -> tuple[tuple[str, str], ...]:
    """Name and text of every file of a release, in the order of `file_names`.

    `kind` : of the source that was counted; "" for simulated people
    """
    files: list[tuple[str, str]] = []
    for noised in queries:
        for table in written_tables(noised, plan.output):
            text = table_text(table)
            files.append((f"{table.name}.csv", text))
            metadata = metadata_of(plan, paid, noised, table, text, kind)
            said = json.dumps(metadata, ensure_ascii=False, indent=2) + "\n"
            files.append((f"{table.name}{METADATA}", said))
    return tuple(files)


def table_text(table: WrittenTable) -> str:
    """The released CSV: a header and one row a cell, LF, quoted where needed."""
    header = [name for name, _, _ in table.columns]
    return "".join(map(_line, (header, *table.rows)))


def _line(values: Iterable[object]) -> str:
    """One row, ended by LF. Older Pythons quote a CR in a value only where CR is part of the line's end."""
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\r\n").writerow(values)
    return text.getvalue().removesuffix("\r\n") + "\n"


def metadata_of(
    plan: ReleasePlan, paid: Paid, noised: NoisedQuery, table: WrittenTable, text: str, kind: str = ""
) -> dict[str, object]:
    """The CSVW description of one released table, with the object "privacy"."""
    return {
        "@context": ["http://www.w3.org/ns/csvw", {"@language": "en"}],
        "dc:title": plan.title,
        "tables": [
            {
                "url": f"{table.name}.csv",
                "dialect": {"encoding": "utf-8", "delimiter": ",", "lineTerminators": ["\n"], "header": True},
                "tableSchema": {
                    "columns": [
                        {"titles": name, "datatype": datatype, **({"dc:description": said} if said else {})}
                        for name, datatype, said in table.columns
                    ]
                },
            }
        ],
        "privacy": {
            **_promise(plan, noised),
            **({"source": _source(kind)} if kind else {}),
            "sequence": paid.sequence,
            "release": paid.release,
            "program": {"name": "Privacy Explorer", "version": explorer.__version__},
            "date": paid.date,
            "sha256": hashlib.sha256(text.encode()).hexdigest(),
        },
    }


def _source(kind: str) -> dict[str, object]:
    """What kind of source held the rows, and how its values are read; nothing of where it is."""
    found = source_kind(kind)
    return {"kind": kind, **({} if found is None or found.note is None else {"values": found.note.text})}


def _promise(plan: ReleasePlan, noised: NoisedQuery) -> dict[str, object]:
    privacy = plan.privacy
    return {
        "mechanism": privacy.mechanism,
        "epsilon": exact_text(noised.epsilon),
        "delta": exact_text(noised.delta),
        "release_epsilon": exact_text(privacy.epsilon),
        "release_delta": exact_text(privacy.delta),
        **({} if privacy.rho is None else {"release_rho": exact_text(privacy.rho)}),
        "unit": privacy.unit,
        **({"unit_name": privacy.unit_name} if privacy.unit_name else {}),
        "neighbours": privacy.neighbours.value,
        **privacy.bounds,
        "counted": counted_text(privacy),
        "bound_vouched_by": "steward" if _stated(plan) else "program",
        **noised.declared.described(noised),
        **_nonnegative(plan, noised),
        **noise_described(noised.declared.noise_parts(noised.terms)),
        **({} if noised.threshold is None else {"threshold": _threshold(noised.threshold)}),
        "margins": {
            "confidence": exact_text(plan.output.confidence),
            **noised.margins.described(),
            **noised.declared.further_margins(noised),
            "about": _ABOUT if noised.threshold is None else f"{_ABOUT}; {_LEANING}",
        },
    }


def _nonnegative(plan: ReleasePlan, noised: NoisedQuery) -> dict[str, object]:
    """Why this table has no column of counts of at least 0, where the plan asks for one."""
    why = noised.declared.without_nonnegative
    return {} if why is None or not plan.output.nonnegative else {"nonnegative": why.text}


_ABOUT = "noise around the counts after bounding; rows that bounding leaves out are in no margin"
_LEANING = "noise before the threshold: a category that is kept near it leans upward"


def _threshold(threshold: Threshold) -> dict[str, object]:
    """From which noisy count on a category was published, and what that spends."""
    least, delta = threshold.least, exact_text(threshold.delta)
    return {
        "least": least,
        "delta": delta,
        "about": (
            f"categories were found in the file; one is published where its noised count is {least} or more, "
            f"so that categories of a single unit show with a probability of at most {delta}"
        ),
    }


def _stated(plan: ReleasePlan) -> bool:
    """Whether the bound on a person's rows is the steward's own statement."""
    return not plan.privacy.unit_is_row and plan.privacy.id_column is None
