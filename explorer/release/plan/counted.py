"""What the numbers of a release count: it is named wherever they stand, since bounds leave rows out."""

from __future__ import annotations

from explorer.mark import N_, Sentence, english, verbatim
from explorer.release.plan.sections import Privacy

_UNITS = {"person": N_("person"), "household": N_("household")}


def counted(privacy: Privacy) -> Sentence:
    """Records, or the rows that the contribution limit keeps."""
    if privacy.unit_is_row:
        return N_("count")
    unit = _UNITS.get(privacy.unit) or verbatim(privacy.unit_name)
    values = {"rows": str(privacy.rows_per_person), "unit": unit}
    if privacy.id_column is None:
        return N_("rows, stated to be at most {rows} per {unit}", **values)
    return N_("rows kept, at most {rows} per {unit}", **values)


def counted_text(privacy: Privacy) -> str:
    """The same in English, for the files that are in English."""
    return english(counted(privacy))
