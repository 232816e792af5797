"""A plan to start from: blank for the form, and as a file with words about each key and values to change."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from explorer.app.release.plan.plan_draft import document, edited, text_of
from explorer.mark import N_, Sentence
from explorer.release.queries.histogram import Histogram

if TYPE_CHECKING:
    from explorer.app.release.plan.plan_examples import Example

BLANK: Mapping[str, Any] = MappingProxyType(
    {
        "schema": 1,
        "title": "",
        "input": {
            "encoding": "utf-8",
            "delimiter": ",",
            "quote": '"',
            "header": True,
            "decimal": ".",
            "missing": [""],
        },
        "privacy": {
            "unit": "person",
            "id_column": "",
            "rows_per_person": 1,
            "neighbours": "add-remove",
            "mechanism": "discrete-laplace",
            "epsilon": "1",
            "delta": "0",
        },
        Histogram.id: [Histogram.draft(f"{Histogram.id}_1")],
        "output": {"confidence": "0.95", "nonnegative": False, "interval_words": True},
    }
)
_COLUMN = f"{Histogram.id}.1.column"
_TO_CHANGE: Mapping[str, object] = MappingProxyType(
    {
        "title": "Age by region",
        "input.missing": ["", "NA"],
        "privacy.id_column": "person_id",
        f"{Histogram.id}.1.name": "age_by_region",
        _COLUMN: [
            {"name": "age", "kind": "numeric", "edges": ["0", "18", "40", "65", "120"]},
            {"name": "region", "kind": "category", "categories": ["north", "south"]},
        ],
    }
)
"""What the file has where the form is blank: an example of each, so that the file is valid as it is."""

_REMARKS: Mapping[str, Sentence] = MappingProxyType(
    {
        "title": N_("what the release is called; a plan without a title can't be signed off"),
        "input": N_("how the file is written"),
        "input.encoding": N_("`utf-8`, `utf-16`, `latin-1`, `gb18030` …"),
        "input.delimiter": N_("one character; \\t is a tab"),
        "input.quote": N_("one character, or empty where nothing is quoted"),
        "input.header": N_("`true`: the first line names the columns; `false`: they are called 1, 2, 3 …"),
        "input.decimal": N_("a point or a comma"),
        "input.missing": N_("every spelling of a missing value"),
        "privacy": N_("who is protected, and how strongly"),
        "privacy.unit": N_(
            "`row`, `person`, `household`, or `other` with a `unit_name`; with `row`, leave out the "
            "next two keys"
        ),
        "privacy.id_column": N_(
            "the column that tells whose row it is; without it the next number is your own statement"
        ),
        "privacy.rows_per_person": N_("how many rows of one person count at most"),
        "privacy.neighbours": N_("`add-remove` or `substitute`"),
        "privacy.mechanism": N_("`discrete-laplace`, or `discrete-gaussian` with a delta above 0"),
        "privacy.epsilon": N_("the budget of the whole release, exact: a decimal, or a fraction such as 1/3"),
        "privacy.delta": N_("failure probability: 0 with `discrete-laplace`, for example `1e-6` otherwise"),
        Histogram.id: N_("one table of counts; for another one, repeat this block with another name"),
        f"{Histogram.id}.name": N_("the name of the file that is written"),
        f"{Histogram.id}.share": N_("its weight when several tables share the budget"),
        f"{Histogram.id}.column": N_("one block a column; several columns make one crosstab"),
        f"{Histogram.id}.column.name": N_("as the file names it"),
        f"{Histogram.id}.column.kind": N_(
            "`numeric`, `category`, `category-unknown`, or `date` with `format` and either `edges` or "
            "`every`, `from` and `to`"
        ),
        f"{Histogram.id}.column.edges": N_("the edges of the bins, in increasing order"),
        f"{Histogram.id}.column.categories": N_("every category to be counted, spelled as in the file"),
        "output": N_("what is written beside the counts"),
        "output.confidence": N_("the probability with which the margins hold"),
        "output.nonnegative": N_("`true`: also a column of counts of at least 0"),
        "output.interval_words": N_(
            "`true`: also a column with each interval in words, its lower edge included"
        ),
    }
)
_LIST = re.compile(r"\[\n((?: +\S+,\n)+)\]")  # one value a line, as it is written for longer ones
_HEAD = (
    N_("A plan for Privacy Explorer, filled in with an example: change it to fit your file."),
    N_("Whether it is valid, and how large the noise is: `privacy-explorer plan check PLAN`"),
)


def skeleton(say: Callable[[Sentence], str], kinds: Collection[str] = ()) -> str:
    """The plan as the text of a file, each key below a line about it in the reader's language.

    Parameters
    ----------
    kinds : the kinds of query that it has, by their section. Where none is named it has a table of counts,
        and each further kind behind marks that are to be removed.
    """
    from explorer.app.release.plan.plan_examples import examples  # kinds of query that load slowly

    further = tuple(examples())
    wanted = [each for each in further if each.section in kinds]
    text = text_of(_document(wanted, not kinds or Histogram.id in kinds))
    remarks = dict(_REMARKS)
    for each in wanted:
        remarks.update(each.remarks)
    head = (f"# {say(line)}" for line in _HEAD)
    tail = (line for each in further for line in _to_uncomment(each, say)) if not kinds else ()
    return "\n".join((*head, *_commented(_in_lines(text), remarks, say), *tail)) + "\n"


def _document(wanted: Sequence[Example], counted: bool) -> dict[str, Any]:
    """The plan with values to change; `counted` : with a table of counts."""
    text = text_of(dict(BLANK))
    for path, value in _TO_CHANGE.items():
        text = edited(text, path, value)
    plan = document(text)
    if not counted:
        del plan[Histogram.id]
        plan["title"] = wanted[0].title
    output = plan.pop("output")
    return {**plan, **{each.section: [dict(each.values)] for each in wanted}, "output": output}


def _to_uncomment(example: Example, say: Callable[[Sentence], str]) -> Iterator[str]:
    """An example that counts once the # before its lines is removed."""
    yield from ("", f"# {say(example.lead)}")
    text = _in_lines(text_of({example.section: [dict(example.values)]}))
    for line in _commented(text, example.remarks, say):
        yield line if line.startswith("# ") else f"#{line}"


def _in_lines(text: str) -> str:
    """Each list in one line."""
    return _LIST.sub(lambda found: "[" + ", ".join(found[1].replace(",\n", "\n").split()) + "]", text)


def _commented(text: str, remarks: Mapping[str, Sentence], say: Callable[[Sentence], str]) -> Iterator[str]:
    section, said = "", set[str]()
    for line in text.splitlines():
        if line.startswith("["):
            section = path = line.strip("[]")
        else:
            key = line.partition(" = ")[0]
            path = f"{section}.{key}" if section else key
        if path in remarks and path not in said:  # of a second column, only what the first did not have
            said.add(path)
            yield f"# {say(remarks[path])}"
        yield line
