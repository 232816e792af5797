"""A decision record as blocks, which HTML and PDF are made from, and as JSON: the same sections in each."""

from __future__ import annotations

import json
from typing import Any

from explorer.app.core.decision import SIGNATURES
from explorer.app.core.state import State
from explorer.app.record.decision_record import TITLE, DecisionRecord
from explorer.app.record.decision_session import decision_kept
from explorer.app.record.entry import Entry, Section, Source
from explorer.app.session import setting_kept
from explorer.export.figures.picture import svg
from explorer.export.reports.blocks import (
    Block,
    Drawing,
    Facts,
    Grid,
    Heading,
    Paragraph,
    Points,
    Report,
    Signatures,
)
from explorer.export.reports.report_html import PICTURE
from explorer.language import Language
from explorer.mark import N_, Sentence

FORMATS = ("html", "pdf", "json")
SCHEMA = 1
KIND = "privacy-explorer-decision-record"


def decision_report(record: DecisionRecord, language: Language) -> Report:
    """The record as a page to be read, printed and signed."""
    exact = Language(language.code, exact=True)  # what a person wrote is not cut short
    say = language.say
    made = N_("Privacy Explorer {version}; {date}", version=record.version, date=record.date)
    blocks: list[Block] = [Paragraph(say(made), "muted")]
    for section in record.sections:
        blocks.append(Heading(say(section.title)))
        blocks += _blocks(section, record, exact)
    foot = say(N_("Decision record of {date}", date=record.date))
    return Report(say(TITLE), record.date, "decision", language, tuple(blocks), foot)


def _blocks(section: Section, record: DecisionRecord, language: Language) -> list[Block]:
    if section.id == "signatures":
        return _signing(section, language)
    if section.id == "picture" and record.figure is not None:
        return [Drawing(record.figure, _spoken(section.entries[0].said, language)), *_told(section, language)]
    blocks: list[Block] = []
    if section.headings is not None:
        rows = tuple(
            (language.say(each.label), _spoken(each.said, language), _beside(each, language))
            for each in section.entries
        )
        blocks.append(Grid(tuple(map(language.say, section.headings)), rows, 0))
    elif section.entries:
        blocks.append(Facts(tuple((language.say(e.label), _alone(e, language)) for e in section.entries)))
    return [*blocks, *_told(section, language)]


def _alone(entry: Entry, language: Language) -> str:
    """What an entry says where nothing stands beside it; a default is told there too."""
    text = _spoken(entry.said, language)
    return f"{text} – {_beside(entry, language)}" if entry.source is Source.DEFAULT else text


def _told(section: Section, language: Language) -> list[Block]:
    """The sentences below the entries: as points where they are all that there is and there are several."""
    texts = tuple(map(language.say, section.told))
    if len(texts) > 1 and not section.entries:
        return [Points(texts)]
    kind = "muted" if section.entries else "lead"
    return [Paragraph(each, kind) for each in texts]


def _signing(section: Section, language: Language) -> list[Block]:
    """A line to sign on for each place, filled in as far as somebody did; then the day of review."""
    held = {each.id: each for each in section.entries}
    people = []
    for place in range(SIGNATURES):
        name, role, date = (held[f"signed-{place}-{part}"] for part in ("name", "role", "date"))
        who = ", ".join(str(each.text) for each in (name, role) if each.text)
        signature = (language.say(N_("signature")), "")
        people.append(
            (
                (language.say(N_("{signer}: name, role", signer=name.label)), who),
                (language.say(date.label), str(date.text or "")),
                signature,
            )
        )
    review = held["review"]
    facts = Facts(((language.say(review.label), _spoken(review.said, language)),))
    return [facts, Signatures(tuple(people))]


def _spoken(text: Sentence | str, language: Language) -> str:
    return text if isinstance(text, str) else language.say(text)


def _beside(entry: Entry, language: Language) -> str:
    return "" if entry.beside is None else _spoken(entry.beside, language)


def decision_json(record: DecisionRecord, state: State, language: Language) -> str:
    """The record for programs, schema 1: every section in words and values, and the draft as it was written.

    `written` is what a session keeps of the draft (`explorer.app.record.decision_session`).
    """
    exact = Language(language.code, exact=True)
    found = {
        "schema": SCHEMA,
        "kind": KIND,
        "title": language.say(TITLE),
        "version": record.version,
        "date": record.date,
        "language": language.code,
        "sections": [_section(each, exact) for each in record.sections],
        "picture": _picture(record, language),
        "written": decision_kept(state.decision, setting_kept),
    }
    return json.dumps(found, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _section(section: Section, language: Language) -> dict[str, Any]:
    return {
        "id": section.id,
        "title": language.say(section.title),
        "entries": [
            {
                "id": each.id,
                "label": language.say(each.label),
                "text": None if each.text is None else _spoken(each.text, language),
                "value": each.value,
                "source": None if each.source is None else each.source.value,
                "note": None if each.note is None else _spoken(each.note, language),
            }
            for each in section.entries
        ],
        "told": [language.say(each) for each in section.told],
    }


def _picture(record: DecisionRecord, language: Language) -> dict[str, str] | None:
    if record.figure is None:
        return None
    drawing = svg(record.figure, "light", language, *PICTURE)
    return {"id": record.figure.id, "title": language.say(record.figure.title), "svg": drawing}
